/*
 * strips_wave.cuh - kernel in which a warp advances a strip of rows through the columns.
 *
 * Lane l holds WORDS words of 32 rows, and is at column t - l in step t. The delta below its last
 * row is what lane l + 1 needs in the next step, and goes there by a shuffle. Inside a lane, the
 * carries of an addition run through the words.
 *
 * LCS (Crochemore, Iliopoulos, Pinzon, Reid, "A fast and practical bit-vector algorithm for the
 * longest common subsequence problem", IPL 80(6), 2001): V has a 0 where the score is 1 more than
 * in the row above; V' = (V + U) | (V & ~U) with U = V & M, and the carry is the delta of the row.
 *
 * Levenshtein (Myers 1999, Hyyrö 2003, see src/cells/bitvector.h): with E = M & P, the carries of E
 * + P are the horizontal -1s, moved down by one row. So S = E + P gives these: H- = S ^ E ^ P. All
 * else that a word needs is operations of three operands (cells/cell.h).
 *
 * The logic unit is the bottleneck. A word takes 3 logic operations for an LCS, 8 for Levenshtein,
 * and a column takes 4 to 6 more. Multiplications have a separate unit, so they replace shifts and
 * selections where possible.
 */
#pragma once

#include "gpu/base/logic.cuh"
#include "gpu/strips/strips_masks.cuh"

enum {
    QUAD = 4,        /* columns whose codes are loaded together */
    MOST_WARPS = 16, /* of a block; it has a multiprocessor for itself */
};

extern __shared__ uint4 wave_masks[]; /* of each warp of the block */

__device__ inline void set_carry(uint32_t bit31)
{
    asm volatile("{ .reg .u32 sum; add.cc.u32 sum, %0, %0; }" : : "r"(bit31));
}

__device__ inline uint32_t add_carry(uint32_t a, uint32_t b)
{
    uint32_t sum;
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}

__device__ inline uint32_t get_carry()
{
    uint32_t carry;
    asm volatile("addc.u32 %0, 0, 0;" : "=r"(carry));
    return carry;
}

/* Loads the current value of a word of the border, with its tag in the upper half. */
__device__ inline uint64_t load_now(const uint64_t *at)
{
    uint64_t word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(at) : "memory");
    return word;
}

__device__ inline void store_now(uint64_t *at, uint32_t bits, uint32_t tag)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;"
                 :
                 : "l"(at), "l"((uint64_t)tag << 32 | bits)
                 : "memory");
}

/* The state of a lane, for each metric. A border has BORDER words for 32 columns. */

template <int WORDS> struct lcs {
    enum { BORDER = 1 };
    uint32_t v[WORDS];
    uint32_t below; /* the delta of the last row, 0 or 1 */
    uint32_t out;   /* those of the last 32 columns, the last in bit 0 */

    __device__ void begin(unsigned w, uint32_t)
    {
        v[w] = ~0U;
    }

    __device__ void set_side(unsigned w, unsigned, uint32_t bits)
    {
        v[w] = ~bits;
    }

    __device__ uint32_t side(unsigned w, unsigned) const
    {
        return ~v[w];
    }

    __device__ void start()
    {
        below = out = 0;
    }

    /* Takes the delta from above for column i of a quad. `from_above` is 0 in lane 0, else 1. In
     * lane 0, bit i of above[0] is the border's delta; in other lanes above[0] is 0. */
    __device__ void enter(const uint32_t above[], unsigned i, uint32_t from_above)
    {
        uint32_t carry = __shfl_up_sync(ALL_LANES, below, 1);
        set_carry(multiply_add(carry, from_above << 31, above[0] << (31 - i)));
    }

    __device__ void word(unsigned w, uint32_t mask)
    {
        uint32_t u = v[w] & mask;
        v[w] = add_carry(v[w], u) | (v[w] & ~u);
    }

    __device__ void leave()
    {
        below = get_carry();
        out = multiply_add(out, 2, below);
    }

    __device__ uint32_t border(unsigned) const
    {
        return out;
    }
};

template <int WORDS> struct levenshtein {
    enum { BORDER = 2 };
    uint32_t p[WORDS], m[WORDS];
    uint32_t below,
        last; /* the last row's delta: -1 where below is 1, +1 where `last` has bit 31 */
    uint32_t out_p, out_m, h;

    /* Each padding row above the table is 1 less than the row above it, so they have no effect
     * below. */
    __device__ void begin(unsigned w, uint32_t counts)
    {
        p[w] = counts;
        m[w] = ~counts;
    }

    __device__ void set_side(unsigned w, unsigned i, uint32_t bits)
    {
        (i == 0 ? p : m)[w] = bits;
    }

    __device__ uint32_t side(unsigned w, unsigned i) const
    {
        return i == 0 ? p[w] : m[w];
    }

    __device__ void start()
    {
        below = last = out_p = out_m = 0;
    }

    __device__ void enter(const uint32_t above[], unsigned i, uint32_t from_above)
    {
        uint32_t minus = __shfl_up_sync(ALL_LANES, below, 1);
        h = __shfl_up_sync(ALL_LANES, last, 1);
        h = multiply_add(h, from_above, above[0] << (31 - i));
        set_carry(multiply_add(minus, from_above << 31, above[1] << (31 - i)));
    }

    __device__ void word(unsigned w, uint32_t mask)
    {
        uint32_t e = mask & p[w];
        uint32_t minus = LOGIC3(XOR3, add_carry(e, p[w]), e, p[w]);
        uint32_t same = LOGIC3(CELL_D0, mask, m[w], minus);
        uint32_t plus = LOGIC3(CELL_PLUS, m[w], p[w], same);
        uint32_t plus_above = __funnelshift_l(h, plus, 1);
        h = plus;
        p[w] = LOGIC3(CELL_PLUS, minus, plus_above, same);
        m[w] = CELL_MINUS(plus_above, same);
    }

    __device__ void leave()
    {
        below = get_carry();
        last = h;
        out_m = multiply_add(out_m, 2, below);
        out_p = __funnelshift_l(last, out_p, 1);
    }

    __device__ uint32_t border(unsigned i) const
    {
        return i == 0 ? out_p : out_m;
    }
};

/* The codes of a lane's columns, a quad at a time. */
template <int PLANES> struct column_codes {
    const uint32_t *at[PLANES]; /* the word after `next` */
    uint32_t word[PLANES], next[PLANES];
    unsigned shift;

    __device__ void open(const strips_table &t, uint64_t column, unsigned lane)
    {
        const size_t first = (size_t)t.columns + column - lane;
        shift = first % 4 * 8;
        for (int b = 0; b < PLANES; b++) {
            at[b] = (const uint32_t *)(first / 4 * 4 + b * t.column_stride);
            word[b] = __ldg(at[b]++);
            next[b] = __ldg(at[b]++);
        }
    }

    /* Loads the codes of the next quad; the first is the lowest byte. */
    __device__ void take(uint32_t quad[])
    {
        for (int b = 0; b < PLANES; b++) {
            quad[b] = __funnelshift_r(word[b], next[b], shift);
            word[b] = next[b];
            next[b] = __ldg(at[b]++);
        }
    }
};

/* A strip of one table, computed by one warp. SIDES: the table has sides. */
template <class ROWS, int WORDS, int DIGITS, bool SIDES> struct strip {
    enum { PLANES = (DIGITS + 1) / 2, VECTORS = WORDS / 4 };
    const strips_launch &launch;
    const strips_table &t;
    const uint32_t index;
    const unsigned lane;
    const uint32_t masks;      /* of this lane: bytes into wave_masks */
    const uint32_t begin, end; /* its groups */
    const uint32_t above_end;  /* of the strip above; the first strip needs none */
    ROWS rows;
    column_codes<PLANES> codes;

    __device__ strip(const strips_launch &launch, const strips_table &t, uint32_t index,
                     uint32_t masks)
        : launch(launch), t(t), index(index), lane(threadIdx.x % WARP),
          masks((masks + lane) * sizeof(uint4)),
          begin((uint32_t)strips_groups_begin(&t, WORDS, SIDES, index)),
          end((uint32_t)strips_groups_end(&t, WORDS, SIDES, index)),
          above_end(index == 0 ? 0 : (uint32_t)strips_groups_end(&t, WORDS, SIDES, index - 1))
    {
    }

    __device__ bool stopped() const
    {
        return *(const volatile uint32_t *)&launch.control->stop != 0;
    }

    __device__ void load_above(uint64_t g, uint64_t words[]) const
    {
        for (int i = 0; i < ROWS::BORDER; i++)
            words[i] = load_now(t.border + g * ROWS::BORDER + i);
    }

    /* Waits until the strip above has done the group, if it has it; false when the launch is to
     * stop. */
    __device__ bool wait_above(uint64_t g, uint64_t words[]) const
    {
        const uint32_t tag = g < above_end ? index : 0;
        for (;;) {
            bool there = true;
            for (int i = 0; i < ROWS::BORDER; i++)
                there = there && words[i] >> 32 == tag;
            if (__all_sync(ALL_LANES, there))
                return true;
            if (__any_sync(ALL_LANES, stopped()))
                return false;
            __nanosleep(100);
            load_above(g, words);
        }
    }

    /* This lane's words of the table's sides, by their bits' meaning. */
    __device__ uint4 *sides_of(unsigned i) const
    {
        const uint64_t first = (uint64_t)index * (WARP * WORDS) + lane * WORDS;
        return (uint4 *)(t.sides + i * strips_side_words(t.m) + first);
    }

    __device__ void load_left()
    {
        for (int i = 0; i < ROWS::BORDER; i++)
            for (int q = 0; q < VECTORS; q++) {
                const uint4 bits = sides_of(i)[q];
                rows.set_side(4 * q, i, bits.x);
                rows.set_side(4 * q + 1, i, bits.y);
                rows.set_side(4 * q + 2, i, bits.z);
                rows.set_side(4 * q + 3, i, bits.w);
            }
    }

    __device__ void store_right() const
    {
        for (int i = 0; i < ROWS::BORDER; i++)
            for (int q = 0; q < VECTORS; q++)
                sides_of(i)[q] = make_uint4(rows.side(4 * q, i), rows.side(4 * q + 1, i),
                                            rows.side(4 * q + 2, i), rows.side(4 * q + 3, i));
    }

    __device__ void begin_rows()
    {
        if (SIDES)
            load_left();
        for (int w = 0; !SIDES && w < WORDS; w++) {
            int64_t before = -first_row<WORDS, SIDES>(t, index, lane, w);
            rows.begin(w, before <= 0 ? ~0U : before < 32 ? ~0U << before : 0);
        }
    }

    /* Returns the masks for digit d of the code of column i of the quad. */
    __device__ const uint4 *masks_of(const uint32_t quad[], unsigned i, int d) const
    {
        const unsigned bytes = WARP * VECTORS * sizeof(uint4);
        const uint32_t of_digit = d == 0 ? 0 : d * bytes << launch.coding.digit_bits;
        uint32_t digit = __byte_perm(quad[d / 2], 0, 0x4440 + i);
        if (DIGITS > 1)
            digit = d % 2 == 0 ? digit & 15 : digit >> STRIPS_DIGIT;
        return (const uint4 *)((const char *)wave_masks +
                               multiply_add(digit, bytes, masks + of_digit));
    }

    /* Does one column. */
    __device__ void step(const uint32_t above[], const uint32_t quad[], unsigned i,
                         uint32_t from_above)
    {
        const uint4 *of[DIGITS];
        for (int d = 0; d < DIGITS; d++)
            of[d] = masks_of(quad, i, d);
        rows.enter(above, i, from_above);
        for (int q = 0; q < VECTORS; q++) {
            uint4 mask = of[0][q * WARP];
            for (int d = 1; d < DIGITS; d++) {
                uint4 other = of[d][q * WARP];
                mask.x &= other.x, mask.y &= other.y, mask.z &= other.z, mask.w &= other.w;
            }
            rows.word(4 * q, mask.x);
            rows.word(4 * q + 1, mask.y);
            rows.word(4 * q + 2, mask.z);
            rows.word(4 * q + 3, mask.w);
        }
        rows.leave();
    }

    /* Returns whether some lane begins its first column or finishes its last needed one. */
    __device__ bool is_edge(uint64_t g) const
    {
        return g == begin || (SIDES && g + 1 >= end);
    }

    /* Does 32 steps. EDGE: is_edge(). */
    template <bool EDGE>
    __device__ void run_group(uint64_t g, const uint64_t words[], uint32_t from_above)
    {
        const uint64_t base = g * STRIPS_COLUMNS - lane; /* the column of the first step */
        uint32_t above[ROWS::BORDER];
        for (int i = 0; i < ROWS::BORDER; i++)
            above[i] = lane == 0 ? (uint32_t)words[i] : 0;
#pragma unroll 1
        for (unsigned s = 0; s < STRIPS_COLUMNS; s += QUAD) {
            uint32_t quad[PLANES];
            codes.take(quad);
#pragma unroll(EDGE &&SIDES ? 1 : QUAD)
            for (unsigned i = 0; i < QUAD; i++) {
                if (EDGE && base + s + i == (uint64_t)begin * STRIPS_COLUMNS)
                    begin_rows();
                step(above, quad, i, from_above);
                if (EDGE && SIDES && base + s + i + 1 == t.n)
                    store_right();
            }
            for (int i = 0; i < ROWS::BORDER; i++)
                above[i] >>= QUAD;
        }
    }

    /* Writes the deltas below group g. The last lane is 31 steps behind, so it finishes the group
     * in the 31st step of the next round: 31 columns are computed in this round, and `before` has
     * the one computed before it. */
    __device__ void put_below(uint64_t g, const uint32_t before[]) const
    {
        for (int i = 0; i < ROWS::BORDER; i++)
            if (lane == WARP - 1)
                store_now(t.border + g * ROWS::BORDER + i,
                          __brev(rows.border(i)) << 1 | (before[i] & 1), index + 1);
    }

    /* Computes the strip. Returns false if the launch is to stop. */
    __device__ bool run()
    {
        const uint32_t from_above = lane == 0 ? 0 : 1;
        uint64_t words[ROWS::BORDER];
        uint32_t before[ROWS::BORDER];
        rows.start();
        begin_rows();
        codes.open(t, (uint64_t)begin * STRIPS_COLUMNS, lane);
        load_above(begin, words);
        for (uint32_t g = begin; g <= end; g++) {
            if (g < end && !wait_above(g, words))
                return false;
            uint64_t now[ROWS::BORDER];
            for (int i = 0; i < ROWS::BORDER; i++) {
                now[i] = words[i];
                before[i] = rows.border(i);
            }
            if (g + 1 < end)
                load_above(g + 1, words);
            if (is_edge(g))
                run_group<true>(g, now, from_above);
            else
                run_group<false>(g, now, from_above);
            if (g > begin)
                put_below(g - 1, before);
            if ((g - begin) % STRIPS_REPORT_GROUPS == 0) {
                if (__any_sync(ALL_LANES, stopped()))
                    return false;
                if (lane == 0)
                    atomicAdd((unsigned long long *)&launch.control->done, 1ULL);
            }
        }
        return true;
    }
};

/* Warps claim strips in order, so a warp waits only for strips that another warp has claimed: no
 * deadlock. The launch bounds give a block all registers of a multiprocessor: with few warps the
 * compiler uses them to prefetch masks. */
template <class ROWS, int WORDS, int DIGITS, bool SIDES>
__global__ void __launch_bounds__(MOST_WARPS *WARP, 1) wave_kernel(const strips_launch launch)
{
    const uint32_t masks = threadIdx.x / WARP * launch.coding.masks * WARP * (WORDS / 4);
    for (;;) {
        uint32_t task = 0;
        if (threadIdx.x % WARP == 0)
            task = atomicAdd(&launch.control->next, 1U);
        task = __shfl_sync(ALL_LANES, task, 0);
        if (task >= launch.ntasks)
            return;
        const strips_task mine = launch.tasks[task];
        const strips_table t = launch.tables[mine.table];
        build_masks<WORDS, DIGITS, SIDES>(t, launch.coding, mine.strip,
                                          (uint32_t *)(wave_masks + masks));
        strip<ROWS, WORDS, DIGITS, SIDES> s(launch, t, mine.strip, masks);
        if (!s.run())
            return;
    }
}
