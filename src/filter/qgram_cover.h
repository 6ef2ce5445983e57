/*
 * qgram_cover.h - chooses the covered patterns, which are searched for by their pieces, and builds
 * the tables of the pieces.
 *
 * A pattern is covered if, by a model of the text, its candidates are expected to cost less than
 * its rows.
 */
#pragma once

#include "filter/qgram_pieces.h"

enum { QGRAM_ROWS = 64 /* rows of a pattern that are checked */ };

/* Costs of the searching processor or device, all in one unit. */
struct qgram_costs {
    float scan;       /* looking up a gram of the text in a table */
    float found;      /* a gram that is in the bitmap */
    float candidate;  /* checking a candidate */
    unsigned bitmap;  /* greatest log2 of the bits of a table's bitmap */
    bool letters;     /* a bitmap may be by letters (qgrams.h) */
    unsigned stride;  /* of a table, at most */
    uint32_t longest; /* longer patterns are not covered */
    /* Cost of a plain search for a pattern, per symbol, by vectors of `lanes` lanes. */
    float (*plain)(const struct pattern *p, uint32_t k, size_t lanes);
};

/* A covered pattern. */
struct qgram_covered {
    uint32_t number, m;
    uint32_t sets;  /* number of items with several codes */
    size_t codes;   /* its first code in codes_of */
    uint32_t limit; /* the pieces are valid for distances up to this */
    float plain;    /* cost per symbol of a search without filter */
};

struct qgram_cover {
    const struct query *q;
    const struct qgram_codes *codes;
    const struct qgram_model *model;
    const struct qgram_costs *costs;
    const struct distance_bounds *bests;   /* bounds when it was built */
    size_t lanes;                          /* of the vectors of a plain search */
    struct grams tables[2][QGRAM_LENGTHS]; /* without an error, or with; of each length of pieces */
    unsigned tables_used;
    struct qgram_covered *covered; /* tables refer to patterns by indexes into this array */
    size_t ncovered, nmissed;      /* nmissed: uncovered patterns with pieces */
    float plain, cost; /* of all covered patterns: cost per symbol without the filter, and with */
    unsigned char *codes_of; /* of all covered patterns, one after the other, and QGRAM_ROWS more */
    /* Codes of three bits: of each covered pattern of up to QGRAM_ROWS items the rows that each
     * code matches. The last row is the highest bit, and below the first all bits are set. */
    uint64_t (*rows)[QGRAM_FEW];
    unsigned char *costly; /* [pattern]: it must not be covered */
};

/* For tests: how many bits the number of a bit of a table's bitmap has at most, unless it is
 * GRAMS_BITMAP; and whether every pattern is covered that has pieces, whatever it costs. */
extern unsigned qgram_cover_bitmap;
extern bool qgram_cover_always;

/* Opens a cover without patterns. The arguments must outlive it. Returns false when out of memory;
 * call qgram_cover_close() even then. */
bool qgram_cover_open(struct qgram_cover *c, const struct query *q, const struct qgram_codes *codes,
                      const struct qgram_model *model, const struct qgram_costs *costs,
                      size_t lanes);
void qgram_cover_close(struct qgram_cover *c);

/* Chooses anew, for distances within *bests, with the current codes and model. Returns false when
 * out of memory; then nothing is covered. */
bool qgram_cover_build(struct qgram_cover *c, const struct distance_bounds *bests);
