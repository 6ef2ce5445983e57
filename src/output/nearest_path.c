/*
 * nearest_path.c - see nearest_path.h.
 *
 * The table has the costs from each state and place to the end. The path is built
 * from the beginning: at each state it takes the first edge from which the least cost can still be
 * reached. Each state of the path has a row: the cost of the path so far, for those places from
 * which the least cost can still be reached. The traceback of the edits passes only through such
 * places. They are few, so a path may be long.
 *
 * The path visits no confusion states, so its items are the sequence. If some of its last items are
 * exchanged or confused, the row has the cost of that. A path with an incomplete operation is valid
 * if its next items can complete the operation.
 */
#include "output/nearest_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "query/expression_tree.h"

/* The table */

static void hold_item(struct nearest_table *s, uint32_t word_item)
{
    const struct text_around *around = &s->text->around;
    size_t n = s->columns - 1;
    for (size_t j = 0; j <= n; j++) {
        bool before = j == 0 ? around->word_before : nearest_has_item(s, j - 1, word_item);
        bool behind = j == n ? around->word_behind : nearest_has_item(s, j, word_item);
        s->holding[j] = (j == 0 && around->begins ? CONDITION_BEGIN : 0) |
                        (j == n && around->ends ? CONDITION_END : 0) |
                        (before == behind ? CONDITION_NO_BORDER : CONDITION_BORDER) |
                        (behind && !before ? CONDITION_WORD : 0) |
                        (before && !behind ? CONDITION_WORD_ENDS : 0);
    }
}

/* Returns the least cost from a state and a place that is known so far. */
static uint32_t rest_of(const struct nearest_table *s, uint32_t state, size_t j, uint32_t spent)
{
    const struct state *from = &s->m->states[state];
    bool last = j + 1 == s->columns;
    uint32_t least = from->last && last ? 0 : NEAREST_NO_COST;
    least =
        least_u32(least, nearest_rest_after(s, state, j + 1, spent, nearest_insertion(s, from)));
    for (uint32_t e = from->edges_begin; e < from->edges_end; e++) {
        uint32_t number = s->m->edges[e];
        const struct state *to = &s->m->states[number];
        if (to->item == STATE_PASS) {
            if (nearest_passes(s, to, j))
                least = least_u32(least, nearest_rest_after(s, number, j, spent, nearest_pass));
            continue;
        }
        least = least_u32(least, nearest_rest_after(s, number, j, spent, nearest_deletion(s, to)));
        if (!last)
            least = least_u32(
                least, nearest_rest_after(s, number, j + 1, spent, nearest_diagonal(s, to, j)));
    }
    return least;
}

static void fill_rest(struct nearest_table *s)
{
    memset(s->rest, 0xff, s->m->nstates * s->width * sizeof *s->rest);
    for (size_t j = s->columns; j-- > 0;)
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = s->m->nstates; i-- > 0;)
                for (uint32_t spent = 0; spent < s->spents; spent++) {
                    if (!edit_budget_enters(s->m->budget, i, spent))
                        continue;
                    uint32_t rest = rest_of(s, i, j, spent);
                    uint32_t *known = &s->rest[i * s->width + j * s->spents + spent];
                    changed = changed || rest < *known;
                    *known = rest;
                }
        }
}

static struct nearest_table open_table(const struct automaton *m, const struct alphabet *a,
                                       const struct nearest_text *text, uint32_t word_item)
{
    struct nearest_table s = {.m = m, .a = a, .text = text, .columns = text->n + 1};
    s.spents = m->budget != NULL ? m->budget->nspent : 1;
    s.width = s.columns * s.spents;
    if (s.width > NEAREST_CELLS_MOST / m->nstates)
        die("an occurrence is too long to be aligned with its expression");
    s.holding = xcalloc(s.columns, sizeof *s.holding);
    s.rest = xreallocarray(NULL, m->nstates * s.width, sizeof *s.rest);
    hold_item(&s, word_item);
    fill_rest(&s);
    return s;
}

/* Edit operations */

static void add_operation(struct edit_operations *u, struct operation op)
{
    xgrow(&u->list, &u->capacity, u->n + 1, sizeof op);
    u->list[u->n++] = op;
}

/* Returns whether the text before column j is the replacement text of the confusion. */
static bool ends_with_replacement(const struct nearest_table *s, const struct confusion_edge *d,
                                  size_t j)
{
    if (d->count > j)
        return false;
    for (uint32_t i = 0; i < d->count; i++)
        if (!nearest_has_item(s, j - d->count + i, d->items[i]))
            return false;
    return true;
}

static struct operation operation_of(const struct confusion_edge *d, struct alphabet *a)
{
    struct operation op = {
        .edit = 'C', .cost = d->cost, .items = d->length, .characters = d->count};
    for (uint32_t i = 0; i < d->length; i++) {
        op.symbols[i] = alphabet_symbol(a, d->characters[i]);
        if (op.symbols[i] == SYMBOL_NONE)
            die_out_of_memory();
    }
    return op;
}

/* Finds all operations in the text. */
static void find_operations(struct nearest_path *s, const struct query *q, struct alphabet *a)
{
    const uint32_t *text = s->table.text->symbols;
    const uint32_t exchange = s->table.m->edits.transpose;
    s->operations.ends = xcalloc(s->table.columns + 1, sizeof *s->operations.ends);
    for (size_t j = 0; j < s->table.columns; j++) {
        if (j >= 2 && exchange < EDIT_NEVER)
            add_operation(&s->operations,
                          (struct operation){'T', exchange, 2, 2, {text[j - 1], text[j - 2]}});
        for (size_t i = 0; i < q->confusions.n; i++)
            if (ends_with_replacement(&s->table, &q->confusions.edges[i], j))
                add_operation(&s->operations, operation_of(&q->confusions.edges[i], a));
        s->operations.ends[j + 1] = s->operations.n;
    }
}

/* Chains of items */

struct nearest_chain nearest_chain_of(const struct nearest_path *s, size_t step)
{
    struct nearest_chain c = {.n = 0};
    for (size_t i = step; i > 0 && c.n < CONFUSION_MOST; i--) {
        const struct state *t = nearest_state_of(s, i);
        if (t->item == STATE_PASS ? t->conditions != 0
                                  : !t->edited || (c.n > 0 && t->scope != c.scope))
            break;
        if (t->item == STATE_PASS)
            continue;
        c.steps[c.n++] = i;
        c.scope = t->scope;
    }
    return c;
}

bool nearest_ends_with(const struct nearest_path *s, const struct nearest_chain *c,
                       const struct operation *op, uint32_t taken)
{
    if (taken > c->n)
        return false;
    for (uint32_t i = 0; i < taken; i++)
        if (!alphabet_matches(s->table.a, op->symbols[taken - 1 - i],
                              nearest_state_of(s, c->steps[i])->item))
            return false;
    return true;
}

/* Returns the cost of the path before the first `taken` items of the chain, in the column before a
 * operation whose characters end at column j. */
static uint32_t cost_before(const struct nearest_path *s, const struct nearest_chain *c,
                            const struct operation *op, uint32_t taken, size_t j, uint32_t spent)
{
    return nearest_cell(s, c->steps[taken - 1] - 1, (j - op->characters) * s->table.spents + spent);
}

/* A lookahead for the remaining items of an edit operation that the path has begun. */
struct operation_ahead {
    const struct operation *op;
    uint32_t scope; /* of its items */
    size_t column;  /* where its characters end */
    uint32_t spent; /* before it */
};

/* Returns the least cost to the end, with the operation, from `state` after some of its items. */
static uint32_t cost_ahead(struct nearest_path *s, const struct operation_ahead *l, uint32_t state,
                           uint32_t taken)
{
    const struct operation *op = l->op;
    if (taken == op->items)
        return nearest_rest_after(&s->table, state, l->column, l->spent,
                                  nearest_operation_move(op));
    uint64_t *seen = &s->seen[(size_t)state * CONFUSION_MOST + taken];
    uint32_t least = NEAREST_NO_COST;
    if (*seen == s->looks)
        return least;
    *seen = s->looks;
    const struct state *from = &s->table.m->states[state];
    for (uint32_t e = from->edges_begin; e < from->edges_end; e++) {
        uint32_t to = s->table.m->edges[e];
        const struct state *t = &s->table.m->states[to];
        if (t->item == STATE_PASS && t->conditions == 0)
            least = least_u32(least, cost_ahead(s, l, to, taken));
        else if (t->edited && t->scope == l->scope &&
                 alphabet_matches(s->table.a, op->symbols[taken], t->item))
            least = least_u32(least, cost_ahead(s, l, to, taken + 1));
    }
    return least;
}

/* Returns whether the least total cost can be reached by an operation with some items taken. */
static bool completes_operation(struct nearest_path *s, size_t step,
                                const struct nearest_chain *chain, const struct operation *op,
                                uint32_t taken, size_t j)
{
    for (uint32_t spent = 0; nearest_ends_with(s, chain, op, taken) && spent < s->table.spents;
         spent++) {
        uint32_t cost = cost_before(s, chain, op, taken, j, spent);
        const struct operation_ahead l = {op, chain->scope, j, spent};
        s->looks++;
        if (cost <= s->table.rest[0] &&
            nearest_plus(cost, cost_ahead(s, &l, s->path[step].state, taken)) == s->table.rest[0])
            return true;
    }
    return false;
}

/* Returns whether the least total cost can be reached by an operation begun on the path. */
static bool completes_any(struct nearest_path *s, size_t step)
{
    struct nearest_chain chain = nearest_chain_of(s, step);
    for (size_t j = 0; chain.n > 0 && j < s->table.columns; j++)
        for (size_t u = s->operations.ends[j]; u < s->operations.ends[j + 1]; u++)
            for (uint32_t taken = 1; taken < s->operations.list[u].items; taken++)
                if (completes_operation(s, step, &chain, &s->operations.list[u], taken, j))
                    return true;
    return false;
}

/* The path */

/* Places [from, to): the range of a row with known costs. */
struct place_range {
    size_t from, to;
};

/* Lowers the cost of a place of the last step, reached by a move. */
static void reach_place(struct nearest_path *s, struct place_range *c, size_t column,
                        uint32_t spent, uint32_t cost, struct nearest_move move)
{
    size_t place = nearest_place_after(&s->table, s->path[s->npath - 1].state, column, spent, move);
    cost = nearest_plus(cost, move.cost);
    if (place == NEAREST_NO_PLACE || cost >= s->costs[place])
        return;
    s->costs[place] = cost;
    c->from = place < c->from ? place : c->from;
    c->to = place >= c->to ? place + 1 : c->to;
}

/* Adds the moves from the previous step to the last one. */
static void reach_from_previous(struct nearest_path *s, struct place_range *c)
{
    size_t before = s->npath - 2;
    const struct state *t = nearest_state_of(s, s->npath - 1);
    for (size_t place = s->path[before].begin; place < s->path[before].end; place++) {
        size_t j = place / s->table.spents;
        uint32_t spent = place % s->table.spents, cost = nearest_cell(s, before, place);
        if (cost == NEAREST_NO_COST)
            continue;
        if (t->item == STATE_PASS) {
            if (nearest_passes(&s->table, t, j))
                reach_place(s, c, j, spent, cost, nearest_pass);
            continue;
        }
        reach_place(s, c, j, spent, cost, nearest_deletion(&s->table, t));
        if (j + 1 < s->table.columns)
            reach_place(s, c, j + 1, spent, cost, nearest_diagonal(&s->table, t, j));
    }
}

/* Adds the edit operations that end with the last step's item. */
static void reach_by_operations(struct nearest_path *s, struct place_range *c)
{
    struct nearest_chain chain = nearest_chain_of(s, s->npath - 1);
    size_t from = s->table.columns, to = 0;
    for (uint32_t i = 0; i < chain.n; i++) {
        const struct nearest_step *before = &s->path[chain.steps[i] - 1];
        size_t end = before->end / s->table.spents + CONFUSION_MOST + 1;
        if (before->begin < before->end) {
            from = before->begin / s->table.spents < from ? before->begin / s->table.spents : from;
            to = end > to ? end : to;
        }
    }
    for (size_t j = from; j < to && j < s->table.columns; j++)
        for (size_t u = s->operations.ends[j]; u < s->operations.ends[j + 1]; u++) {
            const struct operation *op = &s->operations.list[u];
            for (uint32_t spent = 0;
                 nearest_ends_with(s, &chain, op, op->items) && spent < s->table.spents; spent++)
                reach_place(s, c, j, spent, cost_before(s, &chain, op, op->items, j, spent),
                            nearest_operation_move(op));
        }
}

/* Computes the row of the last step: the places from which the least total cost can be reached. */
static void fill_row(struct nearest_path *s)
{
    struct nearest_step *p = &s->path[s->npath - 1];
    const struct state *t = &s->table.m->states[p->state];
    struct place_range c = {s->table.width, 0};
    if (s->npath == 1)
        reach_place(s, &c, 0, 0, 0, nearest_pass);
    else
        reach_from_previous(s, &c);
    if (s->npath > 1 && t->item != STATE_PASS && s->operations.n > 0)
        reach_by_operations(s, &c);
    for (size_t place = c.from; place < c.to; place++) {
        uint32_t cost = s->costs[place];
        s->costs[place] = NEAREST_NO_COST;
        bool good = cost < NEAREST_NO_COST &&
                    nearest_plus(cost, s->table.rest[p->state * s->table.width + place]) ==
                        s->table.rest[0];
        if (!good && p->begin == p->end)
            continue;
        if (p->begin == p->end)
            p->begin = place;
        xgrow(&s->rows, &s->rows_capacity, p->row + place + 1 - p->begin, sizeof *s->rows);
        s->rows[p->row + place - p->begin] = good ? cost : NEAREST_NO_COST;
        p->end = good ? place + 1 : p->end;
        if (good)
            reach_place(s, &c, place / s->table.spents + 1, place % s->table.spents, cost,
                        nearest_insertion(&s->table, t));
    }
}

/* Adds a step with its row. Returns whether the least total cost can still be reached. */
static bool add_step(struct nearest_path *s, uint32_t state)
{
    const struct nearest_step *last = s->npath > 0 ? &s->path[s->npath - 1] : NULL;
    size_t row = last != NULL ? last->row + last->end - last->begin : 0;
    if (row > NEAREST_CELLS_MOST)
        die("an occurrence is too long to be aligned with its expression");
    xgrow(&s->path, &s->path_capacity, s->npath + 1, sizeof *s->path);
    s->path[s->npath++] =
        (struct nearest_step){state, s->table.m->states[state].edges_begin, row, 0, 0};
    fill_row(s);
    return s->path[s->npath - 1].begin < s->path[s->npath - 1].end ||
           completes_any(s, s->npath - 1);
}

/* Returns whether the path has visited the state since its last item. */
static bool revisits(const struct nearest_path *s, uint32_t state)
{
    for (size_t i = s->npath; i-- > 0 && s->table.m->states[s->path[i].state].item == STATE_PASS;)
        if (s->path[i].state == state)
            return true;
    return false;
}

static void find_path(struct nearest_path *s)
{
    (void)add_step(s, 0);
    for (;;) {
        struct nearest_step *step = &s->path[s->npath - 1];
        const struct state *from = &s->table.m->states[step->state];
        if (step->edge < from->edges_end) {
            uint32_t to = s->table.m->edges[step->edge++];
            if (!s->table.m->states[to].aside && !revisits(s, to) && !add_step(s, to))
                s->npath--;
            continue;
        }
        if (from->last && s->path[s->npath - 1].end > s->table.width - s->table.spents)
            return;
        s->npath--; /* dead end: another edge follows */
    }
}

struct nearest_path nearest_path_find(const struct query *q, const struct automaton *m,
                                      struct alphabet *a, const struct nearest_text *text)
{
    struct nearest_path s = {.table = open_table(m, a, text, q->classes.word)};
    s.costs = xreallocarray(NULL, s.table.width, sizeof *s.costs);
    memset(s.costs, 0xff, s.table.width * sizeof *s.costs);
    s.seen = xcalloc((size_t)m->nstates * CONFUSION_MOST, sizeof *s.seen);
    find_operations(&s, q, a);
    find_path(&s);
    return s;
}

void nearest_path_close(struct nearest_path *s)
{
    free(s->costs);
    free(s->table.holding);
    free(s->table.rest);
    free(s->seen);
    free(s->operations.list);
    free(s->operations.ends);
    free(s->path);
    free(s->rows);
}
