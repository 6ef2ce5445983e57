/*
 * small.h - a small search for unit tests: patterns, and the chunks that source.h makes of a text.
 *
 * Programs that call it read from the feed (feed.h).
 */
#pragma once

#include "input/source.h"
#include "query/pattern.h"
#include "text/chunk.h"

struct small {
    struct options options; /* the test sets delimiter_byte, rules and whatever else it needs */
    const struct query *query;
    struct alphabet *alphabet;
    struct source *source;
    struct chunk chunk;               /* the current chunk */
    struct input_status input_status; /* at the current chunk */
};

/* Compiles the query by s->options. Returns false if no pattern is left. */
bool small_compile(struct small *s, const char *const *patterns, size_t n);

/* Makes a text standard input, a regular file, read in chunks that own about `owned` bytes. */
void small_feed(struct small *s, const unsigned char *text, size_t length, size_t owned);

/* Reads the next chunk; returns false after the last. */
bool small_next(struct small *s);

/* small_done() closes the source, so that small_feed() can open another; small_close() frees the
 * rest. */
void small_done(struct small *s);
void small_close(struct small *s);
