/*
 * verify_seed.h - whether a pattern may be where one of its grams is: by the codes around.
 *
 * First by how many of them are found, then by the distances of up to 64 items to them, by a bit
 * vector. Where codes are letters nearly all are found somewhere. There the distances of several
 * candidates are computed side by side, each in a lane (qgrams.h).
 */
#ifndef VERIFY_SEED_H
#define VERIFY_SEED_H

#include "filter/qgram_cover.h"

/* A place of the text, and the rows of a pattern that are looked at there. */
struct seed {
    uint32_t covered;  /* number of the pattern */
    uint32_t end;      /* where the pattern would end without errors */
    uint32_t first, n; /* the rows */
    uint32_t limit;
    ptrdiff_t at; /* where the first of them would be without errors */
};

struct verify_seed {
    const struct query *q;
    const struct qgram_codes *codes;
    const struct grams_kernel *kernel;
    const struct qgram_cover *cover; /* set by the caller, as are the next two */
    const unsigned char *text;
    struct share own;
    double spent;                    /* nanoseconds, as predicted, so far */
    uint64_t eq[QGRAM_CODES];        /* rows that each code matches, of one candidate */
    struct seed waiting[GRAM_LANES]; /* they will be compared together */
    unsigned nwaiting;
};

/* Whether the place is one that waits for others. */
bool verify_seed_waits(const struct verify_seed *x, const struct seed *p);

/* Whether a place, which is none that waits, may have an occurrence. */
bool verify_seed_is(struct verify_seed *x, const struct seed *p);

/* Adds one that waits; there is room for it. True: they are to be compared now. */
bool verify_seed_add(struct verify_seed *x, const struct seed *p);

/* Compares those that wait. Returns how many may have an occurrence: they are left at the front of
 * x->waiting. */
unsigned verify_seed_compare(struct verify_seed *x);

#endif
