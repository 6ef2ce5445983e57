/* tops.c - see tops.h. Results are counted by their distances. */
#include "output/tops.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

struct top {
    uint64_t *counts; /* of each distance below n */
    size_t n;
    uint64_t within; /* results up to distance n - 1 */
};

void tops_open(struct tops *t, const struct query *q, uint64_t wanted)
{
    *t = (struct tops){.q = q, .wanted = wanted};
    t->top = xcalloc(tops_groups(q), sizeof *t->top);
}

void tops_reset(struct tops *t)
{
    for (size_t i = 0; i < tops_groups(t->q); i++) {
        free(t->top[i].counts);
        t->top[i] = (struct top){.counts = NULL};
    }
}

void tops_close(struct tops *t)
{
    if (t->top == NULL)
        return;
    tops_reset(t);
    free(t->top);
    t->top = NULL;
}

/* Makes room for a distance; false: it is too far. */
static bool admit(const struct tops *t, struct top *x, uint32_t distance)
{
    size_t had = x->n;
    if (distance < had)
        return true;
    if (x->within >= t->wanted)
        return false;
    x->n = (size_t)distance + 1;
    x->counts = xreallocarray(x->counts, x->n, sizeof *x->counts);
    memset(x->counts + had, 0, (x->n - had) * sizeof *x->counts);
    return true;
}

void tops_add(struct tops *t, uint32_t pattern, uint32_t distance, struct bests *bests)
{
    struct top *x = &t->top[tops_group(t->q, pattern)];
    if (!admit(t, x, distance))
        return;
    x->counts[distance]++;
    x->within++;
    while (x->n > 1 && x->within - x->counts[x->n - 1] >= t->wanted)
        x->within -= x->counts[--x->n];
    if (x->within < t->wanted)
        return;
    if (t->q->each)
        bests_lower_one(bests, t->q->patterns[pattern].index, (uint32_t)(x->n - 1));
    else
        bests_lower(bests, (uint32_t)(x->n - 1));
}

uint64_t tops_room(const struct tops *t, uint32_t pattern, uint32_t distance)
{
    const struct top *x = &t->top[tops_group(t->q, pattern)];
    if (distance >= x->n)
        return 0;
    if (distance + 1 < x->n || x->within <= t->wanted)
        return x->counts[distance];
    return t->wanted - (x->within - x->counts[distance]);
}
