/* unit_undecided.c - records are dropped from a chunk one after the other: what remains of it. */
#include "ref/random.h"
#include "scan/undecided.h"
#include "unit.h"

enum { CASES = 2000, LENGTH = 300, DROPS = 4 };

/* Returns a chunk with symbols of this width; symbols are letters, or 0 for the delimiter. */
static struct chunk chunk_of(const unsigned char *text, uint32_t *wide, size_t length,
                             unsigned width)
{
    struct chunk c = {.width = width, .length = length, .nbytes = length, .delimiters.byte = 0};
    for (size_t i = 0; i < length; i++)
        wide[i] = text[i];
    c.bytes = (unsigned char *)text;
    c.symbols = width == 4 ? (void *)wide : (void *)text;
    return c;
}

static uint32_t symbol(const struct chunk *c, size_t i)
{
    return c->width == 4 ? ((const uint32_t *)c->symbols)[i] : chunk_narrow(c)[i];
}

/* Marks the record of the chunk that contains the end, as far as it lies in [lead, length). */
static void mark(const unsigned char *text, size_t lead, size_t length, size_t end, bool *dropped)
{
    size_t from = end - 1, to = end;
    while (from > lead && text[from - 1] != 0)
        from--;
    while (to < length && text[to] != 0)
        to++;
    for (size_t i = from; i < length && i <= to; i++)
        dropped[i] = true;
}

/* Checks that the copy is the text without the marked symbols, and that its ends map to those of
 * the text. */
static void check(const struct undecided *u, const unsigned char *text, size_t length,
                  struct share own, const bool *dropped, bool copied)
{
    size_t n = 0, begin = 0, end = 0;
    for (size_t i = copied ? own.lead : 0; i < length; i++) {
        begin += i < own.begin && !dropped[i];
        end += i < own.end && !dropped[i];
        if (dropped[i])
            continue;
        assert_int_equal(symbol(&u->chunk, n++), text[i]);
        assert_int_equal(undecided_end(u, (uint32_t)n), i + 1);
    }
    assert_int_equal(u->chunk.length, n);
    assert_int_equal(u->own.begin, begin);
    assert_int_equal(u->own.end, end);
}

static void draw_text(struct random *r, unsigned char *text, size_t length)
{
    unsigned often = 1 + (unsigned)random_below(r, 40);
    for (size_t j = 0; j < length; j++)
        text[j] = random_percent(r, often) ? 0 : (unsigned char)(1 + random_below(r, 200));
}

/* Records of some lengths are kept, if they are few. */
TEST(keeps_lengths)
{
    struct random r = random_open(2, 0);
    struct undecided u = {0};
    static const unsigned widths[] = {0, 1, 4};
    size_t copies = 0;
    for (int i = 0; i < CASES; i++) {
        unsigned char text[LENGTH];
        uint32_t wide[LENGTH];
        bool dropped[LENGTH] = {false};
        size_t length = 1 + random_below(&r, LENGTH), kept = 0;
        draw_text(&r, text, length);
        struct chunk c = chunk_of(text, wide, length, widths[random_below(&r, 3)]);
        struct share own = {.end = length};
        own.begin = random_below(&r, own.end);
        own.lead = random_below(&r, own.begin + 1);
        size_t least = random_below(&r, 5), most = least + random_below(&r, 10);
        for (size_t from = own.lead, to; from < length; from = to) {
            for (to = from; to < length && text[to] != 0;)
                to++;
            bool fits = to - from >= least && to - from <= most;
            kept += fits ? to + 1 - from : 0;
            to += to < length;
            for (size_t j = from; j < to; j++)
                dropped[j] = !fits;
        }
        assert_true(undecided_begin(&u, &c, own));
        assert_true(undecided_keep(&u, least, most));
        if (kept <= (length - own.lead) / 2) {
            check(&u, text, length, own, dropped, true);
            copies++;
        } else {
            assert_int_equal(u.chunk.length, length);
        }
    }
    assert_true(copies > CASES / 4 && copies < CASES);
    undecided_close(&u);
}

static size_t count_left(const bool *dropped, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        n += !dropped[i];
    return n;
}

TEST(drops)
{
    struct random r = random_open(1, 0);
    struct undecided u = {0};
    static const unsigned widths[] = {0, 1, 4};
    for (int i = 0; i < CASES; i++) {
        unsigned char text[LENGTH];
        uint32_t wide[LENGTH];
        bool dropped[LENGTH] = {false};
        size_t length = 1 + random_below(&r, LENGTH);
        draw_text(&r, text, length);
        struct chunk c = chunk_of(text, wide, length, widths[random_below(&r, 3)]);
        struct share own = {.end = 1 + random_below(&r, length)};
        own.begin = random_below(&r, own.end);
        own.lead = random_below(&r, own.begin + 1);
        assert_true(undecided_begin(&u, &c, own));
        check(&u, text, length, own, dropped, false);
        for (int d = 0; d < DROPS; d++) {
            struct hits hits = {.most = HITS_MOST}, first = {.most = HITS_MOST};
            uint64_t selected[2] = {0}, left = count_left(dropped, length);
            size_t expected = 0;
            for (size_t e = u.own.begin + 1; e <= u.own.end; e++)
                if (random_percent(&r, 3) && symbol(&u.chunk, e - 1) != 0) {
                    uint32_t end = undecided_end(&u, (uint32_t)e);
                    assert_true(hits_add(&hits, (uint32_t)e, end, (uint32_t)random_below(&r, 2)));
                    expected += !dropped[end - 1];
                    mark(text, own.lead, length, end, dropped);
                }
            bool any = hits.n > 0;
            u.selected = selected;
            assert_true(undecided_drop(&u, &hits, &first));
            assert_int_equal(first.n, expected);
            for (size_t j = 0; j < first.n; j++)
                assert_int_equal(first.v[j].end, first.v[j].distance);
            assert_int_equal(selected[0] + selected[1], left - count_left(dropped, length));
            hits_free(&hits);
            hits_free(&first);
            if (any || u.own.lead == 0)
                check(&u, text, length, own, dropped,
                      any || own.lead == 0 || u.chunk.length < length);
        }
    }
    undecided_close(&u);
}
