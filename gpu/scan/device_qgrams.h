/*
 * device_qgrams.h - the q-gram tables and filtered patterns (filter/qgram_cover.h) in device
 * memory, and the parameters of a scan for them; for both compilers.
 *
 * The text is stored twice: as codes, and as codes folded to a byte or three bits
 * (filter/qgram_codes.h).
 */
#pragma once

#include "filter/qgrams.h"
#include "gpu/scan/device_query.h"
#include "scan/cuda_limits.h"

enum {
    QGRAM_TABLES = 32,
    QGRAM_WORDS = QGRAM_PATTERN_LONGEST / 64, /* most words of rows of a filtered pattern */
};

/* A struct grams of stride 1. These and all pointers below are to device memory. */
struct qgram_table {
    uint64_t mask;
    const uint32_t *bitmap, *buckets;
    const struct gram_place *places;
    uint32_t length, shift, bucket_shift;
};

/* 32 rows of a pattern: bit r of plane b is bit b of the folded code of row r. A row in `any`
 * matches several codes. */
struct qgram_rows {
    uint32_t planes[8], any, unused[3];
};

struct qgram_pattern {
    uint32_t number, m;
    uint32_t limit; /* the pieces are valid for distances up to this */
    uint32_t first; /* index of its first struct qgram_rows */
};

struct device_qgrams {
    uint32_t bits, ntables; /* `bits` of a folded code */
    struct qgram_table tables[QGRAM_TABLES];
    const struct qgram_pattern *patterns; /* by the pattern numbers in the tables */
    const struct qgram_rows *rows;        /* of all patterns, and one more */
    uint32_t *looked; /* [pattern]: about how many candidates it had; the reader resets them to 0 */
};

/* A candidate: the first `items` items of a pattern would, without errors, end before symbol
 * `end`. */
struct qgram_candidate {
    uint32_t end, covered, items;
};

/* The counters of one scan; initially 0. */
struct qgram_counters {
    uint32_t candidates; /* found; above the budget: the scan was aborted */
    uint32_t places;     /* that passed the check; above `most_places`: some were dropped */
};

/* A scan for all filtered patterns. */
struct qgram_scan {
    struct scan scan;
    const uint8_t *folded; /* the text */
    uint32_t budget;       /* candidates */
    struct qgram_counters *counters;
    struct qgram_candidate *places;
    uint32_t most_candidates;
};
