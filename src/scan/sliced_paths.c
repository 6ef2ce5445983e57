/* sliced_paths.c - see sliced_paths.h. */
#include "scan/sliced_paths.h"

#include <stdlib.h>

#include "scan/along.h"
#include "scan/levels_scan.h"

enum { FIRST_SYMBOLS = 4096 /* they give best mode a first limit */ };

struct sliced_paths {
    const struct query *q;
    sliced_find *find;
    struct along *along;
    struct levels_scan **levels;       /* of each pattern with an automaton */
    struct sliced_path_pieces *pieces; /* of each pattern */
    struct hits first;                 /* of the first symbols */
};

void sliced_paths_close(struct sliced_paths *x)
{
    if (x == NULL)
        return;
    for (size_t p = 0; x->pieces != NULL && p < x->q->npatterns; p++)
        sliced_path_pieces_close(&x->pieces[p]);
    free(x->pieces);
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
                                       const struct sample *sample, sliced_find *find,
                                       const struct levels_kernel *levels, const atomic_uint *best)
{
    struct sliced_paths *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct sliced_paths){.q = q, .find = find, .along = along_open(q, a)};
    x->pieces = calloc(q->npatterns + 1, sizeof *x->pieces);
    if (x->along == NULL || x->pieces == NULL || !open_levels(x, a, levels, best)) {
        sliced_paths_close(x);
        return NULL;
    }
    for (size_t p = 0; p < q->npatterns; p++)
        sliced_path_pieces_open(&x->pieces[p], q, &q->patterns[p], a, sample);
    return x;
}

/* Searches the whole part of the chunk, without a filter. */
static enum engine_status scan_whole(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, bool by_levels,
                                     uint32_t *limit, struct hits *hits)
{
    if (by_levels)
        return levels_scan_run(x->levels[pattern], limit, hits);
    return along_scan(x->along, c, own, pattern, limit, hits);
}

/* Searches only where pieces were found. */
static enum engine_status scan_stretches(struct sliced_paths *x, const struct chunk *c,
                                         struct share own, uint32_t pattern, uint32_t *limit,
                                         struct hits *hits)
{
    const struct stretches *found = &x->pieces[pattern].found;
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < found->n && status == ENGINE_OK; i++) {
        struct span s = found->v[i];
        size_t begin = s.start > own.begin ? s.start : own.begin;
        if (begin < s.end)
            status = along_scan(x->along, c, (struct share){s.start, begin, s.end}, pattern, limit,
                                hits);
    }
    return status;
}

/* Best mode: what the first symbols have lowers the limit before the rest is searched. False:
 * memory is out. */
static bool search_first(struct sliced_paths *x, const struct chunk *c, struct share own,
                         uint32_t pattern, uint32_t *limit)
{
    if (own.end - own.begin > FIRST_SYMBOLS)
        own.end = own.begin + FIRST_SYMBOLS;
    hits_clear(&x->first);
    x->first.most = HITS_MOST;
    return along_scan(x->along, c, own, pattern, limit, &x->first) != ENGINE_MEMORY;
}

enum engine_status sliced_paths_scan(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t limit,
                                     struct hits *hits)
{
    struct sliced_path_pieces *p = &x->pieces[pattern];
    if (x->q->best && x->q->certain && limit == x->q->patterns[pattern].k &&
        !search_first(x, c, own, pattern, &limit))
        return ENGINE_MEMORY;
    uint32_t along = along_cycles(x->along, pattern);
    uint32_t levels = levels_scan_begin(x->levels[pattern], c, own, limit);
    bool by_levels = levels < along;
    double share = by_levels ? (double)levels / along : 1;
    if (!sliced_path_pieces_choose(p, c, own, limit, share))
        return scan_whole(x, c, own, pattern, by_levels, &limit, hits);
    x->find(&p->pieces, own.lead, own.end);
    sliced_pieces_learn(&p->pieces);
    return p->pieces.too_many ? scan_whole(x, c, own, pattern, by_levels, &limit, hits)
                              : scan_stretches(x, c, own, pattern, &limit, hits);
}
