/*
 * slice_rows.cuh - the cells of bitslice.cuh: rows in registers, the columns of a step at a time.
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

/* The place of the lane's columns in a slot. */
__device__ inline uint32_t place_of(const struct slicer &w, uint32_t slot)
{
    return w.ring + (slot * SLOT + w.place) * (uint32_t)sizeof(uint4);
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
