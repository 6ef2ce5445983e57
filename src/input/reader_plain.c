/* reader_plain.c - the bytes of a file, as they are. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/read_together.h"
#include "input/input_status.h"
#include "input/reader.h"
#include "text/decode.h"

enum { TOGETHER_LEAST = 8 << 20 /* bytes that are worth several threads */ };

struct reader_state {
    const struct input_file *file;
    uint64_t at, to;         /* position of the next byte in the file, and of the end */
    bool ended;              /* the end of a regular file was reached */
    int wake;                /* becomes readable when the search stops */
    struct helpers *helpers; /* NULL: one thread reads alone */
};

static struct reader_state *plain_open(struct helpers *helpers, int wake)
{
    struct reader_state *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->wake = wake;
    r->helpers = helpers;
    return r;
}

static void plain_close(struct reader_state *r)
{
    free(r);
}

static void plain_begin(struct reader_state *r, const struct input_file *file, uint64_t from,
                        uint64_t to)
{
    r->file = file;
    r->at = from;
    r->to = to;
    r->ended = false;
}

static void plain_end(struct reader_state *r)
{
    (void)r;
}

/* Waits until there is something to read; returns false when the search stops. */
static bool wait_readable(const struct reader_state *r)
{
    struct pollfd wait[] = {{.fd = r->file->fd, .events = POLLIN},
                            {.fd = r->wake, .events = POLLIN}};
    while (poll(wait, 2, -1) < 0 && (errno == EINTR || errno == EAGAIN))
        ;
    return wait[1].revents == 0;
}

/* Reads a regular file, which never blocks, without moving its offset. */
static ssize_t read_at(struct reader_state *r, unsigned char *to, size_t size, bool *ascii)
{
    off_t position = r->file->start + (off_t)r->at;
    if (r->helpers != NULL && size >= TOGETHER_LEAST && r->file->size >= r->at + TOGETHER_LEAST)
        return read_together(r->helpers, r->file->fd, to, size, position, decode_is_ascii, ascii);
    return io_pread(r->file->fd, to, size, position);
}

static ssize_t read_next(struct reader_state *r, unsigned char *to, size_t size)
{
    ssize_t n;
    do {
        if (!wait_readable(r))
            return 0;
        n = io_read_now(r->file->fd, to, size);
    } while (n < 0 && errno == EAGAIN);
    return n;
}

/* Whether the file became shorter after it was measured. (Files of /sys have fewer bytes than their
 * size.) */
static bool is_cut_short(const struct reader_state *r)
{
    const struct input_file *file = r->file;
    struct stat now;
    return file->regular && file->size != UINT64_MAX && r->at < file->size &&
           fstat(file->fd, &now) == 0 && now.st_size - file->start < (off_t)file->size;
}

static ssize_t plain_read(struct reader_state *r, unsigned char *to, size_t size, bool *ascii)
{
    uint64_t most = r->to - r->at < size ? r->to - r->at : size;
    *ascii = false;
    if (r->ended || most == 0)
        return 0;
    ssize_t n =
        r->file->regular ? read_at(r, to, (size_t)most, ascii) : read_next(r, to, (size_t)most);
    if (n > 0)
        r->at += (size_t)n;
    if (n == 0 && is_cut_short(r)) {
        errno = INPUT_STATUS_SHORTER;
        return -1;
    }
    r->ended = r->file->regular && n >= 0 && (uint64_t)n < most && r->at >= r->file->size;
    return n;
}

static bool plain_ready(const struct reader_state *r)
{
    return r->file->regular || io_ready(r->file->fd);
}

static const char *plain_reason(const struct reader_state *r)
{
    (void)r;
    return NULL;
}

static uint64_t plain_packed(const struct reader_state *r)
{
    (void)r;
    return 0;
}

const struct reader reader_plain = {
    .open = plain_open,
    .close = plain_close,
    .begin = plain_begin,
    .end = plain_end,
    .read = plain_read,
    .ready = plain_ready,
    .reason = plain_reason,
    .packed = plain_packed,
};
