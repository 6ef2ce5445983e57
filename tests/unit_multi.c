/*
 * unit_multi.c - many patterns at once (scan/multi.h): every engine against the scalar engine,
 * which searches for each pattern separately.
 *
 * Sets of 1 to 3,000 patterns of 1 to 60 items, each with its own k; some share prefixes, contain
 * each other, or are equal; some have sets of characters. The text has occurrences with errors.
 * Pieces cover the patterns either at any cost or as the estimates decide. Tables may have only 4
 * bits, so that nearly every position of the text is looked up and every bucket holds q-grams of
 * many patterns.
 */
#include <pthread.h>

#include "breadth.h"
#include "scan/multi.h"
#include "scan/multi_selectors.h"
#include "scan/sliced_scan.h"
#include "trial.h"

enum {
    CASES = 120,
    LONGEST = 60,
    MOST_PATTERNS = 3000,
    CHUNKS = 3,
    WORK = 8000000,
    BYTES = 8,
    MOST_HITS = 1 << 19
};

/* Appends a character; with -P sometimes a set of two characters, or the set of all. */
static void add_item(const struct trial *t, struct random *r, struct pattern_source *p)
{
    if (!t->rules.classes || random_percent(r, 90)) {
        add_letter(t, p->text, &p->length, random_next(r));
    } else if (random_percent(r, 20)) {
        p->text[p->length++] = '.';
    } else {
        p->text[p->length++] = '[';
        add_letter(t, p->text, &p->length, random_next(r));
        add_letter(t, p->text, &p->length, random_next(r));
        p->text[p->length++] = ']';
    }
}

/* Draws a pattern, which may share a prefix with an earlier one, or contain it. */
static void draw_pattern(struct trial *t, struct random *r, size_t number)
{
    struct pattern_source *p = &t->sources[number];
    size_t m = random_percent(r, 50) ? random_log(r, LONGEST) : random_between(r, 12, 30);
    p->text = malloc(LONGEST * BYTES * 2 + BYTES);
    assert_non_null(p->text);
    if (number > 0 && !t->rules.classes && random_percent(r, 25)) {
        const struct pattern_source *other = &t->sources[random_below(r, number)];
        assert_non_null(other->text);
        p->length = other->length < LONGEST * 2 ? other->length : 0;
        memcpy(p->text, other->text, p->length);
        m = random_below(r, 10) + (p->length == 0);
    }
    for (size_t i = 0; i < m; i++)
        add_item(t, r, p);
}

static void draw_text(struct trial *t, struct random *r, size_t n)
{
    unsigned often = (unsigned)random_below(r, 6);
    t->text = malloc(n + (size_t)LONGEST * BYTES * 2);
    assert_non_null(t->text);
    while (t->length < n)
        if (random_below(r, 100) < often && !t->rules.classes)
            plant(t, r, (unsigned)random_below(r, 20));
        else if (t->record > 0 && random_below(r, t->record) == 0)
            t->text[t->length++] = '\n';
        else
            add_text(t, random_next(r));
}

/* Edits have costs in the current test. */
static bool with_costs;

static void trial_draw(struct trial *t, enum metric metric, bool best, struct random *r)
{
    static const unsigned letters[] = {2, 4, 5, 20, 26, 26, 300};
    *t = (struct trial){.rules = {.metric = metric, .utf8 = true, .limited = true},
                        .letters = letters[random_below(r, sizeof letters / sizeof *letters)],
                        .record = random_percent(r, 60) ? (unsigned)random_between(r, 20, 400) : 0};
    t->rules.classes = t->letters <= 26 && random_percent(r, 20);
    t->rules.ignore_case = random_percent(r, 15);
    if (with_costs) {
        t->rules.metric = METRIC_LEVENSHTEIN;
        t->rules.costs.given = true;
        t->rules.costs.edits = draw_edits(r);
    }
    t->npatterns = random_log(r, random_percent(r, 30) && !with_costs ? MOST_PATTERNS : 100);
    t->sources = calloc(t->npatterns, sizeof *t->sources);
    assert_non_null(t->sources);
    for (size_t p = 0; p < t->npatterns; p++)
        draw_pattern(t, r, p);
    size_t longest = (with_costs ? WORK / 8 : WORK) / t->npatterns;
    draw_text(t, r, (size_t)random_between(r, 100, longest < 60000 ? longest : 60000));
    trial_compile(t, t->sources, &t->rules);
    for (size_t p = 0; p < t->query->npatterns; p++) {
        struct pattern *x = &t->query->patterns[p];
        uint32_t k = (uint32_t)(random_percent(r, 80) ? random_below(r, 5) : random_log(r, x->m));
        x->k = k < pattern_vacuous(x) && !best ? k : pattern_vacuous(x) - 1;
    }
    query_measure(t->query);
    t->query->report.rising = random_percent(r, 20);
    t->query->best = best;
    t->query->report.lowers = best ? LOWERS_ENDS : LOWERS_NONE;
    trial_open(t);
    multi_least = 1;
    qgram_cover_always = random_percent(r, 70);
    qgram_cover_bitmap = random_percent(r, 50) ? GRAMS_BITMAP : 2;
}

static void trial_free(struct trial *t)
{
    multi_least = MULTI_LEAST;
    qgram_cover_always = false;
    qgram_cover_bitmap = GRAMS_BITMAP;
    trial_close(t);
}

/* Keeps only the hits of the least distance of all. */
static void leave_best(struct hits *hits)
{
    uint32_t least = UINT32_MAX;
    size_t kept = 0;
    for (size_t i = 0; i < hits->n; i++)
        least = hits->v[i].distance < least ? hits->v[i].distance : least;
    for (size_t i = 0; i < hits->n; i++)
        if (hits->v[i].distance == least)
            hits->v[kept++] = hits->v[i];
    hits->n = kept;
}

/* Totals over the trials of a test. */
struct done {
    size_t found, covered, candidates, verified;
};

/* Exchanges the bounds of two patterns with each chunk, as when another input begins: together the
 * bounds stay the same. */
static void exchange_bounds(struct trial *t, size_t chunk)
{
    for (size_t p = 0; p < t->bests.n; p++)
        atomic_store(&t->bests.each[p], (p + chunk) % 2 == 0 ? 0 : 2);
}

/* Keeps the hits of each pattern's least distance, if it is within the bound. */
static void leave_each(const struct trial *t, struct hits *hits)
{
    uint32_t least[MOST_PATTERNS];
    size_t kept = 0;
    for (size_t p = 0; p < t->query->npatterns; p++)
        least[p] = distance_bounds_limit(&t->bests, &t->query->patterns[p]);
    for (size_t i = 0; i < hits->n; i++)
        if (hits->v[i].distance < least[hits->v[i].pattern])
            least[hits->v[i].pattern] = hits->v[i].distance;
    for (size_t i = 0; i < hits->n; i++)
        if (hits->v[i].distance == least[hits->v[i].pattern])
            hits->v[kept++] = hits->v[i];
    hits->n = kept;
}

/* Keeps the first hit of each record that begins in the owned range. All owned ends of a record
 * that begins before it may be rising ones, which engines may omit. */
static void leave_first(const struct chunk *c, struct hits *hits)
{
    size_t kept = 0, behind = chunk_record_end(c, c->own.begin, c->length);
    for (size_t i = 0; i < hits->n; i++) {
        struct hit h = hits->v[i];
        if (h.end <= behind)
            continue;
        behind = chunk_record_end(c, h.end, c->length);
        hits->v[kept++] = h;
    }
    hits->n = kept;
}

/* Returns whether `hits`, which are sorted by end, contain the hit. */
static bool has_hit(const struct hits *hits, const struct hit *h)
{
    size_t i = 0;
    for (size_t n = hits->n; n > 0; n /= 2)
        while (i + n <= hits->n && hits->v[i + n - 1].end < h->end)
            i += n;
    for (; i < hits->n && hits->v[i].end == h->end; i++)
        if (hits->v[i].pattern == h->pattern && hits->v[i].distance == h->distance)
            return true;
    return false;
}

/* Keeps the nearest hits of each record that begins in the owned range; of hits without errors,
 * only those with the first end. */
static void leave_nearest(const struct chunk *c, struct hits *hits)
{
    size_t kept = 0, i = 0, begin = chunk_record_end(c, c->own.begin, c->length);
    while (i < hits->n) {
        size_t end = chunk_record_end(c, hits->v[i].end, c->length), first = i;
        uint32_t least = UINT32_MAX;
        for (; i < hits->n && hits->v[i].end <= end; i++)
            least = hits->v[i].distance < least ? hits->v[i].distance : least;
        uint32_t last = UINT32_MAX;
        for (size_t j = first; j < i; j++) {
            if (hits->v[j].distance > least || hits->v[j].end > last)
                continue;
            last = least == 0 ? hits->v[j].end : last;
            if (hits->v[j].end > begin)
                hits->v[kept++] = hits->v[j];
        }
    }
    hits->n = kept;
}

/* How hits are compared with the scalar engine's. */
enum comparing { ALL, BEST, EACH, ONCE, NEAREST };

static void compare_hits(const struct trial *t, enum comparing how, const struct chunk *c,
                         struct hits *expected, struct hits *actual)
{
    struct hits *both[] = {expected, actual};
    for (size_t i = 0; i < actual->n && how >= ONCE; i++)
        assert_true(has_hit(expected, &actual->v[i]));
    for (int i = 0; i < 2; i++) {
        if (how == BEST)
            leave_best(both[i]);
        else if (how == EACH)
            leave_each(t, both[i]);
        else if (how == ONCE)
            leave_first(c, both[i]);
        else if (how == NEAREST)
            leave_nearest(c, both[i]);
    }
    for (size_t i = 0; i < actual->n && how == ONCE; i++) /* any hit of the record suffices */
        assert_true(i < expected->n && chunk_record_end(c, actual->v[i].end, c->length) ==
                                           chunk_record_end(c, expected->v[i].end, c->length));
    if (how == ONCE)
        assert_int_equal(actual->n, expected->n);
    else
        assert_same_hits(expected, actual);
}

/* others_lower: in best mode another thread lowers the limit between chunks. */
static void try_chunks(const struct engine *e, struct trial *t, enum comparing how,
                       bool others_lower, struct done *done)
{
    const struct engine *scalar = engines_find("scalar");
    struct hits expected = {0}, actual = {0};
    struct engine_ways ways;
    struct engine_scan *a = scalar->open(t->query, t->alphabet, &t->bests, t->shared);
    t->query->report.once = how == ONCE;
    t->query->report.nearest = how == NEAREST;
    struct scan_shared *shared = scan_shared_open(t->query);
    assert_non_null(shared);
    struct engine_scan *b = e->open(t->query, t->alphabet, &t->bests, shared);
    for (size_t c = 0, begin = 0, end; c < CHUNKS; c++, begin = end) {
        end = border(t, t->length * (c + 1) / CHUNKS);
        struct chunk chunk = make_chunk(t, begin, end);
        if (how == EACH) {
            exchange_bounds(t, c);
            scalar->close(a);
            a = scalar->open(t->query, t->alphabet, &t->bests, t->shared);
        }
        t->query->report.once = t->query->report.nearest = false;
        scan_checked(scalar, a, t->query, &chunk, MOST_HITS, &expected);
        t->query->report.once = how == ONCE;
        t->query->report.nearest = how == NEAREST;
        scan_checked(e, b, t->query, &chunk, MOST_HITS, &actual);
        compare_hits(t, how, &chunk, &expected, &actual);
        if (others_lower && expected.n > 0)
            distance_bounds_lower(&t->bests, expected.v[0].distance);
        done->found += expected.n;
        chunk_free(&chunk);
    }
    e->ways(b, &ways);
    if (how != NEAREST && !with_costs)
        assert_int_equal(ways.by_pieces + ways.by_rows, t->query->npatterns);
    done->covered += ways.by_pieces;
    done->candidates += ways.candidates;
    done->verified += ways.verified;
    hits_free(&expected);
    hits_free(&actual);
    scalar->close(a);
    e->close(b);
    scan_shared_close(shared);
}

/* Runs trials of a metric, or of all metrics in turn (METRICS). */
static struct done try_many(const struct engine *e, uint64_t seed, unsigned metric, int count,
                            enum comparing how)
{
    struct random r = random_open(seed, metric % METRICS);
    struct done done = {0};
    for (int i = 0; i < (int)in_breadth(count); i++) {
        struct trial t;
        trial_draw(&t, (enum metric)(metric < METRICS ? metric : (unsigned)i % METRICS),
                   how == BEST || how == EACH, &r);
        t.query->each = how == EACH;
        if (how == EACH)
            assert_true(distance_bounds_open(&t.bests, t.query, t.query->each));
        try_chunks(e, &t, how, how == BEST && (e->devices != NULL || i % 2 == 0), &done);
        if (how == EACH)
            distance_bounds_close(&t.bests);
        trial_free(&t);
    }
    return done;
}

TEST(same_as_scalar)
{
    for (unsigned metric = 0; metric < METRICS; metric++) {
        struct done done = try_many(*state, 1, metric, CASES / METRICS, ALL);
        assert_true(done.found > in_breadth(5000)); /* or the cases are too easy */
        assert_true(done.covered > in_breadth(300));
        assert_true(done.verified > in_breadth(300) / 2 && done.candidates > done.verified);
    }
}

TEST(best)
{
    struct done done = try_many(*state, 2, METRICS, CASES / 3, BEST);
    assert_true(done.found > in_breadth(100) && done.verified > in_breadth(20));
}

TEST(each)
{
    assert_true(try_many(*state, 3, METRICS, CASES / 6, EACH).found > in_breadth(100));
}

TEST(once)
{
    multi_selectors_first = 100;
    assert_true(try_many(*state, 6, METRICS, CASES / 3, ONCE).found > in_breadth(500));
    multi_selectors_first = MULTI_SELECTORS_FIRST;
}

TEST(nearest)
{
    sliced_scan_trial = 100;
    assert_true(try_many(*state, 7, METRICS, CASES / 3, NEAREST).found > in_breadth(500));
    sliced_scan_trial = SLICED_SCAN_TRIAL;
}

/* With costs, occurrences without errors are searched for first. */
TEST(costs)
{
    with_costs = true;
    sliced_scan_trial = multi_selectors_first = 100;
    assert_true(try_many(*state, 8, METRICS, CASES / 3, NEAREST).found > in_breadth(500));
    assert_true(try_many(*state, 9, METRICS, CASES / 3, ONCE).found > in_breadth(500));
    assert_true(try_many(*state, 10, METRICS, CASES / 3, ALL).found > in_breadth(500));
    sliced_scan_trial = SLICED_SCAN_TRIAL;
    multi_selectors_first = MULTI_SELECTORS_FIRST;
    with_costs = false;
}

/* A thread that scans a chunk. All threads share the query and the alphabet. */
struct scanning {
    const struct engine *engine;
    struct trial *trial;
    struct chunk chunk;
    struct hits hits;
    enum engine_status status;
    struct engine_ways ways;
};

static void *scan_chunk(void *argument)
{
    struct scanning *x = argument;
    struct engine_scan *s =
        x->engine->open(x->trial->query, x->trial->alphabet, &x->trial->bests, x->trial->shared);
    x->hits.most = MOST_HITS;
    x->status = s == NULL ? ENGINE_MEMORY : ENGINE_OK;
    for (int i = 0; i < 2 && x->status == ENGINE_OK; i++) {
        hits_clear(&x->hits);
        x->status = x->engine->submit(s, &x->chunk, x->chunk.own, &x->hits);
        if (x->status == ENGINE_OK)
            x->status = x->engine->collect(s);
        if (x->engine->ways != NULL)
            x->engine->ways(s, &x->ways);
    }
    if (s != NULL)
        x->engine->close(s);
    return NULL;
}

/* Compares the scalar engine with one thread for each chunk, twice: the second time, tables exist
 * already. */
static void try_threads(const struct engine *e, struct trial *t, struct done *done)
{
    enum { THREADS = 4 };
    struct scanning x[2][THREADS] = {0};
    pthread_t threads[THREADS];
    for (size_t i = 0, begin = 0, end; i < THREADS; i++, begin = end) {
        end = border(t, t->length * (i + 1) / THREADS);
        struct chunk chunk = make_chunk(t, begin, end);
        x[0][i] = (struct scanning){.engine = engines_find("scalar"), .trial = t, .chunk = chunk};
        x[1][i] = (struct scanning){.engine = e, .trial = t, .chunk = chunk};
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, scan_chunk, &x[1][i]), 0);
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        (void)scan_chunk(&x[0][i]);
        assert_int_equal(x[1][i].status, ENGINE_OK);
        assert_same_hits(&x[0][i].hits, &x[1][i].hits);
        done->found += x[0][i].hits.n;
        done->covered += x[1][i].ways.by_pieces;
        hits_free(&x[0][i].hits);
        hits_free(&x[1][i].hits);
        chunk_free(&x[0][i].chunk);
    }
}

TEST(threads)
{
    const struct engine *e = *state;
    struct random r = random_open(4, 0);
    struct done done = {0};
    for (int i = 0; i < (int)in_breadth(CASES / 6); i++) {
        struct trial t;
        trial_draw(&t, (enum metric)(i % METRICS), false, &r);
        try_threads(e, &t, &done);
        trial_free(&t);
    }
    assert_true(done.found > in_breadth(1000) && done.covered > in_breadth(1000));
}

/* A thread begins after others have met more characters; it can use the tables of these others. */
TEST(late_thread)
{
    static struct pattern_source sources[] = {{.text = "ab[ab]acbacabbca", .length = 16},
                                              {.text = "αβγδεζηθικλμνξοπ", .length = 32}};
    static unsigned char text[] = "x αβγδεζηθικλμνξοπ x\nx abbacbacabbca x\n";
    const struct engine *e = *state;
    struct trial t = {.rules = {.utf8 = true, .limited = true, .classes = true},
                      .text = text,
                      .length = sizeof text - 1};
    struct hits expected = {0}, actual = {0};
    t.query = (struct query *)patterns_compile(sources, 2, &t.rules);
    t.query->patterns[0].k = t.query->patterns[1].k = 1;
    query_measure(t.query);
    trial_open(&t);
    multi_least = 1;
    qgram_cover_always = true;
    struct engine_scan *early = e->open(t.query, t.alphabet, &t.bests, t.shared);
    struct chunk chunk = make_chunk(&t, 0, t.length);
    struct engine_scan *late = e->open(t.query, t.alphabet, &t.bests, t.shared);
    scan_checked(e, early, t.query, &chunk, MOST_HITS, &expected);
    scan_checked(e, late, t.query, &chunk, MOST_HITS, &actual);
    assert_true(expected.n > 2);
    assert_same_hits(&expected, &actual);
    e->close(early);
    e->close(late);
    hits_free(&expected);
    hits_free(&actual);
    chunk_free(&chunk);
    t.text = NULL;
    trial_free(&t);
}

/* A changing text: random letters, then lines with the common prefix of all patterns, then random
 * letters again. */
enum { CHANGE_PATTERNS = 40, CHANGE_CHUNK = 1 << 16, CHANGE_FIRST = 20, CHANGE_BETWEEN = 10 };

#define COMMON "username"

static void change_text(struct trial *t, struct random *r, size_t n, bool often)
{
    for (size_t end = t->length + n; t->length < end;) {
        if (random_below(r, 20000) == 0)
            plant(t, r, (unsigned)random_below(r, 20));
        for (int i = 0; i < (often ? 10 : 40); i++)
            add_text(t, random_next(r));
        if (often) {
            memcpy(t->text + t->length, COMMON, sizeof COMMON - 1);
            t->length += sizeof COMMON - 1;
        }
        t->text[t->length++] = '\n';
    }
}

/* Draws patterns of m letters. */
static void change_draw(struct trial *t, struct random *r, size_t m)
{
    *t = (struct trial){.rules = {.metric = METRIC_LEVENSHTEIN, .limited = true},
                        .letters = 26,
                        .npatterns = CHANGE_PATTERNS};
    t->sources = calloc(t->npatterns, sizeof *t->sources);
    t->text = malloc((size_t)CHANGE_CHUNK * (2 * CHANGE_FIRST + CHANGE_BETWEEN + 1));
    assert_true(t->sources != NULL && t->text != NULL);
    for (size_t p = 0; p < t->npatterns; p++) {
        t->sources[p] = (struct pattern_source){.text = malloc(m), .length = sizeof COMMON - 1};
        assert_non_null(t->sources[p].text);
        memcpy(t->sources[p].text, COMMON, sizeof COMMON - 1);
        while (t->sources[p].length < m)
            t->sources[p].text[t->sources[p].length++] = (char)('a' + random_below(r, 26));
    }
    change_text(t, r, (size_t)CHANGE_FIRST * CHANGE_CHUNK, false);
    change_text(t, r, (size_t)CHANGE_BETWEEN * CHANGE_CHUNK, true);
    change_text(t, r, (size_t)CHANGE_FIRST * CHANGE_CHUNK, false);
    trial_compile(t, t->sources, &t->rules);
    for (size_t p = 0; p < t->query->npatterns; p++)
        t->query->patterns[p].k = 2;
    query_measure(t->query);
    trial_open(t);
}

/* Sets covered[] to the number of covered patterns in the first part of the text, in the different
 * part, and at the end. */
static void follow_text(const struct engine *e, struct trial *t, uint64_t covered[3])
{
    const struct engine *scalar = engines_find("scalar");
    struct engine_scan *a = scalar->open(t->query, t->alphabet, &t->bests, t->shared);
    struct engine_scan *b = e->open(t->query, t->alphabet, &t->bests, t->shared);
    struct hits expected = {0}, actual = {0};
    struct engine_ways ways;
    for (size_t begin = 0, end, n = 0; begin < t->length; begin = end, n++) {
        end = begin + CHANGE_CHUNK < t->length ? begin + CHANGE_CHUNK : t->length;
        struct chunk chunk = make_chunk(t, begin, end);
        scan_checked(scalar, a, t->query, &chunk, MOST_HITS, &expected);
        scan_checked(e, b, t->query, &chunk, MOST_HITS, &actual);
        assert_same_hits(&expected, &actual);
        e->ways(b, &ways);
        covered[(n >= CHANGE_FIRST) + (n >= CHANGE_FIRST + CHANGE_BETWEEN)] = ways.by_pieces;
        chunk_free(&chunk);
    }
    hits_free(&expected);
    hits_free(&actual);
    scalar->close(a);
    e->close(b);
}

/* Returns whether nearly all patterns of these lengths are covered; in the middle part of the text
 * only with `between`. The result depends on the time that the filter takes, so it is tried several
 * times. */
static bool covers(const struct engine *e, struct random *r, size_t m, bool between)
{
    enum { NEARLY_ALL = CHANGE_PATTERNS - CHANGE_PATTERNS / 8, ATTEMPTS = 5 };
    bool as_wanted = false;
    for (int i = 0; i < ATTEMPTS && !as_wanted; i++) {
        struct trial t;
        uint64_t covered[3] = {0};
        change_draw(&t, r, m);
        follow_text(e, &t, covered);
        as_wanted = covered[0] >= NEARLY_ALL && covered[2] >= NEARLY_ALL &&
                    (between ? covered[1] >= NEARLY_ALL : covered[1] == 0);
        trial_free(&t);
    }
    return as_wanted;
}

/* Pieces of 32 letters can avoid the common prefix of the patterns. Pieces of 20 letters cannot:
 * where the prefix is frequent, the filter stops, and the patterns are no longer covered. */
TEST(changes)
{
    const struct engine *e = *state;
    struct random r = random_open(5, 0);
    if (e->devices != NULL)
        return;
    qgram_choice_patience = 4 * CHANGE_CHUNK;
    assert_true(covers(e, &r, 32, true));
    assert_true(covers(e, &r, 20, false));
    qgram_choice_patience = QGRAM_PATIENCE;
}

/* With an argument, runs only the engine of that name. */
int main(int argc, char **argv)
{
    int failed = 0;
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        if (engine_why_not(*e) == NULL && engine_loaded(*e)->ways != NULL &&
            (argc == 1 || strcmp((*e)->name, argv[1]) == 0))
            failed += unit_run((*e)->name, engine_loaded(*e));
    return failed > 0;
}
