/*
 * readers.h - threads that read one piece of a file together, where one thread cannot keep up.
 *
 * The caller reads too, and has the result when it returns. Used by one thread at a time.
 */
#ifndef READERS_H
#define READERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct readers;

/* So many threads, including the caller; the others start with the first read. NULL: memory is
 * out. */
struct readers *readers_open(unsigned threads);
void readers_close(struct readers *t);

/*
 * As pread(2) of up to `size` bytes, but less only at the end of the file or before an error.
 * Meanwhile `look` looks at all bytes, piece by piece; *all says whether it always said true.
 */
ssize_t readers_read(struct readers *t, int fd, void *to, size_t size, off_t position,
                     bool (*look)(const unsigned char *p, size_t n), bool *all);

#endif
