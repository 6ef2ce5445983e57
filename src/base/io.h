/* io.h - reads and writes that signals do not interrupt, a temporary file, and the time. */
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* As read(2), but not interrupted by signals: returns the number of bytes read, 0 at the end, -1
 * with errno. Waits for the first byte, even with O_NONBLOCK. */
ssize_t io_read(int fd, void *to, size_t size);

/* As io_read(), but does not wait with O_NONBLOCK: returns -1 with EAGAIN if there is nothing to
 * read. */
ssize_t io_read_now(int fd, void *to, size_t size);

/* As pread(2), but not interrupted by signals. */
ssize_t io_pread(int fd, void *to, size_t size, off_t position);

/* As io_pread(), but reads all `size` bytes. Returns less only at the end of the file, with errno
 * 0, or after an error. */
static inline size_t io_pread_all(int fd, void *to, size_t size, off_t position)
{
    size_t used = 0;
    ssize_t n = 1;
    for (; used < size && n > 0; used += n > 0 ? (size_t)n : 0)
        n = io_pread(fd, (char *)to + used, size - used, position + (off_t)used);
    errno = n == 0 ? 0 : errno;
    return used;
}

/* Writes all `size` bytes, in as many calls as necessary; returns false with errno on failure. */
bool io_write(int fd, const void *from, size_t size);

/* Returns whether read(2) on fd would return within a millisecond, with data, the end or an error.
 */
bool io_ready(int fd);

/* Opens a new file, already unlinked, in the directory TMPDIR, by default /tmp; returns -1 with
 * errno on failure. */
int io_temporary(void);

/* Monotonic time in seconds. */
double io_seconds(void);
