/*
 * automaton.c - Glushkov's construction, fragment by fragment.
 *
 * A fragment is what a node of the expression became: the states where it is entered and those
 * where it is left. Lists of them are joined, never copied, so all is linear in the states.
 */
#include "query/automaton.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "query/expression.h"

#define NO_STATE UINT32_MAX
#define NO_LINK UINT32_MAX

enum {
    MANY = 8,             /* states that are worth a place where their edges meet */
    BYWAYS_MOST = 1 << 19 /* more are not made */
};

struct link {
    uint32_t state, next;
};

struct list { /* a chain of links */
    uint32_t first, last, n;
};

struct fragment {
    struct list first, last;
    bool optional; /* it may be passed by; one without states is that always */
};

struct edge {
    uint32_t from, to;
};

struct builder {
    const struct expression *x;
    struct state *states;
    size_t nstates, states_capacity;
    struct edge *edges;
    size_t nedges, edges_capacity;
    struct link *links;
    size_t nlinks, links_capacity;
    bool exact;        /* within an exact group */
    uint32_t *numbers; /* what settle() makes of those of the states; NULL: nobody asks */
};

/* Lists */

static struct list list_of(struct builder *b, uint32_t state)
{
    xgrow(&b->links, &b->links_capacity, b->nlinks + 1, sizeof *b->links);
    b->links[b->nlinks] = (struct link){state, NO_LINK};
    uint32_t link = (uint32_t)b->nlinks++;
    return (struct list){link, link, 1};
}

/* Both in one; neither is a list of its own any more. */
static struct list join(struct builder *b, struct list x, struct list y)
{
    if (x.n == 0)
        return y;
    if (y.n == 0)
        return x;
    b->links[x.last].next = y.first;
    return (struct list){x.first, y.last, x.n + y.n};
}

/* States and edges */

static uint32_t add_state(struct builder *b, uint32_t item, uint32_t conditions)
{
    bool free = !b->exact;
    xgrow(&b->states, &b->states_capacity, b->nstates + 1, sizeof *b->states);
    b->states[b->nstates] = (struct state){.item = item,
                                           .conditions = conditions,
                                           .edited = free && item != STATE_PASS,
                                           .insert_before = free,
                                           .insert_behind = free};
    return (uint32_t)b->nstates++;
}

static struct fragment fragment_of(struct builder *b, uint32_t state)
{
    return (struct fragment){list_of(b, state), list_of(b, state), false};
}

static void add_edge(struct builder *b, uint32_t from, uint32_t to)
{
    xgrow(&b->edges, &b->edges_capacity, b->nedges + 1, sizeof *b->edges);
    b->edges[b->nedges++] = (struct edge){from, to};
}

static void add_edges(struct builder *b, struct list from, struct list to)
{
    for (uint32_t i = from.first, n = from.n; n-- > 0; i = b->links[i].next)
        for (uint32_t j = to.first, k = to.n; k-- > 0; j = b->links[j].next)
            add_edge(b, b->links[i].state, b->links[j].state);
}

/* Leads all of `from` to all of `to`; by a state between them where that is asked for, or has fewer
 * edges. Returns that state, or NO_STATE. */
static uint32_t lead(struct builder *b, struct list from, struct list to, bool meet)
{
    if (!meet && (uint64_t)from.n * to.n <= (uint64_t)from.n + to.n + 1) {
        add_edges(b, from, to);
        return NO_STATE;
    }
    uint32_t between = add_state(b, STATE_PASS, 0);
    add_edges(b, from, list_of(b, between));
    add_edges(b, list_of(b, between), to);
    return between;
}

/* Fragments */

/* x, then y. Where one is optional, the lists of the other become longer; where states meet, that
 * state stands for those before it, and for those behind it. */
static struct fragment then(struct builder *b, struct fragment x, struct fragment y)
{
    if (x.first.n == 0)
        return y;
    if (y.first.n == 0)
        return x;
    bool meet = (x.optional && y.first.n > MANY) || (y.optional && x.last.n > MANY);
    uint32_t between = lead(b, x.last, y.first, meet);
    if (x.optional)
        x.first = join(b, x.first, between == NO_STATE ? y.first : list_of(b, between));
    if (y.optional)
        y.last = join(b, between == NO_STATE ? x.last : list_of(b, between), y.last);
    return (struct fragment){x.first, y.last, x.optional && y.optional};
}

static struct fragment either(struct builder *b, struct fragment x, struct fragment y)
{
    return (struct fragment){join(b, x.first, y.first), join(b, x.last, y.last),
                             x.optional || y.optional};
}

static const struct fragment empty = {{NO_LINK, NO_LINK, 0}, {NO_LINK, NO_LINK, 0}, true};

static struct fragment build(struct builder *b, uint32_t node);

/* One copy, and up to `more` others: one is left behind any of them. */
static struct fragment build_more(struct builder *b, uint32_t node, uint32_t more)
{
    struct fragment f = build(b, node);
    struct list last = f.last;
    for (; more > 0 && f.first.n > 0; more--) {
        struct fragment copy = build(b, node);
        if (copy.optional || last.n > MANY) { /* then it is simpler to pass by each copy */
            copy.optional = true;
            f.last = last;
            f = then(b, f, copy);
            last = f.last;
            continue;
        }
        (void)lead(b, f.last, copy.first, false);
        f.last = copy.last;
        last = join(b, last, copy.last);
    }
    f.last = last;
    return f;
}

static struct fragment build_repeat(struct builder *b, const struct node *n)
{
    struct fragment f = empty, copy;
    bool forever = n->most == REPEAT_FOREVER;
    uint32_t copies = forever && n->least == 0 ? 1 : n->least;
    for (uint32_t i = 0; i < copies; i++) {
        copy = build(b, n->child);
        if (forever && i + 1 == copies && copy.first.n > 0)
            (void)lead(b, copy.last, copy.first, false);
        f = then(b, f, copy);
    }
    if (n->least == 0)
        f.optional = true;
    if (forever || n->most == n->least)
        return f;
    copy = build_more(b, n->child, n->most - n->least - 1);
    copy.optional = true;
    return then(b, f, copy);
}

/* A state before the group and one behind it, where edits may be. */
static struct fragment build_exact(struct builder *b, const struct node *n)
{
    bool outer = b->exact;
    struct fragment begin = fragment_of(b, add_state(b, STATE_PASS, 0));
    b->exact = true;
    struct fragment inner = build(b, n->child);
    b->exact = outer;
    struct fragment end = fragment_of(b, add_state(b, STATE_PASS, 0));
    return then(b, then(b, begin, inner), end);
}

/* The fragment, but what passes it by goes through a state: so it has its place among alternatives.
 */
static struct fragment solid(struct builder *b, struct fragment x)
{
    if (!x.optional)
        return x;
    struct fragment by = fragment_of(b, add_state(b, STATE_PASS, 0));
    x.optional = false;
    return either(b, x, by);
}

static struct fragment build_children(struct builder *b, const struct node *n)
{
    bool first = true;
    struct fragment f = empty;
    for (uint32_t i = n->child; i != NODE_NONE; i = b->x->nodes[i].next) {
        struct fragment child = build(b, i);
        if (n->kind == NODE_CHOICE)
            child = solid(b, child);
        f = first ? child : n->kind == NODE_CHOICE ? either(b, f, child) : then(b, f, child);
        first = false;
    }
    return f;
}

static struct fragment build(struct builder *b, uint32_t node)
{
    const struct node *n = &b->x->nodes[node];
    switch (n->kind) {
    case NODE_ITEM:
        return fragment_of(b, add_state(b, n->item, 0));
    case NODE_CONDITION:
        return fragment_of(b, add_state(b, STATE_PASS, n->condition));
    case NODE_SEQUENCE:
    case NODE_CHOICE:
        return build_children(b, n);
    case NODE_REPEAT:
        return build_repeat(b, n);
    case NODE_EXACT:
        return build_exact(b, n);
    default:
        return empty;
    }
}

/* The automaton */

/* Puts the edges in the order of the states that they leave; places[i] becomes where those of state
 * i end. */
static void sort_edges(const struct builder *b, uint32_t *places, uint32_t *edges)
{
    memset(places, 0, (b->nstates + 1) * sizeof *places);
    for (size_t e = 0; e < b->nedges; e++)
        places[b->edges[e].from + 1]++;
    for (size_t i = 0; i < b->nstates; i++)
        places[i + 1] += places[i];
    for (size_t e = 0; e < b->nedges; e++)
        edges[places[b->edges[e].from]++] = b->edges[e].to;
}

/*
 * numbers[i] becomes the place of state i in level order: that in which a walk in depth leaves the
 * states, backwards. places, edges: as sort_edges() makes them.
 */
static void number_states(size_t n, const uint32_t *places, const uint32_t *edges,
                          uint32_t *numbers)
{
    uint32_t *stack = xreallocarray(NULL, n, sizeof *stack), left = (uint32_t)n;
    uint32_t *next = xreallocarray(NULL, n, sizeof *next);
    bool *seen = xcalloc(n, sizeof *seen);
    size_t depth = 0;
    for (size_t i = 0; i < n; i++)
        next[i] = places[i]; /* edges are tried from the last on */
    stack[depth++] = 0;
    seen[0] = true;
    while (depth > 0) {
        uint32_t state = stack[depth - 1];
        if (next[state] == (state > 0 ? places[state - 1] : 0)) {
            numbers[state] = --left;
            depth--;
            continue;
        }
        uint32_t to = edges[--next[state]];
        if (!seen[to])
            stack[depth++] = to;
        seen[to] = true;
    }
    free(stack);
    free(next);
    free(seen);
}

/* Gives the states, renumbered, and their edges to the automaton. */
static void settle(struct builder *b, struct automaton *a)
{
    uint32_t *places = xreallocarray(NULL, b->nstates + 1, sizeof *places);
    uint32_t *numbers = xreallocarray(NULL, b->nstates, sizeof *numbers);
    a->nstates = (uint32_t)b->nstates;
    a->nedges = (uint32_t)b->nedges;
    a->states = xcalloc(b->nstates, sizeof *a->states);
    a->edges = xcalloc(b->nedges, sizeof *a->edges);
    sort_edges(b, places, a->edges);
    number_states(b->nstates, places, a->edges, numbers);
    if (b->numbers != NULL)
        memcpy(b->numbers, numbers, b->nstates * sizeof *numbers);
    for (size_t e = 0; e < b->nedges; e++)
        b->edges[e] = (struct edge){numbers[b->edges[e].from], numbers[b->edges[e].to]};
    sort_edges(b, places, a->edges);
    for (size_t i = 0; i < b->nstates; i++)
        a->states[numbers[i]] = b->states[i];
    for (size_t i = 0; i < b->nstates; i++) {
        a->states[i].edges_begin = i > 0 ? places[i - 1] : 0;
        a->states[i].edges_end = places[i];
        a->conditions |= a->states[i].conditions;
    }
    free(places);
    free(numbers);
}

/* The items on the longest path; UINT32_MAX: there are loops. */
static uint32_t longest_path(const struct automaton *a)
{
    uint32_t *lengths = xcalloc(a->nstates, sizeof *lengths), longest = 0;
    for (uint32_t i = 0; i < a->nstates && longest < UINT32_MAX; i++) {
        const struct state *s = &a->states[i];
        lengths[i] += s->item != STATE_PASS;
        longest = lengths[i] > longest ? lengths[i] : longest;
        for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
            uint32_t to = a->edges[e];
            if (to <= i)
                longest = UINT32_MAX;
            else if (lengths[to] < lengths[i])
                lengths[to] = lengths[i];
        }
    }
    free(lengths);
    return longest;
}

/* Byways: exchanges and detours */

struct byway { /* it begins with `state`, and is entered from where state `first` is */
    uint32_t first, state, next;
};

struct byways {
    uint32_t *places, *edges; /* as sort_edges() makes them of the edges before there are any */
    uint32_t *of;             /* the first byway of each state, or NO_LINK */
    uint32_t *seen;           /* by a walk from this state, plus 1 */
    uint64_t *visited;        /* [characters matched][state]: by this walk of a detour */
    uint64_t walks;
    struct list ends; /* of that walk: the states where it ends */
    struct byway *list;
    size_t n, capacity;
};

static void add_byway(struct byways *x, uint32_t first, uint32_t begin)
{
    xgrow(&x->list, &x->capacity, x->n + 1, sizeof *x->list);
    x->list[x->n] = (struct byway){first, begin, x->of[first]};
    x->of[first] = (uint32_t)x->n++;
}

/* What follows `state` follows `end` too. */
static void lead_on(struct builder *b, const struct byways *x, uint32_t state, uint32_t end)
{
    b->states[end].last = b->states[end].last || b->states[state].last;
    for (uint32_t e = state > 0 ? x->places[state - 1] : 0; e < x->places[state]; e++)
        add_edge(b, end, x->edges[e]);
}

/* Adds the two states in which the items of `first` and `second` have changed places. */
static void add_exchange(struct builder *b, struct byways *x, uint32_t first, uint32_t second,
                         uint32_t cost)
{
    uint32_t begin = add_state(b, b->states[second].item, 0);
    uint32_t end = add_state(b, b->states[first].item, 0);
    b->states[begin].cost = cost;
    b->states[begin].edited = b->states[end].edited = false;
    b->states[begin].aside = b->states[end].aside = true;
    b->states[begin].insert_behind = b->states[end].insert_before = false;
    add_edge(b, begin, end);
    lead_on(b, x, second, end);
    add_byway(x, first, begin);
}

/* Adds the exchanges of `first` with what follows `state`, also behind others that match nothing
 * and have no condition. */
static void exchange_from(struct builder *b, struct byways *x, uint32_t first, uint32_t state,
                          uint32_t cost)
{
    for (uint32_t e = state > 0 ? x->places[state - 1] : 0; e < x->places[state]; e++) {
        uint32_t to = x->edges[e];
        if (x->seen[to] == first + 1 || x->n > BYWAYS_MOST)
            continue;
        x->seen[to] = first + 1;
        if (b->states[to].edited)
            add_exchange(b, x, first, to, cost);
        else if (b->states[to].item == STATE_PASS && b->states[to].conditions == 0)
            exchange_from(b, x, first, to, cost);
    }
}

/* Whether the item of a state that may be edited matches character `at` of the detour. */
static bool detour_matches(const struct builder *b, const struct detours *all,
                           const struct detour *d, uint32_t state, uint32_t at)
{
    const struct state *s = &b->states[state];
    return s->edited &&
           (s->item == d->same[at] ||
            (all->matches != NULL && all->matches(all->context, s->item, d->characters[at])));
}

/* Finds the states behind `state` where the detour ends, when `at` of its characters are matched,
 * also behind others that match nothing and have no condition. */
static void walk_detour(struct builder *b, struct byways *x, const struct detours *all,
                        const struct detour *d, uint32_t state, uint32_t at)
{
    if (at == d->length) {
        x->ends = join(b, x->ends, list_of(b, state));
        return;
    }
    for (uint32_t e = state > 0 ? x->places[state - 1] : 0; e < x->places[state]; e++) {
        uint32_t to = x->edges[e];
        bool passes = b->states[to].item == STATE_PASS && b->states[to].conditions == 0;
        if (!passes && !detour_matches(b, all, d, to, at))
            continue;
        uint64_t *visited = &x->visited[(size_t)to * (DETOUR_MOST + 1) + at + !passes];
        if (*visited != x->walks) {
            *visited = x->walks;
            walk_detour(b, x, all, d, to, at + !passes);
        }
    }
}

/* Adds the states of a detour whose first character is matched by state `first`. */
static void add_detour(struct builder *b, struct byways *x, const struct detours *all,
                       const struct detour *d, uint32_t first)
{
    x->ends = (struct list){NO_LINK, NO_LINK, 0};
    x->walks++;
    walk_detour(b, x, all, d, first, 1);
    if (x->ends.n == 0)
        return;
    uint32_t begin = NO_STATE, end = NO_STATE;
    for (uint32_t i = 0; i < d->count; i++) {
        uint32_t state = add_state(b, d->items[i], 0);
        b->states[state].cost = i == 0 ? d->cost : 0;
        b->states[state].edited = false;
        b->states[state].aside = true;
        b->states[state].insert_before = i == 0;
        b->states[state].insert_behind = i + 1 == d->count;
        if (i == 0)
            begin = state;
        else
            add_edge(b, end, state);
        end = state;
    }
    for (uint32_t i = x->ends.first, n = x->ends.n; n-- > 0; i = b->links[i].next)
        lead_on(b, x, b->links[i].state, end);
    add_byway(x, first, begin);
}

static void add_detours(struct builder *b, struct byways *x, const struct detours *all,
                        uint32_t first)
{
    for (size_t i = 0; all != NULL && i < all->count && x->n <= BYWAYS_MOST; i++)
        if (detour_matches(b, all, &all->list[i], first, 0))
            add_detour(b, x, all, &all->list[i], first);
}

/* Adds all exchanges and detours; false: they are too many. */
static bool add_byways(struct builder *b, uint32_t cost, const struct detours *detours)
{
    size_t n = b->nstates, nedges;
    struct byways x = {.places = xreallocarray(NULL, n + 1, sizeof *x.places),
                       .edges = xreallocarray(NULL, b->nedges, sizeof *x.edges),
                       .of = xreallocarray(NULL, n, sizeof *x.of),
                       .seen = xcalloc(n, sizeof *x.seen),
                       .visited = xcalloc(n * (DETOUR_MOST + 1), sizeof *x.visited)};
    memset(x.of, 0xff, n * sizeof *x.of);
    sort_edges(b, x.places, x.edges);
    for (uint32_t i = 0; i < n; i++) {
        if (b->states[i].edited && cost < EDIT_NEVER)
            exchange_from(b, &x, i, i, cost);
        add_detours(b, &x, detours, i);
    }
    nedges = b->nedges;
    for (size_t e = 0; x.list != NULL && e < nedges && x.n <= BYWAYS_MOST; e++)
        for (uint32_t i = b->edges[e].to < n ? x.of[b->edges[e].to] : NO_LINK; i != NO_LINK;
             i = x.list[i].next)
            add_edge(b, b->edges[e].from, x.list[i].state);
    free(x.places);
    free(x.edges);
    free(x.of);
    free(x.seen);
    free(x.visited);
    free(x.list);
    return x.n <= BYWAYS_MOST;
}

static struct automaton *finish(struct builder *b, struct edits edits)
{
    struct automaton *a = xcalloc(1, sizeof *a);
    a->edits = edits;
    settle(b, a);
    a->longest = longest_path(a);
    free(b->states);
    free(b->edges);
    free(b->links);
    return a;
}

uint64_t automaton_longest(const struct automaton *m, uint32_t d)
{
    uint64_t length =
        (uint64_t)m->longest + (m->edits.insert < EDIT_NEVER ? d / m->edits.insert : 0);
    return length < UINT32_MAX ? length : UINT32_MAX;
}

/* The automaton with its byways; `deleted`: items that must be deleted to leave nothing. NULL:
 * there are too many byways. */
static struct automaton *complete(struct builder *b, uint32_t deleted, struct edits edits,
                                  const struct detours *detours)
{
    bool none = edits.transpose == EDIT_NEVER && (detours == NULL || detours->count == 0);
    bool good = none || add_byways(b, edits.transpose, detours);
    struct automaton *a = finish(b, edits);
    uint64_t vacuous = (uint64_t)deleted * edits.delete;
    a->vacuous = vacuous < EDIT_NEVER ? (uint32_t)vacuous : EDIT_NEVER;
    if (good)
        return a;
    automaton_free(a);
    return NULL;
}

struct automaton *automaton_build(const struct expression *x, struct edits edits,
                                  const struct detours *detours)
{
    struct builder b = {.x = x};
    struct fragment begin = fragment_of(&b, add_state(&b, STATE_PASS, 0));
    struct fragment all = then(&b, begin, build(&b, x->root));
    for (uint32_t i = all.last.first, n = all.last.n; n-- > 0; i = b.links[i].next)
        b.states[b.links[i].state].last = true;
    return complete(&b, expression_deleted(x), edits, detours);
}

struct automaton *automaton_sequence(const uint32_t *items, uint32_t m, struct edits edits,
                                     const struct detours *detours)
{
    struct builder b = {.exact = false};
    (void)add_state(&b, STATE_PASS, 0);
    for (uint32_t i = 0; i < m; i++)
        add_edge(&b, i, add_state(&b, items[i], 0));
    b.states[m].last = true;
    return complete(&b, m, edits, detours);
}

/* State i > 0 becomes n - i, so that the order of levels turns around. */
static uint32_t mirrored(const struct automaton *a, uint32_t state)
{
    return state > 0 ? a->nstates - state : 0;
}

struct automaton *automaton_reverse(const struct automaton *a)
{
    return automaton_reverse_numbered(a, NULL);
}

struct automaton *automaton_reverse_numbered(const struct automaton *a, uint32_t *numbers)
{
    struct builder b = {.numbers = numbers};
    (void)add_state(&b, STATE_PASS, 0);
    for (uint32_t i = a->nstates; i-- > 1;) {
        struct state s = a->states[i];
        uint32_t state = add_state(&b, s.item, s.conditions);
        b.states[state].cost = s.cost;
        b.states[state].edited = s.edited;
        b.states[state].aside = s.aside;
        b.states[state].insert_before = s.insert_behind;
        b.states[state].insert_behind = s.insert_before;
    }
    for (uint32_t i = 0; i < a->nstates; i++) {
        if (a->states[i].last)
            add_edge(&b, 0, mirrored(a, i));
        for (uint32_t e = a->states[i].edges_begin; e < a->states[i].edges_end; e++) {
            if (i == 0)
                b.states[mirrored(a, a->edges[e])].last = true;
            else
                add_edge(&b, mirrored(a, a->edges[e]), mirrored(a, i));
        }
    }
    struct automaton *reversed = finish(&b, a->edits);
    for (uint32_t i = 1; numbers != NULL && i < a->nstates / 2 + 1; i++) { /* from mirrored() on */
        uint32_t other = mirrored(a, i), number = numbers[i];
        numbers[i] = numbers[other];
        numbers[other] = number;
    }
    return reversed;
}

void automaton_free(struct automaton *a)
{
    if (a == NULL)
        return;
    free(a->states);
    free(a->edges);
    free(a);
}
