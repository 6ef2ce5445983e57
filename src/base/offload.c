/* offload.c - see offload.h. */
#include "base/offload.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * Measured on an H200 with driver 580 (tests/bench/RESULTS.md): the context takes 0.3 s, pinned
 * chunks and the first kernel 0.1 s, the end 0.1 s. The processor goes on meanwhile, so not all of
 * that is lost. But estimates may be wrong, so a little more must be gained.
 */
#define BEGIN_SECONDS 0.6

#define DEVICE_BYTES 25e9  /* that a device gets from files in a second */
#define DEVICE_CELLS 20e12 /* that it computes in a second */

#define EARLY_SECONDS 0.05

double offload_begin(void)
{
    const char *value = getenv("EDGREP_BEGIN");
    return value != NULL ? strtod(value, NULL) : BEGIN_SECONDS;
}

bool offload_estimate(struct offload_costs *to, const struct offload_measures *m)
{
    double begin = offload_begin();
    if (m->done == 0 || (m->seconds < EARLY_SECONDS && m->seconds < begin))
        return false;
    double left = (double)m->left, copying = left / DEVICE_BYTES;
    double computing = left * m->rows / DEVICE_CELLS;
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
