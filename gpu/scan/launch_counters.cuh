/* launch_counters.cuh - the host side of counters.cuh. */
#pragma once

#include "gpu/scan/counters.cuh"
#include "gpu/scan/launch.cuh"

/* The last piece that has a slot, numbered from 1, and the slot's number in it. */
struct seen {
    uint32_t piece, number;
};

/* The pieces of all patterns of a launch; host memory. */
struct counted_pieces {
    uint32_t *first; /* as in struct counters_layout */
    struct piece *pieces;
    uint32_t *row_planes, *slots;
    uint32_t n, nrows, nslots; /* used elements of these arrays */
    uint32_t most;             /* most slots of a piece */
    struct seen *seen;         /* [slots of the query] */
};

static void counted_pieces_free(struct counted_pieces *x)
{
    free(x->first);
    free(x->pieces);
    free(x->row_planes);
    free(x->slots);
    free(x->seen);
}

/* Allocates room for patterns with `rows` rows in all. A piece that is not a pattern's last has at
 * least PIECE_SLOTS rows. */
static bool counted_pieces_open(struct counted_pieces *x, const struct device_query *q,
                                uint32_t patterns, size_t rows)
{
    const size_t most = rows / PIECE_SLOTS + patterns;
    *x = {};
    x->first = (uint32_t *)malloc((patterns + 1) * sizeof *x->first);
    x->pieces = (struct piece *)malloc(most * sizeof *x->pieces);
    x->row_planes = (uint32_t *)malloc((rows + most * AT_ONCE_ROWS) * sizeof *x->row_planes);
    x->slots = (uint32_t *)malloc(rows * sizeof *x->slots);
    x->seen = (struct seen *)calloc(q->nslots + 1, sizeof *x->seen);
    return x->first != NULL && x->pieces != NULL && x->row_planes != NULL && x->slots != NULL &&
           x->seen != NULL;
}

/* Returns the plane of a slot in the current piece; PLANE_ALL if there is no room for it. */
static uint32_t plane_of(struct counted_pieces *x, struct piece *piece, uint32_t slot)
{
    struct seen *seen = &x->seen[slot];
    if (seen->piece != x->n + 1) {
        if (piece->nslots == PIECE_SLOTS)
            return PLANE_ALL;
        *seen = {x->n + 1, piece->nslots++};
        x->slots[x->nslots++] = slot;
    }
    return PLANE_FIRST + seen->number;
}

/* Cuts off one piece, from row `from` of the pattern on. Returns the row after it. */
static uint32_t cut_piece(struct counted_pieces *x, const uint32_t *slots, uint32_t from,
                          uint32_t m)
{
    uint32_t planes[PIECE_ROWS], n = 0;
    struct piece piece = {x->nrows, 0, 0, 0, x->nslots, 0};
    while (n < PIECE_ROWS && from + n < m &&
           (planes[n] = plane_of(x, &piece, slots[from + n])) != PLANE_ALL)
        n++;
    piece.counted = n;
    piece.below = m - from - n;
    piece.rows = (n + AT_ONCE_ROWS - 1) / AT_ONCE_ROWS * AT_ONCE_ROWS;
    for (uint32_t r = n; r < piece.rows; r++)
        x->row_planes[x->nrows++] = PLANE_ALL * PLANE_WORDS;
    for (uint32_t r = 0; r < n; r++)
        x->row_planes[x->nrows++] = planes[r] * PLANE_WORDS;
    x->most = piece.nslots > x->most ? piece.nslots : x->most;
    x->pieces[x->n++] = piece;
    return from + n;
}

static bool cut_patterns(struct counted_pieces *x, const struct device_query *q,
                         const uint32_t *list, uint32_t patterns)
{
    size_t rows = 0;
    for (uint32_t y = 0; y < patterns; y++)
        rows += q->host_patterns[list[y]].m;
    if (!counted_pieces_open(x, q, patterns, rows))
        return false;
    for (uint32_t y = 0; y < patterns; y++) {
        const struct device_pattern *p = &q->host_patterns[list[y]];
        x->first[y] = x->n;
        for (uint32_t row = 0; row < p->m;)
            row = cut_piece(x, q->host_slots + p->first_row, row, p->m);
    }
    x->first[patterns] = x->n;
    return true;
}

typedef void counters_function(struct scan, struct device_query, struct counters_layout);

/* Returns the kernel whose counters can count up to the bound. */
static counters_function *counters_of(uint32_t bound)
{
    return bound < 1U << 3    ? counters_kernel<4>
           : bound < 1U << 7  ? counters_kernel<8>
           : bound < 1U << 11 ? counters_kernel<12>
           : bound < 1U << 15 ? counters_kernel<16>
                              : counters_kernel<32>;
}

static cudaError_t launch_counters(struct launch *launch, const struct counted_pieces *x,
                                   const struct batch *batch, uint32_t bound)
{
    struct counters_layout layout = {};
    counters_function *kernel = counters_of(bound);
    layout.members = batch->members;
    layout.planes = batch->planes;
    cudaError_t error = send_table(launch, &layout.first, x->first, batch->members.n + 1);
    if (error == cudaSuccess)
        error = send_table(launch, &layout.pieces, x->pieces, x->n);
    if (error == cudaSuccess)
        error = send_table(launch, &layout.row_planes, x->row_planes, x->nrows);
    if (error == cudaSuccess)
        error = send_table(launch, &layout.slots, x->slots, x->nslots);
    const size_t shared = (PLANE_FIRST + x->most) * PLANE_WORDS * sizeof(uint32_t);
    if (error == cudaSuccess)
        error = device_allow_shared(&launch->limits, (const void *)kernel, shared);
    if (error != cudaSuccess)
        return error;
    const dim3 grid(ceil_div(owned(launch), COUNTERS_TILE), batch->members.n);
    kernel<<<grid, COUNTERS_THREADS, shared, launch->stream>>>(launch->scan, *launch->q, layout);
    return cudaGetLastError();
}

/* Searches for the patterns of a batch; `list` has their numbers. */
static cudaError_t run_counters(struct launch *launch, const struct batch *batch,
                                const uint32_t *list)
{
    struct counted_pieces x;
    uint32_t bound = 0;
    for (uint32_t y = 0; y < batch->members.n; y++) {
        const uint32_t k = launch->q->host_patterns[list[y]].k;
        bound = k > bound ? k : bound;
    }
    cudaError_t error = cudaErrorMemoryAllocation;
    if (cut_patterns(&x, launch->q, list, batch->members.n))
        error = launch_counters(launch, &x, batch, bound);
    counted_pieces_free(&x);
    return error;
}
