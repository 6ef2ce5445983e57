/* shared.c - see shared.h. */
#include "scan/shared.h"

#include <stdlib.h>

#include "scan/many_choice.h"

struct scan_shared *scan_shared_open(const struct query *q)
{
    struct scan_shared *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    (void)pthread_mutex_init(&x->lock, NULL);
    x->npatterns = q->npatterns;
    x->automata = q->automata ? calloc(q->npatterns + 1, sizeof *x->automata) : NULL;
    if (!q->automata || x->automata != NULL)
        return x;
    scan_shared_close(x);
    return NULL;
}

void scan_shared_close(struct scan_shared *x)
{
    if (x == NULL)
        return;
    if (x->choices != NULL)
        many_choices_close(x->choices);
    (void)pthread_mutex_destroy(&x->lock);
    free(x->automata);
    free(x);
}

static uint64_t taken(const struct contest *c, enum way way)
{
    return atomic_load_explicit(&c->taken[way], memory_order_relaxed);
}

uint64_t scan_shared_taken(const struct scan_shared *x, enum way way)
{
    uint64_t n = taken(&x->sieve.contest, way) + taken(&x->filter, way);
    for (size_t p = 0; x->automata != NULL && p < x->npatterns; p++)
        n += taken(&x->automata[p], way);
    return n;
}
