/*
 * unit_qgrams.c - a table of grams: it finds those at every stride-th place of a text, wherever the
 * text is cut, and tells their patterns, however few bits its bitmap has.
 */

#define VECTOR_BITS 64
#include "filter/qgrams_kernel.h"
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

/* Whether gram i of the list is reported at this end, by the tag in its bucket. */
static bool told(const struct trial *t, size_t end, size_t i)
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
                assert_true(found[end] && told(t, end, i));
            else if (t->list[i].value != value && t->grams.length * t->grams.bits <= 32)
                assert_false(told(t, end, i)); /* the tag is all of the gram then */
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

/* All but `limit` codes of the pattern must be near where they belong. */
TEST(likely)
{
    unsigned char pattern[64] = "abcdefghij", text[192] = {0};
    memcpy(text + 64, "abXcdefghij", 11);
    assert_true(grams_kernel.likely(pattern, 10, text + 64, 1, 0));
    assert_false(grams_kernel.likely(pattern, 10, text + 64, 0, 7));
    assert_true(grams_kernel.likely(pattern, 10, text + 64, 0, 8));
}
