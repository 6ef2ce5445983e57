/* hirschberg.c - see hirschberg.h; split_table.h says how a table is halved. */
#include "compare/hirschberg.h"

#include "base/diag.h"
#include "compare/leaf.h"
#include "compare/split_table.h"

struct hirschberg_recursion {
    const struct hirschberg *h;
    struct leaf *leaf;
    struct script *script;
};

static struct strips_row last_row(const struct hirschberg_recursion *r, const struct sequences *s,
                                  const struct split_table *middle, bool second, uint64_t distance)
{
    struct strips_problem p = split_table_half(middle, s, r->h->metric, second);
    struct strips_run run = r->h->run;
    struct strips_row row;
    run.limited = distance < s->m + s->n;
    run.limit = distance;
    run.rows_below = (middle->columns ? s->n : s->m) - p.rows.n;
    if (strips_last_row(&p, &run, &row) != STRIPS_OK)
        die_out_of_memory();
    return row;
}

/* Finds where the lowest path crosses the middle of the longer sequence. */
static struct split_table find_middle(const struct hirschberg_recursion *r,
                                      const struct sequences *s, uint64_t distance)
{
    struct split_table middle = split_table_of(s);
    struct strips_row first = last_row(r, s, &middle, false, distance);
    struct strips_row second = last_row(r, s, &middle, true, distance);
    split_table_cross(&middle, s, r->h->metric, &first, &second);
    strips_row_free(&first);
    strips_row_free(&second);
    return middle;
}

static void align_part(const struct hirschberg_recursion *r, const struct sequences *s,
                       uint64_t distance)
{
    const struct hirschberg *h = r->h;
    struct leaf_table leaf = leaf_table_of(s, distance);
    if (s->m == 0 || s->n == 0) {
        script_add(r->script, 'D', s->m);
        script_add(r->script, 'I', s->n);
    } else if (leaf_fits(&leaf, h->leaf) || (s->m <= 2 && s->n <= 2)) {
        (void)leaf_align(r->leaf, &leaf, h->metric, r->script);
    } else {
        struct sequences before, after;
        struct split_table middle = find_middle(r, s, distance);
        split_table_split(&middle, s, &before, &after);
        align_part(r, &before, middle.before);
        align_part(r, &after, middle.after);
    }
}

void hirschberg_align(const struct hirschberg *h, const struct sequences *s, uint64_t distance,
                      struct script *script)
{
    struct hirschberg_recursion r = {h, leaf_open(), script};
    align_part(&r, s, distance);
    leaf_close(r.leaf);
}
