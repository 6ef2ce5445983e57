/*
 * device_query.h - the query, the text and the hits in device memory.
 *
 * The text is a sequence of codes. Code 0 is the delimiter, after which the state restarts; code 1
 * stands for all characters that no pattern matches; each further code stands for the characters
 * that match the same items.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/host_device.h"
#include "cells/metric.h"
#include "query/symbols.h"
#include "scan/hit.h"
#include "text/partition.h"

struct device_pattern {
    uint32_t m, k; /* k as the user gave it; m is 0 for a pattern that is not a sequence of items */
    uint32_t first_row; /* its rows are slots[first_row] to slots[first_row + m - 1] */
};

/* The compiled patterns. A slot is a distinct item: a set of codes. */
struct device_query {
    uint32_t npatterns, nrows, nslots, ncodes;
    const struct device_pattern *patterns;      /* device */
    const struct device_pattern *host_patterns; /* the same in host memory */
    const uint32_t *slots;                      /* of each row of each pattern */
    const uint32_t *host_slots;                 /* the same in host memory */
    const uint32_t *matches; /* [nslots][(ncodes + 31) / 32]: bit c: the slot matches code c */
    enum metric metric;      /* not METRIC_PATHS */
};

/* Returns whether a slot matches a code. */
HOST_DEVICE static inline bool slot_matches(const struct device_query *q, uint32_t slot,
                                            uint32_t code)
{
    const size_t words = (q->ncodes + 31) / 32;
    return q->matches[slot * words + code / 32] >> code % 32 & 1;
}

/* Symbols of a chunk as codes; `width` bytes each (1 when ncodes <= 256, else 4). */
struct device_text {
    const void *codes;
    unsigned width;
    size_t n;
    const uint32_t *count; /* device; the actual number of codes if n is an estimate, else NULL */
    uint32_t behind;       /* the code of the symbol after them; 0: a delimiter */
};

HOST_DEVICE static inline uint32_t text_code(const struct device_text *text, int64_t at)
{
    return text->width == 1 ? ((const uint8_t *)text->codes)[at]
                            : ((const uint32_t *)text->codes)[at];
}

/* The symbols of characters (query/alphabet.h): the pages that are on the device. */
struct device_pages {
    const uint16_t *numbers; /* [ALPHABET_PAGES]: PAGE_UNKNOWN, PAGE_OTHER, or PAGE_FIRST + i */
    const uint32_t *symbols; /* [...][ALPHABET_PAGE]: of listed page i */
};

enum { PAGE_UNKNOWN, PAGE_OTHER /* all its symbols are SYMBOL_OTHER */, PAGE_FIRST };

enum {
    DECODE_TILE = 4096,               /* bytes that a block decodes */
    DECODE_BEHIND = DECODE_TILE + 16, /* zero bytes after a text */
    DECODE_MARK = 64                  /* symbols between two marks */
};

/* A text in UTF-8, and the results of decoding it. Characters of an unknown page become
 * SYMBOL_OTHER, and the page is recorded in `unknown`. */
struct device_decoding {
    const unsigned char *bytes; /* 16-byte aligned; followed by DECODE_BEHIND zeros */
    uint32_t n;
    struct device_pages pages;
    void *codes; /* room for n */
    unsigned width;
    uint32_t room;      /* at most n; delimiters fill up the codes to this number */
    uint32_t *marks;    /* the first bytes of symbols 0, DECODE_MARK, ... */
    uint32_t *tiles;    /* scratch memory of the kernels: n / DECODE_TILE + 1 */
    uint32_t *count;    /* characters */
    uint32_t *unknown;  /* bit i: page i is missing; initially 0 */
    uint32_t *nunknown; /* how many pages are missing; initially 0 */
};

/* Hits, in any order. The caller sets the count *n to 0. If it ends above `most`, only `most` hits
 * are stored. */
struct device_hits {
    struct hit *v;
    uint32_t most;
    uint32_t *n;
};

/* Reads symbols [lead, end) of the text, and reports the ends in [begin, end) (text/partition.h).
 */
struct scan {
    struct device_text text;
    uint32_t lead, begin, end;
    uint32_t *limit; /* device; no distance above it is reported */
    struct device_hits hits;
    bool best;   /* lower *limit to the distances that are found */
    bool rising; /* also report ends where D[j] = D[j-1] + 1 */
};
