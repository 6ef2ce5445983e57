/* utf8.c - the table of RFC 3629, section 4, as code. */
#include "base/utf8.h"

#include <string.h>

/* Returns the length of the sequence that begins with `lead`, 0 if none does. */
static size_t sequence_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/* Returns whether the second byte is valid: excludes overlong forms, surrogates and values beyond
 * U+10FFFF. */
static int second_fits(unsigned char lead, unsigned char second)
{
    unsigned char least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned char most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    return second >= least && second <= most;
}

/* Returns how many of the `n` bytes at p form the beginning of a sequence of `length` bytes:
 * "\xe2\x82x" has two of the three bytes. */
static size_t valid_prefix(const unsigned char *p, size_t n, size_t length)
{
    if (length < 2 || n < 2)
        return length > 0 && n > 0;
    if (!second_fits(p[0], p[1]))
        return 1;
    size_t i = 2;
    while (i < length && i < n && (p[i] & 0xc0) == 0x80)
        i++;
    return i;
}

size_t utf8_decode(const unsigned char *p, size_t n, uint32_t *c)
{
    if (p[0] < 0x80) {
        *c = p[0];
        return 1;
    }
    if (p[0] >= 0xc2 && p[0] < 0xe0 && n > 1 && (p[1] & 0xc0) == 0x80) {
        *c = (p[0] & 0x1fU) << 6 | (p[1] & 0x3fU);
        return 2;
    }
    size_t length = sequence_length(p[0]);
    if (length == 0 || valid_prefix(p, n, length) < length) {
        *c = CHAR_BYTE + p[0];
        return 1;
    }
    uint32_t value = p[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++)
        value = value << 6 | (p[i] & 0x3f);
    *c = value;
    return length;
}

size_t utf8_cut(const unsigned char *p, size_t n)
{
    for (size_t tail = 1; tail <= 3 && tail <= n; tail++) {
        const unsigned char *lead = p + n - tail;
        if ((*lead & 0xc0) == 0x80)
            continue;
        size_t length = sequence_length(*lead);
        return length > tail && valid_prefix(lead, tail, length) == tail ? tail : 0;
    }
    return 0;
}

size_t utf8_last(const unsigned char *p, size_t n)
{
    uint32_t ignored;
    for (size_t length = 2; p[n - 1] >= 0x80 && length <= UTF8_LONGEST && length <= n; length++)
        if (utf8_decode(p + n - length, length, &ignored) == length)
            return length;
    return 1;
}

/* Returns the number of ASCII bytes at p, in whole steps. */
static size_t ascii_steps(const unsigned char *p, size_t n)
{
    size_t at = 0;
    uint64_t words[4];
    for (; n - at >= sizeof words; at += sizeof words) {
        memcpy(words, p + at, sizeof words);
        if (((words[0] | words[1] | words[2] | words[3]) & UINT64_C(0x8080808080808080)) != 0)
            break;
    }
    return at;
}

size_t utf8_good(const unsigned char *p, size_t n)
{
    size_t at = 0;
    while (at < n) {
        uint64_t eight;
        if (n - at >= sizeof eight) {
            memcpy(&eight, p + at, sizeof eight);
            if ((eight & UINT64_C(0x8080808080808080)) == 0) {
                at += sizeof eight;
                at += ascii_steps(p + at, n - at);
                continue;
            }
        }
        uint32_t c;
        size_t length = utf8_decode(p + at, n - at, &c);
        if (c >= CHAR_BYTE)
            return at;
        at += length;
    }
    return n;
}

size_t utf8_encode(uint32_t c, unsigned char to[4])
{
    if (c >= CHAR_BYTE || c < 0x80) {
        to[0] = (unsigned char)(c >= CHAR_BYTE ? c - CHAR_BYTE : c);
        return 1;
    }
    size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        to[i] = (unsigned char)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    to[0] = (unsigned char)(0xf00U >> length | c);
    return length;
}
