#include "compare/strips_bound.h"

#include <stdbool.h>

#include "plan/costs.h"

static const double GROWTH_MOST = 2.25;  /* from one bound to the next, and COST_BAND more */
static const double PART_BELIEVED = 0.1; /* least share of the rows for a greater estimate */

enum {
    SPARE_FIRST = 4,  /* the first bound: the likely distance, this part of it, */
    SPARE_SHARE = 24, /* the next bound: what is likely, this part of it, */
    BOUND_LEAST = 64  /* and so much more */
};

static double difference_of(const struct sequences *s)
{
    return (double)(s->m > s->n ? s->m - s->n : s->n - s->m);
}

uint64_t strips_bound_first(const struct sequences *s, double distance)
{
    double likely = distance + distance / SPARE_FIRST;
    return (uint64_t)(difference_of(s) + (likely < COST_BAND ? likely : COST_BAND) + BOUND_LEAST);
}

uint64_t strips_bound_next(const struct sequences *s, uint64_t bound, double part, double *distance)
{
    double difference = difference_of(s), edits = (double)bound - difference;
    double likely = edits / (part > 0 ? part : 1), before = *distance - difference;
    double next = likely + likely / SPARE_SHARE + BOUND_LEAST;
    double least = 1.25 * edits + BOUND_LEAST, most = GROWTH_MOST * edits + COST_BAND;
    bool believed = part > PART_BELIEVED && likely < 1.25 * before && before < 1.25 * likely;
    *distance = difference + likely;
    next = next > most && !believed ? most : next;
    return (uint64_t)(difference + (next < least ? least : next));
}
