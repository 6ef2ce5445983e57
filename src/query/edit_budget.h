/*
 * edit_budget.h - the limits of edits (edit_limits.h) along the paths of an automaton.
 *
 * A path has spent edits in each scope: scope 0 is the whole pattern, others are groups with limits
 * of their own. An edit is counted in the scope of the state that it belongs to, and in scope 0. An
 * insertion between two items is counted in the innermost scope that has both. What paths may have
 * spent is numbered, beginning with 0 for nothing. Scopes in which no edit can follow any more are
 * left out, so few numbers are needed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "query/edit_limits.h"

#define SPENT_NONE UINT32_MAX /* a limit would be exceeded */

enum {
    KIND_NONE = EDIT_KINDS, /* no edit */
    BUDGET_MOST = 65536     /* states of an automaton, each with what may have been spent in it */
};

struct edit_scope {
    struct edit_limits limits;
    uint32_t outer; /* the scope around it; of scope 0: 0 */
};

struct edit_budget {
    bool full;               /* there would be too many states */
    uint32_t nspent, npairs; /* numbers of spent edits; pairs of a state and such a number */
    uint32_t *classes;       /* of each state: a number for its scope and the scopes that follow */
    uint32_t nclasses;
    uint32_t *after; /* [spent][class][kind] */
    bool *entered;   /* [class][spent]: whether a move into the class may lead to `spent` */
    bool insertions; /* what a path has spent depends on these */
    bool apart;      /* deletions and substitutions are counted apart in some scope */
};

struct automaton;

/* Returns the budget of an automaton whose states have these scopes, or NULL if it has none: all
 * scopes have no limits, or allow no edit, which the states say themselves. Exits the program when
 * out of memory. */
struct edit_budget *edit_budget_open(const struct edit_scope *scopes, size_t nscopes,
                                     const struct automaton *m);

static inline void edit_budget_free(struct edit_budget *b)
{
    if (b == NULL)
        return;
    free(b->classes);
    free(b->after);
    free(b->entered);
    free(b);
}

/* Returns what a path has spent when it enters the state, after `spent`, with an edit of this kind
 * or KIND_NONE; or SPENT_NONE. `b` may be NULL. */
static inline uint32_t edit_budget_after(const struct edit_budget *b, uint32_t state,
                                         uint32_t spent, unsigned kind)
{
    if (b == NULL)
        return 0;
    return b->after[((size_t)spent * b->nclasses + b->classes[state]) * (EDIT_KINDS + 1) + kind];
}

/* Returns whether a path may have spent this in the state; if not, it certainly has not. */
static inline bool edit_budget_enters(const struct edit_budget *b, uint32_t state, uint32_t spent)
{
    return b == NULL || b->entered[(size_t)b->classes[state] * b->nspent + spent];
}
