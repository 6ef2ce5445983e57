/*
 * unpacker_zstd.c - zstd, by its library. A member is a frame, or a skippable frame.
 *
 * If a frame is damaged, the searched text must not depend on how much of the frame is buffered,
 * nor on how much text is asked for. But the library returns nothing if it gets the whole frame at
 * once, and on failure does not report how much text it wrote in that step. So each call gets
 * exactly the bytes that the library needs next, at most a block; and none as long as the library
 * has text left.
 */
#include <stdint.h>
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "input/unpacker.h"

enum {
    HEAD_MOST = 18,               /* most bytes before the first block of a frame */
    BEGINNING = 5,                /* the smallest frame has more bytes */
    BLOCK_HEAD = 3,               /* bytes before a block */
    WANTED_MOST = (1 << 17) + 64, /* most bytes that a block needs */
};

struct zstd_state {
    ZSTD_DCtx *context;
    size_t wanted; /* bytes that the library needs next */
    bool full;     /* the output was full: the library may have text left */
};

static void *zstd_open(void)
{
    struct zstd_state *s = calloc(1, sizeof *s);
    if (s != NULL && (s->context = ZSTD_createDCtx()) == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

static void zstd_close(void *state)
{
    struct zstd_state *s = state;
    (void)ZSTD_freeDCtx(s->context);
    free(s);
}

static bool zstd_begin(void *state, enum compression_format packing)
{
    struct zstd_state *s = state;
    (void)packing;
    s->wanted = BEGINNING;
    s->full = false;
    return !ZSTD_isError(ZSTD_DCtx_reset(s->context, ZSTD_reset_session_only));
}

/* As ZSTD_decompressStream(), of the next `wanted` bytes of `in`. The library returns how many
 * bytes it needs next, including those before the next block. */
static size_t unpack_some(struct zstd_state *s, struct input_bytes *in, ZSTD_outBuffer *out)
{
    size_t n = in->left < s->wanted ? in->left : s->wanted;
    ZSTD_inBuffer some = {in->at, s->full ? 0 : n, 0};
    size_t result = ZSTD_decompressStream(s->context, out, &some);
    input_bytes_use(in, some.pos);
    s->wanted = result > BLOCK_HEAD ? result - BLOCK_HEAD : result;
    s->wanted = s->wanted < WANTED_MOST ? s->wanted : WANTED_MOST;
    s->full = out->pos == out->size;
    return result;
}

static enum unpacked frame_failed(struct input_bytes *in, size_t result)
{
    ZSTD_ErrorCode code = ZSTD_getErrorCode(result);
    if (code == ZSTD_error_memory_allocation)
        return UNPACKED_MEMORY;
    if (code == ZSTD_error_frameParameter_windowTooLarge)
        in->reason = "zstd: the data needs a window of more than 128 MiB";
    if (code == ZSTD_error_dictionary_wrong)
        in->reason = "zstd: the data needs a dictionary";
    return UNPACKED_DAMAGED;
}

static enum unpacked zstd_read(void *state, struct input_bytes *in, unsigned char *to, size_t size,
                               size_t *made)
{
    struct zstd_state *s = state;
    ZSTD_outBuffer out = {to, size, 0};
    for (;;) {
        *made = out.pos;
        if (!s->full && in->left < s->wanted && out.pos > 0 && in->waits)
            return UNPACKED_MORE;
        while (!s->full && in->left < s->wanted && input_bytes_fill(in))
            ;
        if (!s->full && in->left == 0)
            return UNPACKED_CUT;
        size_t result = unpack_some(s, in, &out);
        *made = out.pos;
        if (ZSTD_isError(result))
            return frame_failed(in, result);
        if (result == 0)
            return UNPACKED_END;
        if (out.pos == size)
            return UNPACKED_MORE;
    }
}

/* A frame may state the length of its text; its own length is known once it is complete. */
static enum whole zstd_whole(const unsigned char *p, size_t n, size_t *length, size_t *text)
{
    unsigned long long size = ZSTD_getFrameContentSize(p, n);
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size > SIZE_MAX)
        return WHOLE_NO;
    if (size == ZSTD_CONTENTSIZE_ERROR)
        return n < HEAD_MOST ? WHOLE_MORE : WHOLE_NO;
    *length = ZSTD_findFrameCompressedSize(p, n);
    *text = (size_t)size;
    return ZSTD_isError(*length) ? WHOLE_MORE : WHOLE_YES;
}

const struct unpacker unpacker_zstd = {
    .packings = PACKING_BIT(COMPRESSION_FORMAT_ZSTD),
    .open = zstd_open,
    .close = zstd_close,
    .begin = zstd_begin,
    .read = zstd_read,
    .whole = zstd_whole,
};
