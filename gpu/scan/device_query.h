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

/* Hits, in any order. The caller sets the count *n to 0. When it ends above `most`, only `most`
 * hits were stored. */
struct device_hits {
    struct hit *v;
    uint32_t most;
    uint32_t *n;
};

#endif
