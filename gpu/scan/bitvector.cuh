/*
 * bitvector.cuh - the papers' anti-diagonal, made of bit vectors.
 *
 * A column of the table is held as vertical differences, 32 rows in a word (Myers, JACM 46(3),
 * 1999, in Hyyrö's form of 2003; see src/cells/bitvector.h). A lane has WORDS such words, and a
 * group of lanes has one substring. Lane l is l columns behind lane 0, as the papers' threads are,
 * and gets the horizontal differences of the row above its own from lane l - 1 by a shuffle. A
 * pattern that is longer than a warp's rows goes in strips of rows; each strip leaves the
 * differences of its last row in global memory for the next.
 *
 * Text is loaded in windows of 32 columns, through shared memory. The differences of the pattern's
 * last row are gathered into words, which are evaluated once a window (score.cuh).
 *
 * The pattern's last row is the last bit of the last lane. The rows above its first one match
 * nothing. So each of them is 1 more than the one above it in every column, and the differences of
 * the pattern's rows are as if they were not there.
 *
 * Bit slices are faster except for patterns with very many different items. So one kernel serves
 * all shapes: more kernels would take longer to compile than they save.
 *
 * Restarts cost nothing: where the column is a delimiter, `restart` is all ones, and an operation
 * of three operands has room for it.
 */
#pragma once

#include "cells/cell.h"
#include "gpu/scan/score.cuh"

enum {
    WORDS = 4,                         /* of a lane */
    WINDOW = 32,                       /* columns */
    BITVECTOR_WARPS = 4,               /* of a block */
    BITVECTOR_BLOCKS = 6,              /* on a multiprocessor: limited by registers */
    BITVECTOR_MASKS_SHARED = 48 << 10, /* most bytes of masks in shared memory */
};

struct bitvector_layout {
    struct cutting cut;
    struct members members;
    uint32_t lanes;        /* of a group: a power of two */
    uint32_t strips;       /* 1, or lanes is 32 */
    uint32_t words;        /* of a column: strips * lanes * WORDS */
    uint32_t windows;      /* of a substring, over all strips */
    const uint32_t *masks; /* [members][ncodes][words]: bit r of word w: row 32 w + r matches */
    uint2 *rows; /* [members][substrings][windows][strip_words()]: a strip's last row, or NULL */
};

/* Returns the words of a window that the next strip needs: the differences; for METRIC_OSA also d0
 * and eq. */
__host__ __device__ constexpr uint32_t strip_words(enum metric metric)
{
    return metric == METRIC_OSA ? 2 : 1;
}

/* A lane's rows in one column. For METRIC_OSA `crossed` is CELL_CROSSED of the column before. For
 * METRIC_INDEL p and m are the complements of the vertical differences in two tables (CELL_LCS). */
struct bitvector {
    uint32_t p[WORDS], m[WORDS], crossed[WORDS];
};

/* What one row passes to the next: bit 31 belongs to this column, the other bits are undefined. d0
 * and eq are for METRIC_OSA only; METRIC_INDEL has the horizontal differences of both tables. */
struct carries {
    uint32_t p, m, d0, eq;
};

__device__ inline void add(uint32_t sum[], const uint32_t a[], const uint32_t b[])
{
    asm("add.cc.u32 %0, %4, %8;\n\taddc.cc.u32 %1, %5, %9;\n\taddc.cc.u32 %2, %6, %10;\n\t"
        "addc.u32 %3, %7, %11;"
        : "=&r"(sum[0]), "=&r"(sum[1]), "=&r"(sum[2]), "=r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}

/*
 * Advances the rows by a symbol that matches those of `eq`. `above` are the differences of the row
 * above; returns those of the last row. In a column that restarts, bit 31 of above.m is set; then
 * all vertical differences become +1 and all horizontal ones -1.
 */
template <enum metric METRIC>
__device__ inline struct carries bitvector_deltas(struct bitvector *v, const uint32_t eq[],
                                                  struct carries above, uint32_t restart)
{
    uint32_t x[WORDS], sum[WORDS], same[WORDS];
    for (int w = 0; w < WORDS; w++) {
        uint32_t eq_above = __funnelshift_l(w == 0 ? above.eq : eq[w == 0 ? 0 : w - 1], eq[w], 1);
        same[w] = METRIC == METRIC_OSA ? CELL_MATCH(eq[w], v->crossed[w], eq_above) : eq[w];
        x[w] = (w == 0 ? same[0] | above.m >> 31 : same[w]) & v->p[w];
    }
    add(sum, x, v->p);
    for (int w = 0; w < WORDS; w++) {
        uint32_t vertical = same[w] | v->m[w];
        uint32_t d0 = (sum[w] ^ v->p[w]) | vertical | (w == 0 ? above.m >> 31 : 0);
        struct carries h = {CELL_PLUS(v->m[w], v->p[w], d0), CELL_RESTART_HN(v->p[w], d0, restart),
                            d0, eq[w]};
        uint32_t p = __funnelshift_l(above.p, h.p, 1), m = __funnelshift_l(above.m, h.m, 1);
        v->p[w] = CELL_PLUS(m, p, vertical);
        v->m[w] = CELL_RESTART_VN(p, vertical, restart);
        if (METRIC == METRIC_OSA)
            v->crossed[w] = CELL_CROSSED(__funnelshift_l(above.d0, d0, 1), eq[w]);
        above = h;
    }
    return above;
}

/* Computes a + b + (bit 31 of carry). Returns the carry out, in bit 31. */
__device__ inline uint32_t add_carry(uint32_t sum[], const uint32_t a[], const uint32_t b[],
                                     uint32_t carry)
{
    uint64_t all = carry >> 31;
#pragma unroll
    for (int w = 0; w < WORDS; w++) {
        all += (uint64_t)a[w] + b[w];
        sum[w] = (uint32_t)all;
        all >>= 32;
    }
    return (uint32_t)all << 31;
}

/* Advances one table of common subsequences (cells/cell.h): the horizontal differences down a
 * column are the carries of an addition. v holds the complements of the vertical differences,
 * `above` the horizontal difference of the row above. Returns the last row's. */
__device__ inline uint32_t bitvector_lcs(uint32_t v[], const uint32_t eq[], uint32_t above,
                                         uint32_t restart)
{
    uint32_t both[WORDS], sum[WORDS];
    for (int w = 0; w < WORDS; w++)
        both[w] = v[w] & eq[w];
    above = add_carry(sum, v, both, above);
    for (int w = 0; w < WORDS; w++)
        v[w] = CELL_LCS_COLUMN(eq[w], v[w], sum[w]) | restart;
    return above;
}

template <enum metric METRIC>
__device__ inline struct carries bitvector_step(struct bitvector *v, const uint32_t eq[],
                                                struct carries above, uint32_t restart)
{
    if (METRIC != METRIC_INDEL)
        return bitvector_deltas<METRIC>(v, eq, above, restart);
    return {bitvector_lcs(v->p, eq, above.p, restart), bitvector_lcs(v->m, eq, above.m, restart)};
}

/* Loads the masks of a lane's rows for a symbol. */
__device__ inline void load_masks(uint32_t eq[], const uint32_t *masks)
{
    uint4 v = *(const uint4 *)masks;
    eq[0] = v.x, eq[1] = v.y, eq[2] = v.z, eq[3] = v.w;
}

/*
 * The text of a warp's groups, in shared memory. Each group has a row there, with the window before
 * this one and behind it this one, so that lane l finds its columns l places before lane 0's. There
 * are three places; an odd window is in the first and in the third, an even one in the second. A
 * row is an odd number of words, so that no two groups share a bank.
 */
enum { RING = 3 * WINDOW };
template <typename code> struct ring {
    static const unsigned row = RING + 4 / sizeof(code);
    code *symbols;
};

/* The work and the state of a lane. */
struct bitvector_lane {
    uint32_t lanes, lane; /* of the group; its index in the group */
    bool first, last;     /* first or last of the group; no lane is last without a substring */
    int64_t at, end;      /* the positions of the substring's first symbol and after its last */
    uint32_t windows;     /* of the substring */
};

/* A lane's part of a window of narrow symbols, 32 / lanes of them, prefetched. If some are outside
 * of the text, or not aligned, none are prefetched. */
struct portion {
    bool loaded;
    uint32_t v[8];
};

template <bool NARROW>
__device__ inline struct portion
load_portion(const struct scan &s, const struct bitvector_lane &lane, uint32_t window, uint32_t lag)
{
    const uint32_t n = WINDOW / lane.lanes;
    const int64_t at = lane.at - lag + (int64_t)window * WINDOW + lane.lane * n;
    const unsigned char *text = (const unsigned char *)s.text.codes + at;
    struct portion portion = {};
    const uint32_t align = n < 16 ? n : 16;
    portion.loaded = NARROW && at >= lane.at && at >= s.lead && at + n <= lane.end &&
                     ((size_t)text & (align - 1)) == 0;
    if (!portion.loaded)
        return portion;
    if (n >= 16) {
        uint4 v = *(const uint4 *)text;
        portion.v[0] = v.x, portion.v[1] = v.y, portion.v[2] = v.z, portion.v[3] = v.w;
        if (n > 16)
            v = *(const uint4 *)(text + 16);
        portion.v[4] = v.x, portion.v[5] = v.y, portion.v[6] = v.z, portion.v[7] = v.w;
    } else if (n == 8) {
        uint2 v = *(const uint2 *)text;
        portion.v[0] = v.x, portion.v[1] = v.y;
    } else {
        portion.v[0] = n == 4 ? *(const uint32_t *)text : n == 2 ? *(const uint16_t *)text : *text;
    }
    return portion;
}

/* Stores n narrow symbols. */
__device__ inline void store_portion(unsigned char *to, const struct portion &portion, uint32_t n)
{
    if (n < 4) {
        to[0] = (unsigned char)portion.v[0];
        if (n == 2)
            to[1] = (unsigned char)(portion.v[0] >> 8);
        return;
    }
#pragma unroll
    for (uint32_t i = 0; i < 8; i++)
        if (4 * i < n)
            ((uint32_t *)to)[i] = portion.v[i];
}

/* Puts the window's symbols into the ring. */
template <typename code>
__device__ inline void feed(const struct scan &s, const struct bitvector_lane &lane, code *row,
                            uint32_t window, uint32_t lag, const struct portion &portion)
{
    const uint32_t n = WINDOW / lane.lanes;
    const bool odd = window % 2 == 1;
    code *to = row + (odd ? 0 : WINDOW) + lane.lane * n;
    if (portion.loaded) {
        store_portion((unsigned char *)to, portion, n);
        if (odd)
            store_portion((unsigned char *)(to + 2 * WINDOW), portion, n);
        return;
    }
    const int64_t at = lane.at - lag + (int64_t)window * WINDOW + lane.lane * n;
    for (uint32_t i = 0; i < n; i++) {
        bool inside = at + i >= lane.at && at + i < lane.end;
        code symbol = inside ? code_at(s, at + i) : 0;
        to[i] = symbol;
        if (odd)
            to[2 * WINDOW + i] = symbol;
    }
}

/* Differences in the columns of a window: bit 31 is the first column. */
struct window {
    struct carries row;
    uint32_t restart;
};

/* Returns the row above the pattern. For METRIC_INDEL, whose tables differ in this row, it
 * alternates between even and odd columns. */
template <enum metric METRIC> __device__ inline struct carries bitvector_row_0(void)
{
    if (METRIC == METRIC_INDEL)
        return {0x55555555, 0xaaaaaaaa, 0, 0};
    return {0, 0, 0, 0};
}

/* Computes one window of columns. Returns the differences of the lane's last row. */
template <enum metric METRIC, typename code>
__device__ inline struct window
run_window(const struct bitvector_lane &lane, const code *text, const uint32_t *masks,
           uint32_t words, struct bitvector *v, struct carries *h, struct carries above)
{
    struct window d = {};
#pragma unroll 8
    for (unsigned c = 0; c < WINDOW; c++) {
        uint32_t symbol = text[c], restart = symbol == 0 ? UINT32_MAX : 0, eq[WORDS];
        struct carries from = {};
        load_masks(eq, masks + (size_t)symbol * words);
        from.p = __shfl_up_sync(ALL_LANES, h->p, 1);
        from.m = __shfl_up_sync(ALL_LANES, h->m, 1);
        if (METRIC == METRIC_OSA) {
            from.d0 = __shfl_up_sync(ALL_LANES, h->d0, 1);
            from.eq = __shfl_up_sync(ALL_LANES, h->eq, 1);
        }
        if (lane.first)
            from = {above.p, above.m | restart, above.d0, above.eq};
        above = {above.p << 1, above.m << 1, above.d0 << 1, above.eq << 1};
        *h = bitvector_step<METRIC>(v, eq, from, restart);
        d.row.p = __funnelshift_l(h->p, d.row.p, 1);
        d.row.m = __funnelshift_l(h->m, d.row.m, 1);
        if (METRIC == METRIC_OSA) {
            d.row.d0 = __funnelshift_l(h->d0, d.row.d0, 1);
            d.row.eq = __funnelshift_l(h->eq, d.row.eq, 1);
        }
        d.restart = __funnelshift_l(restart, d.restart, 1);
    }
    return d;
}

/* Loads the last row of the strip above for a window. */
template <enum metric METRIC> __device__ inline struct carries get_carries(const uint2 *rows)
{
    struct carries row = {rows[0].x, rows[0].y};
    if (METRIC == METRIC_OSA)
        row.d0 = rows[1].x, row.eq = rows[1].y;
    return row;
}

template <enum metric METRIC>
__device__ inline void put_carries(uint2 *rows, const struct carries &row)
{
    rows[0] = make_uint2(row.p, row.m);
    if (METRIC == METRIC_OSA)
        rows[1] = make_uint2(row.d0, row.eq);
}

/* Converts the last row's differences to differences of distances. */
template <enum metric METRIC> __device__ inline struct deltas deltas_of(const struct window &d)
{
    if (METRIC == METRIC_INDEL)
        return {CELL_HALF_PLUS(d.row.p, d.row.m), CELL_HALF_MINUS(d.row.p, d.row.m), d.restart};
    return {d.row.p, d.row.m, d.restart};
}

/* Computes one strip of rows over the whole substring. The last row of the strip above is stored
 * `lag` columns late, so lane l computes column c in step c + lag + l. */
template <enum metric METRIC, typename code>
__device__ inline void run_strip(const struct scan &s, const struct bitvector_layout &layout,
                                 const struct bitvector_lane &lane, const struct scored &to,
                                 const uint32_t *masks, uint32_t words, code *row, uint2 *rows,
                                 uint32_t strip)
{
    const uint32_t lag = strip * (lane.lanes - 1);
    const bool bottom = strip + 1 == layout.strips;
    const uint32_t per_window = strip_words(METRIC);
    struct bitvector v;
    struct carries h = {};
    int32_t score = (int32_t)to.m;
    for (int w = 0; w < WORDS; w++)
        v.p[w] = UINT32_MAX, v.m[w] = METRIC == METRIC_INDEL ? UINT32_MAX : 0, v.crossed[w] = 0;
    for (uint32_t i = threadIdx.x % lane.lanes; i < RING; i += lane.lanes)
        row[i] = 0;
    /* Prefetched a window before they are needed. */
    uint32_t limit = bound_now(s, UINT32_MAX);
    struct portion portion = load_portion<sizeof(code) == 1>(s, lane, 0, lag);
    __syncwarp();
    for (uint32_t window = 0; window < lane.windows; window++) {
        const uint32_t bound = min(to.k, limit);
        feed(s, lane, row, window, lag, portion);
        limit = bound_now(s, UINT32_MAX);
        portion = load_portion<sizeof(code) == 1>(s, lane, window + 1, lag);
        __syncwarp();
        const struct carries above =
            strip > 0 ? get_carries<METRIC>(rows + window * per_window) : bitvector_row_0<METRIC>();
        const code *text = row + (window % 2 == 0 ? WINDOW : 2 * WINDOW) - lane.lane;
        struct window done = run_window<METRIC, code>(lane, text, masks, words, &v, &h, above);
        __syncwarp();
        if (!bottom) {
            if (lane.last)
                put_carries<METRIC>(rows + window * per_window, done.row);
            continue;
        }
        struct deltas d = deltas_of<METRIC>(done);
        if (!lane.last)
            d.restart = UINT32_MAX;
        int64_t at = lane.at - lag - (lane.lanes - 1) + (int64_t)window * WINDOW;
        score_window(s, to, d, &score, at, bound);
    }
}

template <enum metric METRIC, typename code, bool SHARED>
__global__ void __launch_bounds__(BITVECTOR_WARPS *WARP, BITVECTOR_BLOCKS)
    bitvector_kernel(struct scan s, struct device_query q, struct bitvector_layout layout)
{
    extern __shared__ uint4 memory[];
    const uint32_t lanes = layout.lanes, words = lanes * WORDS;
    const uint32_t groups = WARP / lanes, n = SHARED ? q.ncodes * words : 0;
    uint32_t *shared = (uint32_t *)memory;
    code *row = (code *)(shared + (n + 3) / 4 * 4) + threadIdx.x / lanes * ring<code>::row;
    const uint32_t pattern = member(layout.members, blockIdx.y);
    const struct device_pattern p = q.patterns[pattern];
    uint32_t i = blockIdx.x * BITVECTOR_WARPS * groups + threadIdx.x / lanes;
    struct bitvector_lane lane = {lanes, threadIdx.x % lanes};
    lane.first = lane.lane == 0;
    lane.last = lane.lane + 1 == lanes;
    lane.at = substring_at(s, layout.cut, i);
    struct scored to = {pattern, p.m, min(p.k, p.m), (uint32_t)(lane.at + layout.cut.lead)};
    lane.end = min(lane.at + layout.cut.lead + layout.cut.stride, (int64_t)s.end);
    /* The limit may have fallen since the text was cut: then less lead-in is needed. */
    uint32_t bound = __shfl_sync(ALL_LANES, bound_now(s, to.k), 0);
    uint32_t skip = (layout.cut.lead - p.m - bound) / WINDOW;
    lane.at += skip * WINDOW;
    lane.windows = layout.windows - skip;
    if (i >= layout.cut.substrings)
        lane.end = lane.at = 0, lane.last = false, i = 0;
    const uint32_t *all = layout.masks + (size_t)blockIdx.y * q.ncodes * layout.words;
    uint2 *rows = layout.rows + ((size_t)blockIdx.y * layout.cut.substrings + i) * layout.windows *
                                    strip_words(METRIC);
    for (uint32_t strip = 0; strip < layout.strips; strip++) {
        __syncthreads();
        for (uint32_t j = threadIdx.x; SHARED && j < n; j += blockDim.x)
            shared[j] = all[(size_t)(j / words) * layout.words + strip * words + j % words];
        __syncthreads();
        const uint32_t *masks = SHARED ? shared : all + strip * words;
        run_strip<METRIC, code>(s, layout, lane, to, masks + lane.lane * WORDS,
                                SHARED ? words : layout.words, row, rows, strip);
    }
}
