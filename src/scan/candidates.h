/*
 * candidates.h - candidates of a filter: positions where a pattern may end, and their verification.
 *
 * A filter searches for something simpler than the pattern; around each match, myers.h searches for
 * the whole pattern. This pays only if there are few candidates.
 */
#pragma once

#include "filter/spans.h"
#include "scan/myers.h"

enum { CANDIDATES_RECENT = 16 };

struct candidates {
    struct hits places; /* `pattern` is the lane that found the candidate */
    size_t n;           /* number of candidates; those in a stretch of 2 limit + 1 count as one */
    size_t most;        /* limit on n */
    double window;      /* nanoseconds to verify one */
    /* Such stretches, by their numbers: lanes report in turn. SIZE_MAX: none. */
    size_t recent[CANDIDATES_RECENT];
    bool too_many; /* there were more than `most`: results are incomplete */
};

/* Clears the candidates. Verifying all of them, for a pattern of m items with `limit` errors, may
 * take `budget` nanoseconds. */
void candidates_begin(struct candidates *x, uint32_t m, uint32_t limit, double budget);

/*
 * Adds a candidate: the checked part of the pattern ends at this symbol with `distance` errors; its
 * last `behind` items (candidates_spans()) follow, with the rest of `limit` errors. Returns false
 * if there are too many candidates.
 */
bool candidates_add(struct candidates *x, size_t symbol, uint32_t distance, size_t lane,
                    uint32_t limit);

/* Sets the spans of these candidates, which must be in order, and within `limit` errors: `behind`
 * items of the pattern follow each one, with the rest of the errors; an occurrence has at most
 * `longest` symbols. Returns false when out of memory. */
bool candidates_spans(const struct hits *places, size_t behind, uint32_t limit, size_t longest,
                      struct spans *spans);

/* Searches for the whole pattern, set by myers_begin(), in the spans. `own`, *limit and hits are as
 * for myers_scan(). */
enum engine_status candidates_verify(const struct spans *spans, struct myers *e, struct share own,
                                     uint32_t *limit, struct hits *hits);
