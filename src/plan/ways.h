/*
 * ways.h - the ways to do the same work, by name.
 *
 * The environment variable EDGREP_PLAN=NAME[,NAME...] forces ways: wherever one of them is
 * possible, no other is chosen. It is for tests; a way changes the time, never the result.
 */
#pragma once

enum way {
    WAY_SIEVE,      /* undecoded bytes are searched for pieces of the patterns; */
    WAY_DECODE,     /* or they are decoded and scanned at once */
    WAY_PIECES,     /* a pattern: k + 1 pieces, then the text around them; */
    WAY_SUBPATTERN, /* some of its rows, then the text around their ends; */
    WAY_ROWS,       /* or all of its rows */
    WAY_UNIT_COSTS, /* edits with costs or limits: at first as if they cost 1; */
    WAY_AUTOMATA,   /* or automata at once */
    WAY_BIT_NFA,    /* an automaton without pieces: bit-sliced states; */
    WAY_BYTE_NFA,   /* a byte for the cost of a state; */
    WAY_LAZY_DFA,   /* or cached columns of states */
    WAY_QGRAMS,     /* many patterns: the q-gram filter; or WAY_ROWS */
    WAY_DELETIONS,  /* many patterns that are whole records: strings with deletions */
    WAYS,
    WAY_NONE = WAYS
};

const char *way_name(enum way way);

/* A bit for each forced way. Set before threads start. */
extern unsigned ways_forced;

/* Returns whether this way is forced. */
static inline int way_is_forced(enum way way)
{
    return (ways_forced >> way & 1) != 0;
}

/* Forces the ways named in a list with commas, and no others. Returns NULL, or the first unknown
 * name in the list; then nothing changes. NULL forces none. */
const char *ways_force(const char *names);

/* Reads EDGREP_PLAN. Exits the program on an unknown name. Called by the main thread before other
 * threads start. */
void ways_begin(void);
