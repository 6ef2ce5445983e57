/* scanner.c - see scanner.h. */
#include "edgrep/scanner.h"

#include "base/trace.h"

enum { SMALL_CHUNK = 4096 /* symbols */ };

unsigned scanner_engine(const struct scanner_parts *parts, unsigned engine, struct cut own)
{
    bool small = own.end - own.begin < SMALL_CHUNK;
    return small && parts->engines[SCANNER_SMALL] != parts->engines[engine] ? SCANNER_SMALL
                                                                            : engine;
}

/* Clears the hits for a scan of `own`; a single symbol's must always fit. */
static void prepare_hits(const struct query *q, struct hits *hits, struct cut own)
{
    hits_clear(hits);
    hits->most = own.end - own.begin <= 1 && q->npatterns > HITS_MOST ? q->npatterns : HITS_MOST;
}

void scanner_open(struct scanner *s, unsigned engine)
{
    const struct scanner_parts *parts = s->parts;
    const struct engine *e = parts->engines[engine];
    if (s->scans[engine] != NULL)
        return;
    s->scans[engine] = e->open(parts->query, parts->alphabet, parts->limit);
    if (s->scans[engine] != NULL && e->devices != NULL)
        e->devices->choose(s->scans[engine], s->device, parts->algorithm);
}

enum engine_status scanner_begin(struct scanner *s, unsigned engine, const struct chunk *c,
                                 struct cut own, struct hits *hits)
{
    prepare_hits(s->parts->query, hits, own);
    scanner_open(s, engine);
    s->worked[engine] = true;
    struct engine_scan *scan = s->scans[engine];
    trace(TRACE_SCAN, "%s begins: input %llu, bytes %llu to %llu, %zu symbols",
          s->parts->engines[engine]->name, (unsigned long long)c->input,
          (unsigned long long)(c->offset + c->begin_byte),
          (unsigned long long)(c->offset + c->end_byte), own.end - own.begin);
    return scan != NULL ? s->parts->engines[engine]->submit(scan, c, own, hits) : ENGINE_MEMORY;
}

enum engine_status scanner_end(struct scanner *s, unsigned engine)
{
    enum engine_status status = s->parts->engines[engine]->collect(s->scans[engine]);
    trace(TRACE_SCAN, "%s ends: status %d", s->parts->engines[engine]->name, (int)status);
    return status;
}

static void add_report(const struct engine *e, const struct engine_scan *scan, struct stats *stats)
{
    struct engine_report report;
    e->devices->report(scan, &report);
    if (report.algorithm == NULL)
        return;
    stats->algorithm = report.algorithm;
    stats->device = report.device;
    stats->copy += report.copy;
    stats->kernel += report.kernel;
}

void scanner_close(struct scanner *s, struct stats *stats)
{
    for (unsigned e = 0; e < SCANNER_ENGINES; e++) {
        const struct engine *engine = s->parts->engines[e];
        if (s->scans[e] == NULL)
            continue;
        if (s->worked[e])
            stats->engines[e] = engine->name;
        if (engine->devices != NULL)
            add_report(engine, s->scans[e], stats);
        engine->close(s->scans[e]);
        s->scans[e] = NULL;
    }
}
