/*
 * sliced_table.h - the state of the bit-sliced table: what a kernel (sliced_kernel.h) works on.
 *
 * A plane is a vector that holds one bit of something in each lane. For a row of a pattern these
 * are its vertical deltas; a score is a counter of planes. Vectors are the kernel's, so they are
 * void here.
 */
#ifndef SLICED_TABLE_H
#define SLICED_TABLE_H

#include <stdatomic.h>

#include "scan/sliced_codes.h"

enum {
    SLICED_TILE = 8,     /* rows whose state is in registers at a time */
    SLICED_COUNTER = 34, /* planes of a score at most, its sign included */
    SLICED_BEFORE = 8,   /* columns before a block that METRIC_HAMMING looks at */
};

enum { SLICED_METRICS = (1 << METRICS) - 1 };

/* METRIC_HAMMING apart: planes of a row's state. These are its vertical deltas, and for METRIC_OSA
 * CELL_CROSSED. */
static inline size_t sliced_row_planes(enum metric metric)
{
    return metric == METRIC_OSA ? 3 : 2;
}

/* The rows of one pattern, or of a subpattern. */
struct sliced_rows {
    const uint32_t *items; /* one for each row */
    uint32_t rows;
    uint32_t limit;   /* the distances to be found */
    uint32_t reached; /* the kernel's: rows that have been computed */
    bool active;      /* to be searched for in this pass */
    bool rising;      /* ends with D[j] = D[j-1] + 1 are to be found, too */
    bool once;        /* one end in a record is enough */
    bool line;        /* the whole record counts: row 0 rises, and only ends of records are found */
    uint32_t *slots;  /* of each row's item */
    void *v;          /* vec[rows][sliced_row_planes()], or sums (sliced_sums.h) */
    size_t reserved_rows, reserved; /* rows that slots has room for; vectors that v has */
    unsigned planes;                /* METRIC_HAMMING: of a counter in v */
    void *counter;                  /* vec[SLICED_COUNTER]: score - (limit + 1) of the last row */
    void *seen;                     /* vec: lanes whose record needs no more hits */
};

struct sliced_table {
    enum metric metric;
    const struct sliced_codes *codes;
    const atomic_uint *best; /* in best mode: the least distance so far; else NULL */
    struct sliced_rows *rows;
    size_t n;       /* of patterns */
    size_t vector;  /* bytes of a vector */
    size_t columns; /* of all lanes: struct sliced_lanes */
    size_t used;    /* lanes, likewise */
    /* vec[codes->nslots][before + SLICED_COLUMNS]: the symbol of this column matches. The first
     * `before` columns are the last ones of the block before. */
    void *match;
    unsigned before; /* SLICED_BEFORE, or 0 */
    void *planes;    /* of the codes; the kernel's */
    bool failed;     /* the kernel is to leave all patterns */
    void *search;    /* for found() */
    /*
     * An occurrence of these rows ends with the symbol in this column of the lane. May lower
     * w->limit. False: the kernel is to leave the pattern.
     */
    bool (*found)(void *search, struct sliced_rows *w, size_t lane, size_t column,
                  uint32_t distance);
};

/* Opens a table for n patterns and a kernel that needs `planes` bytes of planes. Returns false when
 * out of memory; sliced_table_close() may be called even then. */
bool sliced_table_open(struct sliced_table *t, enum metric metric, const struct sliced_codes *codes,
                       size_t n, size_t vector, size_t planes);
void sliced_table_close(struct sliced_table *t);

/* Makes room for the rows of w. Returns false when out of memory. */
bool sliced_table_reserve(const struct sliced_table *t, struct sliced_rows *w);

/* Gives the items of all rows slots for this chunk, if those they have are outdated, and makes room
 * for their match planes. Returns false when out of memory. */
bool sliced_table_slots(struct sliced_table *t, struct sliced_codes *codes, const struct chunk *c);

/* The least distance so far; UINT32_MAX where that does not matter. Falls only. */
static inline uint32_t sliced_table_best(const struct sliced_table *t)
{
    return t->best != NULL ? atomic_load_explicit(t->best, memory_order_relaxed) : UINT32_MAX;
}

/* What bounds the distances of w now. Falls only. */
static inline uint32_t sliced_table_limit(const struct sliced_table *t, const struct sliced_rows *w)
{
    uint32_t best = sliced_table_best(t);
    return best < w->limit ? best : w->limit;
}

#endif
