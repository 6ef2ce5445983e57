/* pack_sequences.c - see pack_sequences.h. No code crosses a word boundary. */
#include "pair/pack_sequences.h"

#include "base/xalloc.h"

enum { WORD_BITS = 64 };

static unsigned code_bits(uint32_t alphabet)
{
    return alphabet > 2 ? bits_of(alphabet - 1) : 1;
}

static void pack_codes(struct pack *p, const unsigned char *codes, const struct sequences *s,
                       size_t n)
{
    unsigned bits = code_bits(s->alphabet), room = WORD_BITS / bits;
    for (size_t i = 0; i < n;) {
        uint64_t word = 0;
        for (unsigned at = 0; at < room && i < n; at++)
            word |= (uint64_t)sequences_code(codes, s->width, i++) << at * bits;
        pack_number(p, word);
    }
}

static void unpack_codes(struct unpack *u, unsigned char *codes, const struct sequences *s,
                         size_t n)
{
    unsigned bits = code_bits(s->alphabet), room = WORD_BITS / bits;
    uint64_t mask = UINT64_MAX >> (WORD_BITS - bits);
    for (size_t i = 0; i < n;) {
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
