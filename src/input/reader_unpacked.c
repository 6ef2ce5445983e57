/*
 * reader_unpacked.c - decompresses compressed inputs (--decompress), and reads others as they are.
 *
 * The format of a regular file is known from its first bytes. Threads may decompress it ahead,
 * since reading it never blocks.
 */
#include <assert.h>
#include <stdlib.h>

#include "input/decompress.h"
#include "input/read_ahead.h"
#include "input/reader.h"

struct reader_state {
    struct reader_state *plain; /* reads the bytes; reader_plain.c's state, not this struct */
    struct decompress *unpacking;
    struct read_ahead *ahead; /* NULL: without threads */
    const struct input_file *file;
    bool as_it_is;  /* the input is not compressed */
    bool ahead_now; /* `ahead` reads the current file */
};

static void unpacked_end(struct reader_state *r)
{
    if (r->ahead_now)
        read_ahead_end(r->ahead);
    r->ahead_now = false;
}

static void unpacked_close(struct reader_state *r)
{
    unpacked_end(r);
    read_ahead_close(r->ahead);
    decompress_close(r->unpacking);
    if (r->plain != NULL)
        reader_plain.close(r->plain);
    free(r);
}

static struct reader_state *unpacked_open(struct helpers *helpers, int wake)
{
    struct reader_state *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->plain = reader_plain.open(helpers, wake);
    r->unpacking = decompress_open();
    if (helpers != NULL)
        r->ahead = read_ahead_open(helpers_threads(helpers));
    if (r->plain != NULL && r->unpacking != NULL && (helpers == NULL || r->ahead != NULL))
        return r;
    unpacked_close(r);
    return NULL;
}

static ssize_t read_packed(void *from, unsigned char *to, size_t size)
{
    struct reader_state *r = from;
    bool ascii;
    return reader_plain.read(r->plain, to, size, &ascii);
}

static void go_back(void *from, uint64_t position)
{
    struct reader_state *r = from;
    reader_plain.begin(r->plain, r->file, position, UINT64_MAX);
}

static void unpacked_begin(struct reader_state *r, const struct input_file *file, uint64_t from,
                           uint64_t to)
{
    unpacked_end(r);
    r->file = file;
    r->as_it_is = file->regular && file->packing == COMPRESSION_FORMAT_NONE;
    reader_plain.begin(r->plain, file, from, to);
    if (r->as_it_is)
        return;
    assert(!file->regular || from == 0);
    decompress_begin(r->unpacking, read_packed, r, !file->regular);
    r->ahead_now = file->regular && r->ahead != NULL;
    if (r->ahead_now)
        read_ahead_begin(r->ahead, r->unpacking, go_back, r);
}

static ssize_t unpacked_read(struct reader_state *r, unsigned char *to, size_t size, bool *ascii)
{
    if (r->as_it_is)
        return reader_plain.read(r->plain, to, size, ascii);
    *ascii = false;
    return r->ahead_now ? read_ahead_read(r->ahead, to, size)
                        : decompress_read(r->unpacking, to, size);
}

static bool unpacked_ready(const struct reader_state *r)
{
    return (!r->as_it_is && !r->ahead_now && decompress_ready(r->unpacking)) ||
           reader_plain.ready(r->plain);
}

static const char *unpacked_reason(const struct reader_state *r)
{
    return r->as_it_is ? NULL : decompress_reason(r->unpacking);
}

static uint64_t unpacked_packed(const struct reader_state *r)
{
    return r->as_it_is ? 0 : decompress_length(r->unpacking);
}

const struct reader reader_unpacked = {
    .open = unpacked_open,
    .close = unpacked_close,
    .begin = unpacked_begin,
    .end = unpacked_end,
    .read = unpacked_read,
    .ready = unpacked_ready,
    .reason = unpacked_reason,
    .packed = unpacked_packed,
};
