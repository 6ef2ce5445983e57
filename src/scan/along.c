/*
 * along.c - see along.h.
 *
 * The lead-in may begin inside a record. There it counts as the beginning of one. That is wrong,
 * but no path that begins there reaches an owned end within the limit: the lead-in is longer than
 * any such occurrence (query->overlap). Where there is no such length, it holds the whole record.
 */
#include "scan/along.h"

#include <stdlib.h>

#include "scan/paths.h"

struct along {
    const struct query *q;
    const struct alphabet *a;
    struct paths **paths; /* of each pattern; NULL where it has no automaton */
    /* What along_scan() is at. */
    const struct chunk *c;
    struct share own;
    uint32_t pattern, limit;
    struct hits *hits;
};

void along_close(struct along *g)
{
    if (g == NULL)
        return;
    for (size_t p = 0; g->paths != NULL && p < g->q->npatterns; p++)
        paths_close(g->paths[p]);
    free(g->paths);
    free(g);
}

struct along *along_open(const struct query *q, const struct alphabet *a)
{
    struct along *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->q = q;
    g->a = a;
    g->paths = calloc(q->npatterns + 1, sizeof *g->paths);
    bool good = g->paths != NULL;
    for (size_t p = 0; good && p < q->npatterns; p++)
        if (q->patterns[p].automaton != NULL)
            good = (g->paths[p] = paths_open(q->patterns[p].automaton, a)) != NULL;
    if (good)
        return g;
    along_close(g);
    return NULL;
}

/* Reports the end before symbol i, if it is one; false: the hits are full, or memory is out. */
static bool report(struct along *g, struct paths *w, size_t i, bool ends)
{
    path_value best = i > g->own.begin && (ends || !g->q->line) ? paths_best(w) : PATH_NONE;
    if (best == PATH_NONE)
        return true;
    if (g->q->best && g->q->certain && path_cost(best) < g->limit) {
        g->limit = path_cost(best);
        paths_lower(w, g->limit);
    }
    return hits_add(g->hits, (uint32_t)i, path_cost(best), g->pattern);
}

/* A record's symbols [from, to); false as above. */
static bool scan_record(struct along *g, size_t from, size_t to)
{
    struct paths *w = g->paths[g->pattern];
    const uint32_t *bytes = alphabet_bytes(g->a);
    struct place place = {g->c, g->a, g->q->word_item, from};
    paths_clear(w, g->limit);
    for (size_t i = from; i <= to; i++) {
        uint32_t holding = place_holding(&place, i);
        if (i > from)
            paths_step(w, chunk_symbol(g->c, bytes, i - 1));
        if (i == from || !g->q->line)
            paths_begin(w, (uint32_t)i);
        else if (paths_over(w))
            return true;
        paths_settle(w, holding);
        if (!report(g, w, i, (holding & CONDITION_END) != 0))
            return false;
    }
    return true;
}

enum engine_status along_scan(struct along *g, const struct chunk *c, struct share own,
                              uint32_t pattern, uint32_t *limit, struct hits *hits)
{
    g->c = c;
    g->own = own;
    g->pattern = pattern;
    g->limit = *limit;
    g->hits = hits;
    bool good = true;
    for (size_t from = own.lead, to; good && from < own.end; from = to + 1) {
        to = chunk_record_end(c, from, own.end);
        good = scan_record(g, from, to);
    }
    *limit = g->limit;
    return good ? ENGINE_OK : hits->full ? ENGINE_FULL : ENGINE_MEMORY;
}
