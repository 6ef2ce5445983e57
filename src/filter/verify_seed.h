/*
 * verify_seed.h - checks whether a pattern may occur around one of its grams, by the codes around
 * it.
 *
 * First it counts the pattern's codes found nearby, then computes the distance of up to 64 items
 * with a bit vector. With few codes, nearly all are found nearby; then the distances of several
 * candidates are computed in parallel, each in a lane (qgrams.h).
 */
#pragma once

#include "filter/qgram_cover.h"

/* A position of the text, and the rows of a pattern to check there. */
struct seed {
    uint32_t covered;  /* index of the covered pattern */
    uint32_t end;      /* end of the pattern without errors */
    uint32_t first, n; /* the rows */
    uint32_t limit;
    ptrdiff_t at; /* position of the first row without errors */
};

struct verify_seed {
    const struct query *q;
    const struct qgram_codes *codes;
    const struct grams_kernel *kernel;
    const struct qgram_cover *cover; /* set by the caller, as are the next two */
    const unsigned char *text;
    struct share own;
    double spent;                    /* predicted nanoseconds so far */
    uint64_t eq[QGRAM_CODES];        /* [code]: matching rows of the current candidate */
    struct seed waiting[GRAM_LANES]; /* candidates to be compared together */
    unsigned nwaiting;
};

/* Returns whether the candidate should wait for others. */
bool verify_seed_waits(const struct verify_seed *x, const struct seed *p);

/* Returns whether a candidate that does not wait may be an occurrence. */
bool verify_seed_is(struct verify_seed *x, const struct seed *p);

/* Adds a waiting candidate; there is room for it. Returns true if the candidates should be compared
 * now. */
bool verify_seed_add(struct verify_seed *x, const struct seed *p);

/* Compares the waiting candidates. Returns how many may be occurrences; these are at the front of
 * x->waiting. */
unsigned verify_seed_compare(struct verify_seed *x);
