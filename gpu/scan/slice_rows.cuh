/*
 * slice_rows.cuh - the cells of bitslice.cuh: rows in registers, the columns of a step at a time.
 *
 * Where no record ends in a step, sums do part of the work of logic: each has a unit of its own.
 */
#ifndef SLICE_ROWS_CUH
#define SLICE_ROWS_CUH

#include "gpu/scan/slicer.cuh"

/* One cell (cells/cell.h). vp, vn are the row's differences; hp, hn are those of the row above, and
 * become its own. */
__device__ inline void cell(uint32_t *vp, uint32_t *vn, uint32_t *hp, uint32_t *hn, uint32_t match,
                            uint32_t restart)
{
    uint32_t d0 = LOGIC3(CELL_D0, match, *vn, *hn);
    uint32_t hn_out = LOGIC3(CELL_RESTART_HN, *vp, d0, restart);
    uint32_t hp_out = LOGIC3(CELL_PLUS, *vn, *vp, d0);
    *vn = LOGIC3(CELL_RESTART_VN, *hp, d0, restart);
    *vp = LOGIC3(CELL_PLUS, *hn, *hp, d0);
    *hp = hp_out;
    *hn = hn_out;
}

/* All rows of a lane in the columns of a step, whose match planes are at `step` in each slot. */
template <int ROWS, bool SHARED>
__device__ inline void run_rows(const struct slicer &w, struct slice<ROWS> *v,
                                struct horizontals *h, uint32_t step,
                                const uint32_t restart[COLUMNS])
{
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint4 match = *ring_at<SHARED>(w, v->match[r] + step);
        cell(&v->p[r], &v->n[r], &h->p[0], &h->n[0], match.x, restart[0]);
        cell(&v->p[r], &v->n[r], &h->p[1], &h->n[1], match.y, restart[1]);
        cell(&v->p[r], &v->n[r], &h->p[2], &h->n[2], match.z, restart[2]);
        cell(&v->p[r], &v->n[r], &h->p[3], &h->n[3], match.w, restart[3]);
    }
}

/* p - n, as numbers. */
__device__ inline uint32_t difference(const struct bitslice_layout &layout, uint32_t p, uint32_t n)
{
    return multiply_add(n, layout.minus_one, p);
}

/* cell() where no record ends, for two units (cells/cell.h). *dv is *vp - *vn, *dh is *hp - *hn. */
__device__ inline void cell_by_sums(const struct bitslice_layout &layout, uint32_t *vp,
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
}

enum { BY_LOGIC = 8 /* one row in so many is done by logic alone: both units have much to do */ };

/* run_rows() where no record ends. dv: the differences of the rows, but for those by logic. */
template <int ROWS, bool SHARED>
__device__ inline void run_rows_by_sums(const struct bitslice_layout &layout,
                                        const struct slicer &w, struct slice<ROWS> *v,
                                        uint32_t dv[ROWS], struct horizontals *h, uint32_t step)
{
    uint32_t dh[COLUMNS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const uint4 match = *ring_at<SHARED>(w, v->match[r] + step);
        const uint32_t matches[COLUMNS] = {match.x, match.y, match.z, match.w};
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            if (r % BY_LOGIC == 0) /* behind logic, they are not known */
                dh[c] = difference(layout, h->p[c], h->n[c]);
            if (r % BY_LOGIC == BY_LOGIC - 1)
                cell(&v->p[r], &v->n[r], &h->p[c], &h->n[c], matches[c], 0);
            else
                cell_by_sums(layout, &v->p[r], &v->n[r], &dv[r], &h->p[c], &h->n[c], &dh[c],
                             matches[c]);
        }
    }
}

/* The rows at the beginning: c[i][0] = i. The rows above the pattern's first one match nothing. */
template <int ROWS>
__device__ inline void begin_rows(const struct device_query &q,
                                  const struct bitslice_layout &layout, const struct slicer &w,
                                  struct slice<ROWS> *v)
{
    const struct device_pattern p = q.patterns[w.pattern];
    const uint32_t padding = layout.strips * layout.warps * w.lanes * ROWS - p.m;
    const uint32_t first = (w.part * w.lanes + w.lane) * ROWS;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint32_t row = p.first_row + first + r - padding, slot = SLOT_NOTHING;
        if (first + r >= padding)
            slot = layout.row_slots == NULL ? q.slots[row] + SLOT_FIRST : layout.row_slots[row];
        v->p[r] = UINT32_MAX;
        v->n[r] = 0;
        v->match[r] = place_of(w, slot);
        asm volatile("" : "+r"(v->match[r])); /* else the compiler computes it in each step */
    }
}

/* Each lane gets the differences of the last row of the lane above. */
__device__ inline void pass_on(struct horizontals *h)
{
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        h->p[c] = __shfl_up_sync(ALL_LANES, h->p[c], 1);
        h->n[c] = __shfl_up_sync(ALL_LANES, h->n[c], 1);
    }
}

/* Gives a group's first lane the row above it, (p, n). `passed` is all ones in the other lanes,
 * which keep what they were passed. */
__device__ inline void enter(struct horizontals *h, uint32_t passed, uint4 p, uint4 n)
{
    const uint32_t above_p[COLUMNS] = {p.x, p.y, p.z, p.w};
    const uint32_t above_n[COLUMNS] = {n.x, n.y, n.z, n.w};
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        h->p[c] = LOGIC3(CHOOSE, passed, h->p[c], above_p[c]);
        h->n[c] = LOGIC3(CHOOSE, passed, h->n[c], above_n[c]);
    }
}

#endif
