/* beside.c - see beside.h. */
#include "beside.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * Measured on an H100 with driver 580: the context takes 0.3 s, pinned chunks and the first kernel
 * 0.1 s. The processor goes on meanwhile, but the estimate may be wrong, and so it is doubled.
 */
#define BEGIN_SECONDS 0.8

#define EARLY_SECONDS 0.02

static double begin_seconds(void)
{
    const char *value = getenv("EDGREP_BEGIN");
    return value != NULL ? strtod(value, NULL) : BEGIN_SECONDS;
}

bool beside_estimate(struct beside_costs *to, const struct beside_measures *m)
{
    double begin = begin_seconds();
    if (m->done == 0 || (m->seconds < EARLY_SECONDS && m->seconds < begin))
        return false;
    double share = (double)m->left / (double)m->done;
    to->alone = m->seconds * share;
    to->least = m->reading * share;
    to->begin = begin;
    return true;
}

bool beside_pays(const struct beside_costs *c)
{
    return c->alone > c->begin + c->least;
}

void beside_explain(char *line, size_t size, const struct beside_costs *c, bool begun)
{
    (void)snprintf(line, size,
                   "%s: %.3f s left for the processor, %.3f s for reading, %.3f s to begin",
                   begun ? "with devices" : "without devices", c->alone, c->least, c->begin);
}
