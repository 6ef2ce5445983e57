/* many_filter.c - see many_filter.h. */
#include "scan/many_filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cells/metric_step.h"
#include "scan/sliced_subpattern.h"

enum {
    BLOCK = 1024, /* symbols whose grams are found before they are looked at */
    BATCH = 256,  /* candidates that are looked at together */
    ROWS = BITVECTOR_ROWS,
    DRIFT_MOST = 12, /* beyond, nearly all codes are found somewhere: a look tells nothing */
    PLAIN_BITS = 3,  /* that an item tells: a guess, for how many rows a plain search has */
    BAN_MOST = 64,
    FULL = 1 << 20, /* windows of a chunk */
};

/* Cycles, roughly. */
#define SCAN_CYCLES 3.0F       /* a symbol, in a table */
#define FOUND_CYCLES 10.0F     /* a place that the bitmap has */
#define CANDIDATE_CYCLES 40.0F /* a look */
#define DISTANCE_CYCLES 8.0F   /* a column of a bit vector */
#define EXACT_CYCLES 800.0F    /* a window */
#define START_CYCLES 20000.0F  /* that a small chunk may cost more */

/* What the filter may cost of a plain search: of the whole chunk, and of what it has done. What the
 * candidates of a pattern are expected to cost at most of a plain search for it. */
#define SHARE 0.2F
#define SHARE_DONE 0.8F
#define EXPECTED 0.4F

unsigned many_filter_bitmap = GRAMS_BITMAP;
bool many_filter_always;

/* Opening. */

bool many_filter_open(struct many_filter *f, const struct query *q, const struct alphabet *a,
                      const struct grams_kernel *kernel, size_t lanes)
{
    *f = (struct many_filter){.q = q, .a = a, .kernel = kernel, .lanes = lanes};
    f->places.most = FULL;
    f->exact = exact_open(q, a);
    f->costly = calloc(q->npatterns + 1, 1);
    f->model = malloc(sizeof *f->model);
    return many_codes_open(&f->codes, q, a) && f->exact != NULL && f->costly != NULL &&
           f->model != NULL;
}

static void clear(struct many_filter *f)
{
    for (size_t t = 0; t < 2; t++)
        for (size_t l = 0; l < MANY_LENGTHS; l++)
            grams_free(&f->tables[t][l]);
    free(f->covered);
    free(f->codes_of);
    f->covered = NULL;
    f->codes_of = NULL;
    f->ncovered = 0;
    f->tables_used = 0;
    f->plain = 0;
    f->searched = 0;
    f->built = false;
}

void many_filter_close(struct many_filter *f)
{
    clear(f);
    many_codes_close(&f->codes);
    exact_close(f->exact);
    hits_free(&f->places);
    free(f->costly);
    free(f->model);
}

/* Building. */

struct building {
    struct many_pieces pieces;
    struct many_way *ways;            /* of each pattern */
    float plain[MANY_LENGTHS];        /* of all patterns whose pieces may be so long */
    unsigned char used[MANY_LENGTHS]; /* in their place */
    size_t codes;                     /* of covered patterns, so far */
};

static uint32_t limit_of(const struct many_filter *f, uint32_t p, uint32_t limit)
{
    uint32_t k = f->q->patterns[p].k;
    return k < limit ? k : limit;
}

/* Of a plain search for the pattern, for a symbol. */
static float plain_cycles(const struct many_filter *f, const struct pattern *p, uint32_t k)
{
    uint32_t rows = sliced_subpattern_rows(p->m, k, PLAIN_BITS * SAMPLE_BIT);
    return (1.6F * (float)rows + 50) / (float)f->lanes;
}

static bool may_cover(const struct many_filter *f, uint32_t p)
{
    return f->q->patterns[p].automaton == NULL && !f->costly[p];
}

/* Tables cost the same however many patterns they are for. So a length that few patterns have gives
 * way to the next that is shorter. */
static void join_lengths(const struct many_filter *f, struct building *b, uint32_t limit)
{
    for (uint32_t p = 0; p < f->q->npatterns; p++) {
        uint32_t k = limit_of(f, p, limit);
        const struct pattern *x = &f->q->patterns[p];
        unsigned length = may_cover(f, p) ? many_pieces_length(&b->pieces, x, k, false) : 0;
        b->ways[p] = (struct many_way){.length = (unsigned char)length, .stride = 1};
        if (length > 0)
            b->plain[length] += plain_cycles(f, x, k);
    }
    unsigned last = 0;
    float enough = 8 * SCAN_CYCLES;
    for (unsigned length = MANY_SHORTEST; length < MANY_LENGTHS; length++) {
        if (b->plain[length] > 0 && (last == 0 || b->plain[length] > enough))
            last = length;
        b->used[length] = (unsigned char)last;
    }
}

/* Chooses between pieces with an error and without. False: memory is out. */
static bool choose_faulty(const struct many_filter *f, struct building *b, uint32_t p, uint32_t k)
{
    const struct pattern *x = &f->q->patterns[p];
    float clean = INFINITY, faulty = INFINITY;
    struct many_way *way = &b->ways[p], other = {.stride = 1, .faulty = true};
    other.length = (unsigned char)many_pieces_length(&b->pieces, x, k, true);
    if (f->codes.bits == 8 || !may_cover(f, p) || k == 0 || other.length <= way->length)
        return true;
    if ((way->length > 0 && !many_pieces_choose(&b->pieces, x, k, *way, &clean)) ||
        !many_pieces_choose(&b->pieces, x, k, other, &faulty))
        return false;
    if (faulty < clean)
        *way = other;
    return true;
}

static bool same_way(struct many_way a, struct many_way b)
{
    return a.length == b.length && a.faulty == b.faulty;
}

/* Cycles for a symbol of a search by this stride, for all patterns of the way: judged by some of
 * them. In *good whether memory was enough. */
static float way_cycles(const struct many_filter *f, struct building *b, uint32_t limit,
                        struct many_way way, bool *good)
{
    enum { SOME = 256 };
    size_t all = 0, some = 0, n = f->q->npatterns, places = 0;
    float rates = 0;
    for (size_t p = 0; p < n; p++)
        all += same_way(b->ways[p], way);
    for (size_t p = 0, seen = 0; p < n && *good; p++) {
        float rate;
        if (!same_way(b->ways[p], way) || seen++ % (all / SOME + 1) != 0)
            continue;
        uint32_t k = limit_of(f, (uint32_t)p, limit);
        *good = many_pieces_choose(&b->pieces, &f->q->patterns[p], k, way, &rate);
        places += (size_t)way.stride * (k + 1);
        if (rate < INFINITY)
            rates += rate;
        some++;
    }
    if (some == 0)
        return INFINITY;
    float scale = (float)all / (float)some;
    float density = (float)places * scale / (float)(UINT64_C(1) << many_filter_bitmap);
    return SCAN_CYCLES / (float)way.stride + rates * scale * CANDIDATE_CYCLES +
           (density < 1 ? density : 1) * FOUND_CYCLES / (float)way.stride;
}

/* The stride that costs least. */
static struct many_way choose_stride(const struct many_filter *f, struct building *b,
                                     uint32_t limit, struct many_way way, bool *good)
{
    struct many_way best = way;
    float least = INFINITY;
    for (; f->codes.bits == 8 && many_way_gram(way) >= MANY_SHORTEST; way.stride++) {
        float cycles = way_cycles(f, b, limit, way, good);
        if (cycles < least) {
            least = cycles;
            best = way;
        }
    }
    return best;
}

/* Covers a pattern whose pieces were chosen last. */
static bool cover(struct many_filter *f, struct building *b, uint32_t p, uint32_t k,
                  struct many_way way, float plain)
{
    const struct pattern *x = &f->q->patterns[p];
    uint32_t number = (uint32_t)f->ncovered++;
    f->covered[number] = (struct many_covered){
        .number = p, .m = x->m, .codes = b->codes, .limit = k, .plain = plain};
    f->plain += plain;
    b->codes += x->m;
    return many_pieces_put(&b->pieces, x, k, way, number);
}

/* Makes the table of all patterns of this way. */
static bool build_table(struct many_filter *f, struct building *b, uint32_t limit,
                        struct many_way way)
{
    bool good = true;
    b->pieces.n = 0;
    way = choose_stride(f, b, limit, way, &good);
    for (uint32_t p = 0; p < f->q->npatterns && good; p++) {
        float rate;
        uint32_t k = limit_of(f, p, limit);
        const struct pattern *x = &f->q->patterns[p];
        if (!same_way(b->ways[p], way))
            continue;
        float plain = plain_cycles(f, x, k);
        good = many_pieces_choose(&b->pieces, x, k, way, &rate);
        if (good && rate < INFINITY &&
            (many_filter_always || rate * CANDIDATE_CYCLES < EXPECTED * plain))
            good = cover(f, b, p, k, way, plain);
    }
    if (!good || b->pieces.n == 0)
        return good;
    struct grams *g = &f->tables[way.faulty][way.length];
    *g = (struct grams){.length = many_way_gram(way), .bits = f->codes.bits, .stride = way.stride};
    f->tables_used++;
    return grams_build(g, b->pieces.grams, b->pieces.n, many_filter_bitmap);
}

static bool build_tables(struct many_filter *f, struct building *b, uint32_t limit)
{
    bool good = true;
    join_lengths(f, b, limit);
    for (uint32_t p = 0; p < f->q->npatterns && good; p++) {
        b->ways[p].length = b->used[b->ways[p].length];
        good = choose_faulty(f, b, p, limit_of(f, p, limit));
    }
    for (int faulty = 0; faulty < 2; faulty++)
        for (unsigned length = MANY_SHORTEST; length < MANY_LENGTHS && good; length++)
            good =
                build_table(f, b, limit, (struct many_way){(unsigned char)length, 1, faulty != 0});
    return good;
}

/* The codes of all covered patterns; a look reads some more. */
static bool write_codes(struct many_filter *f, size_t n)
{
    f->codes_of = calloc(n + ROWS, 1);
    for (size_t i = 0; i < f->ncovered && f->codes_of != NULL; i++) {
        struct many_covered *v = &f->covered[i];
        const uint32_t *items = f->q->patterns[v->number].items;
        for (uint32_t j = 0; j < v->m; j++) {
            f->codes_of[v->codes + j] = f->codes.of_item[items[j]];
            v->sets = v->sets || !many_codes_single(&f->codes, items[j]);
        }
    }
    return f->codes_of != NULL;
}

static bool build(struct many_filter *f, uint32_t limit)
{
    struct building b = {.pieces = {.codes = &f->codes, .model = f->model, .metric = f->q->metric}};
    clear(f);
    gram_model_take(f->model, f->codes.bits, f->text, f->own);
    f->covered = reallocarray(NULL, f->q->npatterns + 1, sizeof *f->covered);
    b.ways = calloc(f->q->npatterns + 1, sizeof *b.ways);
    bool good = f->covered != NULL && b.ways != NULL && build_tables(f, &b, limit) &&
                write_codes(f, b.codes);
    many_pieces_close(&b.pieces);
    free(b.ways);
    if (!good || (!many_filter_always && f->plain < SCAN_CYCLES * (float)f->tables_used))
        clear(f);
    f->built = true;
    f->limit = limit;
    return good;
}

/* Whether what is known of the text is little beside what there is now. */
static bool outgrown(const struct many_filter *f)
{
    return f->model->n < GRAM_MODEL_ENOUGH && f->own.end - f->own.lead >= (size_t)4 * f->model->n;
}

bool many_filter_begin(struct many_filter *f, const struct chunk *c, struct share own,
                       uint32_t limit, bool *changed)
{
    bool others;
    f->c = c;
    f->own = own;
    f->now = limit;
    *changed = false;
    if (!many_codes_extend(&f->codes, c, &others))
        return false;
    bool stands = f->built && !others && limit == f->limit && !outgrown(f);
    if (stands && (f->ncovered == 0 || f->banned > 0))
        return true;
    f->text = many_codes_text(&f->codes, c, own);
    if (f->text == NULL)
        return false;
    if (stands)
        return true;
    *changed = true;
    return build(f, limit);
}

/* Candidates. */

/* The rows of a candidate that are looked at, and where the first of them would be without errors.
 */
struct rows {
    uint32_t first, n, drift, limit;
    ptrdiff_t at; /* symbol of the chunk */
};

static struct rows rows_of(const struct many_filter *f, const struct many_covered *v,
                           const struct many_candidate *x)
{
    uint32_t limit = v->limit < f->now ? v->limit : f->now, first = 0;
    if (v->m > ROWS) {
        first = x->items > ROWS / 2 ? x->items - ROWS / 2 : 0;
        first = first < v->m - ROWS ? first : v->m - ROWS;
    }
    return (struct rows){.first = first,
                         .n = v->m < ROWS ? v->m : ROWS,
                         .drift = f->q->metric == METRIC_HAMMING ? 0 : limit,
                         .limit = limit,
                         .at = (ptrdiff_t)x->end - (ptrdiff_t)x->items + (ptrdiff_t)first};
}

static bool look(const struct many_filter *f, const struct many_covered *v, struct rows r)
{
    enum { MOST = ROWS + 2 * DRIFT_MOST };
    const unsigned char *codes = f->codes_of + v->codes + r.first;
    unsigned char room[MOST] = {0};
    ptrdiff_t from = r.at - (ptrdiff_t)r.drift, to = r.at + ROWS + (ptrdiff_t)r.drift;
    ptrdiff_t lead = (ptrdiff_t)f->own.lead, end = (ptrdiff_t)f->own.end;
    if (r.drift > DRIFT_MOST || v->sets)
        return true;
    if (from >= lead && to <= end)
        return f->kernel->likely(codes, r.n, f->text + r.at, r.drift, r.limit);
    ptrdiff_t first = from < lead ? lead : from, last = to < end ? to : end;
    if (first < last)
        memcpy(room + (first - from), f->text + first, (size_t)(last - first));
    return f->kernel->likely(codes, r.n, room + r.drift, r.drift, r.limit);
}

/* Sets the rows that each code matches, or none. */
static void set_rows(struct many_filter *f, const struct many_covered *v, struct rows r, bool set)
{
    const unsigned char *codes = f->codes_of + v->codes + r.first;
    const uint32_t *items = f->q->patterns[v->number].items + r.first;
    for (uint32_t i = 0; i < r.n && !f->codes.sets; i++)
        f->eq[codes[i]] = set ? f->eq[codes[i]] | UINT64_C(1) << i : 0;
    for (uint32_t i = 0; i < r.n && f->codes.sets; i++)
        for (unsigned code = many_codes_next(&f->codes, items[i], 1); code < MANY_CODES;
             code = many_codes_next(&f->codes, items[i], code + 1))
            f->eq[code] = set ? f->eq[code] | UINT64_C(1) << i : 0;
}

/*
 * Whether the rows have a distance within the limit somewhere in text[from, to). Delimiters are
 * passed over as other codes are: no distance is greater then than it would be.
 */
__attribute__((always_inline)) static inline bool near_by(enum metric metric,
                                                          const struct many_filter *f, size_t from,
                                                          size_t to, uint32_t n, uint32_t limit)
{
    struct bitvector v = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    uint32_t score = n, least = n;
    for (size_t i = from; i < to; i++) {
        struct edge last =
            edge_of(metric_step(metric, &v, &before, f->eq[f->text[i]], (struct edge){0}), n - 1);
        score += (uint32_t)last.p - (uint32_t)last.m;
        least = score < least ? score : least;
    }
    return least <= limit;
}

/* Where METRIC_INDEL has a distance, METRIC_LEVENSHTEIN has none that is greater. */
static bool is_near(struct many_filter *f, const struct many_covered *v, struct rows r)
{
    ptrdiff_t from = r.at - (ptrdiff_t)r.drift, to = r.at + (ptrdiff_t)r.n + (ptrdiff_t)r.drift;
    ptrdiff_t lead = (ptrdiff_t)f->own.lead, end = (ptrdiff_t)f->own.end;
    if (f->q->metric == METRIC_HAMMING)
        return true;
    from = from < lead ? lead : from;
    to = to < end ? to : end;
    if (from >= to)
        return r.limit >= r.n;
    f->spent += DISTANCE_CYCLES * (float)(to - from);
    set_rows(f, v, r, true);
    bool near = f->q->metric == METRIC_OSA
                    ? near_by(METRIC_OSA, f, (size_t)from, (size_t)to, r.n, r.limit)
                    : near_by(METRIC_LEVENSHTEIN, f, (size_t)from, (size_t)to, r.n, r.limit);
    set_rows(f, v, r, false);
    return near;
}

/* Whether an end that is at most `drift` symbols from this one is owned. */
static bool owns(const struct many_filter *f, uint32_t end, uint32_t drift)
{
    return (size_t)end + drift > f->own.begin && end <= f->own.end + drift;
}

/* Looks at candidates; what may be an occurrence becomes a place, in which the pattern is told as
 * the end, and the end as the pattern: so they are sorted by patterns first. */
static bool look_at(struct many_filter *f, const struct many_candidate *list, size_t n)
{
    f->counts.candidates += n;
    f->spent += CANDIDATE_CYCLES * (float)n;
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(f->codes_of + f->covered[list[i].covered].codes);
    for (size_t i = 0; i < n; i++) {
        struct many_covered *v = &f->covered[list[i].covered];
        struct rows r = rows_of(f, v, &list[i]);
        v->looked++;
        uint32_t end = list[i].end + (v->m - list[i].items);
        if (!owns(f, end, r.drift) || !look(f, v, r) || !is_near(f, v, r))
            continue;
        v->looked += (uint32_t)(EXACT_CYCLES / CANDIDATE_CYCLES);
        f->spent += EXACT_CYCLES;
        if (!hits_add(&f->places, list[i].covered, 0, end))
            return false;
    }
    return f->spent <= f->budget;
}

/* Looks up what the bitmap of g has. */
static bool look_up(struct many_filter *f, const struct grams *g, const uint32_t *ends, size_t n)
{
    uint64_t hashes[BLOCK];
    struct many_candidate list[BATCH];
    size_t listed = 0;
    f->spent += FOUND_CYCLES * (float)n;
    for (size_t i = 0; i < n; i++) {
        hashes[i] = gram_hash(gram_before(g, f->text, f->own.lead, ends[i]));
        __builtin_prefetch(&g->buckets[hashes[i] >> g->bucket_shift]);
    }
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&g->places[g->buckets[hashes[i] >> g->bucket_shift]]);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *bucket = &g->buckets[hashes[i] >> g->bucket_shift];
        for (uint32_t j = bucket[0]; j < bucket[1]; j++) {
            const struct gram_place *place = &g->places[j];
            if (place->tag != gram_tag(hashes[i]))
                continue;
            __builtin_prefetch(&f->covered[place->pattern]);
            list[listed++] = (struct many_candidate){ends[i], place->pattern, place->items};
            if (listed == BATCH && !look_at(f, list, BATCH))
                return false;
            listed = listed < BATCH ? listed : 0;
        }
    }
    return look_at(f, list, listed);
}

static bool find_in(struct many_filter *f, size_t from, size_t to)
{
    uint32_t ends[BLOCK + 1];
    for (size_t i = 0; i < (size_t)2 * MANY_LENGTHS; i++) {
        const struct grams *g = &f->tables[i / MANY_LENGTHS][i % MANY_LENGTHS];
        if (g->n == 0)
            continue;
        f->spent += SCAN_CYCLES / (float)g->stride * (float)(to - from);
        size_t n = f->kernel->find(g, f->text, f->own.lead, from, to, ends);
        if (!look_up(f, g, ends, n))
            return false;
    }
    return true;
}

/* Goes through the text by blocks. Returns how far it came: all grams that end up to there were
 * looked at, and with them all patterns that end up to there. */
static size_t find(struct many_filter *f)
{
    size_t from = f->own.lead;
    f->spent = 0;
    f->budget = START_CYCLES + SHARE * f->plain * (float)(f->own.end - f->own.lead);
    if (many_filter_always)
        f->budget = (double)INFINITY;
    while (from < f->own.end) {
        size_t to = f->own.end - from < BLOCK ? f->own.end : from + BLOCK;
        if (!find_in(f, from, to))
            return from;
        f->budget += SHARE_DONE * f->plain * (float)(to - from);
        from = to;
    }
    return from;
}

/* The places of one pattern, in order, as windows for candidates_verify(). */
static enum engine_status verify(struct many_filter *f, struct hit *places, size_t n,
                                 struct hits *hits)
{
    const struct many_covered *v = &f->covered[places->end];
    struct candidates x = {.places = {.v = places}};
    uint32_t limit = v->limit < f->now ? v->limit : f->now, last = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t end = places[i].pattern;
        if (end != last)
            places[x.places.n++] = (struct hit){.end = end};
        last = end;
    }
    f->counts.verified += x.places.n;
    if (!exact_begin(f->exact, f->c, v->number))
        return ENGINE_MEMORY;
    enum engine_status status =
        candidates_verify(&x, f->exact, 0, f->own, v->m + v->limit + 1, &limit, hits);
    if (f->q->best && f->q->certain && limit < f->now && limit < v->limit)
        f->now = limit;
    return status;
}

static enum many_found verify_all(struct many_filter *f, struct hits *hits)
{
    struct hits *places = &f->places;
    enum engine_status status = ENGINE_OK;
    if (!hits_sort_all(places))
        return MANY_MEMORY;
    for (size_t i = 0, end; i < places->n && status == ENGINE_OK; i = end) {
        end = i + 1;
        while (end < places->n && places->v[end].end == places->v[i].end)
            end++;
        status = verify(f, places->v + i, end - i, hits);
    }
    return status == ENGINE_OK ? MANY_FOUND : status == ENGINE_FULL ? MANY_FULL : MANY_MEMORY;
}

/* Patterns that have cost more than their rows would have are to be covered no more; where there
 * are none, the text is to blame. */
static void blame(struct many_filter *f)
{
    bool any = false;
    for (size_t i = 0; i < f->ncovered; i++) {
        struct many_covered *v = &f->covered[i];
        if ((float)v->looked * CANDIDATE_CYCLES >= v->plain * (float)f->searched / 2) {
            f->costly[v->number] = 1;
            any = true;
        }
        v->looked = 0;
    }
    f->searched = 0;
    f->built = !any;
    f->ban = 2 * f->ban + 1 > BAN_MOST ? BAN_MOST : 2 * f->ban + 1;
    f->banned = any ? 0 : f->ban;
}

enum many_found many_filter_scan(struct many_filter *f, struct hits *hits, size_t *done)
{
    *done = f->own.end;
    if (f->ncovered == 0)
        return MANY_FOUND;
    if (f->banned > 0) {
        f->banned--;
        *done = f->own.begin;
        return MANY_FOUND;
    }
    hits_clear(&f->places);
    *done = find(f);
    f->searched += *done + BLOCK - f->own.lead;
    if (*done == f->own.end)
        f->ban /= 2;
    else
        blame(f);
    if (*done <= f->own.begin) {
        *done = f->own.begin;
        return MANY_FOUND;
    }
    f->own.end = *done;
    return verify_all(f, hits);
}
