/*
 * unit_lines.c - records that cross borders of chunks: their places, numbers and bytes, whichever
 * of them are requested.
 */
#include "match/lines.h"
#include "ref/random.h"
#include "small.h"
#include "unit.h"

enum { MOST_TEXT = 200, CASES = 3000 };

/* The kind of delimiter. */
enum cut { BY_NEWLINE, BY_NUL, BY_REGEX /* ", *" */, BY_NOTHING, CUTS };

/* The records of a text: bytes [start, end), then a delimiter up to `next`. */
struct expected {
    struct {
        size_t start, end, next;
    } v[MOST_TEXT + 1];
    size_t n;
};

struct instance {
    unsigned char text[MOST_TEXT];
    size_t length;
    enum cut cut;
    struct expected expected;
};

static size_t delimiter_at(const struct instance *x, size_t i)
{
    size_t n = 1;
    if (x->cut == BY_NEWLINE)
        return x->text[i] == '\n';
    if (x->cut == BY_NUL)
        return x->text[i] == '\0';
    if (x->cut == BY_NOTHING || x->text[i] != ',')
        return 0;
    while (i + n < x->length && x->text[i + n] == ' ')
        n++;
    return n;
}

static void draw(struct instance *x, struct random *r)
{
    static const unsigned char bytes[] = "ab\n\0, ";
    unsigned few = 1 + (unsigned)random_below(r, 6);
    *x = (struct instance){.cut = (enum cut)random_below(r, CUTS)};
    x->length = random_log(r, MOST_TEXT + 1) - 1;
    for (size_t i = 0; i < x->length; i++)
        x->text[i] = i > 0 && random_percent(r, 50) ? x->text[i - 1] : bytes[random_below(r, few)];
    struct expected *e = &x->expected;
    for (size_t i = 0, start = 0; start < x->length; i++) {
        size_t n = i < x->length ? delimiter_at(x, i) : 0;
        if (i < x->length && n == 0)
            continue;
        e->v[e->n].start = start;
        e->v[e->n].end = i;
        e->v[e->n++].next = start = i + n;
        i += n > 0 ? n - 1 : 0;
    }
}

static void check_record(const struct instance *x, const struct lines *l,
                         const struct record *record, size_t number)
{
    const struct expected *e = &x->expected;
    assert_true(number < e->n);
    assert_int_equal(record->offset, e->v[number].start);
    assert_int_equal(record->end, e->v[number].next);
    assert_int_equal(record->delimiter_length, e->v[number].next - e->v[number].end);
    if (l->count)
        assert_int_equal(record->number, number + 1);
    if (!l->keep)
        return;
    assert_int_equal(record->length, e->v[number].end - e->v[number].start);
    assert_memory_equal(record->bytes, x->text + e->v[number].start,
                        record->length + record->delimiter_length);
}

/* Returns the number of the record that holds byte `at`; its delimiter belongs to it. */
static size_t holder(const struct expected *e, uint64_t at)
{
    size_t i = 0;
    while (e->v[i].next <= at)
        i++;
    return i;
}

/* Returns the byte of the chunk that the next piece must hold, LINES_ANY or LINES_NONE. A record
 * that continues is always requested. */
static size_t draw_request(const struct lines *l, const struct chunk *c, struct random *r)
{
    if (l->offset < c->origin.offset + l->at)
        return LINES_ANY;
    size_t requested = l->at + random_below(r, 40);
    return requested < c->end_byte ? requested : LINES_NONE;
}

/* Checks the records before a byte of the chunk. */
static void check_before(const struct instance *x, const struct lines *l, const struct chunk *c,
                         struct random *r)
{
    const struct expected *e = &x->expected;
    uint64_t first = c->origin.offset + l->at;
    if (x->cut == BY_NOTHING || l->at >= c->end_byte)
        return;
    size_t requested = l->at + random_below(r, c->end_byte - l->at), n = 1 + random_below(r, 5);
    size_t number = holder(e, c->origin.offset + requested);
    uint64_t start = e->v[number > n ? number - n : 0].start;
    assert_int_equal(c->origin.offset + lines_before(l, c, requested, n),
                     start > first ? start : first);
    assert_int_equal(lines_before(l, c, requested, 0), requested);
    assert_int_equal(lines_before(l, c, LINES_NONE, n), lines_before(l, c, c->end_byte, n));
    assert_int_equal(lines_before(l, c, LINES_NONE, 0), LINES_NONE);
}

/* Checks the records of a chunk: all of them, or those that hold random bytes. */
static void check_chunk(const struct instance *x, struct lines *l, const struct chunk *c,
                        struct random *r, bool all)
{
    struct record_piece p;
    size_t requested;
    lines_chunk(l, c);
    check_before(x, l, c, r);
    while (lines_next(l, c, requested = all ? LINES_ANY : draw_request(l, c, r), &p)) {
        assert_true(p.begin <= p.end && p.end <= p.next);
        if (requested == LINES_NONE)
            assert_true(p.next >= c->end_byte);
        else if (requested != LINES_ANY)
            assert_true(p.begin <= requested && requested < p.next);
        if (p.closes) {
            struct record record = lines_record(l, c, &p);
            check_record(x, l, &record, holder(&x->expected, record.end - 1));
        }
        lines_done(l, c, &p);
    }
}

static void check_text(const struct instance *x, struct random *r, struct small *s, bool all)
{
    struct lines l = {
        .keep = random_percent(r, 70), .count = random_percent(r, 70), .kept = SPILL_INIT};
    lines_begin(&l, 0);
    while (small_next(s)) {
        struct chunk part[2] = {s->chunk, s->chunk}; /* as parts of one chunk */
        size_t size = s->chunk.end_byte - s->chunk.begin_byte;
        size_t middle = s->chunk.begin_byte + random_below(r, size + 1);
        part[0].end_byte = part[1].begin_byte = middle;
        part[0].origin.ends_text = part[0].origin.ends_text && middle == s->chunk.end_byte;
        for (unsigned i = 0; i < 2; i++)
            if (i == 0 || part[i].end_byte > middle)
                check_chunk(x, &l, &part[i], r, all);
    }
    if (all && l.count)
        assert_int_equal(l.number - 1, x->expected.n);
    lines_free(&l);
}

static void check_case(struct random *r)
{
    static struct instance x;
    draw(&x, r);
    struct small s = {.options = {.records.delimiter_byte = x.cut == BY_NEWLINE ? '\n'
                                                            : x.cut == BY_NUL   ? 0
                                                                                : -1,
                                  .records.delimiter = x.cut == BY_REGEX ? ", *" : NULL,
                                  .records.span_lines = x.cut == BY_NOTHING,
                                  .query.rules = {.limited = true}}};
    assert_true(small_compile(&s, (const char *const[]){"a"}, 1));
    for (unsigned all = 0; all < 2; all++) {
        small_feed(&s, x.text, x.length, random_log(r, 100));
        check_text(&x, r, &s, all);
        small_done(&s);
    }
    small_close(&s);
}

TEST(drawn)
{
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(5, i);
        check_case(&r);
    }
}

/* Enough bytes for each way in which they are counted. */
TEST(counts)
{
    enum { SIZE = 3 * 64 * 255 + 77 };
    static unsigned char bytes[SIZE];
    size_t expected = 0;
    for (size_t i = 0; i < SIZE; i++) {
        if (i < 200 || i % 97 == 0)
            assert_int_equal(lines_count(bytes + SIZE - i, i, 'x'), expected);
        bytes[SIZE - 1 - i] = i % 64 == 5 ? 'y' : 'x'; /* all but one column are full */
        expected += bytes[SIZE - 1 - i] == 'x';
    }
}
