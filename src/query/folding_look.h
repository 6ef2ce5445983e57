/*
 * folding_look.h - vectors that classify the bytes of a text before folding: unchanged, dropped, or
 * in need of a closer look.
 */
#pragma once

#include <string.h>

#include "base/byte_mask.h"
#include "base/inline.h"
#include "base/utf8.h"
#include "query/folding_border.h"
#include "query/folding_kernel.h"

/* Bytes examined together: n is LOOK_BLOCK or, after a byte that needed a closer look,
 * BYTE_PART. */
enum { LOOK_BLOCK = FOLDING_BLOCK };

struct byte_block {
    const unsigned char *bytes;
    unsigned n;
};

/* The properties of a folding. */
struct look {
    const struct folding *e;
    int delimiter;
    struct byte_set attention; /* bytes of any kind but the delimiter */
    bool folds;                /* a single space is unchanged; further spaces may be dropped */
    bool drops; /* all ASCII characters of the ranges are skipped, except a carriage return of
                   --crlf */
};

static inline struct look look_of(const struct folding *e, int delimiter)
{
    struct look l = {.e = e, .delimiter = delimiter};
    l.folds = e->fold_space && e->kinds[' '] == CHARACTER_SPACE && delimiter != ' ';
    l.drops = !e->fold_space && !e->pieces;
    l.attention = e->attention;
    if (delimiter >= 0)
        byte_set_remove(&l.attention, (uint8_t)delimiter);
    return l;
}

/* A bit for each byte of a block. Other bytes are unchanged. */
struct looked {
    uint64_t look;   /* needs a closer look, ... */
    uint64_t drop;   /* ... or is dropped */
    uint64_t spaces; /* a space, unchanged or dropped after another one */
    bool high;       /* some are not ASCII, and bytes are not characters */
};

static inline uint64_t in_range(struct byte_block b, struct byte_range range)
{
    uint64_t mask = 0;
#pragma GCC unroll 4
    for (unsigned at = 0; at < b.n; at += BYTE_PART) {
        byte_part x = byte_part_load(b.bytes + at);
        mask |= (uint64_t)byte_mask((byte_part)((byte_part)(x - range.first) <= range.more)) << at;
    }
    return mask;
}

static inline uint64_t equal_to(struct byte_block b, int byte)
{
    return in_range(b, (struct byte_range){(uint8_t)byte, 0});
}

static inline uint64_t at_least(struct byte_block b, unsigned byte)
{
    return in_range(b, (struct byte_range){(uint8_t)byte, (uint8_t)(0xff - byte)});
}

/* Returns the one-byte characters of some kind. */
static inline uint64_t of_kinds(const struct folding *e, struct byte_block b)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < e->nranges && e->nranges <= FOLDING_RANGES; i++)
        mask |= in_range(b, e->ranges[i]);
    for (unsigned i = 0; i < b.n && e->nranges > FOLDING_RANGES; i++)
        mask |= (uint64_t)(e->kinds[b.bytes[i]] != 0) << i;
    return mask;
}

/* Returns which of the bytes `high`, those from 0x80 on, need a closer look: all but well-formed
 * sequences whose first bytes are in the same range of leads as the first one of the block. */
static inline uint64_t look_at_high(const struct folding *e, struct byte_block b, uint64_t high)
{
    uint64_t first = at_least(b, 0xc0), follows = first << 1 | at_least(b, 0xe0) << 2;
    if (first == 0 || b.n < LOOK_BLOCK)
        return high;
    struct byte_range range = e->leads[b.bytes[__builtin_ctzll(first)] - 0xc0];
    return (first & ~in_range(b, range)) | (follows ^ (high & ~first));
}

/* As folding_kernel.look() with the bytes that need attention, for any block. */
static inline struct block_masks masks_of(const struct look *l, struct byte_block b)
{
    if (l->e->kernel != NULL && b.n == LOOK_BLOCK)
        return l->e->kernel->look(&l->attention, b.bytes);
    struct block_masks m = {.in_set = of_kinds(l->e, b), .high = at_least(b, 0x80)};
    if (l->delimiter >= 0)
        m.in_set &= ~equal_to(b, l->delimiter);
    if (l->folds || folding_joins_blanks(l->e))
        m.spaces = equal_to(b, ' ');
    return m;
}

/* Returns the spaces between an unchanged character and an unchanged character of one byte. */
static inline uint64_t single_spaces(struct byte_block b, uint64_t spaces, uint64_t kinds,
                                     uint64_t high)
{
    uint64_t inside = (UINT64_MAX >> (LOOK_BLOCK - b.n) >> 1) & ~UINT64_C(1);
    return spaces & inside & ~(kinds << 1) & ~((kinds | high) >> 1);
}

INLINE struct looked look_at(const struct look *l, struct byte_block b, bool spaced)
{
    struct block_masks m = masks_of(l, b);
    uint64_t high = l->e->utf8 ? m.high : 0, kinds = m.in_set & ~high;
    struct looked r = {.look = high == 0 ? 0 : look_at_high(l->e, b, high), .high = high != 0};
    if (l->drops) {
        uint64_t returns = l->e->crlf ? equal_to(b, '\r') : 0;
        r.look |= kinds & returns;
        r.drop = kinds & ~returns;
        return r;
    }
    if (l->folds) {
        r.spaces = m.spaces;
        uint64_t again = r.spaces & (r.spaces << 1 | spaced);
        kinds &= ~r.spaces;
        r.drop = l->e->pieces ? 0 : again;
        r.look |= again & ~r.drop;
    }
    if (folding_joins_blanks(l->e))
        kinds &= ~single_spaces(b, m.spaces, kinds, high);
    r.look |= kinds;
    return r;
}

/* Returns the end of the characters of two bytes from `at` on that folding does not change. */
static inline size_t folding_pairs_end(const struct folding *e, const unsigned char *text,
                                       size_t at, size_t to)
{
    for (; to - at >= 2; at += 2) {
        unsigned c = text[at], next = text[at + 1];
        if (c < 0xc2 || c >= 0xe0 || (next & 0xc0) != 0x80 ||
            e->kinds[(c & 0x1f) << 6 | (next & 0x3f)] != 0)
            break;
    }
    return at;
}

/* Returns the end of the characters from `at` on that folding does not change. Stops before two
 * characters of ASCII in a row: vectors look at these faster. */
static inline size_t folding_unchanged_end(const struct folding *e, const unsigned char *text,
                                           size_t at, size_t to)
{
    for (size_t length = 1; e->utf8 && length > 0; at += length) {
        uint32_t c;
        at = folding_pairs_end(e, text, at, to);
        if (at == to || (text[at] < 0x80 && (at + 1 == to || text[at + 1] < 0xc2)))
            break;
        length = utf8_decode(text + at, to - at, &c);
        length = c < CHAR_BYTE && folding_kind(e, c) == 0 ? length : 0;
    }
    return at;
}

/* Returns the length of a part at the begin of the n bytes at p that folding does not change. */
static inline size_t folding_unchanged_part(const struct look *l, const unsigned char *p, size_t n)
{
    /* without normal forms, drop() folds blocks of ASCII */
    bool takes = l->e->normalizes || (l->e->utf8 && n > 0 && p[0] >= 0x80);
    if (!takes || l->e->kernel == NULL || l->folds)
        return 0;
    size_t part = l->e->kernel->unchanged(&l->attention, l->e->leads, p, n / LOOK_BLOCK);
    return part > 0 ? part * LOOK_BLOCK - utf8_cut(p, part * LOOK_BLOCK) : 0;
}
