/*
 * unit_sliced.c - every engine of the processor against the scalar one, which unit_engine.c
 * compares with the table.
 *
 * Texts are so long that each lane of a vector gets a share, and that what the engines learn from a
 * text changes in mid-text: which part of a pattern, or which pieces, to look for. A text has
 * stretches with few occurrences, and stretches full of the pattern with few or many errors; some
 * texts have records, some are one record. As in the program, the same scans process all chunks.
 * Some patterns are expressions, or have costs for edits.
 */
#include "breadth.h"
#include "plan/ways.h"
#include "query_changed.h"
#include "ref/language.h"
#include "trial.h"

enum {
    CASES = 200,
    LONGEST = 420,
    MOST_ITEMS = 24,
    CHUNKS = 8,
    MOST_CHUNK = 60000,
    PATTERNS = 3,
    MOST_ENGINES = 16
};

/* Returns a trial with empty sources, with room for m letters each, and an empty text, with room
 * for n bytes and a planted pattern. */
static struct trial trial_begin(enum metric metric, unsigned letters, size_t npatterns, size_t m,
                                size_t n)
{
    struct trial t = {.rules = {.metric = metric, .utf8 = true, .limited = true},
                      .letters = letters,
                      .npatterns = npatterns};
    t.sources = calloc(npatterns, sizeof *t.sources);
    t.text = malloc(n + 8 * m);
    assert_true(t.sources != NULL && t.text != NULL);
    for (size_t p = 0; p < npatterns; p++) {
        t.sources[p].text = malloc(4 * m + 4);
        assert_non_null(t.sources[p].text);
    }
    return t;
}

/* Appends m random letters to a pattern. */
static void draw_pattern(struct trial *t, struct random *r, size_t number, size_t m)
{
    struct pattern_source *p = &t->sources[number];
    while (m-- > 0)
        add_letter(t, p->text, &p->length, random_below(r, t->letters));
}

/* Returns an expression that contains the pattern. */
static struct pattern_source draw_expression(const struct trial *t, struct random *r,
                                             const struct pattern_source *p)
{
    struct naive_bytes items[MOST_ITEMS];
    struct pattern_source to = {.text = NULL};
    size_t width = t->letters > 26 ? 2 : 1, count = p->length / width;
    for (size_t i = 0; i < count; i++)
        items[i] = (struct naive_bytes){(unsigned char *)p->text + i * width, width};
    for (bool empty = true; empty;) {
        FILE *file = open_memstream(&to.text, &to.length);
        assert_non_null(file);
        language_put(file, r, items, count);
        assert_int_equal(fclose(file), 0);
        struct language *l =
            language_open((struct naive_bytes){(unsigned char *)to.text, to.length}, true);
        empty = language_shortest(l) == 0;
        language_close(l);
        if (empty)
            free(to.text);
    }
    return to;
}

static void draw_text(struct trial *t, struct random *r, size_t n)
{
    unsigned often = 0, noise = 0;
    for (size_t stretch = 0; t->length < n; stretch--) {
        if (stretch == 0) { /* a new stretch, mostly without planted patterns */
            stretch = random_between(r, 100, 30000);
            often = random_percent(r, 60) ? 0 : (unsigned)random_below(r, 30);
            noise = (unsigned)random_below(r, 20);
        }
        if (random_percent(r, often) && random_percent(r, 20))
            plant(t, r, noise);
        else if (t->record > 0 && random_below(r, t->record) == 0)
            t->text[t->length++] = '\n';
        else
            add_text(t, random_below(r, t->letters));
    }
}

static void compile(struct trial *t, struct random *r)
{
    struct pattern_rules rules = t->rules;
    struct pattern_source expressions[PATTERNS] = {{.text = NULL}};
    bool paths = rules.metric == METRIC_PATHS;
    if (paths) {
        rules.metric = METRIC_LEVENSHTEIN;
        rules.costs.edits = random_percent(r, 50) ? draw_edits(r) : EDITS_LEVENSHTEIN;
        rules.costs.given = rules.expression = true;
    }
    for (size_t p = 0; p < t->npatterns && paths; p++)
        expressions[p] = draw_expression(t, r, &t->sources[p]);
    trial_compile(t, paths ? expressions : t->sources, &rules);
    for (size_t p = 0; p < t->npatterns; p++)
        free(expressions[p].text);
    for (size_t p = 0; p < t->query->npatterns; p++) {
        struct pattern *x = &t->query->patterns[p];
        uint32_t k = (uint32_t)(random_percent(r, 60) ? random_below(r, 6) : random_log(r, x->m));
        x->k = k < pattern_vacuous(x) ? k : pattern_vacuous(x) - 1;
    }
    query_changed(t->query);
    t->query->report.rising = random_percent(r, 20);
    trial_open(t);
}

static void trial_draw(struct trial *t, struct random *r)
{
    static const unsigned letters[] = {2, 4, 20, 26, 26, 300};
    enum metric metric = (enum metric)random_below(r, METRIC_PATHS + 1);
    size_t n = (size_t)CHUNKS * random_between(r, 100, MOST_CHUNK);
    *t = trial_begin(metric, letters[random_below(r, sizeof letters / sizeof *letters)],
                     random_percent(r, 75) ? 1 : PATTERNS, LONGEST, n);
    t->rules.ignore_case = random_percent(r, 15);
    t->record = random_percent(r, 60) ? (unsigned)random_between(r, 20, 400) : 0;
    for (size_t p = 0; p < t->npatterns; p++)
        draw_pattern(t, r, p, random_log(r, metric == METRIC_PATHS ? MOST_ITEMS : LONGEST));
    draw_text(t, r, n);
    compile(t, r);
}

/* The reference, and the engines to compare with it. */
static const struct engine *scalar, *others[MOST_ENGINES];
static size_t nothers;
static const char *tested_engine; /* the engine under test; NULL: all engines have passed */

/* Returns the next engine from *n on that supports the trial's metric, or NULL. */
static const struct engine *next_engine(const struct trial *t, size_t *n)
{
    while (*n < nothers && !engine_knows(others[*n], t->rules.metric))
        ++*n;
    tested_engine = *n < nothers ? others[*n]->name : NULL;
    return *n < nothers ? others[(*n)++] : NULL;
}

static int print_engine(void **state)
{
    (void)state;
    if (tested_engine != NULL)
        print_message("engine %s\n", tested_engine);
    tested_engine = NULL;
    return 0;
}

/* Scans a chunk once. */
static void scan_once(const struct engine *e, struct trial *t, const struct chunk *c,
                      struct hits *hits)
{
    struct engine_scan *s = e->open(t->query, t->alphabet, &t->bests, t->shared);
    scan_checked(e, s, t->query, c, SIZE_MAX, hits);
    e->close(s);
}

/* Scans all chunks of the trial. Stores the hits of each chunk if the engine is scalar, and
 * compares them with the stored ones otherwise. Returns how many. */
static size_t scan_chunks(const struct engine *e, struct trial *t, struct hits *expected)
{
    struct engine_scan *s = e->open(t->query, t->alphabet, &t->bests, t->shared);
    struct hits actual = {0};
    size_t found = 0;
    for (size_t c = 0, begin = 0, end; c < CHUNKS; c++, begin = end) {
        end = border(t, t->length * (c + 1) / CHUNKS);
        struct chunk chunk = make_chunk(t, begin, end);
        scan_checked(e, s, t->query, &chunk, SIZE_MAX, e == scalar ? &expected[c] : &actual);
        if (e != scalar)
            assert_same_hits(&expected[c], &actual);
        found += expected[c].n;
        chunk_free(&chunk);
    }
    hits_free(&actual);
    e->close(s);
    return found;
}

TEST_WITH(same_as_scalar, NULL, print_engine)
{
    struct random r = random_open(1, 0);
    size_t found = 0;
    for (int i = 0; i < (int)in_breadth(CASES); i++) {
        struct trial t;
        struct hits expected[CHUNKS] = {{0}};
        trial_draw(&t, &r);
        found += scan_chunks(scalar, &t, expected);
        const struct engine *e;
        for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;)
            (void)scan_chunks(e, &t, expected);
        for (size_t c = 0; c < CHUNKS; c++)
            hits_free(&expected[c]);
        trial_close(&t);
    }
    assert_true(found > in_breadth(100000)); /* or the texts are too easy */
}

/*
 * A pattern that is searched for by pieces (filter/pieces.h). The text has no near misses, and
 * occurrences with the maximum number of exchanges at random places: each occurrence is found.
 * Pieces are as short as possible. All but the first begin with a letter that occurs nowhere else
 * in the text, and the search looks for this letter; if it did not omit one item between the first
 * two pieces, it would look for both items beside the cut.
 */
static void check_exchanges(struct random *r, uint32_t k, size_t piece)
{
    enum { TIMES = 100, APART = 1000 };
    struct trial t = trial_begin(METRIC_OSA, 20, 1, LONGEST, (size_t)TIMES * (APART + LONGEST));
    struct pattern_source *p = &t.sources[0];
    while (p->length < piece * (k + 1))
        add_letter(&t, p->text, &p->length, p->length);
    for (size_t i = piece; i < p->length; i += piece)
        p->text[i] = 'z';
    for (size_t i = 0; i < TIMES; i++) {
        size_t begin;
        for (size_t j = 0; j < APART; j++)
            add_text(&t, random_below(r, t.letters));
        begin = t.length;
        memcpy(t.text + begin, p->text, p->length);
        t.length += p->length;
        for (uint32_t x = 0, at; x < k; x++) { /* each in its own part */
            at = (uint32_t)(p->length * x / k + random_below(r, p->length / k - 1));
            unsigned char *c = t.text + begin + at, first = *c;
            c[0] = c[1];
            c[1] = first;
        }
    }
    compile(&t, r);
    t.query->patterns[0].k = k;
    query_measure(t.query);
    struct chunk chunk = make_chunk(&t, 0, t.length);
    struct hits hits[2] = {{0}};
    scan_once(scalar, &t, &chunk, &hits[0]);
    assert_true(hits[0].n >= TIMES);
    const struct engine *e;
    for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
        scan_once(e, &t, &chunk, &hits[1]);
        assert_same_hits(&hits[0], &hits[1]);
    }
    hits_free(&hits[0]);
    hits_free(&hits[1]);
    chunk_free(&chunk);
    trial_close(&t);
}

TEST_WITH(exchanges, NULL, print_engine)
{
    struct random r = random_open(3, 0);
    for (uint32_t k = 1; k <= 3; k++)
        for (size_t piece = 4; piece <= 5; piece++) /* 4: too short, since one item is omitted */
            check_exchanges(&r, k, piece);
}

/* Returns the greatest useful distance; if no text is vacuous, one that takes many levels. */
static uint32_t greatest(const struct pattern *p)
{
    return pattern_vacuous(p) < EDIT_NEVER ? pattern_vacuous(p) - 1 : MOST_ITEMS;
}

/* Returns the least distance of a pattern. */
static uint32_t least_of(const struct hits *hits, uint32_t pattern)
{
    uint32_t least = UINT32_MAX;
    for (size_t h = 0; h < hits->n; h++)
        if (hits->v[h].pattern == pattern && hits->v[h].distance < least)
            least = hits->v[h].distance;
    return least;
}

/* Returns how many hits of a pattern are at most `slack` farther than its least distance. */
static size_t near_hits(const struct hits *hits, uint32_t pattern, uint32_t slack)
{
    uint32_t most = least_of(hits, pattern) + slack;
    size_t n = 0;
    for (size_t h = 0; h < hits->n; h++)
        n += hits->v[h].pattern == pattern && hits->v[h].distance <= most;
    return n;
}

/* Sets best mode, with the greatest useful distance. */
static void want_nearest(struct trial *t, uint32_t slack)
{
    for (size_t p = 0; p < t->query->npatterns; p++)
        t->query->patterns[p].k = greatest(&t->query->patterns[p]);
    query_measure(t->query);
    t->query->best = true;
    t->query->report.lowers = LOWERS_ENDS;
    t->query->report.slack = slack;
}

/* Checks the least distances in a text: the engine's own limit in best mode must not fall below
 * them. */
static void check_nearest(struct trial *t, uint32_t slack)
{
    want_nearest(t, slack);
    struct chunk chunk = make_chunk(t, 0, t->length);
    struct hits expected = {0}, actual = {0};
    scan_once(scalar, t, &chunk, &expected);
    const struct engine *e;
    for (size_t n = 0; (e = next_engine(t, &n)) != NULL;) {
        scan_once(e, t, &chunk, &actual);
        for (uint32_t p = 0; p < t->query->npatterns; p++) {
            assert_int_equal(least_of(&actual, p), least_of(&expected, p));
            assert_int_equal(near_hits(&actual, p, slack), near_hits(&expected, p, slack));
        }
    }
    hits_free(&expected);
    hits_free(&actual);
    chunk_free(&chunk);
    trial_close(t);
}

TEST_WITH(best, NULL, print_engine)
{
    struct random r = random_open(2, 0);
    for (int i = 0; i < (int)in_breadth(CASES); i++) {
        struct trial t;
        trial_draw(&t, &r);
        check_nearest(&t, 0);
    }
}

/* A pattern so long that the engine first looks for near ends by a filter. The nearest ends, with
 * about `noise` percent of errors, are below the filter's limit, at it, or above it. */
TEST_WITH(levels, NULL, print_engine)
{
    enum { M = 1500, TEXT = 40000, PLANTED = 3 };
    static const unsigned noises[] = {0, 3, 6, 7, 8, 9, 20, 100};
    struct random r = random_open(6, 0);
    for (size_t i = 0; i < 3 * sizeof noises / sizeof *noises; i++) {
        struct trial t = trial_begin(METRIC_LEVENSHTEIN, 26, 1, M, TEXT + 8 * PLANTED * M);
        draw_pattern(&t, &r, 0, M);
        for (size_t j = 0; j < PLANTED; j++) {
            for (size_t n = random_below(&r, TEXT / PLANTED); n > 0; n--)
                add_text(&t, random_below(&r, t.letters));
            plant(&t, &r, noises[i / 3]);
        }
        while (t.length < TEXT)
            add_text(&t, random_below(&r, t.letters));
        compile(&t, &r);
        check_nearest(&t, i % 3 == 0 ? 0 : (uint32_t)random_below(&r, 80));
    }
}

/* The limit falls from m - 1 to 0 in a text, and is high again for the next text: what the scan
 * learned for the low limit no longer applies. */
TEST_WITH(rising, NULL, print_engine)
{
    enum { M = 18, OTHERS = 5 };
    struct random r = random_open(5, 0);
    struct trial t = trial_begin(METRIC_LEVENSHTEIN, 20, 1, M, 4 * LONGEST);
    while (t.sources[0].length < M)
        add_letter(&t, t.sources[0].text, &t.sources[0].length, 0);
    while (t.length <= 2 * (size_t)M)
        add_text(&t, 0);
    for (size_t i = 1; i <= OTHERS; i++)
        add_text(&t, i);
    compile(&t, &r);
    want_nearest(&t, 0);
    struct chunk chunk = make_chunk(&t, 0, t.length);
    struct hits hits = {0};
    const struct engine *e;
    for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
        struct engine_scan *s = e->open(t.query, t.alphabet, &t.bests, t.shared);
        for (int text = 0; text < 3; text++) {
            scan_checked(e, s, t.query, &chunk, SIZE_MAX, &hits);
            assert_int_equal(least_of(&hits, 0), 0);
            assert_int_equal(near_hits(&hits, 0, 0), M + 2);
        }
        e->close(s);
    }
    hits_free(&hits);
    chunk_free(&chunk);
    trial_close(&t);
}

/* With whole records, a record much longer than the pattern is not reported: its score does not
 * overflow the counter. In 1,000 records some score would. */
TEST_WITH(long_records, NULL, print_engine)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    struct random r = random_open(6, 0);
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        enum { M = 10, K = 2, RECORDS = 1000 };
        struct trial t = trial_begin(metrics[i], 20, 1, M, (size_t)RECORDS * LONGEST);
        draw_pattern(&t, &r, 0, M);
        for (size_t record = 0; record < RECORDS; record++) {
            for (size_t n = random_between(&r, M + K + 1, LONGEST - 1); n > 0; n--)
                add_text(&t, random_below(&r, t.letters));
            t.text[t.length++] = '\n';
        }
        compile(&t, &r);
        t.query->patterns[0].k = K;
        t.query->line = t.query->report.rising = true;
        query_measure(t.query);
        struct chunk chunk = make_chunk(&t, 0, t.length);
        struct hits hits = {0};
        const struct engine *e;
        for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
            scan_once(e, &t, &chunk, &hits);
            assert_int_equal(hits.n, 0);
        }
        hits_free(&hits);
        chunk_free(&chunk);
        trial_close(&t);
    }
}

/* One hit of each record that has an occurrence of any length: lanes hold whole records, though the
 * first record is longer than the first lane. */
static void check_once(const char *way)
{
    enum { TEXT = 1 << 16, RECORD = 16 };
    static const char expression[] = "ab+c", found[] = "abbc";
    assert_null(ways_force(way));
    for (size_t lanes = 64; lanes <= 512; lanes *= 2) {
        struct trial t = trial_begin(METRIC_PATHS, 26, 1, sizeof expression, TEXT);
        struct pattern_rules rules = {.expression = true, .limited = true};
        struct hits hits = {0};
        size_t records = 0;
        t.sources[0].length = sizeof expression - 1;
        memcpy(t.sources[0].text, expression, t.sources[0].length);
        memset(t.text, 'x', TEXT);
        t.length = TEXT;
        for (size_t i = TEXT * 3 / 2 / lanes / RECORD * RECORD; i + RECORD < TEXT; i += RECORD) {
            t.text[i - 1] = '\n';
            memcpy(t.text + i, found, sizeof found - 1);
            records++;
        }
        trial_compile(&t, t.sources, &rules);
        trial_open(&t);
        t.query->report.once = true;
        struct chunk chunk = make_chunk(&t, 0, t.length);
        const struct engine *e;
        for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
            size_t seen = 0;
            scan_once(e, &t, &chunk, &hits);
            for (size_t h = 0; h < hits.n; h++)
                seen += h == 0 || hits.v[h].end / RECORD != hits.v[h - 1].end / RECORD;
            assert_int_equal(seen, records);
        }
        hits_free(&hits);
        chunk_free(&chunk);
        trial_close(&t);
    }
    assert_null(ways_force(NULL));
}

TEST_WITH(once, NULL, print_engine)
{
    check_once("bit-nfa");
    check_once("byte-nfa");
}

int unit_setup(void **state)
{
    (void)state;
    scalar = engines_find("scalar");
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        if ((*e)->devices == NULL && engine_why_not(*e) == NULL && *e != scalar &&
            nothers < MOST_ENGINES)
            others[nothers++] = *e;
    return 0;
}
