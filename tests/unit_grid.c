/*
 * unit_grid.c - tables divided into panels, computed by many executors, against strips of the whole
 * tables; and the scheduler's efficiency, measured in simulated time.
 */
#include <pthread.h>
#include <unistd.h>

#include "base/parallel.h"
#include "ref/random.h"
#include "strips/grid.h"
#include "unit.h"

enum {
    CASES = 60,
    TABLES = 5,
    EXECUTORS = 5,
    LONGEST = 1500,
    NAP = 300, /* maximum, in microseconds */
};

/* --- grids of random tables ---------------------------------------------------------------- */

struct tables {
    struct strips_problem p[TABLES];
    size_t n;
    void *codes;
};

/* Draws codes of one alphabet. Tables are made from parts of them, in both directions. */
static void draw_tables(struct tables *t, struct random *r)
{
    static const uint32_t alphabets[] = {1, 2, 4, 5, 20, 256, 70000};
    uint32_t ncodes = alphabets[random_below(r, sizeof alphabets / sizeof *alphabets)];
    unsigned bytes = ncodes > 256 || random_percent(r, 20) ? 4 : 1;
    static const enum strips_metric metrics[] = {STRIPS_LEVENSHTEIN, STRIPS_LCS, STRIPS_OSA};
    enum strips_metric metric = metrics[random_below(r, sizeof metrics / sizeof *metrics)];
    t->codes = calloc(LONGEST, bytes);
    assert_non_null(t->codes);
    for (size_t i = 0; i < LONGEST; i++) {
        uint32_t code = (uint32_t)random_below(r, ncodes);
        if (bytes == 1)
            ((uint8_t *)t->codes)[i] = (uint8_t)code;
        else
            ((uint32_t *)t->codes)[i] = code;
    }
    t->n = 1 + random_below(r, TABLES);
    for (size_t i = 0; i < t->n; i++) {
        t->p[i] = (struct strips_problem){.metric = metric, .code_bytes = bytes, .ncodes = ncodes};
        for (int side = 0; side < 2; side++) {
            size_t n = random_percent(r, 5) ? 0 : random_log(r, LONGEST), at;
            at = random_below(r, LONGEST - n + 1);
            struct strips_sequence s = {(char *)t->codes + at * bytes, n, random_percent(r, 50)};
            *(side == 0 ? &t->p[i].rows : &t->p[i].columns) = s;
        }
    }
}

/* The executors of one grid. */
struct scheduler {
    struct grid *grid;
    const struct strips_kernel *kernel;
    size_t executors, seed;
    unsigned return_percent; /* percentage of panels that are returned */
    bool leaving;            /* all executors but the last leave early */
    size_t stop;             /* number of panels after which the grid is stopped; 0: never */
    atomic_size_t next, panels;
};

static void compute(struct scheduler *c, struct grid_panel *panel)
{
    struct strips_run run = {.kernel = c->kernel};
    assert_int_equal(strips_panel(&panel->problem, &run, &panel->border), STRIPS_OK);
}

/* Overwrites the border, as a failing executor might. */
static void overwrite_border(struct grid_panel *panel)
{
    memset(panel->bits, 0x5a, strips_border_size(&panel->problem) * sizeof *panel->bits);
}

static void *work(void *context)
{
    struct scheduler *c = context;
    size_t executor = atomic_fetch_add(&c->next, 1);
    struct random r = random_open(c->seed, executor);
    unsigned nap = (unsigned)random_log(&r, NAP);
    struct grid_panel *panel;
    enum grid_answer answer;
    for (;;) {
        bool waits = random_percent(&r, 50);
        while ((answer = grid_take(c->grid, executor, waits, &panel)) == GRID_LATER)
            assert_false(waits);
        if (answer != GRID_PANEL)
            break;
        if (random_percent(&r, 10))
            (void)usleep((useconds_t)random_below(&r, nap));
        if (random_percent(&r, c->return_percent)) {
            overwrite_border(panel);
            grid_return(c->grid, panel);
            if (c->leaving && executor + 1 < c->executors)
                grid_leave(c->grid, executor);
            continue;
        }
        compute(c, panel);
        if (random_percent(&r, 20))
            grid_report_cells(&(struct grid_work){c->grid, panel}, panel->problem.columns.n);
        grid_give(c->grid, panel);
        if (atomic_fetch_add(&c->panels, 1) + 1 == c->stop)
            grid_stop(c->grid);
    }
    assert_int_equal(answer, GRID_OVER);
    return NULL;
}

static void check_row(struct strips_row *row, const struct strips_problem *p)
{
    struct strips_row expected;
    struct strips_run run = {0};
    assert_int_equal(strips_last_row(p, &run, &expected), STRIPS_OK);
    assert_int_equal(row->first, 0);
    assert_int_equal(row->last, p->columns.n);
    assert_int_equal(row->score, expected.score);
    for (size_t j = 0; j < p->columns.n; j++)
        assert_int_equal(strips_delta(&row->deltas, j), strips_delta(&expected.deltas, j));
    strips_row_free(row);
    strips_row_free(&expected);
}

static void check_table(struct grid *g, size_t i, const struct strips_problem *p)
{
    const struct strips_problem turned = strips_turned(p);
    struct strips_row row;
    grid_row(g, i, &row);
    check_row(&row, p);
    grid_column(g, i, &row);
    check_row(&row, &turned);
}

/* Checks that scores along a border of a band are never lower than in the whole table, and that the
 * last score is equal if it is within the bound. */
static void check_border(struct strips_row *row, const struct strips_problem *p, uint64_t bound)
{
    struct strips_row whole;
    assert_int_equal(strips_last_row(p, &(struct strips_run){0}, &whole), STRIPS_OK);
    uint64_t score = row->score, best = whole.score;
    for (size_t j = 0; j <= p->columns.n; j++) {
        struct strips_problem part = *p;
        part.columns.n = j;
        assert_true(strips_distance(&part, score) >= strips_distance(&part, best));
        score += j < p->columns.n ? (uint64_t)strips_delta(&row->deltas, j) : 0;
        best += j < p->columns.n ? (uint64_t)strips_delta(&whole.deltas, j) : 0;
    }
    if (strips_distance(p, best) <= bound)
        assert_int_equal(score, best);
    strips_row_free(row);
    strips_row_free(&whole);
}

static void check_band(struct grid *g, size_t i, const struct strips_problem *p, uint64_t bound)
{
    const struct strips_problem turned = strips_turned(p);
    struct strips_row row;
    grid_row(g, i, &row);
    check_border(&row, p, bound);
    grid_column(g, i, &row);
    check_border(&row, &turned, bound);
}

static void add_cells(void *context, uint64_t cells)
{
    *(uint64_t *)context += cells;
}

static void draw_executors(struct grid_executor *executors, size_t n, struct random *r)
{
    for (size_t i = 0; i < n; i++)
        executors[i] =
            (struct grid_executor){.rows = random_log(r, 500), .columns = random_log(r, 500)};
    if (random_percent(r, 70))
        return;
    for (size_t i = 0; i < n; i++) { /* some devices are equal */
        executors[i] = executors[0];
        executors[i].kind = i == n - 1 || random_percent(r, 60) ? GRID_DEVICE : GRID_SECOND;
    }
}

/* Makes each table a band for a bound; with exchanges, its borders include the neighbouring
 * diagonals. */
static void draw_bands(const struct tables *t, struct diagonal_span *bands, uint64_t *bounds,
                       struct random *r)
{
    for (size_t i = 0; i < t->n; i++) {
        size_t m = t->p[i].rows.n, n = t->p[i].columns.n;
        bounds[i] = (m > n ? m - n : n - m) + (random_percent(r, 10) ? 0 : random_log(r, m + n));
        bands[i] = diagonal_span_within(m, n, bounds[i]);
        bands[i].lowest -= t->p[i].metric == STRIPS_OSA ? 2 : 0;
        bands[i].highest += t->p[i].metric == STRIPS_OSA ? 2 : 0;
    }
}

/* All executors compute bands, and some fail. */
static void check_bands(const struct strips_kernel *kernel, uint64_t seed)
{
    struct random r = random_open(12, seed);
    struct tables t;
    struct diagonal_span bands[TABLES];
    uint64_t bounds[TABLES] = {0};
    struct grid_executor executors[EXECUTORS];
    struct scheduler c = {
        .kernel = kernel, .seed = seed, .executors = 1 + random_below(&r, EXECUTORS)};
    draw_tables(&t, &r);
    draw_executors(executors, c.executors, &r);
    draw_bands(&t, bands, bounds, &r);
    const struct grid_shape shape = {.rows = random_percent(&r, 30) ? 0 : random_log(&r, 400),
                                     .columns = random_percent(&r, 50) ? 0 : random_log(&r, 400),
                                     .bands = bands};
    c.return_percent = random_percent(&r, 50) ? 0 : 30;
    c.grid = grid_open(t.p, t.n, executors, c.executors, &shape);
    assert_non_null(c.grid);
    (void)in_parallel((unsigned)c.executors, work, &c);
    assert_true(grid_done(c.grid));
    for (size_t i = 0; i < t.n; i++)
        check_band(c.grid, i, &t.p[i], bounds[i]);
    grid_close(c.grid);
    free(t.codes);
}

TEST(in_bands)
{
    for (const struct strips_kernel *const *k = strips_kernels(); *k != NULL; k++)
        for (size_t i = 0; i < CASES && cpu_why_not((*k)->needs) == NULL; i++)
            check_bands(*k, i);
}

static void check_grid(const struct strips_kernel *kernel, uint64_t seed, bool stop)
{
    struct random r = random_open(11, seed);
    struct tables t;
    uint64_t cells = 0, all = 0;
    struct grid_executor executors[EXECUTORS];
    struct grid_shape shape = {.progress = add_cells, .context = &cells};
    struct scheduler c = {
        .kernel = kernel, .seed = seed, .executors = 1 + random_below(&r, EXECUTORS)};
    draw_tables(&t, &r);
    draw_executors(executors, c.executors, &r);
    shape.rows = random_percent(&r, 30) ? 0 : random_log(&r, 400);
    shape.columns = random_percent(&r, 50) ? 0 : random_log(&r, 400);
    c.return_percent = random_percent(&r, 50) ? 0 : 30;
    c.leaving = random_percent(&r, 50);
    c.stop = stop ? 1 + random_below(&r, 5) : 0;
    c.grid = grid_open(t.p, t.n, executors, c.executors, &shape);
    assert_non_null(c.grid);
    (void)in_parallel((unsigned)c.executors, work, &c);
    for (size_t i = 0; i < t.n; i++)
        all += (uint64_t)t.p[i].rows.n * t.p[i].columns.n;
    assert_int_equal(grid_done(c.grid), cells == all);
    assert_true(cells == all || stop);
    for (size_t i = 0; cells == all && i < t.n; i++)
        check_table(c.grid, i, &t.p[i]);
    grid_close(c.grid);
    free(t.codes);
}

TEST(grids)
{
    for (const struct strips_kernel *const *k = strips_kernels(); *k != NULL; k++)
        for (size_t i = 0; i < CASES && cpu_why_not((*k)->needs) == NULL; i++)
            check_grid(*k, i, false);
}

TEST(stopped)
{
    for (size_t i = 0; i < CASES; i++)
        check_grid(NULL, 1000 + i, true);
}

/* A stopped grid hands out no panels, and executors that compute one can see the stop. */
TEST(stopped_early)
{
    struct grid_shape shape = {0};
    struct grid_executor executor = {.rows = 64, .columns = 64};
    struct grid_panel *panel;
    uint8_t codes[100] = {0};
    struct strips_problem p = {STRIPS_LCS, 1, 2, {codes, 100, false}, {codes, 100, true}};
    struct grid *g = grid_open(&p, 1, &executor, 1, &shape);
    assert_non_null(g);
    assert_false(atomic_load(grid_stopped(g)));
    assert_true(grid_wants(g, 0));
    grid_stop(g);
    assert_true(atomic_load(grid_stopped(g)));
    assert_false(grid_wants(g, 0));
    assert_int_equal(grid_take(g, 0, true, &panel), GRID_OVER);
    assert_false(grid_done(g));
    grid_close(g);
}

static atomic_int calls;

static void count_call(void)
{
    atomic_fetch_add(&calls, 1);
}

/* The function set for executors that do not wait is called when a panel may have become available.
 */
TEST(called)
{
    const struct grid_shape shape = {.rows = 64, .columns = 64};
    struct grid_executor executors[] = {{.rows = 64, .columns = 64}, {.rows = 64, .columns = 64}};
    struct grid_panel *panel;
    uint8_t codes[100] = {0};
    struct strips_problem p = {STRIPS_LCS, 1, 2, {codes, 100, false}, {codes, 100, true}};
    struct grid *g = grid_open(&p, 1, executors, 2, &shape);
    assert_non_null(g);
    grid_call(g, count_call);
    assert_int_equal(grid_take(g, 0, false, &panel), GRID_PANEL);
    assert_int_equal(calls, 0);
    grid_return(g, panel);
    assert_int_equal(calls, 1);
    assert_int_equal(grid_take(g, 0, false, &panel), GRID_PANEL);
    assert_int_equal(strips_panel(&panel->problem, &(struct strips_run){0}, &panel->border),
                     STRIPS_OK);
    grid_give(g, panel);
    assert_int_equal(calls, 2);
    grid_leave(g, 0);
    assert_int_equal(calls, 3);
    grid_stop(g);
    assert_int_equal(calls, 4);
    grid_close(g);
}

/* --- efficiency of the scheduler ------------------------------------------------------------ */

/*
 * A simulated executor: it has its own speed, a fixed cost per panel expressed as extra rows and
 * columns, and a time for sending a panel there and back.
 */
struct simulated {
    double speed; /* cells per second */
    double rows, columns, latency;
    unsigned ahead;
    size_t lanes; /* 0: 512 */
};

struct job {
    bool runs;
    size_t tier, executor, columns;
    double ends;
};

struct simulation {
    struct grid_plan plan;
    const struct simulated *simulated;
    size_t n;
    struct grid_executor executors[8];
    double free_at[8];
    struct job jobs[16];
    double now;
    size_t panels;
};

static const double TICK = 1e-3; /* s: interval at which executors request panels ahead of time */

static struct job *free_job(struct simulation *p)
{
    struct job *e = p->jobs;
    while (e->runs)
        e++;
    return e;
}

/* Hands the executor all panels that it can have now. */
static void serve(struct simulation *p, size_t executor)
{
    const struct simulated *f = &p->simulated[executor];
    size_t columns, tier;
    while ((tier = grid_plan_choose(&p->plan, executor, p->now, &columns)) != SIZE_MAX) {
        double begins = p->free_at[executor] > p->now ? p->free_at[executor] : p->now;
        double cells =
            ((double)p->plan.tiers[tier].rows + f->rows) * ((double)columns + f->columns);
        assert_true(columns > 0);
        grid_plan_begin(&p->plan, tier, executor, columns, p->now);
        p->free_at[executor] = begins + cells / f->speed + f->latency;
        *free_job(p) = (struct job){true, tier, executor, columns, p->free_at[executor]};
        p->panels++;
    }
}

static struct job *first_to_end(struct simulation *p)
{
    struct job *first = NULL;
    for (size_t i = 0; i < sizeof p->jobs / sizeof *p->jobs; i++)
        if (p->jobs[i].runs && (first == NULL || p->jobs[i].ends < first->ends))
            first = &p->jobs[i];
    return first;
}

static void simulate(struct simulation *p)
{
    while (p->plan.cells_left > 0) {
        for (size_t i = 0; i < p->n; i++)
            serve(p, i);
        struct job *e = first_to_end(p);
        assert_non_null(e);
        if (e->ends > p->now + TICK) {
            p->now += TICK;
            continue;
        }
        p->now = e->ends;
        e->runs = false;
        grid_plan_end(&p->plan, e->tier, e->executor, e->columns, p->now);
    }
}

/* Returns the speed of the grid as a part of the total speed of all executors. */
static double share(const struct grid_lengths *tables, size_t ntables,
                    const struct simulated *simulated, size_t n)
{
    struct simulation p = {.simulated = simulated, .n = n};
    double speed = 0;
    for (size_t i = 0; i < n; i++) {
        size_t lanes = simulated[i].lanes > 0 ? simulated[i].lanes : 512;
        p.executors[i] = (struct grid_executor){
            .rows = 64 * lanes, .columns = 512 * lanes, .ahead = simulated[i].ahead};
        speed += simulated[i].speed;
    }
    assert_true(grid_plan_open(&p.plan, tables, ntables, p.executors, n, &(struct grid_shape){0}));
    double cells = (double)p.plan.cells_left;
    simulate(&p);
    grid_plan_close(&p.plan);
    return cells / speed / p.now;
}

/*
 * Prints the grid's part of the total speed. Checks that it is large, and that all executors
 * together take no longer than the fastest alone.
 */
static void expect_share(const char *name, const struct grid_lengths *tables, size_t ntables,
                         const struct simulated *simulated, size_t n)
{
    double least = tables[0].rows < 1 << 20 ? 0.8 : 0.9, speed = 0, alone = 0;
    double measured = share(tables, ntables, simulated, n);
    print_message("%-50s %.1f%%\n", name, 100 * measured);
    assert_true(measured >= least);
    for (size_t i = 0; i < n; i++) {
        struct simulated here = simulated[i];
        double one = here.speed * share(tables, ntables, &here, 1);
        alone = one > alone ? one : alone;
        speed += here.speed;
    }
    assert_true(measured * speed >= 0.999 * alone);
}

#define EXPECT_SHARE(TABLES, FAKES)                                                                \
    expect_share(#TABLES ", " #FAKES, TABLES, sizeof(TABLES) / sizeof *(TABLES), FAKES,            \
                 sizeof(FAKES) / sizeof *(FAKES))

/* Executors that lose nothing with small panels: only waiting costs time. */
TEST(waiting)
{
    const struct grid_lengths square[] = {{1 << 22, 1 << 22}},
                              halves[] = {{1 << 21, 1 << 22}, {1 << 21, 1 << 22}};
    const struct grid_lengths small[] = {{1 << 18, 1 << 18}};
    const struct simulated one[] = {{.speed = 2e11}}, equal[] = {{.speed = 2e11}, {.speed = 2e11}},
                           unequal[] = {{.speed = 2e11}, {.speed = 5e10}},
                           turned[] = {{.speed = 5e10}, {.speed = 2e11}},
                           four[] = {{.speed = 2e11},
                                     {.speed = 1e11},
                                     {.speed = 5e10},
                                     {.speed = 2e10}},
                           eight[] = {{.speed = 2e11}, {.speed = 2e11}, {.speed = 2e11},
                                      {.speed = 2e11}, {.speed = 2e11}, {.speed = 2e11},
                                      {.speed = 2e11}, {.speed = 2e11}};
    EXPECT_SHARE(square, one);
    EXPECT_SHARE(square, equal);
    EXPECT_SHARE(square, unequal);
    EXPECT_SHARE(square, turned);
    EXPECT_SHARE(square, four);
    EXPECT_SHARE(square, eight);
    EXPECT_SHARE(halves, equal);
    EXPECT_SHARE(halves, unequal);
    EXPECT_SHARE(small, equal);
    EXPECT_SHARE(small, unequal);
}

/* Executors that are slower with small panels, and remote. */
TEST(costs)
{
    enum { ROWS = 2560, COLUMNS = 2048 };
    const struct grid_lengths square[] = {{1 << 22, 1 << 22}}, million[] = {{1 << 20, 1 << 20}};
    const struct simulated one[] = {{2e11, ROWS, COLUMNS, 0, 1, 512}},
                           near[] = {{2e11, ROWS, COLUMNS, 0, 1, 512},
                                     {2e11, ROWS, COLUMNS, 1e-3, 2, 512}},
                           far[] = {{2e11, ROWS, COLUMNS, 0, 1, 512},
                                    {2e11, ROWS, COLUMNS, 2e-2, 2, 512}},
                           slow[] = {{2e11, ROWS, COLUMNS, 0, 1, 512},
                                     {5e10, ROWS, COLUMNS, 1e-3, 2, 512}},
                           fast[] = {{5e10, ROWS, COLUMNS, 0, 1, 512},
                                     {2e11, ROWS, COLUMNS, 1e-3, 2, 512}};
    EXPECT_SHARE(square, one);
    EXPECT_SHARE(square, near);
    EXPECT_SHARE(square, far);
    EXPECT_SHARE(square, slow);
    EXPECT_SHARE(square, fast);
    EXPECT_SHARE(million, one);
    EXPECT_SHARE(million, near);
    EXPECT_SHARE(million, slow);
    EXPECT_SHARE(million, fast);
}

/* Two tables that are halves of one, for one executor, for two, and for three. */
TEST(halves)
{
    static const double ROWS = 2560, COLUMNS = 4500, FAST = 4.5e11, SLOW = 1.2e11, AWAY = 3e-4;
    const struct grid_lengths million[] = {{1 << 19, 1 << 20}, {1 << 19, 1 << 20}},
                              large[] = {{1 << 21, 1 << 22}, {1 << 21, 1 << 22}};
    const struct simulated here = {FAST, ROWS, COLUMNS, 0, 1, 512},
                           there = {FAST, ROWS, COLUMNS, AWAY, 2, 512},
                           weak = {SLOW, ROWS / 4, COLUMNS / 4, 0, 1, 128},
                           weak_there = {SLOW, ROWS / 4, COLUMNS / 4, AWAY, 2, 128};
    const struct simulated one[] = {here}, equal[] = {here, there}, slow[] = {here, weak_there},
                           fast[] = {weak, there}, alike[] = {here, there, there},
                           shared[] = {here, {SLOW, ROWS, COLUMNS, AWAY, 2, 512}};
    EXPECT_SHARE(million, one);
    EXPECT_SHARE(million, equal);
    EXPECT_SHARE(million, slow);
    EXPECT_SHARE(million, fast);
    EXPECT_SHARE(million, shared);
    EXPECT_SHARE(million, alike);
    EXPECT_SHARE(large, equal);
    EXPECT_SHARE(large, slow);
    EXPECT_SHARE(large, fast);
}

/* --- whole tables --------------------------------------------------------------------------- */

enum { WHOLE_EXECUTORS = 4, WHOLE_TABLES = 4 };

/* Returns how many executors compute whole tables, of two devices with two executors each. The last
 * executor has `more` more rows. */
static size_t whole(const size_t *columns, size_t ntables, enum grid_kind kind, size_t more,
                    size_t forced)
{
    struct grid_lengths tables[WHOLE_TABLES];
    struct grid_executor executors[WHOLE_EXECUTORS];
    struct grid_plan plan;
    for (size_t i = 0; i < ntables; i++)
        tables[i] = (struct grid_lengths){1 << 20, columns[i]};
    for (size_t i = 0; i < WHOLE_EXECUTORS; i++)
        executors[i] = (struct grid_executor){
            .kind = i % 2 == 0 ? GRID_DEVICE : GRID_SECOND, .rows = 1 << 15, .columns = 1 << 18};
    executors[WHOLE_EXECUTORS - 1].kind = kind;
    executors[WHOLE_EXECUTORS - 1].rows += more;
    assert_true(grid_plan_open(&plan, tables, ntables, executors, WHOLE_EXECUTORS,
                               &(struct grid_shape){.rows = forced, .columns = forced}));
    size_t most = plan.whole, does = 0;
    for (size_t i = 0; i < WHOLE_EXECUTORS; i++) {
        size_t width, tier = grid_plan_choose(&plan, i, 0, &width);
        if (tier == SIZE_MAX)
            continue;
        does += plan.tiers[tier].rows == 1 << 20 && width == plan.tiers[tier].columns;
        grid_plan_begin(&plan, tier, i, width, 0);
        assert_true(plan.whole == 0 || grid_plan_choose(&plan, i, 0, &width) == SIZE_MAX);
    }
    grid_plan_close(&plan);
    assert_int_equal(does, most);
    return does;
}

TEST(whole_tables)
{
    static const size_t equal[] = {1000000, 1040000, 990000, 1010000};
    static const size_t unequal[] = {1000000, 1500000, 1000000, 1000000};
    assert_int_equal(whole(equal, 2, GRID_SECOND, 0, 0), 2);
    assert_int_equal(whole(equal, 4, GRID_SECOND, 0, 0), 4);
    assert_int_equal(whole(equal, 1, GRID_SECOND, 0, 0), 0);
    assert_int_equal(whole(equal, 3, GRID_SECOND, 0, 0), 0);
    assert_int_equal(whole(unequal, 2, GRID_SECOND, 0, 0), 0);
    assert_int_equal(whole(equal, 2, GRID_TEAM, 0, 0), 0);
    assert_int_equal(whole(equal, 2, GRID_SECOND, 1, 0), 0);
    assert_int_equal(whole(equal, 2, GRID_SECOND, 0, 64), 0);
}

/* An executor without work gets GRID_OVER; another executor computes a returned panel. */
TEST(whole_given_back)
{
    const struct grid_lengths tables[] = {{1000, 1000}, {1000, 1000}};
    struct grid_executor executors[] = {
        {.kind = GRID_DEVICE}, {.kind = GRID_SECOND}, {.kind = GRID_DEVICE}};
    struct grid_plan plan;
    size_t width, tier;
    assert_true(grid_plan_open(&plan, tables, 2, executors, 3, &(struct grid_shape){0}));
    assert_true(grid_plan_excludes(&plan, 1));
    assert_false(grid_plan_excludes(&plan, 0));
    tier = grid_plan_choose(&plan, 0, 0, &width);
    assert_int_equal(tier, 0);
    grid_plan_begin(&plan, tier, 0, width, 0);
    grid_plan_undo(&plan, tier, 0, width, 0);
    grid_plan_leave(&plan, 0);
    for (tier = 0; tier < 2; tier++) {
        assert_int_equal(grid_plan_choose(&plan, 2, 0, &width), tier);
        assert_int_equal(width, 1000);
        grid_plan_begin(&plan, tier, 2, width, 0);
        grid_plan_end(&plan, tier, 2, width, 1);
    }
    assert_int_equal(plan.cells_left, 0);
    grid_plan_close(&plan);
}
