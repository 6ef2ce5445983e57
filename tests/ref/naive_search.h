/*
 * naive_search.h - the parts of the reference's search, for the files naive*.c.
 *
 * Positions are characters of the record in the form in which it is compared, until
 * naive_settle() makes them bytes of the input.
 */
#pragma once

#include "language.h"
#include "naive.h"
#include "naive_text.h"

struct pattern {
    struct text text; /* its items */
    struct naive_bytes bytes;
    struct language *language; /* of an expression, or with costs or limits; else NULL */
    bool written;              /* not a sequence of items: patterns are equal if their texts are */
    struct naive_bytes sequence; /* of the expression, or the strand; owned */
    struct naive_bytes form;     /* folded; owned */
    bool reverse;
    bool strand;                                 /* `form` is a strand of an expression */
    const struct language_confusion *confusions; /* owned by the search */
    size_t nconfusions;
    struct naive_bytes given;
    size_t number; /* from 1 */
    size_t limit;  /* k, or in best mode the greatest distance below the vacuous one */
    size_t least;  /* --best=each: its least distance, or SIZE_MAX */
};

struct occurrences {
    struct naive_occurrence *list;
    size_t count;
};

/* A path through an expression: the alignment of an occurrence. */
struct path {
    size_t *items, nitems; /* item numbers */
    char *edits;
    size_t nedits;
    struct language_part groups[LANGUAGE_GROUPS];
};

/* A record, before the search. */
struct naive_place {
    struct text text;         /* as compared: a part of the input's, or owned */
    struct text read;         /* as read: a part of the input's */
    size_t start;             /* its first byte */
    struct naive_bytes bytes; /* as read */
    size_t next;              /* the byte after its delimiter */
    bool searched;            /* admitted by --where, --and and the like */
};

struct search {
    const struct naive_options *options;
    struct folding *folding;
    struct pattern *patterns; /* all different */
    size_t npatterns;
    struct input {
        struct text text;
        struct naive_place *places;
        size_t count;
    } * inputs;
    size_t ninputs;
    struct regex *wheres[NAIVE_MOST_WHERES];
    struct other {
        struct pattern strands[2];
        size_t nstrands;
    } others[NAIVE_MOST_OTHERS];
    struct language_confusion confusions[2 * NAIVE_MOST_CONFUSIONS]; /* both ways of each */
    struct naive_bytes sides[2 * NAIVE_MOST_CONFUSIONS];             /* their texts, owned */
};

/* naive_occurrences.c */

/* Returns the costs of edits, without confusions. */
struct language_costs naive_costs(const struct naive_options *o);

/* Replaces costs that are those of a metric by the metric. */
void naive_use_metric(struct naive_options *o);

/* Returns whether only substitutions are allowed: by the metric or by costs. */
bool naive_is_hamming(const struct naive_options *o);

struct path naive_path_open(const struct naive_options *o, const struct pattern *p,
                            struct language *l, const struct text *items, const struct text *r,
                            const struct naive_occurrence *x);
void naive_path_close(struct path *path);

/* Returns the characters from `from` on that a group's items are aligned with. */
struct naive_part naive_group_part(struct language_part items, const char *edits, size_t nedits,
                                   size_t from);

/* Adds an occurrence to a list. */
void naive_occurrences_add(struct occurrences *to, struct naive_occurrence occurrence);

/* Rule 1: returns the candidates within `limit`, by their end. With -x: the whole record. */
struct occurrences naive_candidates(const struct naive_options *o, const struct pattern *p,
                                    const struct text *r, size_t limit);

/* Rule 2: of candidates that overlap, keeps the better one. Adds what is kept to *reported. */
void naive_sweep(struct occurrences found, struct occurrences *reported);

/* Rule 3: returns the nearest occurrence; the order of the list decides ties. */
const struct naive_occurrence *naive_best(struct occurrences o);

/* Rule 4: sets the trimmed part. First the end and then the start of an occurrence lose characters
 * that are no word characters, as long as the distance stays the same. */
void naive_trim(const struct naive_options *o, const struct pattern *p, const struct text *r,
                struct naive_occurrence *x);

/* --overhang: returns the distance of the part from..to. Sets *outside to the most items that may
 * lie outside of the record at this distance, and *before to whether they lie before it; if both
 * sides can have as many, before. */
size_t naive_hanging_distance(const struct naive_options *o, const struct pattern *p,
                              const struct text *r, size_t from, size_t to, size_t *outside,
                              bool *before);

/* Returns the alignment of an occurrence, in characters. */
struct naive_alignment *naive_align_occurrence(const struct naive_options *o,
                                               const struct pattern *p, const struct text *r,
                                               const struct naive_occurrence *x);

int naive_compare(size_t a, size_t b);
int naive_by_end(const void *first, const void *second);

/* naive.c */

/* Adds those of the candidates `found` that are reported, and have at least the distance `least`.
 */
void naive_find_among(const struct search *s, const struct pattern *p, const struct text *r,
                      struct occurrences found, size_t least, struct occurrences *all);

/* Converts characters to bytes of the input, and sorts the occurrences. */
void naive_settle(const struct naive_options *o, const struct naive_place *place,
                  struct occurrences *all);

/* Returns a search for pattern p alone, on both strands (which follow each other). */
struct search naive_strands_of(const struct search *s, size_t p);

struct naive_records naive_search_input(const struct search *s, const struct input *input,
                                        size_t best);
void naive_record_free(struct naive_record *record);

/* naive_top.c */

/* --top: sets the results. */
void naive_rank(const struct search *s, struct naive_result *result);

/* --margin, and --json with --block: sets result->second, the distance of the second result of
 * --top=2 -o. Returns false if it is nearer than the margin. */
bool naive_find_second(const struct search *s, struct naive_result *result);

/* naive_patterns.c */

/* Adds pattern `number`, or its reverse complement, unless it equals an earlier one. */
void naive_add_pattern(struct search *s, struct naive_bytes bytes, size_t number, bool reverse);
void naive_pattern_free(struct pattern *p);

/* Returns whether a pattern is its own reverse complement. Only a sequence can be. */
bool naive_is_own_reverse(const struct search *s, struct naive_bytes pattern);

/* Adds the confusions, both ways of each, for all patterns. */
void naive_add_confusions(struct search *s);

/* Adds a pattern of --and or --not, on its strands. */
void naive_add_other(struct search *s, struct other *to, struct naive_bytes pattern);
