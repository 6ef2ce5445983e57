/*
 * sliced.h - the bit-sliced engines: engine_avx512.c, engine_avx2.c, ... are a kernel each, and the
 * functions here. From below: sliced_lanes how a chunk is cut into the lanes of a vector
 * sliced_codes symbols become codes, items slots sliced_table the state of the table, which a
 * kernel works on sample which items are rare in the text candidates positions where a filter finds
 * that a pattern may end sliced_subpattern filter: searches for some rows of the pattern, with the
 * same limit sliced_pieces filter: one of k + 1 pieces must be there, without errors
 * sliced_path_pieces filter: the same for an automaton spans where this filter finds that
 * occurrences may lie sliced_paths patterns with an automaton bit_nfa the program of an automaton
 * for kernels bit_nfa_table the state of this program in all lanes bit_nfa_scan scans one chunk for
 * one automaton sliced one chunk: passes over it, hits multi for several patterns: see multi.h
 * sliced_kernel.h a scan of all columns, over any vector sliced_block.h one block of columns of it
 * sliced_rows.h the table's rows in a block, for each metric that has deltas sliced_sums.h the sums
 * along its diagonals instead, for METRIC_HAMMING bit_nfa_kernel.h the program of an automaton on a
 * block of columns sliced_report.h counters of planes, and reports of ends sliced_transpose.h codes
 * become planes, over any vector sliced_shuffle.h the same, and the fingerprints, of AVX2 and
 * AVX-512 without VBMI
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
enum engine_status sliced_collect(struct engine_scan *s);
void sliced_close(struct engine_scan *s);

size_t sliced_chunk_size(const struct sliced_kernel *kernel, const struct query *q);
