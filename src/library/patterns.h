/* patterns.h - the result of edgrep_patterns_compile(): compiled patterns and settings. */
#pragma once

#include "filter/sieve.h"
#include "library/call.h"
#include "options/options.h"
#include "query/query.h"
#include "scan/choose_engine.h"

struct edgrep_patterns {
    struct heap heap; /* owns everything below */
    struct options options;
    const struct query *query;
    const struct engine *engine; /* the one that was chosen */
    size_t step;                 /* bytes of text that a chunk should own for the engine */
    struct sieve sieve;          /* for texts that are not worth a scan; may be empty */
};
