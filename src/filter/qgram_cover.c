/*
 * qgram_cover.c - see qgram_cover.h.
 *
 * The cost of a table does not depend on its number of patterns, so there are few tables: one for
 * each length of pieces that enough patterns have. A greater stride looks up fewer positions of the
 * text, but its grams are shorter and occur more often; the cheapest stride is chosen.
 */
#include "filter/qgram_cover.h"

#include <math.h>
#include <stdlib.h>

#include "plan/costs.h"
#include "plan/ways.h"
#include "query/distance_bounds.h"

unsigned qgram_cover_bitmap = GRAMS_BITMAP;
bool qgram_cover_always;

/* Returns whether every pattern with pieces is covered (tests). */
static bool covers_all(void)
{
    return qgram_cover_always || way_is_forced(WAY_QGRAMS);
}

bool qgram_cover_open(struct qgram_cover *c, const struct query *q, const struct qgram_codes *codes,
                      const struct qgram_model *model, const struct qgram_costs *costs,
                      size_t lanes)
{
    *c = (struct qgram_cover){
        .q = q, .codes = codes, .model = model, .costs = costs, .lanes = lanes};
    c->costly = calloc(q->npatterns + 1, 1);
    return c->costly != NULL;
}

/* Covers nothing. */
static void clear_cover(struct qgram_cover *c)
{
    for (size_t t = 0; t < 2; t++)
        for (size_t l = 0; l < QGRAM_LENGTHS; l++)
            grams_free(&c->tables[t][l]);
    free(c->covered);
    free(c->codes_of);
    free(c->rows);
    c->covered = NULL;
    c->codes_of = NULL;
    c->rows = NULL;
    c->ncovered = 0;
    c->tables_used = 0;
    c->plain = c->cost = 0;
}

void qgram_cover_close(struct qgram_cover *c)
{
    clear_cover(c);
    free(c->costly);
}

struct building {
    struct qgram_pieces pieces;
    struct qgram_way *ways; /* [pattern] */
    uint32_t *members;      /* the patterns of one way */
    size_t nmembers;
    float plain[QGRAM_LENGTHS]; /* [length]: sum for patterns whose pieces may have this length */
    unsigned char used[QGRAM_LENGTHS]; /* [length]: the length used instead */
    size_t codes;                      /* codes of covered patterns so far */
    size_t may;                        /* patterns that have pieces */
};

static uint32_t limit_of(const struct qgram_cover *c, uint32_t p)
{
    return distance_bounds_limit(c->bests, &c->q->patterns[p]);
}

static float plain_cost(const struct qgram_cover *c, const struct pattern *p, uint32_t k)
{
    return c->costs->plain(p, k, c->lanes);
}

static unsigned bitmap_most(const struct qgram_cover *c)
{
    return qgram_cover_bitmap == GRAMS_BITMAP ? c->costs->bitmap : qgram_cover_bitmap;
}

static bool is_short(const struct qgram_cover *c, const struct pattern *x)
{
    return x->automaton == NULL && x->m <= c->costs->longest;
}

static bool may_cover(const struct qgram_cover *c, uint32_t p)
{
    return is_short(c, &c->q->patterns[p]) && !c->costly[p];
}

/* Replaces lengths that few patterns have by the next shorter length, because each table has a
 * fixed cost. */
static void join_lengths(const struct qgram_cover *c, struct building *b)
{
    for (uint32_t p = 0; p < c->q->npatterns; p++) {
        uint32_t k = limit_of(c, p);
        const struct pattern *x = &c->q->patterns[p];
        unsigned length = is_short(c, x) ? qgram_pieces_length(&b->pieces, x, k, false) : 0;
        b->may += length > 0;
        length = may_cover(c, p) ? length : 0;
        b->ways[p] = (struct qgram_way){.length = (unsigned char)length, .stride = 1};
        if (length > 0)
            b->plain[length] += plain_cost(c, x, k);
    }
    unsigned last = 0;
    float enough = 8 * c->costs->scan;
    for (unsigned length = QGRAM_SHORTEST; length < QGRAM_LENGTHS; length++) {
        if (b->plain[length] > 0 && (last == 0 || b->plain[length] > enough))
            last = length;
        b->used[length] = (unsigned char)last;
    }
}

/* Chooses between pieces with an error and without. Returns false when out of memory. */
static bool choose_faulty(const struct qgram_cover *c, struct building *b, uint32_t p, uint32_t k)
{
    const struct pattern *x = &c->q->patterns[p];
    float clean = INFINITY, faulty = INFINITY;
    struct qgram_way *way = &b->ways[p], other = {.stride = 1, .faulty = true};
    other.length = (unsigned char)qgram_pieces_length(&b->pieces, x, k, true);
    if (c->codes->bits == 8 || !may_cover(c, p) || k == 0 || other.length <= way->length)
        return true;
    if ((way->length > 0 && !qgram_pieces_choose(&b->pieces, x, k, *way, &clean)) ||
        !qgram_pieces_choose(&b->pieces, x, k, other, &faulty))
        return false;
    if (faulty < clean)
        *way = other;
    return true;
}

/* Sets `members` to the patterns of this way. */
static void gather_members(const struct qgram_cover *c, struct building *b, struct qgram_way way)
{
    b->nmembers = 0;
    for (uint32_t p = 0; p < c->q->npatterns; p++)
        if (b->ways[p].length == way.length && b->ways[p].faulty == way.faulty)
            b->members[b->nmembers++] = p;
}

/* Returns the cost per symbol of a table with `places` places, and of `candidates` candidates per
 * symbol. */
static float table_cost(const struct qgram_cover *c, struct qgram_way way, float candidates,
                        float places)
{
    float density = places / (float)(UINT64_C(1) << bitmap_most(c));
    return (c->costs->scan + (density < 1 ? density : 1) * c->costs->found) / (float)way.stride +
           candidates * c->costs->candidate;
}

/* Returns the cost for each symbol of a search with this stride for all members, estimated from
 * some of them. Sets *good to false when out of memory. */
static float way_cost(const struct qgram_cover *c, struct building *b, struct qgram_way way,
                      bool *good)
{
    enum { SOME = 256 };
    size_t all = b->nmembers, some = 0, places = 0;
    float rates = 0;
    for (size_t i = 0; i < all && *good; i += all / SOME + 1, some++) {
        float rate;
        uint32_t k = limit_of(c, b->members[i]);
        *good = qgram_pieces_choose(&b->pieces, &c->q->patterns[b->members[i]], k, way, &rate);
        places += (size_t)way.stride * (k + 1);
        if (rate < INFINITY)
            rates += rate;
    }
    if (some == 0)
        return INFINITY;
    float scale = (float)all / (float)some;
    return table_cost(c, way, rates * scale, (float)places * scale);
}

/* Returns the cheapest stride. */
static struct qgram_way choose_stride(const struct qgram_cover *c, struct building *b,
                                      struct qgram_way way, bool *good)
{
    struct qgram_way best = way;
    float least = INFINITY;
    for (; c->codes->bits == 8 && way.stride <= c->costs->stride &&
           qgram_way_length(way) >= QGRAM_SHORTEST;
         way.stride++) {
        float cost = way_cost(c, b, way, good);
        if (cost < least) {
            least = cost;
            best = way;
        }
    }
    return best;
}

/* Covers the pattern whose pieces were chosen last. */
static bool cover(struct qgram_cover *c, struct building *b, uint32_t p, uint32_t k,
                  struct qgram_way way, float plain)
{
    const struct pattern *x = &c->q->patterns[p];
    uint32_t number = (uint32_t)c->ncovered++;
    c->covered[number] = (struct qgram_covered){
        .number = p, .m = x->m, .codes = b->codes, .limit = k, .plain = plain};
    c->plain += plain;
    b->codes += x->m;
    return qgram_pieces_put(&b->pieces, x, k, way, number);
}

/* Makes the table of all patterns of this way. */
static bool build_table(struct qgram_cover *c, struct building *b, struct qgram_way way)
{
    bool good = true;
    float candidates = 0;
    b->pieces.n = 0;
    gather_members(c, b, way);
    way = choose_stride(c, b, way, &good);
    for (size_t i = 0; i < b->nmembers && good; i++) {
        float rate;
        uint32_t p = b->members[i], k = limit_of(c, p);
        const struct pattern *x = &c->q->patterns[p];
        float plain = plain_cost(c, x, k);
        good = qgram_pieces_choose(&b->pieces, x, k, way, &rate);
        if (good && rate < INFINITY &&
            (covers_all() || rate * c->costs->candidate < COST_GRAM_EXPECTED * plain)) {
            good = cover(c, b, p, k, way, plain);
            candidates += rate;
        }
    }
    if (!good || b->pieces.n == 0)
        return good;
    c->cost += table_cost(c, way, candidates, (float)b->pieces.n);
    struct grams *g = &c->tables[way.faulty][way.length];
    *g = (struct grams){.length = qgram_way_length(way),
                        .bits = c->codes->bits,
                        .stride = way.stride,
                        .letters = c->costs->letters && c->codes->bits == QGRAM_FEW_BITS};
    c->tables_used++;
    return grams_build(g, b->pieces.grams, b->pieces.n, bitmap_most(c));
}

static bool build_tables(struct qgram_cover *c, struct building *b)
{
    bool good = true;
    join_lengths(c, b);
    for (uint32_t p = 0; p < c->q->npatterns && good; p++) {
        b->ways[p].length = b->used[b->ways[p].length];
        good = choose_faulty(c, b, p, limit_of(c, p));
    }
    for (int faulty = 0; faulty < 2; faulty++)
        for (unsigned length = QGRAM_SHORTEST; length < QGRAM_LENGTHS && good; length++)
            good = build_table(c, b, (struct qgram_way){(unsigned char)length, 1, faulty != 0});
    return good;
}

/* Stores the codes of all covered patterns, with padding for reads beyond the end. */
static bool write_codes(struct qgram_cover *c, size_t n)
{
    c->codes_of = calloc(n + QGRAM_ROWS, 1);
    for (size_t i = 0; i < c->ncovered && c->codes_of != NULL; i++) {
        struct qgram_covered *v = &c->covered[i];
        const uint32_t *items = c->q->patterns[v->number].items;
        for (uint32_t j = 0; j < v->m; j++) {
            c->codes_of[v->codes + j] = c->codes->of_item[items[j]];
            v->sets += !qgram_codes_single(c->codes, items[j]);
        }
    }
    return c->codes_of != NULL;
}

static void write_row(const struct qgram_cover *c, uint64_t rows[QGRAM_FEW], uint32_t item,
                      uint64_t bit)
{
    if (!c->codes->sets)
        rows[c->codes->of_item[item]] |= bit;
    for (unsigned code = 1; code < QGRAM_FEW && c->codes->sets; code++)
        rows[code] |= c->codes->all_of_item[item][0] >> code & 1 ? bit : 0;
}

/* Stores the rows of all covered patterns, if there are few codes. */
static bool write_rows(struct qgram_cover *c)
{
    if (c->codes->bits != QGRAM_FEW_BITS)
        return true;
    c->rows = calloc(c->ncovered + 1, sizeof *c->rows);
    for (size_t i = 0; i < c->ncovered && c->rows != NULL; i++) {
        const struct qgram_covered *v = &c->covered[i];
        const uint32_t *items = c->q->patterns[v->number].items;
        if (v->m > QGRAM_ROWS)
            continue;
        for (unsigned code = 0; code < QGRAM_FEW && v->m < QGRAM_ROWS; code++)
            c->rows[i][code] = UINT64_MAX >> v->m;
        for (uint32_t j = 0; j < v->m; j++)
            write_row(c, c->rows[i], items[j], UINT64_C(1) << (QGRAM_ROWS - v->m + j));
    }
    return c->rows != NULL;
}

bool qgram_cover_build(struct qgram_cover *c, const struct distance_bounds *bests)
{
    struct building b = {.pieces = {.codes = c->codes, .model = c->model, .metric = c->q->metric}};
    clear_cover(c);
    c->bests = bests;
    c->covered = reallocarray(NULL, c->q->npatterns + 1, sizeof *c->covered);
    b.ways = calloc(c->q->npatterns + 1, sizeof *b.ways);
    b.members = reallocarray(NULL, c->q->npatterns + 1, sizeof *b.members);
    bool good = c->covered != NULL && b.ways != NULL && b.members != NULL && build_tables(c, &b) &&
                write_codes(c, b.codes) && write_rows(c);
    qgram_pieces_close(&b.pieces);
    free(b.ways);
    free(b.members);
    if (!good || (!covers_all() && c->plain < c->costs->scan * (float)c->tables_used))
        clear_cover(c);
    c->nmissed = b.may > c->ncovered ? b.may - c->ncovered : 0;
    return good;
}
