/*
 * deferred.h - --best=each and --top: what may be printed in the end, until it is known.
 *
 * A record, or an occurrence of a record that is not kept, may be obsolete when something nearer
 * turns up later: of its pattern (--best=each), or N results (--top). So select.h writes all to a
 * journal, in the order of the text. What is obsolete is dropped now and then. In the end
 * what is left is told as if it came just then (deferred_print.h): then -c, -l, -L, -m, context and
 * formats do with it what they do with any record.
 *
 * A result is an occurrence with -o, and else a record together with a pattern that occurs in it,
 * on either strand.
 *
 * A worker has a journal of its own, of records of its parts only; the main thread's takes them in
 * (deferred_join). Bounds are lowered by what comes to a journal: those of env->bests.
 */
#ifndef DEFERRED_H
#define DEFERRED_H

#include "output/output.h"

struct deferred;

struct deferred *deferred_open(const struct output_env *env);
void deferred_close(struct deferred *j);

/* An input begins, and ends after so many bytes. Not in a worker's. */
void deferred_begin(struct deferred *j, const char *name, uint64_t size);
void deferred_end(struct deferred *j, uint64_t bytes);

/* The next record that matters; `occurs`: it has occurrences. */
void deferred_record(struct deferred *j, const struct record *record, bool occurs);

/* An occurrence of a record that is not kept. */
void deferred_occurrence(struct deferred *j, const struct record *record,
                         const struct occurrence *occurrence);

/* Whether the next record is wanted as context, whatever it is. */
bool deferred_wants_next(const struct deferred *j);

/* A worker's: what was found so far is of another input, and bounds nothing any more. */
void deferred_restart(struct deferred *j);

/* A worker's: bytes that are complete, and an exchange of all of them for those of *entries, which
 * is emptied. */
uint64_t deferred_length(const struct deferred *j);
void deferred_exchange(struct deferred *j, struct spill *entries);

/* Takes in what a worker's has in bytes [from, to), for the current input, of which so many records
 * came before. */
void deferred_join(struct deferred *j, struct spill *entries, uint64_t from, uint64_t to,
                   uint64_t records);

#endif
