/*
 * sliced_sums.h - METRIC_HAMMING in one block of columns, for any vector size: for each column, the
 * number of rows that mismatch the symbols ending there.
 *
 * Rows are summed along diagonals: the row r above the last one contributes its value of r columns
 * ago. A group of eight rows is added together (count_mismatches()), each row from another column.
 * A group's counter in a column is continued by the group below eight columns later. So a group
 * keeps the counters of eight columns, half a block, and in each half block the groups are computed
 * from the lowest to the highest.
 *
 * A counter begins at 2^(planes - 1) - (limit + 1), so its uppermost plane says that there are more
 * mismatches than the limit: the limit decides how many planes there are, whatever m is. That plane
 * is also set where one of the symbols is a delimiter, or is not in the lane.
 */
#pragma once

#include "scan/sliced_report.h"

enum { HALF = SLICED_BEFORE /* columns of half a block, and rows of a group */ };

_Static_assert((int)HALF == (int)COUNTED_ROWS, "a group is what is counted at once");

/* The lanes in which a counter in a column is invalid, from the previous half block on. */
struct outside {
    vec first[HALF + COLUMNS], other[HALF + COLUMNS]; /* in the first group; in the others */
};

/* Returns the number of groups; the first may have fewer rows. */
static uint32_t sums_groups(const struct sliced_rows *w)
{
    return (w->rows + HALF - 1) / HALF;
}

static uint32_t first_rows(const struct sliced_rows *w)
{
    return (w->rows - 1) % HALF + 1;
}

/* vec[HALF][w->planes]: what the first `groups` groups have left in the last half block. */
static vec *sums_of(const struct sliced_rows *w, uint32_t groups)
{
    return (vec *)w->v + (size_t)groups * HALF * w->planes;
}

/* Initializes the counters before the text. */
static void begin_sums(const struct sliced_rows *w)
{
    vec *start = sums_of(w, 0);
    size_t vectors = (size_t)HALF * w->planes;
    memset(start, 0, vectors * sizeof *start);
    for (unsigned c = 0; c < HALF; c++)
        counter_add(start + c * w->planes, w->planes,
                    (UINT64_C(1) << (w->planes - 1)) - w->limit - 1);
    memset(start + vectors, 0xff, sums_groups(w) * vectors * sizeof *start);
}

/* Adjusts all counters to a lower limit. */
static void lower_sums(const struct sliced_rows *w, uint32_t before)
{
    vec *counter = sums_of(w, 0), *end = sums_of(w, sums_groups(w) + 1);
    for (; w->limit < before && counter < end; counter += w->planes)
        counter[w->planes - 1] |= counter_add(counter, w->planes - 1, before - w->limit);
}

/* Sets in which of `rows` columns, this one and those before it, there is a delimiter. */
static void find_outside(vec *outside, const struct sliced_block *b, unsigned rows)
{
    memcpy(outside, b->before, sizeof b->before);
    memcpy(outside + HALF, b->restart, sizeof b->restart);
    for (unsigned done = 1, step; done < rows; done += step) {
        step = rows - done < done ? rows - done : done;
        for (unsigned c = HALF + COLUMNS; c-- > step;)
            outside[c] |= outside[c - step];
    }
}

/* One group: row r of it in column c has match[r][c]. Goes on with the counters `from` to `to`. */
INLINE void sum_group(const vec *const match[HALF], const vec *from, vec *to, unsigned planes,
                      const vec *outside)
{
    for (unsigned c = 0; c < HALF; c++, from += planes, to += planes) {
        vec rows[HALF];
        UNROLLED for (unsigned r = 0; r < HALF; r++) rows[r] = match[r][c];
        count_mismatches(to, from, planes, rows, outside[c]);
    }
}

/* The match planes of a group's rows for the half block, each from its own column on. The first
 * group lacks rows; those match all. */
static void group_matches(const struct sliced_table *t, const struct sliced_rows *w, uint32_t group,
                          unsigned from, const vec *all, const vec *match[HALF])
{
    uint32_t lacking = HALF - first_rows(w);
    for (uint32_t r = 0, row = group * HALF; r < HALF; r++, row++) {
        match[r] = all;
        if (row >= lacking)
            match[r] = (const vec *)t->match + (size_t)w->slots[row - lacking] * (HALF + COLUMNS) +
                       from + r + 1;
    }
}

/* Computes all groups in the half block whose first column is `from`. */
static void advance_sums(const struct sliced_table *t, const struct sliced_rows *w,
                         const struct outside *outside, unsigned from)
{
    const vec *match[HALF];
    vec all[HALF];
    memset(all, 0xff, sizeof all);
    for (uint32_t g = sums_groups(w); g-- > 0;) {
        group_matches(t, w, g, from, all, match);
        sum_group(match, sums_of(w, g), sums_of(w, g + 1), w->planes,
                  (g == 0 ? outside->first : outside->other) + HALF + from);
    }
}

/* Returns the lanes within the limit in this column of the half block. */
static vec sums_within(const struct sliced_rows *w, unsigned c)
{
    return ~sums_of(w, sums_groups(w))[(size_t)c * w->planes + w->planes - 1];
}

/* Reports the lanes within the limit. Returns false if the pattern is to be left. */
static bool find_sums(struct sliced_table *t, struct sliced_rows *w, const struct sliced_block *b,
                      unsigned from)
{
    const vec *counter = sums_of(w, sums_groups(w));
    vec *seen = w->seen;
    for (unsigned c = 0; c < HALF; c++, counter += w->planes) {
        uint32_t limit = w->limit;
        vec lanes = sums_within(w, c) & ~*seen;
        if (w->once)
            *seen = (*seen | lanes) & ~b->restart[from + c];
        if (any_bit(lanes) && !report_lanes(t, w, counter, w->planes, lanes, b->at + from + c))
            return false;
        lower_sums(w, limit);
    }
    return true;
}

/* Searches one block for one pattern. Returns false if the pattern is to be left. */
static bool run_sums(struct sliced_table *t, struct sliced_rows *w, struct sliced_block *b)
{
    struct outside outside;
    vec *seen = w->seen;
    find_outside(outside.first, b, first_rows(w));
    find_outside(outside.other, b, HALF);
    for (unsigned from = 0; from < COLUMNS; from += HALF) {
        vec within = {0}, restarted = {0};
        advance_sums(t, w, &outside, from);
        for (unsigned c = 0; c < HALF; c++) {
            within |= sums_within(w, c);
            restarted |= b->restart[from + c];
        }
        if (any_bit(within & ~(*seen & ~restarted))) {
            if (!find_sums(t, w, b, from))
                return false;
        } else {
            *seen &= ~restarted;
        }
    }
    return true;
}
