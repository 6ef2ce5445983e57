/*
 * strips.c - the tables of edcmp's strips alone: `strips [ROWS [COLUMNS [THREADS [TEAMS]]]]`.
 *
 * Prints, for each kernel that can run here and each metric, 10^9 cells a second (GCUPS) over
 * alphabets of different sizes: random codes, as many rows and columns as told (65536 and 262144),
 * the best of a few runs. With TEAMS, TEAMS teams of THREADS threads compute the table in panels.
 * With a length alone of 0, instead: GCUPS by length, of two sequences of the same length over four
 * codes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/parallel.h"
#include "ref/random.h"
#include "strips/grid.h"

enum {
    RUNS = 3,
    ROWS = 65536,
    COLUMNS = 262144,
    SHORTEST = 64,
    LONGEST = 65536,
    DNA = 4,
    MOST_TEAMS = 64
};
enum { TEAM_ROWS = 1 << 15, TEAM_COLUMNS = 1 << 18 }; /* scheduler_team() with AVX-512 */
static const double SECONDS_LEAST = 0.05;             /* of a run */

static unsigned teams; /* 0: no panels */

enum { METRICS_OF_STRIPS = STRIPS_OSA + 1 };

static const char *const metrics[] = {"levenshtein", "lcs", "osa"};

_Noreturn static void fail(const char *what)
{
    fprintf(stderr, "strips: %s\n", what);
    exit(2);
}

static uint32_t *draw(size_t n, uint32_t ncodes, uint64_t seed)
{
    struct random r = random_open(seed, ncodes);
    uint32_t *codes = malloc((n + 1) * sizeof *codes);
    if (codes == NULL)
        fail("memory");
    for (size_t i = 0; i < n; i++)
        codes[i] = (uint32_t)random_below(&r, ncodes);
    return codes;
}

/* Several teams that share out a table. */
struct teams {
    struct grid *grid;
    const struct strips_run *run;
    atomic_size_t next;
};

static void *work(void *context)
{
    struct teams *t = context;
    size_t executor = atomic_fetch_add(&t->next, 1);
    struct grid_panel *panel;
    while (grid_take(t->grid, executor, true, &panel) == GRID_PANEL) {
        if (strips_panel(&panel->problem, t->run, &panel->border) != STRIPS_OK)
            fail("no panel");
        grid_give(t->grid, panel);
    }
    return NULL;
}

static bool score_in_panels(const struct strips_problem *p, const struct strips_run *run)
{
    static const struct grid_shape shape = {0};
    struct grid_executor executors[MOST_TEAMS];
    for (unsigned i = 0; i < teams; i++)
        executors[i] = (struct grid_executor){.rows = (size_t)TEAM_ROWS * run->threads,
                                              .columns = TEAM_COLUMNS};
    struct teams t = {.grid = grid_open(p, 1, executors, teams, &shape), .run = run};
    if (t.grid == NULL)
        return false;
    (void)in_parallel(teams, work, &t);
    bool done = grid_done(t.grid);
    grid_close(t.grid);
    return done;
}

static bool score(const struct strips_problem *p, const struct strips_run *run)
{
    uint64_t score;
    return teams > 0 ? score_in_panels(p, run) : strips_score(p, run, &score) == STRIPS_OK;
}

/* 10^9 cells a second. */
static double measure(const struct strips_problem *p, const struct strips_run *run)
{
    double best = 0, cells = (double)p->rows.n * (double)p->columns.n;
    for (int i = 0; i < RUNS; i++) {
        double began = io_seconds(), seconds;
        size_t times = 0;
        do {
            if (!score(p, run))
                fail("no score");
            times++;
            seconds = io_seconds() - began;
        } while (seconds < SECONDS_LEAST);
        double rate = cells * (double)times / seconds / 1e9;
        best = rate > best ? rate : best;
    }
    return best;
}

static double measure_random(const struct strips_run *run, enum strips_metric metric,
                             uint32_t ncodes, size_t rows, size_t columns)
{
    uint32_t *x = draw(rows, ncodes, 1), *y = draw(columns, ncodes, 2);
    struct strips_problem p = {metric, sizeof *x, ncodes, {x, rows, false}, {y, columns, false}};
    double rate = measure(&p, run);
    free(x);
    free(y);
    return rate;
}

static void print_rate(double rate)
{
    printf(rate < 10 ? " %8.2f" : " %8.0f", rate);
    fflush(stdout);
}

static void by_alphabet(struct strips_run *run, size_t rows, size_t columns)
{
    static const uint32_t alphabets[] = {2, 4, 5, 20, 100, 256, 4096, 70000};
    enum { ALPHABETS = sizeof alphabets / sizeof *alphabets };
    printf("%-7s %-12s", "kernel", "codes:");
    for (size_t a = 0; a < ALPHABETS; a++)
        printf(" %8u", alphabets[a]);
    for (const struct strips_kernel *const *k = strips_kernels(); *k != NULL; k++)
        for (int metric = 0; metric < METRICS_OF_STRIPS && cpu_why_not((*k)->needs) == NULL;
             metric++) {
            run->kernel = *k;
            printf("\n%-7s %-12s", (*k)->name, metrics[metric]);
            for (size_t a = 0; a < ALPHABETS; a++)
                print_rate(
                    measure_random(run, (enum strips_metric)metric, alphabets[a], rows, columns));
        }
    putchar('\n');
}

static void by_length(struct strips_run *run)
{
    printf("%-7s %-12s", "kernel", "length:");
    for (size_t n = SHORTEST; n <= LONGEST; n *= 2)
        printf(" %8zu", n);
    for (const struct strips_kernel *const *k = strips_kernels(); *k != NULL; k++)
        for (int metric = 0; metric < METRICS_OF_STRIPS && cpu_why_not((*k)->needs) == NULL;
             metric++) {
            run->kernel = *k;
            printf("\n%-7s %-12s", (*k)->name, metrics[metric]);
            for (size_t n = SHORTEST; n <= LONGEST; n *= 2)
                print_rate(measure_random(run, (enum strips_metric)metric, DNA, n, n));
        }
    putchar('\n');
}

int main(int argc, char **argv)
{
    size_t rows = argc > 1 ? strtoul(argv[1], NULL, 10) : ROWS;
    size_t columns = argc > 2 ? strtoul(argv[2], NULL, 10) : COLUMNS;
    struct strips_run run = {.threads = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1};
    teams = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
    if (teams > MOST_TEAMS)
        fail("too many teams");
    if (rows == 0)
        by_length(&run);
    else
        by_alphabet(&run, rows, columns);
    return 0;
}
