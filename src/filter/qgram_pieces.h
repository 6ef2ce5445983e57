/*
 * qgram_pieces.h - the pieces of a pattern: grams such that each occurrence with up to k errors
 * contains at least one.
 *
 * A pattern has k + 1 pieces that do not overlap, so by the pigeonhole principle one of them has no
 * error (Wu and Manber, "Fast text searching allowing errors", CACM 35(10), 1992). With METRIC_OSA
 * an item is left out between two pieces, because an exchange may cross a cut. Pieces are chosen to
 * be rare in the text (qgram_model.h). With k = 2 and q = 4, "the quick brown fox" may have the
 * pieces "quic", "k br" and "n fo".
 *
 * If there are few codes, as in DNA, such pieces occur everywhere. Then there are k / 2 + 1 longer
 * pieces, at least one with at most one error, and a gram for each possible error. A gram
 * is as long as the piece, and ends where the piece ends.
 */
#pragma once

#include "filter/qgram_codes.h"
#include "filter/qgram_model.h"
#include "filter/qgrams.h"

enum {
    QGRAM_SHORTEST = 3,     /* codes of a gram, ... */
    QGRAM_LONGEST = 8,      /* ... of codes of eight bits, ... */
    QGRAM_FEW_LONGEST = 14, /* ... and of three */
    QGRAM_LENGTHS = QGRAM_FEW_LONGEST + 1,
    QGRAM_WAYS = 16, /* most encodings of a run of sets */
};

struct qgram_pieces {
    const struct qgram_codes *codes;
    const struct qgram_model *model;
    enum metric metric;
    float *rates;       /* [item]: rate of the run that begins there */
    float *least;       /* [pieces][m + 1]: see qgram_pieces.c */
    size_t capacity;    /* of both */
    struct gram *grams; /* grams of all patterns so far */
    size_t n, grams_capacity;
};

/* Returns the codes of a gram for this pattern with k errors, or 0 if it has no pieces. `faulty`:
 * pieces with one error each. */
unsigned qgram_pieces_length(const struct qgram_pieces *x, const struct pattern *p, uint32_t k,
                             bool faulty);

/*
 * A way to search for pieces of `length` codes: by grams of this length; or, without errors, by
 * shorter grams at every stride-th position of the text. Then a piece has `stride` grams, each one
 * code further, of length + 1 - stride codes.
 */
struct qgram_way {
    unsigned char length, stride; /* length 0: the pattern has no pieces */
    bool faulty;
};

static inline unsigned qgram_way_length(struct qgram_way way)
{
    return way.length + 1U - way.stride;
}

/* Chooses the pieces. Sets *rate to the expected number of candidates per code of text; INFINITY if
 * there are no pieces. Returns false when out of memory. */
bool qgram_pieces_choose(struct qgram_pieces *x, const struct pattern *p, uint32_t k,
                         struct qgram_way way, float *rate);

/* Adds the grams of the pieces chosen last, for pattern `number`. Returns false when out of
 * memory. */
bool qgram_pieces_put(struct qgram_pieces *x, const struct pattern *p, uint32_t k,
                      struct qgram_way way, uint32_t number);

void qgram_pieces_close(struct qgram_pieces *x);
