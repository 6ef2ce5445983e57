/*
 * split.h - finds the delimiters of an input, a byte or the matches of --delimiter, while it is
 * gathered chunk by chunk.
 *
 * Positions are bytes of the current chunk.
 */
#pragma once

#include "text/chunk.h"
#include "text/delimiter.h"

struct split {
    struct delimiter *regex; /* NULL: `byte` separates records; -1: nothing does */
    int byte;
    bool crlf;       /* a carriage return before `byte` belongs to the delimiter */
    bool ended;      /* no more text will come */
    size_t searched; /* all delimiters that begin before this are known */
    bool middle;     /* the chunk's first record began before the chunk */
    size_t record;   /* where that record begins, if not `middle` */
    size_t last;     /* end of the last delimiter found, or 0 */
};

enum split_result { SPLIT_OK, SPLIT_MEMORY, SPLIT_ERROR };

/* Starts a new input. */
void split_begin(struct split *s);

/*
 * Continues the search in c->bytes[0..nbytes). Appends the delimiters of a regex to
 * c->delimiters.spans. SPLIT_ERROR: *reason says why; delimiters before s->searched are valid.
 */
enum split_result split_search(struct split *s, struct chunk *c, const char **reason);

/* Moves on to the next chunk: this one was cut at byte `end`, and its bytes from `kept` <= end on
 * are the beginning of the next. */
void split_move(struct split *s, const struct chunk *c, size_t kept, size_t end);

/* Returns how many bytes before its owned part the next chunk must have, because the regex may look
 * back at them. */
size_t split_lookbehind(const struct split *s);
