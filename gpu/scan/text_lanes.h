/*
 * text_lanes.h - how a lane (device_automaton.h) finds and reads its part of the text; for both
 * compilers, so that it can be tested without a device.
 */
#pragma once

#include "gpu/scan/device_automaton.h"

#ifdef __CUDACC__
#define LANE_CODE __device__ __forceinline__
#define LANE_UNROLL _Pragma("unroll")
#define LANE_ROLLED _Pragma("unroll 1")
#else
#define LANE_CODE static inline
#define LANE_UNROLL
#define LANE_ROLLED
#endif

enum { LANE_ALIGN = 16, WINDOW_WORDS = 4 };

/* A lane reads from `at`, and owns the symbols in [owned, until). */
struct lane {
    int64_t at, owned, until;
    int64_t end; /* of its part; if it owns whole records, the last record ends there or later */
};

/* Four words of symbols. A word holds four symbols of one byte, the first in its low bits, or one
 * symbol of 4 bytes. */
struct lane_window {
    uint32_t w[WINDOW_WORDS];
};

/* Shortens the text to its actual length, which may be less than estimated. */
LANE_CODE void lanes_shorten(struct lanes *s)
{
    struct device_text *text = &s->scan.text;
    if (text->count != NULL && *text->count < text->n)
        text->n = *text->count;
    s->scan.end = s->scan.end < text->n ? s->scan.end : (uint32_t)text->n;
}

/* Returns the symbol at a position; a delimiter outside of the text. */
LANE_CODE uint32_t lane_symbol(const struct lanes *s, int64_t at, unsigned width)
{
    const struct device_text *text = &s->scan.text;
    if (at < s->scan.lead || at > (int64_t)text->n)
        return SYMBOL_DELIMITER;
    if (at == (int64_t)text->n)
        return text->behind;
    return width == 1 ? ((const uint8_t *)text->codes)[at] : ((const uint32_t *)text->codes)[at];
}

/* Returns the position of the first delimiter in [from, to), or `to`. */
LANE_CODE int64_t lane_delimiter(const struct lanes *s, int64_t from, int64_t to, unsigned width)
{
    while (from < to && lane_symbol(s, from, width) != SYMBOL_DELIMITER)
        from++;
    return from;
}

/* Returns the part of lane i; empty if at = until. */
LANE_CODE struct lane lane_of(const struct lanes *s, uint32_t i, unsigned width)
{
    const struct scan *scan = &s->scan;
    struct lane lane;
    int64_t begin = scan->begin + (int64_t)i * s->stride, end = begin + s->stride;
    end = end < scan->end ? end : scan->end;
    lane.end = lane.until = end;
    lane.owned = begin;
    lane.at = begin - s->lead_in > scan->lead ? begin - s->lead_in : scan->lead;
    if (s->lead_in == LANE_RECORDS) {
        int64_t delimiter = i > 0 ? lane_delimiter(s, begin - 1, end - 1, width) : scan->lead - 1L;
        lane.at = delimiter + 1;
        lane.owned = lane.at > scan->begin ? lane.at : scan->begin;
        lane.until = i > 0 && delimiter >= end - 1 ? lane.owned : scan->end;
    }
    lane.at &= -(int64_t)LANE_ALIGN;
    if (lane.owned >= lane.until)
        lane.at = lane.until;
    return lane;
}

/* If the lane owns whole records: shortens it to the first delimiter in [at, at + n) at or after
 * the end of its part. */
LANE_CODE void lane_finish(const struct lanes *s, struct lane *lane, int64_t at, unsigned n,
                           unsigned width)
{
    int64_t from = at > lane->end - 1 ? at : lane->end - 1;
    if (s->lead_in != LANE_RECORDS || at + n < lane->end)
        return;
    int64_t delimiter = lane_delimiter(s, from, at + n, width);
    if (delimiter < at + n && delimiter < lane->until)
        lane->until = delimiter;
}

/* Loads the symbols from `at` on, a multiple of LANE_ALIGN. */
LANE_CODE struct lane_window lane_load(const struct lanes *s, int64_t at, unsigned width)
{
    const unsigned n = WINDOW_WORDS * 4 / width;
    struct lane_window window;
#ifdef __CUDACC__
    if (at >= s->scan.lead && at + n <= (int64_t)s->scan.text.n) {
        uint4 v = *(const uint4 *)((const unsigned char *)s->scan.text.codes + at * width);
        window.w[0] = v.x, window.w[1] = v.y, window.w[2] = v.z, window.w[3] = v.w;
        return window;
    }
#endif
    LANE_UNROLL
    for (unsigned w = 0; w < WINDOW_WORDS; w++) {
        window.w[w] = 0;
        LANE_UNROLL
        for (unsigned i = 0; i < 4 / width; i++)
            window.w[w] |= lane_symbol(s, at + w * (4 / width) + i, width) << 8 * i;
    }
    (void)n;
    return window;
}

/* Returns symbol i of a word of a window. */
LANE_CODE uint32_t lane_pick(uint32_t word, unsigned i, unsigned width)
{
    return width == 1 ? word >> 8 * i & 255 : word;
}
