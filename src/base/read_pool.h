/*
 * read_pool.h - threads that read one piece of a file together, where one thread cannot keep up.
 *
 * The caller reads too, and has the result when it returns. Used by one thread at a time.
 */
#ifndef READ_POOL_H
#define READ_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct read_pool;

/* So many threads, including the caller; the others start with the first read. NULL: memory is
 * out. */
struct read_pool *read_pool_open(unsigned threads);
void read_pool_close(struct read_pool *t);

/*
 * As pread(2) of up to `size` bytes, but less only at the end of the file or before an error.
 * Meanwhile `look` looks at all bytes, piece by piece; *all says whether it always said true.
 */
ssize_t read_pool_read(struct read_pool *t, int fd, void *to, size_t size, off_t position,
                       bool (*look)(const unsigned char *p, size_t n), bool *all);

#endif
