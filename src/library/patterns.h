/* patterns.h - what edgrep_compile() makes of patterns and settings. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "library/call.h"
#include "options/options.h"
#include "query/query.h"
#include "scan/choose_engine.h"
#include "text/sieve.h"

struct edgrep_patterns {
    struct heap heap; /* of all that it points to */
    struct options options;
    const struct query *query;
    const struct engine *engine; /* the one that was chosen */
    size_t step;                 /* bytes of text that a chunk should own for it */
    struct sieve sieve;          /* for texts that are not worth a scan; or none */
};

#endif
