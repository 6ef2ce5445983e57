/*
 * bitslice.cuh - the bit-sliced table: 32 substrings in the bits of a word.
 *
 * A plane is a word that holds one bit of something in 32 substrings (src/sliced_kernel.h has the
 * arithmetic: five operations of three operands a cell, restart included). A lane holds ROWS rows
 * of the table, their vertical differences in registers; a group of lanes has one pattern (or a
 * warp's part of it) and 32 substrings. In a step a lane takes COLUMNS columns, one step after the
 * lane above, from which it takes the horizontal differences by shuffles. Long patterns take
 * several warps of a block, which pass the differences on in shared memory, and beyond that go in
 * strips, which leave them in global memory.
 *
 * decode()      for each slot the planes "the symbol matches", in a ring of the warp
 * run_rows()    the table
 * count()       the distances of the last row, by bit-sliced counters in the lane that has it; but
 * score_batch() where few lanes have one, the last row's planes are transposed, so that each lane
 *               looks at one substring (score.cuh)
 *
 * Rows before the pattern's first one match nothing, as in bitvector.cuh.
 */
#ifndef BITSLICE_CUH
#define BITSLICE_CUH

#include <cuda_pipeline.h>

#include "score.cuh"
#include "slice_text.cuh"

enum {
    COLUMNS = 4,        /* of a step: planes of one row in as many columns are a uint4 */
    BATCH = 8,          /* steps: 32 columns */
    COUNTER = 8,        /* planes of a counter, its sign included: */
    COUNTED_ROWS = 64,  /* patterns of up to so many rows can be counted */
    SLOT = 3 * WARP,    /* uint4s of a slot in the ring */
    SLOT_DELIMITER = 0, /* in the ring: where the delimiters are, */
    SLOT_NOTHING = 1,   /* nothing, */
    SLOT_FIRST = 2,     /* and the slots of the pattern */
    LAST_P = 0,         /* the planes of the last row in a batch: +1, -1, restart */
    LAST_N = BATCH,
    LAST_RESTART = 2 * BATCH,
    LAST = 3 * BATCH + 1, /* uint4s of them; an odd number: no two groups share a bank */
    PLANES_HELD = 8,      /* of the codes that are in registers */
    SLICE_THREADS = 256,  /* of a block at most */
};

struct bitslice_layout {
    struct cutting cut;
    struct members members;
    struct sliced_text text;
    uint32_t lanes;  /* of a group: a power of two */
    uint32_t warps;  /* that a pattern is spread over; 1, or lanes is 32 */
    uint32_t strips; /* 1, or lanes is 32 */
    uint32_t steps;  /* of a strip, a multiple of BATCH */
    uint32_t nslots; /* of the ring */
    const uint32_t *slots;     /* [members][slot_stride]: of the query; or NULL: all */
    uint32_t slot_stride;
    const uint32_t *row_slots; /* [nrows]: that of each row in the ring; or NULL, too */
    uint4 *rows; /* [members][groups][steps][2]: the last row of a strip, or NULL */
    uint4 *ring; /* [blocks][warps of a block][nslots][SLOT], or NULL: in shared memory */
};

/* A set of codes of a slot: one code, or one of these. */
#define CODES_MANY UINT32_MAX
#define CODES_MOST (UINT32_MAX - 1) /* more than half of them */

/* What a warp works on. */
struct slicer {
    uint32_t pattern, member, group; /* its first group */
    uint32_t lanes, lane;            /* of a group; its place there */
    uint32_t warp;                   /* of those of the pattern */
    bool first, last;                /* lane of its group */
    uint32_t part;                   /* of the pattern: warps above this one, of all strips */
    uint32_t lag;                    /* steps that its first lane is behind the pattern's */
    uint32_t skip;                   /* steps of the lead that are not needed, whole batches */
    int32_t place;                   /* in a slot: of the lane's columns, from the warp's on */
    const uint32_t *codes;           /* [nslots], shared: of each slot of the ring */
    unsigned char *ring;             /* uint4[nslots][SLOT] */
    uint4 *ahead;                    /* [planes_ahead()][WARP]: the codes of the next round */
    uint4 *in, *out;                 /* [2][WARP / lanes][LAST]: of the row above; of the last */
    int32_t *scores;                 /* [WARP / lanes][WARP] */
    struct scored to;
};

/* The horizontal differences of a row in the columns of a step. */
struct horizontals {
    uint32_t p[COLUMNS], n[COLUMNS];
};

template <int ROWS> struct slice {
    uint32_t p[ROWS], n[ROWS]; /* vertical differences: +1, -1 */
    uint32_t match[ROWS];      /* where the row's slot begins in the ring, in bytes */
};

template <int TABLE> __device__ inline uint32_t logic(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(TABLE));
    return result;
}

/* The tables of logic(): functions of these. */
enum {
    A = 0xf0,
    B = 0xcc,
    C = 0xaa,
    OR_NEITHER = (A | ~(B | C)) & 0xff,
    CHOOSE = ((A & B) | (~A & C)) & 0xff,
    MAJORITY = (A & B) | (C & (A | B)),
};

__device__ inline uint4 ones_if(bool yes)
{
    uint32_t x = yes ? UINT32_MAX : 0;
    return make_uint4(x, x, x, x);
}

/* Codes. */

/* Four columns of all planes of the codes. */
struct code_planes {
    uint4 held[PLANES_HELD];
    const uint4 *all;
    uint32_t n, stride;
};

__device__ inline void and_plane(uint4 *all, uint4 plane, uint32_t code, unsigned bit)
{
    const uint32_t flip = (code >> bit & 1) - 1; /* all ones where the bit must be 0 */
    enum { TABLE = A & (B ^ C) };
    all->x = logic<TABLE>(all->x, plane.x, flip);
    all->y = logic<TABLE>(all->y, plane.y, flip);
    all->z = logic<TABLE>(all->z, plane.z, flip);
    all->w = logic<TABLE>(all->w, plane.w, flip);
}

/* The planes that are loaded a round ahead. */
__host__ __device__ inline unsigned planes_ahead(unsigned planes)
{
    return planes < PLANES_HELD ? planes : PLANES_HELD;
}

/* The lane's columns in the round that begins with `step`; NULL outside of the text. */
__device__ inline const uint4 *codes_at(const struct bitslice_layout &layout,
                                        const struct slicer &w, uint32_t step)
{
    const uint32_t n = layout.text.columns / COLUMNS, group = threadIdx.x % WARP / w.lanes;
    const int64_t at = (int64_t)step + w.lane - w.lag;
    if (at < 0 || at + w.skip >= n)
        return NULL;
    return (const uint4 *)layout.text.words + (size_t)(w.group + group) * layout.text.planes * n +
           at + w.skip;
}

/* Begins to load the planes of the round that begins with `step`. */
__device__ inline void load_ahead(const struct bitslice_layout &layout, const struct slicer &w,
                                  uint32_t step)
{
    const uint4 *from = codes_at(layout, w, step);
    for (unsigned i = 0; i < planes_ahead(layout.text.planes) && from != NULL; i++)
        __pipeline_memcpy_async(w.ahead + i * WARP + threadIdx.x % WARP,
                                from + (size_t)i * (layout.text.columns / COLUMNS), sizeof *from);
    __pipeline_commit();
}

/* Where the code is this one. */
__device__ inline uint4 where_code(const struct code_planes &planes, uint32_t code)
{
    uint4 all = ones_if(true);
#pragma unroll
    for (unsigned i = 0; i < PLANES_HELD; i++)
        if (i < planes.n)
            and_plane(&all, planes.held[i], code, i);
    for (unsigned i = PLANES_HELD; i < planes.n; i++)
        and_plane(&all, planes.all[(size_t)i * planes.stride], code, i);
    return all;
}

/* Where the code is one of the slot's. */
__device__ inline uint4 where_slot(const struct device_query &q, const struct code_planes &planes,
                                   uint32_t slot, bool most)
{
    uint4 any = ones_if(false);
    for (uint32_t code = 0; code < q.ncodes; code++)
        if (slot_matches(q, slot, code) != most) {
            uint4 v = where_code(planes, code);
            any.x |= v.x, any.y |= v.y, any.z |= v.z, any.w |= v.w;
        }
    return most ? make_uint4(~any.x, ~any.y, ~any.z, ~any.w) : any;
}

/* The slot of the query that is this one of the ring. */
__device__ inline uint32_t slot_of(const struct bitslice_layout &layout, uint32_t member,
                                   uint32_t slot)
{
    slot -= SLOT_FIRST;
    return layout.slots == NULL ? slot : layout.slots[(size_t)member * layout.slot_stride + slot];
}

/* What codes a slot has: see struct slicer. */
__device__ inline uint32_t codes_of(const struct device_query &q, uint32_t slot)
{
    uint32_t n = 0, last = 0;
    for (uint32_t code = 0; code < q.ncodes; code++)
        if (slot_matches(q, slot, code))
            n++, last = code;
    return n == 1 ? last : n > q.ncodes / 2 ? CODES_MOST : CODES_MANY;
}

/*
 * Each lane of a group decodes one of the next `lanes` steps, those from `step` on. The ring has
 * three times as many places in each group: the round before, then this one, so that the lane that
 * is l steps behind finds its columns l places before the first lane's. Every other round is
 * therefore there twice.
 */
__device__ inline void decode(const struct device_query &q, const struct bitslice_layout &layout,
                              const struct slicer &w, uint32_t step)
{
    const bool odd = step / w.lanes % 2;
    const uint32_t n = layout.text.columns / COLUMNS;
    struct code_planes planes = {{}, codes_at(layout, w, step), layout.text.planes, n};
    uint4 *to = (uint4 *)w.ring + w.place + 2 * w.lane;
    __pipeline_wait_prior(0);
#pragma unroll
    for (unsigned i = 0; i < PLANES_HELD; i++)
        if (i < planes.n)
            planes.held[i] = w.ahead[i * WARP + threadIdx.x % WARP];
    load_ahead(layout, w, step + w.lanes);
    for (uint32_t slot = 0; slot < layout.nslots; slot++, to += SLOT) {
        uint32_t codes = w.codes[slot];
        uint4 match;
        if (slot == SLOT_NOTHING)
            match = ones_if(false);
        else if (planes.all == NULL)
            match = ones_if(slot == SLOT_DELIMITER);
        else if (codes < CODES_MOST)
            match = where_code(planes, codes);
        else
            match = where_slot(q, planes, slot_of(layout, w.member, slot), codes == CODES_MOST);
        to[odd ? 0 : w.lanes] = match;
        if (odd)
            to[2 * w.lanes] = match;
    }
    __syncwarp();
}

/* Rows. */

/* One cell: the row's differences, and those of the row above, which become its own. */
__device__ inline void cell(uint32_t *vp, uint32_t *vn, uint32_t *hp, uint32_t *hn, uint32_t match,
                            uint32_t restart)
{
    uint32_t d0 = logic<A | B | C>(match, *vn, *hn);
    uint32_t hn_out = logic<(A & B) | C>(*vp, d0, restart);
    uint32_t hp_out = logic<OR_NEITHER>(*vn, *vp, d0);
    *vn = logic<A & B & ~C & 0xff>(*hp, d0, restart);
    *vp = logic<OR_NEITHER>(*hn, *hp, d0);
    *hp = hp_out;
    *hn = hn_out;
}

/* All rows of a lane in the columns of a step, whose match planes are at `ring`. */
template <int ROWS>
__device__ inline void run_rows(struct slice<ROWS> *v, struct horizontals *h,
                                const unsigned char *ring, const uint32_t restart[COLUMNS])
{
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint4 match = *(const uint4 *)(ring + v->match[r]);
        cell(&v->p[r], &v->n[r], &h->p[0], &h->n[0], match.x, restart[0]);
        cell(&v->p[r], &v->n[r], &h->p[1], &h->n[1], match.y, restart[1]);
        cell(&v->p[r], &v->n[r], &h->p[2], &h->n[2], match.z, restart[2]);
        cell(&v->p[r], &v->n[r], &h->p[3], &h->n[3], match.w, restart[3]);
    }
}

/* The rows at the beginning: c[i][0] = i. Row r of the pattern's warps is behind the padding. */
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
        v->match[r] = (slot * SLOT + w.place) * (uint32_t)sizeof(uint4);
        asm volatile("" : "+r"(v->match[r])); /* or the product is made again in each step */
    }
}

/* Passes the differences of the last rows on: each lane gets those of the lane above. */
__device__ inline void pass_on(struct horizontals *h)
{
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        h->p[c] = __shfl_up_sync(ALL_LANES, h->p[c], 1);
        h->n[c] = __shfl_up_sync(ALL_LANES, h->n[c], 1);
    }
}

/* A group's first lane has another row above: that of the warp above at `in`, or row 0. `passed`
 * is all ones in the other lanes. */
__device__ inline void enter(struct horizontals *h, const uint4 *in, uint32_t passed,
                             uint4 restart)
{
    uint4 p = make_uint4(0, 0, 0, 0), n = restart;
    if (in != NULL)
        p = in[LAST_P], n = in[LAST_N];
    const uint32_t above_p[COLUMNS] = {p.x, p.y, p.z, p.w};
    const uint32_t above_n[COLUMNS] = {n.x, n.y, n.z, n.w};
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        h->p[c] = logic<CHOOSE>(passed, h->p[c], above_p[c]);
        h->n[c] = logic<CHOOSE>(passed, h->n[c], above_n[c]);
    }
}

/* Distances by counters. */

/* Of the last row: score - (bound + 1), bit i in plane i, the sign in the last one. */
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

/* The bound has fallen. */
__device__ inline void counter_lower(struct counter *c, uint32_t bound)
{
    uint32_t carry = 0, by = c->bound - bound;
#pragma unroll
    for (int i = 0; i < COUNTER; i++) {
        uint32_t bit = 0 - (by >> i & 1), old = c->plane[i];
        c->plane[i] = logic<A ^ B ^ C>(old, bit, carry);
        carry = logic<MAJORITY>(old, bit, carry);
    }
    c->bound = bound;
}

/* One column: adds the difference, -1 as all planes, +1 as the carry into the lowest. */
__device__ inline void counter_add(struct counter *c, uint32_t p, uint32_t n, uint32_t restart,
                                   uint32_t m, bool restarts)
{
    uint32_t carry = p;
#pragma unroll
    for (int i = 0; i < COUNTER; i++) {
        uint32_t old = c->plane[i], sum = logic<A ^ B ^ C>(old, n, carry);
        carry = logic<MAJORITY>(old, n, carry);
        if (restarts) {
            uint32_t begin = 0 - ((m - c->bound - 1) >> i & 1);
            sum = logic<CHOOSE>(restart, begin, sum);
        }
        c->plane[i] = sum;
    }
}

/* The distance of one substring, which is within the bound. */
__device__ inline uint32_t counter_value(const struct counter &c, unsigned bit)
{
    uint32_t value = c.bound + 1 - (1U << (COUNTER - 1));
#pragma unroll
    for (int i = 0; i < COUNTER - 1; i++)
        value += (c.plane[i] >> bit & 1) << i;
    return value;
}

/* The least distance of the substrings in *of, which is left with those that have it. */
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

/* Reports the substrings in `found` at this column; all lanes call. */
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
        int64_t at = substring_at(s, layout.cut, WARP * group + bit) + column;
        report(s, found != 0, (uint32_t)(at + 1), counter_value(*c, bit), w.to.pattern);
        found &= found - 1;
    }
    counter_lower(c, bound);
}

/* The least distance behind the step's columns where it is within the bound: others need not be
 * looked at. */
__device__ inline uint32_t least_behind(const struct counter &c, bool owned, uint32_t restart)
{
    uint32_t within = owned ? c.plane[COUNTER - 1] & ~restart : 0;
    return counter_least(c, &within);
}

/* Counts the columns of a step; where a distance is within the bound, does so again, and reports.
 * `column` is the lane's first. */
__device__ inline void count(const struct scan &s, const struct bitslice_layout &layout,
                             const struct slicer &w, struct counter *c,
                             const struct horizontals &h, const uint32_t restart[COLUMNS],
                             int64_t column)
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

/* Distances by transposed planes. */

/* The last row's planes in a batch, of which the last lane's first column is `column`. */
__device__ inline void score_batch(const struct scan &s, const struct bitslice_layout &layout,
                                   const struct slicer &w, const uint4 *last, int64_t column,
                                   uint32_t bound)
{
    const unsigned lane = threadIdx.x % WARP, mirror = WARP - 1 - lane;
    struct scored to = w.to;
    for (uint32_t g = 0; g < WARP / w.lanes; g++, last += LAST) {
        uint32_t restart = ((const uint32_t *)(last + LAST_RESTART))[mirror];
        struct deltas d = {transpose(((const uint32_t *)(last + LAST_P))[mirror]),
                           transpose(((const uint32_t *)(last + LAST_N))[mirror]), 0};
        if (__any_sync(ALL_LANES, restart != 0))
            d.restart = transpose(restart);
        int64_t at = substring_at(s, layout.cut, WARP * (w.group + g) + lane);
        to.owned = (uint32_t)(at + layout.cut.lead);
        int32_t score = w.scores[g * WARP + lane];
        bound = score_window(s, to, d, &score, at + column, bound);
        w.scores[g * WARP + lane] = score;
    }
}

/*
 * The next steps of a warp, as many as a group has lanes or as a batch has; `from` is the first,
 * which is the i-th of its batch. `in` and `out` are the batch's.
 */
template <int ROWS, bool COUNT>
__device__ inline void run_steps(const struct scan &s, const struct bitslice_layout &layout,
                                 const struct slicer &w, struct slice<ROWS> *v,
                                 struct horizontals *h, struct counter *counter, const uint4 *in,
                                 uint4 *out, uint32_t from)
{
    const uint32_t n = min(w.lanes, (uint32_t)BATCH), round = from & w.lanes ? 2 : 1;
    const uint32_t passed = w.first ? 0 : UINT32_MAX;
    const unsigned char *ring =
        w.ring + (round * w.lanes + (from & (w.lanes - 1))) * sizeof(uint4);
    int64_t column = ((int64_t)from + w.skip - w.lag - w.lane) * COLUMNS;
    uint4 r = ((const uint4 *)ring)[w.place];
#pragma unroll 1
    for (uint32_t i = 0; i < n; i++, ring += sizeof(uint4), column += COLUMNS) {
        const uint32_t restart[COLUMNS] = {r.x, r.y, r.z, r.w};
        enter(h, in == NULL ? NULL : in + i, passed, r);
        run_rows<ROWS>(v, h, ring, restart);
        if (COUNT) {
            count(s, layout, w, counter, *h, restart, column);
        } else if (w.last) {
            out[i + LAST_P] = make_uint4(h->p[0], h->p[1], h->p[2], h->p[3]);
            out[i + LAST_N] = make_uint4(h->n[0], h->n[1], h->n[2], h->n[3]);
            out[i + LAST_RESTART] = r;
        }
        r = ((const uint4 *)ring)[w.place + 1];
        if (w.lanes > 1)
            pass_on(h);
    }
    __syncwarp();
}

/* A warp's part of one strip. */
template <int ROWS, bool COUNT>
__device__ inline void run_slice(const struct scan &s, const struct device_query &q,
                                 const struct bitslice_layout &layout, const struct slicer &w,
                                 uint4 *rows, bool top, bool bottom)
{
    const uint32_t n = (layout.steps - w.skip) / BATCH, lane = threadIdx.x % WARP, groups = WARP / w.lanes;
    struct slice<ROWS> v;
    struct horizontals h = {};
    struct counter counter;
    begin_rows<ROWS>(q, layout, w, &v);
    counter_begin(&counter, w.to.m, w.to.k);
    load_ahead(layout, w, 0);
    for (uint32_t now = 0; now < n + layout.warps - 1; now++) {
        const uint32_t batch = now - w.warp;
        if (layout.warps > 1)
            __syncthreads();
        if (batch >= n)
            continue;
        uint4 *in = top && w.warp == 0 ? NULL : w.in + batch % 2 * LAST;
        uint4 *out = w.out + (batch % 2 * groups) * LAST;
        if (in != NULL && w.warp == 0) {
            if (lane < 2 * BATCH)
                in[lane] = rows[(size_t)batch * 2 * BATCH + lane];
            __syncwarp();
        }
        const uint32_t bound = bound_now(s, w.to.k);
        if (COUNT && bound < counter.bound)
            counter_lower(&counter, bound);
        for (uint32_t i = 0; i < BATCH; i += min(w.lanes, (uint32_t)BATCH)) {
            const uint32_t step = batch * BATCH + i;
            if ((step & (w.lanes - 1)) == 0)
                decode(q, layout, w, step);
            run_steps<ROWS, COUNT>(s, layout, w, &v, &h, &counter, in == NULL ? NULL : in + i,
                                   out + lane / w.lanes * LAST + i, step);
        }
        if (w.warp + 1 < layout.warps || COUNT)
            continue;
        if (bottom)
            score_batch(s, layout, w, out,
                        ((int64_t)batch * BATCH + w.skip - w.lag - (w.lanes - 1)) * COLUMNS, bound);
        else if (lane < 2 * BATCH)
            rows[(size_t)batch * 2 * BATCH + lane] = out[lane];
        __syncwarp();
    }
}

/* Bytes of memory: the codes of the slots, one warp's ring, its planes ahead, its last rows. */
__host__ __device__ inline size_t codes_size(const struct bitslice_layout &layout)
{
    return (layout.nslots + 3) / 4 * 4 * sizeof(uint32_t);
}

__host__ __device__ inline size_t ring_size(const struct bitslice_layout &layout)
{
    return layout.nslots * SLOT * sizeof(uint4);
}

__host__ __device__ inline size_t ahead_size(const struct bitslice_layout &layout)
{
    return planes_ahead(layout.text.planes) * WARP * sizeof(uint4);
}

__host__ __device__ inline size_t last_size(const struct bitslice_layout &layout)
{
    return WARP / layout.lanes * (2 * LAST * sizeof(uint4) + WARP * sizeof(int32_t));
}

/* What a warp has to do, and where its memory is. */
template <bool COUNT, bool SHARED>
__device__ inline struct slicer find_work(const struct device_query &q,
                                          const struct bitslice_layout &layout, uint4 *memory)
{
    const uint32_t warps = blockDim.x / WARP, lane = threadIdx.x % WARP;
    const uint32_t warp = __shfl_sync(ALL_LANES, threadIdx.x / WARP, 0); /* known to be the same */
    const uint32_t groups = WARP / layout.lanes, block = blockIdx.y * gridDim.x + blockIdx.x;
    const size_t ring = ring_size(layout), last = COUNT ? 0 : last_size(layout);
    unsigned char *at = (unsigned char *)memory + codes_size(layout);
    struct slicer w = {};
    w.member = blockIdx.y;
    w.pattern = member(layout.members, w.member);
    w.lanes = layout.lanes;
    w.lane = lane & (w.lanes - 1);
    w.first = w.lane == 0;
    w.last = w.lane == w.lanes - 1;
    w.place = (int32_t)(lane / w.lanes * 3 * w.lanes) - (int32_t)w.lane;
    w.warp = layout.warps > 1 ? warp : 0;
    w.group = (layout.warps > 1 ? blockIdx.x : blockIdx.x * warps + warp) * groups;
    w.codes = (uint32_t *)memory;
    w.ring = SHARED ? at + warp * ring
                    : (unsigned char *)layout.ring + ((size_t)block * warps + warp) * ring;
    at += SHARED ? warps * ring : 0;
    w.ahead = (uint4 *)(at + warp * ahead_size(layout));
    at += warps * ahead_size(layout);
    w.out = (uint4 *)(at + warp * last);
    w.in = (uint4 *)(at + (w.warp > 0 ? warp - 1 : warps) * last);
    w.scores = (int32_t *)(w.out + 2 * groups * LAST);
    w.to.pattern = w.pattern;
    w.to.m = q.patterns[w.pattern].m;
    w.to.k = min(q.patterns[w.pattern].k, w.to.m);
    return w;
}

/* What is searched for may have come so near since the text was cut that less of the lead is
 * needed. All warps of a block get the same number of steps. */
__device__ inline uint32_t skipped_steps(const struct scan &s, const struct bitslice_layout &layout,
                                         const struct scored &to)
{
    __shared__ uint32_t bound;
    if (threadIdx.x == 0)
        bound = bound_now(s, to.k);
    __syncthreads();
    return (layout.cut.lead - to.m - bound) / (BATCH * COLUMNS) * BATCH;
}

template <int ROWS, bool COUNT, bool SHARED>
__global__ void __launch_bounds__(SLICE_THREADS, ROWS <= 12 ? 2 : 1)
    bitslice_kernel(struct scan s, struct device_query q, struct bitslice_layout layout)
{
    extern __shared__ uint4 memory[];
    struct slicer w = find_work<COUNT, SHARED>(q, layout, memory);
    const uint32_t lane = threadIdx.x % WARP;
    w.skip = skipped_steps(s, layout, w.to);
    for (uint32_t i = threadIdx.x; i < layout.nslots; i += blockDim.x)
        ((uint32_t *)memory)[i] = i < SLOT_FIRST ? 0 : codes_of(q, slot_of(layout, w.member, i));
    uint4 *rows =
        layout.rows + ((size_t)w.member * layout.text.groups + w.group) * layout.steps * 2;
    for (uint32_t strip = 0; strip < layout.strips; strip++) {
        for (uint32_t i = lane; i < layout.nslots * SLOT; i += WARP)
            ((uint4 *)w.ring)[i] = ones_if(i < SLOT);
        for (uint32_t i = lane; !COUNT && i < WARP / w.lanes * WARP; i += WARP)
            w.scores[i] = (int32_t)w.to.m;
        __syncthreads();
        w.part = strip * layout.warps + w.warp;
        w.lag = w.part * (w.lanes - 1);
        run_slice<ROWS, COUNT>(s, q, layout, w, rows, strip == 0, strip + 1 == layout.strips);
    }
}

#endif
