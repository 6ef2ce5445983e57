/*
 * glushkov.c - Glushkov's construction, fragment by fragment.
 *
 * A fragment is the automaton of a node of the expression: its first states and its last states.
 */
#include "query/glushkov.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "query/automaton_builder.h"
#include "query/edit_budget.h"
#include "query/edit_edges.h"
#include "query/expression_tree.h"

enum { MANY = 8 }; /* states for which a joining epsilon state pays */

struct fragment {
    struct list first, last;
    bool optional; /* admits the empty sequence; true if there are no states */
};

static void add_edges(struct builder *b, struct list from, struct list to)
{
    for (uint32_t i = from.first, n = from.n; n-- > 0; i = b->links[i].next)
        for (uint32_t j = to.first, k = to.n; k-- > 0; j = b->links[j].next)
            builder_edge(b, b->links[i].state, b->links[j].state);
}

/* Connects all states of `from` to all of `to`, through an epsilon state if `meet` or if that needs
 * fewer edges. Returns this state, or NO_STATE. */
static uint32_t connect_states(struct builder *b, struct list from, struct list to, bool meet)
{
    if (!meet && (uint64_t)from.n * to.n <= (uint64_t)from.n + to.n + 1) {
        add_edges(b, from, to);
        return NO_STATE;
    }
    uint32_t between = builder_state(b, STATE_PASS, 0);
    add_edges(b, from, builder_list(b, between));
    add_edges(b, builder_list(b, between), to);
    return between;
}

static struct fragment fragment_of(struct builder *b, uint32_t state)
{
    return (struct fragment){builder_list(b, state), builder_list(b, state), false};
}

/* Fragments */

/* Concatenates x and y. If one is optional, the lists of the other become longer; a joining state
 * replaces the states before and after it in the lists. */
static struct fragment then(struct builder *b, struct fragment x, struct fragment y)
{
    if (x.first.n == 0)
        return y;
    if (y.first.n == 0)
        return x;
    bool meet = (x.optional && y.first.n > MANY) || (y.optional && x.last.n > MANY);
    uint32_t between = connect_states(b, x.last, y.first, meet);
    if (x.optional)
        x.first =
            builder_join(b, x.first, between == NO_STATE ? y.first : builder_list(b, between));
    if (y.optional)
        y.last = builder_join(b, between == NO_STATE ? x.last : builder_list(b, between), y.last);
    return (struct fragment){x.first, y.last, x.optional && y.optional};
}

static struct fragment either(struct builder *b, struct fragment x, struct fragment y)
{
    return (struct fragment){builder_join(b, x.first, y.first), builder_join(b, x.last, y.last),
                             false};
}

static const struct fragment empty = {{NO_LINK, NO_LINK, 0}, {NO_LINK, NO_LINK, 0}, true};

static struct fragment build_fragment(struct builder *b, const struct expression *x, uint32_t node);

/* Builds one copy, and up to `more` others; each copy may be the last. */
static struct fragment build_more(struct builder *b, const struct expression *x, uint32_t node,
                                  uint32_t more)
{
    struct fragment f = build_fragment(b, x, node);
    struct list last = f.last;
    for (; more > 0 && f.first.n > 0; more--) {
        struct fragment copy = build_fragment(b, x, node);
        if (copy.optional || last.n > MANY) { /* then skipping each copy is simpler */
            copy.optional = true;
            f.last = last;
            f = then(b, f, copy);
            last = f.last;
            continue;
        }
        (void)connect_states(b, f.last, copy.first, false);
        f.last = copy.last;
        last = builder_join(b, last, copy.last);
    }
    f.last = last;
    return f;
}

static struct fragment build_repeat(struct builder *b, const struct expression *x,
                                    const struct node *n)
{
    struct fragment f = empty, copy;
    bool forever = n->most == REPEAT_FOREVER;
    uint32_t copies = forever && n->least == 0 ? 1 : n->least;
    for (uint32_t i = 0; i < copies; i++) {
        copy = build_fragment(b, x, n->child);
        if (forever && i + 1 == copies && copy.first.n > 0)
            (void)connect_states(b, copy.last, copy.first, false);
        f = then(b, f, copy);
    }
    if (n->least == 0)
        f.optional = true;
    if (forever || n->most == n->least)
        return f;
    copy = build_more(b, x, n->child, n->most - n->least - 1);
    copy.optional = true;
    return then(b, f, copy);
}

/* Builds a scope with a state before and one after it, where insertions are outside of the scope. A
 * repeated group has one scope. */
static struct fragment build_limited(struct builder *b, const struct expression *x, uint32_t node)
{
    const struct node *n = &x->nodes[node];
    uint32_t outer = b->scope, *scope = &b->scope_of[node];
    struct fragment begin = fragment_of(b, builder_state(b, STATE_PASS, 0));
    if (*scope == 0)
        *scope = builder_scope(b, &n->limits);
    b->scope = *scope;
    struct fragment inner = build_fragment(b, x, n->child);
    b->scope = outer;
    struct fragment end = fragment_of(b, builder_state(b, STATE_PASS, 0));
    return then(b, then(b, begin, inner), end);
}

/* Builds a group between two states with its number. */
static struct fragment build_group(struct builder *b, const struct expression *x,
                                   const struct node *n)
{
    if (!b->marks)
        return build_fragment(b, x, n->child);
    uint32_t begin = builder_state(b, STATE_PASS, 0);
    b->states[begin].begins = n->group;
    struct fragment f = then(b, fragment_of(b, begin), build_fragment(b, x, n->child));
    uint32_t end = builder_state(b, STATE_PASS, 0);
    b->states[end].ends = n->group;
    return then(b, f, fragment_of(b, end));
}

/* Replaces the empty sequence of a fragment by an epsilon state, which has a place among
 * alternatives. */
static struct fragment solid(struct builder *b, struct fragment x)
{
    if (!x.optional)
        return x;
    struct fragment by = fragment_of(b, builder_state(b, STATE_PASS, 0));
    x.optional = false;
    return either(b, x, by);
}

static struct fragment build_children(struct builder *b, const struct expression *x,
                                      const struct node *n)
{
    bool first = true;
    struct fragment f = empty;
    for (uint32_t i = n->child; i != NODE_NONE; i = x->nodes[i].next) {
        struct fragment child = build_fragment(b, x, i);
        if (n->kind == NODE_CHOICE)
            child = solid(b, child);
        f = first ? child : n->kind == NODE_CHOICE ? either(b, f, child) : then(b, f, child);
        first = false;
    }
    return f;
}

static struct fragment build_fragment(struct builder *b, const struct expression *x, uint32_t node)
{
    const struct node *n = &x->nodes[node];
    switch (n->kind) {
    case NODE_ITEM:
        return fragment_of(b, builder_state(b, n->item, 0));
    case NODE_CONDITION:
        return fragment_of(b, builder_state(b, STATE_PASS, n->condition));
    case NODE_SEQUENCE:
    case NODE_CHOICE:
        return build_children(b, x, n);
    case NODE_REPEAT:
        return build_repeat(b, x, n);
    case NODE_LIMITED:
        return build_limited(b, x, node);
    case NODE_GROUP:
        return build_group(b, x, n);
    default:
        return empty;
    }
}

/* The automaton */

/* Returns the automaton with its extra paths, or NULL if there are too many. */
static struct automaton *complete_automaton(struct builder *b, const struct glushkov_rules *rules)
{
    bool none = rules->edits.transpose == EDIT_NEVER && rules->confusion_edges.count == 0;
    if (!none && !edit_edges_add(b, rules->edits.transpose, &rules->confusion_edges)) {
        builder_free(b); /* some states have no edges yet */
        return NULL;
    }
    struct edit_scope *scopes = b->scopes;
    size_t nscopes = b->nscopes;
    b->scopes = NULL;
    struct automaton *a = builder_finish(b, rules->edits);
    a->budget = edit_budget_open(scopes, nscopes, a);
    a->vacuous = automaton_vacuous(a);
    free(scopes);
    return a;
}

struct automaton *glushkov_build(const struct expression *x, const struct glushkov_rules *rules,
                                 bool marks)
{
    struct builder b = BUILDER_INIT;
    b.marks = marks;
    b.scope_of = xcalloc(x->count, sizeof *b.scope_of);
    (void)builder_scope(&b, &rules->limits);
    struct fragment begin = fragment_of(&b, builder_state(&b, STATE_PASS, 0));
    struct fragment all = then(&b, begin, build_fragment(&b, x, x->root));
    for (uint32_t i = all.last.first, n = all.last.n; n-- > 0; i = b.links[i].next)
        b.states[b.links[i].state].last = true;
    free(b.scope_of);
    b.scope_of = NULL;
    return complete_automaton(&b, rules);
}

struct automaton *glushkov_sequence(const uint32_t *items, uint32_t m,
                                    const struct glushkov_rules *rules)
{
    struct builder b = BUILDER_INIT;
    (void)builder_scope(&b, &rules->limits);
    (void)builder_state(&b, STATE_PASS, 0);
    for (uint32_t i = 0; i < m; i++)
        builder_edge(&b, i, builder_state(&b, items[i], 0));
    b.states[m].last = true;
    return complete_automaton(&b, rules);
}
