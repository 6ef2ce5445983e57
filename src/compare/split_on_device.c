#include "compare/split_on_device.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* The pieces of a part; none: it was not divided. */
struct divided_part {
    struct subproblem *list;
    size_t n;
};

struct split_on_device {
    const struct subproblem *list;
    size_t n;
    enum metric metric;
    double cells;
    struct divided_part *pieces; /* [part]; owned by the thread that took the part */
    struct subproblem *queue;    /* the parts, large ones first */
    atomic_size_t next;          /* of the queue */
};

struct split_on_device *split_on_device_open(const struct subproblem *list, size_t n,
                                             enum metric metric, double cells)
{
    struct split_on_device *d = xmalloc(sizeof *d);
    *d = (struct split_on_device){.list = list, .n = n, .metric = metric, .cells = cells};
    d->pieces = xcalloc(n, sizeof *d->pieces);
    d->queue = subproblems_sorted(list, n);
    return d;
}

enum metric split_on_device_metric(const struct split_on_device *d)
{
    return d->metric;
}

double split_on_device_cells(const struct split_on_device *d)
{
    return d->cells;
}

bool split_on_device_take(struct split_on_device *d, struct subproblem *part)
{
    size_t i = atomic_fetch_add(&d->next, 1);
    if (i >= d->n || (double)d->queue[i].s.m * (double)d->queue[i].s.n <= d->cells)
        return false;
    *part = d->queue[i];
    return true;
}

struct subproblem *split_on_device_parts(const struct sequences *s,
                                         const struct strips_device_part *v, size_t n)
{
    struct subproblem *list = xcalloc(n, sizeof *list);
    for (size_t i = 0; i < n; i++)
        list[i] = (struct subproblem){.s = sequences_part(s, v[i].row, v[i].m, v[i].column, v[i].n),
                                      .distance = v[i].distance};
    return list;
}

void split_on_device_put(struct split_on_device *d, const struct subproblem *part,
                         const struct strips_device_part *v, size_t n)
{
    struct divided_part *to = &d->pieces[part->number];
    *to = (struct divided_part){split_on_device_parts(&part->s, v, n), n};
}

struct subproblem *split_on_device_join(struct split_on_device *d, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < d->n; i++)
        *n += d->pieces[i].n > 0 ? d->pieces[i].n : 1;
    struct subproblem *list = xcalloc(*n, sizeof *list), *to = list;
    for (size_t i = 0; i < d->n; i++) {
        const struct divided_part *p = &d->pieces[i];
        if (p->n == 0)
            *to++ = d->list[i];
        else
            memcpy(to, p->list, p->n * sizeof *to);
        to += p->n;
        free(p->list);
    }
    free(d->pieces);
    free(d->queue);
    free(d);
    return list;
}
