/*
 * qgram_model.h - the frequency of runs of codes in a text, estimated from a sample by a Markov
 * chain of order 3.
 */
#ifndef QGRAM_MODEL_H
#define QGRAM_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "text/partition.h"

enum {
    QGRAM_MODEL_CELLS = 1 << 16,
    QGRAM_MODEL_LEAST = 3,       /* codes of a run */
    QGRAM_MODEL_ENOUGH = 1 << 15 /* more codes are worth little */
};

struct qgram_model {
    unsigned bits; /* of a code */
    uint32_t n;    /* codes that were looked at, at most 65535 */
    /* How often each run of three, and of four codes was met, by their hashes. */
    uint16_t three[QGRAM_MODEL_CELLS], four[QGRAM_MODEL_CELLS];
};

/* Looks at some of the codes text[own.lead, own.end); forgets what was known. */
void qgram_model_take(struct qgram_model *m, unsigned bits, const unsigned char *text,
                      struct share own);

/* The expected number of places, in a text of one code, at which this run (qgrams.h) of `length`
 * codes stands. */
float qgram_model_rate(const struct qgram_model *m, uint64_t run, unsigned length);

#endif
