/*
 * unit_plan.c - rates, and contests timed by a fake clock: the time that each way takes is
 * simulated, so that the promises of contest.h can be checked exactly.
 */
#include <math.h>
#include <unistd.h>

#include "base/trace.h"
#include "capture.h"
#include "fake_clock.h"
#include "plan/contest.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "scan/engine.h"
#include "unit.h"

enum { CHUNK = 1 << 20, STEPS = 64 /* of a way in a chunk */ };

TEST(names)
{
    const char *unknown = "sieve,what,rows";
    for (enum way way = 0; way < WAYS; way++) {
        assert_null(ways_force(way_name(way)));
        assert_int_equal(ways_forced, 1U << way);
    }
    assert_null(ways_force("sieve,rows,"));
    assert_int_equal(ways_forced, 1U << WAY_SIEVE | 1U << WAY_ROWS);
    assert_ptr_equal(ways_force(unknown), unknown + 6);
    assert_int_equal(ways_forced, 1U << WAY_SIEVE | 1U << WAY_ROWS);
    assert_non_null(ways_force("row"));
    assert_non_null(ways_force("rowss"));
    assert_non_null(ways_force(","));
    assert_null(ways_force(NULL));
    assert_int_equal(ways_forced, 0);
    assert_int_equal(setenv("EDGREP_PLAN", "rows", 1), 0);
    ways_begin();
    assert_int_equal(ways_forced, 1U << WAY_ROWS);
    assert_int_equal(unsetenv("EDGREP_PLAN"), 0);
    ways_begin();
    assert_int_equal(ways_forced, 0);
}

TEST_WITH(means, set_clock, unset_clock)
{
    struct rate r = {0};
    assert_true(rate_factor(&r) == rates_machine());
    for (int i = 0; i < 40; i++)
        rate_add(&r, 100, 700);
    assert_true(rate_factor(&r) > 6.99F && rate_factor(&r) < 7.01F);
    rate_add(&r, 100, 1500);
    assert_true(rate_factor(&r) > 10.9F && rate_factor(&r) < 11.1F);
    rate_add(&r, 100, 300);
    assert_true(rate_factor(&r) > 4.9F && rate_factor(&r) < 5.1F);
    rate_add(&r, 1, 1e9); /* a disturbed measurement */
    assert_true(rate_factor(&r) > 15 && rate_factor(&r) < 40);
    for (int i = 0; i < 40; i++)
        rate_add(&r, 10, 20);
    assert_true(rate_factor(&r) > 1.99F && rate_factor(&r) < 2.01F);
    rate_add(&r, 0, 20); /* no time was predicted: only this is recorded */
    assert_true(rate_factor(&r) > 0 && rate_factor(&r) < 1.99F);
    r.n = UINT32_MAX;
    rate_add(&r, 10, 20);
    assert_int_equal(r.n, UINT32_MAX);
}

/* Two ways to process a chunk, with the ns that each really takes. */
struct ways {
    struct contest_way v[2];
    double takes[2];
};

/* Lets a way process the rest of a chunk. Returns the number of steps done. */
static size_t work(struct contest_turn *t, double takes, size_t from)
{
    size_t step = from;
    bool good = true;
    while (step < STEPS && good) {
        now += (uint64_t)(takes / STEPS);
        step++;
        good = !t->taken.stops ||
               contest_spend(t, t->taken.predicted / STEPS, (step - from) * (CHUNK / STEPS));
    }
    contest_end(t, (step - from) * (CHUNK / STEPS));
    return step;
}

/* Processes one chunk. Returns the nanoseconds it took. */
static double chunk(struct contest *c, const struct ways *w)
{
    struct contest_turn t, rest;
    uint64_t begin = now;
    enum way taken = contest_begin(&t, c, "test", w->v, 2, CHUNK, CHUNK);
    unsigned i = taken == w->v[1].way;
    size_t done = work(&t, w->takes[i], 0);
    if (t.stopped) {
        size_t from = t.taken.keeps ? done : 0, left = CHUNK - from * (CHUNK / STEPS);
        struct contest_way other = w->v[1 - i];
        other.predicted *= (double)left / CHUNK;
        (void)contest_begin(&rest, c, "test", &other, 1, left, left);
        rest.taken.stops = false;
        (void)work(&rest, w->takes[1 - i], from);
    }
    return (double)(now - begin);
}

/* A filter whose real time changes randomly from stretch to stretch of the text, beside a way of
 * constant speed: together they take at most 1.5 times as long as the better one alone, even if the
 * constants are wrong. */
TEST_WITH(promise, set_clock, unset_clock)
{
    for (uint64_t round = 0; round < 300; round++) {
        struct random r = random_open(1, round);
        struct contest c = {0};
        double rows = 2e5 + (double)random_below(&r, 3000000);
        struct ways w = {.v = {{WAY_PIECES, 5e4, true, true}, {WAY_ROWS, 1e6, false, false}},
                         .takes = {0, rows}};
        double sums[2] = {0}, taken = 0;
        for (int stretch = 0; stretch < 60; stretch++) {
            bool rare = random_percent(&r, 50);
            size_t chunks = 1 + random_below(&r, 9);
            for (size_t i = 0; i < chunks; i++) {
                w.takes[0] = rare ? 3e4 : rows * (0.5 + (double)random_below(&r, 30));
                double took = chunk(&c, &w);
                if (stretch == 0)
                    continue; /* nothing has been measured yet */
                sums[0] += w.takes[0];
                sums[1] += w.takes[1];
                taken += took;
            }
        }
        double best = sums[0] < sums[1] ? sums[0] : sums[1];
        if (taken > 1.5 * best)
            print_error("round %llu: %.0f ns, alone %.0f and %.0f ns\n", (unsigned long long)round,
                        taken, sums[0], sums[1]);
        assert_true(taken <= 1.5 * best);
    }
}

/* If one way is always faster, the other costs a few percent at most, whatever the constants are.
 */
TEST_WITH(constant, set_clock, unset_clock)
{
    for (unsigned keeps = 0; keeps < 2; keeps++)
        for (int factor = 2; factor < 200; factor *= 3) {
            struct contest c = {0};
            struct ways w = {
                .v = {{WAY_PIECES, 1e5, true, keeps != 0}, {WAY_ROWS, 1e5, false, false}},
                .takes = {1e6 * factor, 1e6}};
            double taken = 0;
            for (int i = 0; i < 1000; i++)
                taken += i < 5 ? 0 * chunk(&c, &w) : chunk(&c, &w);
            assert_true(taken <= 1.04 * 995 * 1e6);
            /* The other way becomes the faster one. The contest notices when the latest trial has
             * been paid for. */
            w.takes[0] = 1e6 / factor;
            taken = 0;
            for (int i = 0; i < 1000; i++)
                taken += chunk(&c, &w);
            assert_true(taken <= 1.5 * 1000 * 1e6 / factor + 8e6 * factor);
        }
}

/* A way that takes far longer than predicted stops after part of its work. */
TEST_WITH(burnt, set_clock, unset_clock)
{
    struct contest c = {0};
    struct ways w = {.v = {{WAY_PIECES, 1e4, true, true}, {WAY_ROWS, 1e5, false, false}},
                     .takes = {1e4, 1e5}};
    assert_true(chunk(&c, &w) < 1.1e4);
    w.takes[0] = 1e7; /* it stops before an eighth is done: the clock is read ever more rarely */
    assert_true(chunk(&c, &w) < 1e7 / 16 + 1.3e5);
    assert_int_equal(c.taken[WAY_PIECES] + c.taken[WAY_ROWS], 2 * CHUNK);
}

/* A way that stops and keeps nothing has cost its own time and its rival's; the contest learns this
 * sum. */
TEST_WITH(given_up, set_clock, unset_clock)
{
    struct contest c = {0};
    struct contest_turn t;
    struct contest_way ways[2] = {{WAY_PIECES, 1e5, true, false}, {WAY_ROWS, 1.01e5, false, false}};
    struct rate expected = {0};
    rate_add(&expected, 1, 1);
    rate_add(&c.rates[WAY_PIECES], 1, 1);
    rate_add(&c.rates[WAY_ROWS], 1, 1);
    assert_int_equal(contest_begin(&t, &c, "test", ways, 2, CHUNK, CHUNK), WAY_PIECES);
    uint64_t begin = now;
    while (contest_check(&t, CHUNK / 10 * 9))
        now += 1000;
    assert_true(t.stopped && !t.trial);
    assert_true((double)(now - begin) < 0.8 * t.other); /* its result would be lost */
    contest_end(&t, CHUNK / 10 * 9);
    rate_add(&expected, 1e5, (double)(now - begin) + t.other);
    assert_true(rate_factor(&c.rates[WAY_PIECES]) > 0.99F * rate_factor(&expected));
    assert_true(rate_factor(&c.rates[WAY_PIECES]) < 1.01F * rate_factor(&expected));
}

/* A turn learns the time of the part that is done; if the rival repeats the work, the time of all
 * the work. */
TEST_WITH(learnt, set_clock, unset_clock)
{
    static const struct {
        bool failed;
        size_t work, done;
        double took, predicted;
    } cases[] = {{false, CHUNK, CHUNK / 4, 5e4, 2.5e4},
                 {false, CHUNK, 0, 2e3, 1e5 / 64}, /* too short to be measured */
                 {false, 0, 0, 2e5, 1e5},
                 {true, CHUNK, CHUNK / 4, 1e4, 1e5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contest c = {.rates[WAY_PIECES] = {1, 1}, .rates[WAY_ROWS] = {1, 1}};
        struct contest_turn t;
        const struct contest_way ways[] = {{WAY_PIECES, 1e5, true, true},
                                           {WAY_ROWS, 2e5, false, false}};
        struct rate expected = {1, 1};
        assert_int_equal(contest_begin(&t, &c, "test", ways, 2, cases[i].work, CHUNK), WAY_PIECES);
        now += (uint64_t)cases[i].took;
        t.failed = cases[i].failed;
        contest_end(&t, cases[i].done);
        rate_add(&expected, cases[i].predicted, cases[i].took + (t.failed ? 2e5 : 0));
        assert_true(rate_factor(&c.rates[WAY_PIECES]) > 0.99F * rate_factor(&expected));
        assert_true(rate_factor(&c.rates[WAY_PIECES]) < 1.01F * rate_factor(&expected));
    }
}

/* A turn stops after this share of its rival's time. The savings are bounded. */
TEST_WITH(slack, set_clock, unset_clock)
{
    static const struct {
        float saved;
        uint32_t measured;
        size_t work;
        double share;
    } cases[] = {{0, 1, CHUNK, 0.25},
                 {0, 1, 0, 0.25},
                 {0, 0, CHUNK, 1},
                 {1e7F, 1, CHUNK, 0.0625},
                 {1e7F, 0, CHUNK, 0.25}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool trial = cases[i].saved > 0;
        struct contest c = {.savings = cases[i].saved, .rates[WAY_ROWS] = {1, 9}};
        struct contest_turn t;
        const struct contest_way ways[] = {{WAY_PIECES, trial ? 9e5 : 1e4, true, true},
                                           {WAY_ROWS, 1e5, false, false}};
        c.rates[WAY_PIECES] = (struct rate){1, cases[i].measured};
        assert_int_equal(contest_begin(&t, &c, "test", ways, 2, cases[i].work, CHUNK), WAY_PIECES);
        assert_true(t.trial == trial);
        uint64_t begin = now;
        while (contest_check(&t, 0))
            now += 100;
        double took = (double)(now - begin) - 1000;
        assert_true(took > 0.98 * cases[i].share * 1e5 && took < 1.02 * cases[i].share * 1e5);
        now += 100000000000;
        contest_end(&t, 0);
        assert_true(trial ? c.savings < cases[i].saved : c.savings == 1e8F);
    }
}

/* The lines that EDGREP_TRACE=plan prints for a trial that fails. */
TEST_WITH(traced, set_clock, unset_clock)
{
    static const struct contest_way ways[] = {{WAY_ROWS, 1e6, false, false},
                                              {WAY_PIECES, 1.01e6, true, false}};
    struct contest c = {.savings = 2e4, .rates[WAY_PIECES] = {1, 9}, .rates[WAY_ROWS] = {1, 9}};
    struct contest_turn t;
    capture_begin(STDERR_FILENO);
    trace_rooms = 1U << TRACE_PLAN;
    (void)contest_begin(&t, &c, "test", ways, 2, CHUNK, CHUNK);
    now += 2000;
    t.failed = true;
    contest_end(&t, CHUNK / 4);
    trace_rooms = 0;
    const char *lines = capture_end();
    assert_non_null(strstr(lines, " main plan: test: a trial of pieces, 1010.0 us for 1048576 "
                                  "bytes; rows would take 1000.0 us\n"));
    assert_non_null(strstr(lines, " main plan: pieces fails after 2.0 us, 25% of the work\n"));
}

/* A way was measured once, while it was disturbed, and is really the fastest: it gets another
 * trial, though another way is cheaper to try. */
TEST_WITH(rare_trial, set_clock, unset_clock)
{
    struct contest c = {0};
    struct contest_way ways[3] = {{WAY_PIECES, 1e6, true, true},
                                  {WAY_BIT_NFA, 1e6, false, false},
                                  {WAY_LAZY_DFA, 1e6, true, true}};
    static const double takes[3] = {3e6, 1e6, 6e6};
    c.rates[WAY_PIECES] = (struct rate){3, 1};
    c.rates[WAY_BIT_NFA] = (struct rate){4, 1};
    c.rates[WAY_LAZY_DFA] = (struct rate){6, 1};
    double best = 0;
    for (int i = 0; i < 200; i++) {
        struct contest_turn t;
        enum way way = contest_begin(&t, &c, "test", ways, 3, CHUNK, CHUNK);
        size_t done = work(&t, takes[way == WAY_PIECES ? 0 : way == WAY_BIT_NFA ? 1 : 2], 0);
        best += way == WAY_BIT_NFA ? (double)done / STEPS : 0;
    }
    assert_true(best > 100);
}

/* A trial costs the time by which the way is slower than the best one; a way that can stop costs no
 * more than the time until it stops. */
TEST_WITH(trial_prices, set_clock, unset_clock)
{
    static const struct {
        double own, savings;
        bool stops, tried;
    } cases[] = {{1.01e6, 2e4, true, true},
                 {1.01e6, 5e3, true, false},
                 {1.5e6, 7e4, true, true},
                 {1.5e6, 7e4, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contest c = {.savings = cases[i].savings};
        struct contest_turn t;
        struct contest_way ways[2] = {{WAY_ROWS, 1e6, false, false},
                                      {WAY_PIECES, cases[i].own, cases[i].stops, false}};
        for (unsigned w = 0; w < 2; w++)
            rate_add(&c.rates[ways[w].way], 1, 1);
        assert_int_equal(contest_begin(&t, &c, "test", ways, 2, CHUNK, CHUNK),
                         cases[i].tried ? WAY_PIECES : WAY_ROWS);
        assert_int_equal(t.trial, cases[i].tried);
        contest_end(&t, CHUNK);
    }
}

/* Work outside a turn changes the factor of its way, unless it is short. */
TEST_WITH(outside, set_clock, unset_clock)
{
    struct contest c = {0};
    contest_learn(&c, WAY_ROWS, 100, contest_clock(100));
    assert_int_equal(atomic_load(&c.rates[WAY_ROWS].n), 0);
    float before = rate_factor(&c.rates[WAY_ROWS]);
    uint64_t begin = contest_clock(1e6);
    now += 3000000;
    contest_learn(&c, WAY_ROWS, 1e6, begin);
    assert_int_equal(atomic_load(&c.rates[WAY_ROWS].n), 1);
    assert_true(before < 3 && rate_factor(&c.rates[WAY_ROWS]) > before);
    assert_int_equal(atomic_load(&c.rates[WAY_QGRAMS].n), 0);
}

/* Small work does not read the clock; the predicted time bounds it. */
TEST_WITH(small, set_clock, unset_clock)
{
    struct contest c = {0};
    struct contest_turn t;
    struct contest_way ways[2] = {{WAY_PIECES, 10, true, true}, {WAY_ROWS, 300, false, false}};
    assert_int_equal(contest_begin(&t, &c, "test", ways, 2, 100, 100), WAY_PIECES);
    assert_int_equal(t.start, 0);
    double spent = 0;
    for (; contest_spend(&t, 10, 0); spent += 10)
        assert_true(spent < 2000);
    contest_end(&t, 0);
    assert_int_equal(c.rates[WAY_PIECES].n, 0);
}

/* Of ways that take equally long, the first is chosen. */
TEST_WITH(equal_ways, set_clock, unset_clock)
{
    struct contest c = {0};
    struct contest_turn t;
    struct contest_way ways[2] = {{WAY_PIECES, 300, true, true}, {WAY_ROWS, 300, false, false}};
    assert_int_equal(contest_begin(&t, &c, "test", ways, 2, 100, 100), WAY_PIECES);
    contest_end(&t, 100);
}

TEST_WITH(forced, set_clock, unset_clock)
{
    struct contest c = {0};
    struct contest_turn t;
    struct contest_way ways[2] = {{WAY_PIECES, 10, true, true}, {WAY_ROWS, 1e7, false, false}};
    assert_null(ways_force("rows,sieve"));
    assert_int_equal(contest_begin(&t, &c, "test", ways, 2, 100, 100), WAY_ROWS);
    assert_int_equal(t.rival, WAY_NONE);
    assert_true(contest_spend(&t, 1e12, 0)); /* no other way may take over */
    contest_end(&t, 100);
    assert_null(ways_force("sieve"));
    assert_int_equal(contest_begin(&t, &c, "test", ways, 2, 100, 100), WAY_PIECES);
    contest_end(&t, 100);
    assert_null(ways_force(NULL));
}

/* contest_burn multiplies the time of a way by its factor: slow_way depends on that. */
TEST_WITH(made_slow, set_clock, unset_clock)
{
    enum { WORK = 10000, TIMES = 40 };
    struct contest c = {0};
    struct contest_turn t;
    const struct contest_way way = {WAY_PIECES, 1e6, true, true};
    tick = 10;
    for (unsigned slow = 0; slow < 2; slow++) {
        contest_burn[WAY_PIECES] = slow * TIMES;
        uint64_t begin = now, least = slow ? TIMES * WORK : WORK;
        (void)contest_begin(&t, &c, "test", &way, 1, CHUNK, CHUNK);
        now += WORK;
        contest_end(&t, CHUNK);
        assert_in_range(now - begin, least, least + least / 10);
    }
    contest_burn[WAY_PIECES] = 0;
}

/* A real search in which the fastest way is slowed down: the contest leaves it within its budget,
 * and the hits are the same. */
enum { SLOW_CHUNKS = 24, SLOW_TIMES = 40, SLOW_MANY = 60, TRIES = 3 };

/* Returns the nanoseconds that the search takes. *found is the sum over its hits. */
static double search(const struct query *q, const struct alphabet *a, unsigned char *text,
                     uint64_t *found)
{
    const struct engine *e = engines_find("auto");
    struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
    struct scan_shared *shared = scan_shared_open(q);
    struct hits hits = {.most = HITS_MOST};
    assert_non_null(shared);
    struct engine_scan *s = e->open(q, a, &bests, shared);
    assert_non_null(s);
    uint64_t begin = rates_now();
    *found = 0;
    for (unsigned i = 0; i < SLOW_CHUNKS; i++) {
        struct chunk c = {.bytes = text,
                          .nbytes = CHUNK,
                          .length = CHUNK,
                          .own = {0, 0, CHUNK},
                          .end_byte = CHUNK,
                          .alphabet_size = alphabet_size(a),
                          .delimiters.byte = '\n'};
        hits_clear(&hits);
        assert_int_equal(e->submit(s, &c, c.own, &hits), ENGINE_OK);
        assert_int_equal(e->collect(s), ENGINE_OK);
        for (size_t h = 0; h < hits.n; h++)
            *found += hits.v[h].end * (uint64_t)(hits.v[h].distance + 1);
    }
    double took = (double)(rates_now() - begin);
    e->close(s);
    hits_free(&hits);
    scan_shared_close(shared);
    return took;
}

/* The maximum slowdown of a search by a slow way. Builds with a sanitizer check hits, which slows
 * down each way by a different factor. */
#ifdef EDGREP_CHECK_HITS
static const double SLOWER = 5;
#else
static const double SLOWER = 1.5;
#endif

/* Searches for the patterns with and without this way slowed down. */
static void slow_down(const struct pattern_source *sources, size_t n, enum way way,
                      const char *rivals, float times)
{
    struct pattern_rules rules = {.limited = true, .limit = {2, LIMIT_NONE}};
    const struct query *q = patterns_compile(sources, n, &rules);
    assert_non_null(q);
    struct alphabet *a = alphabet_open(q, '\n');
    unsigned char *text = malloc(CHUNK);
    if (a == NULL || text == NULL)
        abort();
    struct random r = random_open(1, 0);
    for (size_t i = 0; i < CHUNK; i++)
        text[i] = random_percent(&r, 2) ? '\n' : (unsigned char)('a' + random_below(&r, 26));
    memcpy(text + CHUNK / 2, sources->text, sources->length);
    text[CHUNK / 2 + 5] = '-';
    uint64_t expected, found;
    assert_null(ways_force(rivals));
    double rival = search(q, a, text, &expected);
    assert_null(ways_force(NULL));
    (void)search(q, a, text, &found);
    assert_int_equal(found, expected);
    assert_true(expected > 0);
    double slow = INFINITY;
    for (unsigned i = 0; i < TRIES && slow > SLOWER * rival + 2e7;
         i++) { /* other programs share the processor */
        contest_burn[way] = times;
        slow = search(q, a, text, &found);
        contest_burn[way] = 0;
        assert_int_equal(found, expected);
    }
    if (slow > SLOWER * rival + 2e7)
        print_error("%.0f us, without the slow way %.0f\n", slow / 1e3, rival / 1e3);
    assert_true(slow <= SLOWER * rival + 2e7);
    free(text);
    alphabet_close(a);
    query_free(q);
}

TEST(slow_way)
{
    static const char searched_pattern[] = "the quick brown fox jumps over";
    slow_down(&(struct pattern_source){.text = (char *)searched_pattern,
                                       .length = sizeof searched_pattern - 1},
              1, WAY_PIECES, "subpattern,rows", SLOW_TIMES);
}

TEST(slow_way_of_many)
{
    enum { LENGTH = 20 };
    char texts[SLOW_MANY][LENGTH];
    struct pattern_source sources[SLOW_MANY];
    struct random r = random_open(2, 0);
    for (size_t i = 0; i < SLOW_MANY; i++) {
        for (size_t j = 0; j < LENGTH; j++)
            texts[i][j] = (char)('a' + random_below(&r, 26));
        sources[i] = (struct pattern_source){.text = texts[i], .length = LENGTH};
    }
    slow_down(sources, SLOW_MANY, WAY_QGRAMS, "rows", SLOW_TIMES);
}
