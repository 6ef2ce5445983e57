/*
 * pipeline.h - source -> engine -> matches, with or without threads.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "base/progress.h"
#include "edgrep/matches.h"
#include "edgrep/scanner.h"
#include "edgrep/stats.h"
#include "text/source.h"

struct pipeline_parts {
    const struct options *options;
    struct scanner_parts scanner;
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
