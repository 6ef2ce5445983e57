#include "scan/sliced_scan.h"

#include <stdlib.h>

#include "scan/multi_nearest.h"
#include "scan/overhangs.h"
#include "scan/unit_costs.h"

struct engine_scan {
    struct multi_nearest *patterns;
    /* A simpler search that comes before automata; both NULL: there is none. */
    struct unit_costs *costs;
    struct overhangs *overhangs;
};

struct engine_scan *sliced_scan_open(const struct sliced_kernel *kernel,
                                     const struct grams_kernel *grams, const struct query *q,
                                     const struct alphabet *a, const struct distance_bounds *bests,
                                     struct scan_shared *shared)
{
    struct engine_scan *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    x->patterns = multi_nearest_open(kernel, grams, q, a, bests, shared);
    bool first = shared->first != NULL;
    if (first && query_hangs(q))
        x->overhangs = overhangs_open(kernel, grams, q, a, bests, shared);
    else if (first)
        x->costs = unit_costs_open(kernel, grams, q, a, bests, shared);
    if (x->patterns != NULL && (!first || x->overhangs != NULL || x->costs != NULL))
        return x;
    sliced_scan_close(x);
    return NULL;
}

void sliced_scan_close(struct engine_scan *x)
{
    if (x == NULL)
        return;
    multi_nearest_close(x->patterns);
    unit_costs_close(x->costs);
    overhangs_close(x->overhangs);
    free(x);
}

enum engine_status sliced_scan_submit(struct engine_scan *x, const struct chunk *c,
                                      struct share own, struct hits *hits)
{
    struct multi *automata = multi_nearest_all(x->patterns);
    if (x->costs != NULL)
        return unit_costs_submit(x->costs, automata, c, own, hits);
    if (x->overhangs != NULL && chunk_delimits(c))
        return overhangs_submit(x->overhangs, automata, c, own, hits);
    return multi_nearest_submit(x->patterns, c, own, hits);
}

void sliced_scan_ways(const struct engine_scan *x, struct engine_ways *ways)
{
    multi_ways(multi_nearest_all(x->patterns), ways);
}
