/* unit_occurrence.c - occurrences serialized as bytes, and the spans that they cover. */
#include "output/merged_spans.h"
#include "unit.h"

enum { LENGTH = 300, MOST = 200 };

static uint32_t draw(uint32_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

/* Draws up to `n` occurrences in a record at `offset`, in the order of their ends. Returns how
 * many. */
static size_t make(struct occurrence *v, size_t n, uint64_t offset, uint32_t longest)
{
    uint64_t end = 0;
    for (size_t i = 0; i < n; i++) {
        end += draw(4);
        uint64_t length = 1 + draw(longest);
        if (end < length)
            end = length;
        if (end > LENGTH)
            return i;
        v[i] = (struct occurrence){.end = offset + end,
                                   .start = offset + end - length,
                                   .distance = draw(3) > 0 ? draw(10) : draw(UINT32_MAX),
                                   .pattern = draw(3) > 0 ? draw(10) : draw(UINT32_MAX),
                                   .line = 1000 + draw(20),
                                   .column = draw(1000)};
        uint32_t front = draw((uint32_t)length), back = draw((uint32_t)length - front);
        v[i].match_start = v[i].start + front;
        v[i].match_end = v[i].end - back;
        v[i].text_end = v[i].end;
        v[i].passed = draw(3);
        v[i].characters = draw(100);
    }
    return n;
}

static void add(struct record *r, const struct occurrence *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        occurrences_add(r->occurrences, &v[i]);
    r->noccurrences = n;
}

static void assert_same(const struct record *r, const struct occurrence *v)
{
    struct occurrence_reader reader;
    occurrence_first(&reader, r);
    for (uint64_t i = 0; i < r->noccurrences; i++) {
        assert_true(occurrence_next(&reader));
        assert_memory_equal(&reader.o, &v[i], sizeof v[i]);
    }
    assert_false(occurrence_next(&reader));
}

TEST(come_back_as_they_were)
{
    struct occurrences all = OCCURRENCES_INIT, copy = OCCURRENCES_INIT;
    struct occurrence v[MOST];
    for (unsigned round = 0; round < 500; round++) {
        uint64_t offset = round % 3 == 0 ? UINT64_MAX / 2 : draw(UINT32_MAX);
        struct record r = {.offset = offset, .occurrences = &all};
        memset(v, 0, sizeof v);
        add(&r, v, make(v, MOST, offset, 50));
        assert_same(&r, v);
        occurrences_copy(&copy, &all);
        r.occurrences = &copy;
        assert_same(&r, v);
        r.noccurrences /= 2;
        assert_same(&r, v);
        occurrences_clear(&all);
    }
    occurrences_free(&all);
    occurrences_free(&copy);
}

/* More occurrences than memory holds. */
TEST(beyond_memory)
{
    enum { MANY = 12000000 };
    struct occurrences all = OCCURRENCES_INIT;
    struct occurrence o = {.pattern = 1};
    struct record r = {.occurrences = &all, .noccurrences = MANY};
    for (uint64_t i = 0; i < MANY; i++) {
        o.start = o.match_start = 3 * i;
        o.end = o.text_end = o.match_end = 3 * i + 2;
        occurrences_add(&all, &o);
    }
    assert_true(all.bytes.fd >= 0);
    struct occurrence_reader reader;
    occurrence_first(&reader, &r);
    uint64_t i = 0;
    for (; occurrence_next(&reader); i++)
        if (reader.o.start != 3 * i || reader.o.match_end != 3 * i + 2 || reader.o.pattern != 1)
            break;
    assert_int_equal(i, MANY);
    occurrences_free(&all);
}

/* Returns the next covered span by a table: joined[i] if one occurrence covers bytes i - 1 and i.
 */
static bool next_part(const bool *covered, const bool *joined, size_t *at, struct span *part)
{
    while (*at < LENGTH && !covered[*at])
        ++*at;
    if (*at == LENGTH)
        return false;
    part->start = *at;
    for (++*at; *at < LENGTH && covered[*at] && joined[*at]; ++*at)
        ;
    part->end = *at;
    return true;
}

TEST(cover_is_that_of_a_table)
{
    struct merged_spans cover = {0};
    struct occurrence v[MOST];
    for (unsigned round = 0; round < 5000; round++) {
        struct occurrences all = OCCURRENCES_INIT;
        struct record r = {.offset = draw(1000), .length = LENGTH, .occurrences = &all};
        bool covered[LENGTH] = {false}, joined[LENGTH] = {false};
        add(&r, v, make(v, MOST, r.offset, 1 + draw(30)));
        for (size_t i = 0; i < r.noccurrences; i++)
            for (uint64_t at = v[i].match_start; at < v[i].match_end; at++) {
                covered[at - r.offset] = true;
                joined[at - r.offset] |= at > v[i].match_start;
            }
        struct span actual, expected;
        merged_spans_record(&cover, &r);
        for (size_t at = 0; next_part(covered, joined, &at, &expected);) {
            assert_true(merged_spans_next(&cover, &actual));
            assert_int_equal(actual.start, expected.start);
            assert_int_equal(actual.end, expected.end);
        }
        assert_false(merged_spans_next(&cover, &actual));
        occurrences_free(&all);
    }
    merged_spans_free(&cover);
}
