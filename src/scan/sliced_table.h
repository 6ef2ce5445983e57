/*
 * sliced_table.h - the state of the bit-sliced table, for the kernels (sliced_kernel.h).
 *
 * A plane is a vector with one bit for each lane. For a row of a pattern these are its vertical
 * deltas; a score is a counter of planes. Vectors are the kernel's, so they are void here.
 */
#pragma once

#include "scan/sliced_codes.h"

enum {
    SLICED_TILE = 8,     /* rows whose state is in registers at a time */
    SLICED_COUNTER = 36, /* most planes of a score, its sign included */
    SLICED_BEFORE = 8,   /* columns before a block that METRIC_HAMMING reads */
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
    uint32_t limit;   /* the distances to be found; found() may lower it */
    uint32_t reached; /* the kernel's: rows that have been computed */
    bool active;      /* searched for in this pass */
    bool rising;      /* also report ends with D[j] = D[j-1] + 1 */
    bool once;        /* one end in a record is enough */
    bool led;         /* lanes own no end in their first rows + limit + 1 columns */
    bool line;        /* the whole record counts: row 0 rises, and only ends of records are found */
    bool word;        /* only ends at borders are found (struct sliced_table) */
    uint32_t *slots;  /* of each row's item */
    void *v;          /* vec[rows][sliced_row_planes()], or sums (sliced_sums.h) */
    size_t slots_size, v_size; /* in bytes */
    unsigned planes;           /* METRIC_HAMMING: of a counter in v */
    void *counter;             /* vec[SLICED_COUNTER]: score - (limit + 1) of the last row */
    void *seen;                /* vec: lanes whose record needs no more hits */
};

struct sliced_table {
    enum metric metric;
    const struct sliced_codes *codes;
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
    /* -w, but for METRIC_HAMMING: the slot of characters of no word: only ends before one, or
     * before the end of a record, are reported. UINT32_MAX: all ends are. */
    uint32_t border;
    bool failed;  /* the kernel must stop for all patterns */
    void *search; /* for found() */
    /*
     * An occurrence of these rows ends with the symbol in this column of the lane. May lower
     * w->limit. False: the kernel is to leave the pattern.
     */
    bool (*found)(void *search, struct sliced_rows *w, size_t lane, size_t column,
                  uint32_t distance);
};

struct grams_kernel;  /* filter/qgrams.h */
struct pieces;        /* filter/pieces.h */
struct bit_nfa_table; /* bit_nfa_table.h */

struct sliced_kernel {
    size_t lanes;  /* bits of its vectors */
    size_t ahead;  /* columns read at a time, a multiple of SLICED_COLUMNS */
    size_t planes; /* bytes needed at t->planes */
    /* Scans the columns for the patterns that are active; calls t->found(). */
    void (*run)(struct sliced_table *t);
    /* Calls pieces_look() for all symbols in [from, end - FINGERPRINT] that x->table admits,
     * and maybe others, until it says false. */
    void (*find)(struct pieces *x, size_t from, size_t end);
    /* Scans the columns for one pattern with an automaton; calls v->found(). */
    void (*run_bit_nfa)(struct bit_nfa_table *v);
    const struct grams_kernel *grams;
};

/* Opens a table for n patterns and a kernel that needs `planes` bytes of planes. Returns false when
 * out of memory; sliced_table_close() may be called even then. */
bool sliced_table_open(struct sliced_table *t, enum metric metric, const struct sliced_codes *codes,
                       size_t n, size_t vector, size_t planes);
void sliced_table_close(struct sliced_table *t);

/* Allocates the rows of w. Returns false when out of memory. */
bool sliced_table_reserve(const struct sliced_table *t, struct sliced_rows *w);

/* Assigns slots to the items of all rows for this chunk, if the old ones are outdated, and
 * allocates their match planes. Returns false when out of memory. */
bool sliced_table_slots(struct sliced_table *t, struct sliced_codes *codes, const struct chunk *c);
