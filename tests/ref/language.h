/*
 * language.h - the reference: expressions (-E), as a network of nodes and edges that is relaxed
 * until nothing changes.
 *
 * It reads what language_put() writes: items as naive_text.h knows them, ( ) (?: ) | * + ? {n} {n,}
 * {n,m} ^ $ \b \B \< \> and ( ){+1 -0 #2 ~2}. It aborts on anything else.
 */
#pragma once

#include <stdio.h>

#include "naive_text.h"
#include "random.h"

#define LANGUAGE_NEVER SIZE_MAX /* there are no such edits; nothing has that cost */

enum { LANGUAGE_SIDE = 3 /* characters on a side of a confusion */ };

struct language_confusion { /* items that match these characters may be replaced by the other items
                             */
    size_t cost;
    struct text characters; /* as folding_text() makes them */
    struct text items;      /* as folding_pattern() makes them */
};

enum language_kind { /* of edits; LANGUAGE_OTHER: exchanges and confusions, as a limit: all */
                     LANGUAGE_INSERTION,
                     LANGUAGE_DELETION,
                     LANGUAGE_SUBSTITUTION,
                     LANGUAGE_OTHER,
                     LANGUAGE_KINDS,
                     LANGUAGE_NO_EDIT = LANGUAGE_KINDS, /* over an item or a condition */
                     LANGUAGE_PASSING                   /* from node to node, over nothing */
};

struct language_limits { /* how many edits there may be at most */
    bool limited[LANGUAGE_KINDS];
    size_t most[LANGUAGE_KINDS];
};

struct language_costs {
    size_t insert, delete, substitute, transpose;
    const struct language_confusion *confusions;
    size_t nconfusions;
    struct language_limits limits; /* of the whole expression */
};

struct language_part {
    size_t from, to;
};

enum { LANGUAGE_GROUPS = 9 };

struct language;

struct language *language_open(struct naive_bytes text, bool utf8);
void language_close(struct language *l);

/* Just a sequence of m items. */
struct language *language_line(size_t m);

/* Its items as a pattern of -P, each as often as it is written. */
struct naive_bytes language_items(const struct language *l);

/* Whether it is only a sequence of items; these, one after the other, which the caller frees. */
bool language_is_sequence(const struct language *l);
struct naive_bytes language_sequence(const struct language *l);

/* Whether what a loop repeats may be nothing: of the sequences that are equally near, it is open
 * which comes first. */
bool language_is_loose(const struct language *l);

/* How many ( ) it has, LANGUAGE_GROUPS at most. */
size_t language_groups(const struct language *l);

/* How many items its shortest sequence has. */
size_t language_shortest(const struct language *l);

/* How many states the reference has for it at each place of a text. */
size_t language_states(const struct language *l);

/* The least cost to leave nothing of a sequence. */
size_t language_vacuous(const struct language *l, const struct language_costs *costs);

/*
 * For each end j from `from` to `to` of the record the least cost of a part that may start before
 * the characters i >= from with may_start[i], in the high half, and the smallest such start in the
 * low half; UINT64_MAX: there is none. It has to - from + 1 numbers; the caller frees them. x is
 * folding_pattern() of the items, word[i] tells of the record's characters.
 */
uint64_t *language_row(const struct language *l, const struct text *x, const struct text *record,
                       const bool *word, size_t from, size_t to, const bool *may_start,
                       const struct language_costs *costs);

/*
 * The sequence that the part from..to is nearest to, the first in the order of the expression: its
 * items to items[], how many to *nitems; and the edits to edits[], back from whose end the diagonal
 * is preferred ('=', 'T', 'X', 'C'), then an insertion. Two edits 'T' are an exchange; a confusion
 * is 'C' and then 'c', or 'i' and 'd' where only the text, or only the expression, goes on. Returns
 * how many edits. groups[i] becomes the part of the items that ( ) number i + 1 has, when it is
 * gone through for the last time, for i < LANGUAGE_GROUPS. Both have room for LANGUAGE_SIDE items a
 * character and all that the distance allows.
 */
size_t language_align(const struct language *l, const struct text *x, const struct text *record,
                      const bool *word, struct language_part part,
                      const struct language_costs *costs, size_t *items, size_t *nitems,
                      char *edits, struct language_part *groups);

/* Item number `item`, as it is written. */
struct naive_bytes language_item(const struct language *l, size_t item);

struct language_walk { /* a way from the first node to the last */
    size_t *items;     /* the items that it takes; owned by the caller */
    size_t count;
    bool begins, ends, borders; /* it meets ^, $, or a word border */
};

/* A random one; behind `most` items the shortest way to the end is taken. */
void language_walk(const struct language *l, struct random *r, size_t most,
                   struct language_walk *walk);

/* Writes an expression that mostly has the sequence of these items, `count` >= 1, in it. */
void language_put(FILE *to, struct random *r, const struct naive_bytes *items, size_t count);

/* Draws one of `count` items, each a letter of the first `kinds` letters as it stands (`plain`
 * percent) or another item that mostly matches it. The caller frees *text. */
void language_draw(char **text, size_t *length, struct random *r, const char *letters, size_t kinds,
                   size_t count, unsigned plain);
