/*
 * folding_blocks.h - the loops of folding_kernel.h; a block is two vectors of 32 bytes.
 *
 * The file that includes them defines compress() before: it copies the bytes of a block whose bit
 * in `kept` is 1, and returns their number. It may overwrite FOLDING_SPARE bytes behind them.
 */
#pragma once

#include <immintrin.h>

#include "query/folding_kernel.h"

static inline __m256i sixteen_entries(const uint8_t *entries)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)entries));
}

/* The lower four bits of a byte select an entry of the set, in which the upper four select a bit. A
 * shuffle returns 0 where the index has its uppermost bit. */
static inline __m256i is_in(__m256i lower, __m256i upper, __m256i x)
{
    const __m256i bits = _mm256_set1_epi64x((long long)0x8040201008040201);
    __m256i other = _mm256_xor_si256(x, _mm256_set1_epi8((char)0x80));
    __m256i entries =
        _mm256_or_si256(_mm256_shuffle_epi8(lower, x), _mm256_shuffle_epi8(upper, other));
    __m256i index = _mm256_and_si256(_mm256_srli_epi16(x, 4), _mm256_set1_epi8(0x0f));
    __m256i bit = _mm256_shuffle_epi8(bits, index);
    return _mm256_cmpeq_epi8(_mm256_and_si256(entries, bit), bit);
}

static inline uint64_t bits_of_both(__m256i first, __m256i second)
{
    return (uint32_t)_mm256_movemask_epi8(first) | (uint64_t)(uint32_t)_mm256_movemask_epi8(second)
                                                       << 32;
}

static inline struct block_masks masks_of(__m256i lower, __m256i upper, __m256i a, __m256i b)
{
    __m256i space = _mm256_set1_epi8(' ');
    return (struct block_masks){
        .in_set = bits_of_both(is_in(lower, upper, a), is_in(lower, upper, b)),
        .high = bits_of_both(a, b),
        .spaces = bits_of_both(_mm256_cmpeq_epi8(a, space), _mm256_cmpeq_epi8(b, space))};
}

static struct block_masks look(const struct byte_set *set, const unsigned char *block)
{
    const __m256i *from = (const __m256i *)(const void *)block;
    return masks_of(sixteen_entries(set->lower), sixteen_entries(set->upper),
                    _mm256_loadu_si256(from), _mm256_loadu_si256(from + 1));
}

static inline __m256i at_least(__m256i x, int byte)
{
    return _mm256_cmpeq_epi8(_mm256_max_epu8(x, _mm256_set1_epi8((char)byte)), x);
}

static inline __m256i in_range(__m256i x, struct byte_range range)
{
    x = _mm256_sub_epi8(x, _mm256_set1_epi8((char)range.first));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(x, _mm256_set1_epi8((char)range.more)), x);
}

static size_t unchanged(const struct byte_set *set, const struct byte_range leads[64],
                        const unsigned char *text, size_t n)
{
    __m256i lower = sixteen_entries(set->lower), upper = sixteen_entries(set->upper);
    uint64_t carry = 0; /* bytes of the last character that are due in the next block */
    for (size_t i = 0; i < n; i++, text += FOLDING_BLOCK) {
        const __m256i *from = (const __m256i *)(const void *)text;
        __m256i a = _mm256_loadu_si256(from), b = _mm256_loadu_si256(from + 1);
        uint64_t first = bits_of_both(at_least(a, 0xc0), at_least(b, 0xc0));
        uint64_t longer = bits_of_both(at_least(a, 0xe0), at_least(b, 0xe0));
        uint64_t follows = first << 1 | longer << 2 | carry;
        uint64_t changes = (bits_of_both(a, b) & ~first) ^ follows;
        changes |= bits_of_both(is_in(lower, upper, a), is_in(lower, upper, b));
        if (first != 0) {
            struct byte_range range = leads[text[__builtin_ctzll(first)] - 0xc0];
            changes |= first & ~bits_of_both(in_range(a, range), in_range(b, range));
        }
        if (changes != 0)
            return i;
        carry = first >> (FOLDING_BLOCK - 1) | longer >> (FOLDING_BLOCK - 2);
    }
    return n;
}

/* `folds` is a constant. */
static inline void drop_blocks(struct dropping *d, bool folds)
{
    struct dropping x = *d;
    __m256i lower = sixteen_entries(x.set->lower), upper = sixteen_entries(x.set->upper);
    for (; x.end - x.at >= FOLDING_BLOCK; x.at += FOLDING_BLOCK) {
        const __m256i *from = (const __m256i *)(const void *)(x.text + x.at);
        __m256i *to = (__m256i *)(void *)(x.bytes + x.n);
        __m256i a = _mm256_loadu_si256(from), b = _mm256_loadu_si256(from + 1);
        struct block_masks m = masks_of(lower, upper, a, b);
        uint64_t gone = folds ? m.spaces & (m.spaces << 1 | x.spaced) : m.in_set;
        if ((x.ascii && m.high != 0) || (folds && (m.in_set & ~m.spaces) != 0))
            break;
        x.spaced = folds && m.spaces >> (FOLDING_BLOCK - 1) != 0;
        if (gone == UINT64_MAX)
            continue;
        if (gone != 0 || x.ended != x.at || x.next != x.at)
            x.bends[x.nbends++] = (struct bend){(uint32_t)x.n, x.ended, (uint32_t)x.at, gone};
        if (gone == 0) {
            _mm256_storeu_si256(to, a);
            _mm256_storeu_si256(to + 1, b);
            x.n += FOLDING_BLOCK;
        } else {
            x.n += compress(x.bytes + x.n, x.text + x.at, ~gone);
        }
        x.ended = x.next = (uint32_t)(x.at + FOLDING_BLOCK - (size_t)__builtin_clzll(~gone));
    }
    *d = x;
}

static void drop(struct dropping *d)
{
    if (d->folds)
        drop_blocks(d, true);
    else
        drop_blocks(d, false);
}
