/* alike_bytes.c - see alike_bytes.h. Buffers one block of each input at a time. */
#include "pair/alike_bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/files.h"
#include "base/io.h"
#include "base/xalloc.h"

enum { PIECE = 1 << 17 };

struct compared_file {
    const char *name; /* as in messages */
    int fd;
    unsigned char *piece;
    size_t from, to; /* buffered bytes not yet compared */
    off_t left;      /* bytes left of a regular file; 0: none, or unknown */
    off_t end;       /* of a regular file: its size when it was opened */
};

static bool input_open(struct compared_file *in, const char *operand)
{
    struct stat status;
    *in = (struct compared_file){.name = operand};
    in->fd = files_open(&in->name);
    bool good = in->fd >= 0 && fstat(in->fd, &status) == 0;
    if (!good || S_ISDIR(status.st_mode)) { /* a directory is not read if the other file is bad */
        errno = good ? EISDIR : errno;
        diag_file(in->name, strerror(errno));
        return false;
    }
    off_t at = S_ISREG(status.st_mode) ? lseek(in->fd, 0, SEEK_CUR) : -1;
    in->left = at >= 0 && at < status.st_size ? status.st_size - at : 0;
    in->end = in->left > 0 ? status.st_size : 0;
    in->piece = xmalloc(PIECE);
    return true;
}

static void input_close(struct compared_file *in)
{
    if (in->fd > STDIN_FILENO)
        (void)close(in->fd);
    free(in->piece);
}

/* Returns whether a regular file, read to its end, is shorter than when it was opened. */
static bool is_cut_short(const struct compared_file *in)
{
    struct stat now;
    return in->end > 0 && fstat(in->fd, &now) == 0 && now.st_size < in->end;
}

/* Refills the buffer unless at the end of the file. Returns false if an error was reported. */
static bool input_fill(struct compared_file *in, uint64_t *read)
{
    if (in->from < in->to)
        return true;
    ssize_t n = io_read(in->fd, in->piece, PIECE);
    if (n < 0) {
        diag_file(in->name, strerror(errno));
        return false;
    }
    if (n == 0 && is_cut_short(in)) {
        diag_file(in->name, "cut short while it was read");
        return false;
    }
    in->from = 0;
    in->to = (size_t)n;
    *read += (uint64_t)n;
    return true;
}

static struct alike_bytes compare_ends(struct compared_file *x, struct compared_file *y)
{
    struct alike_bytes result = {.good = true, .alike = true};
    if (x->left > 0 && y->left > 0 && x->left != y->left)
        result.alike = false;
    while (result.alike) {
        bool good_x = input_fill(x, &result.read), good_y = input_fill(y, &result.read);
        result.good = good_x && good_y;
        size_t n = x->to - x->from, m = y->to - y->from, both = n < m ? n : m;
        if (!result.good || (n == 0 && m == 0))
            break;
        result.alike = both > 0 && memcmp(x->piece + x->from, y->piece + y->from, both) == 0;
        x->from += both;
        y->from += both;
    }
    return result;
}

struct alike_bytes alike_bytes(const char *const names[2])
{
    struct compared_file x, y;
    bool good_x = input_open(&x, names[0]), good_y = input_open(&y, names[1]);
    struct alike_bytes result = {.good = false};
    if (good_x && good_y)
        result = compare_ends(&x, &y);
    input_close(&x);
    input_close(&y);
    return result;
}
