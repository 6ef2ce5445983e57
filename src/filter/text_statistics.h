/*
 * text_statistics.h - how often each item of the query is met in the text, by a sample of it.
 *
 * It tells which items of a pattern are rare, and so which of its parts is worth looking for: of
 * "quick_the" in English text rather "quick" than "_the".
 */
#ifndef TEXT_STATISTICS_H
#define TEXT_STATISTICS_H

#include "query/alphabet.h"
#include "text/chunk.h"

struct sample {
    const struct alphabet *a;
    uint32_t *seen;   /* of each item: how many of the symbols match it */
    uint32_t symbols; /* that were looked at */
};

/* Returns false when out of memory; sample_close() is right even then. */
bool sample_open(struct sample *s, const struct query *q, const struct alphabet *a);
void sample_close(struct sample *s);

/* Looks at some of the symbols of the chunk that `own` reads. */
void sample_take(struct sample *s, const struct chunk *c, struct share own);

/* Which part of the symbols match the item, about; above 0, at most 1. */
double sample_share(const struct sample *s, uint32_t item);

enum { SAMPLE_BIT = 16 /* parts that a bit is counted in */ };

/* About how much a symbol tells by matching one of these n (>= 1) items, in parts of a bit: the
 * mean of them. */
uint64_t sample_mean_bits(const struct sample *s, const uint32_t *items, uint32_t n);

/* Of all runs of `length` among the n items, the first item of that which is rarest. */
uint32_t sample_rarest(const struct sample *s, const uint32_t *items, uint32_t n, uint32_t length);

#endif
