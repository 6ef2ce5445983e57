/*
 * small.h - a small search for unit tests: patterns, and a text as the chunks that source.h makes
 * of it.
 *
 * A program that calls this reads from the feed (feed.h).
 */
#pragma once

#include "input/source.h"
#include "query/pattern.h"
#include "text/chunk.h"

struct small {
    struct options options; /* delimiter_byte, rules and what the test adds */
    const struct query *query;
    struct alphabet *alphabet;
    struct source *source;
    struct chunk chunk;               /* the current one */
    struct input_status input_status; /* of it */
};

/* The query: s->options with its rules must be there. False: no pattern is left. */
bool small_compile(struct small *s, const char *const *patterns, size_t n);

/* The text as standard input, a regular file, in chunks that own about `owned` bytes. */
void small_feed(struct small *s, const unsigned char *text, size_t length, size_t owned);

/* The next chunk; false behind the last. */
bool small_next(struct small *s);

/* Ends what small_feed() began, so that another text may come; small_close() ends all. */
void small_done(struct small *s);
void small_close(struct small *s);
