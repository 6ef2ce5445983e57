/* unit_partition.c - partitions: the example of the paper, and properties of all partitions. */
#include "ref/random.h"
#include "text/partition.h"
#include "unit.h"

enum { CASES = 100000, MOST_PARTS = 40, SMALL = 12 };

static void assert_cut(struct share share, size_t lead, size_t begin, size_t end)
{
    assert_int_equal(share.lead, lead);
    assert_int_equal(share.begin, begin);
    assert_int_equal(share.end, end);
}

/*
 * Man, Nakano and Ito 2014, section 4: n = 1024, m = 32, d = 4. The overlap is 2m, the stride s =
 * (n - 2m) / d = 240; the parts are 0..303, 240..543, 480..783 and 720..1023.
 */
TEST(paper)
{
    enum { N = 1024, M = 32, D = 4 };
    struct share whole = {0, 0, N};
    assert_cut(partition(whole, 2 * M, D, 0), 0, 0, 304);
    assert_cut(partition(whole, 2 * M, D, 1), 240, 304, 544);
    assert_cut(partition(whole, 2 * M, D, 2), 480, 544, 784);
    assert_cut(partition(whole, 2 * M, D, 3), 720, 784, 1024);
}

TEST(few)
{
    assert_cut(partition((struct share){0, 0, 0}, 5, 1, 0), 0, 0, 0);
    assert_cut(partition((struct share){3, 7, 9}, 0, 1, 0), 7, 7, 9);
    assert_cut(partition((struct share){3, 7, 9}, 2, 1, 0), 5, 7, 9);
    assert_cut(partition((struct share){3, 7, 9}, 5, 1, 0), 3, 7, 9);
    assert_cut(share_at(10, 20, 3), 7, 10, 20);
    assert_cut(share_at(2, 20, 3), 0, 2, 20);
    assert_cut(share_at(SIZE_MAX, SIZE_MAX, SIZE_MAX), 0, SIZE_MAX, SIZE_MAX);
}

/* Checks that each part owns the text from the end of the previous part on, with the requested
 * lead-in as far as there is text. Sets `list` to the parts. */
static void check(struct share whole, size_t overlap, size_t parts, struct share *list)
{
    size_t at = whole.begin;
    for (size_t i = 0; i < parts; i++) {
        struct share share = partition(whole, overlap, parts, i);
        size_t there = share.begin - whole.lead;
        assert_int_equal(share.begin, at);
        assert_true(share.lead >= whole.lead && share.lead <= share.begin &&
                    share.begin <= share.end);
        assert_int_equal(share.begin - share.lead, overlap < there ? overlap : there);
        at = share.end;
        list[i] = share;
    }
    assert_int_equal(at, whole.end);
}

static struct share draw_whole(struct random *r)
{
    size_t n = random_log(r, 5000) - 1, lead = random_below(r, 3) ? 0 : random_below(r, 1000);
    size_t begin = random_below(r, 2) ? 0 : random_below(r, n + 1);
    return (struct share){lead, lead + begin, lead + n};
}

/* Random lengths of text, lead-in and overlap, and random numbers of parts; parts are divided
 * again. */
TEST(properties)
{
    struct random r = random_open(1, 0);
    struct share list[MOST_PARTS] = {{0}}, nested[MOST_PARTS];
    for (int i = 0; i < CASES; i++) {
        struct share whole = draw_whole(&r);
        size_t overlap = random_log(&r, 500) - 1, parts = random_log(&r, MOST_PARTS);
        check(whole, overlap, parts, list);
        struct share part = list[random_below(&r, parts)];
        check(part, overlap, random_log(&r, MOST_PARTS), nested);
    }
}

/* All parts read the same number of symbols, or one more, as in the papers. */
TEST(fair)
{
    struct random r = random_open(2, 0);
    for (int i = 0; i < CASES; i++) {
        size_t overlap = random_log(&r, 500) - 1, parts = random_log(&r, MOST_PARTS);
        size_t n = overlap + random_between(&r, parts, 5000), stride = (n - overlap) / parts;
        for (size_t p = 0; p < parts; p++) {
            struct share share = partition((struct share){0, 0, n}, overlap, parts, p);
            assert_in_range(share.end - share.lead, overlap + stride, overlap + stride + 1);
        }
    }
}

/* Returns what is wrong with the parts of `whole`, or NULL. An occurrence of up to overlap + 1
 * symbols must lie entirely in the part that owns its end. */
static const char *flaw(struct share whole, size_t overlap, size_t parts)
{
    size_t owners[SMALL] = {0}, at = whole.begin;
    for (size_t i = 0; i < parts; i++) {
        struct share s = partition(whole, overlap, parts, i);
        if (s.begin != at || s.end < s.begin || s.lead < whole.lead || s.lead > s.begin)
            return "parts do not follow each other";
        at = s.end;
        for (size_t last = s.begin; last < s.end; last++) {
            owners[last]++;
            for (size_t first = whole.lead; first <= last; first++)
                if (last - first <= overlap && first < s.lead)
                    return "an occurrence is cut";
        }
    }
    for (size_t last = whole.begin; last < whole.end; last++)
        if (owners[last] != 1)
            return "an end has not one owner";
    return at == whole.end ? NULL : "parts do not end with the text";
}

/* All texts of up to SMALL symbols, with all lead-ins, overlaps and numbers of parts. */
TEST(all_small)
{
    unsigned cuts = 0;
    for (size_t end = 0; end <= SMALL; end++)
        for (size_t begin = 0; begin <= end; begin++)
            for (size_t lead = 0; lead <= begin; lead++)
                for (size_t overlap = 0; overlap <= SMALL + 1; overlap++)
                    for (size_t parts = 1; parts <= SMALL + 2; parts++, cuts++) {
                        const char *what = flaw((struct share){lead, begin, end}, overlap, parts);
                        if (what != NULL)
                            fail_msg("[%zu %zu %zu), overlap %zu, %zu parts: %s", lead, begin, end,
                                     overlap, parts, what);
                    }
    assert_int_equal(cuts, 13 * 14 * 15 / 6 * 14 * 14);
}
