/*
 * device_qgrams.h - patterns that are searched for by their pieces (filter/qgram_cover.h) in device
 * memory, and the parameters of a scan for them; for both compilers.
 *
 * The text is there twice: its codes, as everywhere here; and these folded to a byte or three bits,
 * as described in filter/qgram_codes.h.
 */
#ifndef DEVICE_QGRAMS_H
#define DEVICE_QGRAMS_H

#include "gpu/scan/device_query.h"
#include "scan/cuda_limits.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "filter/qgrams.h"

#ifdef __cplusplus
}
#endif

enum {
    COVER_TABLES = 32,
    COVER_WORDS = COVER_LONGEST / 64, /* of rows that a covered pattern has at most */
};

/* struct grams, of stride 1; pointers are to device memory, as are all below. */
struct cover_table {
    uint64_t mask;
    const uint32_t *bitmap, *buckets;
    const struct gram_place *places;
    uint32_t length, shift, bucket_shift;
};

/* 32 rows of a pattern: bit r of plane b is bit b of the folded code of row r. A row in `any` has
 * several codes. */
struct cover_rows {
    uint32_t planes[8], any, unused[3];
};

struct cover_pattern {
    uint32_t number, m;
    uint32_t limit; /* its pieces are for distances up to this */
    uint32_t first; /* of its struct cover_rows */
};

struct device_cover {
    uint32_t bits, ntables; /* bits of a folded code */
    struct cover_table tables[COVER_TABLES];
    const struct cover_pattern *patterns; /* by the numbers that tables have */
    const struct cover_rows *rows;        /* of all, and one more */
    uint32_t *looked; /* of each: its candidates, approximately; the reader resets them to 0 */
};

/* A pattern may end near the place where it would without errors, if it has a piece there: it has
 * `items` items up to the symbols before `end`. */
struct cover_place {
    uint32_t end, covered, items;
};

/* Of one scan; 0 at first. */
struct cover_counters {
    uint32_t candidates; /* places that have a piece; above the budget: the scan was given up */
    uint32_t places;     /* those of them that were left; above `most`: some were lost */
};

/* What is scanned, and where hits go. */
struct cover_scan {
    const uint8_t *folded;
    const void *codes;
    uint32_t width;            /* of codes */
    uint32_t lead, begin, end; /* of the text */
    uint32_t budget;           /* candidates */
    struct cover_counters *counters;
    struct cover_place *places;
    uint32_t most_places;
    uint32_t *limit, *nhits, most;
    struct hit *hits;
    bool best, rising;
};

#endif
