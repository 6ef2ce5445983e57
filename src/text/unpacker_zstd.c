/*
 * unpacker_zstd.c - zstd, by its library. A member is a frame, or one that is to be skipped.
 *
 * Where the library has all of a frame at once, it makes nothing of one that is damaged, and else
 * what comes before that. What is searched must not depend on that. So it is shown the beginning of
 * a frame alone first.
 */
#include <stdint.h>
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "text/unpacker.h"

enum {
    HEAD_MOST = 18, /* bytes before the first block of a frame */
    BEGINNING = 5,  /* fewer bytes than any frame has */
};

struct state {
    ZSTD_DCtx *context;
    size_t seen; /* bytes of the member, of the first BEGINNING */
};

static void *zstd_open(void)
{
    struct state *s = calloc(1, sizeof *s);
    if (s != NULL && (s->context = ZSTD_createDCtx()) == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

static void zstd_close(void *state)
{
    struct state *s = state;
    (void)ZSTD_freeDCtx(s->context);
    free(s);
}

static bool zstd_begin(void *state, enum packing packing)
{
    struct state *s = state;
    (void)packing;
    s->seen = 0;
    return !ZSTD_isError(ZSTD_DCtx_reset(s->context, ZSTD_reset_session_only));
}

/* As ZSTD_decompressStream(), of what there is of `in`. */
static size_t unpack_some(struct state *s, struct packed *in, ZSTD_outBuffer *out)
{
    size_t beginning = BEGINNING - s->seen;
    size_t n = s->seen < BEGINNING && in->left > beginning ? beginning : in->left;
    ZSTD_inBuffer some = {in->at, n, 0};
    size_t result = ZSTD_decompressStream(s->context, out, &some);
    packed_use(in, some.pos);
    s->seen += s->seen < BEGINNING ? some.pos : 0;
    return result;
}

static enum unpacked failed(struct packed *in, size_t result)
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

static enum unpacked zstd_read(void *state, struct packed *in, unsigned char *to, size_t size,
                               size_t *made)
{
    ZSTD_outBuffer out = {to, size, 0};
    for (;;) {
        size_t result = unpack_some(state, in, &out);
        *made = out.pos;
        if (ZSTD_isError(result))
            return failed(in, result);
        if (result == 0)
            return UNPACKED_END;
        if (out.pos == size || (out.pos > 0 && in->waits && in->left == 0))
            return UNPACKED_MORE;
        if (in->left == 0 && !packed_fill(in))
            return UNPACKED_CUT;
    }
}

/* A frame may say how much text it has; how long it is, is seen when all of it is there. */
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
    .packings = PACKING_BIT(PACKING_ZSTD),
    .open = zstd_open,
    .close = zstd_close,
    .begin = zstd_begin,
    .read = zstd_read,
    .whole = zstd_whole,
};
