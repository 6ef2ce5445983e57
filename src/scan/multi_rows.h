/*
 * multi_rows.h - searches for many patterns without a filter: by the bit-sliced engine, in batches
 * whose rows fit a processor's second-level cache; in a short text, by one after another.
 */
#pragma once

#include "scan/myers.h"
#include "scan/sliced.h"
#include "scan/undecided.h"

struct multi_batch;

struct multi_rows {
    const struct sliced_kernel *kernel;
    const struct query *q;
    const struct alphabet *a;
    struct distance_bounds *bests;
    struct myers *myers;
    struct multi_batch *batches;
    size_t n;           /* batches */
    size_t patterns;    /* in all of them */
    float plain, begin; /* sums of multi_rows_cost() and multi_rows_begin_cost() */
    bool frequent;      /* many records have these patterns (query/query.h) */
    size_t least;       /* patterns of the first batch; each later one has up to twice as many */
    struct hits found;  /* of a batch */
};

enum { MULTI_ROWS_ALONE = 1 /* lanes of a search for one pattern after another */ };

/* Returns the lanes of the search of `own`: those of the kernel, or MULTI_ROWS_ALONE. */
size_t multi_rows_lanes(const struct sliced_kernel *kernel, struct share own);

/* Returns the nanoseconds per symbol of a search for a pattern, by vectors of `lanes` lanes
 * (costs.h). */
float multi_rows_cost(const struct pattern *p, uint32_t k, size_t lanes);

/* The same where all m rows are searched for, because the pattern is frequent. */
float multi_rows_cost_whole(uint32_t m, size_t lanes);

/* Returns the nanoseconds of the lanes' lead-ins, for a pattern with multi_rows_cost() `plain`. */
float multi_rows_begin_cost(float plain, uint32_t k, size_t lanes);

/* Returns the nanoseconds of a search for n patterns, with the sums of their multi_rows_cost() and
 * multi_rows_begin_cost(). */
double multi_rows_predict(size_t n, float plain, float begin, struct share own);

/* Opens a search without patterns, within *bests, which it may lower in best mode. The arguments
 * must outlive it. */
void multi_rows_open(struct multi_rows *x, const struct sliced_kernel *kernel,
                     const struct query *q, const struct alphabet *a, struct distance_bounds *bests,
                     struct myers *myers);
void multi_rows_close(struct multi_rows *x);

/* Selects the patterns that are covered, or if `value` is false the others. Returns false when out
 * of memory; then no patterns are selected. */
bool multi_rows_set(struct multi_rows *x, const bool *covered, bool value);

/* Selects n patterns in this order. */
bool multi_rows_set_list(struct multi_rows *x, const uint32_t *numbers, size_t n);

/* As submit() of an engine, but adds hits in no order. */
enum engine_status multi_rows_scan(struct multi_rows *x, const struct chunk *c, struct share own,
                                   struct hits *hits);

/* As multi_rows_scan(), for undecided records. After each batch, drops the records with hits. */
enum engine_status multi_rows_select(struct multi_rows *x, struct undecided *u, struct hits *hits);
