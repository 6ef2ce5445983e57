/*
 * levels.c - see levels.h.
 *
 * First the steps are made as if there were no loops; sources are the automaton's states so far.
 * Then the steps of loops are repeated, and sources get the numbers of states here.
 */
#include "scan/levels.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { STATES_MOST = 4096, STEPS_MOST = 1 << 16 };

/* A join that an automaton's item asked for. */
struct join {
    uint32_t owner;  /* that state: the sources are those that lead to it */
    uint32_t number; /* the join's */
    uint32_t second; /* the step of the second state that it leads to, or NONE */
    uint32_t next;   /* with the same last source, or NONE */
};

struct maker {
    const struct automaton *m;
    struct levels *l;
    uint32_t *begin, *end,
        *before;        /* before[begin[i] .. end[i]), ascending: those that lead to i */
    uint32_t *number;   /* of each state of the automaton: here */
    uint32_t *step;     /* likewise: which makes it */
    uint32_t *closed;   /* likewise: whether inserting behind it is seen to */
    uint32_t *joins_of; /* likewise: the first join whose last source it is */
    struct join *joins;
    uint32_t njoins, nsources, capacity;
    uint32_t *join_at; /* of each step: its join, or NONE */
    bool failed;
};

/* Before each state. What leads to itself without a symbol is left out. */

static bool leads(const struct automaton *m, uint32_t from, uint32_t to)
{
    return from != to || m->states[to].item != STATE_PASS;
}

static void find_before(struct maker *x)
{
    const struct automaton *m = x->m;
    for (uint32_t i = 0; i < m->nedges; i++)
        x->begin[m->edges[i] + 1]++;
    for (uint32_t i = 0; i < m->nstates; i++)
        x->begin[i + 1] += x->begin[i];
    memcpy(x->end, x->begin, m->nstates * sizeof *x->end);
    for (uint32_t i = 0; i < m->nstates; i++)
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++) {
            uint32_t to = m->edges[e], *end = &x->end[to];
            bool twice = *end > x->begin[to] && x->before[*end - 1] == i;
            if (!twice && leads(m, i, to))
                x->before[(*end)++] = i;
        }
}

/* Steps */

static uint32_t add_step(struct maker *x, struct levels_step s)
{
    struct levels *l = x->l;
    if (l->nsteps == x->capacity) {
        uint32_t capacity = 2 * x->capacity + 64;
        struct levels_step *steps =
            capacity > 2 * STEPS_MOST ? NULL : reallocarray(l->steps, capacity, sizeof *steps);
        if (steps == NULL) {
            x->failed = true;
            return 0;
        }
        l->steps = steps;
        x->capacity = capacity;
    }
    l->steps[l->nsteps] = s;
    return l->nsteps++;
}

/* The step of a join of n states, which ascend; those below `known` have steps before it. */
static struct levels_step join_of(struct maker *x, const uint32_t *states, uint32_t n,
                                  uint32_t known)
{
    struct levels_step s = {.kind = STEP_JOIN, .state = x->l->nstates++, .before = NONE};
    s.sources_begin = s.sources_known = x->nsources;
    for (uint32_t i = 0; i < n; i++) {
        x->l->sources[x->nsources++] = states[i];
        s.sources_known += states[i] < known;
    }
    s.sources_end = x->nsources;
    return s;
}

/* The join of those that lead to the state: there may be one for another that the same ones lead
 * to. */
static uint32_t find_join(struct maker *x, uint32_t state)
{
    const uint32_t *before = x->before + x->begin[state];
    uint32_t n = x->end[state] - x->begin[state], last = before[n - 1];
    for (uint32_t i = x->joins_of[last]; i != NONE; i = x->joins[i].next) {
        struct join *j = &x->joins[i];
        if (x->end[j->owner] - x->begin[j->owner] != n ||
            memcmp(x->before + x->begin[j->owner], before, n * sizeof *before) != 0)
            continue;
        j->second = j->second == NONE ? x->l->nsteps : j->second;
        return j->number;
    }
    struct levels_step s = join_of(x, before, n, state);
    x->joins[x->njoins] = (struct join){state, s.state, NONE, x->joins_of[last]};
    x->joins_of[last] = x->njoins++;
    x->join_at[add_step(x, s)] = x->njoins - 1;
    return s.state;
}

static void add_item(struct maker *x, uint32_t state)
{
    const struct state *t = &x->m->states[state];
    struct levels_step s = {.kind = t->edited ? STEP_ITEM : STEP_ENTER,
                            .insert = t->insert_behind,
                            .item = t->item,
                            .cost = t->cost};
    bool one = x->end[state] - x->begin[state] == 1;
    s.before = one ? x->number[x->before[x->begin[state]]] : find_join(x, state);
    s.state = x->number[state] = x->l->nstates++;
    x->step[state] = add_step(x, s);
    x->closed[state] = t->insert_behind;
    x->failed = x->failed || (t->edited && (t->cost > 0 || !t->insert_behind));
}

/* Whether inserting is seen to behind all that lead to the state. */
static bool all_closed(const struct maker *x, uint32_t state)
{
    for (uint32_t i = x->begin[state]; i < x->end[state]; i++)
        if (x->before[i] >= state || !x->closed[x->before[i]])
            return false;
    return true;
}

/* A state that matches nothing. It may be the same as the only one before it. */
static void add_pass(struct maker *x, uint32_t state)
{
    const struct state *t = &x->m->states[state];
    const uint32_t *before = x->before + x->begin[state];
    uint32_t n = x->end[state] - x->begin[state];
    bool closed = t->conditions == 0 && all_closed(x, state);
    x->closed[state] = closed || t->insert_behind;
    if (n == 1 && t->conditions == 0 && x->closed[state] == x->closed[before[0]]) {
        x->number[state] = x->number[before[0]];
        x->step[state] = x->step[before[0]];
        return;
    }
    struct levels_step s = join_of(x, before, n, state);
    s.insert = t->insert_behind && !closed;
    s.conditions = t->conditions;
    x->number[state] = s.state;
    x->step[state] = add_step(x, s);
}

/* The state where all paths may end. */
static void add_final(struct maker *x)
{
    const struct automaton *m = x->m;
    uint32_t n = 0, *last = x->before + x->begin[m->nstates];
    for (uint32_t i = 0; i < m->nstates; i++)
        if (m->states[i].last)
            last[n++] = i;
    if (n == 1) {
        x->l->final = x->number[last[0]];
        return;
    }
    struct levels_step s = join_of(x, last, n, m->nstates);
    x->l->final = s.state;
    (void)add_step(x, s);
}

static void add_states(struct maker *x)
{
    for (uint32_t i = 1; i < x->m->nstates && !x->failed; i++)
        if (x->m->states[i].item == STATE_PASS)
            add_pass(x, i);
        else
            add_item(x, i);
    if (!x->failed)
        add_final(x);
}

/* Loops */

/* The last step that leads back to the join; the join's own step if none does. */
static uint32_t led_back_from(const struct maker *x, const struct levels_step *steps, uint32_t join)
{
    const struct levels_step *s = &steps[join];
    uint32_t last = join;
    if (s->kind == STEP_JOIN)
        for (uint32_t i = s->sources_known; i < s->sources_end; i++) {
            uint32_t step = x->step[x->l->sources[i]];
            last = step > last ? step : last;
        }
    return last;
}

/* Whether it leads, up to step `last`, only to one state, and that alone leads back to it: then
 * what comes back brings that state nothing that it had not. */
static bool alone(const struct maker *x, const struct levels_step *steps, uint32_t join,
                  uint32_t last)
{
    const struct levels_step *s = &steps[join];
    const struct join *j = x->join_at[join] != NONE ? &x->joins[x->join_at[join]] : NULL;
    return j != NULL && (j->second == NONE || j->second > last) &&
           s->sources_end == s->sources_known + 1 && x->l->sources[s->sources_known] == j->owner;
}

static void add_again(struct maker *x, struct levels_step s)
{
    bool join = s.kind == STEP_JOIN;
    if (!join && (s.kind != STEP_ITEM || x->l->edits.delete == EDIT_NEVER))
        return;
    s.kind = join ? STEP_JOIN_AGAIN : STEP_ITEM_AGAIN;
    (void)add_step(x, s);
}

/* Steps [first, last], of which the first is a join that is led back to, are a loop, or several. */
static void repeat_loop(struct maker *x, const struct levels_step *steps, uint32_t first,
                        uint32_t last)
{
    uint32_t rounds = 0;
    for (uint32_t i = first; i <= last; i++)
        rounds += led_back_from(x, steps, i) > i && !alone(x, steps, i, last);
    for (; rounds > 0 && !x->failed; rounds--)
        for (uint32_t i = first; i <= last; i++)
            add_again(x, steps[i]);
    for (uint32_t i = first; i <= last; i++)
        if (led_back_from(x, steps, i) > i && alone(x, steps, i, last))
            add_again(x, steps[i]);
}

static void repeat_loops(struct maker *x)
{
    struct levels_step *steps = x->l->steps;
    uint32_t n = x->l->nsteps;
    x->l->steps = NULL;
    x->l->nsteps = x->capacity = 0;
    for (uint32_t i = 0, last; i < n && !x->failed; i = last + 1) {
        last = led_back_from(x, steps, i);
        for (uint32_t j = i; j <= last; j++) {
            uint32_t from = led_back_from(x, steps, j);
            last = from > last ? from : last;
            (void)add_step(x, steps[j]);
        }
        if (last > i)
            repeat_loop(x, steps, i, last);
    }
    free(steps);
}

/* Costs */

static uint32_t common(uint32_t a, uint32_t b)
{
    if (b == EDIT_NEVER)
        return a;
    while (b > 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void scale(uint32_t *cost, uint32_t unit)
{
    if (*cost != EDIT_NEVER)
        *cost /= unit;
}

/* The greatest unit of all costs, and the costs in it. */
static void scale_costs(struct maker *x)
{
    struct levels *l = x->l;
    struct edits *e = &l->edits;
    *e = x->m->edits;
    uint32_t unit = common(common(common(0, e->insert), e->delete), e->substitute);
    for (uint32_t i = 0; i < l->nsteps; i++)
        unit = common(unit, l->steps[i].cost);
    l->unit = unit = unit > 0 ? unit : 1;
    scale(&e->insert, unit);
    scale(&e->delete, unit);
    scale(&e->substitute, unit);
    for (uint32_t i = 0; i < l->nsteps; i++)
        l->steps[i].cost /= unit;
}

/* All together */

/* Sources are states of the automaton so far. */
static void finish(struct maker *x)
{
    struct levels *l = x->l;
    for (uint32_t i = 0; i < x->nsources; i++)
        l->sources[i] = x->number[l->sources[i]];
    for (uint32_t i = 0; i < l->nsteps; i++) {
        struct levels_step *s = &l->steps[i];
        s->follows =
            i > 0 && s->kind == STEP_ITEM && s[-1].kind == STEP_ITEM && s[-1].state == s->before;
        l->conditions |= s->conditions;
    }
}

static bool maker_open(struct maker *x, const struct automaton *m)
{
    size_t n = m->nstates, edges = m->nedges;
    *x = (struct maker){.m = m, .l = calloc(1, sizeof *x->l)};
    x->begin = calloc(n + 2, sizeof *x->begin);
    x->end = calloc(n + 1, sizeof *x->end);
    x->before = calloc(edges + n + 1, sizeof *x->before);
    x->number = calloc(n + 1, sizeof *x->number);
    x->step = calloc(n + 1, sizeof *x->step);
    x->closed = calloc(n + 1, sizeof *x->closed);
    x->joins_of = malloc((n + 1) * sizeof *x->joins_of);
    x->joins = calloc(n + 1, sizeof *x->joins);
    x->join_at = malloc((2 * n + 2) * sizeof *x->join_at);
    if (x->l == NULL || x->begin == NULL || x->end == NULL || x->before == NULL ||
        x->number == NULL || x->step == NULL || x->closed == NULL || x->joins_of == NULL ||
        x->joins == NULL || x->join_at == NULL)
        return false;
    memset(x->joins_of, 0xff, (n + 1) * sizeof *x->joins_of);
    memset(x->join_at, 0xff, (2 * n + 2) * sizeof *x->join_at);
    x->l->sources = calloc(2 * edges + n + 1, sizeof *x->l->sources);
    return x->l->sources != NULL;
}

static void maker_close(struct maker *x)
{
    free(x->begin);
    free(x->end);
    free(x->before);
    free(x->number);
    free(x->step);
    free(x->closed);
    free(x->joins_of);
    free(x->joins);
    free(x->join_at);
}

struct levels *levels_compile(const struct automaton *m)
{
    struct maker x;
    if (m->nstates > STATES_MOST)
        return NULL;
    if (!maker_open(&x, m))
        x.failed = true;
    if (!x.failed) {
        x.l->nstates = x.closed[0] = 1;
        find_before(&x);
        add_states(&x);
    }
    if (!x.failed) {
        scale_costs(&x);
        repeat_loops(&x);
    }
    if (!x.failed)
        finish(&x);
    maker_close(&x);
    if (!x.failed)
        return x.l;
    levels_free(x.l);
    return NULL;
}

void levels_free(struct levels *l)
{
    if (l == NULL)
        return;
    free(l->steps);
    free(l->sources);
    free(l);
}
