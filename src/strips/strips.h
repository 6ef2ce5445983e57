/*
 * strips.h - edit distance and longest common subsequence of two whole sequences, bit-parallel.
 *
 * strips_problem.h defines the table, strips_block.h how its rows become strips. Memory is linear
 * in m + n.
 *
 * Nothing here prints or exits. Results do not depend on the kernel, the number of threads, or the
 * size of the blocks.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strips/strips_kept.h"
#include "strips/strips_kernels.h"
#include "strips/strips_problem.h"

/* Parameters. All zero: the fastest kernel, one thread, no limit. */
struct strips_run {
    const struct strips_kernel *kernel;
    unsigned threads;
    unsigned *worked; /* raised to the number of threads that worked at once; or NULL */
    /*
     * limited: only alignments within the limit matter, so diagonals that cannot hold one are
     * skipped. The limit is a distance (strips_distance()). An alignment covers all rows and
     * columns. For strips_last_row() it also covers `rows_below` more rows, those of the other half
     * of the table, whatever their codes.
     */
    bool limited;
    uint64_t limit;
    size_t rows_below;
    /* Has all alignments within the limit; its rows are those of the problem, which strips_score()
     * does not turn then. Or NULL. */
    const struct corridor *corridor;
    double *share_done; /* set to the share of rows that are reached within the limit; or NULL */
    /* Is filled with rows of the table, which strips_score() does not turn then. The caller closes
     * it, whatever the status is. Or NULL. */
    struct strips_kept *keep;
    size_t part_rows; /* for tests: rows of a part; 0: chosen */
    /* If set, the computation soon returns STRIPS_CANCELLED. May be NULL. */
    const atomic_bool *cancel;
    /* Called by one thread at a time, after `cells` more cells. May be NULL. */
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

enum strips_status {
    STRIPS_OK,
    STRIPS_BEYOND, /* the distance is greater than the limit */
    STRIPS_CANCELLED,
    STRIPS_MEMORY, /* out of memory */
};

/*
 * Columns [first, last] of the last row. score(m, first) is `score`; for j from `first` on,
 * difference j of `deltas` is score(m, j + 1) - score(m, j).
 *
 * Without a limit these are all columns. With a limit, no alignment within it goes through the
 * other columns. A cell of [first, last] that no such alignment goes through may have a worse score
 * here than its real one.
 */
struct strips_row {
    size_t first, last; /* columns, 0 <= first <= last <= n */
    uint64_t score;
    struct strips_deltas deltas;
};

/* Computes the score of the whole table: the distance, or the length of the LCS. STRIPS_BEYOND:
 * `*score` is not set. */
enum strips_status strips_score(const struct strips_problem *p, const struct strips_run *run,
                                uint64_t *score);

/*
 * Computes the last row of the table. Hirschberg's recursion needs it for the upper half of a
 * table, and for the lower half read backwards. STRIPS_BEYOND: these rows prove that no alignment
 * is within the limit. On STRIPS_OK the caller frees the row with strips_row_free().
 */
enum strips_status strips_last_row(const struct strips_problem *p, const struct strips_run *run,
                                   struct strips_row *row);
void strips_row_free(struct strips_row *row);

/*
 * Computes a panel (struct strips_border): replaces the incoming border by the outgoing one.
 * Without a limit. On any status but STRIPS_OK, the border is undefined.
 */
enum strips_status strips_panel(const struct strips_problem *panel, const struct strips_run *run,
                                struct strips_border *border);
