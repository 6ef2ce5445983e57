/*
 * decode_neon.c - UTF-8 to symbols: a block is four vectors, and a mask is bytes of 0 or 0xff. A
 * table lookup has 64 entries; bytes are compressed eight at a time.
 */
#include <arm_neon.h>
#include <stdint.h>

#include "base/word_bits.h"
#include "text/decode_body.h"

typedef struct {
    uint8x16_t quarter[4];
} bytes;

typedef bytes where;

/* Entries for the bytes from `first` on. A half with no other entries than SYMBOL_OTHER is not
 * used. */
struct table {
    uint8x16x4_t half[2];
    uint8_t first;
    bool used[2];
};

#define OF_QUARTER(operation, i, a, b) operation((a).quarter[i], (b).quarter[i])
#define QUARTERS(operation, a, b)                                                                  \
    ((bytes){{OF_QUARTER(operation, 0, a, b), OF_QUARTER(operation, 1, a, b),                      \
              OF_QUARTER(operation, 2, a, b), OF_QUARTER(operation, 3, a, b)}})

static inline bytes load(const void *p)
{
    const uint8_t *from = p;
    return (bytes){{vld1q_u8(from), vld1q_u8(from + 16), vld1q_u8(from + 32), vld1q_u8(from + 48)}};
}

static inline void store(uint8_t *to, bytes x)
{
    for (unsigned i = 0; i < 4; i++)
        vst1q_u8(to + (size_t)16 * i, x.quarter[i]);
}

static inline bytes splat(int byte)
{
    uint8x16_t all = vdupq_n_u8((uint8_t)byte);
    return (bytes){{all, all, all, all}};
}

static inline bytes minus(bytes a, bytes b)
{
    return QUARTERS(vsubq_u8, a, b);
}

/* In each place the largest byte of the four vectors. */
static inline uint8x16_t largest(bytes x)
{
    return vmaxq_u8(vmaxq_u8(x.quarter[0], x.quarter[1]), vmaxq_u8(x.quarter[2], x.quarter[3]));
}

static inline bool is_below(bytes x, int limit)
{
    return vmaxvq_u8(largest(x)) < limit;
}

static inline bool is_ascii(bytes x)
{
    return is_below(x, 0x80);
}

static inline uint8x16_t quarter_less(uint8x16_t a, uint8x16_t b)
{
    return vcltq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
}

static inline where less(bytes a, bytes b)
{
    return QUARTERS(quarter_less, a, b);
}

static inline where equal(bytes a, bytes b)
{
    return QUARTERS(vceqq_u8, a, b);
}

static inline where both(where x, where y)
{
    return QUARTERS(vandq_u8, x, y);
}

static inline where except(where x, where y)
{
    return QUARTERS(vbicq_u8, x, y);
}

/* 1, 2, 4 ... 128, twice. */
static inline uint8x16_t powers(void)
{
    return vreinterpretq_u8_u64(vdupq_n_u64(UINT64_C(0x8040201008040201)));
}

static inline uint8x16_t quarter_has_bit(uint8x16_t sets, uint8x16_t x)
{
    return vtstq_u8(sets, vqtbl1q_u8(powers(), vandq_u8(x, vdupq_n_u8(7))));
}

static inline where has_bit(bytes sets, bytes x)
{
    return QUARTERS(quarter_has_bit, sets, x);
}

/* Each byte keeps the power of its place; then neighbours are added, three times. */
static inline uint64_t bits(where x)
{
    bytes all = {{powers(), powers(), powers(), powers()}};
    x = both(x, all);
    uint8x16_t lower = vpaddq_u8(x.quarter[0], x.quarter[1]);
    uint8x16_t upper = vpaddq_u8(x.quarter[2], x.quarter[3]);
    uint8x16_t sums = vpaddq_u8(lower, upper);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

static inline bytes choose(where x, bytes yes, bytes no)
{
    bytes chosen;
    for (unsigned i = 0; i < 4; i++)
        chosen.quarter[i] = vbslq_u8(x.quarter[i], yes.quarter[i], no.quarter[i]);
    return chosen;
}

#define choose_where choose

static inline bytes page_entries(const uint8_t page[64], bytes x)
{
    const uint8x16x4_t entries = vld1q_u8_x4(page);
    x = both(x, splat(63));
    for (unsigned i = 0; i < 4; i++)
        x.quarter[i] = vqtbl4q_u8(entries, x.quarter[i]);
    return x;
}

static inline void table_open(struct table *t, int first, const uint8_t lower[64],
                              const uint8_t upper[64])
{
    const uint8_t *halves[2] = {lower, upper};
    t->first = (uint8_t)first;
    for (unsigned h = 0; h < 2; h++) {
        t->half[h] = vld1q_u8_x4(halves[h]);
        t->used[h] = bits(equal(load(halves[h]), splat(SYMBOL_OTHER))) != UINT64_MAX;
    }
}

/* A byte that has no entry in a half keeps what was found for it. */
static inline bytes table_entries(const struct table *t, bytes x)
{
    bytes found = splat(SYMBOL_OTHER);
    for (unsigned h = 0; h < 2; h++) {
        bytes index = minus(x, splat(t->first + 64 * (int)h));
        for (unsigned i = 0; i < 4 && t->used[h]; i++)
            found.quarter[i] = vqtbx4q_u8(found.quarter[i], t->half[h], index.quarter[i]);
    }
    return found;
}

/* The places of eight begins each, which one lookup brings together; counts are of the begins. */
static inline void compress_quarter(uint8_t *to, uint8x16_t x, uint64_t begins, uint64_t counts,
                                    unsigned at)
{
    uint64x2_t places = vcombine_u64(
        vcreate_u64(words_places[begins >> at & 0xff]),
        vcreate_u64(words_places[begins >> (at + 8) & 0xff] | UINT64_C(0x0808080808080808)));
    x = vqtbl1q_u8(x, vreinterpretq_u8_u64(places));
    vst1_u8(to + words_count(counts, at), vget_low_u8(x));
    vst1_u8(to + words_count(counts, at + 8), vget_high_u8(x));
}

static inline void compress(uint8_t *to, bytes x, uint64_t begins)
{
    uint64_t counts = words_counts(begins);
    for (unsigned i = 0; i < 4; i++)
        compress_quarter(to, x.quarter[i], begins, counts, 16 * i);
}

#define bit_at words_bit_at

#include "text/decode_kernel.h"

const struct decode_body decode_neon = {"neon", CPU_NEON, append_symbols, count_characters,
                                        all_ascii};
