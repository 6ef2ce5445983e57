/*
 * qgram_cover.h - which patterns are covered: looked for by their pieces, all together; and the
 * tables of these pieces.
 *
 * A pattern is covered if its candidates are expected to cost less than its rows would, by a model
 * of the text.
 */
#ifndef QGRAM_COVER_H
#define QGRAM_COVER_H

#include "filter/qgram_pieces.h"

enum { QGRAM_ROWS = 64 /* of a pattern that are looked at */ };

/* Costs of the searching processor or device, all in one unit. */
struct qgram_costs {
    float scan;       /* a gram of the text that is looked up, in a table */
    float found;      /* one that the bitmap has */
    float candidate;  /* a look at a candidate */
    unsigned bitmap;  /* bits of the number of a bit of a table's bitmap, at most */
    bool letters;     /* a bitmap may be by letters (qgrams.h) */
    unsigned stride;  /* of a table, at most */
    uint32_t longest; /* patterns that have more items are not covered */
    /* Cost of a plain search for a pattern, per symbol, by vectors of `lanes` lanes. */
    float (*plain)(const struct pattern *p, uint32_t k, size_t lanes);
};

/* A covered pattern. */
struct qgram_covered {
    uint32_t number, m;
    uint32_t sets;  /* number of items with several codes */
    size_t codes;   /* its first code in codes_of */
    uint32_t limit; /* its pieces are for distances up to this */
    float plain;    /* what a plain search costs, for a symbol */
};

struct qgram_cover {
    const struct query *q;
    const struct qgram_codes *codes;
    const struct qgram_model *model;
    const struct qgram_costs *costs;
    const struct distance_bounds *bests;   /* what bounded distances when it was built */
    size_t lanes;                          /* of the vectors of a plain search */
    struct grams tables[2][QGRAM_LENGTHS]; /* without an error, or with; of each length of pieces */
    unsigned tables_used;
    struct qgram_covered *covered; /* in a table their numbers stand for the patterns */
    size_t ncovered, nmissed;      /* nmissed: others that have pieces */
    float plain;                   /* of all covered patterns */
    unsigned char *codes_of; /* of all covered patterns, one after the other, and QGRAM_ROWS more */
    /* Codes of three bits: of each covered pattern of up to QGRAM_ROWS items the rows that each
     * code matches. The last row is the highest bit, and below the first all bits are set. */
    uint64_t (*rows)[QGRAM_FEW];
    unsigned char *costly; /* of each pattern: it is not to be covered */
};

/* For tests: how many bits the number of a bit of a table's bitmap has at most, unless it is
 * GRAMS_BITMAP; and whether every pattern is covered that has pieces, whatever it costs. */
extern unsigned qgram_cover_bitmap;
extern bool qgram_cover_always;

/* The arguments must outlive it. Nothing is covered. Returns false when out of memory;
 * qgram_cover_close() is right even then. */
bool qgram_cover_open(struct qgram_cover *c, const struct query *q, const struct qgram_codes *codes,
                      const struct qgram_model *model, const struct qgram_costs *costs,
                      size_t lanes);
void qgram_cover_close(struct qgram_cover *c);

/* Chooses anew, for distances within *bests, by the codes and the model as they are now. Returns
 * false when out of memory, and nothing is covered. */
bool qgram_cover_build(struct qgram_cover *c, const struct distance_bounds *bests);
void qgram_cover_clear(struct qgram_cover *c); /* nothing is covered */

#endif
