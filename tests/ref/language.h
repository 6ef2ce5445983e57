/*
 * language.h - the reference for expressions (-E): a network of nodes and edges, whose costs are
 * relaxed until none changes.
 *
 * The syntax is what language_put() writes: items (naive_text.h), ( ) (?: ) | * + ? {n} {n,} {n,m}
 * ^ $ \b \B \< \> and ( ){+1 -0 #2 ~2}. Anything else aborts the program.
 */
#pragma once

#include <stdio.h>

#include "naive_text.h"
#include "random.h"

#define LANGUAGE_NEVER SIZE_MAX /* the cost of edits that are not allowed */

enum { LANGUAGE_SIDE = 3 /* most characters on a side of a confusion */ };

struct language_confusion { /* `characters` of the pattern may be read as `items` in the text */
    size_t cost;
    struct text characters; /* by folding_text() */
    struct text items;      /* by folding_pattern() */
};

enum language_kind { /* of edits. LANGUAGE_OTHER: exchanges and confusions; as a limit: all edits */
                     LANGUAGE_INSERTION,
                     LANGUAGE_DELETION,
                     LANGUAGE_SUBSTITUTION,
                     LANGUAGE_OTHER,
                     LANGUAGE_KINDS,
                     LANGUAGE_NO_EDIT = LANGUAGE_KINDS, /* along an item or a condition */
                     LANGUAGE_PASSING                   /* along an edge over nothing */
};

struct language_limits { /* on the number of edits of each kind */
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

/* Parses an expression. The caller closes it. */
struct language *language_open(struct naive_bytes text, bool utf8);
void language_close(struct language *l);

/* Returns a sequence of m items. */
struct language *language_line(size_t m);

/* Returns its items as a pattern of -P, each as often as it is written; owned by the language. */
struct naive_bytes language_items(const struct language *l);

/* Returns whether it is only a sequence of items, and these items, which the caller frees. */
bool language_is_sequence(const struct language *l);
struct naive_bytes language_sequence(const struct language *l);

/* Returns whether a loop may repeat the empty text. Then the order of equally near sequences is not
 * defined. */
bool language_is_loose(const struct language *l);

/* Returns its number of ( ), at most LANGUAGE_GROUPS. */
size_t language_groups(const struct language *l);

/* Returns the number of items of its shortest sequence. */
size_t language_shortest(const struct language *l);

/* Returns the number of states that the reference computes at each place of a text. */
size_t language_states(const struct language *l);

/* Returns the least cost of deleting a whole sequence. */
size_t language_vacuous(const struct language *l, const struct language_costs *costs);

/*
 * Returns for each end j in from..to of the record: in the high half the least cost of a part that
 * starts at an i >= from with may_start[i], and in the low half the least such start. UINT64_MAX:
 * there is none. The caller frees these to - from + 1 numbers. `x` is folding_pattern() of the
 * items; word[i]: character i of the record is a word character.
 */
uint64_t *language_row(const struct language *l, const struct text *x, const struct text *record,
                       const bool *word, size_t from, size_t to, const bool *may_start,
                       const struct language_costs *costs);

/*
 * Aligns a part of the record with its nearest sequence, of several the first in the order of the
 * expression. Sets items[] and *nitems to the items of the sequence, and edits[] to the edits.
 * Traced back from the end, the diagonal is preferred ('=', 'T', 'X', 'C'), then an insertion. Two
 * edits 'T' are an exchange. A confusion is 'C', then 'c' for each further pair, 'i' for each
 * further character, 'd' for each further item. Returns the number of edits. Sets groups[i], for
 * i < LANGUAGE_GROUPS, to the items of ( ) number i + 1 in its last repetition. items[] and edits[]
 * have room for LANGUAGE_SIDE elements a character, and for all edits of the distance.
 */
size_t language_align(const struct language *l, const struct text *x, const struct text *record,
                      const bool *word, struct language_part part,
                      const struct language_costs *costs, size_t *items, size_t *nitems,
                      char *edits, struct language_part *groups);

/* Returns item number `item` as it is written. */
struct naive_bytes language_item(const struct language *l, size_t item);

struct language_walk { /* a path from the first node to the last */
    size_t *items;     /* on the path; owned by the caller */
    size_t count;
    bool begins, ends, borders; /* the path has ^, $, or a word border */
};

/* Draws a path; after `most` items it goes to the end by the shortest path. */
void language_walk(const struct language *l, struct random *r, size_t most,
                   struct language_walk *walk);

/* Writes a random expression that mostly contains the sequence of these count >= 1 items. */
void language_put(FILE *to, struct random *r, const struct naive_bytes *items, size_t count);

/* Draws an expression of `count` items. Each item is one of the first `kinds` letters (`plain`
 * percent), or an item that mostly matches such a letter. The caller frees *text. */
void language_draw(char **text, size_t *length, struct random *r, const char *letters, size_t kinds,
                   size_t count, unsigned plain);
