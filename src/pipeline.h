/*
 * pipeline.h - source -> engine -> matches, with or without threads.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "engine.h"
#include "matches.h"
#include "progress.h"
#include "source.h"
#include "stats.h"

/* The engine, and another for chunks so small that beginning on them costs it more than they do;
 * they may be one. */
enum { PIPELINE_ENGINE, PIPELINE_SMALL, PIPELINE_ENGINES };

struct pipeline_parts {
    const struct options *options;
    const struct query *query;
    const struct alphabet *alphabet;
    const struct engine *engines[PIPELINE_ENGINES];
    const atomic_uint *limit;
    struct source *source;
    struct matches *matches;
    struct select *select;
    struct sink *sink;
    struct progress *progress;
    struct stats *stats;
};

/* Searches all inputs. Errors of inputs are reported; others end the program. Main thread. */
void pipeline_run(const struct pipeline_parts *parts);

#endif
