#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Waits until something can be read from fd, or written to it. */
static void await_events(int fd, short events)
{
    struct pollfd wait = {.fd = fd, .events = events};
    (void)poll(&wait, 1, -1);
}

static bool would_block(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK;
}

ssize_t io_read(int fd, void *to, size_t size)
{
    ssize_t n;
    while ((n = io_read_now(fd, to, size)) < 0 && would_block())
        await_events(fd, POLLIN);
    return n;
}

ssize_t io_read_now(int fd, void *to, size_t size)
{
    ssize_t n;
    do
        n = read(fd, to, size);
    while (n < 0 && errno == EINTR);
    return n;
}

ssize_t io_pread(int fd, void *to, size_t size, off_t position)
{
    ssize_t n;
    do
        n = pread(fd, to, size, position);
    while (n < 0 && errno == EINTR);
    return n;
}

bool io_write(int fd, const void *from, size_t size)
{
    const char *p = from;
    while (size > 0) {
        ssize_t n = write(fd, p, size);
        if (n < 0 && would_block()) {
            await_events(fd, POLLOUT);
        } else if (n < 0 && errno != EINTR) {
            return false;
        } else if (n > 0) {
            p += n;
            size -= (size_t)n;
        }
    }
    return true;
}

bool io_ready(int fd)
{
    enum { MOMENT = 1 /* milliseconds; a busy writer needs less */ };
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    return poll(&wait, 1, MOMENT) != 0;
}

int io_temporary(void)
{
    const char *directory = getenv("TMPDIR");
    char name[4096];
    if (directory == NULL || *directory == '\0')
        directory = "/tmp";
    int length = snprintf(name, sizeof name, "%s/edgrep.XXXXXX", directory);
    if (length < 0 || (size_t)length >= sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        (void)unlink(name);
    return fd;
}

double io_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
