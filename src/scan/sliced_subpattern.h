/*
 * sliced_subpattern.h - a filter for patterns with few errors: only some of their rows are searched
 * for.
 *
 * An occurrence of the pattern with at most k errors has each substring of the pattern in it with
 * at most k errors. A substring of few rows, a subpattern, is found faster, and where it is rare,
 * its places are verified at little cost (Navarro and Raffinot, "Flexible pattern matching in
 * strings", 2002, chapter 6, for such filters). That holds for every metric: of an exchange across
 * its border a subpattern has one item, which at most costs a substitution.
 */
#ifndef SLICED_SUBPATTERN_H
#define SLICED_SUBPATTERN_H

#include "filter/text_statistics.h"
#include "query/query.h"

struct sliced_subpattern {
    uint32_t first, rows;  /* searched for: items [first, first + rows) of the pattern */
    uint32_t chosen;       /* rows that it should have; 0: not yet known */
    uint32_t chosen_limit; /* for distances up to this */
    uint32_t too_few;      /* this many rows were found too often */
    uint32_t calm;         /* chunks since then that had hardly any */
};

/* How many rows make a subpattern rare with k errors, when an item tells so much
 * (text_statistics.h); m if no fewer than nearly all. */
uint32_t sliced_subpattern_rows(uint32_t m, uint32_t k, uint64_t bits);

/* How many rows to search for next in a text in which `rows` of m were found too often. */
uint32_t sliced_subpattern_more(uint32_t m, uint32_t rows);

/* How many rows to search for first, for distances up to `limit`. */
uint32_t sliced_subpattern_first(struct sliced_subpattern *x, const struct sample *sample,
                                 const struct pattern *p, uint32_t limit);

/* Sets the number of rows to search for. Returns whether the rows changed. */
bool sliced_subpattern_set(struct sliced_subpattern *x, const struct sample *sample,
                           const struct pattern *p, uint32_t rows);

/* Judges the number of rows: looking at what was found is predicted to take `looks`, and the search
 * itself `search` nanoseconds; it was `stopped`. */
void sliced_subpattern_learn(struct sliced_subpattern *x, double looks, double search, bool stopped,
                             uint32_t limit);

#endif
