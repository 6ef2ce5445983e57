#include "gpu/scan/qgram_filter.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/base/host.h"
#include "plan/costs.h"

enum {
    STRETCH = 2048,
    STRETCHES = 30, /* of the text, sampled */
    SAMPLE = STRETCH * STRETCHES,
    FOLD_LEAST = 256,          /* table entries that kernels_encode() reads */
    CANDIDATES_MOST = 1 << 20, /* of a chunk */
    REPEATS = 4,               /* reports of a hit, about: one for each piece */
    BITMAP = 25,               /* log2 of its bits: 4 MiB stay in the second-level cache */
    BAN_MOST = 64,
    START = 10000, /* candidates that any chunk may have */
};

/* Most cost of a chunk's candidates, as a share of scanning without the filter. */
#define SHARE 0.3F

static float plain(const struct pattern *p, uint32_t k, size_t lanes)
{
    (void)k, (void)lanes;
    return COST_CUDA_ROW * (float)p->m + COST_CUDA_PATTERN;
}

static const struct qgram_costs costs = {.scan = COST_CUDA_GRAM,
                                         .found = COST_CUDA_GRAM_FOUND,
                                         .candidate = COST_CUDA_CANDIDATE,
                                         .bitmap = BITMAP,
                                         .stride = 1,
                                         .longest = QGRAM_PATTERN_LONGEST,
                                         .plain = plain};

_Static_assert(2 * (int)QGRAM_LENGTHS <= QGRAM_TABLES, "a table for each length");

bool qgram_filter_open(struct qgram_filter *x, const struct query *q, const struct alphabet *a)
{
    x->q = q;
    x->a = a;
    x->model = calloc(1, sizeof *x->model);
    x->sample.symbols = reallocarray(NULL, SAMPLE, sizeof *x->sample.symbols);
    x->sample.codes = malloc(SAMPLE);
    x->beside = calloc(q->npatterns + 1, sizeof *x->beside);
    bool good = host->scan->qgram_codes_open(&x->codes, q, a) &&
                host->scan->distance_bounds_open(&x->bests, q, q->best);
    return host->scan->qgram_cover_open(&x->chosen, q, &x->codes, x->model, &costs, 0) && good &&
           x->model != NULL && x->sample.symbols != NULL && x->sample.codes != NULL &&
           x->beside != NULL;
}

void qgram_filter_free(struct qgram_filter *x)
{
    if (x->q == NULL)
        return;
    host->scan->qgram_cover_close(&x->chosen);
    host->scan->qgram_codes_close(&x->codes);
    host->scan->distance_bounds_close(&x->bests);
    free(x->model);
    free(x->sample.symbols);
    free(x->sample.codes);
    free(x->beside);
    buffer_free(&x->fold);
    buffer_free(&x->tables);
    buffer_free(&x->patterns);
    *x = (struct qgram_filter){0};
}

/* Samples the chunk, unless there is a sample that is large enough for it. Returns false when out
 * of memory. */
static bool take_sample(struct qgram_filter *x, const struct chunk *c, struct share own)
{
    const uint32_t *bytes = host->scan->alphabet_bytes(x->a);
    const bool raw = c->decoding.raw != NULL;
    const size_t begin = raw ? 0 : own.lead, end = raw ? c->end_byte : own.end, n = end - begin;
    const size_t apart = n / STRETCHES, length = n <= SAMPLE ? apart + 1 : STRETCH;
    if (x->sample.n >= QGRAM_MODEL_ENOUGH || n < 4 * x->sample.n)
        return true;
    x->built = false;
    x->sample.n = 0;
    for (size_t from = begin; from < end; from += apart + 1)
        for (size_t at = from; at < from + length && at < end && x->sample.n < SAMPLE;) {
            uint32_t character, symbol;
            if (raw) {
                at += host->scan->utf8_decode(c->bytes + at, end - at, &character);
                symbol = host->scan->alphabet_symbol(c->decoding.raw, character);
            } else {
                symbol = chunk_symbol(c, bytes, at++);
            }
            if (symbol == SYMBOL_NONE)
                return false;
            x->sample.symbols[x->sample.n++] = symbol;
        }
    return true;
}

static size_t bucket_count(const struct grams *g)
{
    return ((size_t)1 << (64 - g->bucket_shift)) + 1;
}

static size_t bitmap_words(const struct grams *g)
{
    return ((size_t)1 << (64 - g->shift)) / 64 + 1;
}

/* Copies an array to the buffer at *at, and advances *at past the array. */
static bool send_array(struct buffer *b, size_t *at, const void *from, size_t size,
                       cudaStream_t stream)
{
    bool good =
        GOOD(cudaMemcpyAsync, buffer_at(b, *at), from, size, cudaMemcpyHostToDevice, stream);
    *at += buffer_aligned(size);
    return good;
}

static bool send_table(struct qgram_filter *x, const struct grams *g, size_t *at,
                       cudaStream_t stream)
{
    struct qgram_table *t = &x->device.tables[x->device.ntables++];
    struct buffer *b = &x->tables;
    t->mask = g->mask;
    t->length = g->length;
    t->shift = g->shift;
    t->bucket_shift = g->bucket_shift;
    t->bitmap = buffer_at(b, *at);
    if (!send_array(b, at, g->bitmap, bitmap_words(g) * sizeof *g->bitmap, stream))
        return false;
    t->buckets = buffer_at(b, *at);
    if (!send_array(b, at, g->buckets, bucket_count(g) * sizeof *g->buckets, stream))
        return false;
    t->places = buffer_at(b, *at);
    return send_array(b, at, g->places, g->n * sizeof *g->places, stream);
}

static bool send_tables(struct qgram_filter *x, cudaStream_t stream)
{
    const struct grams *all = &x->chosen.tables[0][0];
    size_t size = 0, at = 0;
    for (const struct grams *g = all; g < all + (size_t)2 * QGRAM_LENGTHS; g++)
        if (g->n > 0)
            size += buffer_aligned(bitmap_words(g) * sizeof *g->bitmap) +
                    buffer_aligned(bucket_count(g) * sizeof *g->buckets) +
                    buffer_aligned(g->n * sizeof *g->places);
    if (!buffer_reserve(&x->tables, size))
        return false;
    for (size_t i = 0; i < (size_t)2 * QGRAM_LENGTHS; i++)
        if (all[i].n > 0 && !send_table(x, &all[i], &at, stream))
            return false;
    return true;
}

/* Makes the rows of a filtered pattern. */
static void fill_rows(const struct qgram_filter *x, const struct qgram_covered *v,
                      struct qgram_rows *rows)
{
    const uint32_t *items = x->q->patterns[v->number].items;
    for (uint32_t i = 0; i < v->m; i++) {
        struct qgram_rows *to = &rows[i / 32];
        for (unsigned b = 0; b < 8; b++)
            to->planes[b] |= (uint32_t)(x->codes.of_item[items[i]] >> b & 1) << i % 32;
        to->any |= (uint32_t)!qgram_codes_single(&x->codes, items[i]) << i % 32;
    }
}

/* Sends the filtered patterns: patterns, rows and counts of candidates in one block of memory. */
static enum engine_status send_patterns(struct qgram_filter *x, cudaStream_t stream)
{
    const size_t n = x->chosen.ncovered;
    size_t rows = 1;
    for (size_t i = 0; i < n; i++)
        rows += (x->chosen.covered[i].m + 31) / 32;
    const size_t rows_at = buffer_aligned(n * sizeof(struct qgram_pattern));
    const size_t looked_at = rows_at + buffer_aligned(rows * sizeof(struct qgram_rows));
    const size_t size = looked_at + n * sizeof(uint32_t);
    unsigned char *memory = calloc(size, 1);
    if (memory == NULL)
        return ENGINE_MEMORY;
    struct qgram_pattern *patterns = (void *)memory;
    struct qgram_rows *all = (void *)(memory + rows_at);
    rows = 0;
    for (size_t i = 0; i < n; i++) {
        const struct qgram_covered *v = &x->chosen.covered[i];
        patterns[i] = (struct qgram_pattern){v->number, v->m, v->limit, (uint32_t)rows};
        fill_rows(x, v, all + rows);
        rows += (v->m + 31) / 32;
    }
    bool good = buffer_send_now(&x->patterns, memory, size, stream);
    free(memory);
    x->device.patterns = buffer_at(&x->patterns, 0);
    x->device.rows = buffer_at(&x->patterns, rows_at);
    x->device.looked = buffer_at(&x->patterns, looked_at);
    return good ? ENGINE_OK : ENGINE_FAILED;
}

/* Lists the unfiltered patterns. */
static void set_beside(struct qgram_filter *x, const struct query_on_device *r)
{
    x->rows_beside = r->query.nrows;
    memcpy(x->beside, r->patterns, x->q->npatterns * sizeof *x->beside);
    for (size_t i = 0; i < x->chosen.ncovered; i++) {
        x->beside[x->chosen.covered[i].number].m = 0;
        x->rows_beside -= x->chosen.covered[i].m;
    }
}

/* Chooses the filtered patterns anew, by the sample. */
static enum engine_status choose_filtered(struct qgram_filter *x, const struct query_on_device *r,
                                          uint64_t limits)
{
    for (size_t i = 0; i < x->sample.n; i++)
        x->sample.codes[i] = x->codes.of_symbol[x->sample.symbols[i]];
    host->scan->qgram_model_take(x->model, x->codes.bits, x->sample.codes,
                                 (struct share){0, 0, x->sample.n});
    if (!host->scan->qgram_cover_build(&x->chosen, &x->bests))
        return ENGINE_MEMORY;
    x->built = true;
    x->limits = limits;
    x->searched = 0;
    x->device.bits = x->codes.bits;
    x->device.ntables = 0;
    set_beside(x, r);
    if (x->chosen.ncovered == 0)
        return ENGINE_OK;
    return query_on_device_wait(r) && device_settle(r->streams[0], send_tables(x, r->streams[0]))
               ? send_patterns(x, r->streams[0])
               : ENGINE_FAILED;
}

/* Gives all symbols codes, on the host and on the device. */
static enum engine_status extend_codes(struct qgram_filter *x, const struct query_on_device *r)
{
    const struct chunk known = {.alphabet_size = host->scan->alphabet_size(x->a)};
    const size_t n = known.alphabet_size > FOLD_LEAST ? known.alphabet_size : FOLD_LEAST;
    bool changed;
    if (!host->scan->qgram_codes_extend(&x->codes, &known, &changed))
        return ENGINE_MEMORY;
    x->built = x->built && !changed;
    if (x->folded == x->codes.symbols)
        return ENGINE_OK;
    uint32_t *fold = calloc(n, sizeof *fold);
    if (fold == NULL)
        return ENGINE_MEMORY;
    for (uint32_t symbol = 0; symbol < x->codes.symbols; symbol++)
        fold[symbol] = x->codes.of_symbol[symbol];
    bool good =
        query_on_device_wait(r) && buffer_send_now(&x->fold, fold, n * sizeof *fold, r->streams[0]);
    free(fold);
    x->folded = x->codes.symbols;
    return good ? ENGINE_OK : ENGINE_FAILED;
}

/* Returns the sum of the current limits of all patterns. */
static uint64_t sum_of_limits(const struct qgram_filter *x)
{
    uint64_t sum = 0;
    for (size_t p = 0; p < x->q->npatterns; p++)
        sum += distance_bounds_limit(&x->bests, &x->q->patterns[p]);
    return sum;
}

/* Returns whether the pieces are still valid: they cover the current limits and not much more. If
 * all patterns share one bound, it falls only a few times. */
static bool covers_limits(const struct qgram_filter *x, uint64_t limits)
{
    const struct qgram_cover *c = &x->chosen;
    if (!x->built || limits < (x->q->each ? x->limits - x->limits / 8 : x->limits))
        return false;
    for (size_t i = 0; i < c->ncovered && x->q->best; i++)
        if (distance_bounds_limit(&x->bests, &x->q->patterns[c->covered[i].number]) >
            c->covered[i].limit)
            return false;
    return true;
}

static enum engine_status make_ready(struct qgram_filter *x, const struct query_on_device *r)
{
    enum engine_status status = extend_codes(x, r);
    uint64_t limits = x->q->best ? sum_of_limits(x) : 0;
    if (status == ENGINE_OK && !covers_limits(x, limits))
        status = choose_filtered(x, r, limits);
    return status;
}

enum engine_status qgram_filter_begin(struct qgram_filter *x, const struct query_on_device *r,
                                      const struct chunk *c, struct share own,
                                      const struct distance_bounds *bests)
{
    if (x->q == NULL)
        return ENGINE_OK;
    if (!take_sample(x, c, own))
        return ENGINE_MEMORY;
    x->banned -= x->banned > 0;
    host->scan->distance_bounds_copy(&x->bests, bests);
    return make_ready(x, r);
}

enum engine_status qgram_filter_refresh(struct qgram_filter *x, const struct query_on_device *r)
{
    return x->q == NULL ? ENGINE_OK : make_ready(x, r);
}

bool qgram_filter_fold(const struct qgram_filter *x, struct chunk_job *job)
{
    const struct device_text *text = &job->text;
    job->filter.some = x->q != NULL && x->chosen.ncovered > 0 && x->banned == 0;
    if (!job->filter.some)
        return true;
    job->most = REPEATS * (uint32_t)job->found->most;
    return buffer_reserve(&job->hits, job->most * sizeof(struct hit)) &&
           buffer_reserve(&job->filter.folded, text->n + CHUNK_JOB_PADDING) &&
           buffer_reserve(&job->filter.places, CANDIDATES_MOST * sizeof(struct qgram_candidate)) &&
           GOOD(kernels_encode, text->codes, text->width, x->fold.memory, job->filter.folded.memory,
                1, text->n, job->stream);
}

bool qgram_filter_scan(const struct qgram_filter *x, const struct device_query *q,
                       struct chunk_job *job, const struct scan *scan)
{
    const float most = (float)(INT32_MAX / 2), n = (float)(scan->end - scan->begin);
    float budget = START + SHARE / COST_CUDA_CANDIDATE * x->chosen.plain * n;
    job->filter.budget =
        (uint32_t)(*host->scan->qgram_cover_always || budget > most ? most : budget);
    const struct qgram_scan s = {.scan = *scan,
                                 .folded = job->filter.folded.memory,
                                 .budget = job->filter.budget,
                                 .counters = &job->on_device->qgrams,
                                 .places = job->filter.places.memory,
                                 .most_candidates = CANDIDATES_MOST};
    return GOOD(cudaMemsetAsync, s.counters, 0, sizeof *s.counters, job->stream) &&
           GOOD(kernels_qgrams, &s, &x->device, q, job->stream);
}

bool qgram_filter_gave_up(const struct chunk_job *job)
{
    return job->filter.some &&
           (job->counters->qgrams.candidates > job->filter.budget ||
            job->counters->qgrams.places > CANDIDATES_MOST || job->counters->hits > job->most);
}

void qgram_filter_count(struct qgram_filter *x, const struct chunk_job *job)
{
    x->counts.latest = 0;
    if (!job->filter.some)
        return;
    x->counts.latest = x->chosen.ncovered;
    x->counts.candidates += job->counters->qgrams.candidates;
    x->counts.verified += job->counters->qgrams.places;
    x->searched += job->text.n;
    x->ban /= 2;
}

enum engine_status qgram_filter_drop_costly(struct qgram_filter *x, const struct chunk_job *job)
{
    const size_t n = x->chosen.ncovered;
    uint32_t *looked = calloc(n + 1, sizeof *looked);
    bool any = false;
    if (looked == NULL)
        return ENGINE_MEMORY;
    if (n > 0 && (!device_fetch(looked, x->device.looked, n * sizeof *looked, job->stream) ||
                  !GOOD(cudaMemsetAsync, x->device.looked, 0, n * sizeof *looked, job->stream))) {
        free(looked);
        return ENGINE_FAILED;
    }
    x->searched += job->text.n;
    for (size_t i = 0; i < n; i++) {
        const struct qgram_covered *v = &x->chosen.covered[i];
        if ((float)looked[i] * COST_CUDA_CANDIDATE >= v->plain * (float)x->searched / 2) {
            x->chosen.costly[v->number] = 1;
            any = true;
        }
    }
    free(looked);
    x->counts.latest = 0;
    x->searched = 0;
    x->built = x->built && !any;
    x->ban = 2 * x->ban + 1 > BAN_MOST ? BAN_MOST : 2 * x->ban + 1;
    x->banned = any ? 0 : x->ban;
    return ENGINE_OK;
}
