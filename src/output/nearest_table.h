/*
 * nearest_table.h - the least cost from each state of an automaton, and each place of a text, to
 * the end of both (nearest.h).
 *
 * A place is a column combined with the spent part of the budget (edit_budget.h).
 */
#pragma once

#include "base/least.h"
#include "query/alphabet.h"
#include "query/automaton.h"
#include "query/edit_budget.h"

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

/* Exits the program when out of memory, or the table would be too large. */
struct nearest_table nearest_table_open(const struct automaton *m, const struct alphabet *a,
                                        const struct nearest_text *text, uint32_t word_item);
void nearest_table_close(struct nearest_table *s);

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
