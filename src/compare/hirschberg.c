/* hirschberg.c - see hirschberg.h; split_table.h says how a table is halved. */
#include "compare/hirschberg.h"

#include "base/diag.h"
#include "compare/diagonals.h"
#include "compare/leaf.h"
#include "compare/split_table.h"

struct recursion {
    const struct hirschberg *h;
    struct leaf *leaf;
    struct script *script;
};

static enum strips_status last_row(const struct recursion *r, const struct sequences *s,
                                   const struct split_table *middle, bool second, uint64_t limit,
                                   struct strips_row *row)
{
    struct strips_problem p = split_table_half(middle, s, r->h->metric, second);
    struct strips_run run = r->h->run;
    run.limited = limit < s->m + s->n;
    run.limit = limit;
    run.rows_below = (middle->columns ? s->n : s->m) - p.rows.n;
    return strips_last_row(&p, &run, row);
}

/* Finds where the lowest path crosses the middle of the longer sequence; false: beyond the limit.
 */
static bool find_middle(const struct recursion *r, const struct sequences *s, uint64_t limit,
                        struct split_table *middle)
{
    struct strips_row first, second;
    *middle = split_table_of(s);
    enum strips_status status = last_row(r, s, middle, false, limit, &first);
    if (status == STRIPS_OK) {
        status = last_row(r, s, middle, true, limit, &second);
        if (status != STRIPS_OK)
            strips_row_free(&first);
    }
    if (status == STRIPS_MEMORY)
        die_out_of_memory();
    if (status != STRIPS_OK)
        return false;
    bool found = split_table_cross(middle, s, r->h->metric, &first, &second, limit);
    strips_row_free(&first);
    strips_row_free(&second);
    return found;
}

/* Aligns a part; false when its distance is more than `limit`. `known`: the distance is `limit`. */
static bool align(const struct recursion *r, const struct sequences *s, uint64_t limit, bool known)
{
    const struct hirschberg *h = r->h;
    struct split_table middle;
    if (s->m == 0 || s->n == 0) {
        script_add(r->script, 'D', s->m);
        script_add(r->script, 'I', s->n);
    } else if (leaf_fits(s->m, s->n, h->leaf) || (s->m <= 2 && s->n <= 2)) {
        leaf_align(r->leaf, s, h->metric, r->script);
    } else if (known && h->by_diagonals != NULL && h->by_diagonals(s, limit)) {
        diagonals_align(s, h->metric, limit, r->script);
    } else if (!find_middle(r, s, limit, &middle)) {
        return false;
    } else {
        struct sequences before, after;
        split_table_split(&middle, s, &before, &after);
        return align(r, &before, middle.before, true) && align(r, &after, middle.after, true);
    }
    return true;
}

uint64_t hirschberg_align(const struct hirschberg *h, const struct sequences *s, uint64_t limit,
                          struct script *script)
{
    struct recursion r = {h, leaf_open(), script};
    struct script_mark mark = script_mark(script);
    uint64_t others = script_edits(script);
    bool aligned = align(&r, s, limit, false);
    leaf_close(r.leaf);
    uint64_t distance = script_edits(script) - others;
    if (aligned && distance <= limit)
        return distance;
    script_return(script, mark);
    return UINT64_MAX;
}
