/* sliced_paths.c - see sliced_paths.h. */
#include "scan/sliced_paths.h"

#include <stdlib.h>

#include "scan/along.h"
#include "scan/levels_scan.h"

enum {
    FIRST_SYMBOLS = 4096, /* they give best mode a first limit */
    ALONG_CYCLES = 18     /* what along.h takes for a symbol, as long as columns come again */
};

struct sliced_paths {
    const struct query *q;
    const struct sample *sample;
    struct along *along;
    struct levels_scan **levels; /* of each pattern with an automaton */
    struct hits first;           /* of the first symbols */
};

void sliced_paths_close(struct sliced_paths *x)
{
    if (x == NULL)
        return;
    along_close(x->along);
    for (size_t p = 0; x->levels != NULL && p < x->q->npatterns; p++)
        levels_scan_close(x->levels[p]);
    free(x->levels);
    hits_free(&x->first);
    free(x);
}

static bool open_levels(struct sliced_paths *x, const struct alphabet *a,
                        const struct levels_kernel *kernel, const atomic_uint *best)
{
    x->levels = calloc(x->q->npatterns + 1, sizeof(struct levels_scan *));
    bool good = x->levels != NULL;
    for (uint32_t p = 0; p < x->q->npatterns && good; p++)
        if (x->q->patterns[p].automaton != NULL)
            good = (x->levels[p] = levels_scan_open(kernel, x->q, a, p, best)) != NULL;
    return good;
}

struct sliced_paths *sliced_paths_open(const struct query *q, const struct alphabet *a,
                                       const struct sample *sample,
                                       const struct levels_kernel *kernel, const atomic_uint *best)
{
    struct sliced_paths *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct sliced_paths){.q = q, .sample = sample, .along = along_open(q, a)};
    if (x->along != NULL && open_levels(x, a, kernel, best))
        return x;
    sliced_paths_close(x);
    return NULL;
}

/* Best mode: what the first symbols have lowers the limit before the rest is searched. */
static enum engine_status search_first(struct sliced_paths *x, const struct chunk *c,
                                       struct share own, uint32_t pattern, uint32_t *limit)
{
    if (!x->q->best || !x->q->certain || *limit < x->q->patterns[pattern].k)
        return ENGINE_OK;
    if (own.end - own.begin > FIRST_SYMBOLS)
        own.end = own.begin + FIRST_SYMBOLS;
    hits_clear(&x->first);
    x->first.most = HITS_MOST;
    return along_scan(x->along, c, own, pattern, limit, &x->first);
}

/* Searches the whole part of the chunk, without a filter. */
static enum engine_status scan_whole(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t *limit,
                                     struct hits *hits)
{
    enum engine_status status = search_first(x, c, own, pattern, limit);
    if (status != ENGINE_OK && status != ENGINE_FULL)
        return status;
    if (levels_scan_begin(x->levels[pattern], c, own, *limit) <= ALONG_CYCLES)
        return levels_scan_run(x->levels[pattern], limit, hits);
    return along_scan(x->along, c, own, pattern, limit, hits);
}

enum engine_status sliced_paths_scan(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t limit,
                                     struct hits *hits)
{
    return scan_whole(x, c, own, pattern, &limit, hits);
}
