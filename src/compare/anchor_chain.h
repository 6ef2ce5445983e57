/*
 * anchor_chain.h - the longest chain of runs that each of two sequences seems to have once.
 *
 * Rows and columns ascend along the chain. Hashes propose anchors: the codes there may differ.
 */
#pragma once

#include "pair/sequences.h"

struct anchor {
    size_t row, column; /* where the run begins */
};

struct anchor_chain {
    struct anchor *anchors; /* owned */
    size_t count;
    double edits; /* the likely share of codes that are edited */
};

/* Takes about COST_ANCHORS nanoseconds of a thread for each code. Exits the program when out of
 * memory. The caller frees chain->anchors. */
void anchor_chain_find(struct anchor_chain *chain, const struct sequences *s, unsigned threads);
