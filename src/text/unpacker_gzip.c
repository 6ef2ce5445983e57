/* unpacker_gzip.c - gzip, by ISA-L. */
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#include "text/unpacker.h"

enum { MOST = 1 << 30 /* bytes that it is asked for at once */ };

static void *gzip_open(void)
{
    return malloc(sizeof(struct inflate_state));
}

static bool gzip_begin(void *state, enum packing packing)
{
    struct inflate_state *s = state;
    (void)packing;
    isal_inflate_init(s);
    s->crc_flag = ISAL_GZIP; /* it reads the header, and checks the sum in the end */
    return true;
}

/* Inflates what there is of `in`. */
static int inflate_some(struct inflate_state *s, struct packed *in)
{
    s->next_in = (unsigned char *)in->at;
    s->avail_in = (uint32_t)in->left;
    int result = isal_inflate(s);
    packed_use(in, in->left - s->avail_in);
    return result;
}

static enum unpacked gzip_read(void *state, struct packed *in, unsigned char *to, size_t size,
                               size_t *made)
{
    struct inflate_state *s = state;
    size_t most = size < MOST ? size : MOST;
    s->next_out = to;
    s->avail_out = (uint32_t)most;
    for (;;) {
        int result = inflate_some(s, in);
        *made = most - s->avail_out;
        if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT && result != ISAL_OUT_OVERFLOW)
            return UNPACKED_DAMAGED;
        if (s->block_state == ISAL_BLOCK_FINISH)
            return UNPACKED_END;
        if (s->avail_out == 0 || (*made > 0 && in->waits && in->left == 0))
            return UNPACKED_MORE;
        if (in->left == 0 && !packed_fill(in))
            return UNPACKED_CUT;
    }
}

static size_t little_endian(const unsigned char *p, unsigned bytes)
{
    size_t n = 0;
    while (bytes-- > 0)
        n = n << 8 | p[bytes];
    return n;
}

/* bgzip says in an extra field how long a member is, less one; each ends with the size of its text.
 */
static enum whole gzip_whole(const unsigned char *p, size_t n, size_t *length, size_t *text)
{
    static const unsigned char head[] = {0x1f, 0x8b, 8, 4}, field[] = {6, 0, 'B', 'C', 2, 0};
    enum { FIELD = 10, SIZE = 16, HEAD = 18, SIZE_OF_TEXT = 4 };
    if (n < HEAD)
        return WHOLE_MORE;
    if (memcmp(p, head, sizeof head) != 0 || memcmp(p + FIELD, field, sizeof field) != 0)
        return WHOLE_NO;
    *length = little_endian(p + SIZE, 2) + 1;
    if (*length < HEAD + SIZE_OF_TEXT)
        return WHOLE_NO;
    if (n < *length)
        return WHOLE_MORE;
    *text = little_endian(p + *length - SIZE_OF_TEXT, SIZE_OF_TEXT);
    return WHOLE_YES;
}

const struct unpacker unpacker_gzip = {
    .packings = PACKING_BIT(PACKING_GZIP),
    .open = gzip_open,
    .close = free,
    .begin = gzip_begin,
    .read = gzip_read,
    .whole = gzip_whole,
};
