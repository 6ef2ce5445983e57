/*
 * select.h - decides which records are printed: -v, -m, context, counts, and when to stop. The
 * outputs (output.h) only format.
 *
 * With --best=each and --top the selection is known only at the end: until then a deferred list
 * holds it (deferred.h).
 *
 * One thread at a time uses a select. A worker has a select of its own, which treats each part of a
 * range as an input, and returns a selection; the main thread merges selections in order.
 */
#pragma once

#include "output/output.h"
#include "output/selection.h"

struct select;

struct select *select_open(const struct output_env *env);
void select_close(struct select *s);

/* Begins an input; `size` in bytes, UINT64_MAX: unknown. */
void select_begin(struct select *s, const char *name, uint64_t size);

/* Takes the next relevant record. Relevant are: with -v all records; otherwise those with an
 * occurrence, their context before it, and the record behind a select_wants_next() that returned
 * true. `searched`: --where admits it. */
void select_record(struct select *s, const struct record *record, bool searched, bool occurs);

/* Counts n selected records, and prints nothing of them; the last one ends at byte `end` of the
 * input. Not with -m. */
void select_records(struct select *s, uint64_t n, uint64_t end);

/* -o without kept records: an occurrence of a record that select_record() will end. */
void select_occurrence(struct select *s, const struct record *record,
                       const struct occurrence *occurrence);

/* --top -o: returns whether no further occurrence of this distance can be selected. A worker knows
 * only its own results. */
bool select_excludes(const struct select *s, uint32_t pattern, uint32_t distance);

/* Returns whether the next record is relevant in any case: as context behind a selected one. */
bool select_wants_next(const struct select *s);

enum select_state select_state(const struct select *s);

/* Stops the search of all inputs, because a format needs no more. */
void select_stop(struct select *s);

/* In best mode, when the level fell: withdraws everything selected and printed so far. */
void select_forget(struct select *s);

/* Ends the input after `bytes` bytes. If the search ended before (-m, -l), the format gets the
 * bytes up to the end of the last record that came. */
void select_end(struct select *s, uint64_t bytes);

/* Returns how many bytes of the input precede the end of the selected record that reached -m,
 * without the context behind it. UINT64_MAX: -m did not end the search. */
uint64_t select_behind(const struct select *s);

/* To be called after the last input. With a deferred list, prints everything now
 * (select_finish.c). */
void select_finish(struct select *s, uint32_t best);

/* Resets everything for another search, whatever the state of the last one. */
void select_again(struct select *s);

/* Returns whether anything was selected. */
bool select_any(const struct select *s);

/* Parts of a range (select_join.c). */

/* Returns whether parts can be joined: not if their context depends on everything before them. */
bool select_joins(const struct output_env *env);

/* For a worker: begins a part of an input; whether some of the input lies before it, and behind
 * it. */
void select_begin_part(struct select *s, const char *name, uint64_t size, bool before, bool behind);

/* Ends the part. `cut`: the worker is dying, perhaps within a function of select, and nothing
 * behind the part will be joined. */
struct selection select_part(struct select *s, bool cut);

/* Swaps what was collected of all parts since the last call with *c. */
void select_exchange(struct select *s, struct collected *c);

/* Merges the selection of a part of the current input; `records`: records of the input before the
 * part. */
void select_join(struct select *s, const struct selection *x, struct collected *c,
                 uint64_t records);

/* For a worker: the next part is of another input, whose results the former ones do not bound. */
void select_restart(struct select *s);
