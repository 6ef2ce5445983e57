#include "scan/multi_rows.h"

#include <stdlib.h>

#include "plan/costs.h"
#include "scan/first_bound.h"
#include "scan/sliced_subpattern.h"

enum {
    BATCH = 128,   /* patterns */
    SMALLER = 8,   /* most initial batches with fewer patterns */
    OPEN_MOST = 64 /* most batches whose scans stay open between chunks */
};

struct multi_batch {
    struct query query;         /* of these patterns only */
    uint32_t *numbers;          /* numbers of the patterns in the whole query */
    struct scan_shared *shared; /* of this batch alone */
    struct sliced_scan *scan;
};

float multi_rows_cost_whole(uint32_t m, size_t lanes)
{
    return (COST_MANY_ROW * (float)m + COST_MANY_COLUMN) / (float)lanes;
}

float multi_rows_cost(const struct pattern *p, uint32_t k, size_t lanes)
{
    enum { ITEM_BITS = 3 }; /* information of an item in bits: a guess */
    if (lanes == MULTI_ROWS_ALONE)
        return (float)COST_MYERS_SYMBOL;
    return multi_rows_cost_whole(sliced_subpattern_rows(p->m, k, ITEM_BITS * SAMPLE_BIT), lanes);
}

float multi_rows_begin_cost(float plain, uint32_t k, size_t lanes)
{
    float column = plain * (float)lanes, rows = (column - COST_MANY_COLUMN) / COST_MANY_ROW;
    return column * (rows + (float)k);
}

/* Returns the nanoseconds of a search for one pattern by itself. */
static double cost_alone(struct share own)
{
    return COST_MYERS_BEGIN + COST_MYERS_SYMBOL * (double)(own.end - own.lead);
}

/* Returns whether a text is so short that the lead-ins of all lanes take longer than searching for
 * one pattern after another. */
static bool is_short(struct share own)
{
    return cost_alone(own) < COST_MANY_BEGIN;
}

size_t multi_rows_lanes(const struct sliced_kernel *kernel, struct share own)
{
    return is_short(own) ? MULTI_ROWS_ALONE : kernel->lanes;
}

double multi_rows_predict(size_t n, float plain, float begin, struct share own)
{
    return is_short(own) ? (double)n * cost_alone(own)
                         : begin + plain * (double)(own.end - own.lead);
}

void multi_rows_open(struct multi_rows *x, const struct sliced_kernel *kernel,
                     const struct query *q, const struct alphabet *a, struct distance_bounds *bests,
                     struct myers *myers)
{
    *x = (struct multi_rows){
        .kernel = kernel, .q = q, .a = a, .bests = bests, .myers = myers, .least = BATCH};
}

static void clear_rows(struct multi_rows *x)
{
    for (size_t i = 0; i < x->n; i++) {
        sliced_close(x->batches[i].scan);
        scan_shared_close(x->batches[i].shared);
        free(x->batches[i].query.patterns);
        free(x->batches[i].numbers);
    }
    free(x->batches);
    x->batches = NULL;
    x->n = x->patterns = 0;
    x->plain = x->begin = 0;
}

void multi_rows_close(struct multi_rows *x)
{
    clear_rows(x);
    hits_free(&x->found);
}

/* Begins a batch. Returns false when out of memory. */
static bool add_batch(struct multi_rows *x, const uint32_t *numbers, size_t n)
{
    struct multi_batch *b = &x->batches[x->n++];
    *b = (struct multi_batch){.query = *x->q};
    b->query.alternatives = b->query.cores = NULL;
    b->query.npatterns = n;
    b->query.patterns = reallocarray(NULL, n, sizeof *b->query.patterns);
    b->numbers = reallocarray(NULL, n, sizeof *b->numbers);
    if (b->query.patterns == NULL || b->numbers == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct pattern *p = &x->q->patterns[numbers[i]];
        uint32_t k = distance_bounds_limit(x->bests, p);
        float plain = multi_rows_cost(p, k, x->kernel->lanes);
        x->plain += plain;
        x->begin += multi_rows_begin_cost(plain, k, x->kernel->lanes);
        b->numbers[i] = numbers[i];
        b->query.patterns[i] = *p;
    }
    query_measure(&b->query);
    b->query.report.rising = x->q->report.rising;
    b->query.report.frequent = x->frequent;
    b->query.report.nearest = false; /* sliced_scan.h handles it */
    return true;
}

bool multi_rows_set_list(struct multi_rows *x, const uint32_t *numbers, size_t n)
{
    size_t size = x->least;
    clear_rows(x);
    x->batches = calloc(n / BATCH + SMALLER + 1, sizeof *x->batches);
    bool good = x->batches != NULL;
    for (size_t i = 0; i < n && good; i += size, size = 2 * size < BATCH ? 2 * size : BATCH) {
        size = n - i < size ? n - i : size;
        good = add_batch(x, numbers + i, size);
    }
    x->patterns = n;
    if (!good)
        clear_rows(x);
    return good;
}

bool multi_rows_set(struct multi_rows *x, const bool *covered, bool value)
{
    size_t n = 0;
    uint32_t *numbers = reallocarray(NULL, x->q->npatterns + 1, sizeof *numbers);
    for (uint32_t p = 0; numbers != NULL && p < x->q->npatterns; p++)
        if (covered[p] == value)
            numbers[n++] = p;
    bool good = numbers != NULL && multi_rows_set_list(x, numbers, n);
    free(numbers);
    return good;
}

/* Adds a batch's hits in a short text to x->found. */
static enum engine_status scan_short(struct multi_rows *x, const struct multi_batch *b,
                                     const struct chunk *c, struct share own)
{
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < b->query.npatterns && status == ENGINE_OK; i++) {
        uint32_t p = b->numbers[i], limit = distance_bounds_limit(x->bests, &x->q->patterns[p]);
        uint32_t before = limit;
        status = myers_begin(x->myers, c, p) ? myers_scan(x->myers, own, &limit, &x->found)
                                             : ENGINE_MEMORY;
        if (limit < before)
            distance_bounds_lower_for(x->bests, x->q, p, limit);
    }
    return status != ENGINE_OK || hits_sort(&x->found) ? status : ENGINE_MEMORY;
}

/* Sets x->found to a batch's hits. */
static enum engine_status scan_batch(struct multi_rows *x, struct multi_batch *b,
                                     const struct chunk *c, struct share own, size_t most)
{
    hits_begin(&x->found, most);
    if ((is_short(own) || first_bound_one_by_one(x->q, x->bests, own.end - own.begin)) &&
        !x->q->automata)
        return scan_short(x, b, c, own);
    if (b->shared == NULL)
        b->shared = scan_shared_open(&b->query);
    if (b->scan == NULL && b->shared != NULL)
        b->scan = sliced_open(x->kernel, &b->query, x->a, x->bests, b->shared);
    if (b->scan == NULL)
        return ENGINE_MEMORY;
    enum engine_status status = sliced_submit(b->scan, c, own, &x->found);
    for (size_t i = 0; i < x->found.n; i++)
        x->found.v[i].pattern = b->numbers[x->found.v[i].pattern];
    if (x->n > OPEN_MOST) {
        sliced_close(b->scan);
        b->scan = NULL;
    }
    return status;
}

enum engine_status multi_rows_scan(struct multi_rows *x, const struct chunk *c, struct share own,
                                   struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < x->n && status == ENGINE_OK; i++) {
        status = scan_batch(x, &x->batches[i], c, own, hits->most - hits->n);
        if (status == ENGINE_OK && !hits_append(hits, &x->found))
            status = engine_lacks_room(hits);
    }
    return status;
}

enum engine_status multi_rows_select(struct multi_rows *x, struct undecided *u, struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < x->n && status == ENGINE_OK && u->own.begin < u->own.end; i++) {
        status = scan_batch(x, &x->batches[i], &u->chunk, u->own, hits->most - hits->n);
        if (status == ENGINE_OK && !undecided_drop(u, &x->found, hits))
            status = engine_lacks_room(hits);
    }
    return status;
}
