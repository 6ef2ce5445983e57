/*
 * slice_rows.cuh - the cells of bitslice.cuh: rows in registers, the columns of a step at a time;
 * and the distances of the last row.
 *
 * If no record ends in a step, sums replace part of the logic operations; the two have separate
 * execution units.
 */
#pragma once

#include "gpu/scan/slicer.cuh"

/* One cell (cells/cell.h). vp, vn are the row's differences; hp, hn are those of the row above, and
 * become its own. Returns its d0. */
__device__ inline uint32_t cell(uint32_t *vp, uint32_t *vn, uint32_t *hp, uint32_t *hn,
                                uint32_t match, uint32_t restart)
{
    uint32_t d0 = LOGIC3(CELL_D0, match, *vn, *hn);
    uint32_t hn_out = LOGIC3(CELL_RESTART_HN, *vp, d0, restart);
    uint32_t hp_out = LOGIC3(CELL_PLUS, *vn, *vp, d0);
    *vn = LOGIC3(CELL_RESTART_VN, *hp, d0, restart);
    *vp = LOGIC3(CELL_PLUS, *hn, *hp, d0);
    *hp = hp_out;
    *hn = hn_out;
    return d0;
}

/* One cell of the longest common subsequence. */
__device__ inline void cell_lcs(uint32_t *v, uint32_t *h, uint32_t match)
{
    uint32_t left = *v;
    *v = LOGIC3(CELL_LCS, match, left, *h);
    *h = LOGIC3(CELL_LCS, match, *h, left);
}

/* The match planes of a row in the columns of a step. */
struct matches {
    uint32_t of[COLUMNS];
};

template <bool SHARED>
__device__ inline struct matches matches_at(const struct slicer &w, uint32_t place)
{
    const uint4 match = *ring_at<SHARED>(w, place);
    return {{match.x, match.y, match.z, match.w}};
}

/* Computes row r of a lane in column c of a step. `q` and `above` are the match planes of the row
 * and of the row above. */
template <enum metric METRIC, int ROWS>
__device__ inline void row_cell(struct slice<ROWS> *v, int r, struct horizontals *h, int c,
                                uint32_t q, uint32_t above, uint32_t restart)
{
    if (METRIC == METRIC_INDEL) {
        cell_lcs(&v->p[r], &h->p[c], q);
        cell_lcs(&v->n[r], &h->n[c], q);
        v->p[r] &= ~restart;
        v->n[r] &= ~restart;
        return;
    }
    uint32_t match = METRIC == METRIC_OSA ? LOGIC3(CELL_MATCH, q, v->crossed[r], above) : q;
    uint32_t d0 = cell(&v->p[r], &v->n[r], &h->p[c], &h->n[c], match, restart);
    if (METRIC == METRIC_OSA) {
        v->crossed[r] = CELL_CROSSED(h->d0[c], q);
        h->d0[c] = d0;
    }
}

/* Returns the match planes of the row above a lane's first row; for METRIC_OSA only. */
template <enum metric METRIC, int ROWS, bool SHARED>
__device__ inline struct matches matches_above(const struct slicer &w, const struct slice<ROWS> &v,
                                               uint32_t step)
{
    if (METRIC != METRIC_OSA)
        return {};
    return matches_at<SHARED>(w, v.above + step);
}

/* Computes all rows of a lane in the columns of a step; their match planes are at `step` in each
 * slot. */
template <enum metric METRIC, int ROWS, bool SHARED>
__device__ inline void run_rows(const struct slicer &w, struct slice<ROWS> *v,
                                struct horizontals *h, uint32_t step,
                                const uint32_t restart[COLUMNS])
{
    struct matches above = matches_above<METRIC, ROWS, SHARED>(w, *v, step);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const struct matches match = matches_at<SHARED>(w, v->match[r] + step);
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
            row_cell<METRIC>(v, r, h, c, match.of[c], above.of[c], restart[c]);
        above = match;
    }
}

/* p - n, as numbers. */
__device__ inline uint32_t difference(const struct bitslice_layout &layout, uint32_t p, uint32_t n)
{
    return multiply_add(n, layout.minus_one, p);
}

/* As cell(), for columns where no record ends; uses two execution units (cells/cell.h). *dv is *vp
 * - *vn, *dh is *hp - *hn. */
__device__ inline uint32_t cell_by_sums(const struct bitslice_layout &layout, uint32_t *vp,
                                        uint32_t *vn, uint32_t *dv, uint32_t *hp, uint32_t *hn,
                                        uint32_t *dh, uint32_t match)
{
    uint32_t cost = LOGIC3(CELL_COST, match, *vn, *hn);
    uint32_t hn_out = CELL_MINUS(*vp, ~cost);
    uint32_t dh_out = CELL_DIFFERENCE(multiply_add, layout.minus_one, cost, *dv);
    *vn = CELL_MINUS(*hp, ~cost);
    *dv = CELL_DIFFERENCE(multiply_add, layout.minus_one, cost, *dh);
    *vp = CELL_PLUS_OF(multiply_add, layout.one, *dv, *vn);
    *hp = CELL_PLUS_OF(multiply_add, layout.one, dh_out, hn_out);
    *hn = hn_out;
    *dh = dh_out;
    return ~cost;
}

/* As cell_lcs(), with two execution units. */
__device__ inline void cell_lcs_by_sums(const struct bitslice_layout &layout, uint32_t *v,
                                        uint32_t *h, uint32_t match)
{
    uint32_t less = CELL_LCS_LESS(multiply_add, layout.minus_one, *v, *h);
    *v = LOGIC3(CELL_LCS, match, *v, *h);
    *h = CELL_LCS_H(multiply_add, layout.one, *v, less);
}

/* As row_cell(), for columns where no record ends. */
template <enum metric METRIC, int ROWS>
__device__ inline void row_cell_by_sums(const struct bitslice_layout &layout, struct slice<ROWS> *v,
                                        int r, uint32_t *dv, struct horizontals *h, int c,
                                        uint32_t *dh, uint32_t q, uint32_t above)
{
    if (METRIC == METRIC_INDEL) { /* for one of the two tables, which balances the units */
        cell_lcs(&v->p[r], &h->p[c], q);
        cell_lcs_by_sums(layout, &v->n[r], &h->n[c], q);
        return;
    }
    uint32_t match = METRIC == METRIC_OSA ? LOGIC3(CELL_MATCH, q, v->crossed[r], above) : q;
    uint32_t d0 = cell_by_sums(layout, &v->p[r], &v->n[r], dv, &h->p[c], &h->n[c], dh, match);
    if (METRIC == METRIC_OSA) {
        v->crossed[r] = CELL_CROSSED(h->d0[c], q);
        h->d0[c] = d0;
    }
}

enum {
    BY_LOGIC = 8 /* every BY_LOGIC-th row uses logic only, to balance the two units */
};

/* As run_rows(), for steps where no record ends. dv: the differences of the rows computed by
 * sums. */
template <enum metric METRIC, int ROWS, bool SHARED>
__device__ inline void run_rows_by_sums(const struct bitslice_layout &layout,
                                        const struct slicer &w, struct slice<ROWS> *v,
                                        uint32_t dv[ROWS], struct horizontals *h, uint32_t step)
{
    struct matches above = matches_above<METRIC, ROWS, SHARED>(w, *v, step);
    uint32_t dh[COLUMNS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const struct matches match = matches_at<SHARED>(w, v->match[r] + step);
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            if (r % BY_LOGIC == 0) /* unknown after a row by logic */
                dh[c] = difference(layout, h->p[c], h->n[c]);
            if (r % BY_LOGIC == BY_LOGIC - 1)
                row_cell<METRIC>(v, r, h, c, match.of[c], above.of[c], 0);
            else
                row_cell_by_sums<METRIC>(layout, v, r, &dv[r], h, c, &dh[c], match.of[c],
                                         above.of[c]);
        }
        above = match;
    }
}

/* Returns the offset of a row's slot in the ring; rows above the first match nothing. */
__device__ inline uint32_t row_place(const struct device_query &q,
                                     const struct bitslice_layout &layout, const struct slicer &w,
                                     int64_t row)
{
    const uint32_t at = q.patterns[w.pattern].first_row + (uint32_t)row;
    if (row < 0)
        return place_of(w, SLOT_NOTHING);
    return place_of(w, layout.row_slots == NULL ? q.slots[at] + SLOT_FIRST : layout.row_slots[at]);
}

/* Initializes the rows: c[i][0] = i, and nothing is crossed. */
template <enum metric METRIC, int ROWS>
__device__ inline void begin_rows(const struct device_query &q,
                                  const struct bitslice_layout &layout, const struct slicer &w,
                                  struct slice<ROWS> *v)
{
    const struct device_pattern p = q.patterns[w.pattern];
    const uint32_t padding = layout.strips * layout.warps * w.lanes * ROWS - p.m;
    const int64_t first = (int64_t)(w.part * w.lanes + w.lane) * ROWS - padding;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        v->p[r] = METRIC == METRIC_INDEL ? 0 : UINT32_MAX;
        v->n[r] = v->crossed[r] = 0;
        v->match[r] = row_place(q, layout, w, first + r);
        asm volatile("" : "+r"(v->match[r])); /* else the compiler computes it in each step */
    }
    v->above = row_place(q, layout, w, first - 1);
}

/* Passes each lane's last row to the lane below. */
template <enum metric METRIC> __device__ inline void pass_on(struct horizontals *h)
{
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        h->p[c] = __shfl_up_sync(ALL_LANES, h->p[c], 1);
        h->n[c] = __shfl_up_sync(ALL_LANES, h->n[c], 1);
        if (METRIC == METRIC_OSA)
            h->d0[c] = __shfl_up_sync(ALL_LANES, h->d0[c], 1);
    }
}

/* Loads the row above in a step from these offsets; d0 for METRIC_OSA only. Above the pattern (not
 * `fed`), METRIC_INDEL has the differences of both tables, which alternate between even and odd
 * columns. */
template <enum metric METRIC>
__device__ inline struct row load_row(const uint4 *p, const uint4 *n, const uint4 *d0, bool fed)
{
    const uint32_t all = UINT32_MAX;
    if (METRIC == METRIC_INDEL && !fed)
        return {make_uint4(0, all, 0, all), make_uint4(all, 0, all, 0)};
    struct row row = {*p, *n};
    if (METRIC == METRIC_OSA)
        row.d0 = *d0;
    return row;
}

__device__ inline void enter_columns(uint32_t h[COLUMNS], uint32_t passed, uint4 above)
{
    h[0] = LOGIC3(CHOOSE, passed, h[0], above.x);
    h[1] = LOGIC3(CHOOSE, passed, h[1], above.y);
    h[2] = LOGIC3(CHOOSE, passed, h[2], above.z);
    h[3] = LOGIC3(CHOOSE, passed, h[3], above.w);
}

/* Sets the row above in a group's first lane. `passed` is all ones in the other lanes, which keep
 * the row passed to them. */
template <enum metric METRIC>
__device__ inline void enter(struct horizontals *h, uint32_t passed, const struct row &above)
{
    enter_columns(h->p, passed, above.p);
    enter_columns(h->n, passed, above.n);
    if (METRIC == METRIC_OSA)
        enter_columns(h->d0, passed, above.d0);
}

/* Converts the last row's differences to differences of distances: METRIC_INDEL has two tables. */
template <enum metric METRIC> __device__ inline void as_distances(uint32_t *p, uint32_t *n)
{
    const uint32_t even = *p, odd = *n;
    if (METRIC != METRIC_INDEL)
        return;
    *p = CELL_HALF_PLUS(even, odd);
    *n = CELL_HALF_MINUS(even, odd);
}

template <enum metric METRIC>
__device__ inline struct horizontals distances_of(const struct horizontals &h)
{
    struct horizontals of = h;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++)
        as_distances<METRIC>(&of.p[c], &of.n[c]);
    return of;
}

/*
 * The distances by bit-sliced counters, in the lane that has the last row (as
 * src/scan/sliced_kernel.h does).
 */

/* A counter in each substring: the last row's score less (bound + 1). Bit i is in plane i, the sign
 * in the last plane. */
struct counter {
    uint32_t plane[COUNTER];
    uint32_t bound;
};

__device__ inline void counter_begin(struct counter *c, uint32_t m, uint32_t bound)
{
    c->bound = bound;
#pragma unroll
    for (int i = 0; i < COUNTER; i++)
        c->plane[i] = 0 - ((m - bound - 1) >> i & 1);
}

/* Adjusts the counters to a lower bound. */
__device__ inline void counter_lower(struct counter *c, uint32_t bound)
{
    uint32_t carry = 0, by = c->bound - bound;
#pragma unroll
    for (int i = 0; i < COUNTER; i++) {
        uint32_t bit = 0 - (by >> i & 1), old = c->plane[i];
        c->plane[i] = LOGIC3(XOR3, old, bit, carry);
        carry = LOGIC3(MAJORITY, old, bit, carry);
    }
    c->bound = bound;
}

/* Counts one column: adds -1 as ones in all planes, and +1 as the carry into the lowest. */
__device__ inline void counter_add(struct counter *c, uint32_t p, uint32_t n, uint32_t restart,
                                   uint32_t m, bool restarts)
{
    uint32_t carry = p;
#pragma unroll
    for (int i = 0; i < COUNTER; i++) {
        uint32_t old = c->plane[i], sum = LOGIC3(XOR3, old, n, carry);
        carry = LOGIC3(MAJORITY, old, n, carry);
        if (restarts) {
            uint32_t begin = 0 - ((m - c->bound - 1) >> i & 1);
            sum = LOGIC3(CHOOSE, restart, begin, sum);
        }
        c->plane[i] = sum;
    }
}

/* Returns the distance in one substring, if it is within the bound. */
__device__ inline uint32_t counter_value(const struct counter &c, unsigned bit)
{
    uint32_t value = c.bound + 1 - (1U << (COUNTER - 1));
#pragma unroll
    for (int i = 0; i < COUNTER - 1; i++)
        value += (c.plane[i] >> bit & 1) << i;
    return value;
}

/* Returns the least distance in the substrings *of, and reduces *of to those that have it. */
__device__ inline uint32_t counter_least(const struct counter &c, uint32_t *of)
{
    if (*of == 0)
        return UINT32_MAX;
#pragma unroll
    for (int i = COUNTER - 2; i >= 0; i--)
        if ((*of & ~c.plane[i]) != 0)
            *of &= ~c.plane[i];
    return counter_value(c, __ffs(*of) - 1);
}

/* Reports the substrings in `found` at this column. Called by all lanes. */
__device__ inline void report_column(const struct scan &s, const struct bitslice_layout &layout,
                                     const struct slicer &w, struct counter *c, uint32_t found,
                                     int64_t column)
{
    const uint32_t group = w.group + threadIdx.x % WARP / w.lanes;
    uint32_t bound = c->bound;
    if (s.best) {
        uint32_t least = counter_least(*c, &found);
        bound = lower_limit(s, bound, least);
        if (least > bound)
            found = 0;
    }
    while (__any_sync(ALL_LANES, found != 0)) {
        unsigned bit = found != 0 ? __ffs(found) - 1 : 0;
        int64_t place = substring_at(s, layout.cut, WARP * group + bit) + column;
        report(s, found != 0, (uint32_t)(place + 1), counter_value(*c, bit), w.to.pattern);
        found &= found - 1;
    }
    counter_lower(c, bound);
}

/* Returns the least distance within the bound after the step's last column. Once the limit has
 * fallen to it, few other columns must be checked. */
__device__ inline uint32_t least_behind(const struct counter &c, bool owned, uint32_t restart)
{
    uint32_t within = owned ? c.plane[COUNTER - 1] & ~restart : 0;
    return counter_least(c, &within);
}

/* Counts the columns of a step. If a distance is within the bound, counts them again one by one,
 * and reports. `column` is the lane's first column. */
__device__ inline void count(const struct scan &s, const struct bitslice_layout &layout,
                             const struct slicer &w, struct counter *c, const struct horizontals h,
                             const uint32_t restart[COLUMNS], int64_t column)
{
    struct counter before = *c;
    bool restarts = __any_sync(ALL_LANES, (restart[0] | restart[1] | restart[2] | restart[3]) != 0);
    uint32_t any = 0;
    if (restarts) {
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) {
            counter_add(c, h.p[i], h.n[i], restart[i], w.to.m, true);
            any |= c->plane[COUNTER - 1] & ~restart[i];
        }
    } else {
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) {
            counter_add(c, h.p[i], h.n[i], 0, w.to.m, false);
            any |= c->plane[COUNTER - 1];
        }
    }
    bool owned = w.last && column + COLUMNS > layout.cut.lead;
    uint32_t bound = c->bound;
    if (!__any_sync(ALL_LANES, owned && any != 0))
        return;
    if (s.best)
        bound = lower_limit(s, bound, least_behind(*c, owned, restart[COLUMNS - 1]));
    *c = before;
    counter_lower(c, bound);
#pragma unroll 1
    for (int i = 0; i < COLUMNS; i++) {
        const uint32_t p = i == 0 ? h.p[0] : i == 1 ? h.p[1] : i == 2 ? h.p[2] : h.p[3];
        const uint32_t n = i == 0 ? h.n[0] : i == 1 ? h.n[1] : i == 2 ? h.n[2] : h.n[3];
        const uint32_t r = i == 0   ? restart[0]
                           : i == 1 ? restart[1]
                           : i == 2 ? restart[2]
                                    : restart[3];
        counter_add(c, p, n, r, w.to.m, true);
        uint32_t found = c->plane[COUNTER - 1] & ~r & (s.rising ? UINT32_MAX : ~p);
        if (!w.last || column + i < layout.cut.lead)
            found = 0;
        report_column(s, layout, w, c, found, column + i);
    }
}
