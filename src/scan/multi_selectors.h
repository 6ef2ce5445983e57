/*
 * multi_selectors.h - searches first for patterns that occur in many records: if one occurrence
 * selects a record (report.once), the other patterns can skip it.
 *
 * Selectors are learned from the text searched so far. A pattern is a selector if it saves more
 * than twice the time of its rows. So selectors that do not occur in the following text take at
 * most half of the time of the other patterns there.
 */
#pragma once

#include "plan/rates.h"
#include "scan/multi_rows.h"

/* The first choices are made each MULTI_SELECTORS_FIRST symbols (tests may change that), later ones
 * each MULTI_SELECTORS_ENOUGH times as many. */
enum { MULTI_SELECTORS_FIRST = 1 << 12, MULTI_SELECTORS_ENOUGH = 16 };
extern size_t multi_selectors_first;

struct multi_selector {
    uint32_t pattern;
    float worth; /* selected share of the text per nanosecond of its search for a symbol */
};

struct multi_selectors {
    struct multi_rows plain;
    uint32_t *numbers; /* of the selectors */
    size_t n;
    struct multi_selector *list; /* scratch space */
    float *share;                /* [pattern]: share of the text that it selects */
    float others;                /* nanoseconds per symbol of the other patterns */
    double known;                /* symbols that the shares are based on */
    bool idle;                   /* no pattern selected anything before the latest choice */

    /* Since the latest choice. */
    uint64_t *selected; /* [pattern]: symbols of selected records */
    double symbols;     /* that were searched */
    double left, ns;    /* of these, searched for the other patterns; and their nanoseconds */

    /* Of the latest text. */
    size_t now, now_left; /* symbols */
    uint64_t clock;       /* when the other patterns began */
};

/* The arguments must outlive it. There are no selectors yet. Returns false when out of memory; call
 * multi_selectors_close() even then. */
bool multi_selectors_open(struct multi_selectors *x, const struct sliced_kernel *kernel,
                          const struct query *q, const struct alphabet *a,
                          struct distance_bounds *bests, struct myers *myers);
void multi_selectors_close(struct multi_selectors *x);

/* Searches the undecided records for the selectors, and drops those that have one. */
enum engine_status multi_selectors_scan(struct multi_selectors *x, struct undecided *u,
                                        struct hits *hits);

/* Called after the search for the other patterns: updates the statistics. Returns false when out of
 * memory. */
bool multi_selectors_learn(struct multi_selectors *x);

/* Returns how many symbols should be searched before choosing selectors again. */
size_t multi_selectors_next(const struct multi_selectors *x);
