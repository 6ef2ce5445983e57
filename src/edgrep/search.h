/*
 * search.h - one search: what its parts are given, and what they report to.
 *
 * Everything is opened before the search begins and outlives it. options, env and scanner are not
 * changed; alphabet and bests are all threads'; source may be used by one thread at a time; the
 * others are the main thread's.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include "base/progress.h"
#include "edgrep/stats.h"
#include "output/matches.h"
#include "scan/scanner.h"
#include "text/source.h"

struct search {
    const struct options *options;
    const struct output_env *env;
    struct scanner_parts scanner;
    struct alphabet *alphabet;
    struct bests *bests; /* in best mode: the level */
    struct source *source;
    struct matches *matches;
    struct select *select;
    struct sink *sink;
    struct progress *progress;
    struct stats *stats;
};

/* Engine SCANNER_... of the search. */
static inline const struct engine *search_engine(const struct search *s, unsigned engine)
{
    return s->scanner.engines[engine];
}

/* Bytes that a chunk for that engine should own. */
static inline size_t search_chunk_size(const struct search *s, unsigned engine)
{
    return s->scanner.chunk_sizes[engine];
}

/* Where the text of chunks for that engine is to lie; NULL: anywhere. */
static inline const struct chunk_memory *search_memory(const struct search *s, unsigned engine)
{
    const struct engine_devices *devices = search_engine(s, engine)->devices;
    return devices != NULL ? devices->memory : NULL;
}

/* Whether that engine takes raw chunks. */
static inline bool search_decodes(const struct search *s, unsigned engine)
{
    return scanner_decodes(search_engine(s, engine));
}

#endif
