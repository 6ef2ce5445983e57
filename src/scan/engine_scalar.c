/* engine_scalar.c - the reference engine: myers.h, and nfa_scan.h for automata, on whole chunks. */
#include <stdlib.h>

#include "scan/myers.h"
#include "scan/nfa_scan.h"

struct engine_scan {
    const struct query *q;
    const struct distance_bounds *bests;
    struct myers *myers;
    struct nfa_scan *nfa;
};

/* The chunk stays in the caches. */
static size_t chunk_size(const struct query *q)
{
    (void)q;
    return (size_t)1 << 20;
}

static void scan_close(struct engine_scan *s)
{
    myers_close(s->myers);
    nfa_scan_close(s->nfa);
    free(s);
}

static struct engine_scan *scan_open(const struct query *q, const struct alphabet *a,
                                     const struct distance_bounds *bests,
                                     struct scan_shared *shared)
{
    (void)shared;
    struct engine_scan *s = malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (struct engine_scan){.q = q, .bests = bests, .myers = myers_open(q, a)};
    s->nfa = nfa_scan_open(q, a);
    if (s->myers == NULL || s->nfa == NULL) {
        scan_close(s);
        return NULL;
    }
    return s;
}

static enum engine_status scan_pattern(struct engine_scan *s, const struct chunk *c,
                                       struct share own, uint32_t pattern, struct hits *hits)
{
    uint32_t limit = distance_bounds_limit(s->bests, &s->q->patterns[pattern]);
    if (s->q->patterns[pattern].automaton != NULL)
        return nfa_scan_scan(s->nfa, c, own, pattern, &limit, hits);
    return myers_begin(s->myers, c, pattern) ? myers_scan(s->myers, own, &limit, hits)
                                             : ENGINE_MEMORY;
}

static enum engine_status submit_chunk(struct engine_scan *s, const struct chunk *c,
                                       struct share own, struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    for (uint32_t p = 0; status == ENGINE_OK && p < s->q->npatterns; p++)
        status = scan_pattern(s, c, own, p, hits);
    return status != ENGINE_OK ? status : hits_sort(hits) ? ENGINE_OK : ENGINE_MEMORY;
}

const struct engine engine_scalar = {
    .name = "scalar",
    .metrics = (METRIC_BIT(METRICS) - 1) | METRIC_BIT(METRIC_PATHS),
    .rank = 0,
    .chunk_size = chunk_size,
    .open = scan_open,
    .submit = submit_chunk,
    .collect = engine_collect_nothing,
    .close = scan_close,
};
