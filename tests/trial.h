/*
 * trial.h - random patterns, a random text with planted copies of the patterns, and chunks of the
 * text. For tests of engines.
 */
#pragma once

#include "base/utf8.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "same_hits.h"
#include "scan/engine.h"
#include "text/decode.h"

struct trial {
    struct pattern_rules rules;
    unsigned letters; /* number of letters; above 26 each takes two bytes */
    unsigned record;  /* average length of a record; 0: one record */
    struct pattern_source *sources;
    size_t npatterns;
    unsigned char *text;
    size_t length;
    struct query *query; /* the test may change it before an engine uses it */
    struct alphabet *alphabet;
    struct distance_bounds bests;
    struct scan_shared *shared;
};

/* Appends a letter to *n bytes. */
static inline void add_letter(const struct trial *t, void *to, size_t *n, uint64_t number)
{
    uint32_t base = t->letters > 26 ? 0x3b1 : 'a';
    *n += utf8_encode(base + (uint32_t)(number % t->letters), (unsigned char *)to + *n);
}

/* Appends a letter to the text. */
static inline void add_text(struct trial *t, uint64_t number)
{
    add_letter(t, t->text, &t->length, number);
}

/* Appends a copy of a random pattern to the text. Each character is deleted or replaced with a
 * probability of `noise` percent, and exchanged with its successor with half of that. */
static inline void plant(struct trial *t, struct random *r, unsigned noise)
{
    const struct pattern_source *p = &t->sources[random_below(r, t->npatterns)];
    size_t width = t->letters > 26 ? 2 : 1;
    for (size_t i = 0; i < p->length; i += width) {
        if (i + width < p->length && random_percent(r, noise / 2)) {
            memcpy(t->text + t->length, p->text + i + width, width);
            memcpy(t->text + t->length + width, p->text + i, width);
            t->length += 2 * width;
            i += width;
        } else if (!random_percent(r, noise)) {
            memcpy(t->text + t->length, p->text + i, width);
            t->length += width;
        } else if (random_percent(r, 60)) {
            add_text(t, random_below(r, t->letters));
        }
    }
}

static inline uint32_t draw_cost(struct random *r)
{
    return random_percent(r, 10) ? EDIT_NEVER : (uint32_t)random_between(r, 1, 3);
}

/* Draws the costs of edits. */
static inline struct edits draw_edits(struct random *r)
{
    return (struct edits){draw_cost(r), draw_cost(r), draw_cost(r), draw_cost(r)};
}

/* Compiles the sources by the rules. The test then sets each pattern's k, and calls query_measure()
 * and trial_open(). */
static inline void trial_compile(struct trial *t, const struct pattern_source *sources,
                                 const struct pattern_rules *rules)
{
    t->query = (struct query *)patterns_compile(sources, t->npatterns, rules);
    assert_non_null(t->query);
}

/* Opens what scans share. */
static inline void trial_open(struct trial *t)
{
    t->alphabet = alphabet_open(t->query, '\n');
    t->shared = scan_shared_open(t->query);
    assert_non_null(t->shared);
    assert_non_null(t->alphabet);
    t->bests = DISTANCE_BOUNDS_TOGETHER;
}

static inline void trial_close(struct trial *t)
{
    for (size_t p = 0; p < t->npatterns; p++)
        free(t->sources[p].text);
    free(t->sources);
    free(t->text);
    scan_shared_close(t->shared);
    alphabet_close(t->alphabet);
    query_free(t->query);
}

/* Returns the first border of characters at or after `at`; of records if chunks must hold whole
 * records. */
static inline size_t border(const struct trial *t, size_t at)
{
    bool whole = t->query->overlap == OVERLAP_RECORD;
    while (whole && at > 0 && at < t->length && t->text[at - 1] != '\n')
        at++;
    while (at < t->length && (t->text[at] & 0xc0) == 0x80)
        at++;
    return at < t->length ? at : t->length;
}

/* Returns the chunk that owns the bytes [begin, end), with a long enough lead-in. */
static inline struct chunk make_chunk(const struct trial *t, size_t begin, size_t end)
{
    size_t lead = 2 * (size_t)t->query->overlap, from = begin > lead ? border(t, begin - lead) : 0;
    struct chunk c = {.origin.offset = from, .rules.utf8 = true};
    assert_true(chunk_reserve(&c, end - from));
    c.nbytes = end - from;
    memcpy(c.bytes, t->text + from, c.nbytes);
    c.begin_byte = begin - from;
    c.end_byte = c.nbytes;
    assert_true(decode_chunk(&c, t->alphabet, NULL));
    return c;
}
