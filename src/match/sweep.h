/*
 * sweep.h - among the overlapping candidates of a pattern in a record, the nearest stays.
 *
 * Candidates come in order of their ends. A pattern has at most one pending candidate. The next one
 * replaces it, is dropped, or shows that it stays: then it is reported. One thread at a time may
 * use a sweep.
 */
#pragma once

#include "match/candidate.h"

/* A pattern's pending candidate. */
struct pending {
    struct candidate candidate;
    bool active;  /* there is one */
    bool touched; /* the pattern is in `touched` */
    /* by_distance: this struct is for k = 0; these are for k = 1, 2, ... up to the greatest
     * distance of a candidate in this record. */
    struct pending *above;
    size_t nabove, capacity;
};

struct sweep {
    const struct query *q;
    struct finder *finder;
    bool best_only;   /* only the best occurrence is needed, and nothing is reported */
    bool by_distance; /* each pattern has a sweep for every k; each reports what has distance k */

    struct pending *pending; /* [pattern] */
    uint32_t *touched;       /* patterns that have or had a candidate in this record */
    size_t ntouched;
    struct occurrence *reported; /* in no order */
    size_t nreported, capacity;
    struct occurrence best; /* its distance is UINT32_MAX: none */
    uint32_t nearest;       /* least distance of the record's candidates that are, were or will be
                               pending, as far as is known */
};

void sweep_open(struct sweep *s, const struct query *q, struct finder *finder);
void sweep_close(struct sweep *s);

/* Takes a candidate. */
void sweep_add(struct sweep *s, struct candidate *c);

/* Drops the pending candidate of a pattern. */
void sweep_drop(struct sweep *s, uint32_t pattern);

/*
 * Returns whether a candidate can be ignored, because only the best occurrence is needed
 * (best_only). A pending candidate leads to an occurrence that is at least as near, so a farther
 * candidate is not the best one. Nor is a candidate that ends behind a reported occurrence and is
 * no nearer. What such a candidate would exclude is no nearer, either.
 *
 * If the pending candidate of the same pattern is one of the nearest, the candidate is not ignored:
 * without it, a later one of the same start and distance could replace the pending one.
 */
static inline bool sweep_hopeless(const struct sweep *s, uint32_t pattern, uint32_t distance)
{
    const struct pending *h = &s->pending[pattern];
    bool behind = distance >= s->best.distance; /* what was reported ended before */
    bool farther = distance > s->nearest;
    return s->best_only &&
           (h->active ? farther && h->candidate.o.distance > s->nearest : farther || behind);
}

/* Reports the pending candidates that no candidate can change that ends at or behind `until`; with
 * `closed` all of them. */
void sweep_report(struct sweep *s, uint64_t until, bool closed);

/* Sorts the reported occurrences. Returns how many of them come before all later ones. */
size_t sweep_sort(struct sweep *s, uint64_t until, bool closed);

/* Called before the chunk is freed: computes and copies everything that is still needed from it,
 * of the pending candidates and of the occurrences from `from` on. */
void sweep_settle(struct sweep *s, size_t from);

/* Drops the record. */
void sweep_clear(struct sweep *s);

/* Frees what an occurrence owns. */
void sweep_release(struct occurrence *o);
