/*
 * fixed_end_distance.h - edit distances between a whole pattern and the text just before (or after)
 * a fixed position.
 *
 * An engine reports only the end of a candidate. These distances determine its start, its distance
 * with -w and -x, and its trimming. They are computed by bit vectors, in the band of diagonals that
 * d edits can reach. One thread at a time may use a struct of this file.
 */
#pragma once

#include "query/alphabet.h"
#include "query/query.h"
#include "text/chunk.h"

struct fixed_end;

enum direction { BACKWARD, FORWARD };

/* The distances between a pattern and texts of least .. least + n - 1 symbols; distances above d
 * are stored as d + 1. */
struct scores {
    uint32_t least;
    uint32_t n;
    const uint32_t *v; /* valid until the next call; NULL: out of memory */
};

/* Returns the distance of the text of l symbols; UINT32_MAX if it is not among the scores. */
static inline uint32_t score_of(struct scores s, size_t l)
{
    return l >= s.least && l - s.least < s.n ? s.v[l - s.least] : UINT32_MAX;
}

/* Returns NULL when out of memory. The arguments must outlive it. */
struct fixed_end *fixed_end_open(const struct query *q, const struct alphabet *a);
void fixed_end_close(struct fixed_end *t); /* NULL is ignored */

/*
 * Computes the distances of the pattern to the l symbols before symbol `at` (BACKWARD), or from it
 * on (FORWARD), for every l that an occurrence with d < m edits can have: from m - d to m + d, or
 * m. Leaves out texts that contain a delimiter or reach beyond chunk c, so n may be less than 2 * d
 * + 1, even 0.
 */
struct scores fixed_end_scores(struct fixed_end *t, const struct chunk *c, uint32_t pattern,
                               size_t at, enum direction direction, uint32_t d);

/* Returns S[end]: where the longest text that ends before symbol `end` with distance d, which some
 * text has, begins; SIZE_MAX when out of memory. */
size_t fixed_end_start(struct fixed_end *t, const struct chunk *c, uint32_t pattern, size_t end,
                       uint32_t d);

/* Forgets the last start. Call it before another record or chunk. */
void fixed_end_forget(struct fixed_end *t);
