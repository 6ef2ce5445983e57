/*
 * read_pool.h - threads that read one stretch of a file together, where one cannot keep up.
 *
 * The calling thread reads too. One thread at a time uses a pool.
 */
#ifndef READ_POOL_H
#define READ_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct read_pool;

/* A pool of `threads`, the caller's included; the others start with the first read. NULL: memory is
 * out. */
struct read_pool *read_pool_open(unsigned threads);
void read_pool_close(struct read_pool *t);

/*
 * As pread(2), but it reads fewer than `size` bytes only at the end of the file or before an error.
 * The threads call look() for each piece that they have read, while it is in their caches; *all is
 * whether it was true for all of them.
 */
ssize_t read_pool_read(struct read_pool *t, int fd, void *to, size_t size, off_t position,
                       bool (*look)(const unsigned char *p, size_t n), bool *all);

#endif
