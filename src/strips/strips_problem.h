/*
 * strips_problem.h - a table to be computed: its two sequences, its scores, and a row of them.
 *
 * The table has a row for each code of one sequence and a column for each code of the other;
 * score(i, j) belongs to the first i rows and the first j columns. Neighbouring scores differ by at
 * most 1, so a row or a column of scores takes one or two bits a score: struct strips_deltas.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pair/corridor.h"
#include "pair/sequences.h"

static inline size_t strips_divide_up(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

enum strips_metric {
    STRIPS_LEVENSHTEIN, /* score: the least number of insertions, deletions and substitutions */
    STRIPS_LCS,         /* score: the length of a longest common subsequence */
    STRIPS_OSA,         /* score: as STRIPS_LEVENSHTEIN, and exchanges of neighbours count */
};

/* Codes, each one byte or four (strips_problem). When `reversed`, they are read from the last to
 * the first. */
struct strips_sequence {
    const void *codes;
    size_t n;
    bool reversed;
};

struct strips_problem {
    enum strips_metric metric;
    unsigned code_bytes; /* 1 or 4 */
    uint32_t ncodes;     /* every code is less than this; time grows with its logarithm */
    struct strips_sequence rows, columns;
};

/*
 * Differences between neighbouring scores of a row or a column: bit i % 64 of word i / 64 is set
 * when score i + 1 is 1 more (up) or 1 less (down) than score i. Bits behind the last difference
 * are not defined. Scores of an LCS never fall: `down` is NULL.
 *
 * For STRIPS_OSA, a border also has what the next cells need for exchanges (cells/cell.h). A row
 * has d0 and q: only CELL_CROSSED(bit i - 1 of d0, bit i of q) matters, so bits that do not change
 * it are arbitrary. A column has CELL_CROSSED(d0 in row i - 1, q in row i) as bit i. Other metrics
 * have none of these: they are NULL.
 */
struct strips_deltas {
    uint64_t *up, *down;
    uint64_t *d0, *q;
    uint64_t *crossed;
};

enum strips_side { STRIPS_ROW, STRIPS_COLUMN };

/* Makes the n deltas of the first row, or the first column, of a whole table; each plane has a word
 * more than they need at least. Returns false when out of memory. */
bool strips_deltas_open(struct strips_deltas *d, size_t n, enum strips_metric metric,
                        enum strips_side side);
void strips_deltas_free(struct strips_deltas *d);

/* Returns the deltas from number `first` on, a multiple of 64: they stay where they are. */
struct strips_deltas strips_deltas_from(const struct strips_deltas *d, size_t first);

/* Copies n deltas of the same kind, between numbers that are multiples of 64. */
void strips_deltas_copy(const struct strips_deltas *to, size_t to_first,
                        const struct strips_deltas *from, size_t from_first, size_t n);

/*
 * The border of a panel, which is a rectangle of some table: differences between the scores along
 * `row`, first above the panel and then along its last row; and along `column`, first to the left
 * of the panel and then along its last column. Each has a word of bits for every 64 columns or
 * rows, the last one not always full.
 */
struct strips_border {
    struct strips_deltas row, column;
};

/* Words of 64 bits that the border of a panel takes. */
size_t strips_border_size(const struct strips_problem *panel);

/* Returns a border whose planes begin at `words`: row.up, row.down, row.d0, row.q, column.up,
 * column.down, column.crossed, in this order; those that the metric has. */
struct strips_border strips_border_at(const struct strips_problem *panel, uint64_t *words);

/* Returns the whole table of s, with x as its rows. */
struct strips_problem strips_problem_of(const struct sequences *s, enum metric metric);

/* Returns about how many cells strips compute of the table of s within a limit. A band for limit t
 * begins with t + 1 diagonals, and narrows to the difference of t and the distance (strips.c). */
double strips_cells_within(const struct sequences *s, uint64_t limit);

/* Returns the same table with rows and columns exchanged: its scores are the same. */
struct strips_problem strips_turned(const struct strips_problem *p);

/* Returns the distance that a score of the whole table means: for STRIPS_LCS that of insertions and
 * deletions alone. */
static inline uint64_t strips_distance(const struct strips_problem *p, uint64_t score)
{
    return p->metric == STRIPS_LCS ? (uint64_t)p->rows.n + p->columns.n - 2 * score : score;
}

/* Difference j: score j + 1 less score j. */
static inline int strips_delta(const struct strips_deltas *d, size_t j)
{
    int down = d->down == NULL ? 0 : (int)(d->down[j / 64] >> j % 64 & 1);
    return (int)(d->up[j / 64] >> j % 64 & 1) - down;
}

/* Returns the sum of differences [from, to): score `to` less score `from`. `from` is a multiple
 * of 64. */
uint64_t strips_sum(const struct strips_deltas *d, size_t from, size_t to);
