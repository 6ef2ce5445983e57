/*
 * unpacker_gzip.c - gzip, by ISA-L.
 *
 * If data is damaged, the library has written some bytes too many, depending on how much it had to
 * read at once. The searched text must not depend on that, so the last step is repeated byte by
 * byte. If data is truncated, the library has written up to two bytes too few, since it decodes up
 * to three symbols at once. These are found by padding.
 *
 * The library is loaded when first needed, so that edgrep runs without it.
 */
#include <isa-l/igzip_lib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/dynlib.h"
#include "input/unpacker.h"

/* Its functions. */
#define FUNCTIONS(F)                                                                               \
    F(isal_inflate)                                                                                \
    F(isal_inflate_init)                                                                           \
    F(isal_gzip_header_init)                                                                       \
    F(isal_read_gzip_header)

static struct {
    FUNCTIONS(DYNLIB_MEMBER)
} library;

static const struct dynlib_function functions[] = {FUNCTIONS(DYNLIB_ENTRY)};
static struct dynlib inflate_library = DYNLIB("libisal.so.2", functions);

enum {
    MOST = 1 << 30, /* most bytes that the library is asked for at once */
    LITERALS = 2,   /* most bytes that are missing if data is truncated */
    LONGEST = 15,   /* most bits of a literal */
    PADDING = 8     /* in bytes; more than any symbol has */
};

struct gzip_state {
    struct inflate_state inflate;
    struct inflate_state before; /* the state before the last step; also a copy for trying how the
                                    data may go on */
    struct isal_gzip_header header;
    bool loaded;
    bool in_header;
    enum unpacked end; /* UNPACKED_CUT, UNPACKED_DAMAGED: final; or UNPACKED_MORE */
};

static void *gzip_open(void)
{
    return malloc(sizeof(struct gzip_state));
}

static bool gzip_begin(void *state, enum compression_format packing)
{
    struct gzip_state *s = state;
    enum dynlib_result result = dynlib_load(&inflate_library);
    (void)packing;
    s->loaded = result == DYNLIB_LOADED;
    if (!s->loaded)
        return result != DYNLIB_MEMORY;
    library.isal_inflate_init(&s->inflate);
    s->inflate.crc_flag = ISAL_GZIP_NO_HDR_VER; /* it checks the sum in the end */
    library.isal_gzip_header_init(&s->header);
    s->in_header = true;
    s->end = UNPACKED_MORE;
    return true;
}

/* Inflates the next n bytes; returns whether that succeeded. On failure the library does not report
 * how many of them it used. */
static bool inflate_bytes(struct inflate_state *s, struct input_bytes *in, size_t n)
{
    s->next_in = (unsigned char *)in->at;
    s->avail_in = (uint32_t)n;
    int result = library.isal_inflate(s);
    if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT && result != ISAL_OUT_OVERFLOW)
        return false;
    input_bytes_use(in, n - s->avail_in);
    return true;
}

/* Inflates the buffered bytes of `in`; returns whether that succeeded. */
static bool inflate_some(struct gzip_state *s, struct input_bytes *in)
{
    struct input_bytes begin = *in;
    s->before = s->inflate;
    if (inflate_bytes(&s->inflate, in, in->left))
        return true;
    s->inflate = s->before;
    *in = begin;
    while (inflate_bytes(&s->inflate, in, in->left > 0))
        if (s->inflate.avail_out == 0 || in->left == 0)
            return true;
    return false;
}

/* Returns the literal encoded by the first `bits` of the remaining bits, or -1. It counts only if
 * the same literal results from zeros and from ones behind those bits (so the code is complete),
 * and it is no copy, which would depend on earlier text. */
static int literal_of(struct gzip_state *s, int32_t bits)
{
    struct inflate_state *i = &s->before;
    unsigned char padding[PADDING], literal = 0, first = 0;
    for (unsigned way = 0; way < 4; way++) {
        *i = s->inflate;
        for (size_t at = 0; way / 2 == 1 && at < sizeof i->tmp_out_buffer; at++)
            i->tmp_out_buffer[at] ^= UCHAR_MAX;
        memset(padding, way % 2 == 1 ? UCHAR_MAX : 0, sizeof padding);
        i->read_in &= (UINT64_C(1) << bits) - 1;
        i->read_in_length = bits;
        i->next_in = padding;
        i->avail_in = sizeof padding;
        i->next_out = way == 0 ? &first : &literal;
        i->avail_out = 1;
        (void)library.isal_inflate(i);
        if (i->avail_out > 0 || (way > 0 && literal != first))
            return -1;
    }
    return literal;
}

/* At the end of truncated data: appends the literals that the library has not written to its
 * buffer. */
static void last_literals(struct gzip_state *s)
{
    struct inflate_state *i = &s->inflate;
    unsigned char made[LITERALS] = {0};
    size_t n = 0;
    while (i->block_state == ISAL_BLOCK_CODED && n < LITERALS) {
        int32_t most = i->read_in_length < LONGEST ? i->read_in_length : LONGEST, bits = 0;
        int literal = -1;
        while (literal < 0 && bits < most)
            literal = literal_of(s, ++bits);
        if (literal < 0)
            break;
        made[n++] = (unsigned char)literal;
        i->read_in >>= bits;
        i->read_in_length -= bits;
    }
    memcpy(i->tmp_out_buffer, made, n);
    i->tmp_out_processed = 0;
    i->tmp_out_valid = (int32_t)n;
}

/* Returns text that the library keeps in its buffer for lack of room. */
static enum unpacked take_rest(struct gzip_state *s, unsigned char *to, size_t size, size_t *made)
{
    struct inflate_state *i = &s->inflate;
    size_t rest = (size_t)(i->tmp_out_valid - i->tmp_out_processed), n = rest < size ? rest : size;
    memcpy(to, i->tmp_out_buffer + i->tmp_out_processed, n);
    i->tmp_out_processed += (int32_t)n;
    *made += n;
    return n < rest ? UNPACKED_MORE : s->end;
}

/* Reads the header, which may come in pieces. UNPACKED_END: it is complete. */
static enum unpacked read_header(struct gzip_state *s, struct input_bytes *in)
{
    struct inflate_state *i = &s->inflate;
    do {
        i->next_in = (unsigned char *)in->at;
        i->avail_in = (uint32_t)in->left;
        int result = library.isal_read_gzip_header(i, &s->header);
        input_bytes_use(in, in->left - i->avail_in);
        if (result == ISAL_DECOMP_OK) {
            s->in_header = false;
            return UNPACKED_END;
        }
        if (result != ISAL_END_INPUT)
            return UNPACKED_DAMAGED;
    } while (input_bytes_fill(in));
    return UNPACKED_CUT;
}

static enum unpacked gzip_read(void *state, struct input_bytes *in, unsigned char *to, size_t size,
                               size_t *made)
{
    struct gzip_state *s = state;
    struct inflate_state *i = &s->inflate;
    size_t most = size < MOST ? size : MOST;
    *made = 0;
    if (!s->loaded) {
        in->reason = compression_format_words(COMPRESSION_FORMAT_GZIP)->unloaded;
        return UNPACKED_DAMAGED;
    }
    if (s->in_header) {
        enum unpacked header = read_header(s, in);
        if (header != UNPACKED_END)
            return header;
    }
    i->next_out = to;
    i->avail_out = (uint32_t)most;
    while (s->end == UNPACKED_MORE) {
        bool good = inflate_some(s, in);
        *made = most - i->avail_out;
        if (!good)
            s->end = UNPACKED_DAMAGED;
        else if (i->block_state == ISAL_BLOCK_FINISH)
            return UNPACKED_END;
        else if (i->avail_out == 0 || (*made > 0 && in->waits && in->left == 0))
            return UNPACKED_MORE;
        else if (in->left == 0 && !input_bytes_fill(in)) {
            s->end = UNPACKED_CUT;
            last_literals(s);
        }
    }
    return take_rest(s, to + *made, most - *made, made);
}

static size_t little_endian(const unsigned char *p, unsigned bytes)
{
    size_t n = 0;
    while (bytes-- > 0)
        n = n << 8 | p[bytes];
    return n;
}

/* bgzip stores the length of a member, less one, in an extra field; each member ends with the
 * length of its text. */
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
    .packings = PACKING_BIT(COMPRESSION_FORMAT_GZIP),
    .open = gzip_open,
    .close = free,
    .begin = gzip_begin,
    .read = gzip_read,
    .whole = gzip_whole,
};
