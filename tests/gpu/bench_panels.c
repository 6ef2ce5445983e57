/*
 * bench_panels.c - how fast a GPU computes panels of several sizes, one and two at a time.
 *
 *     bench_panels [CODES]
 *
 * The numbers of rows are those of strips_device.liked(), their halves and quarters, and twice as
 * many; likewise the columns. Each solver computes its panels one after the other, including all
 * copies. TCUPS: 10^12 cells per second of all solvers together. The last line is a whole table by
 * strips_device.score().
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io.h"
#include "gpu/base/device.h"
#include "gpu/strips/cuda_strips.h"
#include "tests/gpu/bench_device.h"

enum { MOST_SOLVERS = 2, TURNS = 3, WHOLE = 1 << 23 };

/* A thread that computes the same panel several times. */
struct worker {
    pthread_t thread;
    struct strips_solver *solver;
    struct strips_problem panel;
    uint64_t *bits;
};

static void *work(void *context)
{
    const struct worker *w = context;
    const struct strips_device_run run = {0};
    struct strips_border border = strips_border_at(&w->panel, w->bits);
    for (int turn = 0; turn < TURNS; turn++)
        must(cuda_strips.panel(w->solver, &w->panel, &run, &border) == STRIPS_DEVICE_OK,
             cuda_strips.why_failed(w->solver));
    return NULL;
}

/* Returns the seconds of TURNS panels by each of n workers. */
static double time_workers(struct worker *workers, unsigned n, const struct strips_problem *panel)
{
    const size_t bytes = strips_border_size(panel) * sizeof(uint64_t);
    for (unsigned i = 0; i < n; i++) {
        workers[i].panel = *panel;
        workers[i].bits = calloc(bytes, 1);
        must(workers[i].bits != NULL, "out of memory");
    }
    double begin = io_seconds();
    for (unsigned i = 0; i < n; i++)
        must(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0,
             "cannot start a thread");
    for (unsigned i = 0; i < n; i++)
        must(pthread_join(workers[i].thread, NULL) == 0, "cannot join a thread");
    double seconds = io_seconds() - begin;
    for (unsigned i = 0; i < n; i++)
        free(workers[i].bits);
    return seconds;
}

static double cells_of(const struct strips_problem *p)
{
    return (double)p->rows.n * (double)p->columns.n;
}

static void put_panels(struct worker *workers, const struct strips_problem *table, size_t rows,
                       size_t columns)
{
    struct strips_problem panel = *table;
    panel.rows.n = rows;
    panel.columns.n = columns;
    printf("| %s | %zu Ki | %zu Ki |", panel.metric == STRIPS_LCS ? "lcs" : "levenshtein",
           rows >> 10, columns >> 10);
    (void)time_workers(workers, MOST_SOLVERS, &panel); /* allocates memory */
    for (unsigned n = 1; n <= MOST_SOLVERS; n++)
        printf(" %.1f |", n * TURNS * cells_of(&panel) / time_workers(workers, n, &panel) / 1e12);
    printf("\n");
    (void)fflush(stdout);
}

static void put_whole(struct strips_solver *c, const struct strips_problem *table)
{
    const struct strips_device_run run = {0};
    struct strips_problem whole = *table;
    uint64_t score;
    whole.rows.n = whole.columns.n = WHOLE;
    double begin = io_seconds();
    must(cuda_strips.score(c, &whole, &run, &score) == STRIPS_DEVICE_OK, cuda_strips.why_failed(c));
    printf("| %s | whole | %d Ki | %.1f | |\n", whole.metric == STRIPS_LCS ? "lcs" : "levenshtein",
           WHOLE >> 10, cells_of(&whole) / (io_seconds() - begin) / 1e12);
}

int main(int argc, char **argv)
{
    const unsigned ncodes = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
    struct worker workers[MOST_SOLVERS] = {{0}};
    size_t rows, columns;
    must(ncodes >= 1 && ncodes <= 256, "codes: 1 to 256");
    must(device_why_not() == NULL, device_why_not());
    cuda_strips.liked(0, &rows, &columns);
    for (unsigned i = 0; i < MOST_SOLVERS; i++) {
        workers[i].solver = cuda_strips.open(0);
        must(workers[i].solver != NULL, cuda_strips.why_failed(NULL));
    }
    const size_t most = 2 * (rows > columns ? rows : columns) + WHOLE;
    struct strips_problem table = {STRIPS_LEVENSHTEIN,
                                   1,
                                   ncodes,
                                   {draw(1, most, ncodes), most, false},
                                   {draw(2, most, ncodes), most, false}};
    printf("%u codes\n\n| metric | rows | columns | one at a time, TCUPS | two |\n"
           "| --- | --: | --: | --: | --: |\n",
           ncodes);
    for (int lcs = 0; lcs < 2; lcs++) {
        table.metric = lcs ? STRIPS_LCS : STRIPS_LEVENSHTEIN;
        for (size_t m = rows / 4; m <= 2 * rows; m *= 2)
            for (size_t n = columns / 4; n <= 2 * columns; n *= 2)
                put_panels(workers, &table, m, n);
        put_whole(workers[0].solver, &table);
    }
    for (unsigned i = 0; i < MOST_SOLVERS; i++)
        cuda_strips.close(workers[i].solver);
    free((void *)table.rows.codes);
    free((void *)table.columns.codes);
    return 0;
}
