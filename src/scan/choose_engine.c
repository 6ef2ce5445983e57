#include "scan/choose_engine.h"

#include <string.h>

#include "base/diag.h"
#include "base/progress.h"
#include "ranks/ranks.h"

static const char *engine_name_of(size_t i)
{
    const struct engine *engine = engines_all()[i];
    return engine != NULL ? engine->name : NULL;
}

static const char *why_not(size_t i)
{
    return engine_why_not(engines_all()[i]);
}

static bool engine_knows_metric(size_t i, enum metric metric)
{
    return engine_knows(engines_all()[i], metric);
}

static bool engine_by_name_only(size_t i)
{
    return engines_all()[i]->devices != NULL;
}

const struct program choose_engine_program = {"edgrep", engine_name_of, why_not,
                                              engine_by_name_only, engine_knows_metric};

/* Returns the metric that an engine must support. */
static enum metric metric_of(const struct query *q)
{
    return q->automata ? METRIC_PATHS : q->metric;
}

/* Returns the name of the engine. --algorithm without --engine selects the engine with devices,
 * which has several algorithms. */
static const char *engine_name(const struct options *o, const struct query *q)
{
    const struct engine *beside = engines_offload(o->work.engine, metric_of(q));
    return o->work.algorithm != NULL && beside != NULL ? beside->name : o->work.engine;
}

/* Returns whether the engine has the requested algorithm, and it supports the metric. Reports an
 * error otherwise. */
static bool check_algorithm(const char *name, const struct query *q, const struct engine *engine)
{
    if (engine->devices == NULL) {
        diag_error("--algorithm: engine %s has none to choose from", engine->name);
        return false;
    }
    const struct engine_algorithm *a = engine_loaded(engine)->devices->algorithms();
    while (a->name != NULL && strcmp(a->name, name) != 0)
        a++;
    if (a->name == NULL)
        diag_error("--algorithm: '%s': no such algorithm", name);
    else if ((a->metrics & METRIC_BIT(metric_of(q))) == 0)
        program_refuse_metric("--algorithm", name, metric_of(q));
    else
        return true;
    return false;
}

/* Returns whether the engine has the requested algorithm and devices. Reports an error
 * otherwise. */
static bool check_wishes(const struct options *o, const struct query *q,
                         const struct engine *engine)
{
    const struct engine_devices *devices = engine->devices;
    if (o->work.algorithm != NULL && !check_algorithm(o->work.algorithm, q, engine))
        return false;
    if (devices == NULL && o->work.ndevices > 0 &&
        engines_offload(o->work.engine, metric_of(q)) == NULL) {
        diag_error("--gpus: engine %s has no devices", engine->name);
        return false;
    }
    for (size_t i = 0; devices != NULL && i < o->work.ndevices; i++)
        if (o->work.devices[i] >= devices->count()) {
            diag_error("--gpus: %u: there are only %u", o->work.devices[i], devices->count());
            return false;
        }
    return true;
}

/* Returns whether the engine supports the metric of patterns that are sequences of items. */
static bool knows_sequences(const struct engine *engine, const struct query *q)
{
    return q->longest == 0 || engine_knows(engine, q->metric);
}

const struct engine *choose_engine(const struct options *o, const struct query *q)
{
    size_t i = program_find_engine(&choose_engine_program, engine_name(o, q), metric_of(q));
    const struct engine *engine = i != SIZE_MAX ? engines_all()[i] : NULL;
    if (engine != NULL && !knows_sequences(engine, q)) {
        program_refuse_metric("--engine", engine->name, q->metric);
        return NULL;
    }
    return engine != NULL && check_wishes(o, q, engine) ? engine : NULL;
}

const struct query *choose_engine_query(const struct options *o, enum report report)
{
    struct pattern_rules rules = o->query.rules;
    static const struct progress_unit patterns = {"patterns", 1};
    int wanted =
        o->progress > 0 || rank_place.own > 0 ? -1 : o->progress; /* 1: of the search only */
    rules.needs.report = report;
    rules.progress = progress_open(wanted, &patterns, (double)o->query.npatterns);
    const struct query *q = patterns_compile(o->query.patterns, o->query.npatterns, &rules);
    progress_close(rules.progress);
    return q;
}

/* Returns the engine with devices to use beside the processor. Not for a single record that cannot
 * be cut, because a single device thread would scan all of it. */
static const struct engine *engine_beside(const struct options *o, const struct query *q)
{
    const struct engine *beside = engines_offload(engine_name(o, q), metric_of(q));
    bool uncut = o->records.span_lines && q->overlap == OVERLAP_RECORD;
    return beside != NULL && !uncut && knows_sequences(beside, q) ? beside : NULL;
}

struct scanner_parts choose_engine_parts(const struct options *o, const struct query *q,
                                         const struct engine *engine)
{
    const char *name = engine_name(o, q);
    struct scanner_parts parts = {.engines = {engine, engines_small(name), engine_beside(o, q)},
                                  .algorithm = o->work.algorithm};
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        if (parts.engines[e] != NULL)
            parts.chunk_sizes[e] = parts.engines[e]->chunk_size(q);
    return parts;
}
