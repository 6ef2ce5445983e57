/*
 * pack_sequences.c - see pack_sequences.h. No code crosses a word boundary.
 *
 * One-byte codes packed to 1, 2, 4 or 8 bits are processed eight at a time: first pairs, then pairs
 * of pairs.
 */
#include "pair/pack_sequences.h"

#include <endian.h>
#include <string.h>

#include "base/xalloc.h"

enum { WORD_BITS = 64, TOGETHER = 8 };

static const uint64_t PAIRS = 0x00ff00ff00ff00ff, FOURS = 0x0000ffff0000ffff, EIGHT = 0xffffffff;

static unsigned code_bits(uint32_t alphabet)
{
    return alphabet > 2 ? bits_of(alphabet - 1) : 1;
}

static bool move_together(const struct sequences *s, unsigned bits)
{
    return s->width == 1 && TOGETHER % bits == 0;
}

/* Packs eight codes of a byte each into 8 * bits bits. */
static uint64_t pack_eight(uint64_t x, unsigned bits)
{
    x = (x & PAIRS) | (x >> 8 & PAIRS) << bits;
    x = (x & FOURS) | (x >> 16 & FOURS) << 2 * bits;
    return (x & EIGHT) | x >> 32 << 4 * bits;
}

/* Reverses pack_eight(); ignores higher bits. */
static uint64_t unpack_eight(uint64_t x, unsigned bits)
{
    uint64_t code = UINT64_MAX >> (WORD_BITS - bits), two = code | code << bits;
    uint64_t four = two | two << 2 * bits;
    x = (x & four) | (x >> 4 * bits & four) << 32;
    x = (x & (two | two << 32)) | (x >> 2 * bits & (two | two << 32)) << 16;
    return (x & code * 0x0001000100010001) | (x >> bits & code * 0x0001000100010001) << 8;
}

static uint64_t pack_word(const unsigned char *codes, unsigned bits)
{
    uint64_t word = 0, x;
    for (unsigned at = 0; at < WORD_BITS / bits; at += TOGETHER) {
        memcpy(&x, codes + at, sizeof x);
        word |= pack_eight(le64toh(x), bits) << at * bits;
    }
    return word;
}

static void unpack_word(uint64_t word, unsigned char *codes, unsigned bits)
{
    for (unsigned at = 0; at < WORD_BITS / bits; at += TOGETHER) {
        uint64_t x = htole64(unpack_eight(word >> at * bits, bits));
        memcpy(codes + at, &x, sizeof x);
    }
}

static void pack_codes(struct pack *p, const unsigned char *codes, const struct sequences *s,
                       size_t n)
{
    unsigned bits = code_bits(s->alphabet), room = WORD_BITS / bits;
    size_t i = 0;
    for (; move_together(s, bits) && i + room <= n; i += room)
        pack_number(p, pack_word(codes + i, bits));
    while (i < n) {
        uint64_t word = 0;
        for (unsigned at = 0; at < room && i < n; at++, i++) {
            word |= (uint64_t)sequences_code(codes, s->width, i) << at * bits;
        }
        pack_number(p, word);
    }
}

static void unpack_codes(struct unpack *u, unsigned char *codes, const struct sequences *s,
                         size_t n)
{
    unsigned bits = code_bits(s->alphabet), room = WORD_BITS / bits;
    uint64_t mask = UINT64_MAX >> (WORD_BITS - bits);
    size_t i = 0;
    for (; move_together(s, bits) && i + room <= n; i += room)
        unpack_word(unpack_number(u), codes + i, bits);
    while (i < n) {
        uint64_t word = unpack_number(u);
        for (unsigned at = 0; at < room && i < n; at++)
            sequences_put_code(codes, s->width, i++, (uint32_t)(word >> at * bits & mask));
    }
}

void pack_sequences(struct pack *p, const struct sequences *s)
{
    pack_number(p, s->m);
    pack_number(p, s->n);
    pack_number(p, s->width);
    pack_number(p, s->alphabet);
    pack_codes(p, s->x, s, s->m);
    pack_codes(p, s->y, s, s->n);
}

void *unpack_sequences(struct unpack *u, struct sequences *s)
{
    *s = (struct sequences){0};
    s->m = (size_t)unpack_number(u);
    s->n = (size_t)unpack_number(u);
    s->width = (unsigned)unpack_number(u);
    s->alphabet = (uint32_t)unpack_number(u);
    unsigned char *codes = xreallocarray(NULL, s->m + s->n + 1, s->width);
    s->x = codes;
    s->y = codes + s->m * s->width;
    unpack_codes(u, codes, s, s->m);
    unpack_codes(u, codes + s->m * s->width, s, s->n);
    return codes;
}
