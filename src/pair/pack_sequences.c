/* pack_sequences.c - see pack_sequences.h. No code is divided between two words. */
#include "pair/pack_sequences.h"

#include "base/xalloc.h"

enum { WORD_BITS = 64 };

static unsigned code_bits(uint32_t alphabet)
{
    unsigned bits = 1;
    while (bits < 32 && (alphabet - 1) >> bits != 0)
        bits++;
    return bits;
}

static uint64_t get(const unsigned char *codes, unsigned width, size_t i)
{
    uint32_t code = codes[i * width];
    if (width > 1)
        memcpy(&code, codes + i * width, sizeof code);
    return code;
}

static void put(unsigned char *codes, unsigned width, size_t i, uint32_t code)
{
    if (width > 1)
        memcpy(codes + i * width, &code, sizeof code);
    else
        codes[i] = (unsigned char)code;
}

static void pack_codes(struct pack *p, const unsigned char *codes, const struct sequences *s,
                       size_t n)
{
    unsigned bits = code_bits(s->alphabet), room = WORD_BITS / bits;
    for (size_t i = 0; i < n;) {
        uint64_t word = 0;
        for (unsigned at = 0; at < room && i < n; at++)
            word |= get(codes, s->width, i++) << at * bits;
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
            put(codes, s->width, i++, (uint32_t)(word >> at * bits & mask));
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
