/*
 * sliced_codes.h - the text as a kernel reads it: each symbol has a code, and each item that is
 * searched for a slot.
 *
 * Codes are as small as possible, because the kernel makes a plane for each of their bits: only
 * symbols that match an item with a slot have their own code. For the pattern "abba" the items a
 * and b have slots, and a text of any letters has the codes other, delimiter, a and b: two bits. A
 * slot says which codes its item matches; the kernel makes the match plane of each slot.
 */
#pragma once

#include "query/alphabet.h"
#include "scan/sliced_lanes.h"
#include "text/chunk.h"

enum {
    SLICED_BYTES = 3, /* most bytes of a code */
    CODE_OTHER = 0,   /* symbols that no item matches */
    CODE_DELIMITER = 1,
    CODE_FIRST = 2,
};

/* The meaning of the table's indexes. */
enum table_bytes { TABLE_NONE, TABLE_CODES, TABLE_SYMBOLS, TABLE_ASCII, TABLE_BYTES };

struct sliced_codes {
    const struct query *q;
    const struct alphabet *a;

    /* The text of lane l is `columns` codes. Byte b of a code is table[text[b][l][column]]. What
     * the kernel reads ahead of them is there, too. */
    const unsigned char *text[SLICED_BYTES][SLICED_LANES];
    unsigned char *table;              /* 256 bytes, aligned to 64 */
    enum table_bytes table_bytes;      /* meaning of its indexes; TABLE_NONE: must be made */
    unsigned table_used;               /* bit i: table[16 * i] .. are not all 0 */
    bool ascii;                        /* no byte of the text is above 127 */
    unsigned char *copy[SLICED_BYTES]; /* copy of a text that cannot be read in place */
    size_t copy_size[SLICED_BYTES];

    unsigned code_bits, code_bytes;
    uint32_t ncodes;
    uint32_t coded_symbols; /* number of symbols with codes */
    uint32_t *code_of;      /* of each of them */

    bool stale; /* the slots are to be given anew */
    uint32_t nslots;
    uint32_t *slot_of; /* of each item; UINT32_MAX: none */
    uint32_t *slots;   /* slot i matches codes[slots[i]] .. codes[slots[i + 1] - 1] */
    uint32_t *codes;
};

/* Returns false when out of memory; call sliced_codes_close() even then. */
bool sliced_codes_open(struct sliced_codes *x, const struct query *q, const struct alphabet *a);
void sliced_codes_close(struct sliced_codes *x);

/* Returns whether slots must be assigned anew: they are `stale`, or the chunk has more symbols. */
static inline bool sliced_codes_outdated(const struct sliced_codes *x, const struct chunk *c)
{
    return x->stale || x->coded_symbols != c->alphabet_size;
}

/*
 * Assign slots anew: first sliced_codes_begin(), then sliced_codes_slot() for each item, which
 * returns its slot, then sliced_codes_end(), which returns false when out of memory.
 */
void sliced_codes_begin(struct sliced_codes *x);
uint32_t sliced_codes_slot(struct sliced_codes *x, uint32_t item);
bool sliced_codes_end(struct sliced_codes *x, const struct chunk *c);

/* Sets the lanes' text. Returns false when out of memory. */
bool sliced_codes_text(struct sliced_codes *x, const struct chunk *c, const struct sliced_lanes *l);
