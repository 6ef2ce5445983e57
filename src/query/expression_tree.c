#include "query/expression_tree.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "query/query.h"

void expression_free(struct expression *x)
{
    free(x->nodes);
    x->nodes = NULL;
}

/* Reversal */

static void reverse_children(struct expression *x, struct node *parent)
{
    uint32_t before = NODE_NONE;
    for (uint32_t i = parent->child, next; i != NODE_NONE; i = next) {
        next = x->nodes[i].next;
        x->nodes[i].next = before;
        before = i;
    }
    parent->child = before;
}

static enum condition opposite(enum condition condition)
{
    switch (condition) {
    case CONDITION_BEGIN:
        return CONDITION_END;
    case CONDITION_END:
        return CONDITION_BEGIN;
    case CONDITION_WORD:
        return CONDITION_WORD_ENDS;
    case CONDITION_WORD_ENDS:
        return CONDITION_WORD;
    default:
        return condition;
    }
}

void expression_reverse(struct expression *x)
{
    for (struct node *n = x->nodes; n < x->nodes + x->count; n++)
        if (n->kind == NODE_SEQUENCE)
            reverse_children(x, n);
        else if (n->kind == NODE_CONDITION)
            n->condition = opposite(n->condition);
}

/* Measures: no child is measured twice. */

#define FOREVER UINT32_MAX

static uint32_t plus_bounded(uint32_t a, uint32_t b)
{
    return a > FOREVER - b ? FOREVER : a + b;
}

static uint32_t times_bounded(uint32_t a, uint32_t n)
{
    uint64_t product = (uint64_t)a * n;
    return product > FOREVER ? FOREVER : (uint32_t)product;
}

static struct expression_measures measure_children(const struct expression *x,
                                                   const struct expression_measures *known,
                                                   const struct node *n)
{
    struct expression_measures sum = {.height = 0};
    bool choice = n->kind == NODE_CHOICE;
    if (choice)
        sum.shortest = FOREVER;
    for (uint32_t i = n->child; i != NODE_NONE; i = x->nodes[i].next) {
        struct expression_measures child = known[i];
        sum.size = plus_bounded(sum.size, child.size);
        sum.height = child.height > sum.height ? child.height : sum.height;
        if (!choice)
            sum.shortest = plus_bounded(sum.shortest, child.shortest);
        else if (child.shortest < sum.shortest)
            sum.shortest = child.shortest;
    }
    sum.height++;
    return sum;
}

static struct expression_measures measure_node(const struct expression *x,
                                               const struct expression_measures *known,
                                               const struct node *n)
{
    struct expression_measures child = {.size = 1};
    if (n->kind >= NODE_SEQUENCE)
        child = known[n->child];
    child.height++;
    switch (n->kind) {
    case NODE_ITEM:
        return (struct expression_measures){1, 1, 1};
    case NODE_SEQUENCE:
    case NODE_CHOICE:
        return measure_children(x, known, n);
    case NODE_REPEAT:
        child.size =
            times_bounded(child.size, n->most == REPEAT_FOREVER ? n->least + !n->least : n->most);
        child.size += child.size == 0; /* a{0} */
        child.shortest = times_bounded(child.shortest, n->least);
        return child;
    default:
        return child;
    }
}

/* Children come before their parents. */
struct expression_measures expression_measure(const struct expression *x)
{
    struct expression_measures *known = xreallocarray(NULL, x->count, sizeof *known), root;
    for (size_t i = 0; i < x->count; i++)
        known[i] = measure_node(x, known, &x->nodes[i]);
    root = known[x->root];
    free(known);
    return root;
}

/* Sequences */

/* Adds the items of a node to items[*count..]. Returns false if it is no sequence. */
static bool add_items(const struct expression *x, uint32_t node, uint32_t *items, size_t *count)
{
    const struct node *n = &x->nodes[node];
    switch (n->kind) {
    case NODE_ITEM:
        items[(*count)++] = n->item;
        return true;
    case NODE_SEQUENCE:
        for (uint32_t i = n->child; i != NODE_NONE; i = x->nodes[i].next)
            if (!add_items(x, i, items, count))
                return false;
        return true;
    case NODE_REPEAT:
        for (uint32_t i = 0; n->least == n->most && i < n->least; i++)
            if (!add_items(x, n->child, items, count))
                return false;
        return n->least == n->most;
    case NODE_GROUP:
        return add_items(x, n->child, items, count);
    default:
        return n->kind == NODE_EMPTY;
    }
}

/* Adds the alternatives of a node; none is empty. Returns false if one of them is no sequence. */
static bool add_alternatives(const struct expression *x, uint32_t node, struct item_sequences *s)
{
    const struct node *n = &x->nodes[node];
    if (n->kind == NODE_GROUP)
        return add_alternatives(x, n->child, s);
    if (n->kind == NODE_CHOICE) {
        uint32_t i = n->child;
        while (i != NODE_NONE && add_alternatives(x, i, s))
            i = x->nodes[i].next;
        return i == NODE_NONE;
    }
    size_t before = s->nitems;
    if (!add_items(x, node, s->items, &s->nitems))
        return false;
    s->lengths[s->n++] = (uint32_t)(s->nitems - before);
    return true;
}

bool expression_alternatives(const struct expression *x, struct item_sequences *s)
{
    *s =
        (struct item_sequences){.lengths = xreallocarray(NULL, EXPRESSION_MOST, sizeof *s->lengths),
                                .items = xreallocarray(NULL, EXPRESSION_MOST, sizeof *s->items)};
    if (add_alternatives(x, x->root, s)) {
        s->lengths = xreallocarray(s->lengths, s->n, sizeof *s->lengths);
        s->items = xreallocarray(s->items, s->nitems, sizeof *s->items);
        return true;
    }
    item_sequences_free(s);
    return false;
}
