#include "compare/patience.h"

#include <stdlib.h>

#include "base/trace.h"
#include "compare/anchors.h"
#include "compare/path_corridor.h"
#include "compare/strips_choice.h"
#include "plan/costs.h"
#include "plan/rates.h"

static const double STEPS_LEAST = 1e4; /* diagonals extended before anything is decided */

enum { UNKNOWN_SHARE = 8 /* a limit is near the distance if this part of it is not known */ };

struct patience patience_begin(struct compare *c, const struct sequences *s, enum metric metric,
                               uint64_t limit)
{
    uint64_t most = s->m + s->n;
    return (struct patience){.c = c,
                             .s = s,
                             .metric = metric,
                             .limit = limit < most ? limit : most,
                             .began = rates_now()};
}

void patience_end(struct patience *p)
{
    script_free(&p->path);
    free(p->corridor.spans);
}

/* A corridor that is not much narrower than the band is of no use. */
static void make_corridor(struct patience *p)
{
    const struct sequences *s = p->s;
    if (path_corridor(&p->corridor, s, p->metric, p->c->threads, &p->path) &&
        strips_choice_corridor_cost(p->c, s, &p->corridor) <
            strips_choose(p->c, s, p->limit).cost / COST_CORRIDOR_PAYS)
        return;
    free(p->corridor.spans);
    p->corridor.spans = NULL;
}

void patience_ask_anchors(struct patience *p, double nanoseconds)
{
    const struct sequences *s = p->s;
    double reading = COST_ANCHORS * (double)(s->m + s->n), spare = nanoseconds / COST_ANCHORS_PAY;
    if (p->c->way != WAY_AUTO || p->complete || spare < COST_ANCHORS_AGAIN * p->anchors ||
        nanoseconds < COST_ANCHORS_FIRST_PAY * reading)
        return;
    spare = spare > COST_ANCHORS_READINGS * reading ? spare : COST_ANCHORS_READINGS * reading;
    uint64_t asked = rates_now();
    script_free(&p->path);
    struct anchors_bound bound =
        anchors_bound(s, p->metric, p->c->kernel, p->c->threads, spare, &p->path);
    p->anchors = spare;
    p->complete = bound.unknown == 0;
    p->known = bound.distance < p->limit && bound.unknown * UNKNOWN_SHARE <= bound.distance;
    p->limit = bound.distance < p->limit ? bound.distance : p->limit;
    trace(TRACE_COMPARE, "by anchors, a distance of at most %llu; %llu of them are only counted",
          (unsigned long long)bound.distance, (unsigned long long)bound.unknown);
    if (p->known)
        make_corridor(p);
    p->began += rates_now() - asked; /* it is not the work of diagonals */
}

bool patience_with_diagonals(void *context, const struct diagonals_progress *p)
{
    struct patience *patience = context;
    struct compare *c = patience->c;
    const struct sequences *s = patience->s;
    if (c->progress != NULL)
        c->progress(c->context, p->steps / p->steps_likely, sequences_cells(s));
    if (c->way == WAY_DIAGONALS || p->steps < STEPS_LEAST)
        return true;
    double limit = (double)patience->limit, all = limit * limit / 2, likely = p->steps_likely;
    if (patience->known || all < likely)
        likely = all;
    patience->distance = (double)p->level * (double)(s->m + s->n + 1) / (double)(p->reached + 1);
    if (patience->known || patience->distance > limit)
        patience->distance = limit;
    double spent = (double)(rates_now() - patience->began);
    double left = (likely - p->steps) * spent / p->steps;
    double strips = strips_choose(c, s, (uint64_t)patience->distance).cost;
    patience_ask_anchors(patience, left < strips ? left : strips);
    return patience->corridor.spans == NULL && left <= strips &&
           (spent <= strips || left <= strips / COST_DIAGONALS_NEARLY);
}
