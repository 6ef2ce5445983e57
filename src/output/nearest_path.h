/* nearest_path.h - the path through an automaton that is nearest to a text, with a row of costs for
 * each of its states (nearest.h). */
#pragma once

#include "output/nearest_table.h"
#include "query/query.h"

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
