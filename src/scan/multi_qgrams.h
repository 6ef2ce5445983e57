/*
 * multi_qgrams.h - a q-gram filter for many patterns: searches for the pieces of all patterns with
 * rare pieces together, and for a pattern only around its pieces.
 *
 * From a piece to a hit:
 *
 *   1. The text becomes codes (qgram_codes.h). Each run of codes is looked up in a bitmap of all
 *      grams, then in their buckets (qgrams.h). Each match is a candidate: a pattern and a place.
 *   2. A look at the codes around it rejects most candidates that do not have the rest of the
 *      pattern (verify_seed.h).
 *   3. myers.h searches for the pattern in a window of the chunk around each remaining candidate. A
 *      pattern that may have no errors is compared symbol by symbol instead; what is behind it in
 *      its record need not be searched, where it does not matter (settled.h).
 *
 * A pattern is covered if it is searched for in this way. Covered patterns are chosen by estimates
 * from a sample of the text (qgram_cover.h); the caller searches for the others. For each chunk, a
 * contest (plan/contest.h) chooses between the filter and the rows of all covered patterns. When
 * the filter takes too long, it gives up the rest of the chunk, and patterns that cost too much are
 * no longer covered.
 */
#pragma once

#include "filter/qgram_choice.h"
#include "filter/spans.h"
#include "filter/verify_seed.h"
#include "scan/myers.h"
#include "scan/settled.h"
#include "scan/sliced_table.h"

struct multi_candidate {
    uint32_t end, covered, items; /* symbols before the end of the gram; the pattern has `items` */
};

/* Statistics since the filter was opened. */
struct multi_counts {
    uint64_t candidates; /* positions with a piece */
    uint64_t verified;   /* of these, verified by myers.h */
};

/* A turn of the filter. */
struct qgram_pass {
    const struct chunk *c;
    struct share own;
    struct contest_turn *turn;
    size_t at;   /* symbols are searched up to there */
    double part; /* of the block that begins there, the part searched so far */
};

struct multi_qgrams {
    const struct query *q;
    const struct sliced_kernel *kernel;
    struct myers *myers;
    struct qgram_codes codes;
    struct contest *contest;       /* of all threads: the filter or rows */
    struct qgram_choices *choices; /* of all threads, or `own_choices` */
    /* best mode, where each thread has its own bounds; else NULL */
    struct qgram_choices *own_choices;
    struct qgram_choice *choice;     /* NULL: none yet */
    const struct qgram_cover *cover; /* of the choice */
    float plain_begin;               /* start-up nanoseconds of a search by rows */
    uint32_t *looked;  /* [covered pattern]: candidates since the last choice or blame */
    bool refused;      /* the choice must be made anew */
    uint64_t searched; /* symbols since `looked` was reset */

    struct distance_bounds *bests; /* current bounds */
    struct verify_seed near;
    struct qgram_pass pass;
    struct hits places; /* where patterns may end within `distance`; if that is 0, they do */
    struct spans spans; /* of these, of one pattern */
    struct settled settled;
    struct multi_counts counts;
};

/* Returns false when out of memory; call multi_qgrams_close() even then. The arguments must outlive
 * it. */
bool multi_qgrams_open(struct multi_qgrams *f, const struct sliced_kernel *kernel,
                       const struct query *q, const struct alphabet *a, struct scan_shared *shared);
void multi_qgrams_close(struct multi_qgrams *f);

/* Chooses the covered patterns by the text [own.lead, own.end) of a chunk, for a search of `part`
 * symbols of it. The search finds distances within *bests; in best mode it lowers these bounds.
 * Sets *changed to whether the covered patterns are others than before. Returns false when out of
 * memory. */
bool multi_qgrams_begin(struct multi_qgrams *f, const struct chunk *c, struct share own,
                        size_t part, struct distance_bounds *bests, bool *changed);

/* Begins a turn: returns WAY_QGRAMS, or WAY_ROWS for all covered patterns; WAY_NONE, without a
 * turn, if none is covered. */
enum way multi_qgrams_choose(const struct multi_qgrams *f, struct contest_turn *turn,
                             const struct chunk *c, struct share own);

/* In a turn, searches the chunk, or a part or copy of it, and ends the turn. Adds the hits of all
 * covered patterns that end up to symbol *done, in no order. *done <= own.end: from there on it
 * would cost too much. */
enum engine_status multi_qgrams_scan(struct multi_qgrams *f, struct contest_turn *turn,
                                     const struct chunk *c, struct share own, struct hits *hits,
                                     size_t *done);
