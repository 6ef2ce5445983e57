/*
 * script.h - an alignment of two sequences as runs of edits, in order.
 *
 * The kinds are '=' (equal), 'X' (substituted), 'T' (one of two neighbours that are exchanged), 'I'
 * (only in the second sequence) and 'D' (only in the first). Read as a CIGAR string, a script makes
 * the second sequence from the first.
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t edit_run; /* length << 8 | kind */

static inline char edit_kind(edit_run run)
{
    return (char)(run & 0xff);
}

static inline uint64_t edit_length(edit_run run)
{
    return run >> 8;
}

struct script {
    edit_run *runs; /* neighbours are of different kinds; owned */
    size_t count, capacity;
};

/* A script that is all zero is empty. Out of memory the program ends (xalloc.h). */
void script_add(struct script *s, char kind, uint64_t length);

/* Adds the runs of another script. */
void script_append(struct script *s, const struct script *more);

/* Adds the runs of `backwards`, which was made from the end to the beginning, and empties it. */
void script_add_reversed(struct script *s, struct script *backwards);
void script_free(struct script *s);

/* Remembers what a script is now. script_return() brings it back to that, after runs were added. */
struct script_mark {
    size_t count;
    edit_run last;
};
struct script_mark script_mark(const struct script *s);
void script_return(struct script *s, struct script_mark mark);

/* How many edits it has of one kind. */
uint64_t script_count(const struct script *s, char kind);

/* How many it has that are not '='; an exchange is one. */
uint64_t script_edits(const struct script *s);

#endif
