/*
 * script.h - an alignment of two sequences as runs of edits, in order.
 *
 * The kinds are '=' (equal), 'X' (substituted), 'T' (one of two exchanged neighbours), 'I' (only in
 * the second sequence) and 'D' (only in the first). As a CIGAR string, a script transforms the
 * first sequence into the second.
 */
#pragma once

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

/* Returns the number of edits of some runs; an exchange counts once. */
uint64_t edit_runs_edits(const edit_run *runs, size_t count);

struct script {
    edit_run *runs; /* owned; adjacent runs differ in kind */
    size_t count, capacity;
};

/* An all-zero script is empty. Exits the program when out of memory (xalloc.h). */
void script_add(struct script *s, char kind, uint64_t length);

/* Appends the runs of all parts, by threads, and frees the parts. */
void script_append_all(struct script *s, struct script *parts, size_t count, unsigned threads);

/* Appends the runs of `backwards` in reverse order, and empties it. */
void script_add_reversed(struct script *s, struct script *backwards);
void script_free(struct script *s);

/* A saved length of a script. script_return() removes the runs added since. */
struct script_mark {
    size_t count;
    edit_run last;
};
struct script_mark script_mark(const struct script *s);
void script_return(struct script *s, struct script_mark mark);

/* Returns the number of edits of one kind. */
uint64_t script_count(const struct script *s, char kind);

/* Returns the number of edits. */
uint64_t script_edits(const struct script *s);
