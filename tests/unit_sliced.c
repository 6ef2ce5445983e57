/*
 * unit_sliced.c - every engine of the processor against the scalar one (which unit_engine.c
 * compares with the table), on texts so long that the lanes of a vector each have a share, and that
 * what the engines learn of a text (which part of a pattern, or which pieces, to look for) changes
 * as it goes by.
 *
 * A text has calm stretches, and stretches full of the pattern with more or fewer errors; some have
 * records, some are one. The same scans go over all its chunks, as in the program. Some patterns
 * are expressions, or their edits have costs.
 */
#include <pthread.h>
#include <time.h>

#include "base/utf8.h"
#include "breadth.h"
#include "query/pattern.h"
#include "ref/language.h"
#include "ref/random.h"
#include "same_hits.h"
#include "scan/engine.h"
#include "text/decode.h"

enum {
    CASES = 200,
    LONGEST = 420,
    MOST_ITEMS = 24,
    CHUNKS = 8,
    MOST_CHUNK = 60000,
    PATTERNS = 3,
    MOST_ENGINES = 16
};

/* Bytes that grow. */
struct bytes {
    unsigned char *p;
    size_t n;
};

/* What is searched, and in what. */
struct trial {
    enum metric metric;
    unsigned letters; /* different characters; above 26 they take two bytes */
    bool ignore_case;
    unsigned record; /* average length of a record; 0: one record */
    struct edits edits;
    struct bytes patterns[PATTERNS], text;
    struct bytes expressions[PATTERNS]; /* METRIC_PATHS: the patterns, as part of something */
    size_t npatterns;
    struct query *query; /* changed here before an engine sees it */
    struct alphabet *alphabet;
    struct distance_bounds bests;
    struct scan_shared *shared;
};

static void add_letter(struct bytes *to, const struct trial *t, uint64_t number)
{
    uint32_t base = t->letters > 26 ? 0x3b1 : 'a';
    to->n += utf8_encode(base + (uint32_t)(number % t->letters), to->p + to->n);
}

static void draw_pattern(struct trial *t, struct random *r, struct bytes *to)
{
    size_t m = random_log(r, t->metric == METRIC_PATHS ? MOST_ITEMS : LONGEST);
    to->p = malloc(4 * m + 4);
    assert_non_null(to->p);
    for (size_t i = 0; i < m; i++)
        add_letter(to, t, random_below(r, t->letters));
}

/* An expression with the pattern in it. */
static void draw_expression(struct trial *t, struct random *r, const struct bytes *p,
                            struct bytes *to)
{
    struct naive_bytes items[MOST_ITEMS];
    size_t width = t->letters > 26 ? 2 : 1, count = p->n / width;
    for (size_t i = 0; i < count; i++)
        items[i] = (struct naive_bytes){p->p + i * width, width};
    for (bool empty = true; empty;) {
        FILE *file = open_memstream((char **)&to->p, &to->n);
        assert_non_null(file);
        language_put(file, r, items, count);
        assert_int_equal(fclose(file), 0);
        struct language *l = language_open((struct naive_bytes){to->p, to->n}, true);
        empty = language_shortest(l) == 0;
        language_close(l);
        if (empty)
            free(to->p);
    }
}

static uint32_t draw_cost(struct random *r)
{
    return random_percent(r, 10) ? EDIT_NEVER : (uint32_t)random_between(r, 1, 3);
}

static void draw_edits(struct trial *t, struct random *r)
{
    t->edits = EDITS_LEVENSHTEIN;
    if (random_percent(r, 50))
        t->edits = (struct edits){draw_cost(r), draw_cost(r), draw_cost(r), draw_cost(r)};
}

/* Appends a pattern in which each character changes with a probability of `noise` percent, or with
 * half of that changes places with the next. */
static void plant(struct trial *t, struct random *r, unsigned noise)
{
    const struct bytes *p = &t->patterns[random_below(r, t->npatterns)];
    size_t width = t->letters > 26 ? 2 : 1;
    for (size_t i = 0; i < p->n; i += width) {
        if (i + width < p->n && random_percent(r, noise / 2)) { /* exchanged with the next */
            memcpy(t->text.p + t->text.n, p->p + i + width, width);
            memcpy(t->text.p + t->text.n + width, p->p + i, width);
            t->text.n += 2 * width;
            i += width;
        } else if (!random_percent(r, noise)) {
            memcpy(t->text.p + t->text.n, p->p + i, width);
            t->text.n += width;
        } else if (random_percent(r, 60)) {
            add_letter(&t->text, t, random_below(r, t->letters));
        }
    }
}

static void draw_text(struct trial *t, struct random *r, size_t n)
{
    unsigned often = 0, noise = 0;
    t->text.p = malloc(n + 8 * LONGEST);
    assert_non_null(t->text.p);
    for (size_t stretch = 0; t->text.n < n; stretch--) {
        if (stretch == 0) { /* a new one: calm more often than not */
            stretch = random_between(r, 100, 30000);
            often = random_percent(r, 60) ? 0 : (unsigned)random_below(r, 30);
            noise = (unsigned)random_below(r, 20);
        }
        if (random_percent(r, often) && random_percent(r, 20))
            plant(t, r, noise);
        else if (t->record > 0 && random_below(r, t->record) == 0)
            t->text.p[t->text.n++] = '\n';
        else
            add_letter(&t->text, t, random_below(r, t->letters));
    }
}

static void compile(struct trial *t, struct random *r)
{
    struct pattern_rules rules = {
        .metric = t->metric, .utf8 = true, .limited = true, .ignore_case = t->ignore_case};
    const struct bytes *patterns = t->patterns;
    if (t->metric == METRIC_PATHS) {
        rules.metric = METRIC_LEVENSHTEIN;
        rules.costs.edits = t->edits;
        rules.costs.given = rules.expression = true;
        patterns = t->expressions;
    }
    struct pattern_source sources[PATTERNS];
    for (size_t p = 0; p < t->npatterns; p++)
        sources[p] =
            (struct pattern_source){.text = (char *)patterns[p].p, .length = patterns[p].n};
    t->query = (struct query *)patterns_compile(sources, t->npatterns, &rules);
    assert_non_null(t->query);
    for (size_t p = 0; p < t->query->npatterns; p++) {
        struct pattern *x = &t->query->patterns[p];
        uint32_t k = (uint32_t)(random_percent(r, 60) ? random_below(r, 6) : random_log(r, x->m));
        x->k = k < pattern_vacuous(x) ? k : pattern_vacuous(x) - 1;
    }
    query_measure(t->query);
    t->query->report.rising = random_percent(r, 20);
    t->alphabet = alphabet_open(t->query, '\n');
    t->shared = scan_shared_open(t->query);
    assert_non_null(t->shared);
    assert_non_null(t->alphabet);
    t->bests = DISTANCE_BOUNDS_TOGETHER;
}

static void trial_draw(struct trial *t, struct random *r)
{
    static const unsigned letters[] = {2, 4, 20, 26, 26, 300};
    *t = (struct trial){.metric = (enum metric)random_below(r, METRIC_PATHS + 1),
                        .letters = letters[random_below(r, sizeof letters / sizeof *letters)],
                        .ignore_case = random_percent(r, 15),
                        .record = random_percent(r, 60) ? (unsigned)random_between(r, 20, 400) : 0,
                        .npatterns = random_percent(r, 75) ? 1 : PATTERNS};
    for (size_t p = 0; p < t->npatterns; p++)
        draw_pattern(t, r, &t->patterns[p]);
    draw_edits(t, r);
    for (size_t p = 0; p < t->npatterns && t->metric == METRIC_PATHS; p++)
        draw_expression(t, r, &t->patterns[p], &t->expressions[p]);
    draw_text(t, r, (size_t)CHUNKS * random_between(r, 100, MOST_CHUNK));
    compile(t, r);
}

static void trial_free(struct trial *t)
{
    for (size_t p = 0; p < t->npatterns; p++) {
        free(t->patterns[p].p);
        free(t->expressions[p].p);
    }
    free(t->text.p);
    scan_shared_close(t->shared);
    alphabet_close(t->alphabet);
    query_free(t->query);
}

/* The first border of characters at or behind `at`; of records, where chunks must hold whole ones.
 */
static size_t border(const struct trial *t, size_t at)
{
    bool whole = t->query->overlap == OVERLAP_RECORD;
    while (whole && at > 0 && at < t->text.n && t->text.p[at - 1] != '\n')
        at++;
    while (at < t->text.n && (t->text.p[at] & 0xc0) == 0x80)
        at++;
    return at < t->text.n ? at : t->text.n;
}

/* The chunk that owns the bytes [begin, end), with enough before them. */
static struct chunk make_chunk(struct trial *t, size_t begin, size_t end)
{
    size_t lead = 2 * (size_t)t->query->overlap, from = begin > lead ? border(t, begin - lead) : 0;
    struct chunk c = {.origin.offset = from, .rules.utf8 = true};
    assert_true(chunk_reserve(&c, end - from));
    c.nbytes = end - from;
    memcpy(c.bytes, t->text.p + from, c.nbytes);
    c.begin_byte = begin - from;
    c.end_byte = c.nbytes;
    assert_true(decode_chunk(&c, t->alphabet, NULL));
    return c;
}

/* What all are compared with, and these. */
static const struct engine *scalar, *others[MOST_ENGINES];
static size_t nothers;
static const char *at_work; /* an engine; NULL: all have done right */

/* The next of the other engines from *n on that supports the trial's metric; NULL: none. */
static const struct engine *next_engine(const struct trial *t, size_t *n)
{
    while (*n < nothers && !engine_knows(others[*n], t->metric))
        ++*n;
    at_work = *n < nothers ? others[*n]->name : NULL;
    return *n < nothers ? others[(*n)++] : NULL;
}

static int tell_engine(void **state)
{
    (void)state;
    if (at_work != NULL)
        print_message("engine %s\n", at_work);
    at_work = NULL;
    return 0;
}

/* The hits of one scan of a chunk. */
static void scan_once(const struct engine *e, struct trial *t, const struct chunk *c,
                      struct hits *hits)
{
    struct engine_scan *s = e->open(t->query, t->alphabet, &t->bests, t->shared);
    scan_checked(e, s, t->query, c, SIZE_MAX, hits);
    e->close(s);
}

/* Scans all chunks of the trial; the hits of each are those of an earlier scan, or, of scalar, are
 * left there. Returns how many. */
static size_t scan_chunks(const struct engine *e, struct trial *t, struct hits *expected)
{
    struct engine_scan *s = e->open(t->query, t->alphabet, &t->bests, t->shared);
    struct hits actual = {0};
    size_t found = 0;
    for (size_t c = 0, begin = 0, end; c < CHUNKS; c++, begin = end) {
        end = border(t, t->text.n * (c + 1) / CHUNKS);
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

TEST_WITH(same_as_scalar, NULL, tell_engine)
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
        trial_free(&t);
    }
    assert_true(found > in_breadth(100000)); /* or the texts are not what they should be */
}

/*
 * A pattern that is searched for by pieces (filter/pieces.h), and a text without near misses in
 * which it occurs with as many exchanges as the limit admits, anywhere: each occurrence is found.
 * Pieces are as short as possible, and all but the first begin with a letter that does not occur
 * elsewhere in the text. The search looks for this letter; it would also look for both items beside
 * the first cut if no item were left out.
 */
TEST_WITH(exchanges, NULL, tell_engine)
{
    struct random r = random_open(3, 0);
    enum { TIMES = 100, APART = 1000, PIECE = 5 };
    for (uint32_t k = 1; k <= 3; k++) {
        struct trial t = {.metric = METRIC_OSA, .letters = 20, .npatterns = 1};
        struct bytes *p = &t.patterns[0];
        p->p = malloc(4 * LONGEST);
        t.text.p = malloc((size_t)TIMES * (APART + LONGEST));
        while (p->n < PIECE * (k + 1))
            add_letter(p, &t, p->n);
        for (size_t i = PIECE; i < p->n; i += PIECE)
            p->p[i] = 'z';
        for (size_t i = 0; i < TIMES; i++) {
            size_t begin;
            for (size_t j = 0; j < APART; j++)
                add_letter(&t.text, &t, random_below(&r, t.letters));
            begin = t.text.n;
            memcpy(t.text.p + begin, p->p, p->n);
            t.text.n += p->n;
            for (uint32_t x = 0, at; x < k; x++) { /* each in a part of its own */
                at = (uint32_t)(p->n * x / k + random_below(&r, p->n / k - 1));
                unsigned char *c = t.text.p + begin + at, first = *c;
                c[0] = c[1];
                c[1] = first;
            }
        }
        compile(&t, &r);
        t.query->patterns[0].k = k;
        query_measure(t.query);
        struct chunk chunk = make_chunk(&t, 0, t.text.n);
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
        trial_free(&t);
    }
}

/* The greatest distance that is of use; where no text is vacuous, one that takes many levels. */
static uint32_t greatest(const struct pattern *p)
{
    return pattern_vacuous(p) < EDIT_NEVER ? pattern_vacuous(p) - 1 : MOST_ITEMS;
}

/* The least distance of a pattern, and how many hits have it. */
struct nearest {
    uint32_t least;
    size_t times;
};

static struct nearest nearest_of(const struct hits *hits, uint32_t pattern)
{
    struct nearest found = {UINT32_MAX, 0};
    for (size_t h = 0; h < hits->n; h++) {
        const struct hit *hit = &hits->v[h];
        if (hit->pattern == pattern && hit->distance < found.least)
            found = (struct nearest){hit->distance, 0};
        found.times += hit->pattern == pattern && hit->distance == found.least;
    }
    return found;
}

/* The least distance in a text, which the engine's own limit in best mode must not pass. */
TEST_WITH(best, NULL, tell_engine)
{
    struct random r = random_open(2, 0);
    for (int i = 0; i < (int)in_breadth(CASES); i++) {
        struct trial t;
        trial_draw(&t, &r);
        for (size_t p = 0; p < t.query->npatterns; p++)
            t.query->patterns[p].k = greatest(&t.query->patterns[p]);
        query_measure(t.query);
        t.query->best = true;
        t.query->report.lowers = LOWERS_ENDS;
        struct chunk chunk = make_chunk(&t, 0, t.text.n);
        struct hits expected = {0}, actual = {0};
        scan_once(scalar, &t, &chunk, &expected);
        const struct engine *e;
        for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
            scan_once(e, &t, &chunk, &actual);
            for (uint32_t p = 0; p < t.query->npatterns; p++) {
                struct nearest want = nearest_of(&expected, p), got = nearest_of(&actual, p);
                assert_int_equal(got.least, want.least);
                assert_int_equal(got.times, want.times);
            }
        }
        hits_free(&expected);
        hits_free(&actual);
        chunk_free(&chunk);
        trial_free(&t);
    }
}

/* Returns how many hits are at most `slack` farther than the least distance. */
static size_t near_hits(const struct hits *hits, uint32_t slack)
{
    uint32_t most = nearest_of(hits, 0).least + slack;
    size_t n = 0;
    for (size_t h = 0; h < hits->n; h++)
        n += hits->v[h].distance <= most;
    return n;
}

/* A pattern so long that the engine looks for near ends by a filter first: the nearest ones, which
 * have about `noise` percent of errors, are below the filter's limit, at it, or above. */
TEST_WITH(levels, NULL, tell_engine)
{
    enum { M = 1500, TEXT = 40000, PLANTED = 3 };
    static const unsigned noises[] = {0, 3, 6, 7, 8, 9, 20, 100};
    struct random r = random_open(6, 0);
    for (size_t i = 0; i < 3 * sizeof noises / sizeof *noises; i++) {
        struct trial t = {.metric = METRIC_LEVENSHTEIN, .letters = 26, .npatterns = 1};
        t.patterns[0].p = malloc(4 * M);
        t.text.p = malloc(TEXT + 8 * PLANTED * M);
        while (t.patterns[0].n < M)
            add_letter(&t.patterns[0], &t, random_below(&r, t.letters));
        for (size_t j = 0; j < PLANTED; j++) {
            for (size_t n = random_below(&r, TEXT / PLANTED); n > 0; n--)
                add_letter(&t.text, &t, random_below(&r, t.letters));
            plant(&t, &r, noises[i / 3]);
        }
        while (t.text.n < TEXT)
            add_letter(&t.text, &t, random_below(&r, t.letters));
        compile(&t, &r);
        t.query->patterns[0].k = greatest(&t.query->patterns[0]);
        query_measure(t.query);
        t.query->best = true;
        t.query->report.lowers = LOWERS_ENDS;
        t.query->report.slack = i % 3 == 0 ? 0 : (uint32_t)random_below(&r, 80);
        struct chunk chunk = make_chunk(&t, 0, t.text.n);
        struct hits expected = {0}, actual = {0};
        scan_once(scalar, &t, &chunk, &expected);
        const struct engine *e;
        for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
            scan_once(e, &t, &chunk, &actual);
            assert_int_equal(nearest_of(&actual, 0).least, nearest_of(&expected, 0).least);
            assert_int_equal(near_hits(&actual, t.query->report.slack),
                             near_hits(&expected, t.query->report.slack));
        }
        hits_free(&expected);
        hits_free(&actual);
        chunk_free(&chunk);
        trial_free(&t);
    }
}

/* The limit falls from m - 1 to 0 in a text, and is as high again for the next one: what the scan
 * has learned of the low limit does not hold for the high one. */
TEST_WITH(rising, NULL, tell_engine)
{
    enum { M = 18, OTHERS = 5 };
    struct random r = random_open(5, 0);
    struct trial t = {.metric = METRIC_LEVENSHTEIN, .letters = 20, .npatterns = 1};
    t.patterns[0].p = malloc(4 * LONGEST);
    t.text.p = malloc(4 * LONGEST);
    while (t.patterns[0].n < M)
        add_letter(&t.patterns[0], &t, 0);
    while (t.text.n <= 2 * (size_t)M)
        add_letter(&t.text, &t, 0);
    for (size_t i = 1; i <= OTHERS; i++)
        add_letter(&t.text, &t, i);
    compile(&t, &r);
    t.query->patterns[0].k = greatest(&t.query->patterns[0]);
    query_measure(t.query);
    t.query->best = true;
    t.query->report.lowers = LOWERS_ENDS;
    struct chunk chunk = make_chunk(&t, 0, t.text.n);
    struct hits hits = {0};
    const struct engine *e;
    for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
        struct engine_scan *s = e->open(t.query, t.alphabet, &t.bests, t.shared);
        for (int text = 0; text < 3; text++) {
            scan_checked(e, s, t.query, &chunk, SIZE_MAX, &hits);
            struct nearest got = nearest_of(&hits, 0);
            assert_int_equal(got.least, 0);
            assert_int_equal(got.times, M + 2);
        }
        e->close(s);
    }
    hits_free(&hits);
    chunk_free(&chunk);
    trial_free(&t);
}

/* With whole records, one that is much longer than the pattern is not reported: its score does not
 * outgrow the counter. In 1,000 records some score would. */
TEST_WITH(long_records, NULL, tell_engine)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    struct random r = random_open(6, 0);
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        enum { M = 10, K = 2, RECORDS = 1000 };
        struct trial t = {.metric = metrics[i], .letters = 20, .npatterns = 1};
        t.patterns[0].p = malloc(4 * LONGEST);
        t.text.p = malloc((size_t)RECORDS * LONGEST);
        while (t.patterns[0].n < M)
            add_letter(&t.patterns[0], &t, random_below(&r, t.letters));
        for (size_t record = 0; record < RECORDS; record++) {
            for (size_t n = random_between(&r, M + K + 1, LONGEST - 1); n > 0; n--)
                add_letter(&t.text, &t, random_below(&r, t.letters));
            t.text.p[t.text.n++] = '\n';
        }
        compile(&t, &r);
        t.query->patterns[0].k = K;
        t.query->line = t.query->report.rising = true;
        query_measure(t.query);
        struct chunk chunk = make_chunk(&t, 0, t.text.n);
        struct hits hits = {0};
        const struct engine *e;
        for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
            scan_once(e, &t, &chunk, &hits);
            assert_int_equal(hits.n, 0);
        }
        hits_free(&hits);
        chunk_free(&chunk);
        trial_free(&t);
    }
}

/* Lowers the shared limit step by step, as other threads do while an engine scans. */
static void *lower_limit(void *trial)
{
    struct trial *t = trial;
    for (uint32_t limit = greatest(&t->query->patterns[0]); limit > 0; limit--) {
        const struct timespec pause = {0, 20000};
        atomic_store(&t->bests.all, limit);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

/* Each hit is one of all, with its distance. */
static void assert_among(const struct hits *all, const struct hits *some)
{
    for (size_t s = 0, n = 0; s < some->n; s++, n++) {
        while (n < all->n &&
               (all->v[n].end != some->v[s].end || all->v[n].pattern != some->v[s].pattern))
            n++;
        assert_true(n < all->n);
        assert_int_equal(some->v[s].distance, all->v[n].distance);
    }
}

/* A limit that falls during a scan changes no distance that is reported. */
TEST_WITH(falling, NULL, tell_engine)
{
    struct random r = random_open(4, 0);
    for (int i = 0; i < CASES / 4; i++) {
        struct trial t;
        pthread_t thread;
        trial_draw(&t, &r);
        for (size_t p = 0; p < t.query->npatterns; p++)
            t.query->patterns[p].k = greatest(&t.query->patterns[p]);
        query_measure(t.query);
        t.query->report.rising = true;
        struct chunk chunk = make_chunk(&t, 0, t.text.n);
        struct hits all = {0}, some = {0};
        scan_once(scalar, &t, &chunk, &all);
        t.query->best = true;                 /* so that the engine looks at the limit, and */
        t.query->report.lowers = LOWERS_NONE; /* does not lower it by itself */
        const struct engine *e;
        for (size_t n = 0; (e = next_engine(&t, &n)) != NULL;) {
            t.bests = DISTANCE_BOUNDS_TOGETHER;
            struct engine_scan *x = e->open(t.query, t.alphabet, &t.bests, t.shared);
            assert_int_equal(pthread_create(&thread, NULL, lower_limit, &t), 0);
            scan_checked(e, x, t.query, &chunk, SIZE_MAX, &some);
            assert_int_equal(pthread_join(thread, NULL), 0);
            e->close(x);
            assert_among(&all, &some);
        }
        hits_free(&all);
        hits_free(&some);
        chunk_free(&chunk);
        trial_free(&t);
    }
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
