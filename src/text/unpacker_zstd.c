/* unpacker_zstd.c - zstd, by its library. A member is a frame, or one that is to be skipped. */
#include <stdint.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "text/unpacker.h"

enum { HEAD_MOST = 18 /* bytes before the first block of a frame */ };

static void *zstd_open(void)
{
    return ZSTD_createDCtx();
}

static void zstd_close(void *state)
{
    (void)ZSTD_freeDCtx(state);
}

static bool zstd_begin(void *state, enum packing packing)
{
    (void)packing;
    return !ZSTD_isError(ZSTD_DCtx_reset(state, ZSTD_reset_session_only));
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
        ZSTD_inBuffer some = {in->at, in->left, 0};
        size_t result = ZSTD_decompressStream(state, &out, &some);
        packed_use(in, some.pos);
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
