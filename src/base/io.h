/* io.h - reads and writes that interruptions and short counts do not trouble. */
#ifndef IO_H
#define IO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* As read(2), again after EINTR: bytes read, 0 at the end, -1 with errno. Waits for the first byte,
 * even where O_NONBLOCK is set. */
ssize_t io_read(int fd, void *to, size_t size);

/* The same, but where O_NONBLOCK is set and nothing is there: -1 with EAGAIN. */
ssize_t io_read_now(int fd, void *to, size_t size);

/* The same as pread(2). */
ssize_t io_pread(int fd, void *to, size_t size, off_t position);

/* Writes all `size` bytes; false with errno when that fails. */
bool io_write(int fd, const void *from, size_t size);

/* Whether read(2) on fd would return at once, or within a moment (data, end of file or error). */
bool io_ready(int fd);

/* An open, already unlinked file in TMPDIR (else /tmp); -1 with errno. */
int io_temporary(void);

/* Monotonic time in seconds. */
double io_seconds(void);

#endif
