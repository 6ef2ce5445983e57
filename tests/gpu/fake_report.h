/* fake_report.h - reports a hit of the fake kernels. */
#pragma once

#include "gpu/scan/device_query.h"

static inline void report_hit(const struct scan *s, uint32_t end, uint32_t distance,
                              uint32_t pattern)
{
    if (distance > *s->limit)
        return;
    if (s->best)
        *s->limit = distance;
    if (*s->hits.n < s->hits.most)
        s->hits.v[*s->hits.n] = (struct hit){end, distance, pattern};
    ++*s->hits.n;
}
