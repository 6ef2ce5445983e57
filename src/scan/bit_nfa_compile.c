/*
 * bit_nfa_compile.c - compiles an automaton to steps (bit_nfa.h).
 *
 * First the steps are made without regard to loops. At this stage states have the numbers of the
 * automaton, followed by joins. Then the steps of loops are repeated, and states are renumbered in
 * the order of steps.
 */
#include "scan/bit_nfa.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

#define NONE UINT32_MAX

enum { STEPS_MOST = 1 << 17 };

/* A join of the predecessors of an item's state. */
struct join {
    uint32_t owner;  /* the state whose predecessors are the sources */
    uint32_t number; /* the join's */
    uint32_t second; /* the step of its second successor, or NONE */
    uint32_t next;   /* next join with the same last source, or NONE */
};

struct step_maker {
    const struct automaton *m;
    struct bit_nfa *l;
    uint32_t *begin, *end,
        *before;    /* before[begin[i] .. end[i]): the predecessors of i, ascending */
    uint32_t *same; /* [state]: the state that it is merged into, usually itself */
    uint32_t *merged, *next_merged; /* [state]: first merged item, next merged item; or NONE */
    uint32_t *step;                 /* [state]: its step */
    uint32_t *closed;               /* [state]: whether insertions after it are already handled */
    uint32_t *joins_of;             /* [state]: the first join whose last source it is */
    struct join *joins;
    uint32_t njoins, nsources;
    size_t capacity;            /* of l->steps */
    uint32_t *join_at;          /* [step]: its join, or NONE */
    uint32_t *memory, *free;    /* memory of all the arrays above; its unused part */
    bool failed, out_of_memory; /* there is no result; the reason is lack of memory */
};

static void find_before(struct step_maker *x)
{
    const struct automaton *m = x->m;
    memset(x->begin, 0, (m->nstates + 1) * sizeof *x->begin);
    for (uint32_t i = 0; i < m->nedges; i++)
        x->begin[m->edges[i] + 1]++;
    for (uint32_t i = 0; i < m->nstates; i++)
        x->begin[i + 1] += x->begin[i];
    memcpy(x->end, x->begin, m->nstates * sizeof *x->end);
    for (uint32_t i = 0; i < m->nstates; i++)
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++) {
            uint32_t to = m->edges[e], *end = &x->end[to];
            bool twice = *end > x->begin[to] && x->before[*end - 1] == i;
            /* Epsilon loops on a state and merged states are ignored. */
            if (!twice && x->same[i] == i && (i != to || x->m->states[to].item != STATE_PASS))
                x->before[(*end)++] = i;
        }
}

/* Returns whether two item states have the same successors. */
static bool same_follows(const struct automaton *m, uint32_t a, uint32_t b)
{
    const struct state *s = &m->states[a], *t = &m->states[b];
    uint32_t n = s->edges_end - s->edges_begin;
    return s->item != STATE_PASS && t->item != STATE_PASS && s->last == t->last &&
           s->insert_behind == t->insert_behind && n == t->edges_end - t->edges_begin &&
           memcmp(m->edges + s->edges_begin, m->edges + t->edges_begin, n * sizeof *m->edges) == 0;
}

/* Returns whether the successors of `state` can become successors of `into` without breaking the
 * order. */
static bool keeps_order(const struct step_maker *x, uint32_t into, uint32_t state)
{
    const struct state *s = &x->m->states[state];
    for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
        uint32_t to = x->m->edges[e], i = x->begin[to];
        if (to < state || to > into)
            continue;
        while (x->before[i] == state || x->same[x->before[i]] != x->before[i])
            i++;
        if (x->before[i] >= to)
            return false;
    }
    return true;
}

/* Merges a state that no edit enters into another with the same successors. */
static bool merge_state(struct step_maker *x, uint32_t into, uint32_t state)
{
    if (into == state || x->same[into] != into || !x->m->states[into].edited ||
        !same_follows(x->m, into, state) || !keeps_order(x, into, state))
        return false;
    x->same[state] = into;
    x->next_merged[state] = x->merged[into];
    x->merged[into] = state;
    return true;
}

static void merge_states(struct step_maker *x)
{
    const struct automaton *m = x->m;
    for (uint32_t i = 1; i < m->nstates; i++) {
        const struct state *s = &m->states[i];
        if (s->edited || s->item == STATE_PASS)
            continue;
        bool follows = s->edges_begin < s->edges_end;
        uint32_t to = follows ? m->edges[s->edges_begin] : 0;
        uint32_t begin = follows ? x->begin[to] : 1, end = follows ? x->end[to] : m->nstates;
        for (bool done = false; begin < end && !done; begin++)
            done = merge_state(x, follows ? x->before[begin] : begin, i);
    }
}

static uint32_t add_step(struct step_maker *x, struct bit_nfa_step s)
{
    struct bit_nfa *l = x->l;
    bool many = l->nsteps == STEPS_MOST;
    if (many || !grow(&l->steps, &x->capacity, l->nsteps + 1, sizeof s)) {
        x->failed = true;
        x->out_of_memory = !many;
        return 0;
    }
    l->steps[l->nsteps] = s;
    return l->nsteps++;
}

/* Returns the step of a join of n states, x->before[first] and the following. */
static struct bit_nfa_step join_of(struct step_maker *x, uint32_t first, uint32_t n)
{
    struct bit_nfa_step s = {.kind = STEP_JOIN, .state = x->l->nstates++};
    s.sources_begin = s.sources_known = x->nsources;
    for (uint32_t i = 0; i < n; i++)
        x->l->sources[x->nsources++] = x->before[first + i];
    s.sources_end = x->nsources;
    return s;
}

/* Returns the join of the state's predecessors, perhaps one made for another state with the same
 * predecessors. */
static uint32_t find_join(struct step_maker *x, uint32_t state)
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
    struct bit_nfa_step s = join_of(x, x->begin[state], n);
    x->joins[x->njoins] = (struct join){state, s.state, NONE, x->joins_of[last]};
    x->joins_of[last] = x->njoins++;
    x->join_at[add_step(x, s)] = x->njoins - 1;
    return s.state;
}

/* Returns the state's only predecessor, or the join of its predecessors. */
static uint32_t source_of(struct step_maker *x, uint32_t state)
{
    bool one = x->end[state] - x->begin[state] == 1;
    return one ? x->before[x->begin[state]] : find_join(x, state);
}

/* Adds the entries of merged states. An entry that costs no less than a substitution is left
 * out. */
static void add_entries(struct step_maker *x, struct bit_nfa_step *s)
{
    struct bit_nfa *l = x->l;
    s->entries_begin = l->nentries;
    for (uint32_t i = x->merged[s->state]; i != NONE; i = x->next_merged[i]) {
        const struct state *t = &x->m->states[i];
        uint32_t before = source_of(x, i);
        if (before != s->before || t->cost < x->m->edits.substitute)
            l->entries[l->nentries++] = (struct bit_nfa_entry){before, t->item, t->cost};
    }
    s->entries_end = l->nentries;
}

static void add_item(struct step_maker *x, uint32_t state)
{
    const struct state *t = &x->m->states[state];
    struct bit_nfa_step s = {.kind = t->edited ? STEP_ITEM : STEP_ENTER,
                             .insert = t->insert_behind,
                             .state = state,
                             .before = source_of(x, state),
                             .item = t->item,
                             .cost = t->cost};
    add_entries(x, &s);
    x->step[state] = add_step(x, s) + 1;
    x->closed[state] = t->insert_behind;
    x->failed = x->failed || (t->edited && (t->cost > 0 || !t->insert_behind));
}

/* Adds an epsilon state. It may be merged with its only predecessor. */
static void add_pass(struct step_maker *x, uint32_t state)
{
    const struct state *t = &x->m->states[state];
    const uint32_t *before = x->before + x->begin[state];
    uint32_t n = x->end[state] - x->begin[state];
    bool closed = t->conditions == 0; /* insertions after all predecessors are already handled */
    for (uint32_t i = 0; i < n; i++)
        closed = closed && before[i] < state && x->closed[before[i]];
    x->closed[state] = closed || t->insert_behind;
    if (n == 1 && t->conditions == 0 && x->closed[state] == x->closed[before[0]]) {
        x->same[state] = x->same[before[0]];
        x->step[state] = x->step[before[0]];
        return;
    }
    struct bit_nfa_step s = join_of(x, x->begin[state], n);
    s.state = state;
    s.insert = t->insert_behind && !closed;
    s.conditions = t->conditions;
    s.cost = t->cost;
    x->step[state] = add_step(x, s) + 1;
}

/* Adds the final state. */
static void add_final(struct step_maker *x)
{
    const struct automaton *m = x->m;
    uint32_t n = 0, first = x->begin[m->nstates];
    for (uint32_t i = 0; i < m->nstates; i++)
        if (m->states[i].last && (x->same[i] == i || m->states[i].item == STATE_PASS))
            x->before[first + n++] = i;
    if (n == 1) {
        x->l->final = x->before[first];
        return;
    }
    struct bit_nfa_step s = join_of(x, first, n);
    x->l->final = s.state;
    (void)add_step(x, s);
}

static void add_states(struct step_maker *x)
{
    for (uint32_t i = 1; i < x->m->nstates && !x->failed; i++)
        if (x->m->states[i].item == STATE_PASS)
            add_pass(x, i);
        else if (x->same[i] == i)
            add_item(x, i);
    if (!x->failed)
        add_final(x);
}

/* Loops */

/* Sorts the sources of each join: those already computed come first. */
static void sort_sources(struct step_maker *x)
{
    for (uint32_t i = 0; i < x->l->nsteps; i++) {
        struct bit_nfa_step *s = &x->l->steps[i];
        for (uint32_t j = s->sources_begin; j < s->sources_end; j++) {
            uint32_t *sources = x->l->sources, source = sources[j];
            if (x->step[source] > i)
                continue;
            sources[j] = sources[s->sources_known];
            sources[s->sources_known++] = source;
        }
    }
}

/* Returns the last step that leads back to the join; the join's own step if none does. */
static uint32_t led_back_from(const struct step_maker *x, const struct bit_nfa_step *steps,
                              uint32_t join)
{
    const struct bit_nfa_step *s = &steps[join];
    uint32_t last = join;
    if (s->kind == STEP_JOIN)
        for (uint32_t i = s->sources_known; i < s->sources_end; i++) {
            uint32_t step = x->step[x->l->sources[i]] - 1;
            last = step > last ? step : last;
        }
    return last;
}

/* Returns whether the join leads, up to step `last`, to only one state, which alone leads back to
 * it: then the loop adds nothing to that state. */
static bool alone(const struct step_maker *x, const struct bit_nfa_step *steps, uint32_t join,
                  uint32_t last)
{
    const struct bit_nfa_step *s = &steps[join];
    const struct join *j = x->join_at[join] != NONE ? &x->joins[x->join_at[join]] : NULL;
    return j != NULL && (j->second == NONE || j->second > last) &&
           s->sources_end == s->sources_known + 1 && x->l->sources[s->sources_known] == j->owner;
}

static void add_again(struct step_maker *x, struct bit_nfa_step s)
{
    bool join = s.kind == STEP_JOIN;
    if (!join && (s.kind != STEP_ITEM || x->l->edits.delete == EDIT_NEVER))
        return;
    s.kind = join ? STEP_JOIN_AGAIN : STEP_ITEM_AGAIN;
    (void)add_step(x, s);
}

/* Repeats steps [first, last] of one or several loops, beginning with a join that later steps lead
 * back to. */
static void repeat_loop(struct step_maker *x, const struct bit_nfa_step *steps, uint32_t first,
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

static void repeat_loops(struct step_maker *x)
{
    struct bit_nfa_step *steps = x->l->steps;
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

/* Renumbers the states in the order of their steps: numbers[i] is the new number of i. */
static void renumber(struct step_maker *x, uint32_t *numbers)
{
    struct bit_nfa *l = x->l;
    uint32_t n = 1;
    memset(numbers, 0, l->nstates * sizeof *numbers);
    for (uint32_t i = 0; i < l->nsteps; i++)
        if (numbers[l->steps[i].state] == 0)
            numbers[l->steps[i].state] = n++;
    for (uint32_t i = 1; i < x->m->nstates; i++)
        numbers[i] = numbers[x->same[i]];
    for (uint32_t i = 0; i < x->nsources; i++)
        l->sources[i] = numbers[l->sources[i]];
    for (uint32_t i = 0; i < l->nentries; i++)
        l->entries[i].before = numbers[l->entries[i].before];
    for (uint32_t i = 0; i < l->nsteps; i++) {
        l->steps[i].state = numbers[l->steps[i].state];
        l->steps[i].before = numbers[l->steps[i].before];
    }
    l->final = numbers[l->final];
    l->nstates = n;
}

static void finish_steps(struct step_maker *x)
{
    struct bit_nfa *l = x->l;
    renumber(x, x->join_at); /* large enough, and no longer needed */
    for (uint32_t i = 0; i < l->nsteps; i++) {
        struct bit_nfa_step *s = &l->steps[i];
        s->follows =
            i > 0 && s->kind == STEP_ITEM && s[-1].kind == STEP_ITEM && s[-1].state == s->before;
        l->conditions |= s->conditions;
    }
}

/* Allocates n numbers from the maker's memory. */
static uint32_t *carve(struct step_maker *x, size_t n)
{
    x->free += n;
    return x->free - n;
}

static bool maker_open(struct step_maker *x, const struct automaton *m)
{
    size_t n = m->nstates + 1, before = m->nedges + n;
    *x = (struct step_maker){.m = m, .l = calloc(1, sizeof *x->l)};
    x->memory = x->free = calloc(10 * n + 1 + before, sizeof *x->memory);
    x->joins = calloc(n, sizeof *x->joins);
    if (x->l == NULL || x->memory == NULL || x->joins == NULL)
        return false;
    x->begin = carve(x, n + 1);
    x->end = carve(x, n);
    x->same = carve(x, n);
    x->step = carve(x, n);
    x->closed = carve(x, n);
    x->before = carve(x, before);
    x->merged = carve(x, n);
    x->next_merged = carve(x, n);
    x->joins_of = carve(x, n);
    x->join_at = carve(x, 2 * n);
    memset(x->merged, 0xff, 5 * n * sizeof *x->merged); /* NONE, up to the end of the memory */
    for (uint32_t i = 0; i < m->nstates; i++)
        x->same[i] = i;
    x->l->nstates = m->nstates;
    x->l->sources = calloc(before, sizeof *x->l->sources);
    x->l->entries = calloc(n, sizeof *x->l->entries);
    return x->l->sources != NULL && x->l->entries != NULL;
}

bool bit_nfa_compile(const struct automaton *m, struct bit_nfa **program)
{
    struct step_maker x;
    *program = NULL;
    if (!maker_open(&x, m))
        x.failed = x.out_of_memory = true;
    if (!x.failed) {
        x.closed[0] = 1;
        find_before(&x);
        merge_states(&x);
        find_before(&x);
        add_states(&x);
    }
    if (!x.failed) {
        bit_nfa_scale(x.l, m);
        sort_sources(&x);
        repeat_loops(&x);
    }
    if (!x.failed)
        finish_steps(&x);
    free(x.memory);
    free(x.joins);
    if (x.failed)
        bit_nfa_free(x.l);
    else
        *program = x.l;
    return !x.out_of_memory;
}
