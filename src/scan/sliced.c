/*
 * sliced.c - the bit-sliced engines, but for their kernels (see sliced.h): a chunk is cut into
 * lanes, the kernel passes over it, and the hits are brought into order.
 *
 * What the table of a whole pattern finds is reported as it is. What that of a part finds are
 * places where the whole pattern may be: they are scanned again, by exact.h. A pattern whose part
 * is found too often is left in mid-pass and searched for in another pass, by more of its rows.
 */
#include "scan/sliced.h"

#include <stdlib.h>
#include <string.h>

enum {
    SAMPLE = 4096,         /* symbols that give best mode a first limit */
    ITEM_BITS = 2,         /* as in DNA: a guess, before there is a text */
    LANE_WORTH = 16,       /* lead-ins that a lane should own, ... */
    CHUNK_LEAST = 1 << 20, /* ... but what fits the cache of a core is best, ... */
    CHUNK_MOST = 16 << 20, /* ... and memory is bounded */
};

void *sliced_vectors(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
}

size_t sliced_chunk_size(const struct sliced_kernel *kernel, const struct query *q)
{
    uint64_t overlap = 0;
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct pattern *p = &q->patterns[i];
        uint64_t reach = (uint64_t)sliced_first_rows(p->m, p->k, ITEM_BITS) + p->k;
        overlap = reach > overlap ? reach : overlap;
    }
    uint64_t size = kernel->lanes * LANE_WORTH * overlap;
    return size < CHUNK_LEAST ? CHUNK_LEAST : size < CHUNK_MOST ? (size_t)size : CHUNK_MOST;
}

/* Opening. */

void sliced_close(struct engine_scan *s)
{
    if (s == NULL)
        return;
    for (size_t p = 0; s->patterns != NULL && p < s->q->npatterns; p++) {
        free(s->patterns[p].slots);
        free(s->patterns[p].v);
        free(s->patterns[p].counter);
        free(s->patterns[p].seen);
        hits_free(&s->patterns[p].found);
    }
    for (size_t b = 0; b < SLICED_BYTES; b++)
        free(s->copy[b]);
    hits_free(&s->sorted);
    exact_close(s->exact);
    free(s->patterns);
    free(s->table);
    free(s->code_of);
    free(s->slot_of);
    free(s->items_seen);
    free(s->slots);
    free(s->codes);
    free(s->match);
    free(s->planes);
    free(s);
}

struct engine_scan *sliced_open(const struct sliced_kernel *kernel, const struct query *q,
                                const struct alphabet *a, const atomic_uint *limit)
{
    struct engine_scan *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->q = q;
    s->a = a;
    s->limit = limit;
    s->kernel = kernel;
    s->exact = exact_open(q, a);
    s->patterns = calloc(q->npatterns + 1, sizeof *s->patterns);
    s->table = sliced_vectors(256);
    s->slot_of = calloc(q->nitems + 1, sizeof *s->slot_of);
    s->items_seen = calloc(q->nitems + 1, sizeof *s->items_seen);
    s->planes = sliced_vectors(kernel->planes);
    bool good = s->exact != NULL && s->patterns != NULL && s->table != NULL && s->slot_of != NULL &&
                s->planes != NULL;
    for (uint32_t p = 0; good && p < q->npatterns; p++) {
        s->patterns[p].pattern = p;
        s->patterns[p].counter = sliced_vectors(SLICED_COUNTER * (kernel->lanes / 8));
        s->patterns[p].seen = sliced_vectors(kernel->lanes / 8);
        good = s->patterns[p].counter != NULL && s->patterns[p].seen != NULL;
    }
    if (!good) {
        sliced_close(s);
        return NULL;
    }
    return s;
}

/* Lanes. */

/*
 * All lanes read the same number of symbols, and own all they read but the overlap, except the
 * first. Strides are odd multiples of a cache line, or the lanes' lines would compete for few sets.
 */
static void cut_lanes(struct engine_scan *s)
{
    enum { LINE = 64 };
    size_t ahead = s->kernel->ahead, n = s->own.end - s->own.lead;
    s->overlap = 0;
    for (size_t p = 0; p < s->q->npatterns; p++) {
        const struct sliced_rows *w = &s->patterns[p];
        size_t overlap = (size_t)w->rows + w->limit + 1;
        if (w->active && overlap > s->overlap)
            s->overlap = overlap;
    }
    size_t spare = n > s->overlap ? n - s->overlap : 1, unit = s->kernel->lanes * LINE;
    s->stride = LINE * ((spare + unit - 1) / unit | 1);
    size_t columns = s->stride + s->overlap;
    s->columns = ((columns < n ? columns : n) + ahead - 1) / ahead * ahead;
}

/* What the kernel finds. */

uint32_t sliced_limit(const struct engine_scan *s, const struct sliced_rows *w)
{
    uint32_t limit = s->q->best ? engine_limit(s->q, w->pattern, s->limit) : w->limit;
    return limit < w->limit ? limit : w->limit;
}

bool sliced_drop(struct sliced_rows *w)
{
    w->dropped = true;
    w->active = false;
    return false;
}

bool sliced_candidate(struct sliced_rows *w, size_t symbol, uint32_t distance, size_t lane)
{
    if (w->last == SIZE_MAX || symbol < w->last || symbol > w->last + 2 * (size_t)w->limit + 1)
        w->candidates++;
    w->last = symbol;
    return (w->candidates <= w->candidates_most &&
            hits_add(&w->found, (uint32_t)(symbol + 1), distance, (uint32_t)lane)) ||
           sliced_drop(w);
}

bool sliced_found(struct engine_scan *s, struct sliced_rows *w, size_t lane, size_t column,
                  uint32_t distance)
{
    size_t symbol = s->own.lead + lane * s->stride + column;
    bool owned = column < s->overlap + s->stride && (column >= s->overlap || lane == 0);
    if (!owned || symbol >= s->own.end)
        return true;
    if (sliced_partial(s, w))
        return sliced_candidate(w, symbol, distance, lane);
    if (symbol < s->own.begin)
        return true;
    if (s->q->best && s->q->certain && distance < w->limit)
        w->limit = distance;
    if (hits_add(&w->found, (uint32_t)(symbol + 1), distance, (uint32_t)lane))
        return true;
    s->status = w->found.full ? ENGINE_FULL : ENGINE_MEMORY;
    return false;
}

static void swap_lists(struct hits *a, struct hits *b)
{
    struct hits swap = {b->v, b->n, b->capacity, a->most, a->full};
    *b = (struct hits){a->v, a->n, a->capacity, b->most, b->full};
    *a = swap;
}

/* From the order of columns to that of lanes, which is that of the text. */
static bool order_by_lanes(struct engine_scan *s, struct sliced_rows *w)
{
    const struct hits *found = &w->found;
    size_t places[SLICED_LANES + 1] = {0};
    if (!hits_resize(&s->sorted, found->n))
        return false;
    for (size_t i = 0; i < found->n; i++)
        places[found->v[i].pattern + 1]++;
    for (size_t l = 1; l <= SLICED_LANES; l++)
        places[l] += places[l - 1];
    for (size_t i = 0; i < found->n; i++) {
        struct hit h = found->v[i];
        size_t place = places[h.pattern]++;
        h.pattern = w->pattern;
        s->sorted.v[place] = h;
    }
    swap_lists(&w->found, &s->sorted);
    return true;
}

/*
 * Where the whole pattern can end when `behind` items of it are behind a candidate: there, give or
 * take the errors that the candidate has left.
 */
static struct cut window(const struct engine_scan *s, const struct sliced_rows *w,
                         const struct hit *candidate)
{
    size_t behind = w->by_pieces ? 0 : s->q->patterns[w->pattern].m - w->first - w->rows;
    size_t last = candidate->end + behind, begin = last - 1;
    size_t errors = w->limit > candidate->distance ? w->limit - candidate->distance : 0;
    begin = begin > s->own.begin + errors ? begin - errors : s->own.begin;
    last = last + errors > s->own.end ? s->own.end : last + errors;
    struct cut cut = cut_at(begin, last > begin ? last : begin, s->q->overlap);
    if (cut.lead < s->own.lead)
        cut.lead = s->own.lead;
    return cut;
}

/* Scans the candidates, which are in order; neighbouring windows are one. */
static enum engine_status verify(struct engine_scan *s, struct sliced_rows *w, struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    const struct hits *found = &w->found;
    if (!exact_begin(s->exact, s->c, w->pattern))
        return ENGINE_MEMORY;
    for (size_t i = 0; i < found->n && status == ENGINE_OK;) {
        struct cut cut = window(s, w, &found->v[i++]), next;
        for (; i < found->n; i++) {
            next = window(s, w, &found->v[i]);
            if (next.lead > cut.end)
                break;
            if (next.begin < cut.begin) {
                cut.lead = next.lead;
                cut.begin = next.begin;
            }
            if (next.end > cut.end)
                cut.end = next.end;
        }
        if (cut.begin < cut.end)
            status = exact_scan(s->exact, cut, &w->limit, hits);
    }
    return status;
}

static enum engine_status report(struct engine_scan *s, struct sliced_rows *w, struct hits *hits)
{
    if (w->found.n == 0)
        return ENGINE_OK;
    if (!(w->by_pieces ? hits_sort(&w->found) : order_by_lanes(s, w)))
        return ENGINE_MEMORY;
    if (w->by_pieces || sliced_partial(s, w))
        return verify(s, w, hits);
    if (hits->n == 0 && !s->q->best) {
        swap_lists(hits, &w->found);
        return ENGINE_OK;
    }
    for (size_t i = 0; i < w->found.n; i++) {
        const struct hit *h = &w->found.v[i];
        if (h->distance <= w->limit && !hits_add(hits, h->end, h->distance, w->pattern))
            return hits->full ? ENGINE_FULL : ENGINE_MEMORY;
    }
    return ENGINE_OK;
}

/* Passes. */

/* Best mode: what the beginning of the text has lowers the limit before the rest is searched. */
static bool sample(struct engine_scan *s, struct sliced_rows *w)
{
    struct cut cut = s->own;
    if (cut.end - cut.begin > SAMPLE)
        cut.end = cut.begin + SAMPLE;
    hits_clear(&w->found);
    if (!exact_begin(s->exact, s->c, w->pattern))
        return false;
    enum engine_status status = exact_scan(s->exact, cut, &w->limit, &w->found);
    return status == ENGINE_OK || status == ENGINE_FULL;
}

/* Makes room for the rows of w. */
static bool reserve_rows(const struct engine_scan *s, struct sliced_rows *w)
{
    if (w->by_pieces || w->rows <= w->reserved)
        return true;
    free(w->slots);
    free(w->v);
    w->slots = reallocarray(NULL, w->rows, sizeof *w->slots);
    w->v = sliced_vectors(w->rows * 2 * (s->kernel->lanes / 8));
    w->reserved = w->slots != NULL && w->v != NULL ? w->rows : 0;
    return w->reserved > 0;
}

/* A pattern that was dropped is searched for with less of a filter. */
static bool begin_pattern(struct engine_scan *s, struct sliced_rows *w, size_t most)
{
    w->found.most = most;
    hits_clear(&w->found);
    if (!w->active && !w->dropped)
        return true;
    bool whole = w->dropped && !w->by_pieces;
    w->by_pieces = !w->dropped && sliced_choose_pieces(s, w);
    if (!w->by_pieces)
        sliced_choose(s, w, whole);
    sliced_allow(s, w);
    w->active = true;
    w->dropped = false;
    return reserve_rows(s, w);
}

static bool run(struct engine_scan *s)
{
    struct sliced_rows *w = &s->patterns[0];
    s->status = ENGINE_OK;
    if (w->by_pieces) {
        s->kernel->find(s, w, s->own.lead, s->own.end);
    } else {
        cut_lanes(s);
        if (!sliced_encode(s))
            return false;
        s->kernel->run(s);
    }
    return true;
}

/* Searches for the patterns that are active; those that it drops will be in the next pass. */
static enum engine_status pass(struct engine_scan *s, struct hits *hits)
{
    for (size_t p = 0; p < s->q->npatterns; p++)
        if (!begin_pattern(s, &s->patterns[p], hits->most))
            return ENGINE_MEMORY;
    if (!run(s))
        return ENGINE_MEMORY;
    for (size_t p = 0; p < s->q->npatterns && s->status == ENGINE_OK; p++) {
        struct sliced_rows *w = &s->patterns[p];
        if (w->active)
            s->status = report(s, w, hits);
        if (w->active || w->dropped)
            sliced_learn(s, w);
        w->active = false;
    }
    return s->status;
}

static bool begin(struct engine_scan *s, struct sliced_rows *w, size_t most)
{
    uint32_t m = s->q->patterns[w->pattern].m, k = s->q->patterns[w->pattern].k;
    w->limit = engine_limit(s->q, w->pattern, s->limit);
    w->found.most = most;
    w->active = true;
    w->dropped = false;
    if (s->q->best && s->q->certain && w->limit == k && !sample(s, w))
        return false;
    w->limit = w->limit < m ? w->limit : m;
    return true;
}

enum engine_status sliced_submit(struct engine_scan *s, const struct chunk *c, struct cut own,
                                 struct hits *hits)
{
    s->c = c;
    s->own = own;
    if (own.begin == own.end || s->q->npatterns == 0)
        return ENGINE_OK;
    sliced_sample(s);
    for (size_t p = 0; p < s->q->npatterns; p++)
        if (!begin(s, &s->patterns[p], hits->most))
            return ENGINE_MEMORY;
    for (bool again = true; again;) {
        enum engine_status status = pass(s, hits);
        if (status != ENGINE_OK)
            return status;
        again = false;
        for (size_t p = 0; p < s->q->npatterns; p++)
            again |= s->patterns[p].dropped;
    }
    return hits_sort(hits) ? ENGINE_OK : ENGINE_MEMORY;
}

/* submit() has done all. */
enum engine_status sliced_collect(struct engine_scan *s)
{
    (void)s;
    return ENGINE_OK;
}
