#include "query/limited_group.h"

#include <stdlib.h>

#include "query/query.h"

struct group_search {
    const struct expression *x;
    struct edits edits;
    uint32_t other;
    struct limited_group *best;
};

/* Takes the group if it is a sequence, and better than the best so far. */
static void take_group(struct group_search *s, const struct node *n, bool whole)
{
    struct expression inside = *s->x;
    struct item_sequences items;
    uint64_t cost = edit_limits_cost(&n->limits, s->edits, s->other);
    inside.root = n->child;
    if (cost == UINT64_MAX || !expression_alternatives(&inside, &items))
        return;
    struct limited_group g = {n->limits, cost, items.items, (uint32_t)items.nitems, whole};
    bool better = s->best->m == 0 || g.m * (s->best->cost + 1) > s->best->m * (cost + 1);
    if (items.n == 1 && better && g.m >= LIMITED_GROUP_LEAST * (cost + 1)) {
        free(s->best->items);
        *s->best = g;
        items.items = NULL;
    }
    item_sequences_free(&items);
}

/* Looks at all groups that every text has. */
static void look_at(struct group_search *s, uint32_t node, bool whole)
{
    const struct node *n = &s->x->nodes[node];
    if (n->kind == NODE_LIMITED)
        take_group(s, n, whole);
    else if (n->kind == NODE_GROUP)
        look_at(s, n->child, whole);
    for (uint32_t i = n->child; n->kind == NODE_SEQUENCE && i != NODE_NONE; i = s->x->nodes[i].next)
        look_at(s, i, whole && s->x->nodes[n->child].next == NODE_NONE);
}

bool limited_group_find(struct limited_group *g, const struct expression *x, struct edits e,
                        uint32_t other)
{
    *g = (struct limited_group){0};
    struct group_search s = {x, e, other, g};
    look_at(&s, x->root, true);
    return g->m > 0;
}
