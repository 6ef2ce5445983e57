/* feed.c - implements src/base/io.h with a text in memory. */
#include "feed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/xalloc.h"

enum { PIECE = 0x7f, PAUSE = 0x80 };

static struct {
    const unsigned char *begin, *text, *plan;
    size_t left, planned, reads;
    bool pauses;
} now;

static struct {
    unsigned char *bytes;
    size_t length, capacity;
} output;

void feed(const unsigned char *text, size_t length, const unsigned char *plan, size_t n)
{
    now.begin = now.text = text;
    now.left = length;
    now.plan = plan;
    now.planned = n;
    now.reads = 0;
    now.pauses = false;
    output.length = 0;
}

const unsigned char *feed_output(size_t *length)
{
    *length = output.length;
    return output.bytes;
}

void feed_standard_input(int regular)
{
    int fd = open(regular ? "/proc/self/exe" : "/dev/null", O_RDONLY);
    if (fd < 0 || dup2(fd, STDIN_FILENO) != STDIN_FILENO)
        abort();
    if (fd != STDIN_FILENO)
        (void)close(fd);
}

/* Returns how many of `size` bytes the next read may return, by the plan. */
static size_t piece(size_t size)
{
    if (now.planned == 0)
        return size;
    unsigned step = now.plan[now.reads++ % now.planned];
    size_t most = (step & PIECE) + 1;
    now.pauses = step & PAUSE;
    return most < size ? most : size;
}

ssize_t io_read(int fd, void *to, size_t size)
{
    (void)fd;
    now.pauses = false;
    size_t most = piece(size);
    if (most > now.left)
        most = now.left;
    if (most > 0)
        memcpy(to, now.text, most);
    now.text += most;
    now.left -= most;
    return (ssize_t)most;
}

ssize_t io_read_now(int fd, void *to, size_t size)
{
    return io_read(fd, to, size);
}

ssize_t io_pread(int fd, void *to, size_t size, off_t position)
{
    (void)fd;
    size_t most = piece(size), length = (size_t)(now.text - now.begin) + now.left;
    size_t left = (size_t)position < length ? length - (size_t)position : 0;
    if (most > left)
        most = left;
    if (most > 0)
        memcpy(to, now.begin + position, most);
    return (ssize_t)most;
}

bool io_ready(int fd)
{
    (void)fd;
    return !now.pauses;
}

bool io_write(int fd, const void *from, size_t size)
{
    if (fd == STDOUT_FILENO && size > 0) {
        xgrow(&output.bytes, &output.capacity, output.length + size, 1);
        memcpy(output.bytes + output.length, from, size);
        output.length += size;
    }
    return true;
}

int io_temporary(void)
{
    errno = ENOTSUP;
    return -1;
}

double io_seconds(void)
{
    return 0;
}
