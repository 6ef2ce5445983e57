/* many_plain.c - see many_plain.h. */
#include "scan/many_plain.h"

#include <assert.h>
#include <stdlib.h>

enum {
    BATCH = 128,   /* patterns */
    OPEN_MOST = 64 /* batches whose scans stay open from chunk to chunk */
};

struct many_batch {
    struct query query;         /* with these patterns only */
    uint32_t *numbers;          /* of the patterns, in the whole query */
    struct scan_shared *shared; /* of this batch alone */
    struct engine_scan *scan;
};

void many_plain_open(struct many_plain *x, const struct sliced_kernel *kernel,
                     const struct query *q, const struct alphabet *a,
                     const struct distance_bounds *bests)
{
    *x = (struct many_plain){.kernel = kernel, .q = q, .a = a, .bests = bests};
}

static void clear(struct many_plain *x)
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
}

void many_plain_close(struct many_plain *x)
{
    clear(x);
    hits_free(&x->found);
}

/* Begins a batch for n patterns. */
static bool add_batch(struct many_plain *x, size_t n)
{
    struct many_batch *b = &x->batches[x->n++];
    *b = (struct many_batch){.query = *x->q};
    b->query.npatterns = 0;
    b->query.patterns = reallocarray(NULL, n, sizeof *b->query.patterns);
    b->numbers = reallocarray(NULL, n, sizeof *b->numbers);
    return b->query.patterns != NULL && b->numbers != NULL;
}

static bool add_pattern(struct many_plain *x, uint32_t number, size_t left)
{
    struct many_batch *b = x->n > 0 ? &x->batches[x->n - 1] : NULL;
    if (b == NULL || b->query.npatterns == BATCH) {
        if (!add_batch(x, left < BATCH ? left : BATCH))
            return false;
        b = &x->batches[x->n - 1];
    }
    assert(b->numbers != NULL && b->query.patterns != NULL);
    b->numbers[b->query.npatterns] = number;
    b->query.patterns[b->query.npatterns++] = x->q->patterns[number];
    return true;
}

bool many_plain_set(struct many_plain *x, const unsigned char *wanted, unsigned char value)
{
    size_t n = 0, all = x->q->npatterns;
    clear(x);
    for (size_t p = 0; p < all; p++)
        n += wanted[p] == value;
    x->batches = calloc(n / BATCH + 1, sizeof *x->batches);
    bool good = x->batches != NULL;
    for (uint32_t p = 0; p < all && good; p++)
        if (wanted[p] == value)
            good = add_pattern(x, p, n - x->patterns++);
    for (size_t i = 0; i < x->n && good; i++) {
        bool rising = x->q->rising;
        query_measure(&x->batches[i].query);
        x->batches[i].query.rising = rising;
    }
    if (!good)
        clear(x);
    return good;
}

/* Adds what a batch has found. */
static enum engine_status add_hits(struct many_plain *x, const struct many_batch *b,
                                   const struct undecided *undecided, struct hits *hits)
{
    if (!hits_reserve(hits, x->found.n))
        return hits->full ? ENGINE_FULL : ENGINE_MEMORY;
    for (size_t i = 0; i < x->found.n; i++) {
        struct hit h = x->found.v[i];
        h.pattern = b->numbers[h.pattern];
        h.end = undecided != NULL ? undecided_end(undecided, h.end) : h.end;
        hits->v[hits->n++] = h;
    }
    return ENGINE_OK;
}

static enum engine_status scan_batch(struct many_plain *x, struct many_batch *b,
                                     const struct undecided *undecided, const struct chunk *c,
                                     struct share own, struct hits *hits)
{
    if (b->shared == NULL)
        b->shared = scan_shared_open(&b->query);
    if (b->scan == NULL && b->shared != NULL)
        b->scan = sliced_open(x->kernel, &b->query, x->a, x->bests, b->shared);
    if (b->scan == NULL)
        return ENGINE_MEMORY;
    hits_clear(&x->found);
    x->found.most = hits->most - hits->n;
    enum engine_status status =
        undecided != NULL ? sliced_submit(b->scan, &undecided->chunk, undecided->own, &x->found)
                          : sliced_submit(b->scan, c, own, &x->found);
    if (status == ENGINE_OK)
        status = add_hits(x, b, undecided, hits);
    if (x->n > OPEN_MOST) {
        sliced_close(b->scan);
        b->scan = NULL;
    }
    return status;
}

enum engine_status many_plain_scan(struct many_plain *x, struct undecided *undecided,
                                   const struct chunk *c, struct share own, struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < x->n && status == ENGINE_OK; i++) {
        if (i > 0 && undecided != NULL && !undecided_drop(undecided, &x->found))
            return ENGINE_MEMORY;
        status = scan_batch(x, &x->batches[i], undecided, c, own, hits);
    }
    return status;
}
