/*
 * nearest.c - see nearest.h.
 *
 * A place is a column with what may have been spent of the budget (edit_budget.h). A table tells
 * what it costs from each state and place to the end. With it, a path is followed from the
 * beginning: at each state the first edge is taken by which the least cost can still be reached.
 * For each state of the path there is a row: what the path costs so far, in those places from where
 * the least cost can still be reached. Back through these rows the edits are traced: all ways back
 * go through such places only. They are few, so a path may be long.
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
#include "query/edit_budget.h"
#include "query/expression_tree.h"

enum { CELLS_MOST = 1 << 28 };

#define NO_COST UINT32_MAX
#define NO_PLACE SIZE_MAX

struct step { /* a state of the path */
    uint32_t state;
    uint32_t edge;     /* the next one of the state to be tried */
    size_t row;        /* its cells begin there in the rows */
    size_t begin, end; /* they are those of places [begin, end) */
};

struct nearest_search {
    const struct automaton *m;
    const struct alphabet *a;
    const struct nearest_text *text;
    size_t columns;
    uint32_t spents;   /* places of a column */
    size_t width;      /* places: place i is of column i / spents, with i % spents spent */
    uint32_t *holding; /* conditions of each column */
    uint32_t *rest;    /* [state * width + place]: the least cost from there to the end */
    uint32_t *costs;   /* [place]: the row that is being filled; NO_COST before and behind */
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

/* A way on: what it costs, and the kind of edit that it is. */
struct move {
    uint32_t cost;
    unsigned kind;
};

/* The symbol behind the column stands for the item of t. */
static struct move diagonal(const struct nearest_search *s, const struct state *t, size_t column)
{
    if (has_item(s, column, t->item))
        return (struct move){t->cost, t->exchanged ? KIND_OTHER : KIND_NONE};
    return (struct move){t->edited ? s->m->edits.substitute : NO_COST, KIND_SUBSTITUTION};
}

static struct move deletion(const struct nearest_search *s, const struct state *t)
{
    return (struct move){t->edited ? s->m->edits.delete : NO_COST, KIND_DELETION};
}

static struct move insertion(const struct nearest_search *s, const struct state *t)
{
    return (struct move){t->insert_behind ? s->m->edits.insert : NO_COST, KIND_INSERTION};
}

static const struct move pass = {0, KIND_NONE};

/* The place in a state and a column behind one of `spent`; NO_PLACE: the budget forbids it. */
static size_t place_after(const struct nearest_search *s, uint32_t state, size_t column,
                          uint32_t spent, struct move move)
{
    uint32_t after = edit_budget_after(s->m->budget, state, spent, move.kind);
    bool none = after == SPENT_NONE || move.cost == NO_COST || column >= s->columns;
    return none ? NO_PLACE : column * s->spents + after;
}

static bool passes(const struct nearest_search *s, const struct state *t, size_t column)
{
    return (t->conditions & ~s->holding[column]) == 0;
}

static void hold(struct nearest_search *s, uint32_t word_item)
{
    const struct text_around *around = &s->text->around;
    size_t n = s->columns - 1;
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

/* The cost of a move, and then from that place of the state to the end. */
static uint32_t rest_after(const struct nearest_search *s, uint32_t state, size_t column,
                           uint32_t spent, struct move move)
{
    size_t place = place_after(s, state, column, spent, move);
    return place == NO_PLACE ? NO_COST : plus(s->rest[state * s->width + place], move.cost);
}

/* Returns the least cost from a state and a place that is known so far. */
static uint32_t rest_of(const struct nearest_search *s, uint32_t state, size_t j, uint32_t spent)
{
    const struct state *from = &s->m->states[state];
    bool last = j + 1 == s->columns;
    uint32_t least = from->last && last ? 0 : NO_COST;
    least = lesser(least, rest_after(s, state, j + 1, spent, insertion(s, from)));
    for (uint32_t e = from->edges_begin; e < from->edges_end; e++) {
        uint32_t number = s->m->edges[e];
        const struct state *to = &s->m->states[number];
        if (to->item == STATE_PASS) {
            if (passes(s, to, j))
                least = lesser(least, rest_after(s, number, j, spent, pass));
            continue;
        }
        least = lesser(least, rest_after(s, number, j, spent, deletion(s, to)));
        if (!last)
            least = lesser(least, rest_after(s, number, j + 1, spent, diagonal(s, to, j)));
    }
    return least;
}

static void fill_rest(struct nearest_search *s)
{
    memset(s->rest, 0xff, s->m->nstates * s->width * sizeof *s->rest);
    for (size_t j = s->columns; j-- > 0;)
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = s->m->nstates; i-- > 0;)
                for (uint32_t spent = 0; spent < s->spents; spent++) {
                    uint32_t rest = rest_of(s, i, j, spent);
                    uint32_t *known = &s->rest[i * s->width + j * s->spents + spent];
                    changed = changed || rest < *known;
                    *known = rest;
                }
        }
}

/* Exchanges and confusions on the path */

static uint32_t cell(const struct nearest_search *s, size_t step, size_t place)
{
    const struct step *p = &s->path[step];
    return place >= p->begin && place < p->end ? s->rows[p->row + place - p->begin] : NO_COST;
}

static const struct state *state_of(const struct nearest_search *s, size_t step)
{
    return &s->m->states[s->path[step].state];
}

/* The steps of items that may be taken together, the last one of a path first, all in one scope. */
struct chain {
    size_t steps[CONFUSION_EDGE_MOST];
    uint32_t n, scope;
};

static struct chain chain_of(const struct nearest_search *s, size_t step)
{
    struct chain c = {.n = 0};
    for (size_t i = step; i > 0 && c.n < CONFUSION_EDGE_MOST; i--) {
        const struct state *t = state_of(s, i);
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

/* Whether the first `taken` items of the use are the last ones of the chain. */
static bool ends_with(const struct nearest_search *s, const struct chain *c, const struct use *use,
                      uint32_t taken)
{
    if (taken > c->n)
        return false;
    for (uint32_t i = 0; i < taken; i++)
        if (!alphabet_matches(s->a, use->symbols[taken - 1 - i], state_of(s, c->steps[i])->item))
            return false;
    return true;
}

/* The cost of the path before the first `taken` items of the chain, in the column before a use
 * whose characters end at column j. */
static uint32_t before_use(const struct nearest_search *s, const struct chain *c,
                           const struct use *use, uint32_t taken, size_t j, uint32_t spent)
{
    return cell(s, c->steps[taken - 1] - 1, (j - use->characters) * s->spents + spent);
}

static struct move use_move(const struct use *use)
{
    return (struct move){use->cost, KIND_OTHER};
}

/* What is looked ahead for: the other items of a use behind a path on which some are taken. */
struct use_ahead {
    const struct use *use;
    uint32_t scope; /* of its items */
    size_t column;  /* where its characters end */
    uint32_t spent; /* before it */
};

/* The least cost, with the use, to the end for a path to `state` on which some items are taken. */
static uint32_t look(struct nearest_search *s, const struct use_ahead *l, uint32_t state,
                     uint32_t taken)
{
    const struct use *use = l->use;
    if (taken == use->items)
        return rest_after(s, state, l->column, l->spent, use_move(use));
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
            least = lesser(least, look(s, l, to, taken));
        else if (t->edited && t->scope == l->scope &&
                 alphabet_matches(s->a, use->symbols[taken], t->item))
            least = lesser(least, look(s, l, to, taken + 1));
    }
    return least;
}

/* Whether the least cost of all can be reached by a use, some of whose items are taken. */
static bool use_goes_on(struct nearest_search *s, size_t step, const struct chain *chain,
                        const struct use *use, uint32_t taken, size_t j)
{
    for (uint32_t spent = 0; ends_with(s, chain, use, taken) && spent < s->spents; spent++) {
        uint32_t cost = before_use(s, chain, use, taken, j, spent);
        const struct use_ahead l = {use, chain->scope, j, spent};
        s->looks++;
        if (cost <= s->rest[0] && plus(cost, look(s, &l, s->path[step].state, taken)) == s->rest[0])
            return true;
    }
    return false;
}

/* Whether the least cost of all can be reached by a use that has begun on the path. */
static bool goes_on(struct nearest_search *s, size_t step)
{
    struct chain chain = chain_of(s, step);
    for (size_t j = 0; chain.n > 0 && j < s->columns; j++)
        for (size_t u = s->uses.ends[j]; u < s->uses.ends[j + 1]; u++)
            for (uint32_t taken = 1; taken < s->uses.list[u].items; taken++)
                if (use_goes_on(s, step, &chain, &s->uses.list[u], taken, j))
                    return true;
    return false;
}

/* The path */

/* Places [from, to), from `from` on the costs that are known of a row. */
struct place_range {
    size_t from, to;
};

/* A path with this cost comes to the last step's state by a move. */
static void come(struct nearest_search *s, struct place_range *c, size_t column, uint32_t spent,
                 uint32_t cost, struct move move)
{
    size_t place = place_after(s, s->path[s->npath - 1].state, column, spent, move);
    cost = plus(cost, move.cost);
    if (place == NO_PLACE || cost >= s->costs[place])
        return;
    s->costs[place] = cost;
    c->from = place < c->from ? place : c->from;
    c->to = place >= c->to ? place + 1 : c->to;
}

/* The ways to the last step from the one before. */
static void come_from_before(struct nearest_search *s, struct place_range *c)
{
    size_t before = s->npath - 2;
    const struct state *t = state_of(s, s->npath - 1);
    for (size_t place = s->path[before].begin; place < s->path[before].end; place++) {
        size_t j = place / s->spents;
        uint32_t spent = place % s->spents, cost = cell(s, before, place);
        if (cost == NO_COST)
            continue;
        if (t->item == STATE_PASS) {
            if (passes(s, t, j))
                come(s, c, j, spent, cost, pass);
            continue;
        }
        come(s, c, j, spent, cost, deletion(s, t));
        if (j + 1 < s->columns)
            come(s, c, j + 1, spent, cost, diagonal(s, t, j));
    }
}

/* The ways to the last step by uses, the last of whose items it has. */
static void come_by_uses(struct nearest_search *s, struct place_range *c)
{
    struct chain chain = chain_of(s, s->npath - 1);
    size_t from = s->columns, to = 0;
    for (uint32_t i = 0; i < chain.n; i++) {
        const struct step *before = &s->path[chain.steps[i] - 1];
        size_t end = before->end / s->spents + CONFUSION_EDGE_MOST + 1;
        if (before->begin < before->end) {
            from = before->begin / s->spents < from ? before->begin / s->spents : from;
            to = end > to ? end : to;
        }
    }
    for (size_t j = from; j < to && j < s->columns; j++)
        for (size_t u = s->uses.ends[j]; u < s->uses.ends[j + 1]; u++) {
            const struct use *use = &s->uses.list[u];
            for (uint32_t spent = 0; ends_with(s, &chain, use, use->items) && spent < s->spents;
                 spent++)
                come(s, c, j, spent, before_use(s, &chain, use, use->items, j, spent),
                     use_move(use));
        }
}

/* Fills the row of the last step: the places from which the least cost of all can be reached. */
static void fill_row(struct nearest_search *s)
{
    struct step *p = &s->path[s->npath - 1];
    const struct state *t = &s->m->states[p->state];
    struct place_range c = {s->width, 0};
    if (s->npath == 1)
        come(s, &c, 0, 0, 0, pass);
    else
        come_from_before(s, &c);
    if (s->npath > 1 && t->item != STATE_PASS && s->uses.n > 0)
        come_by_uses(s, &c);
    for (size_t place = c.from; place < c.to; place++) {
        uint32_t cost = s->costs[place];
        s->costs[place] = NO_COST;
        bool good =
            cost < NO_COST && plus(cost, s->rest[p->state * s->width + place]) == s->rest[0];
        if (!good && p->begin == p->end)
            continue;
        if (p->begin == p->end)
            p->begin = place;
        xgrow(&s->rows, &s->rows_capacity, p->row + place + 1 - p->begin, sizeof *s->rows);
        s->rows[p->row + place - p->begin] = good ? cost : NO_COST;
        p->end = good ? place + 1 : p->end;
        if (good)
            come(s, &c, place / s->spents + 1, place % s->spents, cost, insertion(s, t));
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
        if (from->last && s->path[s->npath - 1].end > s->width - s->spents)
            return;
        s->npath--; /* not this way: there is another one */
    }
}

/* The edits */

/* The steps of a group: an item, and what it passes up to the next one. The way back may be in
 * those that are marked, each with what has been spent. */
struct group_steps {
    size_t item; /* the step of the item; 0 is the beginning */
    size_t end;
    bool *in;    /* [step * spents + spent] */
    bool *other; /* likewise: scratch, all false */
};

/* The group that ends with step `last`; no other step of it is marked yet. */
static void find_group(const struct nearest_search *s, struct group_steps *g, size_t last)
{
    g->item = last;
    g->end = last + 1;
    while (g->item > 0 && state_of(s, g->item)->item == STATE_PASS)
        g->item--;
}

/* Whether a move from a place of step `from`, in column `column`, leads to a marked place of step
 * `to` in column j. */
static bool leads_back(const struct nearest_search *s, const struct group_steps *g, size_t from,
                       size_t column, uint32_t spent, size_t to, size_t j, struct move move)
{
    size_t place = place_after(s, s->path[to].state, j, spent, move);
    uint32_t cost = cell(s, from, column * s->spents + spent);
    return place != NO_PLACE && cost < NO_COST && g->in[to * s->spents + place % s->spents] &&
           plus(cost, move.cost) == cell(s, to, place);
}

/* Marks in `marks` where such moves come from; returns whether there are any. */
static bool mark_back(const struct nearest_search *s, const struct group_steps *g, size_t from,
                      size_t column, size_t to, size_t j, struct move move, bool *marks)
{
    bool any = false;
    for (uint32_t spent = 0; spent < s->spents; spent++)
        if (leads_back(s, g, from, column, spent, to, j, move))
            marks[from * s->spents + spent] = any = true;
    return any;
}

/* Marks where the way back comes from by passing states in this column. */
static void pass_back(const struct nearest_search *s, struct group_steps *g, size_t j)
{
    for (size_t i = g->end; i-- > g->item + 1;)
        if (passes(s, state_of(s, i), j))
            (void)mark_back(s, g, i - 1, j, i, j, pass, g->in);
}

/* Only the marks in g->other are left. */
static void take_marks(const struct nearest_search *s, struct group_steps *g)
{
    size_t n = s->npath * s->spents;
    bool *old = g->in;
    g->in = g->other;
    g->other = old;
    memset(g->other, 0, n * sizeof *g->other);
}

/* Goes back over a symbol that was inserted before column j; false: it was nowhere. */
static bool insert_back(const struct nearest_search *s, struct group_steps *g, size_t j)
{
    bool any = false;
    for (size_t i = g->item; j > 0 && i < g->end; i++)
        any = mark_back(s, g, i, j - 1, i, j, insertion(s, state_of(s, i)), g->other) || any;
    if (any)
        take_marks(s, g);
    return any;
}

/* A step back: the edit, what it takes of the path and of the text. */
struct back {
    char edit;
    uint32_t items, characters;
};

/* Goes back to the step before `item`, by what g->other has. */
static void leave_group(const struct nearest_search *s, struct group_steps *g, size_t item)
{
    take_marks(s, g);
    find_group(s, g, item - 1);
}

/* Goes back by a match ('=') or a substitution, if that is on the way back. */
static bool diagonal_back(const struct nearest_search *s, struct group_steps *g, size_t j,
                          char edit)
{
    const struct state *t = state_of(s, g->item);
    if (has_item(s, j - 1, t->item) != (edit == '=') ||
        !mark_back(s, g, g->item - 1, j - 1, g->item, j, diagonal(s, t, j - 1), g->other))
        return false;
    leave_group(s, g, g->item);
    return true;
}

/* Goes back by such a use, if that is on the way back; then *back becomes it. */
static bool use_back(const struct nearest_search *s, struct group_steps *g, size_t j, char edit,
                     struct back *back)
{
    struct chain chain = chain_of(s, g->item);
    for (size_t u = s->uses.ends[j]; u < s->uses.ends[j + 1]; u++) {
        const struct use *use = &s->uses.list[u];
        if (use->edit != edit || !ends_with(s, &chain, use, use->items))
            continue;
        size_t first = chain.steps[use->items - 1];
        if (!mark_back(s, g, first - 1, j - use->characters, g->item, j, use_move(use), g->other))
            continue;
        *back = (struct back){edit, use->items, use->characters};
        leave_group(s, g, first);
        return true;
    }
    return false;
}

/* Goes back by the edit that is preferred. */
static struct back step_back(const struct nearest_search *s, struct group_steps *g, size_t j)
{
    static const char order[] = "=TXC";
    struct back back = {'=', 1, 1};
    for (const char *edit = order; g->item > 0 && j > 0 && *edit != '\0'; edit++) {
        back.edit = *edit;
        if (*edit == 'T' || *edit == 'C' ? use_back(s, g, j, *edit, &back)
                                         : diagonal_back(s, g, j, *edit))
            return back;
    }
    if (insert_back(s, g, j))
        return (struct back){'I', 0, 1};
    (void)mark_back(s, g, g->item - 1, j, g->item, j, deletion(s, state_of(s, g->item)), g->other);
    leave_group(s, g, g->item);
    return (struct back){'D', 1, 0};
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
    size_t j = s->columns - 1, last = s->npath - 1, most = s->npath + j;
    struct group_steps g = {.in = xcalloc(s->npath * s->spents, sizeof *g.in),
                            .other = xcalloc(s->npath * s->spents, sizeof *g.other)};
    for (uint32_t spent = 0; spent < s->spents; spent++)
        g.in[last * s->spents + spent] = cell(s, last, j * s->spents + spent) < NO_COST;
    find_group(s, &g, last);
    to->edits = xreallocarray(NULL, most, 1);
    char *end = to->edits + most;
    for (;;) {
        pass_back(s, &g, j);
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
    struct nearest_search s = {.m = m, .a = a, .text = text, .columns = text->n + 1};
    s.spents = m->budget != NULL ? m->budget->nspent : 1;
    s.width = s.columns * s.spents;
    if (s.width > CELLS_MOST / m->nstates)
        die("an occurrence is too long to be aligned with its expression");
    s.holding = xcalloc(s.columns, sizeof *s.holding);
    s.costs = xreallocarray(NULL, s.width, sizeof *s.costs);
    memset(s.costs, 0xff, s.width * sizeof *s.costs);
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
    free(s.costs);
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
