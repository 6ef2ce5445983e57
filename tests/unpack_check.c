#include "unpack_check.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "input/decompress.h"
#include "input/read_ahead.h"

/* A fake input in memory, read in pieces. */
struct input {
    const unsigned char *bytes;
    size_t n, at;
    size_t piece; /* maximum bytes per read */
};

struct text {
    unsigned char *bytes;
    size_t n;
    const char *reason;
    int errnum;
};

static ssize_t read_piece(void *from, unsigned char *to, size_t size)
{
    struct input *in = from;
    size_t left = in->n - in->at, n = left < size ? left : size;
    n = n < in->piece ? n : in->piece;
    memcpy(to, in->bytes + in->at, n);
    in->at += n;
    return (ssize_t)n;
}

static void go_back(void *from, uint64_t position)
{
    struct input *in = from;
    in->at = (size_t)position;
}

/* Decompresses up to `most` bytes, in calls for `size` bytes. `threads` > 0: reads ahead with these
 * threads. */
static struct text decompress_all(struct input *in, size_t size, size_t most, bool waits,
                                  unsigned threads)
{
    struct text t = {.bytes = xmalloc(most + 1)};
    struct decompress *u = decompress_open();
    struct read_ahead *a = threads > 0 ? read_ahead_open(threads) : NULL;
    ssize_t n = 1;
    if (u == NULL || (threads > 0 && a == NULL))
        abort();
    decompress_begin(u, read_piece, in, waits);
    if (a != NULL)
        read_ahead_begin(a, u, go_back, in);
    while (n > 0 && t.n < most) {
        size_t want = size < most - t.n ? size : most - t.n;
        n = a != NULL ? read_ahead_read(a, t.bytes + t.n, want)
                      : decompress_read(u, t.bytes + t.n, want);
        t.n += n > 0 ? (size_t)n : 0;
    }
    t.errnum = n < 0 ? errno : 0;
    if (a != NULL)
        read_ahead_end(a);
    t.reason = n < 0 ? decompress_reason(u) : NULL;
    read_ahead_close(a);
    decompress_close(u);
    return t;
}

static void compare(const struct text *a, const struct text *b, const char *how)
{
    if (a->n == b->n && memcmp(a->bytes, b->bytes, a->n) == 0 && a->reason == b->reason &&
        a->errnum == b->errnum)
        return;
    (void)fprintf(stderr, "%s: %zu bytes, %s; at once: %zu bytes, %s\n", how, b->n,
                  b->reason != NULL ? b->reason : "no reason", a->n,
                  a->reason != NULL ? a->reason : "no reason");
    abort();
}

size_t unpack_check(const unsigned char *bytes, size_t n, size_t most, unsigned seed)
{
    static const size_t sizes[] = {1, 3, 17, 64, 1000, 4096, 100000, SIZE_MAX};
    enum {
        LONG = 2000 /* bytes: longer inputs may expand so much that small pieces are slow */
    };
    size_t few = n > LONG ? 4 : 0;
    size_t piece = sizes[few + seed % (8 - few)], size = sizes[few + seed / 8 % (8 - few)];
    struct input whole = {bytes, n, 0, SIZE_MAX}, pieces = {bytes, n, 0, piece},
                 waits = {bytes, n, 0, piece}, ahead = {bytes, n, 0, SIZE_MAX};
    read_ahead_block = seed / 192 % 2 == 0 ? READ_AHEAD_BLOCK : n > LONG ? 5000 : 1 + seed / 384;
    struct text first = decompress_all(&whole, SIZE_MAX, most, false, 0);
    struct text others[] = {decompress_all(&pieces, size, most, false, 0),
                            decompress_all(&waits, size, most, true, 0),
                            decompress_all(&ahead, SIZE_MAX, most, false, 1 + seed / 64 % 3)};
    static const char *const names[] = {"in pieces", "where reads wait", "ahead"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        compare(&first, &others[i], names[i]);
        free(others[i].bytes);
    }
    free(first.bytes);
    return first.n;
}
