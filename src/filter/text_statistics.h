/*
 * text_statistics.h - the frequency of each item of the query in the text, from a sample.
 *
 * Filters search for the rarest part of a pattern: for "quick_the" in English text, "quick" rather
 * than "_the".
 */
#pragma once

#include "query/alphabet.h"
#include "text/chunk.h"

struct sample {
    const struct alphabet *a;
    uint32_t *seen;   /* [item]: number of sampled symbols that match it */
    uint32_t symbols; /* sampled */
};

/* Returns false when out of memory; call sample_close() even then. */
bool sample_open(struct sample *s, const struct query *q, const struct alphabet *a);
void sample_close(struct sample *s);

/* Samples the symbols of the chunk that `own` reads. */
void sample_take(struct sample *s, const struct chunk *c, struct share own);

/* Returns the estimated share of symbols that match the item; above 0, at most 1. */
double sample_share(const struct sample *s, uint32_t item);

enum { SAMPLE_BIT = 16 /* units of a bit of information */ };

/* Returns the mean information of matching one of these n >= 1 items, in units of 1 / SAMPLE_BIT
 * bit. */
uint64_t sample_mean_bits(const struct sample *s, const uint32_t *items, uint32_t n);

/* Returns the first item of the rarest run of `length` among the n items. */
uint32_t sample_rarest(const struct sample *s, const uint32_t *items, uint32_t n, uint32_t length);
