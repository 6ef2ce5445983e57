/*
 * unit_rank_leader.c - rank 0 of a comparison, with ranks that are late, fail, or send wrong
 * replies. This file replaces src/ranks/ranks_alone.c.
 */
#include <pthread.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "capture.h"
#include "compare/compare_parallel.h"
#include "compare/rank_leader.h"
#include "failing_allocators.h"
#include "plain_device.h"
#include "ref/random.h"
#include "unit.h"

enum {
    CASES = 200,
    LONGEST = 700,
    LEAF = 200,
    RANKS = 3,
    INBOX = 4096,
    FAIL = RANKS_KINDS - 1,     /* the kind of a message with the reason why a rank fails */
    LATE_MICROSECONDS = 150000, /* how much later than others a late rank is ready */
    ORDERS = 6,                 /* maximum number of orders before a rank fails */
    ALLOCATIONS = 5000,         /* the first ones, and some of the later ones, fail once each */
    VERY_LONG = 4000000
};

/* --- the other ranks ------------------------------------------------------------------------ */

enum failure {
    NO_FAILURE,
    SAYS_SO, /* it replies that it has failed; but it aligns parts */
    DIES,
    LIES /* its reply has a wrong size */
};

struct peer {
    unsigned executors, parts; /* parts: the maximum that it holds */
    enum grid_kind kind;       /* of its executors */
    bool late, slow;           /* slow: rank 0 gets a reply only when it waits for one */
    bool repeats; /* rank 0 gets a corrupt reply of the other rank, and then each reply twice */
    int good;     /* number of orders that it executes before it fails */
    enum failure then; /* how it fails */
};

static struct peer peers[RANKS];
static const struct sequences *pair; /* the pair under comparison */

struct inbox {
    struct message list[INBOX];
    size_t first, n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the next three */
static struct inbox inbox, slow;                         /* messages to rank 0; replies under way */
static double late_from; /* time at which late ranks will be ready */

static void add_message(struct inbox *to, unsigned rank, unsigned kind, const struct pack *p)
{
    assert_true(to->n < INBOX);
    to->list[to->n++] = (struct message){rank, kind, p->bytes, p->size};
}

static void reply(unsigned rank, unsigned kind, const struct pack *p)
{
    for (unsigned copy = 0; copy < 2 && peers[rank].repeats; copy++) {
        struct pack same = {0};
        pack_value(&same, p->bytes, p->size);
        if (copy == 0) /* only the order's number is correct */
            memset(same.bytes + sizeof(uint64_t), 0xff, same.size - sizeof(uint64_t));
        add_message(&inbox, copy == 0 ? RANKS - rank : rank, kind, &same);
    }
    add_message(peers[rank].slow ? &slow : &inbox, rank, kind, p);
}

static void be_ready(unsigned rank)
{
    const struct peer *peer = &peers[rank];
    const struct grid_executor executor = {.kind = peer->kind, .rows = 64, .columns = 64};
    struct pack p = {0};
    pack_number(&p, peer->executors);
    for (unsigned i = 0; i < peer->executors; i++)
        pack_value(&p, &executor, sizeof executor);
    pack_number(&p, peer->parts);
    pack_number(&p, peer->kind == GRID_DEVICE);
    add_message(&inbox, rank, ANSWER_READY, &p);
}

static void execute_panel(unsigned rank, struct unpack *u, struct pack *p, enum failure failure)
{
    size_t size;
    struct strips_problem panel = unpack_problem(u, pair);
    uint64_t *bits = (uint64_t *)unpack_bytes(u, &size);
    struct strips_border border = strips_border_at(&panel, bits);
    const struct strips_run run = {0};
    if (strips_panel(&panel, &run, &border) != STRIPS_OK) /* out of memory */
        failure = SAYS_SO;
    pack_bytes(p, bits, failure == SAYS_SO ? 0 : failure == LIES ? size - 8 : size);
    reply(rank, ANSWER_PANEL, p);
}

static void execute_divide(unsigned rank, struct unpack *u, struct pack *p, enum failure failure)
{
    uint64_t cells = unpack_number(u), distance = unpack_number(u);
    struct strips_problem problem = unpack_problem(u, pair);
    const struct strips_device_run run = {.limited = distance < UINT64_MAX, .limit = distance};
    struct strips_device_part *v = NULL;
    size_t n = 0;
    struct strips_solver *solver = plain_device.open(0);
    if (solver == NULL ||
        plain_device.divide(solver, &problem, (double)cells, &run, &v, &n) != STRIPS_DEVICE_OK)
        failure = SAYS_SO;
    if (solver != NULL)
        plain_device.close(solver);
    pack_bytes(p, v, failure == SAYS_SO ? 0 : n * sizeof *v);
    free(v);
    reply(rank, ANSWER_DIVIDED, p);
}

static void execute_part(unsigned rank, struct unpack *u, struct pack *p)
{
    struct subproblems_rules rules;
    struct script script = {0};
    struct subproblem part = unpack_part(u, pair, &rules);
    subproblems_align(&rules, &part, &script);
    pack_bytes(p, script.runs, script.count * sizeof *script.runs);
    script_free(&script);
    reply(rank, ANSWER_PART, p);
}

static void execute(unsigned rank, unsigned kind, struct unpack u)
{
    struct peer *peer = &peers[rank];
    enum failure failure = peer->good-- > 0 ? NO_FAILURE : peer->then;
    struct pack p = {0};
    if (failure == DIES) {
        pack_value(&p, "rank (there): lost", sizeof "rank (there): lost");
        add_message(&inbox, rank, FAIL, &p);
        return;
    }
    if (kind != RANK_MESSAGE_PART)
        assert_true(unpack_number(&u) < peer->executors);
    pack_number(&p, unpack_number(&u));
    if (kind == RANK_MESSAGE_PANEL)
        execute_panel(rank, &u, &p, failure);
    else if (kind == RANK_MESSAGE_DIVIDE)
        execute_divide(rank, &u, &p, failure);
    else
        execute_part(rank, &u, &p);
}

/* --- stub of ranks.h ------------------------------------------------------------------------ */

void ranks_send(unsigned to, unsigned kind, void *bytes, size_t size)
{
    const struct message m = {to, kind, bytes, size};
    pthread_mutex_lock(&lock);
    if (kind == RANK_MESSAGE_OVER)
        add_message(&inbox, to, ANSWER_OVER, &(struct pack){0});
    else if (kind != RANK_MESSAGE_PAIR)
        execute(to, kind, unpack_open(&m));
    else if (peers[to].late)
        late_from = io_seconds() + 1e-6 * LATE_MICROSECONDS;
    else
        be_ready(to);
    pthread_mutex_unlock(&lock);
    free(bytes);
}

bool ranks_receive(struct message *m)
{
    pthread_mutex_lock(&lock);
    for (unsigned rank = 1; rank < RANKS; rank++)
        if (peers[rank].late && io_seconds() > late_from) {
            peers[rank].late = false;
            be_ready(rank);
        }
    bool any = inbox.first < inbox.n;
    if (any)
        *m = inbox.list[inbox.first++];
    pthread_mutex_unlock(&lock);
    if (any && m->kind == FAIL)
        die("%s", (const char *)m->bytes);
    return any;
}

void ranks_await(void)
{
    pthread_mutex_lock(&lock);
    for (; slow.first < slow.n; slow.first++)
        inbox.list[inbox.n++] = slow.list[slow.first];
    pthread_mutex_unlock(&lock);
    (void)usleep(100);
}

void ranks_wake(void)
{
}

struct rank_place rank_place = {RANKS, 0, RANKS, 0, "here"};

/* --- pairs --------------------------------------------------------------------------------- */

struct rank_case {
    struct sequences s;
    enum metric metric;
    uint64_t distance;
    unsigned teams; /* of this rank */
    bool aligned;
    double cells; /* of a part that is not divided */
};

static unsigned char codes[2 * LONGEST];

static void draw_case(struct rank_case *c, struct random *r)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    size_t m = random_between(r, 2, LONGEST), n = random_between(r, 2, LONGEST);
    unsigned alike = (unsigned)random_between(r, 0, 100);
    for (size_t i = 0; i < m; i++)
        codes[i] = (unsigned char)random_below(r, 4);
    for (size_t i = 0; i < n; i++)
        codes[m + i] =
            i < m && random_percent(r, alike) ? codes[i] : (unsigned char)random_below(r, 4);
    *c = (struct rank_case){.s = {codes, codes + m, m, n, 1, 4},
                            .metric = metrics[random_below(r, 3)],
                            .teams = (unsigned)random_below(r, 3),
                            .aligned = random_percent(r, 60),
                            .cells = 16 + (double)random_log(r, LONGEST * LONGEST)};
    struct compare by_diagonals = {.way = WAY_DIAGONALS, .threads = 1};
    c->distance = compare_distance(&by_diagonals, &c->s, c->metric, UINT64_MAX);
    for (unsigned rank = 1; rank < RANKS; rank++)
        peers[rank] = (struct peer){.executors = 1 + (unsigned)random_below(r, 3),
                                    .parts = 1 + (unsigned)random_below(r, 3),
                                    .kind = random_percent(r, 60) ? GRID_DEVICE : GRID_TEAM,
                                    .slow = random_percent(r, 40),
                                    .repeats = random_percent(r, 20),
                                    .good = 1 << 30};
}

/* Compares; exits when ranks have failed, as compare.c does. */
static void compare_by_ranks(void *context)
{
    const struct rank_case *a = context;
    struct rank_message_rules rules = {.engine = "auto", .threads = 1};
    struct rank_leader *l = rank_leader_open(&rules);
    struct compare_others others = rank_leader_others(l);
    struct compare_parallel c = {.scheduler = scheduler_open(),
                                 .shape = {.rows = 64, .columns = 64},
                                 .rules = {.metric = a->metric, .leaf = LEAF},
                                 .cells = a->cells};
    struct script script = {0};
    uint64_t distance;
    unsigned worked = 0;
    pair = &a->s;
    plain_device_reset(1);
    for (unsigned i = 0; i < a->teams; i++)
        scheduler_add_team(c.scheduler, NULL, 1, &worked);
    if (a->teams == 0) /* the first worker runs on the main thread and never leads */
        scheduler_add_aligners(c.scheduler, 1);
    (void)others.join(others.context, c.scheduler, &a->s, a->metric);
    bool good =
        compare_parallel_align(&c, &a->s, UINT64_MAX, a->aligned ? &script : NULL, &distance);
    const char *why = scheduler_why(c.scheduler);
    if (!good && why != NULL)
        die("%s", why);
    if (!good)
        die_out_of_memory();
    assert_int_equal(distance, a->distance);
    assert_true(!a->aligned || script_edits(&script) == distance);
    script_free(&script);
    scheduler_close(c.scheduler);
    (void)rank_leader_close(l);
    (void)stop_failing();
    for (; inbox.first < inbox.n; inbox.first++) /* repeated replies */
        free(inbox.list[inbox.first].bytes);
    for (; slow.first < slow.n; slow.first++)
        free(slow.list[slow.first].bytes);
    inbox.first = inbox.n = slow.first = slow.n = 0;
}

TEST(good_ranks)
{
    for (size_t i = 0; i < CASES; i++) {
        struct random r = random_open(41, i);
        struct rank_case c;
        draw_case(&c, &r);
        compare_by_ranks(&c);
    }
}

/* The trace shows what is sent to other ranks. */
TEST(told_of_ranks)
{
    struct random r = random_open(45, 0);
    struct rank_case c;
    draw_case(&c, &r);
    peers[1].kind = peers[2].kind = GRID_DEVICE;
    c.aligned = true;
    c.teams = 0;
    c.cells = 16;
    capture_begin(STDERR_FILENO);
    trace_rooms = 1U << TRACE_COMPARE;
    compare_by_ranks(&c);
    trace_rooms = 0;
    const char *trace = capture_end();
    assert_non_null(strstr(trace, "codes to be divided\n"));
    assert_non_null(strstr(trace, "panel 1 for rank "));
}

/* One rank fails: others take over its work, or the program exits with the reason. */
TEST(failing_ranks)
{
    static const char *const messages[] = {
        [SAYS_SO] = "edgrep: Cannot allocate memory\n",
        [DIES] = "edgrep: rank (there): lost\n",
        [LIES] = "edgrep: protocol error: unexpected reply from rank 2\n"};
    size_t deaths[LIES + 1] = {0};
    for (size_t i = 0; i < CASES; i++) {
        struct random r = random_open(42, i);
        struct rank_case c;
        draw_case(&c, &r);
        peers[2].good = (int)random_below(&r, ORDERS);
        peers[2].then = (enum failure)random_between(&r, SAYS_SO, LIES);
        peers[2].slow = peers[2].repeats = peers[1].repeats = false;
        if (i % 4 == 0) { /* a device that fails before parts are divided */
            peers[1].kind = peers[2].kind = GRID_DEVICE;
            peers[2].good = (int)peers[2].executors - 1;
            peers[2].then = SAYS_SO;
            c.aligned = true;
            c.teams = 0;
            c.cells = 16;
        }
        enum failure failure = peers[2].then;
        const char *message = capture_death(compare_by_ranks, &c);
        assert_true(message == NULL || strcmp(message, messages[failure]) == 0);
        deaths[failure] += message != NULL;
    }
    assert_int_equal(deaths[SAYS_SO], 0); /* the other rank takes over */
    assert_true(deaths[DIES] > 0 && deaths[LIES] > 0);
}

/* A late rank is assumed to have an executor; when it is ready, it gets work, or none. */
TEST(late_ranks)
{
    for (size_t i = 0; i < 3; i++) {
        struct random r = random_open(43, i);
        struct rank_case c;
        draw_case(&c, &r);
        c.teams = i == 0;
        peers[1].late = true;
        peers[2].late = i == 2;
        compare_by_ranks(&c);
    }
}

/* Each allocation fails once: the program exits, or the result is correct. */
TEST(out_of_memory)
{
    size_t deaths = 0;
    for (long i = 1; i < ALLOCATIONS; i += 1 + i / 32) {
        struct random r = random_open(44, (uint64_t)i % 5);
        struct rank_case c;
        draw_case(&c, &r);
        peers[1].repeats = peers[2].repeats = false;
        fail_allocation(i);
        const char *message = capture_death(compare_by_ranks, &c);
        (void)stop_failing();
        assert_true(message == NULL || strcmp(message, "edgrep: Cannot allocate memory\n") == 0);
        deaths += message != NULL;
    }
    assert_true(deaths > 0);
}

/* Very large tables do not make rank 0 wait longer. */
TEST(patience)
{
    unsigned char *large = calloc(2, VERY_LONG);
    assert_non_null(large);
    const struct sequences s = {large, large + VERY_LONG, VERY_LONG, VERY_LONG, 1, 1};
    struct rank_message_rules rules = {.engine = "auto", .threads = 1};
    struct rank_leader *l = rank_leader_open(&rules);
    assert_int_equal(rank_leader_close(l), 0);
    l = rank_leader_open(&rules);
    struct compare_others others = rank_leader_others(l);
    struct scheduler *scheduler = scheduler_open();
    for (unsigned rank = 1; rank < RANKS; rank++)
        peers[rank] = (struct peer){.executors = 1, .kind = GRID_DEVICE};
    assert_int_equal(others.join(others.context, scheduler, &s, METRIC_INDEL), RANKS - 1);
    scheduler_close(scheduler);
    assert_int_equal(rank_leader_close(l), 0);
    free(large);
}
