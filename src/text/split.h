/*
 * split.h - where the delimiters are in the text of an input, while it is gathered chunk by chunk:
 * a byte, or the matches of --delimiter.
 *
 * Positions are bytes of the chunk that is gathered.
 */
#ifndef SPLIT_H
#define SPLIT_H

#include "text/chunk.h"
#include "text/delimiter.h"

struct split {
    struct delimiter *regex; /* NULL: `byte` separates, or nothing when it is -1 */
    int byte;
    bool crlf;       /* a carriage return before it belongs to the delimiter */
    bool ended;      /* no more text will come */
    size_t searched; /* all delimiters that begin before this are known */
    bool middle;     /* the chunk's first record began before the chunk */
    size_t record;   /* where it begins, when not */
    size_t last;     /* end of the last delimiter found; 0: none was */
};

enum split_result { SPLIT_OK, SPLIT_MEMORY, SPLIT_ERROR };

/* A new input: its text begins, and has not ended. */
void split_begin(struct split *s);

/*
 * Looks through c->bytes[0..nbytes) from where it stopped. The delimiters of a regex are added to
 * c->spans. SPLIT_ERROR: *reason says why; what is before s->searched is right.
 */
enum split_result split_search(struct split *s, struct chunk *c, const char **reason);

/* The chunk was cut at byte `end`. Bytes from `kept` <= end on are the beginning of the next one.
 */
void split_move(struct split *s, const struct chunk *c, size_t kept, size_t end);

/* So many bytes before its owned part the next chunk must have, for the regex may look back at
 * them.
 */
size_t split_lookbehind(const struct split *s);

#endif
