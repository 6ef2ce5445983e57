/* hirschberg.c - see hirschberg.h; split_table.h says how a table is halved. */
#include "compare/hirschberg.h"

#include <stdlib.h>

#include "base/diag.h"
#include "compare/leaf.h"
#include "compare/split_table.h"

static struct strips_row last_row(const struct hirschberg *h, const struct sequences *s,
                                  const struct split_table *middle, bool second, uint64_t distance)
{
    struct strips_problem p = split_table_half(middle, s, h->metric, second);
    struct strips_run run = h->run;
    struct strips_row row;
    run.limited = distance < s->m + s->n;
    run.limit = distance;
    run.rows_below = (middle->columns ? s->n : s->m) - p.rows.n;
    if (strips_last_row(&p, &run, &row) != STRIPS_OK)
        die_out_of_memory();
    return row;
}

/* Finds where the lowest path crosses the middle of the longer sequence. */
static struct split_table find_middle(const struct hirschberg *h, const struct sequences *s,
                                      uint64_t distance)
{
    struct split_table middle = split_table_of(s);
    struct strips_row first = last_row(h, s, &middle, false, distance);
    struct strips_row second = last_row(h, s, &middle, true, distance);
    split_table_cross(&middle, s, h->metric, &first, &second);
    strips_row_free(&first);
    strips_row_free(&second);
    return middle;
}

void hirschberg_align(const struct hirschberg *h, const struct sequences *s, uint64_t distance,
                      struct script *script)
{
    struct leaf_table leaf = leaf_table_of(s, distance);
    if (s->m == 0 || s->n == 0) {
        script_add(script, 'D', s->m);
        script_add(script, 'I', s->n);
    } else if (leaf_fits(&leaf, h->leaf) || (s->m <= 2 && s->n <= 2)) {
        struct leaf_room room = {0};
        (void)leaf_align(&leaf, h->metric, &room, script);
        free(room.moves);
    } else {
        struct sequences before, after;
        struct split_table middle = find_middle(h, s, distance);
        split_table_split(&middle, s, &before, &after);
        hirschberg_align(h, &before, middle.before, script);
        hirschberg_align(h, &after, middle.after, script);
    }
}
