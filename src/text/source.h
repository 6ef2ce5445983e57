/*
 * source.h - the inputs as a sequence of pieces of work: chunks, which are read here, and ranges,
 * which whoever takes them reads.
 *
 * A chunk is made when enough text for one is there, when the input ends, or when the input pauses
 * behind a complete record: `tail -f log | edgrep x` shows each line as it comes. Regular files
 * become ranges where that is wanted and possible (range_plan.h).
 *
 * One thread at a time uses a source; source_done(), source_is_done(), source_stop() and
 * source_learn() may be called by any thread.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "options/options.h"
#include "query/alphabet.h"
#include "text/gather.h"
#include "text/range.h"

struct source;

enum source_result {
    SOURCE_CHUNK = GATHER_CHUNK,
    SOURCE_MEMORY = GATHER_MEMORY, /* memory is out */
    SOURCE_REGEX = GATHER_REGEX,   /* --delimiter failed: source_reason() */
    SOURCE_RANGE,
    SOURCE_END, /* no input is left, or source_stop() was called */
};

/* NULL when --delimiter is no good, which is reported. Ends the program when memory is out. Main
 * thread. chunk_size: see gather_open(). */
struct source *source_open(const struct options *o, const struct query *q, struct alphabet *a,
                           struct sieve_plan *plan, size_t chunk_size);
void source_close(struct source *s);

/* From now on a full chunk owns `chunk_size` bytes, unless --chunk-size is given. A range has as
 * many bytes at least, unless --range-size is given. */
void source_aim(struct source *s, size_t chunk_size);

/*
 * A source without inputs: source_take() gives the ranges that source_give() was given, and waits
 * for the next. The file of a part must be open. So a rank works on what another one divides. Ends
 * the program when memory is out.
 */
struct source *source_open_given(void);
void source_give(struct source *s, struct range *r);

/* From now on source_take() gives ranges too, to so many threads. More may come later, and take
 * part from then on: any thread may say so. */
void source_divide(struct source *s, unsigned takers);
void source_takers(struct source *s, unsigned more);

/* This rank needs so many times longer than the fastest: it takes smaller ranges towards the end.
 * Any thread. */
void source_slow(struct source *s, double times);

/* See range_plan_learn(). */
void source_learn(struct source *s, uint64_t bytes, uint64_t printed);

/*
 * Fills the next chunk, in the buffers that it has, and its news, which are cleared first. An input
 * has at least one chunk. One that cannot be opened has one without text; its news are `first` and
 * `last`, and say why.
 */
enum source_result source_next(struct source *s, struct chunk *c, struct input_status *n);

/* SOURCE_RANGE: fills the range with what comes next. SOURCE_CHUNK: that is no range; nothing was
 * taken, and source_next() reads it. */
enum source_result source_take(struct source *s, struct range *r);
const char *source_reason(const struct source *s);

/*
 * As source_take(), for another rank, which is `slow` times slower than the fastest: a range, if it
 * is there without a wait.
 */
enum source_result source_take_away(struct source *s, struct range *r, double slow);

/* Whether the input now read could keep source_next() waiting (it is no regular file), or there is
 * none. */
bool source_may_wait(const struct source *s);

/* Opens the next input, if there is none now. */
void source_look_ahead(struct source *s);

/* Whether what comes next is a file that is handed out as more than one range, or a compressed one
 * that is more than a moment's work for one thread. Opens it. */
bool source_is_much(struct source *s);

/*
 * Nothing more is wanted of input number `input`, nor of those before it. `behind`: where -m ended
 * the search, the end of the record at which it did, in bytes of the input; else UINT64_MAX.
 */
void source_done(struct source *s, uint64_t input, uint64_t behind);
bool source_is_done(const struct source *s, uint64_t input);

/* Inputs below this number are done with. */
uint64_t source_done_below(const struct source *s);

/* Nothing more is wanted of any input: all are done with, and a source_next() that waits returns.
 */
void source_stop(struct source *s);

/* After the last source_next(): leaves standard input where it belongs (source_standard.h). False,
 * with errno, when that fails. */
bool source_leave(struct source *s);

/* A descriptor that becomes readable by source_stop(). */
int source_wake(const struct source *s);

/* Files that were left out because they are binary. */
uint64_t source_binary(const struct source *s);
struct inputs_skipped source_skipped(const struct source *s);

/* Seconds spent in reading and decoding, without those of ranges. */
double source_seconds(const struct source *s);

#endif
