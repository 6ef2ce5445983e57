/*
 * fuzz_utf8.c - any bytes: utf8.h against the grammar of RFC 3629, section 4, taken literally.
 */
#include <stdbool.h>

#include "base/utf8.h"
#include "fuzz.h"

/* UTF8-1, -2, -3 and -4 of the grammar: the range of each byte. */
static const struct form {
    size_t length;
    unsigned char low[4], high[4];
} forms[] = {
    {1, {0x00}, {0x7f}},
    {2, {0xc2, 0x80}, {0xdf, 0xbf}},
    {3, {0xe0, 0xa0, 0x80}, {0xe0, 0xbf, 0xbf}},
    {3, {0xe1, 0x80, 0x80}, {0xec, 0xbf, 0xbf}},
    {3, {0xed, 0x80, 0x80}, {0xed, 0x9f, 0xbf}},
    {3, {0xee, 0x80, 0x80}, {0xef, 0xbf, 0xbf}},
    {4, {0xf0, 0x90, 0x80, 0x80}, {0xf0, 0xbf, 0xbf, 0xbf}},
    {4, {0xf1, 0x80, 0x80, 0x80}, {0xf3, 0xbf, 0xbf, 0xbf}},
    {4, {0xf4, 0x80, 0x80, 0x80}, {0xf4, 0x8f, 0xbf, 0xbf}},
};

/* Returns the form whose beginning or whole p[0..n) is; NULL if there is none. */
static const struct form *form_of(const unsigned char *p, size_t n)
{
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        size_t i = 0;
        while (i < n && i < forms[f].length && p[i] >= forms[f].low[i] && p[i] <= forms[f].high[i])
            i++;
        if (i == n)
            return &forms[f];
    }
    return NULL;
}

/* Returns the length of the character at p; sets *c to its number. */
static size_t decode(const unsigned char *p, size_t n, uint32_t *c)
{
    for (size_t length = 1; length <= n && length <= 4; length++) {
        const struct form *form = form_of(p, length);
        if (form == NULL || form->length != length)
            continue;
        *c = length == 1   ? p[0]
             : length == 2 ? (p[0] - 0xc0U) << 6 | (p[1] - 0x80U)
             : length == 3 ? (p[0] - 0xe0U) << 12 | (p[1] - 0x80U) << 6 | (p[2] - 0x80U)
                           : (p[0] - 0xf0U) << 18 | (p[1] - 0x80U) << 12 | (p[2] - 0x80U) << 6 |
                                 (p[3] - 0x80U);
        return length;
    }
    *c = CHAR_BYTE + p[0];
    return 1;
}

/* Returns how many bytes at the end of p[0..n) begin a longer sequence. */
static size_t begun(const unsigned char *p, size_t n)
{
    for (size_t tail = n < 3 ? n : 3; tail > 0; tail--) {
        const struct form *form = form_of(p + n - tail, tail);
        if (form != NULL && form->length > tail)
            return tail;
    }
    return 0;
}

/* Decodes p[0..n), and checks that every byte belongs to one character, which encodes to the same
 * bytes. Marks the borders of characters, including the end. */
static void check_text(const unsigned char *p, size_t n, bool *borders)
{
    for (size_t at = 0; at < n;) {
        uint32_t c, expected;
        unsigned char back[4];
        size_t length = utf8_decode(p + at, n - at, &c);
        REQUIRE(length == decode(p + at, n - at, &expected) && c == expected);
        REQUIRE(c < CHAR_LIMIT && length <= n - at);
        REQUIRE(utf8_encode(c, back) == length && memcmp(back, p + at, length) == 0);
        borders[at] = true;
        at += length;
    }
    borders[n] = true;
}

/* Checks that, if only p[0..n) of a text has arrived, the certain part ends at a border of the
 * whole text's characters. */
static void check_cut(const unsigned char *p, size_t n, const bool *borders)
{
    size_t cut = utf8_cut(p, n);
    REQUIRE(cut == begun(p, n));
    REQUIRE(borders[n - cut]);
}

/* Checks that any number below CHAR_LIMIT has an encoding, which decodes to the number if it is a
 * code point. */
static void check_character(uint32_t c)
{
    unsigned char bytes[4];
    uint32_t again;
    size_t length = utf8_encode(c, bytes), read = utf8_decode(bytes, length, &again);
    bool surrogate = c >= 0xd800 && c < 0xe000;
    REQUIRE(length >= 1 && length <= 4);
    if (c < CHAR_BYTE && !surrogate)
        REQUIRE(read == length && again == c);
    else if (c >= CHAR_BYTE + 0x80)
        REQUIRE(read == 1 && again == c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *p = exact_copy(data, size);
    bool *borders = calloc(size + 1, sizeof *borders);
    check_text(p, size, borders);
    for (size_t n = 0; n <= size; n++)
        check_cut(p, n, borders);
    for (size_t i = 0; i + 3 <= size; i += 3)
        check_character(((uint32_t)p[i] << 16 | (uint32_t)p[i + 1] << 8 | p[i + 2]) % CHAR_LIMIT);
    free(borders);
    free(p);
    return 0;
}
