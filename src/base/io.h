/* io.h - reads and writes that signals do not interrupt, a temporary file, and the time. */
#ifndef IO_H
#define IO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* As read(2): the number of bytes read, 0 at the end, -1 with errno. A signal does not end it. It
 * waits for the first byte, even where O_NONBLOCK is set. */
ssize_t io_read(int fd, void *to, size_t size);

/* The same, but it does not wait where O_NONBLOCK is set: -1 with EAGAIN when nothing is there. */
ssize_t io_read_now(int fd, void *to, size_t size);

/* As pread(2); a signal does not end it. */
ssize_t io_pread(int fd, void *to, size_t size, off_t position);

/* Writes all `size` bytes, in as many calls as it takes; false with errno when one fails. */
bool io_write(int fd, const void *from, size_t size);

/* Whether read(2) on fd would return within a millisecond, with data, the end or an error. */
bool io_ready(int fd);

/* A new file, open and already unlinked, in the directory TMPDIR, by default /tmp; -1 with errno.
 */
int io_temporary(void);

/* Monotonic time in seconds. */
double io_seconds(void);

#endif
