/*
 * unpacker_gzip.c - gzip, by ISA-L.
 *
 * Where the data is damaged, the library has made some bytes too many if it had much to read at
 * once. What is searched must not depend on that. So it then does the last step anew, with one byte
 * after the other.
 *
 * The library is loaded when it is needed, so that edgrep runs where it is not.
 */
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/dynlib.h"
#include "text/unpacker.h"

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
static struct dynlib late = DYNLIB("libisal.so.2", functions);

enum { MOST = 1 << 30 /* bytes that it is asked for at once */ };

struct state {
    struct inflate_state inflate;
    struct inflate_state before; /* the last step */
    struct isal_gzip_header header;
    bool loaded;
    bool in_header;
    bool damaged; /* it goes on no further */
};

static void *gzip_open(void)
{
    return malloc(sizeof(struct state));
}

static bool gzip_begin(void *state, enum compression_format packing)
{
    struct state *s = state;
    enum dynlib_result result = dynlib_load(&late);
    (void)packing;
    s->loaded = result == DYNLIB_LOADED;
    if (!s->loaded)
        return result != DYNLIB_MEMORY;
    library.isal_inflate_init(&s->inflate);
    s->inflate.crc_flag = ISAL_GZIP_NO_HDR_VER; /* it checks the sum in the end */
    library.isal_gzip_header_init(&s->header);
    s->in_header = true;
    s->damaged = false;
    return true;
}

/* Inflates the next n bytes; whether that went well. Where it did not, the library does not say how
 * many of them it has used. */
static bool inflate_bytes(struct inflate_state *s, struct compressed_bytes *in, size_t n)
{
    s->next_in = (unsigned char *)in->at;
    s->avail_in = (uint32_t)n;
    int result = library.isal_inflate(s);
    if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT && result != ISAL_OUT_OVERFLOW)
        return false;
    compressed_bytes_use(in, n - s->avail_in);
    return true;
}

/* Inflates what there is of `in`; whether that went well. */
static bool inflate_some(struct state *s, struct compressed_bytes *in)
{
    struct compressed_bytes begin = *in;
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

/* Where the data is damaged, some text before that lies in a buffer of the library, if there was no
 * room for it. */
static enum unpacked take_rest(struct state *s, unsigned char *to, size_t size, size_t *made)
{
    struct inflate_state *i = &s->inflate;
    size_t rest = (size_t)(i->tmp_out_valid - i->tmp_out_processed), n = rest < size ? rest : size;
    memcpy(to, i->tmp_out_buffer + i->tmp_out_processed, n);
    i->tmp_out_processed += (int32_t)n;
    s->damaged = true;
    *made += n;
    return n < rest ? UNPACKED_MORE : UNPACKED_DAMAGED;
}

/* The header, which may come in pieces. UNPACKED_END: it has ended. */
static enum unpacked read_header(struct state *s, struct compressed_bytes *in)
{
    struct inflate_state *i = &s->inflate;
    do {
        i->next_in = (unsigned char *)in->at;
        i->avail_in = (uint32_t)in->left;
        int result = library.isal_read_gzip_header(i, &s->header);
        compressed_bytes_use(in, in->left - i->avail_in);
        if (result == ISAL_DECOMP_OK) {
            s->in_header = false;
            return UNPACKED_END;
        }
        if (result != ISAL_END_INPUT)
            return UNPACKED_DAMAGED;
    } while (compressed_bytes_fill(in));
    return UNPACKED_CUT;
}

static enum unpacked gzip_read(void *state, struct compressed_bytes *in, unsigned char *to,
                               size_t size, size_t *made)
{
    struct state *s = state;
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
    for (;;) {
        bool good = !s->damaged && inflate_some(s, in);
        *made = most - i->avail_out;
        if (!good)
            return take_rest(s, to + *made, most - *made, made);
        if (i->block_state == ISAL_BLOCK_FINISH)
            return UNPACKED_END;
        if (i->avail_out == 0 || (*made > 0 && in->waits && in->left == 0))
            return UNPACKED_MORE;
        if (in->left == 0 && !compressed_bytes_fill(in))
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
    .packings = PACKING_BIT(COMPRESSION_FORMAT_GZIP),
    .open = gzip_open,
    .close = free,
    .begin = gzip_begin,
    .read = gzip_read,
    .whole = gzip_whole,
};
