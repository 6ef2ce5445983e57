/*
 * unit_multi_lines.c - many patterns that must match whole records (scan/multi_lines.h), against
 * the distances of all records and all patterns.
 */
#include "base/utf8.h"
#include "filter/qgram_cover.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "ref/table.h"
#include "scan/multi_lines.h"
#include "text/decode.h"
#include "unit.h"

enum { CASES = 60, PATTERNS = 60, RECORDS = 150, LONGEST = 12, K_MOST = 3, WIDEST = 3 };
enum { FEW_LETTERS = 5, MANY_LETTERS = 900 /* more than the number of codes */ };

struct word {
    uint32_t letters[LONGEST + K_MOST + 1];
    size_t n;
};

struct trial {
    enum metric metric;
    uint32_t nletters;
    struct word words[PATTERNS], records[RECORDS];
    unsigned char text[RECORDS * (WIDEST * (LONGEST + K_MOST) + 1)];
    size_t ends[RECORDS], length; /* ends: in symbols */
    struct query *query;
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the distance, by the whole table. */
static size_t distance(const struct trial *t, const struct pattern *x, const struct word *y)
{
    const struct word *w = &t->words[x->number - 1];
    return table_align(w->letters, w->n, y->letters, y->n, (enum table_metric)t->metric, NULL);
}

static uint32_t draw_letter(const struct trial *t, struct random *r)
{
    return (t->nletters == FEW_LETTERS ? 'a' : 0x4e00) + (uint32_t)random_below(r, t->nletters);
}

static struct word draw_word(const struct trial *t, struct random *r)
{
    struct word w = {.n = (size_t)random_between(r, 1, LONGEST)};
    for (size_t i = 0; i < w.n; i++)
        w.letters[i] = draw_letter(t, r);
    return w;
}

/* Writes a word as text. Returns the number of bytes. */
static size_t write_word(const struct word *w, unsigned char *to)
{
    size_t size = 0;
    for (size_t i = 0; i < w->n; i++)
        size += utf8_encode(w->letters[i], to + size);
    return size;
}

/* Applies a random edit: insertion, deletion, substitution or exchange. */
static void edit(const struct trial *t, struct word *w, struct random *r)
{
    size_t at = (size_t)random_below(r, w->n);
    uint32_t *c = &w->letters[at];
    switch (random_below(r, 4)) {
    case 0:
        memmove(c + 1, c, (w->n++ - at) * sizeof *c);
        *c = draw_letter(t, r);
        break;
    case 1:
        if (w->n > 1)
            memmove(c, c + 1, (--w->n - at) * sizeof *c);
        break;
    case 2:
        *c = draw_letter(t, r);
        break;
    default:
        if (at + 1 < w->n) {
            uint32_t first = c[0];
            c[0] = c[1];
            c[1] = first;
        }
    }
}

static void trial_draw(struct trial *t, struct random *r)
{
    struct pattern_rules rules = {.metric = t->metric, .utf8 = true, .limited = true, .line = true};
    struct pattern_source sources[PATTERNS] = {0};
    unsigned char texts[PATTERNS][WIDEST * LONGEST + 1];
    for (size_t p = 0; p < PATTERNS; p++) {
        t->words[p] = draw_word(t, r);
        sources[p].text = (char *)texts[p];
        sources[p].length = write_word(&t->words[p], texts[p]);
    }
    t->length = 0;
    size_t symbols = 0;
    for (size_t i = 0; i < RECORDS; i++) {
        struct word *w = &t->records[i];
        *w = t->words[random_below(r, PATTERNS)];
        for (uint64_t edits = random_below(r, K_MOST + 1); edits > 0; edits--)
            edit(t, w, r);
        t->ends[i] = symbols + w->n;
        symbols += w->n + 1;
        t->length += write_word(w, t->text + t->length);
        t->text[t->length++] = '\n';
    }
    t->query = (struct query *)patterns_compile(sources, PATTERNS, &rules);
    assert_non_null(t->query);
    for (size_t p = 0; p < t->query->npatterns; p++) {
        struct pattern *x = &t->query->patterns[p];
        x->k = (uint32_t)least(random_below(r, K_MOST + 1), x->m - 1);
    }
    query_measure(t->query);
}

static size_t find_record(const struct trial *t, size_t end)
{
    for (size_t i = 0; i < RECORDS; i++)
        if (t->ends[i] == end)
            return i;
    fail_msg("no record ends at %zu", end);
    return 0;
}

/* Returns whether the pair must be found: its distance is within k; in best mode, it is the least
 * of its pattern or of all patterns. Other pairs may be found too. */
static bool is_expected(const struct trial *t, size_t record, size_t pattern, const uint32_t *least)
{
    const struct pattern *x = &t->query->patterns[pattern];
    size_t d = distance(t, x, &t->records[record]);
    return d <= x->k && (!t->query->best || d == least[t->query->each ? pattern : PATTERNS]);
}

/* Computes the least distance of each pattern, followed by the least of all. */
static void find_least(const struct trial *t, uint32_t least[PATTERNS + 1])
{
    for (size_t p = 0; p <= PATTERNS; p++)
        least[p] = UINT32_MAX;
    for (size_t i = 0; i < RECORDS; i++)
        for (size_t p = 0; p < t->query->npatterns; p++) {
            const struct pattern *x = &t->query->patterns[p];
            uint32_t d = (uint32_t)distance(t, x, &t->records[i]);
            if (d <= x->k && d < least[p])
                least[p] = d;
            if (d <= x->k && d < least[PATTERNS])
                least[PATTERNS] = d;
        }
}

/* Checks that every expected pair is found, and no pair twice. Returns the number of expected
 * pairs. */
static size_t check(const struct trial *t, const struct hits *hits)
{
    static bool has[RECORDS][PATTERNS];
    uint32_t least[PATTERNS + 1];
    size_t n = 0;
    find_least(t, least);
    memset(has, 0, sizeof has);
    for (size_t i = 0; i < hits->n; i++) {
        size_t record = find_record(t, hits->v[i].end);
        const struct pattern *p = &t->query->patterns[hits->v[i].pattern];
        assert_false(has[record][hits->v[i].pattern]);
        has[record][hits->v[i].pattern] = true;
        assert_int_equal(hits->v[i].distance, distance(t, p, &t->records[record]));
        assert_true(hits->v[i].distance <= p->k);
    }
    for (size_t i = 0; i < RECORDS; i++)
        for (size_t p = 0; p < t->query->npatterns; p++) {
            bool expected = is_expected(t, i, p, least);
            assert_true(has[i][p] >= expected);
            n += expected;
        }
    assert_true(t->query->best || n == hits->n);
    return n;
}

/* Scans the text. In best mode the next scan begins with the bounds of this one. */
static size_t scan(struct trial *t, struct multi_lines *lines, const struct chunk *c,
                   struct distance_bounds *bests, enum multi_lines_use use)
{
    struct hits hits = {.most = RECORDS * PATTERNS};
    struct contest contest = {.savings = 0};
    struct contest_turn turn;
    assert_int_equal(multi_lines_begin(lines, c, c->own, bests, &contest, &turn), use);
    for (size_t p = 0; p < t->query->npatterns; p++)
        assert_true(lines->covered[p]);
    assert_int_equal(multi_lines_scan(lines, c, c->own, bests, &hits), ENGINE_OK);
    size_t found = check(t, &hits);
    hits_free(&hits);
    return found;
}

static size_t try_one(struct trial *t)
{
    struct alphabet *a = alphabet_open(t->query, '\n');
    struct chunk c = {.rules.utf8 = true};
    struct distance_bounds bests;
    struct multi_lines lines;
    bool best = t->query->best;
    assert_non_null(a);
    assert_true(distance_bounds_open(&bests, t->query, t->query->each));
    assert_true(chunk_reserve(&c, t->length));
    memcpy(c.bytes, t->text, t->length);
    c.nbytes = c.end_byte = t->length;
    assert_true(decode_chunk(&c, a, NULL));
    assert_true(multi_lines_open(&lines, t->query, a, 8));
    size_t found = scan(t, &lines, &c, &bests, MULTI_LINES_CHANGED);
    assert_int_equal(scan(t, &lines, &c, &bests, best ? MULTI_LINES_CHANGED : MULTI_LINES_SAME),
                     found);
    assert_int_equal(scan(t, &lines, &c, &bests, MULTI_LINES_SAME), found);
    multi_lines_close(&lines);
    distance_bounds_close(&bests);
    chunk_free(&c);
    alphabet_close(a);
    return found;
}

static size_t try_all(bool best, uint32_t nletters)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_OSA, METRIC_INDEL};
    struct random r = random_open(1, best);
    size_t found = 0;
    qgram_cover_always = true;
    for (size_t i = 0; i < CASES; i++) {
        struct trial t = {.metric = metrics[i % 3], .nletters = nletters};
        trial_draw(&t, &r);
        t.query->best = best;
        t.query->report.lowers = best ? LOWERS_RECORDS : LOWERS_NONE;
        t.query->each = best && i % 4 > 0;
        found += try_one(&t);
        query_free(t.query);
    }
    qgram_cover_always = false;
    return found;
}

TEST(as_the_table)
{
    assert_true(try_all(false, FEW_LETTERS) > (size_t)CASES * RECORDS);
}

/* With more letters than codes, records are compared by their symbols. */
TEST(many_letters)
{
    assert_true(try_all(false, MANY_LETTERS) > (size_t)CASES * RECORDS / 4);
}

TEST(best)
{
    assert_true(try_all(true, FEW_LETTERS) > (size_t)CASES * RECORDS / 4);
}
