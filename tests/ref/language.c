#include "language.h"

#include <stdlib.h>
#include <string.h>

#include "language_network.h"

/* Returns the number of values of `spent` with the limits of the whole expression. */
static size_t count_all_spent(const struct language *l, const struct language_costs *costs)
{
    return l->nspent * language_count_spent(&costs->limits);
}

/* Counts an edit in the digits from `stride` on. Returns false if a limit would be exceeded. */
static bool spend_in(const struct language_limits *limits, size_t stride, enum language_kind kind,
                     size_t *spent)
{
    for (size_t k = 0; k < LANGUAGE_KINDS; k++) {
        if (!limits->limited[k])
            continue;
        bool most = *spent / stride % (limits->most[k] + 1) == limits->most[k];
        if ((k == kind || k == LANGUAGE_OTHER) && most)
            return false;
        *spent += k == kind || k == LANGUAGE_OTHER ? stride : 0;
        stride *= limits->most[k] + 1;
    }
    return true;
}

/*
 * With nested scopes, one digit of `spent` has the least depth of the path's nodes since its last
 * item or condition, and whether there was an insertion since then. An insertion counts in the
 * scope at this depth, and this scope must contain both items around the insertion: the path must
 * not leave the scope before the next item. Insertions outside of all scopes are free. Sets *scope
 * to the scope that counts the move. Returns false if the move is not allowed.
 */
static bool cross_scopes(const struct language *l, enum language_kind kind, size_t *scope,
                         size_t *spent)
{
    size_t digit = *spent / l->between % (2 * l->deepest + 1), least = (digit + 1) / 2;
    size_t depth = l->scopes[*scope].depth;
    bool inserted = digit > 0 && digit % 2 == 0, good = true;
    if (kind == LANGUAGE_INSERTION) {
        while (l->scopes[*scope].depth > least)
            *scope = l->scopes[*scope].outer;
        inserted = true;
    } else if (kind != LANGUAGE_PASSING || depth < least) {
        good = kind != LANGUAGE_PASSING || !inserted;
        least = depth;
        inserted = false;
    }
    size_t now = least == 0 ? 0 : 2 * least - !inserted;
    *spent = *spent - digit * l->between + now * l->between;
    return good;
}

/* Counts a move in a scope and in the whole expression. Returns false if it is not allowed. */
static bool spend(const struct language *l, const struct language_costs *costs, size_t scope,
                  enum language_kind kind, size_t *spent)
{
    if (l->deepest > 1 && !cross_scopes(l, kind, &scope, spent))
        return false;
    if (kind >= LANGUAGE_NO_EDIT)
        return true;
    return (scope == 0 ||
            spend_in(&l->scopes[scope].limits, l->scopes[scope].stride, kind, spent)) &&
           spend_in(&costs->limits, l->nspent, kind, spent);
}

/* Returns the least cost of a path from the first node to the last whose items cost `item` each.
 * Items are deleted, unless `costs` is NULL. */
static size_t least_path(const struct language *l, size_t item, const struct language_costs *costs)
{
    size_t n = costs != NULL ? count_all_spent(l, costs) : 1;
    uint64_t *v = naive_allocate(l->nnodes * n, sizeof *v), least = NOWHERE;
    memset(v, 0xff, l->nnodes * n * sizeof *v);
    v[l->first * n] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < l->nedges; e++)
            for (size_t c = 0; c < n; c++) {
                const struct edge *edge = &l->edges[e];
                size_t to = c;
                if (costs != NULL &&
                    !spend(l, costs, l->scope[edge->to],
                           edge->kind == ITEM ? LANGUAGE_DELETION : kind_without_edit(edge), &to))
                    continue;
                changed = lower(&v[edge->to * n + to],
                                add_cost(v[edge->from * n + c], edge->kind == ITEM ? item : 0)) ||
                          changed;
            }
    }
    for (size_t c = 0; c < n; c++)
        (void)lower(&least, v[l->last * n + c]);
    free(v);
    return least == NOWHERE ? LANGUAGE_NEVER : (size_t)(least >> 32);
}

size_t language_shortest(const struct language *l)
{
    return least_path(l, 1, NULL);
}

size_t language_states(const struct language *l)
{
    return l->nnodes * l->nspent;
}

size_t language_vacuous(const struct language *l, const struct language_costs *costs)
{
    return least_path(l, costs->delete, costs);
}

enum { ALL_KINDS = LANGUAGE_PASSING + 1 };

struct relaxation relaxation_open(const struct language *l, const struct text *x,
                                  const struct text *record, const bool *word,
                                  const struct language_costs *costs)
{
    struct relaxation t = {l, x, record, word, costs, count_all_spent(l, costs), NULL, {NULL}};
    t.after = naive_allocate((l->nscopes + 1) * ALL_KINDS * t.nspent, sizeof *t.after);
    return t;
}

/* Calls spend() once for each scope, kind and value of `spent`. */
bool relaxation_spends(const struct relaxation *t, size_t scope, enum language_kind kind,
                       size_t *spent)
{
    size_t *after = &t->after[(scope * ALL_KINDS + kind) * t->nspent + *spent];
    if (*after == 0)
        *after = spend(t->l, t->costs, scope, kind, spent) ? *spent + 2 : 1;
    *spent = *after - 2;
    return *after > 1;
}

bool relaxation_holds(const struct relaxation *t, const struct edge *edge, size_t j)
{
    size_t n = t->record->n;
    bool before = j > 0 && t->word[j - 1], behind = j < n && t->word[j];
    switch (edge->kind) {
    case BEGIN:
        return j == 0;
    case END:
        return j == n;
    case BORDER:
        return before != behind;
    case NO_BORDER:
        return before == behind;
    case WORD_BEGIN:
        return !before && behind;
    case WORD_END:
        return before && !behind;
    default:
        return true;
    }
}

static void relax(struct relaxation *t, size_t j)
{
    uint64_t *now = t->columns[0];
    size_t n = t->nspent;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < t->l->nedges; e++)
            for (size_t c = 0; c < n; c++) {
                const struct edge *edge = &t->l->edges[e];
                size_t to = c, cost = edge->kind == ITEM ? t->costs->delete : 0;
                bool item = edge->kind == ITEM;
                if ((!item && !relaxation_holds(t, edge, j)) ||
                    !relaxation_spends(t, t->l->scope[edge->to],
                                       item ? LANGUAGE_DELETION : kind_without_edit(edge), &to))
                    continue;
                changed = lower(&now[edge->to * n + to], add_cost(now[edge->from * n + c], cost)) ||
                          changed;
            }
    }
}

void relaxation_spread(const struct relaxation *t, uint64_t *v, bool back)
{
    const struct language *l = t->l;
    size_t n = t->nspent;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < l->nedges; i++) {
            const struct edge *edge = &l->edges[back ? l->nedges - 1 - i : i];
            for (size_t c = 0; c < n && edge->kind == EMPTY; c++) {
                size_t spent = c;
                if (!relaxation_spends(t, l->scope[edge->to], LANGUAGE_PASSING, &spent))
                    continue;
                uint64_t *from = &v[edge->from * n + c], *to = &v[edge->to * n + spent];
                changed = (back ? lower(from, *to) : lower(to, *from)) || changed;
            }
        }
    }
}

void relaxation_pass(const struct relaxation *t, uint64_t *v, size_t scope, uint32_t expected,
                     bool back)
{
    const struct language *l = t->l;
    size_t n = t->nspent;
    uint64_t *to = naive_allocate(l->nnodes * n, sizeof *to);
    memset(to, 0xff, l->nnodes * n * sizeof *to);
    for (size_t e = 0; e < l->nedges; e++) {
        const struct edge *edge = &l->edges[e];
        if (edge->kind != ITEM || edge->scope != scope || !text_equal(t->x, edge->item, expected))
            continue;
        for (size_t c = 0, spent; c < n; c++) {
            (void)relaxation_spends(t, scope, LANGUAGE_NO_EDIT, (spent = c, &spent));
            size_t before = edge->from * n + c, behind = edge->to * n + spent;
            (void)lower(&to[back ? before : behind], v[back ? behind : before]);
        }
    }
    memcpy(v, to, l->nnodes * n * sizeof *to);
    free(to);
}

/* Replaces n items of one scope, which match expected[], by characters before this place: an
 * exchange or a confusion. `from`: the column before these characters. */
static void replace_items(struct relaxation *t, const uint64_t *from, const uint32_t *expected,
                          size_t n, size_t cost)
{
    size_t all = t->l->nnodes * t->nspent;
    uint64_t *v = naive_allocate(all, sizeof *v);
    for (size_t scope = 0; scope <= t->l->nscopes; scope++) {
        memcpy(v, from, all * sizeof *v);
        for (size_t i = 0; i < n; i++) {
            relaxation_spread(t, v, false);
            relaxation_pass(t, v, scope, expected[i], false);
        }
        for (size_t i = 0; i < all; i++) {
            size_t to = i % t->nspent;
            if (relaxation_spends(t, scope, LANGUAGE_OTHER, &to))
                (void)lower(&t->columns[0][i - i % t->nspent + to], add_cost(v[i], cost));
        }
    }
    free(v);
}

static void add_exchanges(struct relaxation *t, size_t j)
{
    const uint32_t *text = t->record->folded;
    if (j > 1)
        replace_items(t, t->columns[2], (const uint32_t[]){text[j - 1], text[j - 2]}, 2,
                      t->costs->transpose);
}

/* Adds the confusions whose last character in the text is j - 1. */
static void add_confusions(struct relaxation *t, size_t j)
{
    for (size_t i = 0; i < t->costs->nconfusions; i++) {
        const struct language_confusion *c = &t->costs->confusions[i];
        bool occurs = c->items.n <= j;
        for (size_t n = 0; occurs && n < c->items.n; n++)
            occurs = text_equal(&c->items, n, t->record->folded[j - c->items.n + n]);
        if (occurs)
            replace_items(t, t->columns[c->items.n], c->characters.folded, c->characters.n,
                          c->cost);
    }
}

/* Computes the moves that take character j - 1 to a new column. */
static void take_character(struct relaxation *t, size_t j)
{
    uint64_t *oldest = t->columns[LANGUAGE_SIDE], *before = t->columns[0];
    size_t n = t->nspent;
    memmove(t->columns + 1, t->columns, LANGUAGE_SIDE * sizeof *t->columns);
    t->columns[0] = oldest;
    memset(oldest, 0xff, t->l->nnodes * n * sizeof *oldest);
    for (size_t i = 0; i < t->l->nnodes; i++)
        for (size_t c = 0, to; c < n; c++)
            if (relaxation_spends(t, t->l->scope[i], LANGUAGE_INSERTION, (to = c, &to)))
                (void)lower(&oldest[i * n + to], add_cost(before[i * n + c], t->costs->insert));
    for (size_t e = 0; e < t->l->nedges; e++) {
        const struct edge *edge = &t->l->edges[e];
        if (edge->kind != ITEM)
            continue;
        bool equal = text_equal(t->x, edge->item, t->record->folded[j - 1]);
        for (size_t c = 0; c < n; c++) {
            size_t to = c;
            if (relaxation_spends(t, edge->scope, equal ? LANGUAGE_NO_EDIT : LANGUAGE_SUBSTITUTION,
                                  &to))
                (void)lower(&oldest[edge->to * n + to],
                            add_cost(before[edge->from * n + c], equal ? 0 : t->costs->substitute));
        }
    }
    if (t->costs->transpose != LANGUAGE_NEVER)
        add_exchanges(t, j);
    if (t->costs->nconfusions > 0)
        add_confusions(t, j);
}

uint64_t *language_row(const struct language *l, const struct text *x, const struct text *record,
                       const bool *word, size_t from, size_t to, const bool *may_start,
                       const struct language_costs *costs)
{
    struct relaxation t = relaxation_open(l, x, record, word, costs);
    size_t size = l->nnodes * t.nspent;
    uint64_t *row = naive_allocate(to - from + 1, sizeof *row);
    for (size_t i = 0; i <= LANGUAGE_SIDE; i++) {
        t.columns[i] = naive_allocate(size, sizeof *t.columns[i]);
        memset(t.columns[i], 0xff, size * sizeof *t.columns[i]);
    }
    for (size_t j = from; j <= to; j++) {
        if (j > from)
            take_character(&t, j);
        if (may_start[j])
            (void)lower(&t.columns[0][l->first * t.nspent], j);
        relax(&t, j);
        row[j - from] = NOWHERE;
        for (size_t c = 0; c < t.nspent; c++)
            (void)lower(&row[j - from], t.columns[0][l->last * t.nspent + c]);
    }
    for (size_t i = 0; i <= LANGUAGE_SIDE; i++)
        free(t.columns[i]);
    free(t.after);
    return row;
}
