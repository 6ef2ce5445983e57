/*
 * extract.h - the results of a range: the findings and counts of each part, and the output of all
 * parts together.
 */
#pragma once

#include <stdlib.h>

#include "output/matches.h"

struct extract_part {
    struct finding finding;
    uint64_t end;     /* where its text ended: a byte offset of the text */
    uint64_t source;  /* the same place as a byte offset of the input as read */
    uint64_t symbols; /* symbols scanned */
    uint64_t hits;
    bool ended; /* its results are complete */
    bool cut;   /* its results cover only a beginning: the worker failed */
};

struct extract {
    struct extract_part *parts; /* in the order of the range */
    size_t nparts, capacity;
    struct collected collected;
    double read, scan, resolve; /* seconds */
};

#define EXTRACT_INIT ((struct extract){.collected = COLLECTED_INIT})

static inline void extract_free(struct extract *x)
{
    free(x->parts);
    collected_free(&x->collected);
    *x = EXTRACT_INIT;
}
