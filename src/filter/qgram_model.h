/*
 * qgram_model.h - the frequency of runs of codes in a text, estimated from a sample by a Markov
 * chain of order 3.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "text/partition.h"

enum {
    QGRAM_MODEL_CELLS = 1 << 16,
    QGRAM_MODEL_LEAST = 3,       /* codes of a run */
    QGRAM_MODEL_ENOUGH = 1 << 15 /* a larger sample hardly improves the model */
};

struct qgram_model {
    unsigned bits; /* of a code */
    uint32_t n;    /* sampled codes, at most 65535 */
    /* [hash]: occurrences of runs of three and of four codes. */
    uint16_t three[QGRAM_MODEL_CELLS], four[QGRAM_MODEL_CELLS];
};

/* Adds a sample of text[own.lead, own.end). */
void qgram_model_add(struct qgram_model *m, const unsigned char *text, struct share own);

/* Makes the model from such a sample alone. */
void qgram_model_take(struct qgram_model *m, unsigned bits, const unsigned char *text,
                      struct share own);

/* Returns the expected number of occurrences of a run (qgrams.h) of `length` codes per code of
 * text. */
float qgram_model_rate(const struct qgram_model *m, uint64_t run, unsigned length);
