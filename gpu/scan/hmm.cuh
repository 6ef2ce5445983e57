/*
 * hmm.cuh - the papers' algorithm, as published: the baseline.
 *
 * Man, Nakano, Ito: "The Approximate String Matching on the Hierarchical Memory Machine, with
 * Performance Evaluation", 2013, and its journal version of 2014. On the HMM, the text Y is cut
 * into D substrings that overlap by 2m; here by m + k, which is what a distance of k needs. Each
 * goes to a DMM, a block of m threads, which computes the table c of pattern and substring:
 *
 *     c[i][j] = min(c[i-1][j-1] + (x[i] != y[j]), c[i-1][j] + 1, c[i][j-1] + 1),  c[0][j] = 0
 *
 * Thread i has row i and takes the columns one after the other, one step behind thread i - 1, so
 * the threads stand on an anti-diagonal. Three anti-diagonals are in shared memory: the one that is
 * written, and the two before it. The rows of all arrays are padded to a multiple of the warp.
 * Neighbouring threads use neighbouring words, so no two use the same bank; only the first thread
 * takes what is above its row from another array. Text comes in tiles, one symbol a thread, loaded
 * coalesced. The last row goes to shared memory, too. Once a tile, every thread looks at one of its
 * values. The minimum is found by shuffles in the warp first, then in global memory over all warps
 * and blocks.
 *
 * A pattern with more rows than a block has threads goes in strips of rows. Each strip leaves its
 * last row in global memory for the next.
 *
 * At a delimiter every column restarts: c[i][j] = i.
 */
#pragma once

#include "gpu/scan/launch.cuh"

static const uint32_t HMM_THREADS = 1024;
enum { HMM_ARRAYS = 7 /* in shared memory, each of a padded row of words */ };
#define HMM_NONE UINT32_MAX /* no distance: there is a delimiter */

struct hmm_layout {
    struct cutting cut;
    uint32_t *rows; /* [substrings][columns]: the last row of a strip; NULL when there is one strip
                     */
    size_t columns;
};

/* Of one block, in shared memory. */
struct hmm_arrays {
    uint32_t *diagonals[3];
    uint32_t *text[2]; /* the tile before, and this one */
    uint32_t *above;   /* of this tile: the row above the strip */
    uint32_t *last;    /* of this tile: the last row */
};

/* The strip of a block. */
struct hmm_strip {
    int64_t at;         /* the place of the substring's first symbol */
    uint32_t columns;   /* of the substring */
    uint32_t top, rows; /* rows top + 1 .. top + rows of the pattern */
    uint32_t *row;      /* of the layout, or NULL */
    bool bottom;        /* has the pattern's last row */
};

/* The set of codes that the thread's row matches: a word of it, or where the words are. */
struct hmm_row {
    uint32_t slot, word;
    bool one_word;
};

__device__ inline bool hmm_matches(const struct device_query &q, struct hmm_row row, uint32_t code)
{
    return row.one_word ? row.word >> code & 1 : slot_matches(&q, row.slot, code);
}

__device__ inline struct hmm_arrays hmm_share(uint32_t *memory)
{
    uint32_t n = blockDim.x;
    return (struct hmm_arrays){{memory, memory + n, memory + 2 * n},
                               {memory + 3 * n, memory + 4 * n},
                               memory + 5 * n,
                               memory + 6 * n};
}

/* Loads the tile's symbols, and the last row of the strip above. Keeps the symbols of the previous
 * tile. */
__device__ inline void hmm_load(const struct scan &s, const struct hmm_strip &strip,
                                struct hmm_arrays &a, uint32_t tile)
{
    uint32_t i = threadIdx.x, j = tile + i, *before = a.text[0];
    a.text[0] = a.text[1];
    a.text[1] = before;
    before[i] = j < strip.columns ? code_at(s, strip.at + j) : 0;
    a.above[i] = strip.top > 0 && j < strip.columns ? strip.row[j] : 0;
}

/*
 * The anti-diagonals of one tile: thread i computes its cells of the columns tile - i,
 * tile - i + 1, ... and the last one leaves the last row. `corner` is the first thread's
 * c[i-1][j-1] of the strip above.
 */
__device__ inline void hmm_tile(const struct device_query &q, const struct hmm_strip &strip,
                                struct hmm_arrays &a, struct hmm_row row, uint32_t tile,
                                uint32_t *corner)
{
    uint32_t i = threadIdx.x, n = blockDim.x;
    for (uint32_t step = 0; step < n; step++) {
        uint32_t code = step >= i ? a.text[1][step - i] : a.text[0][n + step - i];
        uint32_t left = a.diagonals[1][i];
        uint32_t up = i > 0 ? a.diagonals[1][i - 1] : a.above[step];
        uint32_t diagonal = i > 0 ? a.diagonals[0][i - 1] : *corner;
        uint32_t cell = min(diagonal + !hmm_matches(q, row, code), min(up, left) + 1);
        *corner = up;
        if (code == 0)
            cell = strip.top + i + 1;
        a.diagonals[2][i] = cell;
        if (i == strip.rows - 1) {
            uint32_t j = tile + step - i;
            a.last[step] = code == 0 ? HMM_NONE : cell;
            if (!strip.bottom && tile + step >= i && j < strip.columns)
                strip.row[j] = cell;
        }
        __syncthreads();
        uint32_t *oldest = a.diagonals[0];
        a.diagonals[0] = a.diagonals[1];
        a.diagonals[1] = a.diagonals[2];
        a.diagonals[2] = oldest;
    }
}

/* Each thread evaluates one column of the last row. `before` is the value before the tile. */
__device__ inline void hmm_report(const struct scan &s, const struct hmm_arrays &a, int64_t end,
                                  uint32_t owned, uint32_t k, uint32_t pattern, uint32_t before)
{
    uint32_t i = threadIdx.x, value = a.last[i], left = i > 0 ? a.last[i - 1] : before;
    uint32_t bound = bound_now(s, k);
    bool rises = left != HMM_NONE && value == left + 1;
    bool found = value != HMM_NONE && value <= bound && end > owned && (s.rising || !rises);
    if (s.best)
        bound = lower_limit(s, bound, found ? value : HMM_NONE);
    report(s, found && value <= bound, (uint32_t)end, value, pattern);
}

__device__ inline void hmm_run_strip(const struct scan &s, const struct device_query &q,
                                     const struct hmm_strip &strip, uint32_t *memory,
                                     uint32_t owned, uint32_t pattern)
{
    struct hmm_arrays a = hmm_share(memory);
    const struct device_pattern p = q.patterns[pattern];
    uint32_t i = threadIdx.x, before = HMM_NONE, corner = strip.top;
    struct hmm_row row = {0, 0, q.ncodes <= 32};
    if (i < strip.rows) {
        row.slot = q.slots[p.first_row + strip.top + i];
        row.word = q.matches[row.slot * (size_t)((q.ncodes + 31) / 32)];
    }
    a.text[1][i] = 0;
    a.diagonals[0][i] = a.diagonals[1][i] = strip.top + i + 1;
    for (uint32_t tile = 0; tile < strip.columns + strip.rows; tile += blockDim.x) {
        hmm_load(s, strip, a, tile);
        __syncthreads();
        hmm_tile(q, strip, a, row, tile, &corner);
        if (strip.bottom)
            hmm_report(s, a, strip.at + tile + i - (strip.rows - 1) + 1, owned, p.k, pattern,
                       before);
        before = a.last[blockDim.x - 1];
        __syncthreads();
    }
}

__global__ void __launch_bounds__(HMM_THREADS)
    hmm_kernel(struct scan s, struct device_query q, uint32_t pattern, struct hmm_layout layout)
{
    extern __shared__ uint4 memory[];
    const uint32_t m = q.patterns[pattern].m, d = blockIdx.x;
    int64_t at = substring_at(s, layout.cut, d);
    uint32_t owned = (uint32_t)(at + layout.cut.lead);
    int64_t end = min((int64_t)owned + layout.cut.stride, (int64_t)s.end);
    if (at < s.lead)
        at = s.lead;
    for (uint32_t top = 0; top < m; top += blockDim.x) {
        uint32_t rows = min(blockDim.x, m - top);
        struct hmm_strip strip = {at,
                                  (uint32_t)(end - at),
                                  top,
                                  rows,
                                  layout.rows == NULL ? NULL : layout.rows + d * layout.columns,
                                  top + rows == m};
        hmm_run_strip(s, q, strip, (uint32_t *)memory, owned, pattern);
    }
}

/* The host side. */
static cudaError_t run_hmm(struct launch *launch, uint32_t substrings, uint32_t pattern)
{
    const struct device_pattern *p = &launch->q->host_patterns[pattern];
    const uint32_t threads = p->m < HMM_THREADS ? (p->m + WARP - 1) / WARP * WARP : HMM_THREADS;
    struct hmm_layout layout = {};
    cudaError_t error = cudaSuccess;
    if (substrings == 0)
        substrings =
            (uint32_t)launch->limits.processors * (2048 / threads < 32 ? 2048 / threads : 32);
    uint32_t stride = ceil_div(owned(launch), substrings);
    layout.cut = (struct cutting){ceil_div(owned(launch), stride), stride, lead_of(p)};
    layout.columns = (size_t)layout.cut.lead + stride;
    if (p->m > threads)
        error = launch_allocate(launch, &layout.rows,
                                layout.cut.substrings * layout.columns * sizeof *layout.rows);
    if (error != cudaSuccess)
        return error;
    hmm_kernel<<<layout.cut.substrings, threads, HMM_ARRAYS * threads * sizeof(uint32_t),
                 launch->stream>>>(launch->scan, *launch->q, pattern, layout);
    return launch_free_memory(launch, cudaGetLastError());
}
