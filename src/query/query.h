/*
 * query.h - a query: the compiled, immutable set of patterns.
 *
 * A pattern is a sequence of m items; an item matches a set of characters (usually one). Items are
 * numbered over all patterns; equal items have one number. Made by patterns_compile() (pattern.h),
 * read by all layers below and every thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "cells/metric.h"
#include "query/automaton.h"
#include "query/confusion.h"
#include "query/folding.h"
#include "query/overhang.h"

/* Nonempty sequences of items: their lengths, and all items concatenated. */
struct item_sequences {
    uint32_t *lengths, *items; /* owned */
    size_t n, nitems;
};

void item_sequences_free(struct item_sequences *s); /* and zeroes it */

struct pattern {
    uint32_t m;      /* items, at least 1; with an automaton those of the shortest sequence */
    uint32_t k;      /* greatest distance admitted, below pattern_vacuous() */
    uint32_t asked;  /* the user's distance: k is less where limits of edits allow only less */
    uint32_t number; /* counted from 1 by the user; equal patterns are stored once, as the first */
    uint32_t index;  /* in the query that was compiled; on strand - that of its strand + */
    bool reverse;    /* strand -: the reverse complement of the pattern before it */
    const uint32_t *items;       /* m item numbers; NULL: not a sequence */
    bool grouped;                /* a sequence whose edits have limits of its own */
    struct automaton *automaton; /* if not a sequence, or if edits have costs; else NULL */
    struct overhang overhang;
    /* Of an expression that is only a choice of sequences: each of them, owned, and all items are
     * one allocation. NULL: it is no such choice. */
    struct pattern *alternatives;
    size_t nalternatives;
    struct pattern *core; /* best mode: a sequence that every text of the expression has, within k
                             (limited_group.h); owned; NULL: there is none */
    struct automaton *marked; /* for alignments, where edits have limits (edit_budget.h), or the
                                 rules ask for groups: then with marks (glushkov.h); or NULL */
    uint32_t ngroups;         /* -E: number of its ( ) */
    const char *text;         /* as the user wrote it, length text_length, no newline */
    size_t text_length, id_length; /* the id follows the text; 0: no id */
    const char *form;              /* the folded text (query.folding); often `text` itself */
    size_t form_length;
};

struct item {
    uint32_t character; /* the character as written; CHAR_LIMIT for an item of -P */
    uint32_t only;      /* the only matching character; CHAR_LIMIT: others may match */
    const char *text;   /* as written, for --align; length text_length */
    size_t text_length;
    void *regex; /* PCRE2's regex when it decides (-i, -P), else NULL: only `character` matches */
    bool undecodable; /* -P: it matches every undecodable byte ('.' and negated sets) */
};

#define ITEM_NONE UINT32_MAX
#define OVERLAP_RECORD UINT32_MAX

/* Best mode: which of an engine's reports lower the limit at once. */
enum report_lowers {
    LOWERS_NONE,    /* `match` may reject them, or farther ones count as well (--top) */
    LOWERS_ENDS,    /* every end that is reported */
    LOWERS_RECORDS, /* every whole record (-x) */
};

/* The ends of a record that an engine must report, and those that it may omit (scan/engine.h). */
struct report_rule {
    bool rising;     /* rising ends too (-w, -x, --overhang) */
    bool admissible; /* every end is an occurrence (no -w, -x, --where, --overhang) */
    bool filtered;   /* --where, --and, --not: a record may be refused */
    bool once;       /* one end of any pattern is enough; never in best mode */
    bool once_word;  /* as `once`, with classes.border, but an end may be no occurrence */
    bool first;      /* with once and admissible: one end in the whole input is enough */
    bool frequent;   /* many records have one: a filter does not pay (scan/multi_selectors.h) */
    bool nearest;    /* only the first of the nearest occurrences of a record matters; never in best
                        mode */
    enum report_lowers lowers;
    uint32_t slack;  /* how much farther than the nearest a result may be in best mode */
    uint64_t wanted; /* in best mode: how many of the nearest (--top); 0: the nearest alone */
};

/* Owned by the query. */
struct query_confusions {
    struct confusion_edge *edges; /* two for each confusion, in order */
    size_t n;
    char **forms; /* texts of items that occur in no pattern */
    size_t nforms;
};

/* The items of classes of characters. */
struct query_classes {
    uint32_t word;   /* the item that matches word characters; ITEM_NONE: none */
    uint32_t any;    /* 1 + the item that matches every character; 0: none */
    uint32_t border; /* -w, if many ends lie within words: 1 + the item that matches all but word
                        characters; 0: none */
};

struct query {
    struct pattern *patterns;
    size_t npatterns;
    struct item *items;
    size_t nitems;
    struct query_confusions confusions;
    struct query_classes classes;
    struct folding *folding; /* folding of texts; NULL: none; owned */
    /* The same search with alternatives as patterns of their own, whose `index` is that of their
     * expression (query/pattern_set.h); NULL: there are none. Owned. */
    const struct query *alternatives;
    /* Best mode: the search for the cores of all patterns: where there is none of them, no pattern
     * occurs. NULL: a pattern has no core. Owned. */
    const struct query *cores;
    enum metric metric;
    bool automata; /* some pattern has an automaton */
    bool hangs;    /* some pattern may hang over the ends of records (overhang.h) */
    bool utf8;     /* characters are code points, else bytes */
    bool best;     /* best mode: the threshold falls to the least distance */
    bool each;     /* every pattern has a threshold of its own (--best=each) */
    bool word;     /* -w */
    bool line;     /* -x */
    struct report_rule report;
    uint32_t longest; /* m of the longest pattern that is a sequence, 0 when there is none */
    uint32_t overlap; /* lead-in a chunk needs, in symbols: of the longest occurrence, plus 1;
                         OVERLAP_RECORD: the whole record */
};

/* Returns a pattern's automaton without limits of edits, which has all paths of the limited one and
 * is much smaller. */
static inline const struct automaton *pattern_without_limits(const struct pattern *p)
{
    return p->marked != NULL && p->marked->budget != NULL ? p->marked : p->automaton;
}

/* Returns the least distance that is no restriction: the distance between the pattern and the empty
 * text. With METRIC_HAMMING, m: the distance to any text of m characters is at most that. */
static inline uint32_t pattern_vacuous(const struct pattern *p)
{
    return p->automaton != NULL ? p->automaton->vacuous : p->m;
}

/* Returns the limit after an engine has reported an end with this distance: in best mode it may
 * fall. */
static inline uint32_t query_limit(const struct query *q, uint32_t limit, uint32_t distance)
{
    bool lowers = q->report.lowers == LOWERS_ENDS && distance + q->report.slack < limit;
    return lowers ? distance + q->report.slack : limit;
}

/* Returns the most characters of an occurrence with d edits; OVERLAP_RECORD: unbounded. */
static inline uint64_t pattern_longest(const struct pattern *p, enum metric metric, uint32_t d)
{
    if (p->automaton != NULL)
        return automaton_longest(p->automaton, d);
    return (uint64_t)p->m + (metric == METRIC_HAMMING ? 0 : d);
}

/* Returns the fewest characters of an occurrence with d edits. */
static inline uint32_t pattern_shortest(const struct pattern *p, enum metric metric, uint32_t d)
{
    if (p->automaton != NULL)
        return automaton_shortest(p->automaton, d);
    if (p->overhang.inside > 0)
        return 0;
    return metric == METRIC_HAMMING ? p->m : p->m > d ? p->m - d : 0;
}

/*
 * Returns the items of piece i when the pattern is cut into `pieces` <= m pieces, whose lengths
 * differ by at most one item. An edit changes at most one piece. With METRIC_OSA an edit may
 * exchange the two items beside a cut, so one item between two pieces is left out.
 */
static inline struct span pattern_piece(const struct pattern *p, enum metric metric,
                                        uint32_t pieces, uint32_t i)
{
    uint64_t between = metric == METRIC_OSA ? 1 : 0, m = p->m + between;
    return (struct span){(size_t)(m * i / pieces), (size_t)(m * (i + 1) / pieces - between)};
}

/* Returns a copy of the query with patterns of its own, which share all else with those of q; NULL
 * when out of memory. query_copy_free() frees it; NULL is ignored. */
struct query *query_copy(const struct query *q);
void query_copy_free(struct query *copy);

/* Returns whether a confusion costs nothing, so that a pattern's distance 0 has several texts. */
bool query_confuses_freely(const struct query *q);

/* Sets the members that summarize the patterns: longest, overlap, automata, hangs, rising. */
void query_measure(struct query *q);
void pattern_free(struct pattern *p);      /* frees what it points to */
void pattern_free_core(struct pattern *p); /* frees p->core and sets it to NULL */

static inline const char *pattern_id(const struct pattern *p)
{
    return p->text + p->text_length;
}

void query_free(const struct query *q);
