#include "plan/offload.h"

#include <stdio.h>
#include <stdlib.h>

#include "plan/costs.h"

#define EARLY_SECONDS 0.05

double offload_begin(void)
{
    const char *value = getenv("EDGREP_BEGIN");
    return value != NULL ? strtod(value, NULL) : COST_DEVICE_BEGIN;
}

bool offload_estimate(struct offload_costs *to, const struct offload_measures *m)
{
    double begin = offload_begin();
    if (m->done == 0 || (m->seconds < EARLY_SECONDS && m->seconds < begin))
        return false;
    double left = (double)m->left, copying = left * COST_DEVICE_BYTE;
    double computing = left * m->rows * COST_DEVICE_SEARCH_CELL;
    to->alone = m->seconds * left / (double)m->done;
    to->devices = copying > computing ? copying : computing;
    if (to->devices < m->reading)
        to->devices = m->reading;
    to->begin = begin;
    return true;
}

bool offload_pays(const struct offload_costs *c)
{
    return c->alone > c->begin + c->devices;
}

void offload_explain(char *line, size_t size, const struct offload_costs *c, bool begun)
{
    (void)snprintf(line, size,
                   "%s, when the processor needed %.3f s more: "
                   "%.3f s to begin and %.3f s for the rest",
                   begun ? "devices" : "no device", c->alone, c->begin, c->devices);
}
