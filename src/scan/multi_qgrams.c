#include "scan/multi_qgrams.h"

#include <stdlib.h>

#include "plan/costs.h"
#include "scan/candidates.h"
#include "scan/multi_rows.h"

enum {
    BLOCK = SETTLED_BLOCK, /* symbols whose grams are found before candidates are checked */
    BATCH = 256,           /* candidates checked together */
    FULL = 1 << 20,        /* most windows of a chunk */
};

/* Opening. */

static const struct qgram_costs costs = {.scan = COST_GRAM,
                                         .found = COST_GRAM_FOUND,
                                         .candidate = COST_GRAM_CANDIDATE,
                                         .bitmap = GRAMS_BITMAP,
                                         .letters = true,
                                         .stride = QGRAM_LONGEST,
                                         .longest = UINT32_MAX,
                                         .plain = multi_rows_cost};

static const struct qgram_cover nothing;

static struct qgram_choices *open_choices(struct multi_qgrams *f, struct scan_shared *shared)
{
    if (f->q->best)
        return f->own_choices = qgram_choices_open(f->q, &costs);
    (void)pthread_mutex_lock(&shared->lock);
    if (shared->choices == NULL)
        shared->choices = qgram_choices_open(f->q, &costs);
    struct qgram_choices *x = shared->choices;
    (void)pthread_mutex_unlock(&shared->lock);
    return x;
}

bool multi_qgrams_open(struct multi_qgrams *f, const struct sliced_kernel *kernel,
                       const struct query *q, const struct alphabet *a, struct scan_shared *shared)
{
    *f = (struct multi_qgrams){
        .q = q, .kernel = kernel, .cover = &nothing, .contest = &shared->many};
    f->places.most = FULL;
    f->near.q = q;
    f->near.codes = &f->codes;
    f->near.kernel = kernel->grams;
    f->myers = myers_open(q, a);
    f->choices = open_choices(f, shared);
    settled_open(&f->settled, q, a);
    return qgram_codes_open(&f->codes, q, a) && f->myers != NULL && f->choices != NULL;
}

void multi_qgrams_close(struct multi_qgrams *f)
{
    if (f->choices != NULL)
        qgram_choices_leave(f->choices, f->choice);
    if (f->own_choices != NULL)
        qgram_choices_close(f->own_choices);
    qgram_codes_close(&f->codes);
    myers_close(f->myers);
    hits_free(&f->places);
    spans_free(&f->spans);
    free(f->looked);
}

/* Returns whether a pattern's bound is above that of its pieces: bounds rise when an input
 * begins. */
static bool risen(const struct multi_qgrams *f)
{
    const struct qgram_cover *c = f->cover;
    for (size_t i = 0; i < c->ncovered && f->q->best; i++)
        if (distance_bounds_limit(f->bests, &f->q->patterns[c->covered[i].number]) >
            c->covered[i].limit)
            return true;
    return false;
}

/* Adopts another choice, or none. Returns false when out of memory. */
static bool adopt(struct multi_qgrams *f, struct qgram_choice *choice)
{
    f->choice = choice;
    f->cover = choice != NULL ? &choice->cover : &nothing;
    f->refused = false;
    f->searched = 0;
    f->plain_begin = 0;
    for (size_t i = 0; i < f->cover->ncovered; i++) {
        const struct qgram_covered *v = &f->cover->covered[i];
        f->plain_begin += multi_rows_begin_cost(v->plain, v->limit, f->kernel->lanes);
    }
    free(f->looked);
    f->looked = calloc(f->cover->ncovered + 1, sizeof *f->looked);
    return choice != NULL && f->looked != NULL;
}

bool multi_qgrams_begin(struct multi_qgrams *f, const struct chunk *c, struct share own,
                        size_t part, struct distance_bounds *bests, bool *changed)
{
    bool others;
    f->bests = bests;
    *changed = false;
    if (!qgram_codes_extend(&f->codes, c, &others))
        return false;
    uint64_t limits = f->q->best ? distance_bounds_sum(f->bests, f->q) : 0;
    size_t lanes = multi_rows_lanes(f->kernel, own);
    if (f->choice != NULL && f->cover->lanes > lanes)
        lanes = f->cover->lanes; /* a choice for long texts serves short ones, too */
    /* New pieces for lesser distances pay only if these are much less. */
    bool stands = f->choice != NULL && !f->refused && !others && !risen(f) &&
                  f->cover->lanes == lanes && limits >= f->choice->limits - f->choice->limits / 8;
    struct qgram_request request = {f->choice, stands, &f->codes, c,    bests,
                                    limits,    own,    part,      lanes};
    struct qgram_choice *choice = qgram_choices_take(f->choices, &request);
    *changed = choice != f->choice || !request.stands;
    return !*changed || adopt(f, choice);
}

/* Candidates. */

static uint32_t limit_now(const struct multi_qgrams *f, const struct qgram_covered *v)
{
    uint32_t limit = distance_bounds_limit(f->bests, &f->q->patterns[v->number]);
    return limit < v->limit ? limit : v->limit;
}

static struct seed place_of(const struct multi_qgrams *f, const struct multi_candidate *x)
{
    const struct qgram_covered *v = &f->cover->covered[x->covered];
    uint32_t first = 0;
    if (v->m > QGRAM_ROWS) {
        first = x->items > QGRAM_ROWS / 2 ? x->items - QGRAM_ROWS / 2 : 0;
        first = first < v->m - QGRAM_ROWS ? first : v->m - QGRAM_ROWS;
    }
    return (struct seed){.covered = x->covered,
                         .end = x->end + (v->m - x->items),
                         .first = first,
                         .n = v->m < QGRAM_ROWS ? v->m : QGRAM_ROWS,
                         .limit = limit_now(f, v),
                         .at = (ptrdiff_t)x->end - (ptrdiff_t)x->items + (ptrdiff_t)first};
}

static size_t block_end(const struct qgram_pass *pass)
{
    return pass->own.end - pass->at < BLOCK ? pass->own.end : pass->at + BLOCK;
}

/* Returns whether some end at most `limit` symbols from this one is owned. */
static bool owns(const struct multi_qgrams *f, const struct seed *p)
{
    uint32_t drift = f->q->metric == METRIC_HAMMING ? 0 : p->limit;
    return (size_t)p->end + drift > f->pass.own.begin && p->end <= f->pass.own.end + drift;
}

/* Returns whether the whole pattern is there without errors. */
static bool occurs(const struct multi_qgrams *f, const struct seed *p)
{
    const struct qgram_covered *v = &f->cover->covered[p->covered];
    const struct alphabet *a = f->codes.a;
    const uint32_t *items = f->q->patterns[v->number].items, *bytes = alphabet_bytes(a);
    uint32_t i = 0;
    if (p->end < f->pass.own.lead + v->m)
        return false;
    while (i < v->m &&
           alphabet_matches(a, chunk_symbol(f->pass.c, bytes, p->end - v->m + i), items[i]))
        i++;
    return i == v->m;
}

/* Adds a window for a possible occurrence, or a certain one with distance 0. */
static bool keep_seed(struct multi_qgrams *f, const struct seed *p)
{
    if (p->limit == 0) {
        if (!occurs(f, p) ||
            !settled_add(&f->settled, p->end - f->cover->covered[p->covered].m, p->end))
            return true;
        return hits_add(&f->places, p->end, 0, p->covered);
    }
    f->looked[p->covered] += (uint32_t)(COST_GRAM_VERIFY / COST_GRAM_CANDIDATE);
    f->pass.turn->owed += COST_GRAM_VERIFY;
    f->near.spent += COST_GRAM_VERIFY;
    return hits_add(&f->places, p->end, p->limit, p->covered);
}

static bool compare_waiting(struct multi_qgrams *f)
{
    unsigned n = verify_seed_compare(&f->near);
    for (unsigned i = 0; i < n; i++)
        if (!keep_seed(f, &f->near.waiting[i]))
            return false;
    return true;
}

static bool look_at_place(struct multi_qgrams *f, const struct seed *p)
{
    if (verify_seed_waits(&f->near, p))
        return !verify_seed_add(&f->near, p) || compare_waiting(f);
    return !verify_seed_is(&f->near, p) || keep_seed(f, p);
}

/* Returns about how many symbols are searched. */
static size_t symbols_done(const struct multi_qgrams *f)
{
    size_t block = block_end(&f->pass) - f->pass.at;
    return f->pass.at - f->pass.own.lead + (size_t)((double)block * f->pass.part);
}

/* Checks candidates. Returns false when the filter has taken too long. */
static bool look_at(struct multi_qgrams *f, const struct multi_candidate *list, size_t n)
{
    f->counts.candidates += n;
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(f->cover->codes_of + f->cover->covered[list[i].covered].codes);
    for (size_t i = 0; i < n; i++) {
        if (settled_has(&f->settled, list[i].end - 1))
            continue;
        struct seed p = place_of(f, &list[i]);
        f->looked[p.covered]++;
        if (owns(f, &p) && !look_at_place(f, &p))
            return false;
    }
    double spent = f->near.spent + COST_GRAM_CANDIDATE * (double)n;
    f->near.spent = 0;
    return contest_spend(f->pass.turn, spent, symbols_done(f));
}

/* Looks up the grams that are in the bitmap of g. Its share of a block's time is `share`. */
static bool look_up(struct multi_qgrams *f, const struct grams *g, const uint32_t *ends, size_t n,
                    double share)
{
    uint64_t hashes[BLOCK];
    double before = f->pass.part;
    struct multi_candidate list[BATCH];
    size_t listed = 0;
    f->near.spent += COST_GRAM_FOUND * (float)n;
    for (size_t i = 0; i < n; i++) {
        hashes[i] = gram_hash(gram_before(g, f->near.text, f->pass.own.lead, ends[i]));
        __builtin_prefetch(&g->buckets[hashes[i] >> g->bucket_shift]);
    }
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&g->places[g->buckets[hashes[i] >> g->bucket_shift]]);
    for (size_t i = 0; i < n; i++) {
        f->pass.part = before + share * (double)i / (double)n;
        const uint32_t *bucket = &g->buckets[hashes[i] >> g->bucket_shift];
        for (uint32_t j = bucket[0]; j < bucket[1]; j++) {
            const struct gram_place *place = &g->places[j];
            if (place->tag != gram_tag(hashes[i]))
                continue;
            __builtin_prefetch(&f->cover->covered[place->pattern]);
            list[listed++] = (struct multi_candidate){ends[i], place->pattern, place->items};
            if (listed == BATCH && !look_at(f, list, BATCH))
                return false;
            listed = listed < BATCH ? listed : 0;
        }
    }
    return look_at(f, list, listed);
}

static bool find_in(struct multi_qgrams *f, size_t from, size_t to)
{
    uint32_t ends[BLOCK + 1];
    double share = 1.0 / (double)f->cover->tables_used;
    for (size_t i = 0; i < (size_t)2 * QGRAM_LENGTHS; i++) {
        const struct grams *g = &f->cover->tables[i / QGRAM_LENGTHS][i % QGRAM_LENGTHS];
        if (g->n == 0)
            continue;
        f->near.spent += COST_GRAM / (float)g->stride * (float)(to - from);
        size_t n = f->kernel->grams->find(g, f->near.text, f->pass.own.lead, from, to, ends);
        if (!look_up(f, g, ends, n, share))
            return false;
    }
    return compare_waiting(f);
}

/* Searches the text by blocks up to f->at: all grams and all patterns that end up to there are
 * done. */
static void find_grams(struct multi_qgrams *f)
{
    f->pass.at = f->pass.own.lead;
    f->near.spent = 0;
    f->near.nwaiting = 0;
    settled_chunk(&f->settled, f->pass.c);
    while (f->pass.at < f->pass.own.end) {
        size_t to = block_end(&f->pass);
        f->pass.part = 0;
        settled_block(&f->settled, f->pass.at, to);
        if (!find_in(f, f->pass.at, to))
            return;
        f->pass.at = to;
    }
}

/* Adds owned occurrences of distance 0. */
static enum engine_status add_exact(struct multi_qgrams *f, const struct hits *places,
                                    uint32_t pattern, struct hits *hits)
{
    for (size_t i = 0; i < places->n; i++) {
        uint32_t end = places->v[i].end;
        if (end > f->pass.own.begin && end <= f->pass.own.end && !hits_add(hits, end, 0, pattern))
            return engine_lacks_room(hits);
    }
    return ENGINE_OK;
}

/* Verifies the places of one covered pattern, in order, by candidates_verify(). */
static enum engine_status verify_places(struct multi_qgrams *f, struct hit *places, size_t n,
                                        struct hits *hits)
{
    const struct qgram_covered *v = &f->cover->covered[places->pattern];
    struct hits ends = {.v = places};
    uint32_t limit = limit_now(f, v), before = limit, last = 0;
    bool exact = true;
    for (size_t i = 0; i < n; i++) {
        uint32_t end = places[i].end;
        exact = exact && places[i].distance == 0;
        if (end != last)
            places[ends.n++] = (struct hit){.end = end};
        last = end;
    }
    f->counts.verified += ends.n;
    if (exact)
        return add_exact(f, &ends, v->number, hits);
    if (!candidates_spans(&ends, 0, limit, (size_t)v->m + v->limit + 1, &f->spans) ||
        !myers_begin(f->myers, f->pass.c, v->number))
        return ENGINE_MEMORY;
    enum engine_status status = candidates_verify(&f->spans, f->myers, f->pass.own, &limit, hits);
    if (limit < before)
        distance_bounds_lower_for(f->bests, f->q, v->number, limit);
    return status;
}

static enum engine_status verify_all(struct multi_qgrams *f, struct hits *hits)
{
    struct hits *places = &f->places;
    enum engine_status status = ENGINE_OK;
    if (!hits_sort_by_pattern(places))
        return ENGINE_MEMORY;
    for (size_t i = 0, end; i < places->n && status == ENGINE_OK; i = end) {
        end = i + 1;
        while (end < places->n && places->v[end].pattern == places->v[i].pattern)
            end++;
        status = verify_places(f, places->v + i, end - i, hits);
    }
    return status;
}

/* Returns whether the choice was made from recent text. */
static bool is_new(const struct multi_qgrams *f)
{
    enum { FEW = 1 << 20 };
    size_t two = 2 * (f->pass.own.end - f->pass.own.lead + BLOCK);
    return f->searched <= (two > FEW ? two : FEW);
}

/* Called when the filter took too long. An old choice is refused. For a new choice, excludes
 * patterns that have cost more than their rows. */
static void blame(struct multi_qgrams *f)
{
    bool any = false;
    if (!is_new(f)) {
        qgram_choices_refuse(f->choices, f->choice);
        f->refused = true;
        return;
    }
    for (size_t i = 0; i < f->cover->ncovered; i++) {
        const struct qgram_covered *v = &f->cover->covered[i];
        if ((float)f->looked[i] * COST_GRAM_CANDIDATE >= v->plain * (float)f->searched / 2) {
            qgram_choices_blame(f->choices, v->number);
            any = true;
        }
        f->looked[i] = 0;
    }
    f->searched = 0;
    f->refused = any;
}

enum way multi_qgrams_choose(const struct multi_qgrams *f, struct contest_turn *turn,
                             const struct chunk *c, struct share own)
{
    const struct qgram_cover *v = f->cover;
    size_t n = own.end - own.lead;
    const struct contest_way ways[] = {
        {WAY_QGRAMS, v->cost * (double)n, true, true},
        {.way = WAY_ROWS,
         .predicted = multi_rows_predict(v->ncovered, v->plain, f->plain_begin, own)}};
    if (v->ncovered == 0)
        return WAY_NONE;
    return contest_begin(turn, f->contest, "patterns", ways, qgram_cover_always ? 1 : 2, n,
                         chunk_bytes_of(c, own));
}

static enum engine_status scan_in_turn(struct multi_qgrams *f, struct hits *hits)
{
    hits_clear(&f->places);
    find_grams(f);
    f->searched += f->pass.at + BLOCK - f->pass.own.lead;
    if (f->pass.at < f->pass.own.end)
        blame(f);
    f->pass.turn->stopped = f->pass.at < f->pass.own.end;
    size_t done = symbols_done(f);
    f->pass.own.end = f->pass.at > f->pass.own.begin ? f->pass.at : f->pass.own.begin;
    enum engine_status status =
        f->pass.own.begin < f->pass.own.end ? verify_all(f, hits) : ENGINE_OK;
    contest_end(f->pass.turn, done);
    return status;
}

enum engine_status multi_qgrams_scan(struct multi_qgrams *f, struct contest_turn *turn,
                                     const struct chunk *c, struct share own, struct hits *hits,
                                     size_t *done)
{
    f->pass.c = c;
    f->pass.turn = turn;
    f->pass.own = f->near.own = own;
    f->near.cover = f->cover;
    f->near.text = qgram_codes_text(&f->codes, c, own);
    if (f->near.text == NULL)
        return ENGINE_MEMORY;
    enum engine_status status = scan_in_turn(f, hits);
    *done = f->pass.own.end;
    return status;
}
