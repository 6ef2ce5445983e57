/*
 * qgram_filter.h - a q-gram filter for many patterns on a device: searches for the pieces of
 * patterns whose pieces are rare in the text, and verifies these patterns only where a piece
 * occurs.
 *
 * The filtered patterns are chosen as for the processor (filter/qgram_cover.h), from a sample of
 * the first chunk and the costs of a device. The other patterns are searched for as without a
 * filter. A chunk has a budget of candidates. When the budget is exceeded, or there are too many
 * hits, the whole chunk is scanned again without the filter, and patterns whose candidates cost too
 * much are no longer filtered.
 *
 * Status as in query_on_device.h. The device is current for the calling thread, unless said
 * otherwise.
 */
#pragma once

#include "filter/qgram_cover.h"
#include "gpu/scan/chunk_job.h"
#include "query/distance_bounds.h"

struct filter_sample {
    uint32_t *symbols; /* sampled from the text */
    size_t n;
    unsigned char *codes; /* the same as codes */
};

struct filter_counts {
    uint64_t candidates, verified; /* in all chunks */
    size_t latest;                 /* filtered patterns of the latest chunk */
};

/* All zero: no query, no filtered patterns. */
struct qgram_filter {
    const struct query *q; /* NULL: no filter */
    const struct alphabet *a;
    struct qgram_codes codes;
    struct qgram_model *model;
    struct qgram_cover chosen;
    struct filter_sample sample;
    bool built;
    struct distance_bounds bests;   /* as the chunk began */
    uint64_t limits;                /* sum_of_limits() when the tables were built */
    struct device_pattern *beside;  /* host: all patterns, m = 0 for filtered ones */
    size_t rows_beside;             /* rows of the unfiltered sequences */
    uint32_t folded;                /* number of symbols in `fold` */
    struct buffer fold;             /* the code of each symbol, zero-filled to 256 */
    struct buffer tables, patterns; /* of `device` */
    struct device_qgrams device;
    uint64_t searched;    /* symbols since candidates are counted by pattern */
    uint32_t ban, banned; /* chunks without the filter: next time, and still left */
    struct filter_counts counts;
};

/* Needs no device. Returns false when out of memory; call qgram_filter_free() even then. */
bool qgram_filter_open(struct qgram_filter *x, const struct query *q, const struct alphabet *a);

/* Prepares for a chunk in which distances within *bests are to be found. The match planes must be
 * on the device (query_on_device_match(), query_on_device_expect()). */
enum engine_status qgram_filter_begin(struct qgram_filter *x, const struct query_on_device *r,
                                      const struct chunk *c, struct share own,
                                      const struct distance_bounds *bests);

/* Prepares again after the alphabet has grown. */
enum engine_status qgram_filter_refresh(struct qgram_filter *x, const struct query_on_device *r);

/* Folds the job's codes and sets job->filter.some, if any patterns are filtered now. */
bool qgram_filter_fold(const struct qgram_filter *x, struct chunk_job *job);

/* Scans for the filtered patterns. Returns false on failure. */
bool qgram_filter_scan(const struct qgram_filter *x, const struct device_query *q,
                       struct chunk_job *job, const struct scan *scan);

/* Returns whether a finished job must be repeated without the filter. The caller then calls
 * qgram_filter_drop_costly(), which stops filtering patterns that have cost too much. */
bool qgram_filter_gave_up(const struct chunk_job *job);
enum engine_status qgram_filter_drop_costly(struct qgram_filter *x, const struct chunk_job *job);

/* Adds a finished job to the statistics. */
void qgram_filter_count(struct qgram_filter *x, const struct chunk_job *job);

void qgram_filter_free(struct qgram_filter *x); /* needs no current device */
