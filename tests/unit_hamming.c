/*
 * unit_hamming.c - the number of codes that differ, against a plain count, of long sequences around
 * the sizes that are counted at once and that threads share; and whether the sequences are ASCII.
 */
#include "compare/hamming.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 300, LONG_CASES = 6, MOST = 3 << 14, LONG = 20000000 };

struct pair {
    struct sequences s;
    unsigned char *codes[2];
    uint64_t distance;
    bool ascii;
};

/* Draws a second sequence in which whole stretches differ, or single codes, or none. */
static void draw_second(struct pair *p, size_t bytes, struct random *r)
{
    unsigned percent = (unsigned)random_log(r, 101) - 1;
    for (size_t i = 0; i < bytes; i++) {
        bool differs = percent > 0 && random_below(r, 100) < percent;
        p->codes[1][i] = (unsigned char)(p->codes[0][i] ^ (differs ? 1 + random_below(r, 127) : 0));
    }
    if (random_percent(r, 50) && bytes > 0)
        p->codes[random_below(r, 2)][random_percent(r, 50) ? bytes - 1 : random_below(r, bytes)] =
            (unsigned char)random_between(r, 128, 255);
}

static void count_plainly(struct pair *p)
{
    p->ascii = true;
    for (size_t i = 0; i < p->s.m * p->s.width; i++)
        p->ascii = p->ascii && p->s.x[i] < 128 && p->s.y[i] < 128;
    for (size_t i = 0; i < p->s.m; i++)
        p->distance += memcmp(p->s.x + i * p->s.width, p->s.y + i * p->s.width, p->s.width) != 0;
}

static struct pair draw(size_t codes, unsigned width, struct random *r)
{
    struct pair p = {0};
    size_t bytes = codes * width;
    for (int i = 0; i < 2; i++) {
        p.codes[i] = malloc(bytes + 1);
        assert_non_null(p.codes[i]);
    }
    for (size_t i = 0; i < bytes; i++)
        p.codes[0][i] = (unsigned char)random_below(r, 128);
    draw_second(&p, bytes, r);
    p.s = (struct sequences){p.codes[0], p.codes[1], codes, codes, width, 256};
    count_plainly(&p);
    return p;
}

static void check_alignment(const struct pair *p)
{
    struct script script = {0};
    uint64_t codes = 0;
    hamming_align(&p->s, &script);
    assert_int_equal(script_edits(&script), p->distance);
    for (size_t i = 0; i < script.count; i++)
        for (uint64_t left = edit_length(script.runs[i]); left > 0; left--, codes++)
            assert_int_equal(
                memcmp(p->s.x + codes * p->s.width, p->s.y + codes * p->s.width, p->s.width) == 0,
                edit_kind(script.runs[i]) == '=');
    assert_int_equal(codes, p->s.m);
    script_free(&script);
}

static void check(size_t codes, unsigned width, unsigned threads, struct random *r)
{
    struct pair p = draw(codes, width, r);
    unsigned worked = 0;
    bool ascii;
    assert_int_equal(hamming_distance(&p.s, threads, &worked, NULL), p.distance);
    assert_true(worked >= 1 && worked <= threads);
    assert_int_equal(hamming_distance(&p.s, threads, &worked, &ascii), p.distance);
    assert_true(width > 1 || ascii == p.ascii);
    check_alignment(&p);
    free(p.codes[0]);
    free(p.codes[1]);
}

TEST(short_sequences)
{
    for (size_t i = 0; i < CASES; i++) {
        struct random r = random_open(1, i);
        size_t codes = random_percent(&r, 50) ? random_log(&r, MOST) - 1
                                              : 16320 * random_below(&r, 3) + random_below(&r, 3);
        check(codes, random_percent(&r, 30) ? 4 : 1, 1 + (unsigned)random_below(&r, 3), &r);
    }
}

TEST(long_sequences)
{
    for (unsigned i = 0; i < LONG_CASES; i++) {
        struct random r = random_open(2, i);
        unsigned width = i % 2 == 0 ? 1 : 4;
        check(LONG / width + random_below(&r, 3), width, 1 + i, &r);
    }
}
