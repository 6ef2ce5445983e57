/*
 * nearest.c - see nearest.h.
 *
 * A table tells what it costs from each state and column to the end. With it, a path is followed
 * from the beginning: at each state the first edge is taken by which the least cost can still be
 * reached. For each state of the path there is a row: what the path costs so far, in those columns
 * from where the least cost can still be reached. Back through these rows the edits are traced: all
 * ways back go through such columns only. They are few, so a path may be long.
 *
 * The path goes through no states that are aside, so its items are the sequence. Where some of its
 * last items are exchanged or confused (edit_operations.h), a row tells what that costs. A path on
 * which this has only begun is good when its next items can complete it.
 */
#include "output/nearest.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "output/edit_operations.h"
#include "query/expression_tree.h"

enum { CELLS_MOST = 1 << 28 };

#define NO_COST UINT32_MAX

struct step { /* a state of the path */
    uint32_t state;
    uint32_t edge;     /* the next one of the state to be tried */
    size_t row;        /* its cells begin there in the rows */
    size_t begin, end; /* they are those of columns [begin, end) */
};

struct nearest_search {
    const struct automaton *m;
    const struct alphabet *a;
    const struct nearest_text *text;
    size_t width;      /* columns */
    uint32_t *holding; /* conditions of each column */
    uint32_t *rest;    /* [state * width + column]: the least cost from there to the end */
    struct edit_operations uses;
    uint64_t *seen; /* [state * CONFUSION_EDGE_MOST + items taken]: by this look ahead */
    uint64_t looks;
    struct step *path;
    size_t npath, path_capacity;
    uint32_t *rows;
    size_t rows_capacity;
};

static uint32_t plus(uint32_t a, uint32_t b)
{
    return a > NO_COST - b ? NO_COST : a + b;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool has_item(const struct nearest_search *s, size_t column, uint32_t item)
{
    return alphabet_matches(s->a, s->text->symbols[column], item);
}

/* What it costs that the symbol behind the column stands for the item of t. */
static uint32_t diagonal(const struct nearest_search *s, const struct state *t, size_t column)
{
    if (has_item(s, column, t->item))
        return t->cost;
    return t->edited ? s->m->edits.substitute : NO_COST;
}

static uint32_t deletion(const struct nearest_search *s, const struct state *t)
{
    return t->edited ? s->m->edits.delete : NO_COST;
}

static bool passes(const struct nearest_search *s, const struct state *t, size_t column)
{
    return (t->conditions & ~s->holding[column]) == 0;
}

static void hold(struct nearest_search *s, uint32_t word_item)
{
    const struct text_around *around = &s->text->around;
    size_t n = s->width - 1;
    for (size_t j = 0; j <= n; j++) {
        bool before = j == 0 ? around->word_before : has_item(s, j - 1, word_item);
        bool behind = j == n ? around->word_behind : has_item(s, j, word_item);
        s->holding[j] = (j == 0 && around->begins ? CONDITION_BEGIN : 0) |
                        (j == n && around->ends ? CONDITION_END : 0) |
                        (before == behind ? CONDITION_NO_BORDER : CONDITION_BORDER) |
                        (behind && !before ? CONDITION_WORD : 0) |
                        (before && !behind ? CONDITION_WORD_ENDS : 0);
    }
}

/* Returns the least cost from a state and a column that is known so far. */
static uint32_t rest_of(const struct nearest_search *s, uint32_t state, size_t j)
{
    const struct state *from = &s->m->states[state];
    bool last = j + 1 == s->width;
    uint32_t least = from->last && last ? 0 : NO_COST;
    if (from->insert_behind && !last)
        least = lesser(least, plus(s->rest[state * s->width + j + 1], s->m->edits.insert));
    for (uint32_t e = from->edges_begin; e < from->edges_end; e++) {
        const struct state *to = &s->m->states[s->m->edges[e]];
        const uint32_t *rest = &s->rest[s->m->edges[e] * s->width + j];
        if (to->item == STATE_PASS) {
            least = passes(s, to, j) ? lesser(least, rest[0]) : least;
            continue;
        }
        least = lesser(least, plus(rest[0], deletion(s, to)));
        if (!last)
            least = lesser(least, plus(rest[1], diagonal(s, to, j)));
    }
    return least;
}

static void fill_rest(struct nearest_search *s)
{
    memset(s->rest, 0xff, s->m->nstates * s->width * sizeof *s->rest);
    for (size_t j = s->width; j-- > 0;)
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = s->m->nstates; i-- > 0;) {
                uint32_t rest = rest_of(s, i, j);
                changed = changed || rest < s->rest[i * s->width + j];
                s->rest[i * s->width + j] = rest;
            }
        }
}

/* Exchanges and confusions on the path */

static uint32_t cell(const struct nearest_search *s, size_t step, size_t j)
{
    const struct step *p = &s->path[step];
    return j >= p->begin && j < p->end ? s->rows[p->row + j - p->begin] : NO_COST;
}

static const struct state *state_of(const struct nearest_search *s, size_t step)
{
    return &s->m->states[s->path[step].state];
}

/* The steps of items that may be taken together, the last one of a path first. */
struct chain {
    size_t steps[CONFUSION_EDGE_MOST];
    uint32_t n;
};

static struct chain chain_of(const struct nearest_search *s, size_t step)
{
    struct chain c = {.n = 0};
    for (size_t i = step; i > 0 && c.n < CONFUSION_EDGE_MOST; i--) {
        const struct state *t = state_of(s, i);
        if (t->item == STATE_PASS ? t->conditions != 0 : !t->edited)
            break;
        if (t->item != STATE_PASS)
            c.steps[c.n++] = i;
    }
    return c;
}

/* Returns the cost of the path with a use whose characters end at column j, if the first `taken`
 * items of the use are the last ones of the chain; otherwise NO_COST. */
static uint32_t cost_with(const struct nearest_search *s, const struct chain *c,
                          const struct use *use, uint32_t taken, size_t j)
{
    if (taken > c->n)
        return NO_COST;
    for (uint32_t i = 0; i < taken; i++)
        if (!alphabet_matches(s->a, use->symbols[taken - 1 - i], state_of(s, c->steps[i])->item))
            return NO_COST;
    return plus(cell(s, c->steps[taken - 1] - 1, j - use->characters), use->cost);
}

/* The least cost of a path that ends at column j with a whole use. */
static uint32_t least_use(const struct nearest_search *s, const struct chain *c, size_t j)
{
    uint32_t least = NO_COST;
    for (size_t u = s->uses.ends[j]; c->n > 0 && u < s->uses.ends[j + 1]; u++) {
        const struct use *use = &s->uses.list[u];
        least = lesser(least, cost_with(s, c, use, use->items, j));
    }
    return least;
}

/* The least cost from column j to the end for a path to `state` on which some items of a use are
 * taken, and then the others. */
static uint32_t look(struct nearest_search *s, const struct use *use, uint32_t state,
                     uint32_t taken, size_t j)
{
    if (taken == use->items)
        return s->rest[state * s->width + j];
    uint64_t *seen = &s->seen[(size_t)state * CONFUSION_EDGE_MOST + taken];
    uint32_t least = NO_COST;
    if (*seen == s->looks)
        return least;
    *seen = s->looks;
    const struct state *from = &s->m->states[state];
    for (uint32_t e = from->edges_begin; e < from->edges_end; e++) {
        uint32_t to = s->m->edges[e];
        const struct state *t = &s->m->states[to];
        if (t->item == STATE_PASS && t->conditions == 0)
            least = lesser(least, look(s, use, to, taken, j));
        else if (t->edited && alphabet_matches(s->a, use->symbols[taken], t->item))
            least = lesser(least, look(s, use, to, taken + 1, j));
    }
    return least;
}

/* Whether the least cost of all can be reached by a use that has begun on the path. */
static bool goes_on(struct nearest_search *s, size_t step)
{
    struct chain chain = chain_of(s, step);
    for (size_t j = 0; chain.n > 0 && j < s->width; j++)
        for (size_t u = s->uses.ends[j]; u < s->uses.ends[j + 1]; u++)
            for (uint32_t taken = 1; taken < s->uses.list[u].items; taken++) {
                const struct use *use = &s->uses.list[u];
                uint32_t cost = cost_with(s, &chain, use, taken, j);
                s->looks++;
                if (cost <= s->rest[0] &&
                    plus(cost, look(s, use, s->path[step].state, taken, j)) == s->rest[0])
                    return true;
            }
    return false;
}

/* The path */

/* The cost of column j in the last step's row, by the rows before it. */
static uint32_t step_cost(const struct nearest_search *s, const struct chain *chain, size_t j)
{
    size_t step = s->npath - 1;
    const struct state *t = state_of(s, step);
    if (step == 0)
        return j == 0 ? 0 : NO_COST;
    if (t->item == STATE_PASS)
        return passes(s, t, j) ? cell(s, step - 1, j) : NO_COST;
    uint32_t cost = plus(cell(s, step - 1, j), deletion(s, t));
    if (j > 0)
        cost = lesser(cost, plus(cell(s, step - 1, j - 1), diagonal(s, t, j - 1)));
    return lesser(cost, least_use(s, chain, j));
}

struct column_range {
    size_t from, to;
};

/* Adds the columns of a step, if it has any, and `behind` columns behind them. */
static void widen(struct column_range *c, const struct step *p, size_t behind)
{
    if (p->begin == p->end)
        return;
    c->from = p->begin < c->from ? p->begin : c->from;
    c->to = p->end + behind > c->to ? p->end + behind : c->to;
}

/* Where the row of the last step may have cells by those before it. */
static struct column_range reach(const struct nearest_search *s, const struct chain *chain)
{
    size_t step = s->npath - 1;
    struct column_range c = {s->width, 0};
    if (step == 0)
        return (struct column_range){0, 1};
    widen(&c, &s->path[step - 1], 1);
    for (uint32_t i = 0; i < chain->n; i++)
        widen(&c, &s->path[chain->steps[i] - 1], CONFUSION_EDGE_MOST);
    return c;
}

/* Fills the row of the last step. */
static void fill_row(struct nearest_search *s)
{
    size_t step = s->npath - 1;
    struct step *p = &s->path[step];
    const struct state *t = state_of(s, step);
    struct chain chain = chain_of(s, t->item == STATE_PASS ? 0 : step);
    uint32_t before = NO_COST;
    struct column_range c = reach(s, &chain);
    for (size_t j = c.from; j < s->width && (j < c.to || before < NO_COST); j++) {
        uint32_t cost = step_cost(s, &chain, j);
        if (t->insert_behind)
            cost = lesser(cost, plus(before, s->m->edits.insert));
        uint32_t all = plus(cost, s->rest[p->state * s->width + j]);
        before = all == s->rest[0] ? cost : NO_COST;
        if (p->begin == p->end && before == NO_COST)
            continue;
        if (p->begin == p->end)
            p->begin = j;
        xgrow(&s->rows, &s->rows_capacity, p->row + j + 1 - p->begin, sizeof *s->rows);
        s->rows[p->row + j - p->begin] = before;
        p->end = before < NO_COST ? j + 1 : p->end;
    }
}

/* Adds a step with its row. Returns whether the least cost of all can still be reached. */
static bool add_step(struct nearest_search *s, uint32_t state)
{
    const struct step *last = s->npath > 0 ? &s->path[s->npath - 1] : NULL;
    size_t row = last != NULL ? last->row + last->end - last->begin : 0;
    if (row > CELLS_MOST)
        die("an occurrence is too long to be aligned with its expression");
    xgrow(&s->path, &s->path_capacity, s->npath + 1, sizeof *s->path);
    s->path[s->npath++] = (struct step){state, s->m->states[state].edges_begin, row, 0, 0};
    fill_row(s);
    return s->path[s->npath - 1].begin < s->path[s->npath - 1].end || goes_on(s, s->npath - 1);
}

/* Whether the path has come to the state since its last item. */
static bool goes_round(const struct nearest_search *s, uint32_t state)
{
    for (size_t i = s->npath; i-- > 0 && s->m->states[s->path[i].state].item == STATE_PASS;)
        if (s->path[i].state == state)
            return true;
    return false;
}

static void find_path(struct nearest_search *s)
{
    (void)add_step(s, 0);
    for (;;) {
        struct step *step = &s->path[s->npath - 1];
        const struct state *from = &s->m->states[step->state];
        if (step->edge < from->edges_end) {
            uint32_t to = s->m->edges[step->edge++];
            if (!s->m->states[to].aside && !goes_round(s, to) && !add_step(s, to))
                s->npath--;
            continue;
        }
        if (from->last && cell(s, s->npath - 1, s->width - 1) == s->rest[0])
            return;
        s->npath--; /* not this way: there is another one */
    }
}

/* The edits */

/* The steps of a group, an item and what it passes up to the next one, in which the way back may
 * be: [first, end) of those marked. */
struct group_steps {
    size_t item; /* the step of the item; 0 is the beginning */
    size_t end;
    bool *in; /* of each step */
};

/* The group that ends with step `last`, which alone is marked: no step before it is yet. */
static struct group_steps group_of(const struct nearest_search *s, size_t last, bool *in)
{
    struct group_steps g = {last, last + 1, in};
    while (g.item > 0 && state_of(s, g.item)->item == STATE_PASS)
        g.item--;
    in[last] = true;
    return g;
}

/* Marks where the way back comes from by passing states in this column. */
static void pass_back(const struct nearest_search *s, struct group_steps *g, size_t j)
{
    for (size_t i = g->end; i-- > g->item + 1;)
        if (g->in[i] && passes(s, state_of(s, i), j) && cell(s, i - 1, j) == cell(s, i, j))
            g->in[i - 1] = true;
}

/* Keeps marked from where a symbol was inserted before column j; false: nowhere, all stay. */
static bool insert_back(const struct nearest_search *s, struct group_steps *g, size_t j)
{
    bool any = false;
    for (size_t i = g->item; i < g->end; i++)
        any = any || (g->in[i] && j > 0 && state_of(s, i)->insert_behind &&
                      cell(s, i, j) == plus(cell(s, i, j - 1), s->m->edits.insert));
    for (size_t i = g->item; any && i < g->end; i++)
        g->in[i] = g->in[i] && state_of(s, i)->insert_behind &&
                   cell(s, i, j) == plus(cell(s, i, j - 1), s->m->edits.insert);
    return any;
}

/* A step back: the edit, what it takes of the path and of the text, and the step of the first item
 * that it takes. */
struct back {
    char edit;
    uint32_t items, characters;
    size_t item;
};

/* Whether the diagonal to column j - 1 is on the way back, by a match ('=') or a substitution. */
static bool diagonal_back(const struct nearest_search *s, const struct group_steps *g, size_t j,
                          char edit)
{
    const struct state *t = state_of(s, g->item);
    return has_item(s, j - 1, t->item) == (edit == '=') &&
           plus(cell(s, g->item - 1, j - 1), diagonal(s, t, j - 1)) == cell(s, g->item, j);
}

/* Whether such a use is on the way back; then *back becomes it. */
static bool use_back(const struct nearest_search *s, const struct group_steps *g, size_t j,
                     char edit, struct back *back)
{
    struct chain chain = chain_of(s, g->item);
    for (size_t u = s->uses.ends[j]; u < s->uses.ends[j + 1]; u++) {
        const struct use *use = &s->uses.list[u];
        if (use->edit != edit || cost_with(s, &chain, use, use->items, j) != cell(s, g->item, j))
            continue;
        *back = (struct back){edit, use->items, use->characters, chain.steps[use->items - 1]};
        return true;
    }
    return false;
}

/* The step back that is preferred. */
static struct back step_back(const struct nearest_search *s, struct group_steps *g, size_t j)
{
    static const char order[] = "=TXC";
    struct back back = {'=', 1, 1, g->item};
    bool good = g->in[g->item] && g->item > 0 && j > 0 && cell(s, g->item, j) < NO_COST;
    for (const char *edit = order; good && *edit != '\0'; edit++) {
        back.edit = *edit;
        if (*edit == 'T' || *edit == 'C' ? use_back(s, g, j, *edit, &back)
                                         : diagonal_back(s, g, j, *edit))
            return back;
    }
    return insert_back(s, g, j) ? (struct back){'I', 0, 1, g->item}
                                : (struct back){'D', 1, 0, g->item};
}

/* Writes the edits of a step before `end`; returns the first of them. */
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

static void trace(const struct nearest_search *s, struct nearest *to)
{
    bool *in = xcalloc(s->npath, sizeof *in);
    size_t j = s->width - 1, most = s->npath + j;
    struct group_steps g = group_of(s, s->npath - 1, in);
    to->edits = xreallocarray(NULL, most, 1);
    char *end = to->edits + most;
    for (;;) {
        pass_back(s, &g, j);
        if (g.item == 0 && j == 0)
            break;
        struct back back = step_back(s, &g, j);
        end = put_back(&back, end);
        j -= back.characters;
        if (back.items > 0)
            g = group_of(s, back.item - 1, in);
    }
    to->nedits = (size_t)(to->edits + most - end);
    memmove(to->edits, end, to->nedits);
    free(in);
}

static void take_mark(const struct state *t, struct nearest *to)
{
    if (t->begins > 0 && t->begins <= NEAREST_GROUPS)
        to->groups[t->begins - 1].start = to->nitems;
    if (t->ends > 0 && t->ends <= NEAREST_GROUPS)
        to->groups[t->ends - 1].end = to->nitems;
}

static void take_items(const struct nearest_search *s, struct nearest *to)
{
    memset(to->groups, 0, sizeof to->groups);
    to->items = xreallocarray(NULL, s->npath, sizeof *to->items);
    to->nitems = 0;
    for (size_t i = 0; i < s->npath; i++)
        if (state_of(s, i)->item != STATE_PASS)
            to->items[to->nitems++] = state_of(s, i)->item;
        else
            take_mark(state_of(s, i), to);
}

void nearest_find(struct nearest *to, const struct query *q, size_t pattern, struct alphabet *a,
                  const struct nearest_text *text)
{
    const struct pattern *p = &q->patterns[pattern];
    const struct automaton *m = p->marked != NULL ? p->marked : p->automaton;
    struct nearest_search s = {.m = m, .a = a, .text = text, .width = text->n + 1};
    if (s.width > CELLS_MOST / m->nstates)
        die("an occurrence is too long to be aligned with its expression");
    s.holding = xcalloc(s.width, sizeof *s.holding);
    s.rest = xreallocarray(NULL, m->nstates * s.width, sizeof *s.rest);
    s.seen = xcalloc((size_t)m->nstates * CONFUSION_EDGE_MOST, sizeof *s.seen);
    edit_operations_find(&s.uses, q, &m->edits, a, text->symbols, text->n);
    hold(&s, q->word_item);
    fill_rest(&s);
    find_path(&s);
    take_items(&s, to);
    trace(&s, to);
    to->distance = s.rest[0];
    free(s.holding);
    free(s.rest);
    free(s.seen);
    edit_operations_free(&s.uses);
    free(s.path);
    free(s.rows);
}

void nearest_free(struct nearest *n)
{
    free(n->items);
    free(n->edits);
    *n = (struct nearest){.items = NULL};
}
