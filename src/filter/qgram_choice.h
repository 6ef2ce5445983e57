/*
 * qgram_choice.h - which patterns the filter covers, chosen once for all threads of a search.
 *
 * A choice, with its tables, never changes. It is made by the first thread that needs one, by the
 * text that this thread has, while others that have none wait. In best mode bounds are those of a
 * thread, and so is the choice.
 *
 * A text may change. So where a choice that was good turns out to be costly, a thread refuses it,
 * and makes another by the text that it has then; the others take that as soon as they can. Where
 * a new one is costly, patterns are to blame, and no longer covered. But now and then, less and
 * less often, a choice is made as if nothing was known.
 */
#ifndef QGRAM_CHOICE_H
#define QGRAM_CHOICE_H

#include "filter/qgram_cover.h"

struct qgram_choice {
    struct qgram_cover cover; /* only what was found is of use: tables, covered, codes_of */
    uint64_t limits;          /* best mode: the sum of all bounds */
    uint32_t symbols;         /* that had codes */
    uint32_t sample;          /* codes that the model of the text was made of */
    uint32_t blamed;          /* patterns that were known to be costly */
    unsigned users;           /* under the lock */
};

/* Where the choices of a search come from: of all its threads, or of one. */
struct qgram_choices;

enum { QGRAM_PATIENCE = 4 << 20 };

/* Symbols to be searched, at least, before all is tried again. Tests may change it. */
extern uint64_t qgram_choice_patience;

/* What a thread has, and wants a choice for. */
struct qgram_wish {
    struct qgram_choice *now; /* what it has; NULL: nothing */
    bool stands;              /* that is still good for it; set to false where another was made */
    struct qgram_codes *codes;
    const struct chunk *chunk;
    const struct distance_bounds *bests;
    uint64_t limits; /* best mode: the sum of all bounds */
    struct share own;
    size_t part; /* symbols that will be searched */
    size_t lanes;
};

/* Returns NULL when out of memory. The arguments must outlive it. */
struct qgram_choices *qgram_choices_open(const struct query *q, const struct qgram_costs *costs);
void qgram_choices_close(struct qgram_choices *x);

/* The choice for this wish, in the place of wish->now, which may be the same; the codes may get
 * those of more symbols. NULL: out of memory, and the thread has no choice. */
struct qgram_choice *qgram_choices_take(struct qgram_choices *x, struct qgram_wish *wish);

/* Gives a choice back, or NULL. */
void qgram_choices_leave(struct qgram_choices *x, struct qgram_choice *choice);

/* The choice, which the thread has, is no longer good for the text. */
void qgram_choices_refuse(struct qgram_choices *x, const struct qgram_choice *choice);

/* Pattern number `pattern` of the query is to be covered no more. */
void qgram_choices_blame(struct qgram_choices *x, uint32_t pattern);

/* Whether the sample is small compared with the text that a thread now has. */
bool qgram_choice_outgrown(const struct qgram_choice *choice, struct share own);

#endif
