/*
 * nearest.c - see nearest.h.
 *
 * A table of costs guides the path (nearest_path.h). The edits are traced back
 * through the rows of the path.
 */
#include "output/nearest.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "output/nearest_path.h"

/* The steps of a group: an item, and the epsilon states up to the next item. Marked entries are
 * possible positions of the traceback, with the budget spent. */
struct group_steps {
    size_t item; /* the step of the item; 0 is the beginning */
    size_t end;
    bool *in;    /* [step * spents + spent] */
    bool *other; /* scratch, all false */
};

/* Finds the group that ends with step `last`; no other step of it is marked yet. */
static void find_group(const struct nearest_path *s, struct group_steps *g, size_t last)
{
    g->item = last;
    g->end = last + 1;
    while (g->item > 0 && nearest_state_of(s, g->item)->item == STATE_PASS)
        g->item--;
}

/* Returns whether a move from a place of step `from`, in column `column`, leads to a marked place
 * of step `to` in column j. */
static bool leads_back(const struct nearest_path *s, const struct group_steps *g, size_t from,
                       size_t column, uint32_t spent, size_t to, size_t j, struct nearest_move move)
{
    size_t place = nearest_place_after(&s->table, s->path[to].state, j, spent, move);
    uint32_t cost = nearest_cell(s, from, column * s->table.spents + spent);
    return place != NEAREST_NO_PLACE && cost < NEAREST_NO_COST &&
           g->in[to * s->table.spents + place % s->table.spents] &&
           nearest_plus(cost, move.cost) == nearest_cell(s, to, place);
}

/* Marks in `marks` the origins of such moves. Returns whether there are any. */
static bool mark_back(const struct nearest_path *s, const struct group_steps *g, size_t from,
                      size_t column, size_t to, size_t j, struct nearest_move move, bool *marks)
{
    bool any = false;
    for (uint32_t spent = 0; spent < s->table.spents; spent++)
        if (leads_back(s, g, from, column, spent, to, j, move))
            marks[from * s->table.spents + spent] = any = true;
    return any;
}

/* Replaces the marks by those in g->other. All marks so far are of steps of the group. */
static void take_marks(const struct nearest_path *s, struct group_steps *g)
{
    size_t spents = s->table.spents;
    bool *old = g->in;
    g->in = g->other;
    g->other = old;
    memset(old + g->item * spents, 0, (g->end - g->item) * spents * sizeof *old);
}

/* Steps back over a symbol inserted before column j. Returns false if none was inserted. */
static bool insert_back(const struct nearest_path *s, struct group_steps *g, size_t j)
{
    bool any = false;
    for (size_t i = g->item; j > 0 && i < g->end; i++)
        any = mark_back(s, g, i, j - 1, i, j, nearest_insertion(&s->table, nearest_state_of(s, i)),
                        g->other) ||
              any;
    if (any)
        take_marks(s, g);
    return any;
}

/* A step back: the edit, and its numbers of items and symbols. */
struct back {
    char edit;
    uint32_t items, characters;
};

/* Steps back to the step before `item`, with the marks in g->other. */
static void leave_group(const struct nearest_path *s, struct group_steps *g, size_t item)
{
    take_marks(s, g);
    find_group(s, g, item - 1);
}

/* Steps back by a match ('=') or a substitution, if one is optimal. */
static bool diagonal_back(const struct nearest_path *s, struct group_steps *g, size_t j, char edit)
{
    const struct state *t = nearest_state_of(s, g->item);
    if (nearest_has_item(&s->table, j - 1, t->item) != (edit == '=') ||
        !mark_back(s, g, g->item - 1, j - 1, g->item, j, nearest_diagonal(&s->table, t, j - 1),
                   g->other))
        return false;
    leave_group(s, g, g->item);
    return true;
}

/* Steps back by an edit operation, if one is optimal; then sets *back. */
static bool operation_back(const struct nearest_path *s, struct group_steps *g, size_t j, char edit,
                           struct back *back)
{
    struct nearest_chain chain = nearest_chain_of(s, g->item);
    for (size_t u = s->operations.ends[j]; u < s->operations.ends[j + 1]; u++) {
        const struct operation *op = &s->operations.list[u];
        if (op->edit != edit || !nearest_ends_with(s, &chain, op, op->items))
            continue;
        size_t first = chain.steps[op->items - 1];
        if (!mark_back(s, g, first - 1, j - op->characters, g->item, j, nearest_operation_move(op),
                       g->other))
            continue;
        *back = (struct back){edit, op->items, op->characters};
        leave_group(s, g, first);
        return true;
    }
    return false;
}

/* Steps back by the preferred edit. */
static struct back step_back(const struct nearest_path *s, struct group_steps *g, size_t j)
{
    static const char order[] = "=TXC";
    struct back back = {'=', 1, 1};
    for (const char *edit = order; g->item > 0 && j > 0 && *edit != '\0'; edit++) {
        back.edit = *edit;
        if (*edit == 'T' || *edit == 'C' ? operation_back(s, g, j, *edit, &back)
                                         : diagonal_back(s, g, j, *edit))
            return back;
    }
    if (insert_back(s, g, j))
        return (struct back){'I', 0, 1};
    (void)mark_back(s, g, g->item - 1, j, g->item, j,
                    nearest_deletion(&s->table, nearest_state_of(s, g->item)), g->other);
    leave_group(s, g, g->item);
    return (struct back){'D', 1, 0};
}

/* Writes the edits of a step before `end`. Returns the first of them. */
static char *put_back(const struct back *b, char *end)
{
    size_t cells = b->items > b->characters ? b->items : b->characters;
    end -= cells;
    for (size_t i = 0; i < cells; i++)
        end[i] = b->edit != 'C' || i == 0 ? b->edit
                 : i >= b->characters     ? 'd'
                 : i >= b->items          ? 'i'
                                          : 'c';
    return end;
}

static void trace_nearest(const struct nearest_path *s, struct nearest *to)
{
    size_t j = s->table.columns - 1, last = s->npath - 1, most = s->npath + j;
    struct group_steps g = {.in = xcalloc(s->npath * s->table.spents, sizeof *g.in),
                            .other = xcalloc(s->npath * s->table.spents, sizeof *g.other)};
    for (uint32_t spent = 0; spent < s->table.spents; spent++)
        g.in[last * s->table.spents + spent] =
            nearest_cell(s, last, j * s->table.spents + spent) < NEAREST_NO_COST;
    find_group(s, &g, last);
    to->edits = xreallocarray(NULL, most, 1);
    char *end = to->edits + most;
    for (;;) {
        for (size_t i = g.end; i-- > g.item + 1;)
            if (nearest_passes(&s->table, nearest_state_of(s, i), j))
                (void)mark_back(s, &g, i - 1, j, i, j, nearest_pass, g.in);
        if (g.item == 0 && j == 0)
            break;
        struct back back = step_back(s, &g, j);
        end = put_back(&back, end);
        j -= back.characters;
    }
    to->nedits = (size_t)(to->edits + most - end);
    memmove(to->edits, end, to->nedits);
    free(g.in);
    free(g.other);
}

static void take_mark(const struct state *t, struct nearest *to)
{
    if (t->begins > 0 && t->begins <= NEAREST_GROUPS)
        to->groups[t->begins - 1].start = to->nitems;
    if (t->ends > 0 && t->ends <= NEAREST_GROUPS)
        to->groups[t->ends - 1].end = to->nitems;
}

static void take_items(const struct nearest_path *s, struct nearest *to)
{
    memset(to->groups, 0, sizeof to->groups);
    to->items = xreallocarray(NULL, s->npath, sizeof *to->items);
    to->nitems = 0;
    for (size_t i = 0; i < s->npath; i++)
        if (nearest_state_of(s, i)->item != STATE_PASS)
            to->items[to->nitems++] = nearest_state_of(s, i)->item;
        else
            take_mark(nearest_state_of(s, i), to);
}

void nearest_find(struct nearest *to, const struct query *q, size_t pattern, struct alphabet *a,
                  const struct nearest_text *text)
{
    const struct pattern *p = &q->patterns[pattern];
    const struct automaton *m = p->marked != NULL ? p->marked : p->automaton;
    struct nearest_path s = nearest_path_find(q, m, a, text);
    take_items(&s, to);
    trace_nearest(&s, to);
    to->distance = s.table.rest[0];
    nearest_path_close(&s);
}

void nearest_free(struct nearest *n)
{
    free(n->items);
    free(n->edits);
    *n = (struct nearest){.items = NULL};
}
