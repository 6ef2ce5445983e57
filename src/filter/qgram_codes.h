/*
 * qgram_codes.h - symbols and items as codes of a byte, for the filter of many patterns.
 *
 * A symbol has one code. An item has the codes of all symbols that match it; most have one. Two
 * symbols may have the same code: what is found by codes is only proposed. Where there are few, as
 * in DNA, codes have three bits, else eight. Code 0 is what no item matches, but also delimiters.
 *
 * Where items are single characters, an item's code depends on its character alone. Else codes
 * change when the alphabet grows, and with them those of the items: see qgram_codes_extend().
 */
#ifndef QGRAM_CODES_H
#define QGRAM_CODES_H

#include "query/alphabet.h"
#include "text/chunk.h"

enum { QGRAM_FEW_BITS = 3, QGRAM_FEW = 1 << QGRAM_FEW_BITS, QGRAM_CODES = 256 };

struct qgram_codes {
    const struct query *q;
    const struct alphabet *a;
    bool sets; /* some item is no single character */
    unsigned bits;
    uint32_t symbols;           /* number of symbols that have codes */
    unsigned char *of_symbol;   /* the code of each */
    unsigned char *of_item;     /* the least code of each item, 0: it has none yet */
    uint64_t (*all_of_item)[4]; /* sets: bit c: the item has code c */
    unsigned char *copy;        /* of a text that cannot be read in place */
    size_t copy_size;
};

/* Returns false when out of memory; qgram_codes_close() is right even then. */
bool qgram_codes_open(struct qgram_codes *x, const struct query *q, const struct alphabet *a);
void qgram_codes_close(struct qgram_codes *x);

/* Takes in the symbols that the chunk knows. *changed: an item has other codes than before. Returns
 * false when out of memory. */
bool qgram_codes_extend(struct qgram_codes *x, const struct chunk *c, bool *changed);

/* Returns the codes of symbols [0, own.end) of the chunk; only those from own.lead on are valid, as
 * long as the chunk and until the next call. Returns NULL when out of memory. */
const unsigned char *qgram_codes_text(struct qgram_codes *x, const struct chunk *c,
                                      struct share own);

/* Whether symbols have the code of an item just where they match it; so no two share a code. */
bool qgram_codes_exact(const struct qgram_codes *x);

/* Where there are sets: the least code that an item has, from this one on; QGRAM_CODES: it has
 * none.
 */
static inline unsigned qgram_codes_next(const struct qgram_codes *x, uint32_t item, unsigned code)
{
    for (unsigned end = 1U << x->bits; code < end; code = (code / 64 + 1) * 64) {
        uint64_t rest = x->all_of_item[item][code / 64] >> code % 64;
        if (rest != 0)
            return code + (unsigned)__builtin_ctzll(rest);
    }
    return QGRAM_CODES;
}

/* The codes that there may be: 0 and less than this. Only where they have three bits. */
static inline unsigned qgram_codes_few(const struct qgram_codes *x)
{
    uint32_t n = x->sets ? x->symbols - SYMBOL_FIRST : (uint32_t)x->q->nitems;
    return n < QGRAM_FEW ? n + 1 : QGRAM_FEW;
}

/* Whether an item has one code only. */
static inline bool qgram_codes_single(const struct qgram_codes *x, uint32_t item)
{
    return !x->sets || qgram_codes_next(x, item, x->of_item[item] + 1U) == QGRAM_CODES;
}

#endif
