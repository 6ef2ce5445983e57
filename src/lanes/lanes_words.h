/*
 * lanes_words.h - strings as words of eight bytes, the first byte lowest, and which of their bits
 * differ. For lanes.c only.
 */
#pragma once

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lanes/lanes_kernels.h"

enum { LANES_BYTES = sizeof(uint64_t) };

/* OR and AND of the codes of all strings, which show the bits that differ. */
struct lanes_seen {
    uint64_t any, all;
};

#define LANES_SEEN_NONE ((struct lanes_seen){0, ~UINT64_C(0)})

static inline uint64_t lanes_load(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return le64toh(word);
}

/* As lanes_load(), for 1 to 7 bytes. Bytes that are loaded twice are equal. */
static inline uint64_t lanes_load_few(const unsigned char *p, size_t n)
{
    uint32_t first, last;
    if (n >= sizeof first) {
        memcpy(&first, p, sizeof first);
        memcpy(&last, p + n - sizeof last, sizeof last);
        return le32toh(first) | (uint64_t)le32toh(last) << 8 * (n - sizeof last);
    }
    return p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
}

static inline void lanes_see(struct lanes_seen *bits, uint64_t word, uint64_t mask)
{
    bits->any |= word;
    bits->all &= word | ~mask;
}

/* Shifts `word` down by up to 8 bytes, without a branch. */
static inline uint64_t lanes_move_down(uint64_t word, size_t bytes)
{
    return (word >> (8 * bytes) % LANES_WORD) & -(uint64_t)(bytes < LANES_BYTES);
}

static inline uint64_t lanes_move_up(uint64_t word, size_t bytes)
{
    return (word << (8 * bytes) % LANES_WORD) & -(uint64_t)(bytes < LANES_BYTES);
}

/*
 * Stores the n bytes of a string in `words` words of a lane, from the first word on, `stride`
 * apart. Handles each word in the same way for any n, because mispredicted branches would dominate
 * the time.
 */
static inline void lanes_put_row(uint64_t *to, size_t stride, size_t words, const unsigned char *p,
                                 size_t n, struct lanes_seen *bits)
{
    struct lanes_seen seen = *bits;
    uint64_t few = n > 0 && n < LANES_BYTES ? lanes_load_few(p, n) : 0;
    size_t last = n < LANES_BYTES ? 0 : n - LANES_BYTES;
    for (size_t k = 0; k < words; k++, to += stride) {
        size_t from = k * LANES_BYTES, at = from < last ? from : last;
        size_t beyond = n < LANES_BYTES ? from + LANES_BYTES - n : from - at;
        *to = n < LANES_BYTES ? (k == 0 ? few : 0) : lanes_move_down(lanes_load(p + at), beyond);
        lanes_see(&seen, *to, lanes_move_down(~UINT64_C(0), beyond));
    }
    *bits = seen;
}

/* As lanes_put_row(), but aligned to the end of the last word. */
static inline void lanes_put_column(uint64_t *to, size_t stride, size_t words,
                                    const unsigned char *p, size_t n, struct lanes_seen *bits)
{
    struct lanes_seen seen = *bits;
    uint64_t few = n > 0 && n < LANES_BYTES ? lanes_load_few(p, n) << 8 * (LANES_BYTES - n) : 0;
    for (size_t k = 1; k <= words; k++, to -= stride) {
        size_t end = k * LANES_BYTES, at = end < n ? n - end : 0, beyond = end < n ? 0 : end - n;
        *to = n < LANES_BYTES ? (k == 1 ? few : 0) : lanes_move_up(lanes_load(p + at), beyond);
        lanes_see(&seen, *to, lanes_move_up(~UINT64_C(0), beyond));
    }
    *bits = seen;
}
