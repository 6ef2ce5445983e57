#include "query/edit_edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/least.h"
#include "base/xalloc.h"

/* More would take gigabytes. */
enum { EXTRA_PATHS_MOST = 1 << 19, EDGES_MOST = 1 << 27 };

struct extra_path { /* begins with `state`, and has the predecessors of state `first` */
    uint32_t first, state, next;
};

/* Edges of a state that a walk has reached, after `matched` characters of a confusion. */
struct walk_edges {
    uint32_t next, end; /* in extra_paths.edges */
    uint32_t matched;
};

struct extra_paths {
    uint32_t *places, *edges; /* of builder_sort(), before extra paths are added */
    uint32_t *of;             /* [state]: its first extra path, or NO_LINK */
    uint32_t *seen;           /* [state]: the walk that visited it, as start state + 1 */
    uint64_t *visited; /* [characters matched][state]: visited by the current walk of a confusion */
    uint64_t walks;
    uint32_t free_end;       /* behind the items that confusions at no cost may have */
    struct list ends;        /* the states where this walk ends */
    struct walk_edges *walk; /* its depth-first search: the edges left of each state */
    size_t depth, walk_capacity;
    struct extra_path *list;
    size_t n, capacity;
};

/* Returns whether there are more extra paths or edges than are allowed. */
static bool too_many(const struct builder *b, const struct extra_paths *x)
{
    return x->n > EXTRA_PATHS_MOST || b->nedges > EDGES_MOST;
}

static void add_extra_path(struct extra_paths *x, uint32_t first, uint32_t begin)
{
    xgrow(&x->list, &x->capacity, x->n + 1, sizeof *x->list);
    x->list[x->n] = (struct extra_path){first, begin, x->of[first]};
    x->of[first] = (uint32_t)x->n++;
}

/* Returns the index in x->edges of the first edge of a state other than the start. */
static uint32_t edges_begin(const struct extra_paths *x, uint32_t state)
{
    return x->places[state - 1];
}

/* Adds the successors of `state` to `end`. */
static void add_successors(struct builder *b, const struct extra_paths *x, uint32_t state,
                           uint32_t end)
{
    b->states[end].last = b->states[end].last || b->states[state].last;
    for (uint32_t e = edges_begin(x, state); e < x->places[state]; e++)
        builder_edge(b, end, x->edges[e]);
}

/* Adds the two states for the exchanged items of `first` and `second`, which share a scope. */
static void add_exchange(struct builder *b, struct extra_paths *x, uint32_t first, uint32_t second,
                         uint32_t cost)
{
    b->scope = b->states[first].scope;
    uint32_t begin = builder_state(b, b->states[second].item, 0);
    uint32_t end = builder_state(b, b->states[first].item, 0);
    b->states[begin].cost = cost;
    b->states[begin].exchanged = true;
    b->states[begin].edited = b->states[end].edited = false;
    b->states[begin].aside = b->states[end].aside = true;
    b->states[begin].insert_behind = b->states[end].insert_before = false;
    builder_edge(b, begin, end);
    add_successors(b, x, second, end);
    add_extra_path(x, first, begin);
}

/* Continues the walk with the edges of a state. */
static void walk_into(struct extra_paths *x, uint32_t state, uint32_t matched)
{
    xgrow(&x->walk, &x->walk_capacity, x->depth + 1, sizeof *x->walk);
    x->walk[x->depth++] = (struct walk_edges){edges_begin(x, state), x->places[state], matched};
}

/* Follows the next edge of the walk. Returns false when it is over. */
static bool walk_on(struct extra_paths *x, uint32_t *to, uint32_t *matched)
{
    while (x->depth > 0 && x->walk[x->depth - 1].next == x->walk[x->depth - 1].end)
        x->depth--;
    if (x->depth == 0)
        return false;
    struct walk_edges *now = &x->walk[x->depth - 1];
    *to = x->edges[now->next++];
    *matched = now->matched;
    return true;
}

/* Returns whether paths pass the state without a symbol or a condition. */
static bool passes(const struct builder *b, uint32_t state)
{
    return b->states[state].item == STATE_PASS && b->states[state].conditions == 0;
}

/* Adds the exchanges of a state with its successors. */
static void add_exchanges(struct builder *b, struct extra_paths *x, uint32_t first, uint32_t cost)
{
    uint32_t to, matched;
    walk_into(x, first, 0);
    while (walk_on(x, &to, &matched)) {
        if (x->seen[to] == first + 1 || too_many(b, x))
            continue;
        x->seen[to] = first + 1;
        if (b->states[to].edited && b->states[to].scope == b->states[first].scope)
            add_exchange(b, x, first, to, cost);
        else if (passes(b, to))
            walk_into(x, to, 0);
    }
}

/* Returns whether the item of an editable state matches character `at` of the confusion. */
static bool confusion_matches(const struct builder *b, const struct confusion_edges *all,
                              const struct confusion_edge *d, uint32_t state, uint32_t at)
{
    const struct state *s = &b->states[state];
    return s->edited &&
           (s->item == d->same[at] ||
            (all->matches != NULL && all->matches(all->context, s->item, d->characters[at])));
}

/* The walk has reached a state. If that is where the confusion ends, adds it to the ends. */
static void reach(struct builder *b, struct extra_paths *x, const struct confusion_edge *d,
                  uint32_t state, uint32_t matched)
{
    if (matched == d->length)
        x->ends = builder_join(b, x->ends, builder_list(b, state));
    else
        walk_into(x, state, matched);
}

/* Finds the states where the confusion ends whose first character the state `first` matches, in the
 * builder's scope. */
static void find_confusion_ends(struct builder *b, struct extra_paths *x,
                                const struct confusion_edges *all, const struct confusion_edge *d,
                                uint32_t first)
{
    uint32_t to, matched;
    reach(b, x, d, first, 1);
    while (walk_on(x, &to, &matched)) {
        bool pass = passes(b, to);
        if (!pass &&
            (b->states[to].scope != b->scope || !confusion_matches(b, all, d, to, matched)))
            continue;
        matched += !pass;
        uint64_t *visited = &x->visited[(size_t)to * (CONFUSION_MOST + 1) + matched];
        if (*visited == x->walks)
            continue;
        *visited = x->walks;
        reach(b, x, d, to, matched);
    }
}

/* Adds the states of a confusion whose first character state `first` matches. Returns false if the
 * others do not match. */
static bool add_confusion(struct builder *b, struct extra_paths *x,
                          const struct confusion_edges *all, const struct confusion_edge *d,
                          uint32_t first)
{
    x->ends = LIST_EMPTY;
    x->walks++;
    b->scope = b->states[first].scope;
    find_confusion_ends(b, x, all, d, first);
    if (x->ends.n == 0)
        return false;
    uint32_t begin = NO_STATE, end = NO_STATE;
    for (uint32_t i = 0; i < d->count; i++) {
        uint32_t state = builder_state(b, d->items[i], 0);
        b->states[state].cost = i == 0 ? d->cost : 0;
        b->states[state].exchanged = i == 0;
        b->states[state].edited = false;
        b->states[state].aside = true;
        b->states[state].insert_before = i == 0;
        b->states[state].insert_behind = i + 1 == d->count;
        if (i == 0)
            begin = state;
        else
            builder_edge(b, end, state);
        end = state;
    }
    for (uint32_t i = x->ends.first, n = x->ends.n; n-- > 0; i = b->links[i].next)
        add_successors(b, x, b->links[i].state, end);
    add_extra_path(x, first, begin);
    return true;
}

/* Counts a confusion of a sequence, whose states follow one another, for b->confused. Of those at
 * no cost, each item of the sequence is in one at most. *more: the most characters that the text
 * has beyond their items, for this state. */
static void count_confusion(struct builder *b, struct extra_paths *x,
                            const struct confusion_edge *d, uint32_t first, uint32_t *more)
{
    struct confused *c = &b->confused;
    uint32_t edits = most_u32(d->length, d->count), end = first + d->length;
    if (d->cost == 0) {
        uint32_t begin = most_u32(first, x->free_end);
        c->free += end > begin ? end - begin : 0;
        x->free_end = most_u32(end, begin);
        *more = most_u32(*more, edits - d->length);
    } else if (edits * c->cost >= c->most * d->cost) {
        c->most = edits;
        c->cost = d->cost;
    }
}

static void add_confusions(struct builder *b, struct extra_paths *x,
                           const struct confusion_edges *all, uint32_t first)
{
    uint32_t more = 0;
    for (size_t i = 0; i < all->count && !too_many(b, x); i++)
        if (confusion_matches(b, all, &all->list[i], first, 0) &&
            add_confusion(b, x, all, &all->list[i], first))
            count_confusion(b, x, &all->list[i], first, &more);
    b->confused.free += more;
}

bool edit_edges_add(struct builder *b, uint32_t cost, const struct confusion_edges *confusions)
{
    size_t n = b->nstates, nedges;
    struct extra_paths x = {.places = xreallocarray(NULL, n + 1, sizeof *x.places),
                            .edges = xreallocarray(NULL, b->nedges, sizeof *x.edges),
                            .of = xreallocarray(NULL, n, sizeof *x.of),
                            .seen = xcalloc(n, sizeof *x.seen),
                            .visited = xcalloc(n * (CONFUSION_MOST + 1), sizeof *x.visited)};
    memset(x.of, 0xff, n * sizeof *x.of);
    builder_sort(b, x.places, x.edges);
    for (uint32_t i = 0; i < n; i++) {
        if (b->states[i].edited && cost < EDIT_NEVER)
            add_exchanges(b, &x, i, cost);
        add_confusions(b, &x, confusions, i);
    }
    nedges = b->nedges;
    for (size_t e = 0; x.list != NULL && e < nedges && !too_many(b, &x); e++)
        for (uint32_t i = b->edges[e].to < n ? x.of[b->edges[e].to] : NO_LINK; i != NO_LINK;
             i = x.list[i].next)
            builder_edge(b, b->edges[e].from, x.list[i].state);
    free(x.places);
    free(x.edges);
    free(x.of);
    free(x.seen);
    free(x.visited);
    free(x.walk);
    free(x.list);
    return !too_many(b, &x);
}
