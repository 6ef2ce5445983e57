/* sliced_paths.c - see sliced_paths.h. */
#include "scan/sliced_paths.h"

#include <stdlib.h>

#include "scan/bit_nfa_scan.h"
#include "scan/nfa_scan.h"

enum { FIRST_SYMBOLS = 4096 /* they give best mode a first limit */ };

/* The search for one pattern. */
struct search {
    struct bit_nfa_scan *levels; /* NULL: the pattern has no automaton */
    struct sliced_path_pieces pieces;
    uint32_t cycles; /* that the latest search without a filter took for a symbol, about */
};

struct sliced_paths {
    const struct query *q;
    sliced_find *find;
    struct nfa_scan *along;
    struct search *searches; /* of each pattern */
    struct hits first;       /* of the first symbols */
};

void sliced_paths_close(struct sliced_paths *x)
{
    if (x == NULL)
        return;
    nfa_scan_close(x->along);
    for (size_t p = 0; x->searches != NULL && p < x->q->npatterns; p++) {
        bit_nfa_scan_close(x->searches[p].levels);
        sliced_path_pieces_close(&x->searches[p].pieces);
    }
    free(x->searches);
    hits_free(&x->first);
    free(x);
}

static bool open_searches(struct sliced_paths *x, const struct alphabet *a,
                          const struct sample *sample, const struct bit_nfa_kernel *kernel,
                          const struct distance_bounds *bests)
{
    x->searches = calloc(x->q->npatterns + 1, sizeof *x->searches);
    bool good = x->searches != NULL;
    for (uint32_t p = 0; p < x->q->npatterns && good; p++) {
        struct search *s = &x->searches[p];
        const struct pattern *pattern = &x->q->patterns[p];
        if (pattern->automaton == NULL)
            continue;
        good = sliced_path_pieces_open(&s->pieces, x->q, pattern, a, sample) &&
               (s->levels = bit_nfa_scan_open(kernel, x->q, a, p, bests)) != NULL;
    }
    return good;
}

struct sliced_paths *sliced_paths_open(const struct query *q, const struct alphabet *a,
                                       const struct sample *sample, sliced_find *find,
                                       const struct bit_nfa_kernel *kernel,
                                       const struct distance_bounds *bests)
{
    struct sliced_paths *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct sliced_paths){.q = q, .find = find, .along = nfa_scan_open(q, a)};
    if (x->along != NULL && open_searches(x, a, sample, kernel, bests))
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
    return nfa_scan_scan(x->along, c, own, pattern, limit, &x->first);
}

/* Searches the whole part of the chunk, without a filter. */
static enum engine_status scan_whole(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t *limit,
                                     struct hits *hits)
{
    struct search *s = &x->searches[pattern];
    uint32_t along = nfa_scan_cycles(x->along, pattern);
    s->cycles = bit_nfa_scan_begin(s->levels, c, own, *limit);
    if (s->cycles <= along)
        return bit_nfa_scan_run(s->levels, limit, hits);
    s->cycles = along;
    return nfa_scan_scan(x->along, c, own, pattern, limit, hits);
}

/* Searches only where pieces were found. */
static enum engine_status scan_stretches(struct sliced_paths *x, const struct chunk *c,
                                         struct share own, uint32_t pattern, uint32_t *limit,
                                         struct hits *hits)
{
    const struct stretches *found = &x->searches[pattern].pieces.found;
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < found->n && status == ENGINE_OK; i++) {
        struct span s = found->v[i];
        size_t begin = s.start > own.begin ? s.start : own.begin;
        if (begin < s.end)
            status = nfa_scan_scan(x->along, c, (struct share){s.start, begin, s.end}, pattern,
                                   limit, hits);
    }
    return status;
}

/* How many symbols may be searched behind the filter: what takes a part of the time that a search
 * without it would. */
static size_t affordable(const struct sliced_paths *x, struct share own, uint32_t pattern)
{
    uint64_t cycles = x->searches[pattern].cycles, along = nfa_scan_cycles(x->along, pattern);
    if (cycles == 0) /* it is not known yet */
        cycles = along;
    return (size_t)((own.end - own.lead) * cycles / along / PIECES_SHARE);
}

enum engine_status sliced_paths_scan(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t limit,
                                     struct hits *hits)
{
    struct sliced_path_pieces *p = &x->searches[pattern].pieces;
    enum engine_status status = search_first(x, c, own, pattern, &limit);
    if (status != ENGINE_OK && status != ENGINE_FULL)
        return status;
    if (!sliced_path_pieces_choose(p, c, own, limit, affordable(x, own, pattern)))
        return scan_whole(x, c, own, pattern, &limit, hits);
    x->find(&p->pieces, own.lead, own.end);
    sliced_pieces_learn(&p->pieces);
    return p->pieces.too_many ? scan_whole(x, c, own, pattern, &limit, hits)
                              : scan_stretches(x, c, own, pattern, &limit, hits);
}
