/*
 * unit_sequences.c - common prefixes and suffixes: sequences that differ in one code, or in none,
 * of sizes around a word, the first words, and blocks.
 */
#include "pair/sequences.h"
#include "unit.h"

enum { SIZES = 4 * 4096 + 200, WIDTHS = 2 };

static unsigned char x[SIZES], y[SIZES];

/* All codes are 7, but x has the odd byte at `odd`, unless that is n. */
static void check(size_t n, size_t odd, unsigned width)
{
    const struct sequences s = {x, y, n / width, n / width, width, 256};
    size_t code = odd / width, prefix, suffix;
    if (odd < n)
        x[odd] = 8;
    assert_int_equal(sequences_prefix(&s), odd < n ? code : s.m);
    assert_int_equal(sequences_suffix(&s), odd < n ? s.m - code - 1 : s.m);
    struct sequences rest = sequences_between_ends(&s, &prefix, &suffix);
    assert_int_equal(prefix + suffix + rest.m, s.m);
    assert_int_equal(rest.m, odd < n);
    assert_true(rest.m == rest.n && rest.x == x + prefix * width);
    x[odd] = 7;
}

TEST(ends)
{
    static const size_t sizes[] = {0,    4,    8,    12,   60,   64,   68,    72,   76,
                                   4156, 4160, 4164, 4168, 8256, 8260, 12352, 12364};
    static const unsigned widths[WIDTHS] = {1, sizeof(uint32_t)};
    memset(x, 7, sizeof x);
    memset(y, 7, sizeof y);
    for (size_t w = 0; w < WIDTHS; w++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (size_t n = sizes[i]; n < sizes[i] + (w == 0 ? 4 : 1); n++) {
                for (size_t odd = 0; odd <= n;
                     odd += n > 200 && odd > 100 && odd + 100 < n ? 61 : 1)
                    check(n, odd, widths[w]);
                check(n, n, widths[w]);
            }
}

TEST(shorter)
{
    const struct sequences s = {x, y, 70, 4300, 1, 256};
    memset(x, 7, sizeof x);
    memset(y, 7, sizeof y);
    assert_int_equal(sequences_prefix(&s), 70);
    assert_int_equal(sequences_suffix(&s), 70);
    x[0] = 8;
    assert_int_equal(sequences_prefix(&s), 0);
    assert_int_equal(sequences_suffix(&s), 69);
}
