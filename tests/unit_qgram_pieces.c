/*
 * unit_qgram_pieces.c - of all ways to place the pieces of a pattern, the one whose q-grams are
 * rarest in the text is chosen.
 */
#include "filter/qgram_pieces.h"

#include <math.h>

#include "failing_allocators.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 300, TEXT = 3000, MOST = 24, LETTERS = 4 };

static struct qgram_model model;
static unsigned char of_item[LETTERS + 1] = {0, 1, 2, 3, 4};
static const struct query query = {.nitems = LETTERS};

struct trial {
    struct qgram_codes codes;
    struct qgram_pieces pieces;
    struct pattern pattern;
    uint32_t items[MOST], k;
    struct qgram_way way;
};

/* Draws a pattern with pieces, often without a spare item. */
static void draw_trial(struct trial *t, struct random *r)
{
    static unsigned char text[TEXT];
    unsigned bits = random_percent(r, 50) ? 8 : QGRAM_FEW_BITS;
    for (size_t i = 0; i < TEXT; i++)
        text[i] = (unsigned char)(1 + random_below(r, random_percent(r, 60) ? 2 : LETTERS));
    qgram_model_take(&model, bits, text, (struct share){.lead = 0, .begin = 0, .end = TEXT});
    *t = (struct trial){.codes = {.q = &query, .bits = bits, .of_item = of_item}};
    t->pieces = (struct qgram_pieces){.codes = &t->codes, .model = &model};
    t->pieces.metric = random_percent(r, 50) ? METRIC_OSA : METRIC_LEVENSHTEIN;
    do {
        t->pattern = (struct pattern){.items = t->items, .m = (uint32_t)random_between(r, 3, MOST)};
        t->k = (uint32_t)random_below(r, 4);
        t->way.length = (unsigned char)qgram_pieces_length(&t->pieces, &t->pattern, t->k, false);
    } while (t->way.length == 0);
    t->way.stride = (unsigned char)(t->way.length > 3 ? random_between(r, 1, 2) : 1);
    for (uint32_t i = 0; i < t->pattern.m; i++)
        t->items[i] = (uint32_t)random_between(r, 1, LETTERS);
}

/* Returns the rate of the gram that begins at an item. */
static float rate_at(const struct trial *t, uint32_t at)
{
    uint64_t gram = 0;
    unsigned length = qgram_way_length(t->way);
    for (unsigned i = 0; i < length; i++)
        gram = gram << t->codes.bits | t->items[at + i];
    return qgram_model_rate(&model, gram, length);
}

/* Returns the least rate of some pieces in the items from `from` on, over all their places. */
static float least_rate(const struct trial *t, uint32_t from, uint32_t pieces)
{
    float least = pieces == 0 ? 0 : INFINITY;
    uint32_t gap = t->pieces.metric == METRIC_OSA;
    for (uint32_t at = from; pieces > 0 && at + t->way.length <= t->pattern.m; at++) {
        float rate = 0;
        for (unsigned s = 0; s < t->way.stride; s++)
            rate += rate_at(t, at + s);
        rate = rate / (float)t->way.stride + least_rate(t, at + t->way.length + gap, pieces - 1);
        least = rate < least ? rate : least;
    }
    return least;
}

static bool nearly(float a, float b)
{
    return fabsf(a - b) <= 1e-4F * (fabsf(a) + fabsf(b)) + 1e-12F;
}

/* A long pattern with many errors has no pieces: placing them would take too long. */
TEST(too_many)
{
    static const struct qgram_codes codes = {.q = &query, .bits = 8};
    const struct qgram_pieces x = {.codes = &codes};
    const struct pattern fits = {.m = 4095}, exceeds = {.m = 4096};
    assert_int_equal(qgram_pieces_length(&x, &fits, 15, false), QGRAM_LONGEST);
    assert_int_equal(qgram_pieces_length(&x, &exceeds, 15, false), 0);
    assert_int_equal(qgram_pieces_length(&x, &exceeds, 29, true), QGRAM_LONGEST);
    assert_int_equal(qgram_pieces_length(&x, &exceeds, 30, true), 0);
}

/* Runs of three codes are counted; of longer runs, the parts of four: 1, 2, 3 is always followed by
 * 4. */
TEST(rates)
{
    static unsigned char text[TEXT];
    static const unsigned bits[] = {8, QGRAM_FEW_BITS};
    static const unsigned char runs[][6] = {{1, 2, 3}, {1, 2, 3, 4}, {1, 2, 3, 4, 1}, {1, 2, 3, 3},
                                            {1, 2, 4}, {2, 3, 4, 1}, {2, 3, 4, 2},    {3, 4, 2, 3}};
    static const float rates[] = {0.25F, 0.25F, 0.25F, 0, 0, 0.25F, 0, 0};
    for (size_t i = 0; i < TEXT; i++)
        text[i] = (unsigned char)(1 + i % 4);
    for (size_t b = 0; b < sizeof bits / sizeof *bits; b++) {
        qgram_model_take(&model, bits[b], text, (struct share){.lead = 0, .begin = 0, .end = TEXT});
        for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
            uint64_t run = 0;
            unsigned length = 0;
            for (; runs[i][length] != 0; length++)
                run = run << bits[b] | runs[i][length];
            assert_float_equal(qgram_model_rate(&model, run, length), rates[i], 0.02);
        }
    }
    qgram_model_take(&model, 8, text, (struct share){.lead = 7, .begin = 7, .end = 7});
    assert_int_equal(model.n, 0); /* no text */
    assert_true(qgram_model_rate(&model, 1, QGRAM_MODEL_LEAST) > 0);
}

TEST(rarest)
{
    struct random r = random_open(1, 0);
    for (int i = 0; i < CASES; i++) {
        struct trial t;
        float rate, sum = 0;
        draw_trial(&t, &r);
        assert_true(qgram_pieces_choose(&t.pieces, &t.pattern, t.k, t.way, &rate));
        assert_true(nearly(rate, least_rate(&t, 0, t.k + 1)));
        assert_true(qgram_pieces_put(&t.pieces, &t.pattern, t.k, t.way, 7));
        assert_int_equal(t.pieces.n, (t.k + 1) * t.way.stride);
        uint32_t before =
            t.pattern.m + (t.pieces.metric == METRIC_OSA); /* the last piece is first */
        for (size_t g = 0; g < t.pieces.n; g++) {
            const struct gram *gram = &t.pieces.grams[g];
            uint32_t begin = gram->items - qgram_way_length(t.way);
            sum += rate_at(&t, begin);
            if (g % t.way.stride == 0) {
                assert_true(begin + t.way.length + (t.pieces.metric == METRIC_OSA) <= before);
                before = begin;
            }
        }
        assert_true(nearly(rate, sum / (float)t.way.stride));
        qgram_pieces_close(&t.pieces);
    }
}

/* A piece of items with several codes has a gram for each encoding; with more than QGRAM_WAYS
 * encodings the piece does not exist. */
TEST(sets)
{
    static unsigned char text[TEXT];
    uint64_t all_of_item[][4] = {{0}, {1 << 1 | 1 << 2}};
    const uint32_t items[] = {1, 1, 1, 1, 1};
    struct random r = random_open(2, 0);
    for (size_t i = 0; i < TEXT; i++)
        text[i] = (unsigned char)random_between(&r, 1, LETTERS);
    qgram_model_take(&model, QGRAM_FEW_BITS, text,
                     (struct share){.lead = 0, .begin = 0, .end = TEXT});
    struct qgram_codes codes = {
        .sets = true, .bits = QGRAM_FEW_BITS, .of_item = of_item, .all_of_item = all_of_item};
    struct qgram_pieces pieces = {.codes = &codes, .model = &model};
    for (unsigned char length = 3; length <= 5; length++) {
        const struct pattern pattern = {.items = items, .m = length};
        const struct qgram_way way = {.length = length, .stride = 1};
        float rate, sum = 0;
        pieces.n = 0;
        assert_true(qgram_pieces_choose(&pieces, &pattern, 0, way, &rate));
        assert_int_equal(isinf(rate) != 0, 1 << length > QGRAM_WAYS);
        if (isinf(rate))
            continue;
        assert_true(qgram_pieces_put(&pieces, &pattern, 0, way, 7));
        assert_int_equal(pieces.n, 1 << length);
        for (size_t g = 0; g < pieces.n; g++) {
            for (size_t other = 0; other < g; other++)
                assert_true(pieces.grams[other].value != pieces.grams[g].value);
            sum += qgram_model_rate(&model, pieces.grams[g].value, length);
        }
        assert_true(nearly(rate, sum));
    }
    qgram_pieces_close(&pieces);
}

/* Stores the grams of a placement in a list with room for `room` grams. Returns whether all fit. */
static bool put_into(struct trial *t, size_t room)
{
    t->pieces.grams = malloc((room + 1) * sizeof *t->pieces.grams);
    assert_non_null(t->pieces.grams);
    t->pieces.grams_capacity = room;
    t->pieces.n = 0;
    fail_allocation(1);
    bool good = qgram_pieces_put(&t->pieces, &t->pattern, t->k, t->way, 7), failed = stop_failing();
    assert_int_equal(good, !failed);
    return good;
}

/* Out of memory at each gram, of pieces without errors and with one error. */
TEST(no_memory)
{
    struct random r = random_open(3, 0);
    size_t faulty = 0;
    for (int i = 0; i < CASES; i++) {
        struct trial t;
        float rate;
        draw_trial(&t, &r);
        if (t.codes.bits == QGRAM_FEW_BITS && random_percent(&r, 50))
            t.way = (struct qgram_way){
                (unsigned char)qgram_pieces_length(&t.pieces, &t.pattern, t.k, true), 1, true};
        if (t.way.length > 0) {
            assert_true(qgram_pieces_choose(&t.pieces, &t.pattern, t.k, t.way, &rate));
            for (size_t room = 0; !put_into(&t, room); room++) {
                assert_int_equal(t.pieces.n, room);
                free(t.pieces.grams);
            }
            assert_true(t.pieces.n > 0);
        }
        faulty += t.way.faulty && t.way.length > 0;
        qgram_pieces_close(&t.pieces);
    }
    assert_true(faulty > 0);
}
