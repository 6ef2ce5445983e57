/*
 * language_network.h - the network of an expression, for the files language*.c.
 *
 * A node is a place between items. An edge leads from node to node over an item, over a condition,
 * or over nothing. Edits are moves beside the edges' own: a deletion passes an item without a
 * character, an insertion takes a character and stays at its node.
 */
#pragma once

#include "language.h"

enum edge_kind { EMPTY, ITEM, BEGIN, END, BORDER, NO_BORDER, WORD_BEGIN, WORD_END };

struct edge {
    size_t from, to;
    enum edge_kind kind;
    size_t item;
    size_t opens, closes; /* number of the ( ) that begins or ends here, or 0 */
    size_t scope;         /* the group whose limits count its edits, from 1; 0: none */
    bool back;            /* leads to the beginning of a loop */
    size_t other;         /* the next edge from the same node, or NO_EDGE */
};

#define NO_EDGE SIZE_MAX

/* A group with limits. The edits that a path has made in all scopes are one number, `spent`: the
 * count of each limited kind of each scope is a digit of it. */
struct scope {
    struct language_limits limits;
    size_t stride; /* of its first digit */
    size_t outer;  /* the scope around it, or 0 */
    size_t depth;  /* number of scopes that its items are in */
};

struct language {
    struct edge *edges;
    size_t nedges;
    size_t *leaves;         /* [node] the first edge from it, or NO_EDGE */
    size_t *scope;          /* [node] the scope of an insertion there */
    struct scope *scopes;   /* [1..nscopes] */
    size_t nscopes, nspent; /* nspent: number of values of `spent` */
    size_t deepest;         /* the greatest depth of a scope */
    size_t between;         /* stride of the digit for nested scopes (cross_scopes()) */
    size_t nnodes, first, last;
    struct naive_bytes items;
    size_t *offset; /* [item] where it begins in the items' bytes; and their end */
    bool sequence;  /* it has only items */
    bool loose;     /* a loop may match the empty text */
};

#define NOWHERE UINT64_MAX

/* Returns v with `cost` added to its high half. */
static inline uint64_t add_cost(uint64_t v, size_t cost)
{
    return v == NOWHERE || cost == LANGUAGE_NEVER ? NOWHERE : v + ((uint64_t)cost << 32);
}

/* Lowers *v to `other` if that is less. Returns whether it was. */
static inline bool lower(uint64_t *v, uint64_t other)
{
    if (other >= *v)
        return false;
    *v = other;
    return true;
}

/* Returns the kind of a move along an edge without an edit. */
static inline enum language_kind kind_without_edit(const struct edge *edge)
{
    return edge->kind == EMPTY ? LANGUAGE_PASSING : LANGUAGE_NO_EDIT;
}

/* Returns the number of values of `spent` for these limits. */
size_t language_count_spent(const struct language_limits *limits);

/* The least costs of all nodes at a place of a text: Bellman and Ford's relaxation. */
struct relaxation {
    const struct language *l;
    const struct text *x, *record;
    const bool *word;
    const struct language_costs *costs;
    size_t nspent;
    size_t *after; /* results of spend() [scope][kind][spent], plus 2; 1: exceeds a limit; 0: not
                      asked yet */
    /* Of this place, the one before it, and so on: [node * nspent + spent]. */
    uint64_t *columns[LANGUAGE_SIDE + 1];
};

/* The caller frees `after`. */
struct relaxation relaxation_open(const struct language *l, const struct text *x,
                                  const struct text *record, const bool *word,
                                  const struct language_costs *costs);

/* Counts a move of this kind in a scope and in the whole expression: updates *spent. Returns false
 * if a limit would be exceeded. */
bool relaxation_spends(const struct relaxation *t, size_t scope, enum language_kind kind,
                       size_t *spent);

/* Returns whether an edge without an item may be passed at place j. */
bool relaxation_holds(const struct relaxation *t, const struct edge *edge, size_t j);

/* Passes costs v[] of all nodes along edges over nothing: forward, or back to where they begin. */
void relaxation_spread(const struct relaxation *t, uint64_t *v, bool back);

/* Replaces costs v[] of all nodes by those after (`back`: before) one item of a scope that matches
 * the character `expected`. */
void relaxation_pass(const struct relaxation *t, uint64_t *v, size_t scope, uint32_t expected,
                     bool back);
