/*
 * counters.cuh - METRIC_HAMMING: counts the mismatching rows for each end in the text.
 *
 * Ends are independent of each other. A block processes a tile of ends; a thread has 32 consecutive
 * ends in the bits of a word, and counts their mismatches in bit planes, eight rows at a time, as
 * src/scan/sliced_sums.h does. The row s above the last one matches at an end if the symbol s
 * positions before matches the row. So shared memory has a plane of the tile's text for each slot
 * of the pattern, and a row is a slot's plane shifted by s bits.
 *
 * A counter begins at 2^(PLANES - 1) - (bound + 1), so its uppermost plane is set when there are
 * more mismatches than the bound. It is also set if a delimiter lies within the rows; positions
 * outside of the text count as delimiters. The number of planes depends on the limit, not on m.
 *
 * The host cuts a pattern into pieces with few slots, so that their planes fit into shared memory;
 * the sums are carried from piece to piece. Rows that always match fill each piece up to a multiple
 * of eight rows.
 */
#pragma once

#include "gpu/base/logic.cuh"
#include "gpu/scan/scan.cuh"

enum {
    COUNTERS_THREADS = 256, /* of a block */
    COUNTERS_TILE = COUNTERS_THREADS * WARP,
    AT_ONCE_ROWS = 8,  /* added at once */
    PIECE_ROWS = 1024, /* most rows of a piece */
    PIECE_SLOTS = 64,  /* most slots of a piece: two for each lane of a warp */
    PLANE_DELIMITER = 0,
    PLANE_ALL = 1, /* it always matches */
    PLANE_FIRST = 2,
    PLANE_BEFORE = PIECE_ROWS / WARP + 1, /* words of a plane before the tile */
    PLANE_WORDS = COUNTERS_THREADS + PLANE_BEFORE,
};

/* Consecutive rows of a pattern. */
struct piece {
    uint32_t first_row, rows; /* of row_planes: multiples of AT_ONCE_ROWS */
    uint32_t counted,
        below; /* rows that belong to the pattern; the pattern's rows below the piece */
    uint32_t first_slot, nslots; /* in `slots`; at most PIECE_SLOTS */
};

/* On the device. */
struct counters_layout {
    struct members members;
    const uint32_t *first; /* [members + 1]: each member's first piece */
    const struct piece *pieces;
    /* position of the plane of each row of a piece, from the uppermost */
    const uint32_t *row_planes;
    const uint32_t *slots; /* slot numbers of the query */
    uint32_t planes;       /* of the codes */
};

/* Makes one word of all planes of a piece: each lane reads one symbol, then makes the words of two
 * slots from the planes of the codes. `only` are these slots' codes_of(). */
__device__ inline void make_words(const struct device_query &q,
                                  const struct counters_layout &layout, const struct piece &piece,
                                  uint32_t code, const uint32_t only[2], uint32_t *word)
{
    const uint32_t lane = threadIdx.x % WARP;
    uint32_t match[2] = {UINT32_MAX, UINT32_MAX};
    for (uint32_t bit = 0; bit < layout.planes; bit++) {
        const uint32_t plane = __ballot_sync(ALL_LANES, code >> bit & 1);
        for (unsigned i = 0; i < 2; i++)
            match[i] = LOGIC3(AND_XOR, match[i], plane, (only[i] >> bit & 1) - 1);
    }
    const uint32_t delimiters = __ballot_sync(ALL_LANES, code == 0);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t several = __ballot_sync(ALL_LANES, only[i] >= CODES_MOST);
        for (; several != 0; several &= several - 1) {
            const uint32_t slot = __ffs(several) - 1;
            const uint32_t number = layout.slots[piece.first_slot + i * WARP + slot];
            const uint32_t all = __ballot_sync(ALL_LANES, slot_matches(&q, number, code));
            if (lane == slot)
                match[i] = all;
        }
        if (i * WARP + lane < piece.nslots)
            word[(PLANE_FIRST + i * WARP + lane) * PLANE_WORDS] = match[i];
    }
    if (lane == 0) {
        word[PLANE_DELIMITER * PLANE_WORDS] = delimiters;
        word[PLANE_ALL * PLANE_WORDS] = UINT32_MAX;
    }
}

/* Makes the planes of a piece. `at` is the position of the symbol that the last row compares at the
 * tile's first end. */
__device__ inline void make_planes(const struct scan &s, const struct device_query &q,
                                   const struct counters_layout &layout, const struct piece &piece,
                                   int64_t at, uint32_t *planes)
{
    const uint32_t lane = threadIdx.x % WARP;
    uint32_t only[2];
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t slot = i * WARP + lane;
        only[i] = slot < piece.nslots ? codes_of(q, layout.slots[piece.first_slot + slot]) : 0;
    }
#pragma unroll 2
    for (uint32_t i = threadIdx.x / WARP; i < PLANE_WORDS; i += COUNTERS_THREADS / WARP) {
        const int64_t word = (int64_t)i - PLANE_BEFORE;
        make_words(q, layout, piece, code_at(s, at + word * WARP + lane), only, planes + i);
    }
}

/* Returns the ends where one of the last n symbols, the current one included, is a delimiter. */
__device__ inline uint32_t near_delimiter(const uint32_t *delimiters, uint32_t n)
{
    uint32_t own = *delimiters, step, word = 0;
    for (uint32_t done = 1; done < min(n, 32U); done += step) {
        step = min(done, min(n, 32U) - done);
        own |= own << step;
    }
    for (; word * 32 + 1 < n; word++) {
        const uint32_t before = delimiters[-1 - (int32_t)word];
        if (before == 0)
            continue;
        /* symbols since the delimiter, at the first end */
        const uint32_t since = word * 32 + __clz(before) + 1;
        return since < n ? own | (n - since < 32 ? (1U << (n - since)) - 1 : UINT32_MAX) : own;
    }
    return own;
}

/* A counter for each of 32 ends. */
template <int PLANES> struct sums {
    uint32_t plane[PLANES];
};

/* Adds eight rows. The uppermost plane stays set. */
template <int PLANES>
__device__ inline void add_rows(struct sums<PLANES> *to, const uint32_t m[AT_ONCE_ROWS])
{
    uint32_t *plane = to->plane;
    uint32_t sum_a = LOGIC3(XOR3, m[0], m[1], m[2]), carry_a = LOGIC3(MAJORITY, m[0], m[1], m[2]);
    uint32_t sum_b = LOGIC3(XOR3, m[3], m[4], m[5]), carry_b = LOGIC3(MAJORITY, m[3], m[4], m[5]);
    uint32_t ones = LOGIC3(XOR3, sum_a, sum_b, m[6]);
    uint32_t carry_c = LOGIC3(MAJORITY, sum_a, sum_b, m[6]);
    uint32_t twos = LOGIC3(XOR3, carry_a, carry_b, carry_c);
    uint32_t fours = LOGIC3(MAJORITY, carry_a, carry_b, carry_c);
    uint32_t carry = LOGIC3(CARRY_MISMATCH, plane[0], ones, m[7]), next;
    plane[0] = LOGIC3(XOR3, plane[0], ones, m[7]);
    next = LOGIC3(CARRY_COMPLEMENT, plane[1], twos, carry);
    plane[1] = LOGIC3(ADD_COMPLEMENT, plane[1], twos, carry);
    carry = LOGIC3(CARRY_COMPLEMENT, plane[2], fours, next);
    plane[2] = LOGIC3(ADD_COMPLEMENT, plane[2], fours, next);
#pragma unroll
    for (int i = 3; i + 1 < PLANES; i++) {
        next = plane[i] & carry;
        plane[i] ^= carry;
        carry = next;
    }
    plane[PLANES - 1] |= carry;
}

/* Adds the rows of a piece, while any of the warp's ends is within the bound. `planes` points to
 * the words of the thread's ends. */
template <int PLANES>
__device__ inline void add_piece(struct sums<PLANES> *to, const struct counters_layout &layout,
                                 const struct piece &piece, const uint32_t *planes)
{
    const uint4 *places = (const uint4 *)(layout.row_planes + piece.first_row);
    for (uint32_t r = 0; r < piece.rows; r += AT_ONCE_ROWS) {
        const uint32_t above = piece.rows - AT_ONCE_ROWS - r; /* rows below these */
        const uint32_t *words = planes - above / 32;
        const uint4 a = *places++, b = *places++;
        const uint32_t place[AT_ONCE_ROWS] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
        uint32_t match[AT_ONCE_ROWS];
#pragma unroll
        for (uint32_t i = 0; i < AT_ONCE_ROWS; i++) {
            const uint32_t *word = words + place[i];
            match[i] = __funnelshift_l(word[-1], word[0], above % 32 + AT_ONCE_ROWS - 1 - i);
        }
        add_rows(to, match);
        if (__all_sync(ALL_LANES, to->plane[PLANES - 1] == UINT32_MAX))
            return;
    }
}

/* Returns the distance at one end that is within the bound. */
template <int PLANES>
__device__ inline uint32_t sums_value(const struct sums<PLANES> &sums, unsigned bit, uint32_t bound)
{
    uint32_t value = bound + 1 - (1U << (PLANES - 1));
#pragma unroll
    for (int i = 0; i < PLANES - 1; i++)
        value += (sums.plane[i] >> bit & 1) << i;
    return value;
}

/* Reports the ends in `found`, in best mode only those with the least distance. The first end is
 * after the symbol at `at`. Called by all lanes of a warp together. */
template <int PLANES>
__device__ inline void report_sums(const struct scan &s, const struct sums<PLANES> &sums,
                                   uint32_t found, int64_t at, uint32_t bound, uint32_t pattern)
{
    uint32_t most = bound;
    if (s.best) {
        uint32_t least = UINT32_MAX;
        for (uint32_t rest = found; rest != 0; rest &= rest - 1)
            least = min(least, sums_value(sums, __ffs(rest) - 1, bound));
        most = lower_limit(s, bound, least);
    }
    while (__any_sync(ALL_LANES, found != 0)) {
        const unsigned bit = found != 0 ? __ffs(found) - 1 : 0;
        const uint32_t value = sums_value(sums, bit, bound);
        report(s, found != 0 && value <= most, (uint32_t)(at + bit + 1), value, pattern);
        found &= found - 1;
    }
}

/* Returns the ends from `at` on that the scan owns. */
__device__ inline uint32_t owned_ends(const struct scan &s, int64_t at)
{
    const int64_t n = (int64_t)s.end - at;
    return n <= 0 ? 0 : n >= 32 ? UINT32_MAX : (1U << n) - 1;
}

template <int PLANES>
__global__ void __launch_bounds__(COUNTERS_THREADS)
    counters_kernel(struct scan s, struct device_query q, struct counters_layout layout)
{
    extern __shared__ uint4 memory[];
    uint32_t *planes = (uint32_t *)memory;
    const uint32_t pattern = member(layout.members, blockIdx.y);
    const int64_t tile = (int64_t)s.begin + (int64_t)blockIdx.x * COUNTERS_TILE;
    const int64_t at = tile + threadIdx.x * WARP;
    const uint32_t bound = __shfl_sync(ALL_LANES, bound_now(s, q.patterns[pattern].k), 0);
    struct sums<PLANES> sums;
#pragma unroll
    for (int i = 0; i < PLANES; i++)
        sums.plane[i] = 0 - (((1U << (PLANES - 1)) - 1 - bound) >> i & 1);
    sums.plane[PLANES - 1] = ~owned_ends(s, at);
    for (uint32_t p = layout.first[blockIdx.y]; p < layout.first[blockIdx.y + 1]; p++) {
        const struct piece piece = layout.pieces[p];
        make_planes(s, q, layout, piece, tile - piece.below, planes);
        __syncthreads();
        const uint32_t *words = planes + PLANE_BEFORE + threadIdx.x;
        sums.plane[PLANES - 1] |= near_delimiter(words, piece.counted);
        add_piece(&sums, layout, piece, words);
        if (!__syncthreads_or(sums.plane[PLANES - 1] != UINT32_MAX))
            return;
    }
    report_sums(s, sums, ~sums.plane[PLANES - 1], at, bound, pattern);
}
