/* deferred_renew.c - rewrites a deferred list without its obsolete entries. */
#include "output/deferred_entries.h"

#include <stdlib.h>

#include "base/xalloc.h"

/* How many more results at the bound may be kept, for each group. */
struct quota {
    uint64_t *left;
    bool *known;
};

static struct quota quota_open(const struct deferred *j)
{
    struct quota q = {NULL, NULL};
    if (j->env->options->select.top == 0 || j->env->options->select.second)
        return q;
    q.left = xcalloc(top_n_groups(j->env->query), sizeof *q.left);
    q.known = xcalloc(top_n_groups(j->env->query), sizeof *q.known);
    return q;
}

/* Returns whether a result stays, given the results before it. */
static bool stays(const struct deferred *j, struct quota *q, const struct occurrence *o)
{
    if (!deferred_is_near(j, o))
        return false;
    if (q->left == NULL)
        return true;
    size_t group = top_n_group(j->env->query, o->pattern);
    uint64_t room = top_n_room(&j->top_n, o->pattern, o->distance);
    bool last = room == 0 ||
                o->distance == distance_bounds_one(j->env->bests, deferred_index(j, o->pattern));
    if (!last)
        return true;
    if (!q->known[group])
        q->left[group] = room;
    q->known[group] = true;
    if (q->left[group] == 0)
        return false;
    q->left[group]--;
    return true;
}

/* Marks in keep[] which occurrences of an entry stay; returns how many. */
static uint64_t choose_occurrences(struct deferred *j, struct quota *q, uint64_t at,
                                   const struct entry_head *h, unsigned char *keep)
{
    uint64_t kept = 0;
    bool each = deferred_by_occurrences(j);
    for (uint64_t i = 0; i < h->n; i++) {
        struct occurrence o = deferred_entry_occurrence(j, at, i);
        bool first = each || j->place[deferred_index(j, o.pattern)] == 0;
        if (first)
            j->place[deferred_index(j, o.pattern)] = stays(j, q, &o) ? 2 : 1;
        keep[i] = j->place[deferred_index(j, o.pattern)] == 2 && deferred_is_near(j, &o);
        kept += keep[i];
    }
    deferred_forget_patterns(j, at, h->n);
    return kept;
}

/* Copies an entry with those of its occurrences that stay. */
static void copy_entry(struct deferred *j, struct spill *to, uint64_t at, struct entry_head h,
                       const unsigned char *keep, uint64_t kept)
{
    uint64_t had = h.n, bytes = at + sizeof h + had * sizeof(struct occurrence);
    uint64_t rest = h.size - (bytes - at);
    h.n = kept;
    h.size = sizeof h + kept * sizeof(struct occurrence) + rest;
    spill_append(to, &h, sizeof h);
    for (uint64_t i = 0; i < had; i++)
        if (keep[i]) {
            struct occurrence o = deferred_entry_occurrence(j, at, i);
            spill_append(to, &o, sizeof o);
        }
    spill_copy(to, &j->entries, bytes, rest);
}

/* Returns whether an entry without occurrences is still context of one that has some. `next`: the
 * next selected record. Both conditions are conservative if other records lie between. */
static bool is_context(const struct deferred *j, const struct entry_head *h, uint64_t last,
                       uint64_t next)
{
    const struct options *o = j->env->options;
    return (last > 0 && h->record.number <= last + o->select.after) ||
           (next < UINT64_MAX && h->record.number + o->select.before >= next);
}

/* Returns the number of the input's next record, from `at` on, with occurrences that stay. */
static uint64_t next_selected(struct deferred *j, uint64_t at, uint64_t input, uint64_t most)
{
    for (struct entry_head h; at < j->length; at += h.size) {
        h = deferred_head(j, at);
        if (h.input != input || h.record.number > most)
            break;
        for (uint64_t i = 0; i < h.n; i++) {
            struct occurrence o = deferred_entry_occurrence(j, at, i);
            if (deferred_is_near(j, &o))
                return h.record.number;
        }
    }
    return UINT64_MAX;
}

void deferred_renew(struct deferred *j)
{
    struct spill to = SPILL_INIT;
    struct quota quota = quota_open(j);
    unsigned char *keep = NULL;
    size_t room = 0;
    uint64_t last = 0, input = UINT64_MAX;
    for (uint64_t at = 0; at < j->length;) {
        struct entry_head h = deferred_head(j, at);
        if (h.input != input)
            last = 0;
        input = h.input;
        xgrow(&keep, &room, (size_t)h.n + 1, 1);
        uint64_t kept = choose_occurrences(j, &quota, at, &h, keep);
        bool near = kept > 0;
        if (!near && deferred_shows_context(j))
            near = is_context(j, &h, last,
                              next_selected(j, at + h.size, h.input,
                                            h.record.number + j->env->options->select.before));
        if (near)
            copy_entry(j, &to, at, h, keep, kept);
        if (kept > 0)
            last = h.record.number;
        at += h.size;
    }
    free(keep);
    free(quota.left);
    free(quota.known);
    spill_free(&j->entries);
    j->entries = to;
    j->length = j->renewed = to.length;
}
