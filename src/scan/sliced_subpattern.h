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
#pragma once

#include "filter/text_statistics.h"
#include "query/query.h"

struct sliced_subpattern {
    uint32_t first, rows;  /* the subpattern: items [first, first + rows) */
    uint32_t chosen;       /* preferred number of rows; 0: unknown */
    uint32_t chosen_limit; /* for distances up to this */
    uint32_t too_few;      /* this many rows were found too often */
    uint32_t calm;         /* later chunks with hardly any candidates */
};

/* Returns the number of rows that makes a subpattern rare with k errors, if an item has this
 * information (text_statistics.h); m if nearly all are needed. */
uint32_t sliced_subpattern_rows(uint32_t m, uint32_t k, uint64_t bits);

/* Returns the number of rows to search for after `rows` of m were found too often. */
uint32_t sliced_subpattern_more(uint32_t m, uint32_t rows);

/* Returns the number of rows to search for first, for distances up to `limit`. */
uint32_t sliced_subpattern_first(struct sliced_subpattern *x, const struct sample *sample,
                                 const struct pattern *p, uint32_t limit);

/* Sets the number of rows to search for. Returns whether the rows changed. */
bool sliced_subpattern_set(struct sliced_subpattern *x, const struct sample *sample,
                           const struct pattern *p, uint32_t rows);

/* Adjusts the number of rows: verification is predicted to take `looks`, and the search `search`
 * nanoseconds; `stopped`: there were too many candidates. */
void sliced_subpattern_learn(struct sliced_subpattern *x, double looks, double search,
                             bool stopped);
