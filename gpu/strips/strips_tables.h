/*
 * strips_tables.h - tables in device memory: codes, borders, and the parameters of a launch.
 *
 * All pointers are to device memory unless said otherwise.
 *
 * A code is cut into digits of at most 4 bits. Each value of each digit has a mask of the rows that
 * have it, so the rows that match a code are the AND of one mask for each digit, and there are few
 * masks whatever the alphabet. A code lies in planes: byte `code` of plane b holds digits 2b (low)
 * and 2b + 1 (high).
 *
 * The border of a table is the row between two strips. For each group of 32 columns it has a word
 * of deltas (Levenshtein: two words). Each word has a tag in its upper half: how many strips have
 * written it. Strip s waits until the tag is s, takes the word, and later writes its own word with
 * tag s + 1 over it. So one array serves all strips, and no order of memory is needed beyond that
 * of the 8 bytes of a word.
 *
 * The border begins as the row above the table: its tags are 0. The sides are the same for columns:
 * they begin as the deltas along the column left of the table, and end as those of its last column.
 *
 * A table may be no more than a band: those cells (i, j) whose diagonal j - i lies between two
 * bounds. Each strip then has only the groups of columns in which its rows meet the band
 * (strips_groups_begin(), strips_groups_end()); both never lie further left than in the strip
 * above. Scores to the left of the strip count as a path straight down from its upper left corner,
 * and those above it, where the strip above has ended, as one straight to the right: no path is
 * missed that stays within the band, and no score is better than it is in the whole table. So the
 * border as it is left by all strips still tells, read from column 0 on, scores of real paths; in
 * the groups of the last strip they are those within the band. Only a table without sides may be a
 * band.
 *
 * A table is padded to whole strips. Without sides, the padding is rows above it: they match
 * nothing, and for Levenshtein the border must be the row above a whole table, which rises by 1 in
 * each column. With sides, the padding is rows below it: they match every code. Such a row is the
 * row above it moved right by one column. So where strips_padding() is p, the border ends as the
 * last row moved right by p columns. And the last p deltas of the last row are in the sides: going
 * down by one row in the last column of the padding is going back by one column in the last row.
 */
#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/base/warp.h"

enum {
    STRIPS_ROWS_OF_LANE = 32, /* of a word */
    STRIPS_LEAST_WORDS = 4,   /* of a lane */
    STRIPS_MOST_WORDS = 16,
    STRIPS_COLUMNS = 32,       /* of a group */
    STRIPS_DIGIT = 4,          /* bits, at most */
    STRIPS_DIGITS = 8,         /* at most */
    STRIPS_PLANES = 4,         /* at most */
    STRIPS_MARGIN = 128,       /* bytes of a plane before the first code, and behind the last */
    STRIPS_BLOCK = 1024,       /* rows and columns of the paper's blocks */
    STRIPS_REPORT_GROUPS = 64, /* groups in one unit of `done` */
    STRIPS_LAG = 80,           /* columns by which a strip lags behind the strip above it */
};

struct strips_coding {
    unsigned digits;     /* 1, 2, 4 or 8 */
    unsigned digit_bits; /* of each */
    unsigned masks;      /* values of all digits together */
};

struct strips_table {
    const uint8_t *rows,
        *columns; /* byte of the first code in plane 0, surrounded by margins of zeros */
    uint64_t row_stride, column_stride; /* bytes from plane to plane */
    uint64_t m, n;                      /* both at least 1 */
    int64_t lowest, highest;            /* diagonals of the band; of a whole table -m and n */
    uint64_t *border;                   /* strips_border_words() of them */
    /* A bit for each row: the score rises. Levenshtein: then a bit for each row: the score falls.
     * Each plane has strips_side_words() words. NULL: the sides of a whole table, and the last
     * column is not stored. */
    uint32_t *sides;
};

/* One strip of one table. */
struct strips_task {
    uint32_t table, strip;
};

/* All zero before a launch. The host may set `stop` to end the launch. */
struct strips_control {
    uint32_t next, stop;
    uint64_t done; /* units, see STRIPS_REPORT_GROUPS */
};

struct strips_launch {
    int levenshtein; /* else LCS */
    int sides;       /* all tables have them, or none has */
    unsigned words;  /* of a lane: 4, 8 or 16 */
    struct strips_coding coding;
    const struct strips_table *tables;
    const struct strips_task *tasks; /* warps claim them in order; in order for each table, too */
    uint32_t ntasks;
    uint64_t abreast; /* of them, that can run at the same time */
    struct strips_control *control;
};

HOST_DEVICE static inline uint64_t strips_groups_of(uint64_t n)
{
    return (n + STRIPS_COLUMNS - 1) / STRIPS_COLUMNS;
}

HOST_DEVICE static inline uint64_t strips_border_words(int levenshtein, uint64_t n)
{
    return strips_groups_of(n) * (levenshtein ? 2 : 1);
}

HOST_DEVICE static inline uint64_t strips_rows(unsigned words)
{
    return (uint64_t)WARP * STRIPS_ROWS_OF_LANE * words;
}

static inline uint64_t strips_padding(unsigned words, uint64_t m)
{
    assert(words > 0);
    return (strips_rows(words) - m % strips_rows(words)) % strips_rows(words);
}

/* The number of the first row of a strip; negative where it has padding above the table. */
HOST_DEVICE static inline int64_t strips_first_row(const struct strips_table *t, unsigned words,
                                                   int sides, uint64_t strip)
{
    const uint64_t rows = strips_rows(words), strips = (t->m + rows - 1) / rows;
    const uint64_t above = sides ? 0 : strips * rows - t->m;
    return (int64_t)(strip * rows) - (int64_t)above;
}

/* The groups of columns that a strip has, [begin, end). */
HOST_DEVICE static inline uint64_t strips_groups_begin(const struct strips_table *t, unsigned words,
                                                       int sides, uint64_t strip)
{
    const int64_t column = strips_first_row(t, words, sides, strip) + t->lowest;
    return column > 0 ? (uint64_t)column / STRIPS_COLUMNS : 0;
}

HOST_DEVICE static inline uint64_t strips_groups_end(const struct strips_table *t, unsigned words,
                                                     int sides, uint64_t strip)
{
    const int64_t column =
        strips_first_row(t, words, sides, strip) + (int64_t)strips_rows(words) + t->highest;
    return strips_groups_of(column < 1 ? 1 : (uint64_t)column < t->n ? (uint64_t)column : t->n);
}

/* Enough for whole strips of any shape. */
HOST_DEVICE static inline uint64_t strips_side_words(uint64_t m)
{
    const uint64_t rows = strips_rows(STRIPS_MOST_WORDS);
    return (m + rows - 1) / rows * rows / 32;
}

/* One half of a divided table: its rows, and its last row. */
struct strips_half {
    uint64_t m;
    const uint64_t *border;
};

/* Where an optimal path goes from one half to the other (strips_find_crosses()). */
struct strips_cross {
    struct strips_half upper, lower;
    uint64_t n; /* columns of both */
    int last;
    uint64_t column, before, after; /* results */
};

static inline uint64_t strips_blocks_of(uint64_t n)
{
    return (n + STRIPS_BLOCK - 1) / STRIPS_BLOCK;
}

static inline uint64_t strips_blocks_diagonals(uint64_t m, uint64_t n)
{
    return strips_blocks_of(m) + strips_blocks_of(n) - 1;
}

static inline uint64_t strips_blocks_bytes(uint64_t m)
{
    return strips_blocks_of(m) * STRIPS_BLOCK / 8;
}
