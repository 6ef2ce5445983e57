/*
 * search.h - one search: the objects that its parts share.
 *
 * All are opened before the search begins and outlive it. options, env and scanner never change,
 * and all threads use them; one thread at a time uses source; only the main thread uses
 * the others.
 */
#pragma once

#include "base/progress.h"
#include "edgrep/stats.h"
#include "input/source.h"
#include "output/matches.h"
#include "scan/scanner.h"

struct search {
    const struct options *options;
    const struct output_env *env;
    struct scanner_parts scanner;
    struct source *source;
    struct matches *matches;
    struct select *select;
    struct sink *sink;
    struct progress *progress;
    struct stats *stats;
};

/* Returns the engine SCANNER_... of the search. */
static inline const struct engine *search_engine(const struct search *s, unsigned engine)
{
    return s->scanner.engines[engine];
}

/* Returns how many bytes a chunk for that engine should own. */
static inline size_t search_chunk_size(const struct search *s, unsigned engine)
{
    return s->scanner.chunk_sizes[engine];
}

/* Returns the memory that chunks for that engine need; NULL: any. */
static inline const struct chunk_memory *search_memory(const struct search *s, unsigned engine)
{
    const struct engine *e = search_engine(s, engine);
    return e->devices != NULL ? engine_loaded(e)->devices->memory : NULL;
}

/* Returns whether that engine decodes chunks itself. */
static inline bool search_decodes(const struct search *s, unsigned engine)
{
    return engine_decodes(search_engine(s, engine));
}
