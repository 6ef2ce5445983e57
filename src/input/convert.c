#include "input/convert.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "input/input_bytes.h"

enum {
    SMALL = 64, /* a caller with less room gets text by way of `made` */
};

static const char no_offsets[] = "its offsets cannot be computed in this encoding";

struct convert {
    const struct encoding *given, *encoding; /* `encoding`: NULL: the text is as it is */
    bool resolved;                           /* `encoding` and `mark` are known */
    size_t mark;
    iconv_t decoder;       /* (iconv_t)-1: none is open */
    struct input_bytes in; /* bytes that are not converted yet */

    unsigned char made[SMALL]; /* bytes [made_begin, made_end) of it are converted */
    size_t made_begin, made_end;
};

struct convert *convert_open(void)
{
    struct convert *u = xcalloc(1, sizeof *u);
    u->decoder = (iconv_t)-1;
    if (!input_bytes_open(&u->in))
        die_out_of_memory();
    return u;
}

static void close_decoder(struct convert *u)
{
    if (u->decoder != (iconv_t)-1)
        (void)iconv_close(u->decoder);
    u->decoder = (iconv_t)-1;
}

void convert_close(struct convert *u)
{
    if (u == NULL)
        return;
    close_decoder(u);
    input_bytes_close(&u->in);
    free(u);
}

void convert_begin(struct convert *u, const struct encoding *e,
                   ssize_t (*read)(void *from, unsigned char *to, size_t n), void *from)
{
    u->given = e;
    u->encoding = NULL;
    u->resolved = false;
    u->made_begin = u->made_end = u->mark = 0;
    input_bytes_begin(&u->in, read, from, false);
}

/* Drops the unconverted bytes, because of an error. */
static void end_text(struct convert *u, int errnum, const char *reason)
{
    input_bytes_use(&u->in, u->in.left);
    u->in.ended = u->in.failed = true;
    u->in.errnum = errnum;
    u->in.reason = reason;
}

/* Finds the encoding by the first bytes. Returns false, with errno EAGAIN, if they have not all
 * come yet. */
static bool resolve(struct convert *u)
{
    while (!u->in.ended && encoding_may_mark(u->given, u->in.at, u->in.left))
        if (!input_bytes_fill(&u->in) && !u->in.ended)
            return false;
    u->encoding = encoding_resolve(u->given, u->in.at, u->in.left, &u->mark);
    input_bytes_use(&u->in, u->mark);
    u->resolved = true;
    close_decoder(u);
    if (u->encoding == NULL)
        return true;
    u->decoder = iconv_open("UTF-8", u->encoding->name);
    if (u->decoder == (iconv_t)-1)
        end_text(u, errno, NULL);
    return true;
}

/* Replaces the unit at which decoding failed. Returns the bytes written. */
static size_t replace_unit(struct convert *u, unsigned char *to)
{
    size_t unit = encoding_unit(u->encoding);
    input_bytes_use(&u->in, unit < u->in.left ? unit : u->in.left);
    return utf8_encode(ENCODING_REPLACEMENT, to);
}

enum { UNITS = 8 };

/* Converts UNITS units of UTF-16 that are ASCII. Returns false if some are not. */
static inline bool convert_ascii(const unsigned char *from, bool swaps, unsigned char *to)
{
    typedef uint16_t units __attribute__((vector_size(2 * UNITS)));
    typedef uint64_t words __attribute__((vector_size(2 * UNITS)));
    typedef uint8_t bytes __attribute__((vector_size(UNITS)));
    units x;
    memcpy(&x, from, sizeof x);
    x = swaps ? x << 8 | x >> 8 : x;
    words beyond = (words)(x & 0xff80);
    if ((beyond[0] | beyond[1]) != 0)
        return false;
    bytes ascii = __builtin_convertvector(x, bytes);
    memcpy(to, &ascii, sizeof ascii);
    return true;
}

/* Converts units of UTF-16 up to the first surrogate, which is left to iconv(3). Returns the bytes
 * written. */
static size_t convert_units(struct convert *u, unsigned char *to, size_t size)
{
    bool little = u->encoding->kind == ENCODING_UTF16LE,
         swaps = little != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    size_t made = 0;
    while (u->in.left >= 2 && size - made >= UNITS) {
        const unsigned char *from = u->in.at;
        uint32_t c = little ? from[0] | (uint32_t)from[1] << 8 : from[1] | (uint32_t)from[0] << 8;
        if (c < 0x80 && u->in.left >= 2 * UNITS && convert_ascii(from, swaps, to + made)) {
            input_bytes_use(&u->in, 2 * UNITS);
            made += UNITS;
            continue;
        }
        if (c >> 11 == 0xd800 >> 11)
            break;
        made += utf8_encode(c, to + made);
        input_bytes_use(&u->in, 2);
    }
    return made;
}

/* Converts buffered bytes into `to`, which has room for SMALL bytes or more. Returns the bytes
 * written; 0 if more bytes are needed, or the text has ended. */
static size_t convert_some(struct convert *u, unsigned char *to, size_t size)
{
    size_t made = 0;
    bool units = u->encoding->kind == ENCODING_UTF16LE || u->encoding->kind == ENCODING_UTF16BE;
    while (u->in.left > 0 && size - made >= UTF8_LONGEST) {
        if (units)
            made += convert_units(u, to + made, size - made);
        char *in = (char *)u->in.at, *out = (char *)to + made;
        size_t left = u->in.left, room = size - made;
        bool good = iconv(u->decoder, &in, &left, &out, &room) != (size_t)-1;
        int why = good ? 0 : errno;
        input_bytes_use(&u->in, u->in.left - left);
        made = size - room;
        if (why == E2BIG || (why == EINVAL && !u->in.ended))
            break;
        if (!good && size - made >= UTF8_LONGEST)
            made += replace_unit(u, to + made);
    }
    return made;
}

/* As convert_some(), and checks that offsets can be computed. */
static size_t convert_checked(struct convert *u, unsigned char *to, size_t size)
{
    size_t left = u->in.left, made = convert_some(u, to, size);
    if (u->encoding->kind != ENCODING_MIXED ||
        encoding_length(u->encoding, to, made) == left - u->in.left)
        return made;
    end_text(u, 0, no_offsets);
    return 0;
}

/* Returns text that needs no reading. */
static size_t take_text(struct convert *u, unsigned char *to, size_t size)
{
    if (u->encoding == NULL)
        return input_bytes_take(&u->in, to, size);
    if (u->made_begin == u->made_end && size >= SMALL)
        return convert_checked(u, to, size);
    if (u->made_begin == u->made_end) {
        u->made_begin = 0;
        u->made_end = convert_checked(u, u->made, SMALL);
    }
    size_t left = u->made_end - u->made_begin, n = left < size ? left : size;
    memcpy(to, u->made + u->made_begin, n);
    u->made_begin += n;
    return n;
}

ssize_t convert_read(struct convert *u, unsigned char *to, size_t size)
{
    if (!u->resolved && !resolve(u))
        return -1;
    for (;;) {
        size_t n = take_text(u, to, size);
        if (n > 0)
            return (ssize_t)n;
        if (u->in.ended)
            break;
        if (u->encoding == NULL)
            return u->in.read(u->in.from, to, size);
        if (!input_bytes_fill(&u->in) && !u->in.ended)
            return -1;
    }
    errno = u->in.errnum;
    return u->in.failed ? -1 : 0;
}

const char *convert_reason(const struct convert *u)
{
    return u->in.reason;
}

bool convert_ready(const struct convert *u)
{
    return u->made_begin < u->made_end || u->in.ended ||
           u->in.left >= (u->encoding != NULL ? UTF8_LONGEST : 1);
}

const struct encoding *convert_encoding(const struct convert *u, size_t *mark)
{
    *mark = u->mark;
    return u->encoding;
}
