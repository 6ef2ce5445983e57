#include "scan/sliced_scan.h"

#include <stdlib.h>

#include "plan/rates.h"
#include "scan/multi.h"
#include "scan/undecided.h"
#include "scan/unit_costs.h"
#include "scan/word_occurrence.h"

enum { LEVELS = 8, PAUSES = 16, PAUSE_MOST = 1 << 26 };

size_t sliced_scan_trial = SLICED_SCAN_TRIAL;

struct search_level {
    struct multi *many;            /* NULL if `costs` searches */
    struct unit_costs *costs;      /* a simpler search and then automata; or NULL */
    struct undecided undecided;    /* records without occurrences at lesser distances */
    struct hits found;             /* hits in these */
    struct word_occurrences words; /* -w, of lesser distances */
    size_t known;                  /* symbols after which these levels paid; 0: unknown */
    size_t pause, pauses;          /* symbols without these levels: still left, and next time */
};

struct engine_scan {
    const struct query *q, *searched;   /* scan_shared.searched */
    struct search_level levels[LEVELS]; /* by ascending distances; the last one has all */
    size_t n;
    struct engine_scan *cores;            /* for query->cores; or NULL: then these are unused: */
    const struct distance_bounds *shared; /* of all threads */
    struct distance_bounds bests, none;   /* bounds of `levels`; of `cores` */
    struct hits found;                    /* of `cores` */
};

/* Opens the level of this query after those of lesser distances. */
static bool open_levels(struct engine_scan *x, const struct sliced_kernel *kernel,
                        const struct query *q, const struct alphabet *a,
                        const struct distance_bounds *bests, struct scan_shared *shared,
                        size_t left)
{
    bool lesser = shared->nearer != NULL && shared->searched->npatterns >= multi_least && left > 1;
    if (lesser && !open_levels(x, kernel, shared->nearer_query, a, bests, shared->nearer, left - 1))
        return false;
    struct search_level *l = &x->levels[x->n++];
    if (shared->first != NULL)
        l->costs = unit_costs_open(kernel, q, a, bests, shared);
    else
        l->many = multi_open(kernel, q, a, bests, shared);
    bool good = l->costs != NULL || l->many != NULL;
    if (x->n > 1 && q->word) {
        l->undecided.occurs = word_occurrence_ends;
        l->undecided.context = &l->words;
        good = good && word_occurrences_open(&l->words, shared->nearer_query, a);
    }
    return good;
}

struct engine_scan *sliced_scan_open(const struct sliced_kernel *kernel, const struct query *q,
                                     const struct alphabet *a, const struct distance_bounds *bests,
                                     struct scan_shared *shared)
{
    struct engine_scan *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    x->q = q;
    x->searched = shared->searched;
    x->shared = bests;
    x->bests = x->none = DISTANCE_BOUNDS_TOGETHER;
    if (shared->cores != NULL) {
        x->cores = sliced_scan_open(kernel, q->cores, a, &x->none, shared->cores);
        bests = &x->bests;
    }
    if ((shared->cores == NULL || x->cores != NULL) &&
        open_levels(x, kernel, q, a, bests, shared, LEVELS))
        return x;
    sliced_scan_close(x);
    return NULL;
}

void sliced_scan_close(struct engine_scan *x)
{
    if (x == NULL)
        return;
    for (size_t i = 0; i < x->n; i++) {
        multi_close(x->levels[i].many);
        unit_costs_close(x->levels[i].costs);
        undecided_close(&x->levels[i].undecided);
        word_occurrences_close(&x->levels[i].words);
        hits_free(&x->levels[i].found);
    }
    sliced_scan_close(x->cores);
    hits_free(&x->found);
    free(x);
}

/* Searches for level i at once. */
static enum engine_status scan_at_once(struct engine_scan *x, size_t i, const struct chunk *c,
                                       struct share own, struct hits *hits)
{
    struct search_level *l = &x->levels[i];
    return l->costs != NULL ? unit_costs_submit(l->costs, c, own, hits)
                            : multi_submit(l->many, c, own, hits);
}

/* The levels of lesser distances took `lesser` nanoseconds for n symbols. They left `left`
 * symbols, which took `rest` nanoseconds. */
static void learn_costs(struct search_level *l, size_t n, size_t left, double lesser, double rest)
{
    enum { FEW = 8 };
    bool pays = left < n / FEW || lesser * (double)left < rest * (double)(n - left);
    if (pays) {
        l->known += n;
        l->pauses = 0;
        return;
    }
    l->known = 0;
    l->pauses = l->pauses == 0 ? PAUSES * sliced_scan_trial : 2 * l->pauses;
    l->pauses = l->pauses < PAUSE_MOST ? l->pauses : PAUSE_MOST;
    l->pause = l->pauses;
}

static enum engine_status scan_level(struct engine_scan *x, size_t i, const struct chunk *c,
                                     struct share own, struct hits *hits);

/* Searches for level i in the records without hits at earlier levels. */
static enum engine_status scan_rest(struct engine_scan *x, size_t i, struct hits *hits)
{
    struct search_level *l = &x->levels[i];
    struct undecided *u = &l->undecided;
    size_t before = hits->n;
    if (u->own.begin >= u->own.end)
        return ENGINE_OK;
    hits_begin(&l->found, hits->most - hits->n);
    u->chunk.section.number = 0; /* it does not continue the text before it */
    enum engine_status status = scan_at_once(x, i, &u->chunk, u->own, &l->found);
    if (status != ENGINE_OK)
        return status;
    if (!hits_append(hits, &l->found))
        return engine_lacks_room(hits);
    for (size_t h = before; h < hits->n; h++)
        hits->v[h].end = undecided_end(u, hits->v[h].end);
    return ENGINE_OK;
}

/* Searches `own` for lesser distances first. */
static enum engine_status scan_lesser(struct engine_scan *x, size_t i, const struct chunk *c,
                                      struct share own, struct hits *hits)
{
    struct search_level *l = &x->levels[i];
    struct chunk text = *c;
    text.length = own.end; /* later text does not matter, and is not copied */
    uint64_t begin = rates_now();
    hits_begin(&l->found, hits->most - hits->n);
    enum engine_status status = scan_level(x, i - 1, &text, own, &l->found);
    if (status != ENGINE_OK)
        return status;
    uint64_t middle = rates_now();
    if (!undecided_begin(&l->undecided, &text, own) || !hits_sort(&l->found) ||
        !undecided_drop(&l->undecided, &l->found, NULL) || l->words.failed ||
        !multi_join(x->q, x->searched, 0, &l->found) || !hits_append(hits, &l->found))
        return engine_lacks_room(hits);
    size_t left = l->undecided.own.end - l->undecided.own.begin;
    status = scan_rest(x, i, hits);
    learn_costs(l, own.end - own.begin, left, (double)(middle - begin),
                (double)(rates_now() - middle));
    return status;
}

/* Returns the end of a part that begins with `own`. */
static size_t part_end(const struct search_level *l, struct share own)
{
    size_t n = own.end - own.begin, part = l->pause > 0 ? l->pause : PAUSES * l->known;
    part = part > sliced_scan_trial ? part : sliced_scan_trial;
    return part < n / 2 ? own.begin + part : own.end;
}

/* Searches level i, and those of lesser distances. Adds hits in no order. */
static enum engine_status scan_level(struct engine_scan *x, size_t i, const struct chunk *c,
                                     struct share own, struct hits *hits)
{
    struct search_level *l = &x->levels[i];
    enum engine_status status = ENGINE_OK;
    size_t before = hits->n;
    if (i == 0)
        return scan_at_once(x, i, c, own, hits);
    while (own.begin < own.end && status == ENGINE_OK &&
           !(engine_needs_one(x->q, c) && hits->n > before)) {
        struct share part = own;
        part.end = part_end(l, own);
        size_t n = part.end - part.begin;
        if (l->pause > 0) {
            l->pause -= l->pause < n ? l->pause : n;
            status = scan_at_once(x, i, c, part, hits);
        } else {
            status = scan_lesser(x, i, c, part, hits);
        }
        own = share_rest(own, part.end, x->q->overlap);
    }
    return status;
}

static enum engine_status scan_patterns(struct engine_scan *x, const struct chunk *c,
                                        struct share own, struct hits *hits)
{
    size_t last = x->n - 1;
    if (last == 0 || !chunk_delimits(c))
        return scan_at_once(x, last, c, own, hits);
    for (size_t i = 1; i < x->n; i++)
        x->levels[i].words.c = c;
    enum engine_status status = scan_level(x, last, c, own, hits);
    return status != ENGINE_OK || hits_settle(hits) ? status : ENGINE_MEMORY;
}

/* Searches the records in which a core was found; all if these are not few. */
static enum engine_status scan_records(struct engine_scan *x, const struct chunk *c,
                                       struct share own, struct hits *hits)
{
    enum { FEW = 1024 /* symbols for each of few records */ };
    enum engine_status status = ENGINE_OK;
    if (x->found.full || x->found.n > (own.end - own.lead) / FEW)
        return scan_patterns(x, c, own, hits);
    for (size_t i = 0, at = own.lead; i < x->found.n && status == ENGINE_OK; i++) {
        size_t found = x->found.v[i].end;
        if (found <= at)
            continue; /* in the same record */
        size_t begin = chunk_record_begin(c, own.lead, found - 1);
        at = chunk_record_end(c, found, own.end);
        struct share part = {begin > own.lead ? begin - 1 : begin,
                             begin > own.begin ? begin : own.begin, at < own.end ? at + 1 : at};
        if (part.begin < part.end)
            status = scan_patterns(x, c, part, hits);
    }
    return status;
}

/* Searches while nothing bounds distances: automata take long without a limit. No pattern occurs
 * in a record without a core, and where there is one, few other edits are likely. */
static enum engine_status scan_cores(struct engine_scan *x, const struct chunk *c, struct share own,
                                     struct hits *hits)
{
    enum { FIRST = 15, LAST = 240, TIMES = 4 }; /* limits to try: costs above do not fit bytes */
    const struct share all = {own.lead, own.lead, own.end}; /* a core may lie in the lead-in */
    bool tries = x->q->report.lowers == LOWERS_ENDS && x->q->report.slack == 0;
    size_t before = hits->n;
    hits_begin(&x->found, HITS_MOST);
    enum engine_status status = sliced_scan_submit(x->cores, c, all, &x->found);
    if (status != ENGINE_OK && status != ENGINE_FULL)
        return status;
    for (uint32_t limit = FIRST; tries && limit <= LAST; limit *= TIMES) {
        distance_bounds_copy(&x->bests, x->shared);
        distance_bounds_lower(&x->bests, limit);
        status = scan_records(x, c, own, hits);
        if (status != ENGINE_OK || hits->n > before)
            return status;
    }
    distance_bounds_copy(&x->bests, x->shared);
    return scan_records(x, c, own, hits);
}

enum engine_status sliced_scan_submit(struct engine_scan *x, const struct chunk *c,
                                      struct share own, struct hits *hits)
{
    if (x->cores == NULL)
        return scan_patterns(x, c, own, hits);
    if (!distance_bounds_known(x->shared))
        return scan_cores(x, c, own, hits);
    distance_bounds_copy(&x->bests, x->shared);
    return scan_patterns(x, c, own, hits);
}

void sliced_scan_ways(const struct engine_scan *x, struct engine_ways *ways)
{
    const struct search_level *l = &x->levels[x->n - 1];
    if (l->costs != NULL)
        unit_costs_ways(l->costs, ways);
    else
        multi_ways(l->many, ways);
}
