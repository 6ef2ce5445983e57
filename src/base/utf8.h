/* utf8.h - bytes to characters and back, by RFC 3629. Undecodable bytes are characters too, so that
 * no byte is lost. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A character is a code point below 0x110000, or CHAR_BYTE + b for an undecodable byte b (each byte
 * of a surrogate, overlong form or truncated sequence is such a character). In byte mode characters
 * are the byte values 0..255.
 */
enum { CHAR_BYTE = 0x110000, CHAR_LIMIT = 0x110000 + 256, UTF8_LONGEST = 4 /* bytes */ };

/* Decodes the character at p into *c; returns its length, 1 to 4. n >= 1 bytes are there; a
 * sequence cut short by the end is undecodable. */
size_t utf8_decode(const unsigned char *p, size_t n, uint32_t *c);

/* As utf8_decode() with `utf8`; without it every byte is a character. */
static inline size_t utf8_or_byte(bool utf8, const unsigned char *p, size_t n, uint32_t *c)
{
    if (utf8)
        return utf8_decode(p, n, c);
    *c = *p;
    return 1;
}

/* Returns the length of the last character of p[0..n), which are whole characters; n >= 1. */
size_t utf8_last(const unsigned char *p, size_t n);

/* Returns how many bytes at the end of p[0..n) begin a sequence that more bytes could complete: 0
 * to 3. */
size_t utf8_cut(const unsigned char *p, size_t n);

/* Returns how many of the n bytes at p come before the first undecodable one. A sequence cut short
 * by the end is undecodable. */
size_t utf8_good(const unsigned char *p, size_t n);

/* Writes character c (any value below CHAR_LIMIT) to `to`; returns its length. */
size_t utf8_encode(uint32_t c, unsigned char to[4]);

/* Makes the capital letters of ASCII small. */
static inline void ascii_lower(unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] |= bytes[i] >= 'A' && bytes[i] <= 'Z' ? 0x20 : 0;
}
