/*
 * unit_qgram_choice.c - the choice that all threads share: which thread makes a new one, which
 * thread adopts it, and which patterns it leaves out. Here, threads are requests, one after the
 * other.
 */
#include "failing_allocators.h"
#include "filter/qgram_choice.h"
#include "query/distance_bounds.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "unit.h"

enum { TEXT = 1 << 16, SMALL = 1 << 12, PATTERNS = 8, LENGTH = 12, LANES = 8 };

/* Patterns, a text without them, and the choices. */
struct trial {
    unsigned char text[TEXT];
    const struct query *q;
    struct alphabet *a;
    struct qgram_choices *choices;
    struct distance_bounds bests;
};

/* A simulated thread: its codes and its request. */
struct thread {
    struct qgram_codes codes;
    struct chunk chunk;
    struct qgram_request request;
};

static void (*during)(void); /* called while a choice is made */
static unsigned made;        /* how often a choice being made has asked for costs */

static float plain_cost(const struct pattern *p, uint32_t k, size_t lanes)
{
    (void)p;
    (void)k;
    (void)lanes;
    made++;
    if (during != NULL)
        during();
    return 1000;
}

static struct qgram_costs costs = {.scan = 1,
                                   .found = 1,
                                   .candidate = 1,
                                   .bitmap = GRAMS_BITMAP,
                                   .letters = true,
                                   .stride = 1,
                                   .longest = UINT32_MAX,
                                   .plain = plain_cost};

static unsigned alphabet = 26; /* size of the alphabet */
static unsigned edits = 1;

static void open_trial(struct trial *t, bool best, bool sets)
{
    static const char set[] = "[ab]"; /* the first item, with sets */
    enum { MORE = sizeof set - 2 };
    char texts[PATTERNS][LENGTH + MORE];
    struct pattern_source sources[PATTERNS];
    struct random r = random_open(1, 0);
    for (size_t i = 0; i < PATTERNS; i++) {
        for (size_t j = 0; j < LENGTH + MORE; j++)
            texts[i][j] = (char)('a' + random_below(&r, alphabet));
        if (sets)
            memcpy(texts[i], set, sizeof set - 1);
        sources[i] =
            (struct pattern_source){.text = texts[i], .length = LENGTH + (sets ? MORE : 0)};
    }
    for (size_t i = 0; i < TEXT; i++)
        t->text[i] = (unsigned char)('a' + random_below(&r, alphabet));
    struct pattern_rules rules = {
        .limited = true, .limit = {edits, LIMIT_NONE}, .best = best, .classes = sets};
    t->q = patterns_compile(sources, PATTERNS, &rules);
    assert_non_null(t->q);
    t->a = alphabet_open(t->q, '\n');
    t->choices = qgram_choices_open(t->q, &costs);
    t->bests = DISTANCE_BOUNDS_TOGETHER;
    assert_true(t->a != NULL && t->choices != NULL);
}

static void close_trial(struct trial *t)
{
    qgram_choices_close(t->choices);
    alphabet_close(t->a);
    query_free(t->q);
}

static void open_thread(struct thread *x, struct trial *t, size_t n)
{
    *x = (struct thread){.chunk = {.bytes = t->text,
                                   .nbytes = n,
                                   .length = n,
                                   .own = {0, 0, n},
                                   .end_byte = n,
                                   .alphabet_size = alphabet_size(t->a),
                                   .delimiters.byte = '\n'}};
    bool changed;
    assert_true(qgram_codes_open(&x->codes, t->q, t->a));
    assert_true(qgram_codes_extend(&x->codes, &x->chunk, &changed));
    x->request = (struct qgram_request){.codes = &x->codes,
                                        .chunk = &x->chunk,
                                        .bests = &t->bests,
                                        .own = {0, 0, n},
                                        .part = n,
                                        .lanes = LANES};
}

/* Requests a choice. Returns whether the thread now has a new one, which may have the address of
 * the previous one. */
static bool takes_another(struct thread *x, struct trial *t, bool stands)
{
    const struct qgram_choice *before = x->request.now;
    unsigned made_before = made;
    x->request.stands = stands;
    x->request.now = qgram_choices_take(t->choices, &x->request);
    assert_non_null(x->request.now);
    return x->request.now != before || made != made_before;
}

static void close_thread(struct thread *x, struct trial *t)
{
    qgram_choices_leave(t->choices, x->request.now);
    qgram_codes_close(&x->codes);
}

/* The second thread adopts the choice of the first. If one refuses it, both get another. */
TEST(shared)
{
    static struct trial t;
    struct thread x, y;
    open_trial(&t, false, false);
    open_thread(&x, &t, TEXT);
    open_thread(&y, &t, TEXT);
    assert_true(takes_another(&x, &t, false) && takes_another(&y, &t, false));
    assert_ptr_equal(x.request.now, y.request.now);
    assert_int_equal(x.request.now->cover.ncovered, PATTERNS);
    assert_false(takes_another(&x, &t, true));
    const struct qgram_choice *first = x.request.now;
    qgram_choices_refuse(t.choices, first);
    assert_false(takes_another(&y, &t, true)); /* there is no other choice yet */
    assert_true(takes_another(&x, &t, false));
    qgram_choices_refuse(t.choices, first); /* the previous choice */
    assert_true(takes_another(&y, &t, true));
    assert_ptr_equal(x.request.now, y.request.now);
    qgram_choices_refuse(t.choices, y.request.now);
    qgram_choices_refuse(t.choices, first); /* it remains refused */
    assert_true(takes_another(&y, &t, false));
    close_thread(&x, &t);
    close_thread(&y, &t);
    close_trial(&t);
}

/* A thread with another number of lanes, or with a text much longer than the sample, does not adopt
 * a choice. */
TEST(unfit)
{
    static struct trial t;
    struct thread x, y, z;
    open_trial(&t, false, false);
    open_thread(&x, &t, SMALL);
    open_thread(&y, &t, SMALL);
    open_thread(&z, &t, TEXT);
    assert_true(takes_another(&x, &t, false));
    assert_true(takes_another(&z, &t, false));
    assert_ptr_not_equal(x.request.now, z.request.now);
    assert_true(takes_another(&x, &t, true)); /* the choice suits a small text too */
    assert_ptr_equal(x.request.now, z.request.now);
    y.request.lanes = 2 * LANES;
    assert_true(takes_another(&y, &t, false));
    assert_int_equal(y.request.now->cover.lanes, 2 * LANES);
    assert_false(takes_another(&x, &t, true));
    assert_true(takes_another(&x, &t, false));
    assert_int_equal(x.request.now->cover.lanes, LANES);
    close_thread(&x, &t);
    close_thread(&y, &t);
    close_thread(&z, &t);
    close_trial(&t);
}

/* Small texts, one after the other, are sampled together: a new choice is made each time there is
 * four times as much text, until there is enough. */
TEST(grown)
{
    static struct trial t;
    struct thread x;
    open_trial(&t, false, false);
    open_thread(&x, &t, SMALL / 8);
    size_t choices = 0;
    for (size_t i = 0; i < (size_t)2 * QGRAM_MODEL_ENOUGH / (SMALL / 8); i++)
        choices += takes_another(&x, &t, i > 0);
    assert_int_equal(choices, 4); /* 512, 2,048, 8,192 and 32,768 letters */
    assert_int_equal(x.request.now->sample, QGRAM_MODEL_ENOUGH);
    qgram_choices_refuse(t.choices, x.request.now); /* the text has changed */
    assert_true(takes_another(&x, &t, false));
    assert_int_equal(x.request.now->sample, SMALL / 8);
    close_thread(&x, &t);
    close_trial(&t);
}

/* A thread that knows more symbols adopts a choice, unless these symbols could change the codes of
 * items. */
TEST(symbols)
{
    static struct trial t;
    struct thread x, y;
    for (int sets = 0; sets < 2; sets++) {
        open_trial(&t, false, sets != 0);
        open_thread(&x, &t, TEXT);
        open_thread(&y, &t, TEXT);
        assert_int_equal(x.codes.sets, sets);
        assert_true(takes_another(&x, &t, false));
        y.codes.symbols++;
        assert_true(takes_another(&y, &t, false));
        assert_int_equal(x.request.now == y.request.now, !sets);
        assert_true(y.request.now->cover.ncovered > 0);
        for (size_t i = 0; i < y.request.now->cover.ncovered; i++) /* one item has two codes */
            assert_int_equal(y.request.now->cover.covered[i].sets, sets);
        y.codes.symbols--;
        close_thread(&x, &t);
        close_thread(&y, &t);
        close_trial(&t);
    }
}

/* In best mode each thread has its own bounds and makes its own choices. */
TEST(best)
{
    static struct trial t;
    struct thread x;
    open_trial(&t, true, false);
    assert_true(t.q->best);
    open_thread(&x, &t, TEXT);
    assert_true(takes_another(&x, &t, false));
    assert_false(takes_another(&x, &t, true));
    x.request.limits = 7;
    assert_true(takes_another(&x, &t, false));
    assert_int_equal(x.request.now->limits, 7);
    close_thread(&x, &t);
    close_trial(&t);
}

/* A costly pattern is not covered until enough text has been searched; the next time, twice as
 * much. */
TEST(blamed)
{
    static struct trial t;
    struct thread x;
    qgram_choice_patience = (uint64_t)PATTERNS << 20;
    open_trial(&t, false, false);
    open_thread(&x, &t, TEXT);
    assert_true(takes_another(&x, &t, false));
    for (uint64_t times = 1; times < 8; times *= 2) {
        for (int again = 0; again < 3; again++)
            qgram_choices_blame(t.choices, 3);
        qgram_choices_refuse(t.choices, x.request.now);
        assert_true(takes_another(&x, &t, false));
        assert_int_equal(x.request.now->blamed, 1);
        assert_int_equal(x.request.now->cover.ncovered, PATTERNS - 1);
        assert_int_equal(x.request.now->cover.nmissed, 1);
        for (size_t i = 0; i < PATTERNS - 1; i++)
            assert_true(x.request.now->cover.covered[i].number != 3);
        uint64_t left =
            times * qgram_choice_patience - TEXT; /* one part has been searched already */
        for (; left > TEXT; left -= TEXT) {
            assert_false(takes_another(&x, &t, true));
            assert_true(x.request.stands);
        }
        assert_true(takes_another(&x, &t, true));
        assert_false(x.request.stands);
        assert_int_equal(x.request.now->blamed, 0);
        assert_int_equal(x.request.now->cover.ncovered, PATTERNS);
    }
    close_thread(&x, &t);
    close_trial(&t);
    qgram_choice_patience = QGRAM_PATIENCE;
}

/* With few codes, a costly pattern is not covered by pieces with an error either. */
TEST(blamed_with_errors)
{
    static struct trial t;
    struct thread x;
    alphabet = 4;
    edits = 2;
    open_trial(&t, false, false);
    open_thread(&x, &t, TEXT);
    assert_true(takes_another(&x, &t, false));
    assert_int_equal(x.request.now->cover.ncovered, PATTERNS);
    qgram_choices_blame(t.choices, 3);
    qgram_choices_refuse(t.choices, x.request.now);
    assert_true(takes_another(&x, &t, false));
    assert_int_equal(x.request.now->cover.ncovered, PATTERNS - 1);
    close_thread(&x, &t);
    close_trial(&t);
    alphabet = 26;
    edits = 1;
}

/* A few costly patterns among many do not justify a new choice. */
TEST(not_worth)
{
    static struct trial t;
    struct thread x;
    qgram_choice_patience = TEXT;
    open_trial(&t, false, false);
    open_thread(&x, &t, TEXT);
    qgram_choices_blame(t.choices, 0);
    assert_true(takes_another(&x, &t, false));
    for (uint64_t left = (uint64_t)PATTERNS << 19; left > 2 * TEXT; left -= TEXT)
        assert_false(takes_another(&x, &t, true));
    assert_true(takes_another(&x, &t, true));
    assert_int_equal(x.request.now->blamed, 0);
    close_thread(&x, &t);
    close_trial(&t);
    qgram_choice_patience = QGRAM_PATIENCE;
}

static struct trial busy;
static struct thread standing;
static unsigned asked;

static void ask_meanwhile(void)
{
    asked++;
    assert_false(takes_another(&standing, &busy, true));
}

/* A thread with a valid choice does not wait for a thread that makes another. */
TEST(meanwhile)
{
    struct thread x;
    open_trial(&busy, false, false);
    open_thread(&standing, &busy, TEXT);
    open_thread(&x, &busy, TEXT);
    assert_true(takes_another(&standing, &busy, false));
    qgram_choices_refuse(busy.choices, standing.request.now);
    during = ask_meanwhile;
    assert_true(takes_another(&x, &busy, false));
    during = NULL;
    assert_true(asked > 0);
    assert_true(takes_another(&standing, &busy, true));
    assert_ptr_equal(x.request.now, standing.request.now);
    close_thread(&x, &busy);
    close_thread(&standing, &busy);
    close_trial(&busy);
}

/* Patterns that are too long are not covered. */
TEST(too_long)
{
    static struct trial t;
    for (unsigned longest = LENGTH - 1; longest <= LENGTH; longest++) {
        struct thread x;
        costs.longest = longest;
        open_trial(&t, false, false);
        open_thread(&x, &t, TEXT);
        assert_true(takes_another(&x, &t, false));
        assert_int_equal(x.request.now->cover.ncovered, longest == LENGTH ? PATTERNS : 0);
        assert_int_equal(x.request.now->cover.nmissed, 0); /* they have no pieces */
        close_thread(&x, &t);
        close_trial(&t);
    }
    costs.longest = UINT32_MAX;
}

/* Each allocation fails once: that request returns no choice, the next one does. */
static void run_out(bool sets)
{
    static struct trial t;
    long before = left, at = 0;
    bool failed = true;
    while (failed) {
        struct thread x;
        open_trial(&t, false, sets);
        open_thread(&x, &t, TEXT);
        fail_allocation(++at);
        x.request.now = qgram_choices_take(t.choices, &x.request);
        failed = stop_failing();
        assert_int_equal(x.request.now == NULL, failed);
        x.request.now = failed ? qgram_choices_take(t.choices, &x.request) : x.request.now;
        assert_non_null(x.request.now);
        assert_int_equal(x.request.now->cover.ncovered + x.request.now->cover.nmissed, PATTERNS);
        close_thread(&x, &t);
        close_trial(&t);
        assert_int_equal(left, before);
    }
    assert_true(at > 8);
}

/* Codes of eight bits, and codes of three bits, with which pieces may have an error, and must with
 * many edits; with and without bitmaps by letters. */
TEST(no_memory)
{
    static const unsigned letters[] = {26, 4};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        for (int sets = 0; sets < 2; sets++)
            for (int by_letters = 0; by_letters < 2; by_letters++) {
                alphabet = letters[i];
                costs.letters = by_letters != 0;
                run_out(sets != 0);
            }
    edits = 5;
    run_out(false);
    edits = 1;
    alphabet = letters[0];
}

/* The allocation fails with which a thread extends its codes to those of a choice. */
TEST(no_memory_for_codes)
{
    static struct trial t;
    struct thread x, y;
    open_trial(&t, false, false);
    open_thread(&x, &t, TEXT);
    open_thread(&y, &t, TEXT);
    y.codes.symbols--; /* x has met more symbols */
    assert_true(takes_another(&x, &t, false));
    fail_allocation(1);
    assert_null(qgram_choices_take(t.choices, &y.request));
    assert_true(stop_failing());
    assert_true(takes_another(&y, &t, false));
    assert_ptr_equal(x.request.now, y.request.now);
    assert_int_equal(x.codes.symbols, y.codes.symbols);
    close_thread(&x, &t);
    close_thread(&y, &t);
    close_trial(&t);
}
