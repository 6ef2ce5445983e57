/*
 * language_align.c - the nearest sequence of an expression to a part of a text, and its alignment.
 *
 * First the least cost of the rest is computed for each node and place, backward. Then a
 * depth-first search follows edges in the order of the expression, as long as a nearest path leads
 * over them.
 */
#include <stdlib.h>
#include <string.h>

#include "language_network.h"

struct step {                /* of the path: an edge, and the node that it leads to */
    const struct edge *edge; /* NULL for the first node */
    size_t node;
    uint64_t *row; /* the cost of the path so far, by place: [spent * places + place] */
};

/* An exchange or a confusion: the characters before place `end` replace items that match
 * expected[]. */
struct replacement {
    char edit; /* 'T' or 'C' */
    size_t cost, items, characters, end;
    uint32_t expected[LANGUAGE_SIDE];
    uint64_t *rest; /* see rest_in_replacement() */
};

struct alignment_search {
    struct relaxation *t;
    struct language_part part;
    uint64_t *rest; /* [(node * nspent + spent) * places + place] */
    size_t places;
    struct replacement *replacements; /* the preferred ones first */
    size_t nreplacements;
    struct step *steps;
    size_t count;
};

static size_t count_states(const struct alignment_search *w)
{
    return w->t->l->nnodes * w->t->nspent;
}

static void add_replacement(struct alignment_search *w, struct replacement r)
{
    r.rest =
        naive_allocate((w->t->l->nscopes + 1) * (r.items - 1) * count_states(w), sizeof *r.rest);
    w->replacements = naive_with_room(w->replacements, w->nreplacements, sizeof r);
    w->replacements[w->nreplacements++] = r;
}

static const struct replacement *replacements_end(const struct alignment_search *w)
{
    return w->nreplacements > 0 ? w->replacements + w->nreplacements : w->replacements;
}

static void find_replacements(struct alignment_search *w)
{
    const struct language_costs *costs = w->t->costs;
    const uint32_t *text = w->t->record->folded + w->part.from;
    for (size_t j = 2; j < w->places && costs->transpose != LANGUAGE_NEVER; j++)
        add_replacement(w, (struct replacement){
                               'T', costs->transpose, 2, 2, j, {text[j - 1], text[j - 2]}, NULL});
    for (size_t i = 0; i < costs->nconfusions; i++) {
        const struct language_confusion *c = &costs->confusions[i];
        struct replacement r = {.edit = 'C', .cost = c->cost, .items = c->characters.n};
        r.characters = c->items.n;
        memcpy(r.expected, c->characters.folded, r.items * sizeof *r.expected);
        for (r.end = r.characters; r.end < w->places; r.end++) {
            bool occurs = true;
            for (size_t n = 0; n < c->items.n; n++)
                occurs = occurs && text_equal(&c->items, n, text[r.end - c->items.n + n]);
            if (occurs)
                add_replacement(w, r);
        }
    }
}

/* Returns whether the item of the edge can be number n of the replacement. */
static bool may_be_item(const struct alignment_search *w, const struct replacement *r, size_t n,
                        const struct edge *e)
{
    return e->kind == ITEM && text_equal(w->t->x, e->item, r->expected[n]);
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    return a == NOWHERE || b == NOWHERE ? NOWHERE : a + b;
}

static uint64_t as_cost(size_t cost)
{
    return cost == LANGUAGE_NEVER ? NOWHERE : cost;
}

static bool is_equal(const struct alignment_search *w, const struct edge *e, size_t j)
{
    return text_equal(w->t->x, e->item, w->t->record->folded[w->part.from + j]);
}

/* Returns the index of a cell in a row. */
static size_t cell_at(const struct alignment_search *w, size_t spent, size_t j)
{
    return spent * w->places + j;
}

static uint64_t *rest_at(const struct alignment_search *w, size_t node, size_t spent, size_t j)
{
    return &w->rest[(node * w->t->nspent + spent) * w->places + j];
}

/* Returns the cost of the rest from each node on, [node * nspent + spent], after the first n >= 1
 * items of a replacement, which are of this scope. */
static uint64_t *rest_in_replacement(const struct alignment_search *w, const struct replacement *r,
                                     size_t scope, size_t n)
{
    return r->rest + (scope * (r->items - 1) + n - 1) * count_states(w);
}

/* Returns the cost of a move of this kind, and of the rest from the node that it leads to. */
static uint64_t rest_behind(const struct alignment_search *w, size_t node, size_t spent, size_t j,
                            size_t scope, enum language_kind kind, size_t cost)
{
    if (!relaxation_spends(w->t, scope, kind, &spent))
        return NOWHERE;
    return sum(*rest_at(w, node, spent, j), as_cost(cost));
}

/* Computes the rest from each node at place j where the next move takes a character. */
static void rest_by_character(struct alignment_search *w, size_t j)
{
    const struct language *l = w->t->l;
    const struct language_costs *costs = w->t->costs;
    for (size_t c = 0; c < w->t->nspent; c++) {
        for (size_t i = 0; i < l->nnodes; i++)
            (void)lower(rest_at(w, i, c, j), rest_behind(w, i, c, j + 1, l->scope[i],
                                                         LANGUAGE_INSERTION, costs->insert));
        for (size_t e = 0; e < l->nedges; e++) {
            const struct edge *edge = &l->edges[e];
            if (edge->kind != ITEM)
                continue;
            bool equal = is_equal(w, edge, j);
            (void)lower(rest_at(w, edge->from, c, j),
                        rest_behind(w, edge->to, c, j + 1, edge->scope,
                                    equal ? LANGUAGE_NO_EDIT : LANGUAGE_SUBSTITUTION,
                                    equal ? 0 : costs->substitute));
        }
    }
}

/* As rest_by_character(), where the next move is a replacement. */
static void rest_by_replacement(struct alignment_search *w, const struct replacement *r,
                                size_t scope, uint64_t *v)
{
    size_t n = w->t->nspent, all = count_states(w), j = r->end - r->characters;
    for (size_t i = 0; i < all; i++)
        v[i] = rest_behind(w, i / n, i % n, r->end, scope, LANGUAGE_OTHER, r->cost);
    for (size_t k = r->items; k-- > 0;) {
        relaxation_pass(w->t, v, scope, r->expected[k], true);
        relaxation_spread(w->t, v, true);
        if (k > 0)
            memcpy(rest_in_replacement(w, r, scope, k), v, all * sizeof *v);
    }
    for (size_t i = 0; i < all; i++)
        (void)lower(rest_at(w, i / n, i % n, j), v[i]);
}

static void rest_by_replacements(struct alignment_search *w, size_t j)
{
    uint64_t *v = naive_allocate(count_states(w), sizeof *v);
    for (const struct replacement *r = w->replacements, *end = replacements_end(w); r < end; r++)
        for (size_t scope = 0; r->end - r->characters == j && scope <= w->t->l->nscopes; scope++)
            rest_by_replacement(w, r, scope, v);
    free(v);
}

/* As rest_by_character(), where the next move takes no character. */
static void rest_in_place(struct alignment_search *w, size_t j)
{
    const struct language *l = w->t->l;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = l->nedges; e-- > 0;)
            for (size_t c = 0; c < w->t->nspent; c++) {
                const struct edge *edge = &l->edges[e];
                bool item = edge->kind == ITEM;
                if (!item && !relaxation_holds(w->t, edge, w->part.from + j))
                    continue;
                uint64_t rest = rest_behind(w, edge->to, c, j, l->scope[edge->to],
                                            item ? LANGUAGE_DELETION : kind_without_edit(edge),
                                            item ? w->t->costs->delete : 0);
                changed = lower(rest_at(w, edge->from, c, j), rest) || changed;
            }
    }
}

/* Returns the cost of a nearest path. */
static uint64_t least_rest(const struct alignment_search *w)
{
    return *rest_at(w, w->t->l->first, 0, 0);
}

static void fill_rest(struct alignment_search *w)
{
    const struct language *l = w->t->l;
    memset(w->rest, 0xff, l->nnodes * w->t->nspent * w->places * sizeof *w->rest);
    for (size_t c = 0; c < w->t->nspent; c++)
        *rest_at(w, l->last, c, w->places - 1) = 0;
    for (size_t j = w->places; j-- > 0;) {
        if (j + 1 < w->places)
            rest_by_character(w, j);
        rest_by_replacements(w, j);
        rest_in_place(w, j);
    }
}

/* Returns the step of the first of the last n items up to step `last` if these are the first n of
 * the replacement and in one scope, and sets *scope to it; otherwise SIZE_MAX. */
static size_t first_of_replacement(const struct alignment_search *w, const struct replacement *r,
                                   size_t n, size_t last, size_t *scope)
{
    bool any = false;
    for (size_t i = last; i > 0; i--) {
        const struct edge *edge = w->steps[i].edge;
        if (edge->kind != EMPTY && !may_be_item(w, r, n - 1, edge))
            return SIZE_MAX;
        if (edge->kind != ITEM)
            continue;
        if (any && edge->scope != *scope)
            return SIZE_MAX;
        any = true;
        *scope = edge->scope;
        if (--n == 0)
            return i;
    }
    return SIZE_MAX;
}

/* Returns the cost of the path before a replacement whose first item is of step `first`. */
static uint64_t cost_before_replacement(const struct alignment_search *w,
                                        const struct replacement *r, size_t first, size_t spent)
{
    return w->steps[first - 1].row[cell_at(w, spent, r->end - r->characters)];
}

/* Returns whether some nearest path completes a replacement whose first items are taken. */
static bool has_begun(const struct alignment_search *w)
{
    size_t scope;
    for (const struct replacement *r = w->replacements, *end = replacements_end(w); r < end; r++)
        for (size_t n = 1; n < r->items; n++) {
            size_t first = first_of_replacement(w, r, n, w->count - 1, &scope);
            for (size_t c = 0; first != SIZE_MAX && c < w->t->nspent; c++) {
                size_t spent = c, i = first;
                for (; i < w->count; i++)
                    (void)relaxation_spends(w->t, w->t->l->scope[w->steps[i].node],
                                            kind_without_edit(w->steps[i].edge), &spent);
                uint64_t rest = rest_in_replacement(w, r, scope,
                                                    n)[w->steps[i - 1].node * w->t->nspent + spent];
                if (sum(cost_before_replacement(w, r, first, c), rest) == least_rest(w))
                    return true;
            }
        }
    return false;
}

/* Lowers the cost of a cell of the row to that of a path with one more move of this kind. */
static void reach(const struct alignment_search *w, uint64_t *row, size_t spent, size_t j,
                  uint64_t cost, size_t scope, enum language_kind kind, size_t added)
{
    if (relaxation_spends(w->t, scope, kind, &spent))
        (void)lower(&row[cell_at(w, spent, j)], sum(cost, as_cost(added)));
}

static void reach_by_replacements(const struct alignment_search *w, uint64_t *row, size_t spent)
{
    size_t scope;
    for (const struct replacement *r = w->replacements, *end = replacements_end(w); r < end; r++) {
        size_t first = first_of_replacement(w, r, r->items, w->count - 1, &scope);
        if (first != SIZE_MAX)
            reach(w, row, spent, r->end, cost_before_replacement(w, r, first, spent), scope,
                  LANGUAGE_OTHER, r->cost);
    }
}

/* Adds a step: along an edge to a node, or (NULL) to the first node. Returns false, without the
 * step, if no nearest path begins like this. */
static bool enter(struct alignment_search *w, const struct edge *edge, size_t node)
{
    size_t cells = w->t->nspent * w->places;
    struct step step = {edge, node, naive_allocate(cells, sizeof *step.row)};
    const uint64_t *before = edge != NULL ? w->steps[w->count - 1].row : NULL;
    const struct language_costs *costs = w->t->costs;
    bool good = false;
    memset(step.row, 0xff, cells * sizeof *step.row);
    w->steps = naive_with_room(w->steps, w->count, sizeof step);
    w->steps[w->count++] = step;
    if (edge == NULL)
        step.row[0] = 0;
    for (size_t c = 0; edge != NULL && c < w->t->nspent; c++) {
        for (size_t j = 0; j < w->places; j++) {
            uint64_t cost = before[cell_at(w, c, j)];
            if (edge->kind == ITEM) {
                reach(w, step.row, c, j, cost, edge->scope, LANGUAGE_DELETION, costs->delete);
                if (j + 1 < w->places && is_equal(w, edge, j))
                    reach(w, step.row, c, j + 1, cost, edge->scope, LANGUAGE_NO_EDIT, 0);
                else if (j + 1 < w->places)
                    reach(w, step.row, c, j + 1, cost, edge->scope, LANGUAGE_SUBSTITUTION,
                          costs->substitute);
            } else if (relaxation_holds(w->t, edge, w->part.from + j)) {
                reach(w, step.row, c, j, cost, w->t->l->scope[node], kind_without_edit(edge), 0);
            }
        }
        if (edge->kind == ITEM)
            reach_by_replacements(w, step.row, c);
    }
    for (size_t j = 0; j < w->places; j++)
        for (size_t c = 0; c < w->t->nspent; c++) {
            uint64_t cost = step.row[cell_at(w, c, j)], all = sum(cost, *rest_at(w, node, c, j));
            if (j + 1 < w->places)
                reach(w, step.row, c, j + 1, cost, w->t->l->scope[node], LANGUAGE_INSERTION,
                      costs->insert);
            good = good || (all != NOWHERE && all == least_rest(w));
        }
    if (good || has_begun(w))
        return true;
    free(w->steps[--w->count].row);
    return false;
}

/* Returns whether the path has taken no item since it was last at the node. */
static bool took_nothing(const struct alignment_search *w, size_t node)
{
    size_t i = w->count - 1;
    while (i > 0 && w->steps[i].node != node && w->steps[i].edge->kind != ITEM)
        i--;
    return w->steps[i].node == node;
}

/* Searches depth-first from the last step. Returns whether it has found a nearest path. */
static bool search_on(struct alignment_search *w)
{
    const struct language *l = w->t->l;
    size_t node = w->steps[w->count - 1].node, before = w->count;
    for (size_t e = l->leaves[node]; e != NO_EDGE; e = l->edges[e].other) {
        const struct edge *edge = &l->edges[e];
        if ((edge->back && took_nothing(w, edge->to)) || !enter(w, edge, edge->to))
            continue;
        if (search_on(w))
            return true;
        while (w->count > before)
            free(w->steps[--w->count].row);
    }
    bool good = false;
    for (size_t c = 0; node == l->last && c < w->t->nspent; c++)
        good = good || w->steps[w->count - 1].row[cell_at(w, c, w->places - 1)] == least_rest(w);
    return good;
}

/* Writes the edits of a replacement from the last to the first. Returns their number. */
static size_t put_replacement(const struct replacement *r, char *edits)
{
    size_t n = r->items > r->characters ? r->items : r->characters;
    for (size_t i = 0; i < n; i++)
        edits[n - 1 - i] = i == 0 || r->edit == 'T' ? r->edit
                           : i >= r->characters     ? 'd'
                           : i >= r->items          ? 'i'
                                                    : 'c';
    return n;
}

/* The cells of the path that the trace back may be at. */
struct back {
    bool *in, *next; /* [step * nspent + spent]; next: after an edit */
    size_t j;
};

/* Marks in `to` the cells of step `from` and place `place` from which a move of this kind leads to
 * a marked cell of step `step`. Returns whether there are any. */
static bool mark_origins(const struct alignment_search *w, const struct back *b, size_t step,
                         size_t from, size_t place, size_t scope, enum language_kind kind,
                         size_t cost, bool *to)
{
    size_t n = w->t->nspent;
    bool any = false;
    for (size_t c = 0; c < n; c++) {
        size_t spent = c;
        if (!relaxation_spends(w->t, scope, kind, &spent))
            continue;
        uint64_t now = w->steps[step].row[cell_at(w, spent, b->j)];
        if (now == NOWHERE || !b->in[step * n + spent] ||
            sum(w->steps[from].row[cell_at(w, c, place)], as_cost(cost)) != now)
            continue;
        to[from * n + c] = any = true;
    }
    return any;
}

/* Returns the first replacement of this kind that leads to a marked cell of step `item`. */
static const struct replacement *replacement_back(const struct alignment_search *w,
                                                  const struct back *b, char edit, size_t item,
                                                  size_t *first)
{
    size_t scope;
    for (const struct replacement *r = w->replacements, *end = replacements_end(w); r < end; r++) {
        size_t begin = r->edit == edit && r->end == b->j
                           ? first_of_replacement(w, r, r->items, item, &scope)
                           : SIZE_MAX;
        if (begin == SIZE_MAX || !mark_origins(w, b, item, begin - 1, b->j - r->characters, scope,
                                               LANGUAGE_OTHER, r->cost, b->next))
            continue;
        *first = begin;
        return r;
    }
    return NULL;
}

/* Traces back the item of a step by an edit that takes characters. Returns the edit, or 0 if there
 * is none. */
static char undo_item(const struct alignment_search *w, struct back *b, size_t item,
                      const struct replacement **r, size_t *first)
{
    const struct edge *e = w->steps[item].edge;
    const struct language_costs *costs = w->t->costs;
    bool equal = b->j > 0 && is_equal(w, e, b->j - 1);
    *first = item;
    *r = NULL;
    if (b->j == 0)
        return 0;
    if (equal &&
        mark_origins(w, b, item, item - 1, b->j - 1, e->scope, LANGUAGE_NO_EDIT, 0, b->next))
        return '=';
    if ((*r = replacement_back(w, b, 'T', item, first)) != NULL)
        return 'T';
    if (!equal && mark_origins(w, b, item, item - 1, b->j - 1, e->scope, LANGUAGE_SUBSTITUTION,
                               costs->substitute, b->next))
        return 'X';
    return (*r = replacement_back(w, b, 'C', item, first)) != NULL ? 'C' : 0;
}

/* Writes the edits of the path from the last to the first. Returns their number. */
static size_t trace_back(const struct alignment_search *w, char *edits)
{
    size_t n = w->t->nspent, last = w->count - 1, count = 0;
    struct back b = {naive_allocate(w->count * n, 1), naive_allocate(w->count * n, 1),
                     w->places - 1};
    for (size_t c = 0; c < n; c++)
        b.in[last * n + c] = w->steps[last].row[cell_at(w, c, b.j)] == least_rest(w);
    for (;;) {
        size_t item = last;
        for (; item > 0 && w->steps[item].edge->kind != ITEM; item--)
            if (relaxation_holds(w->t, w->steps[item].edge, w->part.from + b.j))
                (void)mark_origins(w, &b, item, item - 1, b.j, w->t->l->scope[w->steps[item].node],
                                   kind_without_edit(w->steps[item].edge), 0, b.in);
        if (item == 0 && b.j == 0)
            break;
        const struct replacement *r = NULL;
        size_t first = item;
        char edit = item > 0 ? undo_item(w, &b, item, &r, &first) : 0;
        for (size_t i = item; edit != '=' && edit != 'X' && r == NULL && b.j > 0 && i <= last; i++)
            if (mark_origins(w, &b, i, i, b.j - 1, w->t->l->scope[w->steps[i].node],
                             LANGUAGE_INSERTION, w->t->costs->insert, b.next))
                edit = 'I';
        if (edit == 0) {
            edit = 'D';
            if (!mark_origins(w, &b, item, item - 1, b.j, w->steps[item].edge->scope,
                              LANGUAGE_DELETION, w->t->costs->delete, b.next))
                abort();
        }
        if (r != NULL)
            count += put_replacement(r, edits + count);
        else
            edits[count++] = edit;
        b.j -= r != NULL ? r->characters : edit != 'D';
        last = edit == 'I' ? last : first - 1;
        memcpy(b.in, b.next, w->count * n);
        memset(b.next, 0, w->count * n);
    }
    free(b.in);
    free(b.next);
    return count;
}

size_t language_align(const struct language *l, const struct text *x, const struct text *record,
                      const bool *word, struct language_part part,
                      const struct language_costs *costs, size_t *items, size_t *nitems,
                      char *edits, struct language_part *groups)
{
    struct relaxation t = relaxation_open(l, x, record, word, costs);
    struct alignment_search w = {.t = &t, .part = part, .places = part.to - part.from + 1};
    w.rest = naive_allocate(l->nnodes * t.nspent * w.places, sizeof *w.rest);
    find_replacements(&w);
    fill_rest(&w);
    if (!enter(&w, NULL, l->first) || !search_on(&w))
        abort();
    *nitems = 0;
    for (size_t g = 0; g < LANGUAGE_GROUPS; g++)
        groups[g] = (struct language_part){0, 0};
    for (size_t i = 1; i < w.count; i++) {
        const struct edge *edge = w.steps[i].edge;
        if (edge->kind == ITEM)
            items[(*nitems)++] = edge->item;
        if (edge->opens > 0 && edge->opens <= LANGUAGE_GROUPS)
            groups[edge->opens - 1].from = *nitems;
        if (edge->closes > 0 && edge->closes <= LANGUAGE_GROUPS)
            groups[edge->closes - 1].to = *nitems;
    }
    size_t count = trace_back(&w, edits);
    for (size_t a = 0, b = count; a + 1 < b; a++) {
        char edit = edits[--b];
        edits[b] = edits[a];
        edits[a] = edit;
    }
    for (size_t i = 0; i < w.count; i++)
        free(w.steps[i].row);
    free(w.steps);
    free(w.rest);
    for (size_t i = 0; i < w.nreplacements; i++)
        free(w.replacements[i].rest);
    free(w.replacements);
    free(t.after);
    return count;
}
