/*
 * select_join.h - selects the parts of a range in a worker, and joins them in the main thread.
 *
 * A worker has a select of its own, which treats each part as an input, and returns a selection.
 * The main thread merges selections in order by select_join(): only the main thread knows how many
 * records were selected before, and so how many more -m admits.
 *
 * Context may cross the borders of a part. So the worker also copies the edges of the part: the
 * records at its beginning that may be context behind a record selected before the part, and those
 * at its end that may be context before a record behind it. The main thread decides which of them
 * are printed.
 */
#pragma once

#include "output/select.h"

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

/* For a worker: the next part is of another input. */
void select_restart(struct select *s);
