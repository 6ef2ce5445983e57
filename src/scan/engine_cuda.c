/*
 * engine_cuda.c - the engine `cuda` before its plug-in is loaded: its capabilities and costs. The
 * plug-in's engine of the same name (gpu/scan/cuda_engine.c) does the work.
 */
#include "scan/engine_cuda.h"

#include "filter/qgram_pieces.h"
#include "plan/costs.h"
#include "scan/cuda_limits.h"
#include "scan/engine.h"

static const struct scan_host host = {SCAN_HOST(CUDA_PLUGIN_ENTRY)};

static const char *why_not(void)
{
    const char *why;
    const struct cuda_plugin *plugin = cuda_plugin_load(&host, NULL, &why);
    return plugin != NULL ? plugin->why_not() : why;
}

static const struct engine *loaded_engine(void)
{
    const char *why;
    const struct cuda_plugin *plugin = cuda_plugin_load(&host, NULL, &why);
    return plugin != NULL ? plugin->engine : NULL;
}

static unsigned count_devices(void)
{
    const struct engine *engine = loaded_engine();
    return engine != NULL ? engine->devices->count() : 0;
}

/* Copies reach their full rate with a few MiB. Kernels are faster with larger chunks, especially
 * for long patterns. */
static size_t chunk_size(const struct query *q)
{
    enum { CHUNK = 32 << 20, LONG = 512 };
    return q->longest > LONG ? 2 * (size_t)CHUNK : CHUNK;
}

/* Of a pattern with an automaton. */
static double automaton_rows(const struct query *q, const struct pattern *p)
{
    const struct automaton *m = p->automaton;
    size_t blocks = m->nedges / COST_DEVICE_PATHS_EDGES;
    bool levels = (q->best || p->k <= BIT_NFA_MOST) && m->nstates <= BIT_NFA_STATES + 1;
    return levels ? COST_DEVICE_BIT_NFA : COST_DEVICE_PATHS * ((double)blocks + 1.0);
}

/* Rows for one of many patterns, before any text is known. A guess: long enough pieces are rare. */
static double covered_rows(const struct query *q, const struct pattern *p)
{
    enum { RARE = 5, RARE_OF_FEW_CODES = 9 };
    const bool few = q->nitems < QGRAM_FEW;
    const struct qgram_codes codes = {.bits = few ? QGRAM_FEW_BITS : 8};
    const struct qgram_pieces pieces = {.codes = &codes, .metric = q->metric};
    unsigned clean = qgram_pieces_length(&pieces, p, p->k, false);
    unsigned faulty = few ? qgram_pieces_length(&pieces, p, p->k, true) : 0;
    bool rare = clean >= (few ? RARE_OF_FEW_CODES : RARE) || faulty >= RARE_OF_FEW_CODES;
    return rare && p->m <= QGRAM_PATTERN_LONGEST ? COST_DEVICE_COVERED : p->m;
}

static double rows(const struct query *q)
{
    double rows = 0;
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct pattern *p = &q->patterns[i];
        rows += p->automaton != NULL          ? automaton_rows(q, p)
                : q->npatterns >= multi_least ? covered_rows(q, p)
                                              : p->m;
    }
    return rows;
}

static const struct engine_devices devices = {
    .why_not = why_not,
    .loaded = loaded_engine,
    .count = count_devices,
    .rows = rows,
};

const struct engine engine_cuda = {
    .name = "cuda",
    .metrics = METRIC_BIT(METRIC_LEVENSHTEIN) | METRIC_BIT(METRIC_INDEL) | METRIC_BIT(METRIC_OSA) |
               METRIC_BIT(METRIC_HAMMING) | METRIC_BIT(METRIC_PATHS),
    .rank = -1,
    .asynchronous = true,
    .chunk_size = chunk_size,
    .devices = &devices,
};
