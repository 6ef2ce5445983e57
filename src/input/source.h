/*
 * source.h - the inputs as a sequence of pieces of work: chunks, which the source reads, and
 * ranges, which the thread that takes them reads.
 *
 * A chunk is made when enough text for one is there, when the input ends, or when the input pauses
 * behind a complete record: `tail -f log | edgrep x` shows each line as it comes. Regular files
 * become ranges, if ranges are wanted and possible (range_plan.h).
 *
 * One thread at a time may use a source, but any thread may call source_done(), source_is_done(),
 * source_stop() and source_learn().
 */
#pragma once

#include "input/gather.h"
#include "input/range.h"
#include "options/options.h"
#include "query/alphabet.h"

struct source;

enum source_result {
    SOURCE_CHUNK = GATHER_CHUNK,
    SOURCE_MEMORY = GATHER_MEMORY, /* out of memory */
    SOURCE_REGEX = GATHER_REGEX,   /* the regex of --delimiter failed: see source_reason() */
    SOURCE_RANGE,
    SOURCE_END, /* no input is left, or source_stop() was called */
};

/* Returns NULL if --delimiter is invalid, and reports why. Exits the program when out of memory.
 * Main thread. chunk_size: see gather_open(). */
struct source *source_open(const struct options *o, const struct query *q, struct alphabet *a,
                           struct sieve_plan *plan, size_t chunk_size);
void source_close(struct source *s);

/* Sets the number of bytes that a full chunk owns, unless --chunk-size is given, and the least size
 * of a range, unless --range-size is given. */
void source_aim(struct source *s, size_t chunk_size);

/*
 * Returns a source without inputs: source_take() returns the ranges passed to source_give(), and
 * waits for the next. The file of a part must be open. Ranks use it for the ranges that rank 0
 * sends. Exits the program when out of memory.
 */
struct source *source_open_given(void);
void source_give(struct source *s, struct range *r);

/* From now on source_take() also returns ranges, for this number of threads. */
void source_divide(struct source *s, unsigned consumers);

/* More threads take ranges, of this rank or others. Any thread. */
void source_consumers(struct source *s, unsigned more);

/* This rank is `times` times slower than the fastest: it takes smaller ranges towards the end. Any
 * thread. */
void source_slow(struct source *s, double times);

/* See range_plan_learn(). */
void source_learn(struct source *s, uint64_t bytes, uint64_t printed);

/*
 * Fills the next chunk, reusing its buffers, and sets its status. An input has at least one chunk.
 * An input that cannot be opened has one without text; its status is `first` and `last`, with the
 * error.
 */
enum source_result source_next(struct source *s, struct chunk *c, struct input_status *n);

/* SOURCE_RANGE: fills the range with the next piece. SOURCE_CHUNK: the next piece is not a range;
 * nothing was taken, and source_next() reads it. */
enum source_result source_take(struct source *s, struct range *r);
const char *source_reason(const struct source *s);

/*
 * As source_take(), for another rank, which is `slow` times slower than the fastest. Returns a
 * range only if it need not wait.
 */
enum source_result source_take_away(struct source *s, struct range *r, double slow);

/* Returns whether source_next() may block on the current input (it is no regular file), or there is
 * none. */
bool source_may_wait(const struct source *s);

/* Opens the next input, if no input is open. */
void source_look_ahead(struct source *s);

/* Returns whether the next piece is a whole regular file of at most `most` bytes. Opens the file.
 */
bool source_is_small(struct source *s, uint64_t most);

/* Returns whether the next piece is a file that is split into several ranges, or a compressed file
 * that is worth a thread. Opens the file. */
bool source_is_much(struct source *s);

/*
 * Skips the rest of input number `input` and of those before it. `behind`: if -m ended the search,
 * the end of the last record it needed, in bytes of the input; else UINT64_MAX.
 */
void source_done(struct source *s, uint64_t input, uint64_t behind);
bool source_is_done(const struct source *s, uint64_t input);

/* Returns a number below which all inputs are done with. */
uint64_t source_done_below(const struct source *s);

/* Skips the rest of all inputs, and ends a waiting source_next(). */
void source_stop(struct source *s);

/* After the last source_next(): sets the offset of standard input (source_standard.h). Returns
 * false with errno on failure. */
bool source_leave(struct source *s);

/* Returns a descriptor that becomes readable at source_stop(). */
int source_wake(const struct source *s);

/* As inputs_notes(). */
struct input_notes source_notes(const struct source *s);

/* Returns the seconds spent reading and decoding chunks, without ranges. */
double source_seconds(const struct source *s);
