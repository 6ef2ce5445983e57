/*
 * slicer.cuh - the state of a warp of the bit-sliced table (bitslice.cuh), and the decoding of
 * codes to match planes.
 */
#pragma once

#include <cuda_pipeline.h>

#include "gpu/scan/score.cuh"
#include "gpu/scan/slice_text.cuh"

static const uint32_t PLANES_HELD = 8; /* of the codes, in registers */

enum {
    COLUMNS = 4,        /* columns of a step: a row's planes in these columns are a uint4 */
    BATCH = 16,         /* steps between two checks of the last row */
    COUNTER = 8,        /* planes of a counter, its sign included: enough for */
    COUNTED_ROWS = 64,  /* patterns of at most this number of rows */
    SLOT = 3 * WARP,    /* uint4s of a slot in the ring */
    SLOT_NOTHING = 0,   /* the first slot of a ring: it matches nothing; */
    SLOT_DELIMITER = 1, /* the next matches delimiters; */
    SLOT_FIRST = 2,     /* then come the slots of the pattern */
    LAST_P = 0,         /* positions of a batch's last-row planes: +1, -1, restart, d0 */
    LAST_N = BATCH,
    LAST_RESTART = 2 * BATCH,
    LAST_D0 = 3 * BATCH,
    SLICE_THREADS = 256, /* of a block at most */
};

/* Returns the uint4s of a batch's last-row planes. An odd number, so that no two groups share a
 * bank. Only METRIC_OSA has d0. */
__host__ __device__ constexpr uint32_t last_planes(enum metric metric)
{
    return (metric == METRIC_OSA ? 4 : 3) * BATCH + 1;
}

/* Returns the number of last-row planes in one step that the next strip needs. */
__host__ __device__ constexpr uint32_t strip_planes(enum metric metric)
{
    return metric == METRIC_OSA ? 3 : 2;
}

/* The strips of one pattern form a pipeline through the text. Blocks claim them in order, so a
 * block waits only for strips that other blocks have started. */
struct strips {
    uint32_t *taken; /* how many are claimed */
    /* [members][blocks]: needed part of the lead-in; set by the first strip's block */
    uint32_t *needed;
    uint32_t *done; /* [members][blocks][strips]: batches of the last row that can be read */
    uint4 *rows;    /* [members][groups][steps][strip_planes()]: the last row of the strip before */
};

struct bitslice_layout {
    struct cutting cut;
    struct members members;
    struct sliced_text text;
    uint32_t lanes;        /* of a group: a power of two */
    uint32_t warps;        /* that a pattern is spread over; 1, or lanes is 32 */
    uint32_t strips;       /* 1, or lanes is 32 */
    uint32_t steps;        /* of a strip, a multiple of BATCH */
    uint32_t nslots;       /* of the ring */
    bool team;             /* the warps of a block search for a pattern each, in the same text */
    const uint32_t *slots; /* [members][slot_stride]: of the query; or NULL: all */
    uint32_t slot_stride;
    const uint32_t *row_slots; /* [nrows]: that of each row in the ring; or NULL, too */
    uint32_t blocks;           /* of each pattern or team */
    struct strips to_do;       /* where there are several strips */
    uint32_t one, minus_one;   /* 1 and -1, which the compiler must not know (multiply_add()) */
    uint4 *ring; /* [blocks of the grid][warps][nslots][SLOT], or NULL: in shared memory */
};

/* Places in shared memory, in bytes; the codes of the slots are at the beginning. */
struct slicer_memory {
    uint32_t ring;      /* uint4[nslots][SLOT] */
    uint32_t ahead;     /* uint4[planes_ahead()][WARP]: the codes of the next round */
    uint32_t in, out;   /* uint4[kept_batches()][WARP / lanes][last_planes()]: the row above; the
                           last row */
    uint32_t scores;    /* int32_t[WARP / lanes][WARP] */
    unsigned char *far; /* base address of a ring in global memory */
};

/* The work and the state of a warp. */
struct slicer {
    uint32_t pattern, member, group; /* its first group */
    uint32_t lanes, lane;            /* of a group; its place there */
    uint32_t share, shares;          /* this warp's share of the slots to decode */
    uint32_t warp;                   /* index among the pattern's warps */
    bool first, last;                /* lane of its group */
    bool inside;                     /* the warp reads only inside of the text */
    bool idle;                       /* in a team: has no pattern, and only decodes */
    uint32_t strip;
    uint32_t part; /* number of the pattern's warps above this one, in all strips */
    uint32_t lag;  /* steps by which its first lane is behind the pattern's first lane */
    uint32_t skip; /* skipped steps of the lead-in, whole batches */
    int32_t place; /* position of the lane's columns in a slot, relative to the warp's */
    struct scored to;
    struct slicer_memory memory;
};

/* Returns the object at an offset in shared memory. */
template <typename T> __device__ inline T *at(uint32_t place)
{
    extern __shared__ uint4 memory[];
    return (T *)((unsigned char *)memory + place);
}

template <bool SHARED> __device__ inline uint4 *ring_at(const struct slicer &w, uint32_t place)
{
    return SHARED ? at<uint4>(place) : (uint4 *)(w.memory.far + place);
}

/* Returns the offset of the lane's columns in a slot. */
__device__ inline uint32_t place_of(const struct slicer &w, uint32_t slot)
{
    return w.memory.ring + (slot * SLOT + w.place) * (uint32_t)sizeof(uint4);
}

/* The horizontal differences (+1, -1) of a row in the columns of a step. For METRIC_INDEL they are
 * those of two tables (CELL_LCS). For METRIC_OSA there is d0, too. */
struct horizontals {
    uint32_t p[COLUMNS], n[COLUMNS], d0[COLUMNS];
};

/* Layout of struct horizontals in memory. */
struct row {
    uint4 p, n, d0;
};

template <int ROWS> struct slice {
    uint32_t p[ROWS], n[ROWS]; /* vertical differences: +1, -1; or those of two tables */
    uint32_t match[ROWS];      /* where the row's slot begins in the ring, in bytes */
    uint32_t crossed[ROWS];    /* METRIC_OSA: CELL_CROSSED of the column before */
    uint32_t above;            /* METRIC_OSA: as match[], of the row above the first */
};

__device__ inline uint4 ones_if(bool yes)
{
    uint32_t x = yes ? UINT32_MAX : 0;
    return make_uint4(x, x, x, x);
}

/* Codes. */

/* The planes of the codes in four columns. All are 0, the delimiter's code, outside of the text. */
struct code_planes {
    uint4 held[PLANES_HELD];
    const uint4 *all; /* or NULL, outside */
    uint32_t n, stride;
};

__device__ inline void and_plane(uint4 *all, uint4 plane, uint32_t code, unsigned bit)
{
    const uint32_t flip = (code >> bit & 1) - 1; /* all ones if the bit must be 0 */
    all->x = LOGIC3(AND_XOR, all->x, plane.x, flip);
    all->y = LOGIC3(AND_XOR, all->y, plane.y, flip);
    all->z = LOGIC3(AND_XOR, all->z, plane.z, flip);
    all->w = LOGIC3(AND_XOR, all->w, plane.w, flip);
}

/* Returns the number of planes that are prefetched a round ahead. */
__host__ __device__ inline unsigned planes_ahead(unsigned planes)
{
    return planes < PLANES_HELD ? planes : PLANES_HELD;
}

/* Returns the lane's columns in the round that begins with `step`; NULL outside of the text. */
__device__ inline const uint4 *codes_at(const struct bitslice_layout &layout,
                                        const struct slicer &w, uint32_t step)
{
    const uint32_t n = layout.text.columns / COLUMNS, group = threadIdx.x % WARP / w.lanes;
    const int32_t from = (int32_t)(step + w.lane - w.lag);
    if (from < 0 || from + w.skip >= n)
        return NULL;
    return (const uint4 *)layout.text.words + (size_t)(w.group + group) * layout.text.planes * n +
           from + w.skip;
}

/* Starts prefetching the planes of the round that begins with `step`. */
__device__ inline void load_ahead(const struct bitslice_layout &layout, const struct slicer &w,
                                  uint32_t step)
{
    const uint4 *from = codes_at(layout, w, step);
    const size_t zeros = from == NULL ? sizeof *from : 0, stride = layout.text.columns / COLUMNS;
    uint4 *to = at<uint4>(w.memory.ahead) + threadIdx.x % WARP;
    if (from == NULL)
        from = (const uint4 *)layout.text.words;
    for (unsigned i = 0; i < planes_ahead(layout.text.planes); i++)
        __pipeline_memcpy_async(to + i * WARP, from + i * stride, sizeof *from, zeros);
    __pipeline_commit();
}

/* Returns the columns whose code is `code`. N planes are in registers. */
template <unsigned N>
__device__ inline uint4 where_code(const struct code_planes &planes, uint32_t code)
{
    uint4 all = ones_if(true);
#pragma unroll
    for (unsigned i = 0; i < N; i++)
        and_plane(&all, planes.held[i], code, i);
    for (unsigned i = PLANES_HELD; N == PLANES_HELD && i < planes.n; i++)
        and_plane(&all, planes.all == NULL ? ones_if(false) : planes.all[(size_t)i * planes.stride],
                  code, i);
    return all;
}

/* Returns the columns whose code is in the slot's set. */
template <unsigned N>
__device__ inline uint4 where_slot(const struct device_query &q, const struct code_planes &planes,
                                   uint32_t slot, bool most)
{
    uint4 any = ones_if(false);
#pragma unroll 1 /* as in score.cuh */
    for (uint32_t code = 0; code < q.ncodes; code++)
        if (slot_matches(&q, slot, code) != most) {
            uint4 v = where_code<N>(planes, code);
            any.x |= v.x, any.y |= v.y, any.z |= v.z, any.w |= v.w;
        }
    return most ? make_uint4(~any.x, ~any.y, ~any.z, ~any.w) : any;
}

/* Returns the query's number of a slot of the ring. */
__device__ inline uint32_t slot_of(const struct bitslice_layout &layout, uint32_t member,
                                   uint32_t slot)
{
    slot -= SLOT_FIRST;
    return layout.slots == NULL ? slot : layout.slots[(size_t)member * layout.slot_stride + slot];
}

/* Returns codes_of() a slot; for slots after the last, of the last. */
__device__ inline uint32_t codes_held(const struct bitslice_layout &layout, uint32_t slot)
{
    return *at<uint32_t>(min(slot, layout.nslots - 1) * sizeof(uint32_t));
}

/* Decodes this warp's share of the ring's slots; `to` is the lane's offset in a slot. */
template <unsigned N, bool SHARED>
__device__ inline void decode_slots(const struct device_query &q,
                                    const struct bitslice_layout &layout, const struct slicer &w,
                                    const struct code_planes &planes, uint32_t to, bool odd)
{
    const uint32_t place = odd ? 0 : w.lanes, copy = odd ? 2 * w.lanes : w.lanes;
    uint32_t slot = SLOT_DELIMITER + w.share, next = codes_held(layout, slot);
    for (; slot < layout.nslots; slot += w.shares) {
        const uint32_t codes = next;
        next = codes_held(layout, slot + w.shares);
        uint4 match = where_code<N>(planes, codes);
        if (codes >= CODES_MOST)
            match = where_slot<N>(q, planes, slot_of(layout, w.member, slot), codes == CODES_MOST);
        uint4 *ring = ring_at<SHARED>(w, to + slot * SLOT * sizeof(uint4));
        ring[place] = match;
        ring[copy] = match;
    }
}

/*
 * One round: each lane of a group decodes one of the `lanes` steps from `step` on. In each slot,
 * the ring has three places for a group. An odd round is stored in the first and the third place,
 * an even one in the second. So the previous round always lies before the current one, and a lane
 * that is l steps behind finds its columns l positions before the first lane's.
 */
template <bool SHARED>
__device__ inline void decode(const struct device_query &q, const struct bitslice_layout &layout,
                              const struct slicer &w, uint32_t step)
{
    const bool odd = (step & w.lanes) != 0;
    struct code_planes planes = {{}, NULL, layout.text.planes, layout.text.columns / COLUMNS};
    const uint32_t to = w.memory.ring + (w.place + 2 * w.lane) * sizeof(uint4);
    if (planes.n > PLANES_HELD)
        planes.all = codes_at(layout, w, step);
    if (layout.team)
        __syncthreads();
    __pipeline_wait_prior(0);
#pragma unroll
    for (unsigned i = 0; i < PLANES_HELD; i++)
        if (i < planes.n)
            planes.held[i] = at<uint4>(w.memory.ahead)[i * WARP + threadIdx.x % WARP];
    load_ahead(layout, w, step + w.lanes);
    if (planes.n <= 2)
        decode_slots<2, SHARED>(q, layout, w, planes, to, odd);
    else if (planes.n <= 4)
        decode_slots<4, SHARED>(q, layout, w, planes, to, odd);
    else if (planes.n <= 6)
        decode_slots<6, SHARED>(q, layout, w, planes, to, odd);
    else
        decode_slots<PLANES_HELD, SHARED>(q, layout, w, planes, to, odd);
    if (layout.team)
        __syncthreads();
    else
        __syncwarp();
}

/* Returns how many of the positions at, at + stride, ... of a group's substrings are before
 * `place`. */
__device__ inline uint32_t places_before(int64_t at, uint32_t stride, uint32_t place)
{
    const int64_t between = min((int64_t)place - at, (int64_t)INT32_MAX);
    return between <= 0 ? 0 : min(((uint32_t)between - 1) / stride + 1, (uint32_t)WARP);
}

__device__ inline uint32_t low_bits(uint32_t n)
{
    return n < WARP ? (1U << n) - 1 : UINT32_MAX;
}

/* Returns the substrings of a group whose position in a column is inside of the text; `at` is the
 * first one's position. */
__device__ inline uint32_t where_inside(const struct scan &s, const struct cutting &cut,
                                        uint32_t group, int64_t at)
{
    const uint32_t before = places_before(at, cut.stride, s.lead);
    const uint32_t all = cut.substrings - min(cut.substrings, WARP * group);
    return low_bits(min(all, places_before(at, cut.stride, s.end))) & ~low_bits(before);
}

/* Returns whether a warp reads only inside of the text. The warps of a team share a ring and get
 * the same result. */
__device__ inline bool reads_inside(const struct scan &s, const struct bitslice_layout &layout,
                                    const struct slicer &w)
{
    const uint32_t behind = WARP * (w.group + WARP / w.lanes);
    return layout.team || (behind <= layout.cut.substrings &&
                           substring_at(s, layout.cut, WARP * w.group) >= s.lead &&
                           substring_at(s, layout.cut, behind) + layout.cut.lead <= s.end);
}

/*
 * Clears the delimiter's slot outside of the text, in the round that begins with `step`; `r` is the
 * lane's step in it. Positions outside have the delimiter's code, but need no restart: nothing
 * matches before the text, and nothing is reported after it. Without restarts, a warp at the text's
 * end is as fast as the others. Columns before the first step restart all the same.
 */
__device__ inline void clear_outside(const struct scan &s, const struct bitslice_layout &layout,
                                     const struct slicer &w, uint32_t step, uint4 *r)
{
    const uint32_t group = w.group + threadIdx.x % WARP / w.lanes;
    const int32_t from = (int32_t)(step + w.lane - w.lag);
    const int64_t at =
        substring_at(s, layout.cut, WARP * group) + (from + (int64_t)w.skip) * COLUMNS;
    if (from < 0)
        return;
    r->x &= where_inside(s, layout.cut, group, at);
    r->y &= where_inside(s, layout.cut, group, at + 1);
    r->z &= where_inside(s, layout.cut, group, at + 2);
    r->w &= where_inside(s, layout.cut, group, at + 3);
}

/* Returns whether a record ends in the last decoded round, which begins with `step`. */
template <bool SHARED>
__device__ inline bool find_restarts(const struct scan &s, const struct bitslice_layout &layout,
                                     const struct slicer &w, uint32_t step)
{
    const bool odd = (step & w.lanes) != 0;
    uint4 *ring = ring_at<SHARED>(w, place_of(w, SLOT_DELIMITER) + 2 * w.lane * sizeof(uint4));
    uint4 r = ring[odd ? 0 : w.lanes];
    if (!w.inside) {
        clear_outside(s, layout, w, step, &r);
        ring[odd ? 0 : w.lanes] = r;
        ring[odd ? 2 * w.lanes : w.lanes] = r;
        __syncwarp();
    }
    return __any_sync(ALL_LANES, (r.x | r.y | r.z | r.w) != 0);
}
