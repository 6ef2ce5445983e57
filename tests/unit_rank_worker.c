/*
 * unit_rank_worker.c - a rank other than 0 of a comparison: its replies to orders, its engines, and
 * its failures. This file replaces src/ranks/ranks_alone.c.
 */
#include <pthread.h>
#include <unistd.h>

#include "base/trace.h"
#include "capture.h"
#include "compare/rank_messages.h"
#include "compare/rank_worker.h"
#include "few_threads.h"
#include "pair/pack_sequences.h"
#include "plain_device.h"
#include "ref/random.h"
#include "strips/strips.h"
#include "unit.h"

enum { LENGTH = 600, MOST = 64, LEAF = 100, QUEUED = 20 };

/* --- stub of ranks.h ------------------------------------------------------------------------ */

/* A message of rank 0. It arrives when the replies sent and the endless orders begun are at least
 * `after` together. */
struct step {
    struct message m;
    size_t after;
};

static struct step steps[MOST];
static size_t nsteps, next_step;
static struct message replies[MOST];
static size_t nreplies;
static atomic_size_t
    endless; /* endless orders that have begun; they end only when they are cancelled */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void ranks_send(unsigned to, unsigned kind, void *bytes, size_t size)
{
    assert_int_equal(to, 0);
    pthread_mutex_lock(&lock);
    replies[nreplies++] = (struct message){to, kind, bytes, size};
    pthread_mutex_unlock(&lock);
}

bool ranks_receive(struct message *m)
{
    pthread_mutex_lock(&lock);
    bool any = next_step < nsteps && steps[next_step].after <= nreplies + endless;
    if (any)
        *m = steps[next_step++].m;
    pthread_mutex_unlock(&lock);
    return any;
}

void ranks_await(void)
{
    (void)usleep(100);
}

void ranks_wake(void)
{
}

struct rank_place rank_place = {2, 1, 1, 0, "here"};

unsigned ranks_cpus(void)
{
    return 1;
}

/* --- stub of strips_device_cuda.c ----------------------------------------------------------- */

static const struct strips_device *own_device;

const struct strips_device *strips_device(void)
{
    return own_device;
}

/* --- orders -------------------------------------------------------------------------------- */

static unsigned char codes[2 * LENGTH];
static const struct sequences pair = {codes, codes + LENGTH, LENGTH, LENGTH, 1, 4};

static void add(enum rank_message kind, struct pack *p, size_t after)
{
    assert_true(nsteps < MOST);
    steps[nsteps++] = (struct step){{0, kind, p->bytes, p->size}, after};
}

static void send_pair(const struct sequences *s, const char *engine, enum metric metric,
                      const char *file)
{
    struct rank_message_rules rules = {.engine = (char *)engine, .threads = 2};
    struct pack p = {0};
    rules.files[1].name = (char *)file;
    pack_rules(&p, &rules);
    pack_number(&p, metric);
    pack_sequences(&p, s);
    add(RANK_MESSAGE_PAIR, &p, 0);
}

static void send_panel(const struct sequences *s, unsigned executor, uint64_t number)
{
    struct strips_problem whole = strips_problem_of(s, METRIC_LEVENSHTEIN);
    size_t words = strips_border_size(&whole);
    uint64_t *bits = calloc(words, sizeof *bits);
    struct pack p = {0};
    assert_non_null(bits);
    pack_number(&p, executor);
    pack_number(&p, number);
    pack_problem(&p, s, &whole);
    pack_bytes(&p, bits, words * sizeof *bits);
    free(bits);
    add(RANK_MESSAGE_PANEL, &p, 1);
}

static void send_divide(const struct sequences *s, unsigned executor, uint64_t number)
{
    struct strips_problem whole = strips_problem_of(s, METRIC_LEVENSHTEIN);
    struct pack p = {0};
    pack_number(&p, executor);
    pack_number(&p, number);
    pack_number(&p, s->m * s->n / 8);
    pack_number(&p, UINT64_MAX);
    pack_problem(&p, s, &whole);
    add(RANK_MESSAGE_DIVIDE, &p, 1);
}

static void send_part(uint64_t number)
{
    const struct subproblem part = {.s = pair, .distance = UINT64_MAX};
    const struct subproblems_rules rules = {.metric = METRIC_LEVENSHTEIN, .leaf = LEAF};
    struct pack p = {0};
    pack_number(&p, number);
    pack_part(&p, &pair, &part, &rules);
    add(RANK_MESSAGE_PART, &p, 1);
}

static void send_over(size_t after)
{
    add(RANK_MESSAGE_OVER, &(struct pack){0}, after);
}

/* Returns the reply of a kind to the order with this number, after reading the number. Fails if
 * there is none. */
static struct unpack reply_of(unsigned kind, uint64_t number)
{
    for (size_t i = 0; i < nreplies; i++) {
        struct unpack u = unpack_open(&replies[i]);
        if (replies[i].kind == kind && (kind == ANSWER_READY || unpack_number(&u) == number))
            return u;
    }
    fail();
    return (struct unpack){0};
}

static size_t bytes_of_reply(unsigned kind, uint64_t number)
{
    struct unpack u = reply_of(kind, number);
    size_t size;
    (void)unpack_bytes(&u, &size);
    return size;
}

static size_t executors_of_reply(bool *device)
{
    struct unpack u = reply_of(ANSWER_READY, 0);
    size_t n = (size_t)unpack_number(&u);
    struct grid_executor first = {.kind = GRID_TEAM};
    if (n > 0)
        unpack_value(&u, &first, sizeof first);
    *device = first.kind != GRID_TEAM;
    return n;
}

static int begin(void **state)
{
    struct random r = random_open(51, 0);
    (void)state;
    for (size_t i = 0; i < sizeof codes; i++)
        codes[i] = (unsigned char)random_below(&r, 4);
    nsteps = next_step = nreplies = 0;
    endless = 0;
    threads_left = 1000;
    own_device = &plain_device;
    plain_device_reset(1);
    setenv("EDGREP_BEGIN", "-1", 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (size_t i = 0; i < nreplies; i++)
        free(replies[i].bytes);
    for (; next_step < nsteps; next_step++)
        free(steps[next_step].m.bytes);
    unsetenv("EDGREP_BEGIN");
    return 0;
}

static void run(void *context)
{
    (void)context;
    rank_worker_run();
}

/* --- tests --------------------------------------------------------------------------------- */

/* Devices compute panels and divide parts, threads align parts; the results are the same as rank
 * 0's. */
TEST_WITH(orders, begin, end)
{
    bool device;
    send_pair(&pair, "plain", METRIC_LEVENSHTEIN, NULL);
    send_panel(&pair, 0, 7);
    send_panel(&pair, 1, 8);
    send_divide(&pair, 1, 9);
    send_part(10);
    send_over(5);
    capture_begin(STDERR_FILENO);
    trace_rooms = 1U << TRACE_COMPARE;
    rank_worker_run();
    trace_rooms = 0;
    const char *trace = capture_end();
    assert_non_null(strstr(trace, "part 9: 600 x 600 codes to be divided\n"));
    assert_non_null(strstr(trace, "part 10: 600 x 600 codes\n"));
    assert_non_null(strstr(trace, "panel 7: done\n"));
    assert_int_equal(executors_of_reply(&device), 2);
    assert_true(device);
    struct strips_problem whole = strips_problem_of(&pair, METRIC_LEVENSHTEIN);
    size_t words = strips_border_size(&whole), size, n;
    uint64_t *bits = calloc(words, sizeof *bits);
    struct strips_border border = strips_border_at(&whole, bits);
    const struct strips_run alone = {0};
    assert_int_equal(strips_panel(&whole, &alone, &border), STRIPS_OK);
    for (uint64_t number = 7; number <= 8; number++) {
        struct unpack u = reply_of(ANSWER_PANEL, number);
        const void *actual = unpack_bytes(&u, &size);
        assert_int_equal(size, words * sizeof *bits);
        assert_memory_equal(actual, bits, size);
    }
    free(bits);
    struct unpack u = reply_of(ANSWER_DIVIDED, 9);
    const struct strips_device_part *parts = unpack_bytes(&u, &size);
    n = size / sizeof *parts;
    assert_true(n >= 3 && parts[n - 1].row + parts[n - 1].m == LENGTH);
    uint64_t distance = 0;
    for (size_t i = 0; i < n; i++)
        distance += parts[i].distance;
    u = reply_of(ANSWER_PART, 10);
    struct script script = {.runs = (void *)unpack_bytes(&u, &size)};
    script.count = size / sizeof *script.runs;
    assert_int_equal(script_edits(&script), distance);
}

/* The engines that a rank uses for each name that rank 0 sends. */
TEST_WITH(engines, begin, end)
{
    struct strips_device few_metrics = plain_device;
    few_metrics.metrics = METRIC_BIT(METRIC_LEVENSHTEIN);
    const struct {
        const char *engine;
        enum metric metric;
        const struct strips_device *device;
        const char *why_not, *begin;
        size_t devices;
    } cases[] = {{"auto", METRIC_LEVENSHTEIN, &few_metrics, NULL, "-1", 2},
                 {"auto", METRIC_OSA, &few_metrics, NULL, "-1", 0},
                 {"auto", METRIC_LEVENSHTEIN, &few_metrics, NULL, "1000", 0},
                 {"auto", METRIC_LEVENSHTEIN, &few_metrics, "none", "-1", 0},
                 {"word", METRIC_LEVENSHTEIN, &few_metrics, NULL, "-1", 0},
                 {"plain", METRIC_LEVENSHTEIN, &few_metrics, NULL, "1000", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool device;
        begin(NULL);
        own_device = cases[i].device;
        plain_device_state.why_not = cases[i].why_not;
        setenv("EDGREP_BEGIN", cases[i].begin, 1);
        send_pair(&pair, cases[i].engine, cases[i].metric, NULL);
        send_over(1);
        rank_worker_run();
        size_t executors = executors_of_reply(&device);
        assert_int_equal(executors, cases[i].devices > 0 ? cases[i].devices : 1);
        assert_true(device == (cases[i].devices > 0));
        end(NULL);
    }
    nreplies = 0;
}

/* A failing device is reported to rank 0, unless it was requested by name: then the rank fails. */
TEST_WITH(failing_devices, begin, end)
{
    atomic_store(&plain_device_state.good, 1); /* the device can be opened once */
    send_pair(&pair, "auto", METRIC_LEVENSHTEIN, NULL);
    send_panel(&pair, 0, 1);
    send_divide(&pair, 0, 2);
    send_divide(&pair, 1, 3);
    send_panel(&pair, 1, 4);
    send_over(5);
    rank_worker_run();
    assert_int_equal(bytes_of_reply(ANSWER_PANEL, 1), 0);
    assert_int_equal(bytes_of_reply(ANSWER_PANEL, 4), 0);
    assert_int_equal(bytes_of_reply(ANSWER_DIVIDED, 2), 0);
    assert_int_equal(bytes_of_reply(ANSWER_DIVIDED, 3), 0);
}

TEST_WITH(failing_device_by_name, begin, end)
{
    atomic_store(&plain_device_state.good, 2);
    send_pair(&pair, "plain", METRIC_LEVENSHTEIN, NULL);
    send_panel(&pair, 0, 1);
    send_panel(&pair, 1, 2);
    const char *message = capture_death(run, NULL);
    assert_true(strcmp(message, "edgrep: engine plain failed: is lost\n") == 0 ||
                strcmp(message, "edgrep: engine plain failed: cannot be opened\n") == 0);
}

TEST_WITH(unusable_device, begin, end)
{
    plain_device_state.why_not = "it is not there";
    send_pair(&pair, "plain", METRIC_LEVENSHTEIN, NULL);
    assert_string_equal(capture_death(run, NULL),
                        "edgrep: --engine=plain: not usable here: it is not there\n");
}

TEST_WITH(missing_file, begin, end)
{
    send_pair(&pair, "auto", METRIC_LEVENSHTEIN, "/none/such");
    assert_string_equal(capture_death(run, NULL),
                        "edgrep: /none/such: No such file or directory\n");
}

TEST_WITH(unknown_executor, begin, end)
{
    send_pair(&pair, "plain", METRIC_LEVENSHTEIN, NULL);
    send_panel(&pair, 2, 1);
    assert_string_equal(capture_death(run, NULL),
                        "edgrep: protocol error: a request for an unknown executor\n");
}

TEST_WITH(no_device, begin, end)
{
    send_pair(&pair, "word", METRIC_LEVENSHTEIN, NULL);
    send_divide(&pair, 0, 1);
    assert_string_equal(capture_death(run, NULL),
                        "edgrep: protocol error: this rank has no device for this request\n");
}

/* If no thread can be started for an executor, the rank fails; with fewer threads for parts it goes
 * on. */
TEST_WITH(no_thread, begin, end)
{
    send_pair(&pair, "plain", METRIC_LEVENSHTEIN, NULL);
    threads_left = 1;
    assert_string_equal(capture_death(run, NULL), "edgrep: no thread could be started: "
                                                  "Resource temporarily unavailable\n");
    threads_left = 3;
    send_part(1);
    send_part(2);
    send_over(3);
    rank_worker_run();
    assert_true(bytes_of_reply(ANSWER_PART, 1) > 0 &&
                bytes_of_reply(ANSWER_PART, 1) == bytes_of_reply(ANSWER_PART, 2));
}

static void await_cancel(const struct strips_device_run *run)
{
    atomic_fetch_add(&endless, 1);
    while (!atomic_load(run->cancel))
        (void)usleep(100);
}

static enum strips_device_status endless_panel(struct strips_solver *s,
                                               const struct strips_problem *p,
                                               const struct strips_device_run *run,
                                               struct strips_border *border)
{
    (void)s, (void)p, (void)border;
    await_cancel(run);
    return STRIPS_DEVICE_CANCELLED;
}

static enum strips_device_status endless_divide(struct strips_solver *s,
                                                const struct strips_problem *p, double cells,
                                                const struct strips_device_run *run,
                                                struct strips_device_part **parts, size_t *n)
{
    (void)s, (void)p, (void)cells, (void)parts, (void)n;
    await_cancel(run);
    return STRIPS_DEVICE_CANCELLED;
}

/* The next pair cancels all orders, both the waiting and the running ones. */
TEST_WITH(next_pair, begin, end)
{
    struct strips_device device = plain_device;
    device.panel = endless_panel;
    device.divide = endless_divide;
    own_device = &device;
    send_pair(&pair, "plain", METRIC_LEVENSHTEIN, NULL);
    send_divide(&pair, 1, 1);
    for (uint64_t i = 2; i < QUEUED; i++)
        send_panel(&pair, 0, i);
    send_pair(&pair, "word", METRIC_LEVENSHTEIN, NULL);
    steps[nsteps - 1].after = 3; /* its first ready reply, a part and a panel */
    send_over(0);
    rank_worker_run();
    assert_int_equal(nreplies, 3); /* two ready replies, and the end of the run */
}
