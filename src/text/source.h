/*
 * source.h - the inputs as a sequence of chunks.
 *
 * Each chunk carries the lead-in it needs. A chunk is made when enough text for one is there, when
 * the input ends, or when it pauses and has complete records. Used by one thread at a time;
 * source_done(), source_is_done() and source_stop() by any.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "options/options.h"
#include "query/alphabet.h"
#include "text/chunk.h"
#include "text/news.h"

struct source;

enum source_result {
    SOURCE_CHUNK,
    SOURCE_END,    /* no input is left, or source_stop() was called */
    SOURCE_MEMORY, /* memory is out */
    SOURCE_REGEX,  /* --delimiter failed: source_reason() */
};

/*
 * NULL when --delimiter is no good (reported); ends the program when memory is out. Main thread.
 * Chunks own chunk_size bytes; with --chunk-size what that leaves after a lead-in of q->overlap
 * symbols, at least one.
 */
struct source *source_open(const struct options *o, const struct query *q, struct alphabet *a,
                           size_t chunk_size);
void source_close(struct source *s);

/* From now on chunks own so many bytes, unless --chunk-size says how many. */
void source_aim(struct source *s, size_t chunk_size);

/*
 * Fills the next chunk, in the buffers that it has, and its news, which are cleared first. An input
 * has at least one chunk. One that cannot be opened has one without text; its news are `first` and
 * `last`, and say why.
 */
enum source_result source_next(struct source *s, struct chunk *c, struct news *n);
const char *source_reason(const struct source *s);

/* Whether the input now read could keep source_next() waiting (it is no regular file). */
bool source_may_wait(const struct source *s);

/*
 * Input number `input` is done with: nothing more of it is wanted. `behind` is the number of its
 * bytes up to the end of the record at which -m ended the search, UINT64_MAX where -m did not. For
 * each input in turn.
 */
void source_done(struct source *s, uint64_t input, uint64_t behind);
bool source_is_done(const struct source *s, uint64_t input);

/* Nothing more is wanted at all; wakes a source_next() that waits. */
void source_stop(struct source *s);

/* Leaves standard input where it belongs (source_standard.h), behind the last source_next(). False,
 * with errno, when that fails. */
bool source_leave(struct source *s);

/* Seconds spent in reading and decoding. */
double source_seconds(const struct source *s);

#endif
