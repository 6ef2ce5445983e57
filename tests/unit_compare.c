/*
 * unit_compare.c - pairs compared with failing devices and failing ranks, against diagonals; and
 * progress.
 */
#include <unistd.h>

#include "base/trace.h"
#include "capture.h"
#include "compare/compare.h"
#include "compare/distances.h"
#include "compare/strips_choice.h"
#include "compare/utf8_alike.h"
#include "failing_allocators.h"
#include "lanes/lanes_kernels.h"
#include "plain_device.h"
#include "ref/random.h"
#include "unit.h"

enum {
    CASES = 150,
    LONGEST = 1200,
    CALLS = 12,        /* calls until a device fails, at most */
    ALLOCATIONS = 600, /* each of them fails once */
    LARGE = 1100000    /* codes; enough to make several ranks with devices pay */
};

/* --- pairs --------------------------------------------------------------------------------- */

struct pair {
    unsigned char x[LONGEST], y[LONGEST];
    struct sequences s;
    enum metric metric;
    uint64_t distance;
    struct script script;
};

static void draw_pair(struct pair *p, struct random *r)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    uint32_t alphabet = (uint32_t)random_between(r, 2, 5);
    unsigned alike = (unsigned)random_between(r, 0, 100);
    size_t m = random_between(r, 2, LONGEST), n = random_percent(r, 50) ? m : random_log(r, m);
    for (size_t i = 0; i < m; i++)
        p->x[i] = (unsigned char)random_below(r, alphabet);
    for (size_t i = 0; i < n; i++)
        p->y[i] = random_percent(r, alike) ? p->x[i] : (unsigned char)random_below(r, alphabet);
    p->x[0] = p->x[m - 1] = 0; /* the ends differ */
    p->y[0] = p->y[n - 1] = 1;
    p->s = (struct sequences){p->x, p->y, m, n, 1, alphabet};
    p->metric = metrics[random_below(r, 3)];
    struct compare by_diagonals = {.way = WAY_DIAGONALS, .threads = 1};
    p->script = (struct script){0};
    p->distance = compare_align(&by_diagonals, &p->s, p->metric, UINT64_MAX, &p->script);
}

static void assert_same_script(const struct script *actual, const struct script *expected)
{
    assert_int_equal(actual->count, expected->count);
    for (size_t i = 0; i < expected->count; i++)
        assert_int_equal(actual->runs[i], expected->runs[i]);
}

/* Compares the pair with a limit below its distance, equal to it, and far above it. */
static void check_compare(struct compare *c, const struct pair *p, struct random *r)
{
    const uint64_t limits[] = {p->distance - 1, p->distance, UINT64_MAX};
    uint64_t limit = limits[random_below(r, 3)];
    struct script script = {0};
    bool aligned = random_percent(r, 50);
    uint64_t actual = compare_align(c, &p->s, p->metric, limit, aligned ? &script : NULL);
    assert_true(actual == (p->distance <= limit ? p->distance : COMPARE_MORE));
    if (aligned && actual != COMPARE_MORE)
        assert_same_script(&script, &p->script);
    script_free(&script);
}

/* --- devices ------------------------------------------------------------------------------- */

static void check_progress(void *context, double part, double cells)
{
    (void)context;
    assert_true(part >= 0 && part <= 1 && cells > 0);
}

struct device_case {
    struct pair *p;
    struct random r;
    bool only; /* only devices compute */
};

static size_t worked; /* number of cases in which devices computed */

static void compare_by_devices(void *context)
{
    struct device_case *a = context;
    struct random *r = &a->r;
    struct compare c = {.way = WAY_STRIPS,
                        .device = &plain_device,
                        .device_only = a->only,
                        .threads = (unsigned)random_between(r, 1, 2),
                        .memory = random_percent(r, 70) ? random_log(r, 200) : 0,
                        .progress = random_percent(r, 50) ? check_progress : NULL,
                        .guess = random_percent(r, 30) ? random_log(r, LONGEST) : 0,
                        .panels.teams = random_percent(r, 20)};
    plain_device_state.rows = random_log(r, 300);
    plain_device_state.columns = random_log(r, 300);
    check_compare(&c, a->p, r);
    (void)stop_failing();
    assert_int_equal(plain_device_state.opened, 0);
    worked += c.work.devices > 0;
}

TEST(devices)
{
    static struct pair p;
    setenv("EDGREP_BEGIN", "-1", 1);
    capture_begin(STDERR_FILENO);
    trace_rooms = 1U << TRACE_COMPARE;
    for (size_t i = 0; i < CASES; i++) {
        struct device_case a = {.p = &p, .r = random_open(31, i)};
        draw_pair(&p, &a.r);
        plain_device_reset((unsigned)random_between(&a.r, 1, 4));
        a.only = random_percent(&a.r, 50);
        compare_by_devices(&a);
        script_free(&p.script);
    }
    unsetenv("EDGREP_BEGIN");
    trace_rooms = 0;
    const char *trace = capture_end();
    assert_non_null(strstr(trace, "codes to be divided\n"));
    assert_non_null(strstr(trace, "device 0, worker 0: panel of "));
    assert_true(worked > CASES / 2);
}

/* If a failing device was requested by name, the program exits. Otherwise the processor takes over.
 */
TEST(devices_that_fail)
{
    static struct pair p;
    size_t deaths = 0;
    setenv("EDGREP_BEGIN", "-1", 1);
    for (size_t i = 0; i < CASES; i++) {
        struct device_case a = {.p = &p, .r = random_open(32, i)};
        draw_pair(&p, &a.r);
        plain_device_reset((unsigned)random_between(&a.r, 1, 4));
        atomic_store(&plain_device_state.good, (int)random_below(&a.r, CALLS));
        a.only = random_percent(&a.r, 30);
        if (a.only) {
            const char *message = capture_death(compare_by_devices, &a);
            deaths += message != NULL;
            assert_true(message == NULL ||
                        strcmp(message, "edgrep: engine plain failed: is lost\n") == 0 ||
                        strcmp(message, "edgrep: engine plain failed: cannot be opened\n") == 0);
        } else {
            compare_by_devices(&a);
        }
        script_free(&p.script);
    }
    unsetenv("EDGREP_BEGIN");
    assert_true(deaths > 0);
}

/* Each allocation fails once, with devices and with teams of threads only: the program exits, or
 * the result is correct. */
TEST(out_of_memory)
{
    static struct pair p;
    size_t deaths = 0;
    setenv("EDGREP_BEGIN", "-1", 1);
    for (long i = 1; i < ALLOCATIONS; i++) {
        struct device_case a = {.p = &p, .r = random_open(37, (uint64_t)i % 7)};
        draw_pair(&p, &a.r);
        plain_device_reset((unsigned)i % 3);
        plain_device_state.why_not = i % 3 == 0 ? "none" : NULL;
        a.only = i % 3 == 2;
        fail_allocation(i);
        const char *message = capture_death(compare_by_devices, &a);
        (void)stop_failing();
        assert_true(message == NULL || strstr(message, "Cannot allocate memory\n") != NULL ||
                    (a.only && (strstr(message, "is lost\n") != NULL ||
                                strstr(message, "cannot be opened\n") != NULL)));
        deaths += message != NULL;
        script_free(&p.script);
    }
    unsetenv("EDGREP_BEGIN");
    assert_true(deaths > 0);
}

static long fails_next; /* which allocation after a panel fails: the next panel, or its bits */

static enum strips_device_status panel_before_failure(struct strips_solver *s,
                                                      const struct strips_problem *p,
                                                      const struct strips_device_run *run,
                                                      struct strips_border *border)
{
    enum strips_device_status status = plain_device.panel(s, p, run, border);
    fail_allocation(fails_next);
    return status;
}

static void compare_until_failure(void *pair)
{
    const struct pair *p = pair;
    struct strips_device device = plain_device;
    device.panel = panel_before_failure;
    struct compare c = {.way = WAY_STRIPS, .threads = 1, .device = &device, .device_only = true};
    c.panels.rows = c.panels.columns = 64;
    (void)compare_distance(&c, &p->s, p->metric, UINT64_MAX);
}

/* The allocation for the next panel of a device fails. */
TEST(no_memory_for_a_panel)
{
    static struct pair p;
    size_t deaths[3] = {0};
    setenv("EDGREP_BEGIN", "-1", 1);
    for (size_t i = 0; i < CASES / 5; i++) {
        struct random r = random_open(38, i);
        fails_next = 1 + (long)(i % 2);
        draw_pair(&p, &r);
        plain_device_reset(2);
        plain_device_state.rows = plain_device_state.columns = 64;
        const char *message = capture_death(compare_until_failure, &p);
        (void)stop_failing();
        deaths[fails_next] +=
            message != NULL && strstr(message, "failed: Cannot allocate memory\n") != NULL;
        script_free(&p.script);
    }
    unsetenv("EDGREP_BEGIN");
    assert_true(deaths[1] > 0 && deaths[2] > 0);
}

/* The cost model of a device: the cost of a band depends on its length only, up to a limit of its
 * width. */
TEST(costs_of_devices)
{
    struct sequences s = {.m = 100000000, .n = 100000000, .width = 1, .alphabet = 4};
    struct compare c = {.threads = 2, .device = &plain_device, .device_only = true};
    plain_device_reset(1);
    double narrow = strips_choose(&c, &s, 1000).cost;
    assert_true(strips_choose(&c, &s, 100000).cost == narrow);
    assert_true(strips_choose(&c, &s, s.m / 2).cost > narrow);
    struct strips_choice whole = strips_choose(&c, &s, UINT64_MAX);
    assert_true(whole.cost > strips_choose(&c, &s, s.m / 2).cost);
    uint64_t least = strips_choice_device_limit(&s, 1000);
    assert_int_equal(strips_choice_device_limit(&s, 100000), least);
    assert_int_equal(strips_choice_device_limit(&s, (double)least), least + least / 4);
}

/* The bound that follows one that was too low: the likely distance, if two estimates agree. */
TEST(growing_bounds)
{
    static const struct {
        size_t excess;
        uint64_t bound;
        double part, before;
        uint64_t next;
        double likely;
    } cases[] = {{0, 1000, 0, 0, 1314, 1000},         {0, 1000, 0.01, 1e5, 13250, 1e5},
                 {0, 10000, 0.2, 0, 33500, 5e4},      {0, 10000, 0.2, 7e4, 33500, 5e4},
                 {0, 10000, 0.2, 3e4, 33500, 5e4},    {0, 10000, 0.2, 5e4, 52147, 5e4},
                 {500, 10500, 0.2, 5e4, 52647, 50500}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sequences s = {.m = LARGE, .n = LARGE + cases[i].excess};
        double distance = cases[i].before;
        assert_int_equal(strips_bound_next(&s, cases[i].bound, cases[i].part, &distance),
                         cases[i].next);
        assert_true(distance == cases[i].likely);
    }
}

/* Without memory for bytes the caller decodes the texts. */
TEST(no_memory_for_bytes)
{
    const unsigned char x[] = "k\xc3\xa4se", y[] = "kase";
    struct sequences s = {x, y, sizeof x - 1, sizeof y - 1, 1, UINT8_MAX + 1};
    assert_int_equal(utf8_alike_distance(&s, METRIC_LEVENSHTEIN, 9), 1);
    fail_allocation(1);
    assert_true(utf8_alike_distance(&s, METRIC_LEVENSHTEIN, 9) == UTF8_ALIKE_GIVEN_UP);
    assert_true(stop_failing());
}

/* A limit so low that strips reach no row at first. */
TEST(guesses)
{
    static struct pair p;
    for (size_t i = 0; i < CASES; i++) {
        struct random r = random_open(35, i);
        draw_pair(&p, &r);
        struct compare c = {.way = WAY_STRIPS, .threads = 1, .guess = random_log(&r, 100)};
        check_compare(&c, &p, &r);
        script_free(&p.script);
    }
}

/* --- other ranks --------------------------------------------------------------------------- */

/* Fake ranks that only stop the work. */
struct stopping {
    const char *why;
    bool joins;
    unsigned devices; /* ranks that claim to compute with devices */
};

static void stop_panels(void *context, struct grid *g, size_t first)
{
    const struct stopping *stopping = context;
    while (stopping->devices > 0 && atomic_load(&plain_device_state.good) >= 0)
        (void)usleep(100); /* until this rank's device has failed as well */
    grid_leave(g, first);
    grid_stop(g);
}

static const char *why_stopped(void *context)
{
    return ((const struct stopping *)context)->why;
}

static unsigned join(void *context, struct scheduler *scheduler, const struct sequences *compact,
                     enum metric metric)
{
    struct stopping *stopping = context;
    const struct grid_executor executor = {.rows = 64, .columns = 64};
    const struct scheduler_worker worker = {
        .context = stopping, .panels = stop_panels, .why = why_stopped};
    (void)compact, (void)metric;
    if (stopping->joins)
        scheduler_add(scheduler, &worker, &executor, 1);
    return stopping->devices;
}

/* Returns two sequences without a common code. The caller frees s->x. */
static struct sequences large_pair(void)
{
    unsigned char *codes = malloc(2 * LARGE);
    assert_non_null(codes);
    memset(codes, 'a', LARGE);
    memset(codes + LARGE, 'b', LARGE);
    return (struct sequences){codes, codes + LARGE, LARGE, LARGE, 1, 128};
}

static void compare_with_ranks(void *context)
{
    const struct compare_others others = {context, 1, join};
    struct sequences s = large_pair();
    struct compare c = {.way = WAY_STRIPS, .threads = 1, .others = &others, .panels.teams = 1};
    (void)compare_distance(&c, &s, METRIC_LEVENSHTEIN, UINT64_MAX);
}

/* If other ranks cannot go on, the program exits with their reason. */
TEST(ranks_that_fail)
{
    struct stopping stopping = {"rank 1 (here): no", true, 0};
    assert_string_equal(capture_death(compare_with_ranks, &stopping),
                        "edgrep: rank 1 (here): no\n");
    stopping.why = NULL;
    assert_string_equal(capture_death(compare_with_ranks, &stopping),
                        "edgrep: Cannot allocate memory\n");
}

static enum strips_device_status score_unlike(struct strips_solver *s,
                                              const struct strips_problem *p,
                                              const struct strips_device_run *run, uint64_t *score)
{
    (void)s, (void)run;
    *score = p->rows.n;
    return STRIPS_DEVICE_OK;
}

/* Compares with one device, and with ranks that have devices: all of them fail. */
static void compare_with_devices_of_ranks(void *context)
{
    const struct compare_others others = {context, 1000, join};
    struct sequences s = large_pair();
    struct compare c = {.way = WAY_STRIPS,
                        .threads = 1,
                        .device = &plain_device,
                        .device_only = true,
                        .others = &others};
    (void)compare_distance(&c, &s, METRIC_LEVENSHTEIN, UINT64_MAX);
}

TEST(devices_of_ranks_that_fail)
{
    struct stopping stopping = {"rank 1 (here): no", true, 1};
    plain_device_reset(1);
    atomic_store(&plain_device_state.good, 0);
    assert_string_equal(capture_death(compare_with_devices_of_ranks, &stopping),
                        "edgrep: cannot be opened\n");
}

/* If the other ranks have no devices after all, the only device computes a table by itself. */
TEST(one_device_alone)
{
    struct stopping nobody = {0};
    const struct compare_others others = {&nobody, 1000, join};
    struct strips_device device = plain_device;
    device.score = score_unlike;
    plain_device_reset(1);
    struct sequences s = large_pair();
    struct compare c = {.way = WAY_STRIPS, .threads = 1, .device = &device, .others = &others};
    assert_int_equal(compare_distance(&c, &s, METRIC_LEVENSHTEIN, UINT64_MAX), LARGE);
    assert_int_equal(c.work.devices, 1);
    c.others = NULL;
    assert_int_equal(compare_distance(&c, &s, METRIC_LEVENSHTEIN, UINT64_MAX), LARGE);
    free((void *)s.x);
}

/* Long pairs are compared one by one, with all bits of their codes: codes that differ by a multiple
 * of 256 are different. */
TEST(long_pairs_of_wide_codes)
{
    enum { CODES = 2000, MANY = 700 };
    static uint32_t x[CODES], y[CODES];
    struct random r = random_open(9, 0);
    for (size_t i = 0; i < CODES; i++) {
        x[i] = (uint32_t)random_below(&r, MANY);
        y[i] = (uint32_t)random_below(&r, MANY);
    }
    struct sequences s = {(unsigned char *)x, (unsigned char *)y, CODES, CODES, sizeof *x, MANY};
    struct compare alone = {.threads = 1};
    struct lanes_pair pair = {{(unsigned char *)x, CODES}, {(unsigned char *)y, CODES}};
    struct distances *d =
        distances_open(lanes_kernels_find("word"), METRIC_LEVENSHTEIN, (unsigned)sizeof *x);
    uint32_t distance;
    distances_pairs(d, &pair, 1, NULL, &distance);
    distances_close(d);
    assert_int_equal(distance, compare_distance(&alone, &s, METRIC_LEVENSHTEIN, UINT64_MAX));
}
