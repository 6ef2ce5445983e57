#include "input/convert.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"

enum {
    BUFFER = 1 << 16, /* bytes of text as read */
    SMALL = 64,       /* a caller with less room gets text by way of `made` */
};

static const char no_offsets[] = "its offsets cannot be computed in this encoding";

struct convert {
    const struct encoding *given, *encoding; /* `encoding`: NULL: the text is as it is */
    bool resolved;                           /* `encoding` and `mark` are known */
    size_t mark;
    iconv_t decoder; /* (iconv_t)-1: none is open */
    ssize_t (*read)(void *from, unsigned char *to, size_t n);
    void *from;

    unsigned char *buffer; /* bytes [begin, end) of it are not converted yet */
    size_t begin, end;
    bool ended;   /* all bytes were read */
    ssize_t last; /* the result of the last read: 0 or -1 if `ended` */
    int errnum;   /* of that result */
    const char *reason;

    unsigned char made[SMALL]; /* bytes [made_begin, made_end) of it are converted */
    size_t made_begin, made_end;
};

struct convert *convert_open(void)
{
    struct convert *u = xcalloc(1, sizeof *u);
    u->decoder = (iconv_t)-1;
    u->buffer = xmalloc(BUFFER);
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
    free(u->buffer);
    free(u);
}

void convert_begin(struct convert *u, const struct encoding *e,
                   ssize_t (*read)(void *from, unsigned char *to, size_t n), void *from)
{
    u->given = e;
    u->encoding = NULL;
    u->resolved = u->ended = false;
    u->read = read;
    u->from = from;
    u->begin = u->end = u->made_begin = u->made_end = u->mark = 0;
    u->last = 0;
    u->errnum = 0;
    u->reason = NULL;
}

static void end_text(struct convert *u, ssize_t last, int errnum, const char *reason)
{
    u->ended = true;
    u->last = last;
    u->errnum = errnum;
    u->reason = reason;
}

/* Reads more bytes behind the unconverted ones. Returns false, and sets errno to EAGAIN, if there
 * are none at present. */
static bool read_unconverted(struct convert *u)
{
    memmove(u->buffer, u->buffer + u->begin, u->end - u->begin);
    u->end -= u->begin;
    u->begin = 0;
    ssize_t n = u->read(u->from, u->buffer + u->end, BUFFER - u->end);
    if (n < 0 && errno == EAGAIN)
        return false;
    if (n > 0)
        u->end += (size_t)n;
    else
        end_text(u, n, n < 0 ? errno : 0, NULL);
    return true;
}

/* Finds the encoding by the first bytes. Returns false as read_unconverted() does. */
static bool resolve(struct convert *u)
{
    while (!u->ended && encoding_may_mark(u->given, u->buffer, u->end))
        if (!read_unconverted(u))
            return false;
    u->encoding = encoding_resolve(u->given, u->buffer, u->end, &u->mark);
    u->begin = u->mark;
    u->resolved = true;
    close_decoder(u);
    if (u->encoding == NULL)
        return true;
    u->decoder = iconv_open("UTF-8", u->encoding->name);
    if (u->decoder == (iconv_t)-1) {
        u->begin = u->end = 0;
        end_text(u, -1, errno, NULL);
    }
    return true;
}

/* Replaces the unit at which decoding failed. Returns the bytes written. */
static size_t replace_unit(struct convert *u, unsigned char *to)
{
    size_t unit = encoding_unit(u->encoding), left = u->end - u->begin;
    u->begin += unit < left ? unit : left;
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
    while (u->end - u->begin >= 2 && size - made >= UNITS) {
        const unsigned char *from = u->buffer + u->begin;
        uint32_t c = little ? from[0] | (uint32_t)from[1] << 8 : from[1] | (uint32_t)from[0] << 8;
        if (c < 0x80 && u->end - u->begin >= 2 * UNITS && convert_ascii(from, swaps, to + made)) {
            u->begin += 2 * UNITS;
            made += UNITS;
            continue;
        }
        if (c >> 11 == 0xd800 >> 11)
            break;
        made += utf8_encode(c, to + made);
        u->begin += 2;
    }
    return made;
}

/* Converts buffered bytes into `to`, which has room for SMALL bytes or more. Returns the bytes
 * written; 0 if more bytes are needed, or the text has ended. */
static size_t convert_some(struct convert *u, unsigned char *to, size_t size)
{
    size_t made = 0;
    bool units = u->encoding->kind == ENCODING_UTF16LE || u->encoding->kind == ENCODING_UTF16BE;
    while (u->begin < u->end && size - made >= UTF8_LONGEST) {
        if (units)
            made += convert_units(u, to + made, size - made);
        char *in = (char *)u->buffer + u->begin, *out = (char *)to + made;
        size_t left = u->end - u->begin, room = size - made;
        bool good = iconv(u->decoder, &in, &left, &out, &room) != (size_t)-1;
        int why = good ? 0 : errno;
        u->begin = u->end - left;
        made = size - room;
        if (why == E2BIG || (why == EINVAL && !u->ended))
            break;
        if (!good && size - made >= UTF8_LONGEST)
            made += replace_unit(u, to + made);
    }
    return made;
}

/* As convert_some(), and checks that offsets can be computed. */
static size_t convert_checked(struct convert *u, unsigned char *to, size_t size)
{
    size_t begin = u->end - u->begin, made = convert_some(u, to, size);
    if (u->encoding->kind != ENCODING_MIXED ||
        encoding_length(u->encoding, to, made) == begin - (u->end - u->begin))
        return made;
    u->begin = u->end = 0;
    end_text(u, -1, 0, no_offsets);
    return 0;
}

static size_t copy_bytes(unsigned char *to, size_t size, const unsigned char *from, size_t *begin,
                         size_t end)
{
    size_t n = end - *begin < size ? end - *begin : size;
    memcpy(to, from + *begin, n);
    *begin += n;
    return n;
}

/* Returns text that needs no reading. */
static size_t take_text(struct convert *u, unsigned char *to, size_t size)
{
    if (u->encoding == NULL)
        return copy_bytes(to, size, u->buffer, &u->begin, u->end);
    if (u->made_begin == u->made_end && size >= SMALL)
        return convert_checked(u, to, size);
    if (u->made_begin == u->made_end) {
        u->made_begin = 0;
        u->made_end = convert_checked(u, u->made, SMALL);
    }
    return copy_bytes(to, size, u->made, &u->made_begin, u->made_end);
}

ssize_t convert_read(struct convert *u, unsigned char *to, size_t size)
{
    if (!u->resolved && !resolve(u))
        return -1;
    for (;;) {
        size_t n = take_text(u, to, size);
        if (n > 0)
            return (ssize_t)n;
        if (u->ended)
            break;
        if (u->encoding == NULL)
            return u->read(u->from, to, size);
        if (!read_unconverted(u))
            return -1;
    }
    errno = u->errnum;
    return u->last;
}

const char *convert_reason(const struct convert *u)
{
    return u->reason;
}

bool convert_ready(const struct convert *u)
{
    return u->made_begin < u->made_end || u->ended ||
           u->end - u->begin >= (u->encoding != NULL ? UTF8_LONGEST : 1);
}

const struct encoding *convert_encoding(const struct convert *u, size_t *mark)
{
    *mark = u->mark;
    return u->encoding;
}
