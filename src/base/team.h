/*
 * team.h - threads that read one piece of a file together, where one thread cannot keep up.
 *
 * The caller reads too, and has the result when it returns. Used by one thread at a time.
 */
#ifndef TEAM_H
#define TEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct team;

/* A team of so many threads, the caller's included; they start with the first read. NULL: memory is
 * out. */
struct team *team_open(unsigned threads);
void team_close(struct team *t);

/*
 * As pread(2) of up to `size` bytes, but less only at the end of the file or before an error.
 * Meanwhile `look` looks at all bytes, piece by piece; *all says whether it always said true.
 */
ssize_t team_read(struct team *t, int fd, void *to, size_t size, off_t position,
                  bool (*look)(const unsigned char *p, size_t n), bool *all);

#endif
