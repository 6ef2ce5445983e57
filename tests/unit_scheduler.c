/*
 * unit_scheduler.c - pairs compared by schedulers whose workers fail, return work, or divide parts,
 * against diagonals; and parts of a table, against the whole table.
 */
#include <limits.h>
#include <stdatomic.h>

#include "base/parallel.h"
#include "compare/compare_parallel.h"
#include "compare/split_table.h"
#include "few_threads.h"
#include "ref/random.h"
#include "ref/table.h"
#include "unit.h"

enum { CASES = 150, LONGEST = 600, MOST_PARTS = 8, LEAF = 200 };

/* Large parts come first; of equal parts the lower number comes first. */
TEST(orders_parts)
{
    const struct subproblem list[] = {
        {.s = {.m = 2, .n = 3}}, {.s = {.m = 4, .n = 6}}, {.s = {.m = 8, .n = 3}}};
    static const size_t order[] = {1, 2, 0};
    struct subproblem *sorted = subproblems_sorted(list, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sorted[i].number, order[i]);
        assert_int_equal(sorted[i].s.m, list[order[i]].s.m);
    }
    free(sorted);
}

/* --- pairs --------------------------------------------------------------------------------- */

struct pair {
    unsigned char x[LONGEST], y[LONGEST];
    struct sequences s;
    enum metric metric;
    uint64_t distance;
    char edits[2 * LONGEST + 1];
};

/* Draws a pair whose ends differ: equal ends would be aligned separately (table.h). */
static void draw_pair(struct pair *p, struct random *r)
{
    static uint32_t x[LONGEST], y[LONGEST];
    uint32_t alphabet = (uint32_t)random_between(r, 2, 5);
    size_t m = random_log(r, LONGEST), n = random_log(r, LONGEST);
    for (size_t i = 0; i < m; i++)
        x[i] = (uint32_t)random_below(r, alphabet);
    for (size_t i = 0; i < n; i++)
        y[i] = i < m && random_percent(r, 70) ? x[i] : (uint32_t)random_below(r, alphabet);
    x[0] = x[m - 1] = 0;
    y[0] = y[n - 1] = 1;
    for (size_t i = 0; i < m; i++)
        p->x[i] = (unsigned char)x[i];
    for (size_t i = 0; i < n; i++)
        p->y[i] = (unsigned char)y[i];
    p->s = (struct sequences){p->x, p->y, m, n, 1, alphabet};
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA};
    p->metric = metrics[random_below(r, sizeof metrics / sizeof *metrics)];
    p->distance = table_align(x, m, y, n, (enum table_metric)p->metric, p->edits);
}

static void check_script(const struct pair *p, struct script *script)
{
    size_t at = 0;
    for (size_t i = 0; i < script->count; i++)
        for (uint64_t left = edit_length(script->runs[i]); left > 0; left--)
            assert_int_equal(edit_kind(script->runs[i]), p->edits[at++]);
    assert_int_equal(p->edits[at], '\0');
    script_free(script);
}

/* --- parts --------------------------------------------------------------------------------- */

/* Divides the table along its path. Returns the number of parts. */
static size_t cut_path(const struct pair *p, struct subproblem *parts, struct random *r)
{
    size_t n = 0, row = 0, column = 0, length = strlen(p->edits);
    struct subproblem part = {.s = p->s};
    part.s.m = part.s.n = 0;
    for (size_t i = 0; i < length; i++) {
        if (p->edits[i] == 'T') {
            row++;
            column++;
            part.s.m++;
            part.s.n++;
            i++;
        }
        row += p->edits[i] != 'I';
        column += p->edits[i] != 'D';
        part.s.m += p->edits[i] != 'I';
        part.s.n += p->edits[i] != 'D';
        part.distance += p->edits[i] != '=';
        if (n + 1 < MOST_PARTS && random_percent(r, 2)) {
            parts[n++] = part;
            part = (struct subproblem){.s = sequences_part(&p->s, row, 0, column, 0)};
        }
    }
    parts[n++] = part;
    return n;
}

struct helper {
    struct subproblems *parts;
    atomic_size_t next;
    size_t stop; /* number of parts after which all stops; 0: never */
    atomic_size_t aligned;
};

/* Takes parts, and returns some of them unaligned. */
static void *help(void *context)
{
    struct helper *h = context;
    struct random r = random_open(21, atomic_fetch_add(&h->next, 1));
    struct subproblem part;
    enum subproblems_answer answer;
    while ((answer = subproblems_take(h->parts, random_percent(&r, 50), &part)) !=
           SUBPROBLEMS_OVER) {
        struct script script = {0};
        if (answer == SUBPROBLEMS_LATER)
            continue;
        if (random_percent(&r, 50)) {
            subproblems_return(h->parts, &part);
            continue;
        }
        subproblems_align(subproblems_rules(h->parts), &part, &script);
        subproblems_give(h->parts, &part, &script);
        if (atomic_fetch_add(&h->aligned, 1) + 1 == h->stop)
            subproblems_stop(h->parts);
    }
    return NULL;
}

static atomic_int calls;

static void count_call(void)
{
    atomic_fetch_add(&calls, 1);
}

TEST(parts_of_a_path)
{
    static struct pair p;
    for (size_t i = 0; i < CASES; i++) {
        struct random r = random_open(22, i);
        struct subproblem parts[MOST_PARTS];
        struct script script = {0};
        draw_pair(&p, &r);
        size_t n = cut_path(&p, parts, &r);
        const struct subproblems_rules rules = {.metric = p.metric, .leaf = LEAF};
        struct helper h = {.parts = subproblems_open(parts, n, &rules)};
        h.stop = random_percent(&r, 30) ? 1 : 0;
        atomic_store(&calls, 0);
        subproblems_call(h.parts, count_call);
        (void)in_parallel(3, help, &h);
        bool done = subproblems_done(h.parts);
        assert_int_equal(done, atomic_load(&h.aligned) == n);
        assert_true(done || h.stop > 0);
        assert_true(atomic_load(&calls) > 0);
        subproblems_close(h.parts, &script);
        if (done)
            check_script(&p, &script);
        else
            script_free(&script);
    }
}

/* --- schedulers ------------------------------------------------------------------------------ */

/* A worker that processes some panels and parts by itself, and then fails or stops everything. */
struct faulty {
    size_t panels, parts; /* number processed before it fails */
    bool stops, failed;
};

static void faulty_panels(void *context, struct grid *g, size_t first)
{
    struct faulty *faulty = context;
    const struct strips_run run = {0};
    struct grid_panel *panel;
    while (grid_take(g, first, true, &panel) == GRID_PANEL) {
        if (faulty->panels > 0) {
            faulty->panels--;
            assert_int_equal(strips_panel(&panel->problem, &run, &panel->border), STRIPS_OK);
            grid_give(g, panel);
            continue;
        }
        memset(panel->bits, 0xff, strips_border_size(&panel->problem) * sizeof *panel->bits);
        grid_return(g, panel);
        grid_leave(g, first);
        if (faulty->stops)
            grid_stop(g);
        faulty->failed = true;
    }
}

static void faulty_parts(void *context, struct subproblems *parts)
{
    struct faulty *faulty = context;
    struct subproblem part;
    while (faulty->parts > 0 && subproblems_take(parts, true, &part) == SUBPROBLEMS_PART) {
        struct script script = {0};
        faulty->parts--;
        subproblems_align(subproblems_rules(parts), &part, &script);
        subproblems_give(parts, &part, &script);
    }
}

/* Divides parts in two where the path crosses, and leaves some parts undivided. */
static void faulty_divide(void *context, struct split_on_device *d)
{
    struct subproblem part;
    struct strips_row rows[2];
    const struct strips_run run = {0};
    for (size_t i = 0; split_on_device_take(d, &part); i++) {
        struct split_table middle = split_table_of(&part.s);
        if (i % 3 == 2 || part.s.m + part.s.n <= 2)
            continue;
        for (int half = 0; half < 2; half++) {
            struct strips_problem p =
                split_table_half(&middle, &part.s, split_on_device_metric(d), half == 1);
            assert_int_equal(strips_last_row(&p, &run, &rows[half]), STRIPS_OK);
        }
        split_table_cross(&middle, &part.s, split_on_device_metric(d), &rows[0], &rows[1]);
        struct sequences before, after;
        split_table_split(&middle, &part.s, &before, &after);
        const struct strips_device_part v[] = {
            {0, 0, before.m, before.n, middle.before},
            {before.m, before.n, after.m, after.n, middle.after}};
        split_on_device_put(d, &part, v, 2);
        strips_row_free(&rows[0]);
        strips_row_free(&rows[1]);
    }
    (void)context;
}

static const char *faulty_why(void *context)
{
    return ((const struct faulty *)context)->failed ? "faulty" : NULL;
}

static void add_faulty(struct scheduler *scheduler, struct faulty *faulty, bool divides,
                       struct random *r)
{
    const struct grid_executor executor = {.rows = random_log(r, 200),
                                           .columns = random_log(r, 200)};
    const struct scheduler_worker worker = {.context = faulty,
                                            .panels = faulty_panels,
                                            .parts = faulty_parts,
                                            .threads = 1,
                                            .divide = divides ? faulty_divide : NULL,
                                            .dividers = divides,
                                            .why = faulty_why};
    scheduler_add(scheduler, &worker, &executor, 1);
}

static void check_parallel(struct pair *p, struct random *r)
{
    unsigned worked = 0, teams = (unsigned)random_below(r, 3);
    struct faulty faulty_workers[2] = {
        {random_below(r, 30), random_below(r, 4), random_percent(r, 10), false},
        {random_below(r, 30), random_below(r, 4), random_percent(r, 10), false}};
    struct compare_parallel c = {
        .scheduler = scheduler_open(),
        .shape = {.rows = random_log(r, 200), .columns = random_log(r, 200)},
        .rules = {.metric = p->metric, .leaf = LEAF, .diagonals = random_percent(r, 30)},
        .cells = (double)random_log(r, LONGEST * LONGEST)};
    struct script script = {0};
    uint64_t distance;
    for (unsigned i = 0; i < teams; i++)
        scheduler_add_team(c.scheduler, NULL, 1 + (unsigned)random_below(r, 2), &worked);
    for (size_t i = 0; i < 2; i++)
        add_faulty(c.scheduler, &faulty_workers[i], random_percent(r, 50), r);
    bool aligned = random_percent(r, 70);
    threads_left = random_percent(r, 30) ? (int)random_below(r, 4) : INT_MAX;
    if (compare_parallel_align(&c, &p->s, UINT64_MAX, aligned ? &script : NULL, &distance)) {
        assert_int_equal(distance, p->distance);
        if (aligned)
            check_script(p, &script);
    } else {
        assert_true(teams == 0 || faulty_workers[0].stops || faulty_workers[1].stops ||
                    threads_left < 0);
        assert_string_equal(scheduler_why(c.scheduler), "faulty");
        script_free(&script);
    }
    threads_left = INT_MAX;
    scheduler_close(c.scheduler);
}

TEST(schedulers)
{
    static struct pair p;
    for (size_t i = 0; i < 2 * CASES; i++) {
        struct random r = random_open(23, i);
        draw_pair(&p, &r);
        check_parallel(&p, &r);
    }
}
