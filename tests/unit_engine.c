/*
 * unit_engine.c - checks the promises of engine.h for every usable engine and every metric that it
 * supports, on hand-made chunks, against the plain table.
 */
#include "base/utf8.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "scan/engine.h"
#include "scan/hit_check.h"
#include "text/decode.h"
#include "unit.h"

enum {
    MOST_PATTERNS = 3,
    LONGEST = 700, /* maximum m and n of the table */
    MOST_TEXT = 3000,
    CASES = 250,
    DELIMITER = '\n',
};

#define NOWHERE UINT32_MAX /* the distance at an end that is a delimiter */
#define NEVER 100000       /* greater than any distance */

/* The metric under test. cmocka's state is the engine under test. */
static enum metric metric;
static bool words; /* -w */

/* The characters of a pattern, or of a text with its delimiters. */
struct string {
    uint32_t *c;
    size_t n;
};

/* The last row of the table: D[j] and S[j] for each end j = 0..n of the text. */
struct row {
    uint32_t *distance, *start;
};

/* A query, a text, and the expected row of each pattern. */
struct instance {
    unsigned letters; /* number of different characters; above 26 they take several bytes */
    struct string patterns[MOST_PATTERNS], text;
    size_t npatterns;
    struct row rows[MOST_PATTERNS];
    struct query *query; /* modified here before an engine uses it */
    struct alphabet *alphabet;
    struct distance_bounds bests;
    struct scan_shared *shared;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    assert_non_null(memory);
    return memory;
}

/* --- the table ------------------------------------------------------------------------------ */

static void row_open(struct row *row, size_t n)
{
    row->distance = allocate(n + 1, sizeof *row->distance);
    row->start = allocate(n + 1, sizeof *row->start);
}

static void row_free(struct row *row)
{
    free(row->distance);
    free(row->start);
}

/* The least distance, and the smallest start that attains it. */
struct cell {
    uint32_t distance, start;
};

static void take_lesser(struct cell *best, struct cell from, uint32_t cost)
{
    from.distance = from.distance + cost < NEVER ? from.distance + cost : NEVER;
    if (from.distance < best->distance ||
        (from.distance == best->distance && from.start < best->start))
        *best = from;
}

/* Columns j - 2, j - 1 and j of a table. */
struct columns {
    struct cell cells[3][LONGEST + 1];
    struct cell *second, *left, *here;
};

/* Sets the current column to the one before a record's first character; the record begins at `at`.
 */
static void columns_start(struct columns *c, size_t m, size_t at)
{
    c->second = c->cells[0];
    c->left = c->cells[1];
    c->here = c->cells[2];
    for (size_t i = 0; i <= m; i++)
        c->here[i] =
            (struct cell){metric == METRIC_HAMMING && i > 0 ? NEVER : (uint32_t)i, (uint32_t)at};
}

/* Computes the column after the last of the n characters at s; row 0 is `top`. */
static void columns_step(struct columns *c, const struct string *x, const uint32_t *s, size_t n,
                         struct cell top)
{
    struct cell *unused = c->second;
    c->second = c->left;
    c->left = c->here;
    c->here = unused;
    c->here[0] = top;
    for (size_t i = 1; i <= x->n; i++) {
        struct cell best = {NEVER, UINT32_MAX};
        bool equal = x->c[i - 1] == s[n - 1];
        if (equal || metric != METRIC_INDEL)
            take_lesser(&best, c->left[i - 1], !equal);
        if (metric != METRIC_HAMMING) {
            take_lesser(&best, c->left[i], 1);
            take_lesser(&best, c->here[i - 1], 1);
        }
        if (metric == METRIC_OSA && i > 1 && n > 1 && x->c[i - 2] == s[n - 1] &&
            x->c[i - 1] == s[n - 2])
            take_lesser(&best, c->second[i - 2], 1);
        c->here[i] = best;
    }
}

/* Computes the row of pattern x. Each record has its own table. */
static void fill_row(struct row *row, const struct string *x, const struct string *text)
{
    static struct columns c;
    size_t begin = 0;
    columns_start(&c, x->n, 0);
    row->distance[0] = c.here[x->n].distance;
    for (size_t j = 1; j <= text->n; j++) {
        bool delimiter = text->c[j - 1] == DELIMITER;
        if (delimiter)
            columns_start(&c, x->n, begin = j);
        else
            columns_step(&c, x, text->c + begin, j - begin, (struct cell){0, (uint32_t)j});
        row->distance[j] = delimiter ? NOWHERE : c.here[x->n].distance;
        row->start[j] = c.here[x->n].start;
    }
}

/* Returns D[j-1] of the same record. */
static uint32_t distance_before(const struct instance *x, size_t p, size_t j)
{
    uint32_t before = x->rows[p].distance[j - 1];
    return before == NOWHERE ? (uint32_t)x->patterns[p].n : before;
}

/* Returns whether an engine may omit the end because the distance rises there. */
static bool rises(const struct instance *x, size_t p, size_t j)
{
    return metric != METRIC_HAMMING && x->rows[p].distance[j] == distance_before(x, p, j) + 1;
}

/* --- instances ------------------------------------------------------------------------------ */

static uint32_t letter(const struct instance *x, unsigned number)
{
    return words && number == 0 ? ' ' : (x->letters > 26 ? 0x3b1 : 'a') + number;
}

static void compile(struct instance *x, uint32_t k)
{
    struct pattern_source sources[MOST_PATTERNS];
    struct pattern_rules rules = {.utf8 = true, .word = words, .limited = true, .metric = metric};
    for (size_t p = 0; p < x->npatterns; p++) {
        unsigned char *bytes = allocate(4 * x->patterns[p].n, 1);
        uint64_t edits = k < x->patterns[p].n ? k : x->patterns[p].n - 1;
        sources[p] = (struct pattern_source){
            .text = (char *)bytes, .limited = true, .limit = {edits, LIMIT_NONE}};
        for (size_t i = 0; i < x->patterns[p].n; i++)
            sources[p].length += utf8_encode(x->patterns[p].c[i], bytes + sources[p].length);
    }
    x->query = (struct query *)patterns_compile(sources, x->npatterns, &rules);
    assert_non_null(x->query);
    assert_int_equal(x->query->npatterns, x->npatterns);
    for (size_t p = 0; p < x->npatterns; p++) {
        assert_int_equal(x->query->patterns[p].m, x->patterns[p].n);
        free(sources[p].text);
    }
    x->alphabet = alphabet_open(x->query, DELIMITER);
    x->shared = scan_shared_open(x->query);
    assert_non_null(x->shared);
    assert_non_null(x->alphabet);
    x->bests = DISTANCE_BOUNDS_TOGETHER;
}

/* Returns an instance with the given pattern and text; both are ASCII. */
static struct instance *instance_of(const char *pattern, const char *text, uint32_t k)
{
    struct instance *x = allocate(1, sizeof *x);
    x->letters = 26;
    x->npatterns = 1;
    x->patterns[0].n = strlen(pattern);
    x->text.n = strlen(text);
    x->patterns[0].c = allocate(x->patterns[0].n, sizeof(uint32_t));
    x->text.c = allocate(x->text.n, sizeof(uint32_t));
    for (size_t i = 0; i < x->patterns[0].n; i++)
        x->patterns[0].c[i] = (unsigned char)pattern[i];
    for (size_t i = 0; i < x->text.n; i++)
        x->text.c[i] = (unsigned char)text[i];
    row_open(&x->rows[0], x->text.n);
    fill_row(&x->rows[0], &x->patterns[0], &x->text);
    compile(x, k);
    return x;
}

static void instance_free(struct instance *x)
{
    for (size_t p = 0; p < x->npatterns; p++) {
        free(x->patterns[p].c);
        row_free(&x->rows[p]);
    }
    free(x->text.c);
    scan_shared_close(x->shared);
    alphabet_close(x->alphabet);
    query_free(x->query);
    free(x);
}

static bool same(const struct string *a, const struct string *b)
{
    return a->n == b->n && memcmp(a->c, b->c, a->n * sizeof *a->c) == 0;
}

/* Draws patterns with and without a period; no two are equal. */
static void draw_patterns(struct instance *x, struct random *r, size_t longest)
{
    size_t count = random_percent(r, 70) ? 1 : random_between(r, 2, MOST_PATTERNS);
    for (size_t tries = 0; x->npatterns < count && tries < 10; tries++) {
        struct string *s = &x->patterns[x->npatterns];
        s->n = random_log(r, longest);
        s->c = allocate(s->n, sizeof *s->c);
        size_t period = random_percent(r, 30) ? random_between(r, 1, 4) : s->n;
        for (size_t i = 0; i < s->n; i++)
            s->c[i] =
                i < period ? letter(x, (unsigned)random_below(r, x->letters)) : s->c[i - period];
        bool known = false;
        for (size_t p = 0; p < x->npatterns; p++)
            known = known || same(&x->patterns[p], s);
        if (known)
            free(s->c);
        else
            x->npatterns++;
    }
}

/* Exchanges the last two characters. */
static void exchange(struct string *s)
{
    uint32_t last = s->c[s->n - 1];
    s->c[s->n - 1] = s->c[s->n - 2];
    s->c[s->n - 2] = last;
}

/* Draws parts of patterns with random insertions, substitutions, deletions, exchanges of
 * neighbours, and delimiters. */
static void draw_text(struct instance *x, struct random *r, size_t n)
{
    unsigned noise = (unsigned)random_below(r, 40), delimiters = (unsigned)random_below(r, 6);
    x->text.c = allocate(n, sizeof *x->text.c);
    while (x->text.n < n) {
        const struct string *s = &x->patterns[random_below(r, x->npatterns)];
        size_t i = random_percent(r, 70) ? 0 : random_below(r, s->n);
        for (; i < s->n && x->text.n < n; i++) {
            uint32_t c = s->c[i];
            if (random_percent(r, noise))
                c = letter(x, (unsigned)random_below(r, x->letters));
            if (random_percent(r, delimiters))
                c = DELIMITER;
            if (random_percent(r, noise / 2))
                i++;
            else if (random_percent(r, noise / 2))
                i--;
            x->text.c[x->text.n++] = c;
            if (x->text.n > 1 && random_percent(r, noise / 2))
                exchange(&x->text);
        }
    }
}

static struct instance *draw_instance(struct random *r, size_t longest, size_t most_text)
{
    static const unsigned letters[] = {1, 2, 2, 3, 4, 26, 300};
    struct instance *x = allocate(1, sizeof *x);
    x->letters = letters[random_below(r, sizeof letters / sizeof *letters)];
    draw_patterns(x, r, longest);
    draw_text(x, r, random_log(r, most_text));
    for (size_t p = 0; p < x->npatterns; p++) {
        row_open(&x->rows[p], x->text.n);
        fill_row(&x->rows[p], &x->patterns[p], &x->text);
    }
    size_t m = x->patterns[random_below(r, x->npatterns)].n;
    compile(x, (uint32_t)(random_percent(r, 50) ? random_below(r, m) : random_log(r, m) - 1));
    return x;
}

/* --- chunks --------------------------------------------------------------------------------- */

static unsigned draw_width(const struct instance *x, struct random *r)
{
    static const unsigned widths[] = {4, 1, 0};
    return widths[random_below(r, x->letters > 200 ? 1 : x->letters > 26 ? 2 : 3)];
}

/*
 * Returns a chunk that holds the text's characters [from, to) and owns [begin, to). Its memory ends
 * where the text ends.
 */
static struct chunk make_chunk(const struct instance *x, size_t from, size_t begin, size_t to,
                               unsigned width)
{
    struct chunk c = {.origin.offset = from, .width = width, .rules.utf8 = true};
    c.length = c.nbytes = to - from;
    c.own = (struct share){0, begin - from, to - from};
    c.begin_byte = c.own.begin;
    c.end_byte = c.own.end;
    c.delimiters.byte = DELIMITER;
    c.bytes = c.storage.buffer = malloc(c.length);
    c.symbols = malloc(c.length * width);
    for (size_t i = 0; i < c.length; i++) {
        uint32_t character = x->text.c[from + i], symbol = alphabet_symbol(x->alphabet, character);
        c.bytes[i] = (unsigned char)character;
        if (width == 1)
            ((uint8_t *)c.symbols)[i] = (uint8_t)symbol;
        else if (width == 4)
            ((uint32_t *)c.symbols)[i] = symbol;
    }
    c.alphabet_size = alphabet_size(x->alphabet);
    return c;
}

static struct engine_scan *open_scan(const struct engine *e, const struct instance *x)
{
    struct engine_scan *s = e->open(x->query, x->alphabet, &x->bests, x->shared);
    assert_non_null(s);
    return s;
}

static enum engine_status scan(const struct engine *e, struct engine_scan *s,
                               const struct instance *x, const struct chunk *c, struct share own,
                               struct hits *hits, size_t most)
{
    hits_clear(hits);
    hits->most = most;
    enum engine_status status = e->submit(s, c, own, hits);
    status = status == ENGINE_OK ? e->collect(s) : status;
    size_t at;
    if (status == ENGINE_OK)
        assert_null(hits_wrong(hits, x->query, own, UINT32_MAX, &at));
    return status;
}

/* --- the hits that must be reported --------------------------------------------------------- */

static bool has_hit(const struct hits *hits, size_t i, size_t end, size_t pattern)
{
    return i < hits->n && hits->v[i].end == end && hits->v[i].pattern == pattern;
}

/*
 * Checks the hits of a scan that owned [begin, end) of the text; symbol 0 of its chunk is the
 * text's character `from`. Each hit must be correct. Up to `limit`, only hits that the sweep drops
 * anyway may be missing. Returns how many are missing.
 */
static size_t check_hits(const struct instance *x, const struct hits *hits, size_t from,
                         size_t begin, size_t end, uint32_t limit)
{
    size_t i = 0, left_out = 0;
    for (size_t j = begin + 1; j <= end; j++) {
        for (size_t p = 0; p < x->npatterns; p++) {
            uint32_t distance = x->rows[p].distance[j], k = x->query->patterns[p].k;
            if (has_hit(hits, i, j - from, p)) {
                assert_int_equal(hits->v[i++].distance, distance);
                assert_true(distance <= k);
            } else if (distance <= k && distance <= limit) {
                assert_true(!x->query->report.rising && rises(x, p, j));
                left_out++;
            }
        }
    }
    assert_int_equal(i, hits->n); /* no other hits, and in order */
    return left_out;
}

/* Scans the text in random parts, each with a lead-in of `lead` symbols, as far as the text has
 * them before it. A part is either a chunk of its own, or a part of the chunk that holds the whole
 * text. */
static void check_parts(const struct engine *e, struct instance *x, struct random *r, size_t lead)
{
    struct engine_scan *s = open_scan(e, x);
    struct hits hits = {0};
    unsigned width = draw_width(x, r);
    struct chunk whole = make_chunk(x, 0, 0, x->text.n, width);
    for (size_t begin = 0, end; begin < x->text.n; begin = end) {
        end = begin + random_log(r, x->text.n - begin);
        struct share share = share_at(begin, end, lead);
        if (random_percent(r, 50)) {
            assert_int_equal(scan(e, s, x, &whole, share, &hits, HITS_MOST), ENGINE_OK);
            check_hits(x, &hits, 0, begin, end, UINT32_MAX);
        } else {
            struct chunk c = make_chunk(x, share.lead, begin, end, width);
            assert_int_equal(scan(e, s, x, &c, c.own, &hits, HITS_MOST), ENGINE_OK);
            check_hits(x, &hits, share.lead, begin, end, UINT32_MAX);
            chunk_free(&c);
        }
    }
    chunk_free(&whole);
    hits_free(&hits);
    e->close(s);
}

/* A lead-in of m + k symbols (or m) suffices for every cut of the text. */
TEST(parts)
{
    const struct engine *e = *state;
    struct random r = random_open(1, 0);
    for (int i = 0; i < CASES; i++) {
        struct instance *x = draw_instance(&r, i % 4 ? 12 : 150, i % 4 ? MOST_TEXT : 600);
        x->query->report.rising = random_percent(&r, 30);
        size_t enough = x->query->overlap - 1; /* the overlap has one symbol more, for -w */
        check_parts(e, x, &r, enough + (random_percent(&r, 50) ? 0 : random_below(&r, 50)));
        instance_free(x);
    }
}

/* Returns an instance whose text is the pattern with k characters inserted or substituted in its
 * middle. */
static struct instance *longest_occurrence(uint32_t k)
{
    static const char pattern[] = "abcdefghijklmnopqrst";
    enum { M = sizeof pattern - 1, HALF = M / 2 };
    char text[M + 8];
    snprintf(text, sizeof text, "%.*s%.*s%s", HALF, pattern, (int)k, "####",
             pattern + HALF + (metric == METRIC_HAMMING ? k : 0));
    return instance_of(pattern, text, k);
}

/*
 * A shorter lead-in does not suffice: the only occurrence with k edits has the maximum length and
 * ends with the only symbol that the chunk owns.
 */
TEST(lead_in_too_short)
{
    const struct engine *e = *state;
    for (uint32_t k = 0; k < 4; k++) {
        struct instance *x = longest_occurrence(k);
        size_t n = pattern_longest(&x->query->patterns[0], metric, k);
        struct engine_scan *s = open_scan(e, x);
        struct chunk c = make_chunk(x, 0, 0, n, 0);
        struct hits hits = {0};
        assert_int_equal(n, x->text.n);
        assert_int_equal(scan(e, s, x, &c, share_at(n - 1, n, n - 1), &hits, 1), ENGINE_OK);
        assert_int_equal(hits.n, 1);
        assert_int_equal(hits.v[0].distance, k);
        assert_int_equal(hits.v[0].end, n);
        assert_int_equal(scan(e, s, x, &c, share_at(n - 1, n, n - 2), &hits, 1), ENGINE_OK);
        assert_int_equal(hits.n, 0);
        hits_free(&hits);
        chunk_free(&c);
        e->close(s);
        instance_free(x);
    }
}

/* --- the sweep, for one pattern ------------------------------------------------------------- */

struct candidate {
    size_t start, end;
    uint32_t distance;
};

/* Resolves the candidates in order, and overwrites them with those that are reported. Returns how
 * many. */
static size_t sweep(struct candidate *v, size_t n)
{
    size_t reported = 0;
    for (size_t i = 1; i < n; i++) {
        struct candidate c = v[i], *pending = &v[reported];
        if (c.start >= pending->end)
            v[++reported] = c;
        else if (c.distance < pending->distance ||
                 (c.distance == pending->distance && c.start == pending->start))
            *pending = c;
    }
    return n > 0 ? reported + 1 : 0;
}

/* Sets v to all candidates of a pattern in the text, or only to those with a hit. The sweep may run
 * over all records at once, since candidates of different records never overlap. */
static size_t candidates(const struct instance *x, size_t p, const struct hits *hits,
                         struct candidate *v)
{
    size_t n = 0, i = 0;
    const struct row *row = &x->rows[p];
    for (size_t j = 1; j <= x->text.n; j++) {
        bool hit = false;
        for (; hits != NULL && i < hits->n && hits->v[i].end == j; i++)
            hit = hit || hits->v[i].pattern == p;
        if (row->distance[j] <= x->query->patterns[p].k && (hits == NULL || hit))
            v[n++] = (struct candidate){row->start[j], j, row->distance[j]};
    }
    return sweep(v, n);
}

static void check_sweep(const struct instance *x, const struct hits *hits)
{
    struct candidate *all = allocate(x->text.n, sizeof *all);
    struct candidate *some = allocate(x->text.n, sizeof *some);
    for (size_t p = 0; p < x->npatterns; p++) {
        size_t n = candidates(x, p, NULL, all);
        assert_int_equal(candidates(x, p, hits, some), n);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(some[i].start, all[i].start);
            assert_int_equal(some[i].end, all[i].end);
            assert_int_equal(some[i].distance, all[i].distance);
        }
    }
    free(all);
    free(some);
}

/* Omitting ends does not change what the sweep reports. With `rising` no end is omitted. */
TEST(left_out)
{
    const struct engine *e = *state;
    struct random r = random_open(2, 0);
    for (int i = 0; i < CASES; i++) {
        struct instance *x = draw_instance(&r, 20, 1000);
        struct chunk c = make_chunk(x, 0, 0, x->text.n, draw_width(x, &r));
        struct hits hits = {0};
        for (int rising = 0; rising < 2; rising++) {
            x->query->report.rising = rising;
            struct engine_scan *s = open_scan(e, x);
            assert_int_equal(scan(e, s, x, &c, c.own, &hits, HITS_MOST), ENGINE_OK);
            size_t missing = check_hits(x, &hits, 0, 0, x->text.n, UINT32_MAX);
            assert_true(!rising || missing == 0);
            check_sweep(x, &hits);
            e->close(s);
        }
        hits_free(&hits);
        chunk_free(&c);
        instance_free(x);
    }
}

/* Best mode: hits above the shared limit may be missing; hits at or below it may not. */
TEST(limits)
{
    const struct engine *e = *state;
    struct random r = random_open(4, 0);
    for (int i = 0; i < CASES; i++) {
        struct instance *x = draw_instance(&r, i % 2 ? 12 : 200, i % 2 ? MOST_TEXT : 500);
        struct chunk c = make_chunk(x, 0, 0, x->text.n, draw_width(x, &r));
        struct hits hits = {0};
        uint32_t limit = (uint32_t)random_log(&r, x->query->longest) - 1;
        x->query->best = random_percent(&r, 70);
        x->query->report.lowers =
            x->query->best && random_percent(&r, 50) ? LOWERS_ENDS : LOWERS_NONE;
        atomic_store(&x->bests.all, limit);
        struct engine_scan *s = open_scan(e, x);
        assert_int_equal(scan(e, s, x, &c, c.own, &hits, HITS_MOST), ENGINE_OK);
        for (size_t h = 0; h < hits.n && x->query->report.lowers == LOWERS_ENDS; h++)
            limit = hits.v[h].distance < limit ? hits.v[h].distance : limit;
        check_hits(x, &hits, 0, 0, x->text.n, limit);
        hits_free(&hits);
        chunk_free(&c);
        e->close(s);
        instance_free(x);
    }
}

/* Returns the distance of pattern x to the whole string s. */
static uint32_t whole_distance(const struct string *x, const struct string *s)
{
    static struct columns c;
    columns_start(&c, x->n, 0);
    for (size_t j = 1; j <= s->n; j++) {
        struct cell top = {metric == METRIC_HAMMING ? NEVER : (uint32_t)j, 0};
        columns_step(&c, x, s->c, j, top);
    }
    return c.here[x->n].distance;
}

static size_t record_begin(const struct instance *x, size_t end)
{
    while (end > 0 && x->text.c[end - 1] != DELIMITER)
        end--;
    return end;
}

/* Checks that with -x no record within the limit is missing. The distance of a hit lies between
 * D[j] and the distance of the whole record, unless the record is too long to matter. */
static void check_line(const struct instance *x, const struct hits *hits, struct share own)
{
    size_t i = 0;
    for (size_t j = own.begin + 1; j <= own.end; j++) {
        size_t begin = record_begin(x, j);
        bool ends = j == x->text.n || x->text.c[j] == DELIMITER;
        struct string record = {x->text.c + begin, j - begin};
        for (size_t p = 0; p < x->npatterns; p++) {
            uint32_t k = x->query->patterns[p].k, whole = UINT32_MAX;
            if (ends && record.n > 0)
                whole = whole_distance(&x->patterns[p], &record);
            if (has_hit(hits, i, j, p)) {
                if (record.n <= x->patterns[p].n + k)
                    assert_in_range(hits->v[i].distance, x->rows[p].distance[j], whole);
                assert_true(hits->v[i++].distance <= k);
            } else {
                assert_true(whole > k);
            }
        }
    }
    assert_int_equal(i, hits->n);
}

/* -x: whole records, for every cut of the text. */
TEST(lines)
{
    const struct engine *e = *state;
    struct random r = random_open(8, 0);
    for (int i = 0; i < 4 * CASES; i++) {
        struct instance *x = draw_instance(&r, i % 4 ? 12 : 100, 600);
        struct chunk c = make_chunk(x, 0, 0, x->text.n, draw_width(x, &r));
        struct hits hits = {0};
        x->query->line = x->query->report.rising = true;
        x->query->best = random_percent(&r, 50);
        x->query->report.lowers = LOWERS_NONE;
        struct engine_scan *s = open_scan(e, x);
        for (size_t begin = 0, end; begin < x->text.n; begin = end) {
            end = begin + random_log(&r, x->text.n - begin);
            struct share own = share_at(begin, end, x->query->overlap);
            assert_int_equal(scan(e, s, x, &c, own, &hits, HITS_MOST), ENGINE_OK);
            check_line(x, &hits, own);
        }
        e->close(s);
        hits_free(&hits);
        chunk_free(&c);
        instance_free(x);
    }
}

/* Returns whether a character is a border of words. Two of the drawn letters are not word
 * characters. */
static bool is_border(uint32_t c)
{
    return c == DELIMITER || c == ' ' || c == 0x3f6 || c == 0x482;
}

/* Sets distance[j] to the distance of the pattern to the nearest part that starts after a border
 * and ends at j. */
static void fill_words(uint32_t *distance, const struct string *x, const struct string *text)
{
    static struct columns c;
    size_t record = 0, word = 0;
    columns_start(&c, x->n, 0);
    for (size_t j = 1; j <= text->n; j++) {
        bool border = is_border(text->c[j - 1]);
        word = border ? j : word;
        if (text->c[j - 1] == DELIMITER)
            columns_start(&c, x->n, record = j);
        else
            columns_step(
                &c, x, text->c + record, j - record,
                (struct cell){metric == METRIC_HAMMING && !border ? NEVER : (uint32_t)(j - word),
                              0});
        distance[j] = c.here[x->n].distance;
    }
}

/* -w: checks that no occurrence between borders is missing, and that distances are from D[j] to
 * that of the occurrence. */
static void check_words(const struct instance *x, uint32_t *distance[], const struct hits *hits,
                        struct share own, bool only_borders)
{
    size_t i = 0;
    for (size_t j = own.begin + 1; j <= own.end; j++) {
        bool ends = j == x->text.n || is_border(x->text.c[j]);
        ends = ends && x->text.c[j - 1] != DELIMITER;
        for (size_t p = 0; p < x->npatterns; p++) {
            uint32_t k = x->query->patterns[p].k, least = x->rows[p].distance[j];
            if (!has_hit(hits, i, j, p)) {
                assert_true(!ends || distance[p][j] > k);
                continue;
            }
            assert_true(ends || !only_borders);
            assert_in_range(hits->v[i++].distance, least,
                            ends && distance[p][j] < k ? distance[p][j] : k);
        }
    }
    assert_int_equal(i, hits->n);
}

/* -w: scans find the occurrences between borders of words, however the text is cut. */
TEST(between_borders)
{
    const struct engine *e = *state;
    struct random r = random_open(9, 0);
    words = true;
    for (int i = 0; i < 4 * CASES; i++) {
        struct instance *x = draw_instance(&r, i % 4 ? 12 : 100, 600);
        struct chunk c = make_chunk(x, 0, 0, x->text.n, draw_width(x, &r));
        struct hits hits = {0};
        uint32_t *distance[MOST_PATTERNS];
        struct engine_scan *s = open_scan(e, x);
        for (size_t p = 0; p < x->npatterns; p++) {
            distance[p] = allocate(x->text.n + 1, sizeof *distance[p]);
            fill_words(distance[p], &x->patterns[p], &x->text);
        }
        for (size_t begin = 0, end; begin < x->text.n; begin = end) {
            end = begin + random_log(&r, x->text.n - begin);
            struct share own = share_at(begin, end, x->query->overlap);
            assert_int_equal(scan(e, s, x, &c, own, &hits, HITS_MOST), ENGINE_OK);
            check_words(x, distance, &hits, own,
                        e->devices == NULL && x->query->classes.border > 0);
        }
        for (size_t p = 0; p < x->npatterns; p++)
            free(distance[p]);
        e->close(s);
        hits_free(&hits);
        chunk_free(&c);
        instance_free(x);
    }
    words = false;
}

/* If the list of hits is too short, the scan reports that, and finds the same hits in halves. */
TEST(full)
{
    const struct engine *e = *state;
    struct random r = random_open(5, 0);
    for (int i = 0; i < CASES; i++) {
        struct instance *x = draw_instance(&r, 12, MOST_TEXT);
        struct engine_scan *s = open_scan(e, x);
        struct chunk c = make_chunk(x, 0, 0, x->text.n, draw_width(x, &r));
        struct hits hits = {0};
        assert_int_equal(scan(e, s, x, &c, c.own, &hits, HITS_MOST), ENGINE_OK);
        size_t n = hits.n, middle = x->text.n / 2;
        assert_int_equal(scan(e, s, x, &c, c.own, &hits, n), ENGINE_OK);
        assert_int_equal(hits.n, n);
        if (n > 0)
            assert_int_equal(scan(e, s, x, &c, c.own, &hits, random_below(&r, n)), ENGINE_FULL);
        struct share halves[] = {share_at(0, middle, x->query->overlap),
                                 share_at(middle, x->text.n, x->query->overlap)};
        for (size_t h = 0; h < 2; h++) {
            assert_int_equal(scan(e, s, x, &c, halves[h], &hits, n), ENGINE_OK);
            check_hits(x, &hits, 0, halves[h].begin, halves[h].end, UINT32_MAX);
        }
        hits_free(&hits);
        chunk_free(&c);
        e->close(s);
        instance_free(x);
    }
}

/* Two scans under way at the same time. */
TEST(in_turn)
{
    const struct engine *e = *state;
    struct random r = random_open(6, 0);
    for (int i = 0; i < CASES / 4; i++) {
        struct instance *x = draw_instance(&r, 30, 1000);
        struct engine_scan *s = open_scan(e, x);
        struct chunk chunks[4];
        struct hits hits[4] = {{0}};
        for (size_t c = 0; c < 4; c++) {
            size_t begin = x->text.n * c / 4, end = x->text.n * (c + 1) / 4;
            struct share share = share_at(begin, end, x->query->overlap);
            chunks[c] = make_chunk(x, share.lead, begin, end, draw_width(x, &r));
            hits[c].most = HITS_MOST;
            assert_int_equal(e->submit(s, &chunks[c], chunks[c].own, &hits[c]), ENGINE_OK);
            if (c > 0)
                assert_int_equal(e->collect(s), ENGINE_OK);
        }
        assert_int_equal(e->collect(s), ENGINE_OK);
        for (size_t c = 0; c < 4; c++) {
            size_t from = (size_t)chunks[c].origin.offset;
            check_hits(x, &hits[c], from, from + chunks[c].own.begin, from + chunks[c].length,
                       UINT32_MAX);
            chunk_free(&chunks[c]);
            hits_free(&hits[c]);
        }
        e->close(s);
        instance_free(x);
    }
}

/* Patterns of many blocks, with every possible k. */
TEST(long_patterns)
{
    const struct engine *e = *state;
    static const size_t lengths[] = {63, 64, 65, 127, 128, 129, 200, 320, LONGEST};
    struct random r = random_open(7, 0);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        struct instance *x;
        do {
            x = draw_instance(&r, lengths[l], LONGEST);
            if (x->patterns[0].n < lengths[l] - lengths[l] / 8 || x->text.n < LONGEST / 2) {
                instance_free(x);
                x = NULL;
            }
        } while (x == NULL);
        struct chunk c = make_chunk(x, 0, 0, x->text.n, draw_width(x, &r));
        struct hits hits = {0};
        for (uint32_t k = 0; k < x->patterns[0].n; k++) {
            for (size_t p = 0; p < x->npatterns; p++)
                x->query->patterns[p].k = k < x->patterns[p].n ? k : (uint32_t)x->patterns[p].n - 1;
            struct engine_scan *s = open_scan(e, x); /* the query is a new one */
            assert_int_equal(scan(e, s, x, &c, c.own, &hits, HITS_MOST), ENGINE_OK);
            check_hits(x, &hits, 0, 0, x->text.n, UINT32_MAX);
            e->close(s);
        }
        hits_free(&hits);
        chunk_free(&c);
        instance_free(x);
    }
}

/* --- raw chunks ----------------------------------------------------------------------------- */

/* Draws characters of the instance, with some other characters and undecodable bytes. */
static size_t draw_utf8(const struct instance *x, struct random *r, unsigned char *to, size_t n)
{
    size_t length = 0;
    unsigned others = (unsigned)random_below(r, 100);
    for (size_t i = 0; i < n; i++) {
        uint32_t c = x->text.c[i % x->text.n];
        if (random_percent(r, others))
            c = random_percent(r, 5) ? (uint32_t)random_below(r, CHAR_LIMIT)
                                     : 0x410 + (uint32_t)random_below(r, 64);
        length += utf8_encode(c == 0 ? 1 : c, to + length);
    }
    return length;
}

/* Returns a chunk of these bytes as a gather leaves it, for a device or for the processor. */
static struct chunk decoded_chunk(const struct instance *x, const unsigned char *bytes, size_t n,
                                  struct span own, bool for_device)
{
    struct chunk c = {.rules.utf8 = true, .decoding.for_device = for_device, .nbytes = n};
    c.bytes = c.storage.buffer = malloc(n);
    memcpy(c.bytes, bytes, n);
    c.begin_byte = own.start;
    c.end_byte = own.end;
    assert_true(decode_chunk(&c, x->alphabet, NULL));
    return c;
}

/* Returns the offset of the next character after byte `at`. */
static size_t next_character(const unsigned char *bytes, size_t n, size_t at)
{
    uint32_t ignored;
    return at + utf8_decode(bytes + at, n - at, &ignored);
}

/* Draws the bytes that a chunk of n bytes owns: all but a lead-in and, in some cases, the last
 * character. */
static struct span draw_own(struct random *r, const unsigned char *bytes, size_t n)
{
    size_t start = 0, last = 0, at;
    for (size_t lead = random_below(r, 50) * random_below(r, 2); lead > 0; lead--)
        if ((at = next_character(bytes, n, start)) < n)
            start = at;
    for (at = start; at < n; at = next_character(bytes, n, at))
        last = at;
    return (struct span){start, last > start && random_percent(r, 50) ? last : n};
}

static void assert_same_symbols(const struct instance *x, const struct chunk *a,
                                const struct chunk *b)
{
    const uint32_t *bytes = alphabet_bytes(x->alphabet);
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->delimiters.byte, b->delimiters.byte);
    for (size_t i = 0; i < a->length; i++) {
        uint32_t symbol = chunk_symbol(a, bytes, i);
        assert_int_equal(symbol, chunk_symbol(b, bytes, i));
        assert_true(symbol < a->alphabet_size && chunk_byte(a, i) == chunk_byte(b, i));
    }
}

/* Scans the bytes raw and decoded: hits and returned symbols must be the same. */
static void check_raw(const struct engine *e, struct engine_scan *s, const struct instance *x,
                      const unsigned char *bytes, size_t n, struct span own, size_t most)
{
    struct hits found = {.most = most}, expected = {.most = most};
    struct chunk raw = decoded_chunk(x, bytes, n, own, true);
    assert_int_equal(e->submit(s, &raw, raw.own, &found), ENGINE_OK);
    enum engine_status status = e->collect(s);
    assert_true(raw.decoding.raw == NULL || e->devices->decode(s, &raw) == ENGINE_OK);
    assert_null(raw.decoding.raw);
    struct chunk plain = decoded_chunk(x, bytes, n, own, false);
    assert_int_equal(scan(e, s, x, &plain, plain.own, &expected, expected.most), status);
    assert_memory_equal(&raw.own, &plain.own, sizeof raw.own);
    assert_int_equal(raw.decoding.barren,
                     status == ENGINE_OK && expected.n == 0 && plain.width > 0);
    if (status == ENGINE_OK) {
        assert_int_equal(found.n, expected.n);
        if (found.n > 0)
            assert_memory_equal(found.v, expected.v, found.n * sizeof *found.v);
    }
    if (!raw.decoding.barren)
        assert_same_symbols(x, &raw, &plain);
    chunk_free(&raw);
    chunk_free(&plain);
    hits_free(&found);
    hits_free(&expected);
}

/* A device decodes bytes to the same symbols as decode_chunk(). */
TEST(raw_chunks)
{
    const struct engine *e = *state;
    struct random r = random_open(8, 0);
    for (int i = 0; e->devices != NULL && i < CASES; i++) {
        struct instance *x = draw_instance(&r, 30, MOST_TEXT);
        x->query->report.rising = true; /* no end is omitted */
        struct engine_scan *s = open_scan(e, x);
        for (int c = 0; c < 4; c++) {
            unsigned char bytes[4 * MOST_TEXT];
            size_t n = draw_utf8(x, &r, bytes, random_log(&r, MOST_TEXT));
            check_raw(e, s, x, bytes, n, draw_own(&r, bytes, n),
                      random_percent(&r, 20) ? 3 : HITS_MOST);
        }
        e->close(s);
        instance_free(x);
    }
}

/* The character after the owned part of a raw chunk gets its symbol too, though the device never
 * sees it. */
TEST(raw_behind)
{
    const struct engine *e = *state;
    static const unsigned char bytes[] = {0xe2, 0x82, 0xac, 'a', 0xd0, 0xb6};
    struct instance *x = allocate(1, sizeof *x);
    x->npatterns = 1;
    x->patterns[0] = (struct string){allocate(2, sizeof(uint32_t)), 2};
    x->patterns[0].c[0] = 'a';
    x->patterns[0].c[1] = 0x436;
    row_open(&x->rows[0], 0);
    compile(x, 1);
    if (e->devices != NULL) {
        struct engine_scan *s = open_scan(e, x);
        for (size_t n = 4; n <= sizeof bytes; n += 2)
            check_raw(e, s, x, bytes, n, (struct span){0, 4}, HITS_MOST);
        e->close(s);
    }
    instance_free(x);
}

/* With an argument, runs only the engine of that name. */
int main(int argc, char **argv)
{
    int failed = 0;
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        for (int known = 0; known < METRICS && engine_why_not(*e) == NULL; known++) {
            char name[64];
            metric = (enum metric)known;
            if (!engine_knows(*e, metric) || (argc > 1 && strcmp((*e)->name, argv[1]) != 0))
                continue;
            snprintf(name, sizeof name, "%s %s", (*e)->name, metric_name(metric));
            failed += unit_run(name, engine_loaded(*e));
        }
    return failed > 0;
}
