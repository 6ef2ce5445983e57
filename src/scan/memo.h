/*
 * memo.h - columns of paths (paths.h) that are remembered: what follows a column by a symbol is
 * computed once, and looked up after that.
 *
 * It knows costs only, not where paths began. When the columns take too much memory, all are
 * forgotten. Where few of them come again, it is no use: memo_useless(). Belongs to one thread.
 */
#ifndef MEMO_H
#define MEMO_H

#include "scan/paths.h"

struct memo;

enum { MEMO_STARTS = 8 };

#define MEMO_HOLDING UINT32_MAX /* all conditions hold */
#define MEMO_NONE 0             /* no column: memory is out, or it is not known */

struct memo_column {
    uint32_t *next;   /* [symbol * ways + way]: the column behind it, or MEMO_NONE; one way when the
                         automaton has no conditions */
    uint32_t best;    /* the least cost of a path that may end here, UINT32_MAX: there is none */
    uint32_t n;       /* states that a path is in */
    uint64_t *values; /* of each: its number in the high half, its cost in the low half */
    size_t hash;
};

/* NULL when memory is out. Paths may begin in each column, or with `first_only` in the first. */
struct memo *memo_open(const struct automaton *m, const struct alphabet *a, bool first_only);
void memo_close(struct memo *t);

/* From now on costs of at most `limit` count, and symbols below `symbols` come. */
void memo_begin(struct memo *t, uint32_t limit, uint32_t symbols);

/* Forgets all columns. */
void memo_forget(struct memo *t);

/* The first column, at a place where the conditions hold; MEMO_NONE. */
uint32_t memo_first(struct memo *t, uint32_t holding);

/* A column that is made of the n states in values[] (as paths_save() writes them), and of what they
 * lead to where all conditions hold; MEMO_NONE. `start` below MEMO_STARTS says which: they are the
 * same each time, until memo_forget(). */
uint32_t memo_start(struct memo *t, uint32_t start, const uint64_t *values, uint32_t n);

/* The column behind `column` and a symbol; MEMO_NONE. The other columns may be forgotten. */
uint32_t memo_next(struct memo *t, uint32_t column, uint32_t symbol, uint32_t holding);

/* The same column with a lower limit; MEMO_NONE. */
uint32_t memo_lower(struct memo *t, uint32_t column, uint32_t limit);

/* All columns by number, until one is added or they are forgotten. */
const struct memo_column *memo_columns(const struct memo *t);

/* So many more columns were looked up there, without memo_next(). */
void memo_count(struct memo *t, size_t lookups);

/* Whether too few columns come again for this to be of use. */
bool memo_useless(const struct memo *t);

#endif
