#include "scan/shared.h"

#include <stdlib.h>

#include "filter/qgram_choice.h"
#include "query/unit_query.h"

/*
 * Where only the nearest occurrences in a record matter: sets *d to a distance of half of the
 * greatest, or less, up to which a search is done first. Returns false if there is none.
 *
 * An occurrence of distance d may replace one before it, if both have the same start and no other
 * one lies behind the first that overlaps the second. Were that other one farther, it would be left
 * out, and the result would change. It has x characters, x <= 2 d, so at least m - x edits; but as
 * distances of neighbouring ends differ by 1 at most, it has d + min(x, 2 d - x) at most. With
 * m > 3 d there is none. With -w, an occurrence may have more edits than its end, so it has k at
 * most; with m > 2 d + k there is none.
 */
static bool nearer_distance(const struct query *q, uint32_t *d)
{
    *d = 0;
    for (size_t p = 0; p < q->npatterns; p++)
        *d = *d > q->patterns[p].k / 2 ? *d : q->patterns[p].k / 2;
    for (size_t p = 0; p < q->npatterns; p++) {
        uint32_t m = q->patterns[p].m, k = q->patterns[p].k;
        if (q->word && m <= k)
            return false;
        uint32_t most = q->word ? (m - k - 1) / 2 : (m - 1) / 3;
        *d = *d < most ? *d : most;
    }
    return true;
}

/* Returns a copy of the query for distances up to d; NULL: out of memory. */
static struct query *nearer_query(const struct query *q, uint32_t d)
{
    struct query *to = query_copy(q);
    for (size_t p = 0; to != NULL && p < q->npatterns; p++)
        to->patterns[p].k = to->patterns[p].k < d ? to->patterns[p].k : d;
    return to;
}

/* Edits with costs: returns whether occurrences without errors are searched for first. The first of
 * them in a record is enough if any is, or if none is nearer, or as near by confusions. */
static bool exact_first(const struct query *q)
{
    return (q->report.once || (q->report.nearest && !query_confuses_freely(q))) && !q->word &&
           unit_query_pays(q);
}

/* Returns false when out of memory. */
static bool open_nearer(struct scan_shared *x, const struct query *q)
{
    bool exact = exact_first(q), some = query_confuses_freely(q);
    uint32_t d;
    for (size_t p = 0; p < q->npatterns; p++)
        some = some || q->patterns[p].k > 0;
    if (!some || !(exact || (q->report.nearest && !q->automata && nearer_distance(q, &d))))
        return true;
    x->nearer_query = exact ? unit_query_exact(q) : nearer_query(q, d);
    x->nearer = x->nearer_query != NULL ? scan_shared_open(x->nearer_query) : NULL;
    return x->nearer != NULL;
}

/*
 * Returns the query for the alternatives where these may be searched for with edits of cost 1.
 * Otherwise returns q. With query->each, an expression's bound is no bound for its alternatives.
 */
static const struct query *with_costs(const struct query *q)
{
    bool pays = q->alternatives != NULL && !q->each && unit_query_pays(q->alternatives);
    return pays ? q->alternatives : q;
}

/* Returns false when out of memory. */
static bool open_first(struct scan_shared *x, const struct query *q)
{
    if (!unit_query_pays(q))
        return true;
    x->first_query = unit_query_open(q);
    x->first = x->first_query != NULL ? scan_shared_open(x->first_query) : NULL;
    return x->first != NULL;
}

struct scan_shared *scan_shared_open(const struct query *q)
{
    struct scan_shared *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    (void)pthread_mutex_init(&x->lock, NULL);
    x->npatterns = q->npatterns;
    x->automata = q->automata ? calloc(q->npatterns + 1, sizeof *x->automata) : NULL;
    x->searched = with_costs(q);
    x->cores = q->cores != NULL ? scan_shared_open(q->cores) : NULL;
    if ((q->cores == NULL || x->cores != NULL) && (!q->automata || x->automata != NULL) &&
        open_nearer(x, x->searched) && open_first(x, x->searched))
        return x;
    scan_shared_close(x);
    return NULL;
}

void scan_shared_close(struct scan_shared *x)
{
    if (x == NULL)
        return;
    if (x->choices != NULL)
        qgram_choices_close(x->choices);
    (void)pthread_mutex_destroy(&x->lock);
    scan_shared_close(x->cores);
    scan_shared_close(x->nearer);
    scan_shared_close(x->first);
    query_copy_free(x->nearer_query);
    query_copy_free(x->first_query);
    free(x->automata);
    free(x);
}

static uint64_t taken(const struct contest *c, enum way way)
{
    return atomic_load_explicit(&c->taken[way], memory_order_relaxed);
}

uint64_t scan_shared_taken(const struct scan_shared *x, enum way way)
{
    uint64_t n = taken(&x->sieve.contest, way) + taken(&x->filter, way) + taken(&x->many, way);
    n += way == WAY_DELETIONS ? taken(&x->records, way) : 0; /* other ways count in `many` */
    n += x->cores != NULL ? scan_shared_taken(x->cores, way) : 0;
    n += x->nearer != NULL ? scan_shared_taken(x->nearer, way) : 0;
    n += taken(&x->first_way, way) + (x->first != NULL ? scan_shared_taken(x->first, way) : 0);
    for (size_t p = 0; x->automata != NULL && p < x->npatterns; p++)
        n += taken(&x->automata[p], way);
    return n;
}
