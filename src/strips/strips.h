/*
 * strips.h - edit distance and longest common subsequence of two whole sequences, bit-parallel.
 *
 * strips_problem.h says what the table is, strips_block.h how its rows become strips. Memory is
 * linear in m + n.
 *
 * Nothing here prints or exits. Neither the kernel nor the number of threads nor the size of the
 * blocks changes an answer.
 */
#ifndef STRIPS_H
#define STRIPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strips/strips_kept.h"
#include "strips/strips_kernels.h"
#include "strips/strips_problem.h"

/* How to work. All zero: the fastest kernel, one thread, no limit. */
struct strips_run {
    const struct strips_kernel *kernel;
    unsigned threads;
    unsigned *worked; /* is raised to how many threads worked at once; or NULL */
    /*
     * limited: only alignments within the limit matter, so diagonals that cannot hold one are left
     * out. The limit is a distance (strips_distance()). An alignment is one of all rows and
     * columns. For strips_last_row() it is also one of `rows_below` more rows, those of the other
     * half of the table, whatever their codes are.
     */
    bool limited;
    uint64_t limit;
    size_t rows_below;
    /* Is set to how many rows are reached within the limit, in whole parts. Or
     * NULL. Where strips_score() turns the table, rows are the other sequence. */
    size_t *rows_done;
    /* Is filled with rows of the table, which strips_score() does not turn then. The caller closes
     * it, whatever the status is. Or NULL. */
    struct strips_kept *keep;
    size_t part_rows; /* for tests: rows of a part; 0: chosen */
    /* Where this is set, the work soon ends with STRIPS_CANCELLED. May be NULL. */
    const atomic_bool *cancel;
    /* Called by one thread at a time, when `cells` more cells are done. May be NULL. */
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

enum strips_status {
    STRIPS_OK,
    STRIPS_BEYOND, /* the limit: the distance is greater */
    STRIPS_CANCELLED,
    STRIPS_MEMORY, /* is out */
};

/*
 * Columns [first, last] of the last row. score(m, first) is `score`; for j from `first` on,
 * difference j of `deltas` is score(m, j + 1) - score(m, j).
 *
 * Without a limit these are all columns. With one, no alignment within the limit goes through the
 * columns that are left out. A cell among the others that no such alignment goes through may have a
 * worse score here than it really has.
 */
struct strips_row {
    size_t first, last; /* columns, 0 <= first <= last <= n */
    uint64_t score;
    struct strips_deltas deltas;
};

/* The score of the whole table: the distance, or the length of the LCS. STRIPS_BEYOND: `*score` is
 * not set. */
enum strips_status strips_score(const struct strips_problem *p, const struct strips_run *run,
                                uint64_t *score);

/*
 * The last row of the table. Hirschberg's recursion needs it of the upper half of a table, and of
 * the lower half read backwards. STRIPS_BEYOND: these rows are enough to know that no alignment is
 * within the limit. On STRIPS_OK the caller frees the row with strips_row_free().
 */
enum strips_status strips_last_row(const struct strips_problem *p, const struct strips_run *run,
                                   struct strips_row *row);
void strips_row_free(struct strips_row *row);

/*
 * A panel (struct strips_border): what is in the border comes in, and what comes out is put there.
 * Without a limit. On any status but STRIPS_OK, the border is not defined.
 */
enum strips_status strips_panel(const struct strips_problem *panel, const struct strips_run *run,
                                struct strips_border *border);

#endif
