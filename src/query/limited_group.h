/*
 * limited_group.h - the group of an expression that restricts it most: a sequence of items whose
 * edits have limits of their own, and that every text of the expression has.
 *
 * With "(GATTACAGATTACA){~2}.*(NGG){~0}" it is the first one.
 */
#pragma once

#include "query/edits.h"
#include "query/expression_tree.h"

struct limited_group {
    struct edit_limits limits;
    uint64_t cost;   /* the most that edits within the limits cost */
    uint32_t *items; /* owned by the caller */
    uint32_t m;      /* their number */
    bool whole;      /* the expression has nothing else */
};

enum { LIMITED_GROUP_LEAST = 3 /* items for each cost of 1 */ };

/* Finds the group with the most items for each cost of 1, at least LIMITED_GROUP_LEAST. `other` is
 * as for edit_limits_cost(). Returns false if there is no such group. */
bool limited_group_find(struct limited_group *g, const struct expression *x, struct edits e,
                        uint32_t other);
