/*
 * extract.h - what a worker makes of a range, for the main thread: of each part what was found and
 * counted, and of all together what is to be printed.
 */
#ifndef EXTRACT_H
#define EXTRACT_H

#include <stdlib.h>

#include "output/matches.h"

struct extract_part {
    struct finding finding;
    uint64_t end;     /* where its text ended, in bytes of the input */
    uint64_t symbols; /* that were scanned */
    uint64_t hits;
    bool ended; /* all that is wanted of it is here */
    bool cut;   /* only a beginning of it is here: its worker died */
};

struct extract {
    struct extract_part *parts; /* of the range, in their order */
    size_t nparts, capacity;
    struct collected collected;
    double read, scan, resolve; /* seconds */
};

#define EXTRACT_INIT ((struct extract){.collected = COLLECTED_INIT})

/* Bytes that it takes, which grow with what is printed of the range. */
static inline uint64_t extract_size(const struct extract *x)
{
    return collected_size(&x->collected);
}

static inline void extract_free(struct extract *x)
{
    free(x->parts);
    collected_free(&x->collected);
    *x = EXTRACT_INIT;
}

#endif
