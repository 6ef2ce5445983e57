/*
 * sliced_lanes.h - cuts a chunk into the lanes of a vector.
 *
 * One *bit* of a vector is one lane: a substring of the chunk. Lanes overlap as the papers' parts
 * do (Man, Nakano, Ito 2014), so a register holds the papers' processors. All lanes read the same
 * number of symbols: column c of lane l is symbol own.lead + l * stride + c of the chunk.
 */
#pragma once

#include <stdbool.h>

#include "query/query.h"
#include "scan/hit.h"
#include "text/partition.h"

enum {
    SLICED_LANES = 512,  /* bits of the widest vector */
    SLICED_COLUMNS = 16, /* columns of a block, the kernels' unit of work */
};

struct sliced_lanes {
    size_t n;         /* lanes: bits of the kernel's vector */
    size_t ahead;     /* columns that the kernel reads at a time, a multiple of SLICED_COLUMNS */
    struct share own; /* of the chunk */
    size_t overlap;   /* columns at the beginning of a lane that the lane before it owns */
    size_t stride;    /* symbols from the beginning of a lane to that of the next */
    size_t columns;   /* symbols that a lane reads, a multiple of `ahead` */
    size_t used;      /* only the first `used` lanes have text of their own */
};

/* Allocates an array of vectors for the kernel, aligned to 64 bytes. Returns NULL when out of
 * memory. */
void *sliced_vectors(size_t bytes);

/* Returns the number of bytes of a chunk that gives each lane enough text of its own. */
size_t sliced_lanes_chunk_size(size_t lanes, const struct query *q);

/* Cuts the part `own` of a chunk into lanes that overlap by `overlap` columns: sets the rest. */
void sliced_lanes_cut(struct sliced_lanes *l, struct share own, size_t overlap);

/* Returns the symbol in this column of the lane. */
static inline size_t sliced_lanes_symbol(const struct sliced_lanes *l, size_t lane, size_t column)
{
    return l->own.lead + lane * l->stride + column;
}

/* Returns whether this lane, and no other one, reports an end in this column: the end is not after
 * the text. It may lie before own.begin. */
static inline bool sliced_lanes_owns(const struct sliced_lanes *l, size_t lane, size_t column)
{
    return column < l->overlap + l->stride && (column >= l->overlap || lane == 0) &&
           sliced_lanes_symbol(l, lane, column) < l->own.end;
}

/* Sorts hits from column order to lane order, which is text order. Their pattern is the lane;
 * replaces it by `pattern`, and drops hits above the limit. Returns false when out of memory. */
bool sliced_lanes_order(struct hits *list, struct hits *scratch, uint32_t pattern, uint32_t limit);
