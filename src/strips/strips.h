/*
 * strips.h - edit distance and longest common subsequence of two whole sequences, bit-parallel.
 *
 * The table has a row for each code of one sequence and a column for each of the other; score(i, j)
 * is that of the first i rows' and the first j columns' codes. Neighbours differ by at most 1, so
 * that a boundary, a row or a column of scores, is kept as one or two bits a step (struct
 * strips_deltas), and memory is linear in m + n. strips_block.h says how rows become strips.
 *
 * Nothing here prints or exits. Whatever the kernel, the threads and the cut into blocks, the
 * answers are the same.
 */
#ifndef STRIPS_H
#define STRIPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pair/sequences.h"

enum strips_metric {
    STRIPS_LEVENSHTEIN, /* score: the least number of insertions, deletions and substitutions */
    STRIPS_LCS,         /* score: the length of a longest common subsequence */
};

/* Codes, each one byte or four (strips_problem), read from the last to the first when reversed. */
struct strips_sequence {
    const void *codes;
    size_t n;
    bool reversed;
};

struct strips_problem {
    enum strips_metric metric;
    unsigned code_bytes; /* 1 or 4 */
    uint32_t ncodes;     /* all codes are less than it; time grows with its logarithm */
    struct strips_sequence rows, columns;
};

/* The whole table of s, with x as its rows. */
struct strips_problem strips_problem_of(const struct sequences *s, enum metric metric);

/* The distance that a score of the whole table means: for STRIPS_LCS that of insertions and
 * deletions alone. */
static inline uint64_t strips_distance(const struct strips_problem *p, uint64_t score)
{
    return p->metric == STRIPS_LCS ? (uint64_t)p->rows.n + p->columns.n - 2 * score : score;
}

struct strips_kernel;

/* How to work. All zero: the fastest kernel, one thread, no limit. */
struct strips_run {
    const struct strips_kernel *kernel;
    unsigned threads;
    unsigned *worked; /* is raised to how many threads worked at once; or NULL */
    /*
     * limited: only alignments within the limit matter, and diagonals that cannot hold one are left
     * out. The limit is a distance: for STRIPS_LCS that of insertions and deletions alone,
     * m + n - 2 * score. An alignment is one of all rows and columns; for strips_last_row(), of
     * `rows_below` more rows too, of whatever codes, those of the other half of a table.
     */
    bool limited;
    uint64_t limit;
    size_t rows_below;
    /* Looked at now and then; when set, the work ends with STRIPS_CANCELLED. May be NULL. */
    const atomic_bool *cancel;
    /* Told that `cells` more cells are done, by one thread at a time. May be NULL. */
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
 * Differences between neighbours of a boundary: bit i % 64 of word i / 64 is set when score i + 1
 * is 1 more (up) or 1 less (down) than score i. Bits behind the last one are not defined. Scores of
 * an LCS never fall: `down` is NULL.
 */
struct strips_deltas {
    uint64_t *up, *down;
};

/*
 * The last row: score(m, first) = score, and deltas from there, bit j for score(m, j + 1). Without
 * a limit these are all columns; with one, no alignment within it goes through the others, and a
 * score through which none goes may be worse than it is.
 */
struct strips_row {
    size_t first, last; /* columns, 0 <= first <= last <= n */
    uint64_t score;
    struct strips_deltas deltas;
};

/* The distance or the length. STRIPS_BEYOND: `*score` is not set. */
enum strips_status strips_score(const struct strips_problem *p, const struct strips_run *run,
                                uint64_t *score);

/*
 * The last row of the table, which Hirschberg's recursion needs of the upper half of the rows, and,
 * reversed, of the lower. STRIPS_BEYOND: no alignment is within the limit, as far as the rows above
 * tell. On STRIPS_OK the caller frees it with strips_row_free().
 */
enum strips_status strips_last_row(const struct strips_problem *p, const struct strips_run *run,
                                   struct strips_row *row);
void strips_row_free(struct strips_row *row);

/* score(m, j + 1) - score(m, j). */
static inline int strips_delta(const struct strips_deltas *d, size_t j)
{
    int down = d->down == NULL ? 0 : (int)(d->down[j / 64] >> j % 64 & 1);
    return (int)(d->up[j / 64] >> j % 64 & 1) - down;
}

/* All kernels of this build, the fastest first, then NULL; some may not run here. */
const struct strips_kernel *const *strips_kernels(void);
const char *strips_kernel_name(const struct strips_kernel *k);

/* NULL when it can run here, else why not. */
const char *strips_kernel_why_not(const struct strips_kernel *k);

#endif
