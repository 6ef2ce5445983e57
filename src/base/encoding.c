#include "base/encoding.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/byte_mask.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum { BYTES = 256, SHIFTS = 0x80 /* bytes below this begin no character of several bytes */ };

static const struct encoding utf16le = {ENCODING_UTF16LE, "UTF-16LE", NULL},
                             utf16be = {ENCODING_UTF16BE, "UTF-16BE", NULL},
                             utf32le = {ENCODING_UTF32LE, "UTF-32LE", NULL},
                             utf32be = {ENCODING_UTF32BE, "UTF-32BE", NULL};

static const struct {
    const char *name;
    enum encoding_kind kind;
} names[] = {
    {"auto", ENCODING_AUTO},       {"UTF-8", ENCODING_UTF8},       {"UTF8", ENCODING_UTF8},
    {"UTF-16", ENCODING_UTF16},    {"UTF16", ENCODING_UTF16},      {"UTF-16LE", ENCODING_UTF16LE},
    {"UTF16LE", ENCODING_UTF16LE}, {"UTF-16BE", ENCODING_UTF16BE}, {"UTF16BE", ENCODING_UTF16BE},
    {"UTF-32", ENCODING_UTF32},    {"UTF32", ENCODING_UTF32},      {"UTF-32LE", ENCODING_UTF32LE},
    {"UTF32LE", ENCODING_UTF32LE}, {"UTF-32BE", ENCODING_UTF32BE}, {"UTF32BE", ENCODING_UTF32BE},
};

/* What iconv(3) makes of one byte at the beginning of a text. */
enum byte_kind { BYTE_CHARACTER, BYTE_BAD, BYTE_LEAD, BYTE_SHIFT };

static enum byte_kind probe(iconv_t decoder, unsigned char byte)
{
    char in[1] = {(char)byte}, out[64], *from = in, *to = out;
    size_t left = 1, room = sizeof out;
    (void)iconv(decoder, NULL, NULL, NULL, NULL);
    bool good = iconv(decoder, &from, &left, &to, &room) != (size_t)-1;
    if (!good)
        return errno == EINVAL ? BYTE_LEAD : BYTE_BAD;
    size_t made = sizeof out - room;
    uint32_t c;
    return made > 0 && utf8_decode((unsigned char *)out, made, &c) == made ? BYTE_CHARACTER
                                                                           : BYTE_SHIFT;
}

/* Sets the kind of an encoding that only iconv(3) knows. Returns NULL, or why it cannot be used. */
static const char *find_kind(struct encoding *e, iconv_t decoder)
{
    size_t counts[BYTE_SHIFT + 1] = {0};
    bool shifts = false;
    for (unsigned b = 0; b < BYTES; b++) {
        enum byte_kind kind = probe(decoder, (unsigned char)b);
        counts[kind]++;
        shifts = shifts || kind == BYTE_SHIFT || (kind == BYTE_LEAD && b < SHIFTS);
    }
    if (counts[BYTE_CHARACTER] == 0)
        return "its units are not bytes; UTF-16 and UTF-32 have names that are supported";
    if (shifts)
        return "an encoding with shift states is not supported; iconv(1) converts it";
    e->kind = counts[BYTE_LEAD] > 0 ? ENCODING_MIXED : ENCODING_BYTES;
    return NULL;
}

/* Sets the widths of all characters, by converting each to the encoding. */
static bool find_widths(struct encoding *e)
{
    iconv_t encoder = iconv_open(e->name, "UTF-8");
    if (encoder == (iconv_t)-1)
        return false;
    e->widths = xmalloc(ENCODING_WIDTHS);
    for (uint32_t c = 0; c < ENCODING_WIDTHS; c++) {
        unsigned char utf8[UTF8_LONGEST];
        char out[64], *from = (char *)utf8, *to = out;
        size_t left = utf8_encode(c, utf8), room = sizeof out;
        bool good = iconv(encoder, &from, &left, &to, &room) != (size_t)-1;
        if (good && to == out) /* a mark could follow */
            good = iconv(encoder, NULL, NULL, &to, &room) != (size_t)-1;
        e->widths[c] = good && c != ENCODING_REPLACEMENT ? (uint8_t)(sizeof out - room) : 1;
    }
    (void)iconv_close(encoder);
    return true;
}

const char *encoding_open(struct encoding *e, const char *name)
{
    static const char unknown[] = "unknown encoding; iconv -l lists them";
    encoding_close(e);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(name, names[i].name) == 0) {
            *e = (struct encoding){.kind = names[i].kind, .name = names[i].name};
            return NULL;
        }
    if (*name == '\0' || strchr(name, '/') != NULL)
        return unknown;
    iconv_t decoder = iconv_open("UTF-8", name);
    if (decoder == (iconv_t)-1)
        return unknown;
    e->name = name;
    const char *reason = find_kind(e, decoder);
    (void)iconv_close(decoder);
    if (reason == NULL && e->kind == ENCODING_MIXED && !find_widths(e))
        reason = unknown;
    return reason;
}

void encoding_close(struct encoding *e)
{
    free(e->widths);
    *e = (struct encoding){0};
}

size_t encoding_unit(const struct encoding *e)
{
    if (e->kind >= ENCODING_UTF16 && e->kind <= ENCODING_UTF16BE)
        return 2;
    return e->kind >= ENCODING_UTF32 && e->kind <= ENCODING_UTF32BE ? 4 : 1;
}

/* Returns the encoding whose byte order mark the text begins with, among those of the unit, or
 * NULL. */
static const struct encoding *marked(size_t unit, const unsigned char *p, size_t n)
{
    static const unsigned char little[] = {0xff, 0xfe, 0, 0}, big[] = {0, 0, 0xfe, 0xff};
    if (n < unit || unit == 1)
        return NULL;
    if (memcmp(p, little, unit) == 0)
        return unit == 2 ? &utf16le : &utf32le;
    if (memcmp(p, big + sizeof big - unit, unit) == 0)
        return unit == 2 ? &utf16be : &utf32be;
    return NULL;
}

static size_t marked_unit(const struct encoding *e)
{
    return e->kind == ENCODING_AUTO ? 2 : encoding_unit(e);
}

const struct encoding *encoding_resolve(const struct encoding *e, const unsigned char *p, size_t n,
                                        size_t *mark)
{
    const struct encoding *found = marked(marked_unit(e), p, n);
    bool open = e->kind == ENCODING_AUTO || e->kind == ENCODING_UTF16 || e->kind == ENCODING_UTF32;
    bool counts = found != NULL && (open || found->kind == e->kind);
    *mark = counts ? marked_unit(e) : 0;
    if (counts)
        return found;
    return e->kind == ENCODING_AUTO    ? NULL
           : e->kind == ENCODING_UTF16 ? &utf16le
           : e->kind == ENCODING_UTF32 ? &utf32le
                                       : e;
}

bool encoding_may_mark(const struct encoding *e, const unsigned char *p, size_t n)
{
    size_t unit = marked_unit(e);
    if (unit == 1 || n >= unit)
        return false;
    return n == 0 || p[0] == 0xff || p[0] == 0xfe || (unit == 4 && p[0] == 0);
}

/* Returns the number of units of UTF-16, if `pairs`, or of UTF-32 for whole characters of UTF-8. */
static uint64_t count_units(const unsigned char *text, size_t n, bool pairs)
{
    const uint8_t longer = pairs ? 0xf0 : 0xff; /* first bytes of characters of two units */
    enum { MOST = 127 * BYTE_PART /* a byte of a vector counts to 255, up to 2 at a time */ };
    uint64_t count = 0;
    size_t i = 0;
    for (size_t end; n - i >= BYTE_PART;) {
        byte_part counts = {0};
        for (end = n - i < MOST ? n : i + MOST; end - i >= BYTE_PART; i += BYTE_PART) {
            byte_part x = byte_part_load(text + i);
            counts -= (byte_part)((x & 0xc0) != 0x80);
            counts -= (byte_part)(x >= longer);
        }
        for (unsigned j = 0; j < BYTE_PART; j++)
            count += counts[j];
    }
    for (; i < n; i++)
        count += ((text[i] & 0xc0) != 0x80) + (uint64_t)(pairs && text[i] >= 0xf0);
    return count;
}

static uint64_t add_widths(const struct encoding *e, const unsigned char *text, size_t n)
{
    uint64_t length = 0;
    for (size_t i = 0; i < n;) {
        uint32_t c;
        i += utf8_decode(text + i, n - i, &c);
        length += c < ENCODING_WIDTHS ? e->widths[c] : UTF8_LONGEST;
    }
    return length;
}

uint64_t encoding_length(const struct encoding *e, const unsigned char *text, size_t n)
{
    size_t unit = encoding_unit(e);
    if (e->kind == ENCODING_MIXED)
        return add_widths(e, text, n);
    return unit * count_units(text, n, unit == 2);
}

const struct encoding *encoding_of_kind(const struct encoding *e, enum encoding_kind kind)
{
    const struct encoding *const units[] = {&utf16le, &utf16be, &utf32le, &utf32be};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i]->kind == kind)
            return units[i];
    return kind != ENCODING_AUTO ? e : NULL;
}

bool encoding_has_nul(const struct encoding *e, const unsigned char *p, size_t n)
{
    static const unsigned char nul[4] = {0};
    size_t unit = encoding_unit(e);
    if (unit == 1)
        return memchr(p, '\0', n) != NULL;
    for (size_t i = 0; i + unit <= n; i += unit)
        if (memcmp(p + i, nul, unit) == 0)
            return true;
    return false;
}

const char *encoding_resembled(const unsigned char *p, size_t n)
{
    if (n < ENCODING_LOOK)
        return NULL;
    if (p[0] != 0 && p[1] == 0 && p[2] != 0 && p[3] == 0)
        return "UTF-16LE";
    return p[0] == 0 && p[1] != 0 && p[2] == 0 && p[3] != 0 ? "UTF-16BE" : NULL;
}
