/*
 * sliced.h - the bit-sliced engines. engine_avx512.c, engine_avx2.c, ... are a kernel each
 * (sliced_kernel.h), and the functions here.
 *
 * A chunk is cut into the lanes of a vector (sliced_lanes.h), and its symbols become codes
 * (sliced_codes.h). The kernel computes a table (sliced_table.h), or looks for pieces of a pattern
 * (sliced_pieces.h). Patterns with an automaton are searched by sliced_paths.h.
 */
#pragma once

#include "scan/bit_nfa_table.h"
#include "scan/engine.h"
#include "scan/sliced_pieces.h"
#include "scan/sliced_table.h"

struct sliced_kernel {
    size_t lanes;  /* bits of its vectors */
    size_t ahead;  /* columns read at a time, a multiple of SLICED_COLUMNS */
    size_t planes; /* bytes needed at t->planes */
    /* Scans the columns for the patterns that are active; calls t->found(). */
    void (*run)(struct sliced_table *t);
    /* Calls sliced_pieces_look() for all symbols in [from, end - FINGERPRINT] that x->table admits,
     * and maybe others, until it says false. */
    void (*find)(struct sliced_pieces *x, size_t from, size_t end);
    const struct bit_nfa_kernel *levels;
};

/* The functions of struct engine. */
struct engine_scan *sliced_open(const struct sliced_kernel *kernel, const struct query *q,
                                const struct alphabet *a, const struct distance_bounds *bests,
                                struct scan_shared *shared);
enum engine_status sliced_submit(struct engine_scan *s, const struct chunk *c, struct share own,
                                 struct hits *hits);
void sliced_close(struct engine_scan *s);
