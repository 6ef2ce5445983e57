/*
 * qgram_choice.h - chooses the patterns that the filter covers, once for all threads of a search.
 *
 * A choice, with its tables, never changes. The first thread that needs one makes it from the
 * thread's text, while other threads without a choice wait. In best mode each thread has its own
 * bounds, and its own choice.
 *
 * Short texts, one after the other, are sampled together: as long as there are few samples, a
 * choice is made again when there are far more of them.
 *
 * A text may change. If a good choice becomes costly, a thread refuses it, and makes another from
 * its current text; the other threads adopt that as soon as they can. If a new choice is costly,
 * its costly patterns are no longer covered. Now and then, less and less often, a choice is made
 * without this knowledge.
 */
#pragma once

#include "filter/qgram_cover.h"

struct qgram_choice {
    struct qgram_cover cover; /* only these are used: tables, covered, codes_of */
    uint64_t limits;          /* best mode: the sum of all bounds */
    uint32_t symbols;         /* number of symbols with codes */
    uint32_t sample;          /* sampled codes of the text model */
    uint32_t blamed;          /* number of patterns known to be costly */
    unsigned users;           /* under the lock */
};

/* The choices of a search: of all its threads, or of one. */
struct qgram_choices;

enum { QGRAM_PATIENCE = 4 << 20 };

/* Least symbols to search before costly patterns are tried again. Tests may change it. */
extern uint64_t qgram_choice_patience;

/* A thread's request for a choice. */
struct qgram_request {
    struct qgram_choice *now; /* its current choice, or NULL */
    bool stands; /* the current choice is still good; set to false if another was made */
    struct qgram_codes *codes;
    const struct chunk *chunk;
    const struct distance_bounds *bests;
    uint64_t limits; /* best mode: the sum of all bounds */
    struct share own;
    size_t part;  /* symbols that will be searched */
    size_t lanes; /* of qgram_costs.plain() */
};

/* Returns NULL when out of memory. The arguments must outlive the result. */
struct qgram_choices *qgram_choices_open(const struct query *q, const struct qgram_costs *costs);
void qgram_choices_close(struct qgram_choices *x);

/* Returns the choice for this request, which replaces request->now and may be equal to it. May
 * extend the thread's codes. Returns NULL when out of memory; then the thread has no choice. */
struct qgram_choice *qgram_choices_take(struct qgram_choices *x, struct qgram_request *request);

/* Releases a choice; NULL is ignored. */
void qgram_choices_leave(struct qgram_choices *x, struct qgram_choice *choice);

/* Reports that the thread's choice is no longer good for the text. */
void qgram_choices_refuse(struct qgram_choices *x, const struct qgram_choice *choice);

/* Excludes a pattern from being covered. */
void qgram_choices_blame(struct qgram_choices *x, uint32_t pattern);
