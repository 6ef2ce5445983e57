/*
 * unit_columns.c - the columns of positions (columns.h), chunk by chunk, against a count from the
 * beginning of the text. The queries of a chunk have no order, and some ask for lines before it.
 */
#include "match/columns.h"
#include "plan/ways.h"
#include "query/normal_form.h"
#include "ref/random.h"
#include "small.h"
#include "unit.h"

enum { CASES = 600, MOST_TEXT = 300, QUERIES = 6 };

struct text {
    unsigned char bytes[MOST_TEXT];
    size_t n;
    bool skips; /* the symbols are the characters other than '-' */
};

/* Draws short lines of letters of one byte and of two; in some texts, with skipped characters. */
static void draw_text(struct text *t, struct random *r)
{
    unsigned newlines = (unsigned)random_below(r, 40), wide = (unsigned)random_below(r, 60);
    unsigned skipped = t->skips ? (unsigned)random_below(r, 100) : 0;
    unsigned others = (unsigned)random_below(r, 100);
    for (t->n = 0; t->n + 2 <= MOST_TEXT;) {
        if (random_percent(r, skipped)) {
            t->bytes[t->n++] = '-';
        } else if (random_percent(r, newlines)) {
            t->bytes[t->n++] = '\n';
        } else if (random_percent(r, wide)) {
            t->bytes[t->n++] = 0xC3;
            t->bytes[t->n++] = 0xA4;
        } else {
            t->bytes[t->n++] = random_percent(r, others) ? 'b' : 'a';
        }
    }
}

static bool begins_character(const struct text *t, size_t at)
{
    return at == t->n || t->bytes[at] != 0xA4;
}

/* Returns the column of the character at byte `at`, in its line or in the whole text. */
static uint64_t expected(const struct text *t, size_t at, bool lines)
{
    uint64_t column = 1;
    for (size_t i = at; i > 0 && !(lines && t->bytes[i - 1] == '\n'); i--)
        column += begins_character(t, i - 1);
    return column;
}

/* Returns the byte that lies this many symbols before `at`, or 0. */
static size_t step_back(const struct text *t, size_t at, size_t symbols)
{
    while (at > 0 && symbols > 0) {
        at--;
        symbols -= begins_character(t, at) && !(t->skips && t->bytes[at] == '-');
    }
    return at;
}

static void check_chunk(struct columns *c, const struct chunk *chunk, const struct text *t,
                        struct random *r)
{
    size_t begin = (size_t)chunk->origin.offset, end = begin + chunk->end_byte;
    size_t first = step_back(t, begin + chunk->begin_byte, c->reach);
    first = first > begin ? first : begin;
    for (unsigned i = 0; i < QUERIES && first < end; i++) {
        size_t at = first + random_below(r, end - first);
        if (begins_character(t, at))
            assert_int_equal(columns_of(c, chunk, at), expected(t, at, c->lines));
    }
    columns_leave(c, chunk);
}

TEST(columns_of_chunks)
{
    static struct text t;
    assert_null(ways_force("sieve")); /* chunks without pieces of the pattern are not decoded */
    for (uint64_t number = 0; number < CASES; number++) {
        struct random r = random_open(21, number);
        struct small s = {.options.records.delimiter_byte = -1, .options.work.engine = "auto"};
        struct columns c = {.lines = random_percent(&r, 70)};
        t.skips = random_percent(&r, 50);
        draw_text(&t, &r);
        s.options.query.rules = (struct pattern_rules){.utf8 = true, .limited = true};
        s.options.query.rules.limit = (struct limit){random_below(&r, 3), LIMIT_NONE};
        s.options.query.rules.folding.skip = t.skips ? "-" : NULL;
        s.options.query.rules.folding.normalize =
            !t.skips && normal_form_why_not() == NULL && random_percent(&r, 50);
        assert_true(small_compile(
            &s, (const char *[]){random_percent(&r, 50) ? "aaaaaaa" : "abcdefghijkl"}, 1));
        c.reach = (size_t)s.query->overlap + 2;
        small_feed(&s, t.bytes, t.n, random_between(&r, 1, 60));
        columns_input(&c);
        columns_record(&c, 0);
        while (small_next(&s))
            check_chunk(&c, &s.chunk, &t, &r);
        small_done(&s);
        small_close(&s);
        columns_free(&c);
    }
}

/* A chunk far from the beginning of an input without requested records: no text is counted.
 */
TEST(input_without_records)
{
    struct small s = {.options.records.delimiter_byte = -1};
    struct columns c = {.lines = true};
    s.options.query.rules = (struct pattern_rules){.utf8 = true};
    assert_true(small_compile(&s, (const char *[]){"a"}, 1));
    small_feed(&s, (const unsigned char *)"\u00e4\nb", 4, 100);
    columns_input(&c);
    assert_true(small_next(&s));
    s.chunk.origin.offset = UINT64_C(1) << 40;
    columns_leave(&c, &s.chunk);
    assert_int_equal(c.before, 0);
    small_done(&s);
    small_close(&s);
    columns_free(&c);
}
