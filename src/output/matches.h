/*
 * matches.h - turns chunks and their hits into printed results: `lines` finds the records,
 * `resolve` the occurrences, `select` prints.
 *
 * One thread at a time uses matches; chunks of an input come in order. The main thread's matches
 * print. A worker has matches of its own, which treat each part of a range as an input, and return
 * its results as a finding; the main thread's matches_join() merges it.
 */
#pragma once

#include "output/select.h"
#include "query/alphabet.h"
#include "query/distance_bounds.h"
#include "scan/scan_chunk.h"
#include "text/chunk.h"

struct matches;

/*
 * env->bests: in best mode, the level: the main thread's applies to all threads, a worker's to
 * itself; matches lowers it. Returns NULL after reporting an invalid --where regex. All arguments
 * must outlive the result.
 */
struct matches *matches_open(const struct output_env *env, const struct alphabet *a,
                             struct select *select);
void matches_close(struct matches *m);

/* Begins a text: an input from its byte `offset` on. Before this call a worker's level may have
 * been raised; then nothing printed may be left in its sink. */
void matches_input(struct matches *m, uint64_t offset);

/* Returns the scan of chunks whose hits the matches take. Not with matches_join(). */
struct scan_chunk matches_scan(struct matches *m, const struct scanner_parts *parts,
                               unsigned device);

/* A worker's results for a part. */
struct finding {
    struct selection selection;
    uint64_t records; /* valid if records are counted */
    uint32_t level;   /* in best mode: the distance of the selection */
};

/* Ends the part; see select_part(). */
struct finding matches_part(struct matches *m, bool cut);

/* Merges the finding of a part of the current input, which ends at its byte `end`. */
void matches_join(struct matches *m, const struct finding *x, struct collected *c, uint64_t end);

/* Returns the number of records in all inputs so far; UINT64_MAX: not counted. */
uint64_t matches_records(const struct matches *m);
