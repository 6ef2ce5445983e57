/*
 * deferred.h - the results of --best=each and --top, held back in a list until the end.
 *
 * A record, or an occurrence of a record that is not kept, becomes obsolete when something nearer
 * turns up later: of its pattern (--best=each), or N results (--top). So select.h writes all of
 * them to a deferred list, in the order of the text. Obsolete ones are dropped from time to time.
 * At the end select_finish() selects the others as if they came just then: -c, -l, -L, -m, context
 * and formats treat them like any record.
 *
 * A result is an occurrence with -o, and otherwise a record together with a pattern that occurs in
 * it, on either strand.
 *
 * A worker has a list of its own for the records of its parts; the main thread merges it
 * (deferred_join). Entries of a list lower the bounds env->bests.
 */
#pragma once

#include <assert.h>

#include "output/output.h"
#include "output/top_n.h"

/* An entry is a head, occurrences, and bytes: those of the record and its delimiter, or MATCHED of
 * its only occurrence. Entries are in the order of the text. */
struct entry_head {
    uint64_t size;  /* of the whole entry */
    uint64_t input; /* its number */
    struct record record;
    uint64_t n;        /* occurrences */
    size_t matched;    /* bytes of MATCHED */
    uint64_t streamed; /* 1: the record is not kept; else 0 */
};

/* What is written to a file has no padding. Where pointers are shorter, it may have some. */
static_assert(sizeof(void *) < sizeof(uint64_t) ||
                  (sizeof(struct record) == 14 * sizeof(uint64_t) &&
                   sizeof(struct entry_head) == sizeof(struct record) + 5 * sizeof(uint64_t) &&
                   sizeof(struct occurrence) == 14 * sizeof(uint64_t)),
              "padding in a file");

struct deferred_input {
    char *name; /* owned */
    uint64_t size, bytes;
};

struct deferred {
    const struct output_env *env;
    struct spill entries;
    uint64_t length;  /* bytes of complete entries */
    uint64_t renewed; /* length when it was last rewritten */
    struct top_n top_n;
    uint64_t after; /* records still needed as context behind the last one with occurrences */
    struct deferred_input *inputs;
    size_t ninputs, capacity;
    uint32_t *place; /* [index of a pattern]: what the module at work notes of the pattern during a
                        record; 0 between records */
};

struct deferred *deferred_open(const struct output_env *env);
void deferred_close(struct deferred *j);

/* Begins an input. Not for the list of a worker. */
void deferred_begin(struct deferred *j, const char *name, uint64_t size);

/* Adds the next relevant record; `occurs`: it has occurrences. */
void deferred_record(struct deferred *j, const struct record *record, bool occurs);

/* Adds an occurrence of a record that is not kept. */
void deferred_occurrence(struct deferred *j, const struct record *record,
                         const struct occurrence *occurrence);

/* --top: whether nothing that comes later can change the output or the exit status. Always false
 * for the list of a worker, because results that come before its own are not known yet. */
bool deferred_complete(const struct deferred *j);

/* For a worker: swaps all complete entries with *entries, which is emptied. */
void deferred_exchange(struct deferred *j, struct spill *entries);

/* Merges bytes [from, to) of a worker's list into the current input, after its first `records`
 * records. */
void deferred_join(struct deferred *j, struct spill *entries, uint64_t from, uint64_t to,
                   uint64_t records);

/*
 * Rewrites the list without its obsolete entries. An entry is obsolete if it is farther than its
 * bound, and with --top also if N results as near come before it. Context stays as long as the
 * record it belongs to. All entries must be complete. Takes time in proportion to the list.
 */
void deferred_renew(struct deferred *j);

/* Returns the index of a pattern; both strands of a pattern share one. */
static inline uint32_t deferred_index(const struct deferred *j, uint32_t pattern)
{
    return j->env->query->patterns[pattern].index;
}

static inline bool deferred_shows_context(const struct deferred *j)
{
    const struct options *o = j->env->options;
    return j->env->wants.prints && o->select.context && !o->form.only_matching;
}

/* Returns whether each occurrence is a result of its own. */
static inline bool deferred_by_occurrences(const struct deferred *j)
{
    return j->env->options->form.only_matching || j->env->options->select.second;
}

/* Returns whether an occurrence of this distance may still be printed. */
static inline bool deferred_is_near(const struct deferred *j, const struct occurrence *o)
{
    return o->distance <= distance_bounds_one(j->env->bests, deferred_index(j, o->pattern));
}

/* Returns whether this is the first occurrence of its pattern in the current record; notes the
 * pattern until deferred_forget_patterns(). */
static inline bool deferred_is_first(struct deferred *j, uint32_t pattern)
{
    uint32_t *place = &j->place[deferred_index(j, pattern)];
    bool first = *place == 0;
    *place = 1;
    return first;
}

static inline struct entry_head deferred_head(struct deferred *j, uint64_t at)
{
    struct entry_head h;
    (void)spill_read(&j->entries, at, &h, sizeof h);
    return h;
}

/* Returns occurrence i of the entry at `at`. */
static inline struct occurrence deferred_entry_occurrence(struct deferred *j, uint64_t at,
                                                          uint64_t i)
{
    struct occurrence o;
    (void)spill_read(&j->entries, at + sizeof(struct entry_head) + i * sizeof o, &o, sizeof o);
    return o;
}

/* Clears the places of the patterns of an entry's n occurrences. */
static inline void deferred_forget_patterns(struct deferred *j, uint64_t at, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        j->place[deferred_index(j, deferred_entry_occurrence(j, at, i).pattern)] = 0;
}
