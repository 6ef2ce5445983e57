/* nearest_path.h - the path through an automaton that is nearest to a text, with a row of costs for
 * each of its states (nearest.h). */
#pragma once

#include "base/least.h"
#include "query/alphabet.h"
#include "query/automaton.h"
#include "query/edit_budget.h"
#include "query/query.h"

#define NEAREST_NO_COST UINT32_MAX
#define NEAREST_NO_PLACE SIZE_MAX

/* The surroundings of a text in its record. */
struct text_around {
    bool begins, ends; /* the text is at the record's begin, or end */
    bool word_before, word_behind;
};

struct nearest_text {
    const uint32_t *symbols;
    size_t n;
    struct text_around around;
};

/* The least cost from each state of the automaton, and each place of the text, to the end of both.
 * A place is a column combined with the spent part of the budget (edit_budget.h). */
struct nearest_table {
    const struct automaton *m;
    const struct alphabet *a;
    const struct nearest_text *text;
    size_t columns;
    uint32_t spents;   /* places of a column */
    size_t width;      /* places: place i is of column i / spents, with i % spents spent */
    uint32_t *holding; /* conditions of each column */
    uint32_t *rest;    /* [state * width + place]: the least cost from there to the end */
};

enum { NEAREST_CELLS_MOST = 1 << 28 };

static inline uint32_t nearest_plus(uint32_t a, uint32_t b)
{
    return a > NEAREST_NO_COST - b ? NEAREST_NO_COST : a + b;
}

static inline bool nearest_has_item(const struct nearest_table *s, size_t column, uint32_t item)
{
    return alphabet_matches(s->a, s->text->symbols[column], item);
}

/* A move: its cost, and its kind of edit. */
struct nearest_move {
    uint32_t cost;
    unsigned kind;
};

/* Returns the move by which the symbol after the column matches or replaces the item of t. */
static inline struct nearest_move nearest_diagonal(const struct nearest_table *s,
                                                   const struct state *t, size_t column)
{
    if (nearest_has_item(s, column, t->item))
        return (struct nearest_move){t->cost, t->exchanged ? KIND_OTHER : KIND_NONE};
    return (struct nearest_move){t->edited ? s->m->edits.substitute : NEAREST_NO_COST,
                                 KIND_SUBSTITUTION};
}

static inline struct nearest_move nearest_deletion(const struct nearest_table *s,
                                                   const struct state *t)
{
    return (struct nearest_move){t->edited ? s->m->edits.delete : NEAREST_NO_COST, KIND_DELETION};
}

static inline struct nearest_move nearest_insertion(const struct nearest_table *s,
                                                    const struct state *t)
{
    return (struct nearest_move){t->insert_behind ? s->m->edits.insert : NEAREST_NO_COST,
                                 KIND_INSERTION};
}

static const struct nearest_move nearest_pass = {0, KIND_NONE};

/* Returns the place in a state and a column after one with `spent`; NEAREST_NO_PLACE if the budget
 * forbids it. */
static inline size_t nearest_place_after(const struct nearest_table *s, uint32_t state,
                                         size_t column, uint32_t spent, struct nearest_move move)
{
    uint32_t after = edit_budget_after(s->m->budget, state, spent, move.kind);
    bool none = after == SPENT_NONE || move.cost == NEAREST_NO_COST || column >= s->columns;
    return none ? NEAREST_NO_PLACE : column * s->spents + after;
}

static inline bool nearest_passes(const struct nearest_table *s, const struct state *t,
                                  size_t column)
{
    return (t->conditions & ~s->holding[column]) == 0;
}

/* Returns the cost of a move plus that from its target place to the end. */
static inline uint32_t nearest_rest_after(const struct nearest_table *s, uint32_t state,
                                          size_t column, uint32_t spent, struct nearest_move move)
{
    size_t place = nearest_place_after(s, state, column, spent, move);
    return place == NEAREST_NO_PLACE ? NEAREST_NO_COST
                                     : nearest_plus(s->rest[state * s->width + place], move.cost);
}

/* Where characters of the text may match other items together: two exchanged items, or a
 * confusion. */
struct operation {
    char edit; /* 'T': two items are exchanged, 'C': a confusion */
    uint32_t cost, items, characters;
    uint32_t symbols[CONFUSION_MOST]; /* the items replaced match these symbols, in order */
};

struct edit_operations {
    struct operation *list;
    size_t *ends; /* list[ends[j]..ends[j + 1]) are the operations whose last character is number j
                     - 1, in order of preference: an exchange, then confusions in their order */
    size_t n, capacity;
};

struct nearest_step { /* a state of the path */
    uint32_t state;
    uint32_t edge;     /* the next one of the state to be tried */
    size_t row;        /* its cells begin there in the rows */
    size_t begin, end; /* they are those of places [begin, end) */
};

struct nearest_path {
    struct nearest_table table;
    uint32_t *costs; /* [place]: the row that is being filled; NEAREST_NO_COST before and behind */
    struct edit_operations operations;
    uint64_t *seen; /* [state * CONFUSION_MOST + items taken]: by this look ahead */
    uint64_t looks;
    struct nearest_step *path;
    size_t npath, path_capacity;
    uint32_t *rows;
    size_t rows_capacity;
};

/* The steps of items that may be taken together, the last one of a path first, all in one scope. */
struct nearest_chain {
    size_t steps[CONFUSION_MOST];
    uint32_t n, scope;
};

/* Returns what the path costs up to a step and a place. */
static inline uint32_t nearest_cell(const struct nearest_path *s, size_t step, size_t place)
{
    const struct nearest_step *p = &s->path[step];
    return place >= p->begin && place < p->end ? s->rows[p->row + place - p->begin]
                                               : NEAREST_NO_COST;
}

static inline const struct state *nearest_state_of(const struct nearest_path *s, size_t step)
{
    return &s->table.m->states[s->path[step].state];
}

static inline struct nearest_move nearest_operation_move(const struct operation *op)
{
    return (struct nearest_move){op->cost, KIND_OTHER};
}

/* Returns the steps of items that end with this step. */
struct nearest_chain nearest_chain_of(const struct nearest_path *s, size_t step);

/* Returns whether the first `taken` items of the operation are the last ones of the chain. */
bool nearest_ends_with(const struct nearest_path *s, const struct nearest_chain *c,
                       const struct operation *op, uint32_t taken);

/* Finds the path. Exits the program when out of memory, or the table would be too large. */
struct nearest_path nearest_path_find(const struct query *q, const struct automaton *m,
                                      struct alphabet *a, const struct nearest_text *text);
void nearest_path_close(struct nearest_path *s);
