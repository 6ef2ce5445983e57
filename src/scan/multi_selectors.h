/*
 * multi_selectors.h - patterns that are searched for before all others, because they occur in many
 * records: where one occurrence selects a record (report.once), the others need not look at it.
 *
 * Which patterns these are is learned from what was searched so far. A pattern is a selector if it
 * saves more than twice the time of its rows. So selectors that do not occur in the text that
 * follows take at most half of the time that the other patterns take there.
 */
#ifndef MULTI_SELECTORS_H
#define MULTI_SELECTORS_H

#include "plan/rates.h"
#include "scan/multi_rows.h"

/* The first choices are made each MANY_SELECTORS_FIRST symbols (tests may change that), later ones
 * each MANY_SELECTORS_ENOUGH times as many. */
enum { MANY_SELECTORS_FIRST = 1 << 12, MANY_SELECTORS_ENOUGH = 16 };
extern size_t many_selectors_first;

struct many_selector {
    uint32_t pattern;
    float worth; /* its share of the text, per nanosecond that it takes for a symbol */
};

struct many_selectors {
    struct many_plain plain;
    uint32_t *numbers; /* of the selectors */
    size_t n;
    struct many_selector *list; /* scratch space */
    float *share;               /* of each pattern: the part of the text that it selects */
    float others;               /* nanoseconds that the other patterns take for a symbol */
    double known;               /* symbols that the shares are known by */
    bool idle;                  /* no pattern selected anything before the latest choice */

    /* Since the latest choice. */
    uint64_t *selected; /* of each pattern: symbols of records */
    double symbols;     /* that were searched */
    double left, ns;    /* of these, for the other patterns; and nanoseconds that these took */

    /* Of the latest text. */
    size_t now, now_left; /* symbols */
    uint64_t clock;       /* when the other patterns began */
};

/* The arguments must outlive it. There are no selectors yet. Returns false when out of memory;
 * many_selectors_close() is right even then. */
bool many_selectors_open(struct many_selectors *x, const struct sliced_kernel *kernel,
                         const struct query *q, const struct alphabet *a,
                         const struct distance_bounds *bests, struct myers *exact);
void many_selectors_close(struct many_selectors *x);

/* Searches the undecided records for the selectors, and drops those that have one. */
enum engine_status many_selectors_scan(struct many_selectors *x, struct undecided *u,
                                       struct hits *hits);

/* The other patterns have been searched for, too. Returns false when out of memory. */
bool many_selectors_learn(struct many_selectors *x);

/* How many symbols should be searched before the selectors are chosen again. */
size_t many_selectors_next(const struct many_selectors *x);

#endif
