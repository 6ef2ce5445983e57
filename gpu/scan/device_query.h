/*
 * device_query.h - the query, the text and the hits as they lie on the device.
 *
 * The text is codes. Code 0 is the delimiter, behind which the state restarts; code 1 stands for
 * every character that no pattern has; codes from 2 on stand each for the characters that match the
 * same items.
 */
#ifndef DEVICE_QUERY_H
#define DEVICE_QUERY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "cells/metric.h"
#include "query/symbols.h"
#include "scan/hit.h"
#include "text/partition.h"

#ifdef __cplusplus
}
#endif

struct device_pattern {
    uint32_t m, k;      /* k as the user gave it */
    uint32_t first_row; /* its rows have slots[first_row] to slots[first_row + m - 1] */
};

/* The compiled patterns. A slot is a distinct item, that is a set of codes. */
struct device_query {
    uint32_t npatterns, nrows, nslots, ncodes;
    const struct device_pattern *patterns;      /* device */
    const struct device_pattern *host_patterns; /* the same in host memory */
    const uint32_t *slots;                      /* of each row of each pattern */
    const uint32_t *host_slots;                 /* the same in host memory */
    const uint32_t *matches; /* [nslots][(ncodes + 31) / 32]: bit c: the slot matches code c */
    bool rising;             /* also report ends where D[j] = D[j-1] + 1 */
    enum metric metric;      /* but METRIC_PATHS */
};

/* Symbols of a chunk as codes; `width` bytes each (1 when ncodes <= 256, else 4). */
struct device_text {
    const void *codes;
    unsigned width;
    size_t n;
};

/* The symbols of characters (query/alphabet.h), as far as they are known on the device. */
struct device_pages {
    const uint16_t *numbers; /* [ALPHABET_PAGES]: PAGE_UNKNOWN, PAGE_OTHER, or PAGE_FIRST + i */
    const uint32_t *symbols; /* [...][ALPHABET_PAGE]: of page i of those that are listed */
};

enum { PAGE_UNKNOWN, PAGE_OTHER /* all are SYMBOL_OTHER */, PAGE_FIRST };

enum {
    DECODE_TILE = 4096,               /* bytes that a block decodes */
    DECODE_BEHIND = DECODE_TILE + 16, /* that are 0 behind a text */
    DECODE_MARK = 64                  /* symbols from mark to mark */
};

/* Text in UTF-8, and what becomes of it. Characters whose page is not known are taken as
 * SYMBOL_OTHER, and the page is noted. */
struct device_decoding {
    const unsigned char *bytes; /* aligned for loads of 16; behind the last are DECODE_BEHIND */
    uint32_t n;
    struct device_pages pages;
    void *codes; /* room for n */
    unsigned width;
    uint32_t room;      /* at most n: where the codes are fewer, delimiters follow up to there */
    uint32_t *marks;    /* the first bytes of symbols 0, DECODE_MARK, ... */
    uint32_t *tiles;    /* for the kernels only: n / DECODE_TILE + 1 */
    uint32_t *count;    /* characters */
    uint32_t *unknown;  /* bit i: page i is asked for; 0 at first */
    uint32_t *nunknown; /* and how many are; 0 at first */
};

/* Hits, in any order. The caller sets the count *n to 0. When it ends above `most`, only `most`
 * hits were stored. */
struct device_hits {
    struct hit *v;
    uint32_t most;
    uint32_t *n;
};

#endif
