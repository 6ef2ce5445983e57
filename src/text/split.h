/*
 * split.h - where the delimiters are in text that grows and moves on: a byte, or the matches of
 * --delimiter.
 *
 * Positions are bytes of the text being gathered for a chunk.
 */
#ifndef SPLIT_H
#define SPLIT_H

#include "text/chunk.h"
#include "text/delimiter.h"

struct split {
    struct delimiter *regex; /* NULL: `byte` separates, or nothing when it is -1 */
    int byte;
    bool ended;      /* no more text will come */
    size_t searched; /* no delimiter that is not known begins before this */
    size_t record;   /* where the first record of the text begins, if `middle` is false */
    bool middle;     /* it began before the text */
    size_t last;     /* end of the last delimiter found, or 0 */
};

enum split_result { SPLIT_OK, SPLIT_MEMORY, SPLIT_ERROR };

/* A new input: its text begins, and has not ended. */
void split_begin(struct split *s);

/*
 * Looks through c->bytes[0..nbytes) from where it stopped. The delimiters of a regex are added to
 * c->spans. SPLIT_ERROR: *reason says why; what is before s->searched is right.
 */
enum split_result split_search(struct split *s, struct chunk *c, const char **reason);

/* The chunk is cut at byte `end`, and the text from `kept` (<= end) on moves to the beginning of
 * the next. */
void split_move(struct split *s, const struct chunk *c, size_t kept, size_t end);

/* How many bytes before the end of the owned part the next chunk must keep. */
size_t split_lookbehind(const struct split *s);

#endif
