/*
 * unit_sequences.c - common prefixes and suffixes of sequences that differ in one code or in none,
 * of sizes around a word, the first words, and blocks.
 */
#include "pair/sequences.h"
#include "unit.h"

enum { SIZES = 4 * 4096 + 200, WIDTHS = 2 };

static unsigned char x[SIZES], y[SIZES];

/* All codes are 7, but x has another byte at `odd`, unless `odd` is n. */
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

TEST(compact)
{
    static const struct {
        const char *x, *y, *compact_x, *compact_y;
        uint32_t alphabet;
    } cases[] = {{"abcabd\xff", "xbcyb\x01", "2012022", "301303", 4},
                 {"ab\xff", "b\xff", "201", "01", 3},
                 {"b\xff", "ab\xff", "01", "201", 3},
                 {"ba", "ab", "10", "01", 2},
                 {"a", "b", "0", "1", 2},
                 {"", "b", "", "0", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned width = 1; width <= 4; width += 3) {
            const struct sequences s = {(const unsigned char *)cases[i].x,
                                        (const unsigned char *)cases[i].y,
                                        strlen(cases[i].x) / width,
                                        strlen(cases[i].y) / width,
                                        width,
                                        256};
            struct sequences to;
            void *memory = sequences_compact(&s, &to);
            assert_non_null(memory);
            assert_int_equal(to.alphabet, width == 1 ? cases[i].alphabet : 256);
            assert_true(to.m == s.m && to.n == s.n && to.width == width);
            if (width > 1) {
                assert_memory_equal(to.x, s.x, s.m * width);
                assert_memory_equal(to.y, s.y, s.n * width);
            }
            for (size_t at = 0; width == 1 && at < s.m; at++)
                assert_int_equal(to.x[at], cases[i].compact_x[at] - '0');
            for (size_t at = 0; width == 1 && at < s.n; at++)
                assert_int_equal(to.y[at], cases[i].compact_y[at] - '0');
            free(memory);
        }
}
