/*
 * qgram_codes.h - symbols and items as codes of a byte, for the filter of many patterns.
 *
 * A symbol has one code. An item has the codes of all symbols that match it; most have one. Two
 * symbols may have the same code, so matches of codes are only candidates. If there are few
 * symbols, as in DNA, codes have three bits, else eight. Code 0 is for symbols that no item
 * matches, including delimiters.
 *
 * If items are single characters, an item's code depends on its character alone. Otherwise an
 * item's codes change when the alphabet grows: see qgram_codes_extend().
 */
#pragma once

#include "query/alphabet.h"
#include "text/chunk.h"

enum { QGRAM_FEW_BITS = 3, QGRAM_FEW = 1 << QGRAM_FEW_BITS, QGRAM_CODES = 256 };

struct qgram_codes {
    const struct query *q;
    const struct alphabet *a;
    size_t nitems; /* of patterns: all but the last one, query->classes.border, if there is one */
    bool sets;     /* some of them is not a single character */
    unsigned bits;
    uint32_t symbols;           /* number of symbols that have codes */
    unsigned char *of_symbol;   /* [symbol]: its code */
    unsigned char *of_item;     /* [item]: its least code; 0: none yet */
    uint64_t (*all_of_item)[4]; /* sets: bit c: the item has code c */
    unsigned char *copy;        /* copy of a text that cannot be read in place */
    size_t copy_size;
};

/* Returns false when out of memory; call qgram_codes_close() even then. */
bool qgram_codes_open(struct qgram_codes *x, const struct query *q, const struct alphabet *a);
void qgram_codes_close(struct qgram_codes *x);

/* Adds the symbols of the chunk's alphabet. Sets *changed to whether codes of an item changed.
 * Returns false when out of memory. */
bool qgram_codes_extend(struct qgram_codes *x, const struct chunk *c, bool *changed);

/* Returns the codes of symbols [0, own.end) of the chunk; only those from own.lead on are valid, as
 * long as the chunk and until the next call. Returns NULL when out of memory. */
const unsigned char *qgram_codes_text(struct qgram_codes *x, const struct chunk *c,
                                      struct share own);

/* Returns whether a symbol has a code of an item if and only if it matches the item. */
bool qgram_codes_exact(const struct qgram_codes *x);

/* With sets: returns the least code of an item from `code` on; QGRAM_CODES if there is none. */
static inline unsigned qgram_codes_next(const struct qgram_codes *x, uint32_t item, unsigned code)
{
    for (unsigned end = 1U << x->bits; code < end; code = (code / 64 + 1) * 64) {
        uint64_t rest = x->all_of_item[item][code / 64] >> code % 64;
        if (rest != 0)
            return code + (unsigned)__builtin_ctzll(rest);
    }
    return QGRAM_CODES;
}

/* With sets: returns whether an item has a code. */
static inline bool qgram_codes_match(const struct qgram_codes *x, uint32_t item, unsigned code)
{
    return x->all_of_item[item][code / 64] >> code % 64 & 1;
}

/* Returns the number of possible codes. Only for codes of three bits. */
static inline unsigned qgram_codes_few(const struct qgram_codes *x)
{
    uint32_t n = x->sets ? x->symbols - SYMBOL_FIRST : (uint32_t)x->nitems;
    return n < QGRAM_FEW ? n + 1 : QGRAM_FEW;
}

/* Returns whether an item has only one code. */
static inline bool qgram_codes_single(const struct qgram_codes *x, uint32_t item)
{
    return !x->sets || qgram_codes_next(x, item, x->of_item[item] + 1U) == QGRAM_CODES;
}
