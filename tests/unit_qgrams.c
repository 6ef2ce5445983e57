/*
 * unit_qgrams.c - a table of q-grams finds those at every stride-th position of a text and reports
 * their patterns, wherever the text is cut and however few bits its bitmap has; and the codes of a
 * seed.
 */

#define VECTOR_BITS 64
#include "filter/qgrams_kernel.h"
#include "filter/verify_seed.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 2000, TEXT = 300, MOST = 20 };

struct trial {
    struct grams grams;
    struct gram list[MOST];
    size_t n, lead;
    unsigned char text[TEXT];
};

static void trial_draw(struct trial *t, struct random *r)
{
    unsigned bits = random_percent(r, 50) ? 8 : 3;
    *t = (struct trial){.n = random_between(r, 1, MOST), .lead = random_below(r, 20)};
    t->grams.bits = bits;
    t->grams.letters = bits == 3;
    t->grams.length = (unsigned)random_between(r, 3, 8);
    t->grams.stride = bits == 8 ? (unsigned)random_between(r, 1, 5) : 1;
    for (size_t i = 0; i < TEXT; i++)
        t->text[i] = (unsigned char)random_between(r, 1, 3);
    for (size_t i = 0; i < t->n; i++) {
        uint64_t value = 0;
        for (unsigned c = 0; c < t->grams.length; c++)
            value = value << bits | random_between(r, 1, 3);
        t->list[i] = (struct gram){value, (uint32_t)i, t->grams.length};
    }
    assert_true(grams_build(&t->grams, t->list, t->n, random_percent(r, 50) ? 2 : GRAMS_BITMAP));
}

/* Returns whether gram i of the list is reported at this end, by the tag in its bucket. */
static bool is_reported(const struct trial *t, size_t end, size_t i)
{
    uint64_t hash = gram_hash(gram_before(&t->grams, t->text, t->lead, end));
    size_t bucket = hash >> t->grams.bucket_shift;
    for (uint32_t j = t->grams.buckets[bucket]; j < t->grams.buckets[bucket + 1]; j++)
        if (t->grams.places[j].pattern == i && t->grams.places[j].tag == gram_tag(hash))
            return true;
    return false;
}

static void check_all(const struct trial *t, const unsigned char *found)
{
    for (size_t end = t->lead + t->grams.length; end <= TEXT; end++) {
        uint64_t value = gram_before(&t->grams, t->text, t->lead, end);
        bool looked_up = (end - t->lead - t->grams.length) % t->grams.stride == 0;
        for (size_t i = 0; i < t->n; i++)
            if (looked_up && t->list[i].value == value)
                assert_true(found[end] && is_reported(t, end, i));
            else if (t->list[i].value != value && t->grams.length * t->grams.bits <= 32)
                assert_false(is_reported(t, end, i)); /* the tag holds the whole gram */
        assert_true(looked_up || !found[end]);
    }
}

TEST(finds_all)
{
    struct random r = random_open(1, 0);
    for (int i = 0; i < CASES; i++) {
        struct trial t;
        unsigned char found[TEXT + 1] = {0};
        trial_draw(&t, &r);
        for (size_t from = t.lead, to; from < TEXT; from = to) {
            uint32_t ends[TEXT + 1];
            to = from + random_between(&r, 1, 40);
            to = to < TEXT ? to : TEXT;
            size_t n = grams_kernel.find(&t.grams, t.text, t.lead, from, to, ends);
            for (size_t e = 0; e < n; e++) {
                assert_true(ends[e] > from && ends[e] <= to);
                found[ends[e]]++;
            }
        }
        check_all(&t, found);
        grams_free(&t.grams);
    }
}

/* At most `limit` codes of the pattern may be missing near their places. */
TEST(likely)
{
    unsigned char pattern[64] = "abcdefghij", text[192] = {0};
    memcpy(text + 64, "abXcdefghij", 11);
    assert_true(grams_kernel.likely(pattern, 10, text + 64, 1, 0));
    assert_false(grams_kernel.likely(pattern, 10, text + 64, 0, 7));
    assert_true(grams_kernel.likely(pattern, 10, text + 64, 0, 8));
}

/* Codes outside the owned part of the text count as missing, though they are there. */
TEST(seeds_at_borders)
{
    const unsigned char letters[64] = "abcdefghij";
    unsigned char codes[64], text[192] = {0};
    memcpy(codes, letters, sizeof codes);
    memcpy(text + 64, letters, 10);
    struct pattern pattern = {.m = 10};
    const struct query q = {.metric = METRIC_HAMMING, .patterns = &pattern};
    const struct qgram_codes all = {.sets = false};
    struct qgram_covered covered = {.m = 10};
    const struct qgram_cover cover = {.covered = &covered, .codes_of = codes};
    struct verify_seed x = {.q = &q, .kernel = &grams_kernel, .cover = &cover, .codes = &all};
    x.text = text;
    const struct share shares[] = {{64, 64, 192}, {65, 65, 192}, {66, 66, 192}, {0, 0, 192},
                                   {0, 0, 74},    {0, 0, 73},    {0, 0, 72}};
    const uint32_t outside[] = {0, 1, 2, 0, 0, 1, 2};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        for (uint32_t limit = 0; limit < 3; limit++) {
            const struct seed seed = {.end = 74, .n = 10, .limit = limit, .at = 64};
            x.own = shares[i];
            assert_int_equal(verify_seed_is(&x, &seed), limit >= outside[i]);
        }
}

/* A seed none of whose codes is in the text occurs if all of them may be wrong, including those of
 * items with several codes. */
TEST(seed_outside)
{
    unsigned char codes[64] = "abcdefghij", text[192] = {0};
    struct pattern pattern = {.m = 10};
    const struct query q = {.metric = METRIC_LEVENSHTEIN, .patterns = &pattern};
    const struct qgram_codes all = {.sets = false};
    struct qgram_covered covered = {.m = 10};
    const struct qgram_cover cover = {.covered = &covered, .codes_of = codes};
    struct verify_seed x = {.q = &q, .kernel = &grams_kernel, .cover = &cover, .codes = &all};
    x.text = text;
    for (x.own = (struct share){100, 100, 192}; x.own.lead < 192; x.own.lead++)
        for (uint32_t limit = 8; limit < 12; limit++) {
            const struct seed seed = {.end = 74, .n = 10, .limit = limit, .at = 64};
            covered.sets = limit % 3;
            assert_int_equal(verify_seed_is(&x, &seed), limit >= 10);
        }
}

enum { ROWS = 64, CODES = 4, COLUMNS = 40 };

/* Returns the least distance of the pattern to a part of the text. */
static uint32_t least_distance(const unsigned char *x, uint32_t m, const unsigned char *y,
                               unsigned n, bool exchanges)
{
    static uint32_t d[COLUMNS + 1][ROWS + 1];
    uint32_t found = m;
    for (unsigned j = 0; j <= n; j++) {
        d[j][0] = 0;
        for (uint32_t i = 1; i <= m; i++) {
            uint32_t least = d[j][i - 1] + 1;
            if (j > 0 && d[j - 1][i] + 1 < least)
                least = d[j - 1][i] + 1;
            if (j > 0 && d[j - 1][i - 1] + (x[i - 1] != y[j - 1]) < least)
                least = d[j - 1][i - 1] + (x[i - 1] != y[j - 1]);
            if (exchanges && i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1] &&
                d[j - 2][i - 2] + 1 < least)
                least = d[j - 2][i - 2] + 1;
            d[j][i] = least;
        }
        found = d[j][m] < found ? d[j][m] : found;
    }
    return found;
}

/* Each lane computes the distances of its own pattern and text, and writes nothing after the last
 * lane. */
TEST(distances)
{
    enum { GUARD = 77 };
    for (uint64_t number = 0; number < CASES; number++) {
        struct random r = random_open(4, number);
        unsigned char patterns[GRAM_LANES][ROWS], texts[GRAM_LANES][COLUMNS];
        uint64_t rows[GRAM_LANES][CODES];
        uint32_t least[GRAM_LANES + 1] = {[GRAM_LANES] = GUARD};
        struct gram_lanes lanes;
        unsigned columns = (unsigned)random_between(&r, 1, COLUMNS);
        bool exchanges = random_percent(&r, 50);
        for (size_t l = 0; l < GRAM_LANES; l++) {
            lanes.n[l] = (uint32_t)random_between(&r, 1, ROWS);
            lanes.rows[l] = rows[l];
            lanes.text[l] = texts[l];
            unsigned free_bits = ROWS - lanes.n[l];
            for (size_t c = 0; c < CODES; c++)
                rows[l][c] = (UINT64_C(1) << free_bits) - 1;
            for (uint32_t i = 0; i < lanes.n[l]; i++) {
                patterns[l][i] = (unsigned char)random_below(&r, CODES);
                rows[l][patterns[l][i]] |= UINT64_C(1) << (free_bits + i);
            }
            for (size_t i = 0; i < COLUMNS; i++)
                texts[l][i] = (unsigned char)random_below(&r, CODES);
        }
        grams_kernel.distances(&lanes, exchanges, columns, least);
        for (size_t l = 0; l < GRAM_LANES; l++)
            assert_int_equal(least[l],
                             least_distance(patterns[l], lanes.n[l], texts[l], columns, exchanges));
        assert_int_equal(least[GRAM_LANES], GUARD);
    }
}

/* Of seeds compared together, the possible ones come first, without any of an earlier call. */
TEST(compared_together)
{
    enum { NEAR = 20, FAR = 50, LENGTH = 4, OTHER = 5 };
    unsigned char text[2 * ROWS];
    uint64_t rows[1][QGRAM_FEW];
    memset(text, OTHER, sizeof text);
    for (size_t c = 0; c < QGRAM_FEW; c++)
        rows[0][c] = (UINT64_C(1) << (ROWS - LENGTH)) - 1;
    for (unsigned i = 0; i < LENGTH; i++) {
        rows[0][i] |= UINT64_C(1) << (ROWS - LENGTH + i);
        text[NEAR + i] = (unsigned char)i;
    }
    const struct query q = {.metric = METRIC_LEVENSHTEIN};
    const struct qgram_cover cover = {.rows = rows};
    struct verify_seed x = {.q = &q, .kernel = &grams_kernel, .cover = &cover, .text = text};
    struct seed near = {.n = LENGTH, .limit = 1, .at = NEAR}, far = near;
    far.at = FAR;
    assert_int_equal(verify_seed_compare(&x), 0);
    assert_false(verify_seed_add(&x, &near));
    assert_false(verify_seed_add(&x, &near));
    assert_int_equal(verify_seed_compare(&x), 2);
    assert_false(verify_seed_add(&x, &near));
    assert_int_equal(verify_seed_compare(&x), 1);
    assert_false(verify_seed_add(&x, &far));
    assert_false(verify_seed_add(&x, &near));
    assert_int_equal(verify_seed_compare(&x), 1);
    assert_int_equal(x.waiting[0].at, NEAR);
}
