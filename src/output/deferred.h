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

#include "output/output.h"

struct deferred;

struct deferred *deferred_open(const struct output_env *env);
void deferred_close(struct deferred *j);

/* --top -o: returns whether no occurrence of this distance that comes behind all others is printed.
 * The list of a worker knows only its own. */
bool deferred_excludes(const struct deferred *j, uint32_t pattern, uint32_t distance);

/* Begins an input, and ends it after `size` bytes. Not for the list of a worker. */
void deferred_begin(struct deferred *j, const char *name, uint64_t size);
void deferred_end(struct deferred *j, uint64_t bytes);

/* Adds the next relevant record; `occurs`: it has occurrences. */
void deferred_record(struct deferred *j, const struct record *record, bool occurs);

/* Adds an occurrence of a record that is not kept. */
void deferred_occurrence(struct deferred *j, const struct record *record,
                         const struct occurrence *occurrence);

/* Returns whether the next record is needed as context in any case. */
bool deferred_wants_next(const struct deferred *j);

/* --top: whether nothing that comes later can change the output or the exit status. Always false
 * for the list of a worker, because results that come before its own are not known yet. */
bool deferred_complete(const struct deferred *j);

/* For a worker: the results so far are of another input, and bound no others. */
void deferred_restart(struct deferred *j);

/* For a worker: bytes of complete entries; and swaps all of them with *entries, which is
 * emptied. */
uint64_t deferred_length(const struct deferred *j);
void deferred_exchange(struct deferred *j, struct spill *entries);

/* Merges bytes [from, to) of a worker's list into the current input, after its first `records`
 * records. */
void deferred_join(struct deferred *j, struct spill *entries, uint64_t from, uint64_t to,
                   uint64_t records);
