/*
 * bench_strips.c - distances of random sequences on a GPU: the papers' sizes.
 *
 *     bench_strips [MEBICODES [CODES [lcs|levenshtein [strips|blocks [WORDS]]]]]
 *
 * Without arguments the table: pairs of 2, 4, 8 and 16 Mi codes, of 4 and of 256 codes. Times of a
 * call, with the copies, after one call of another size: the best of three. TCUPS: 10^12 cells of
 * the table a second.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ref/random.h"
#include "strips_cuda.h"

enum { MEBI = 1 << 20, RUNS = 1 };

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(bool good, const char *what)
{
    if (good)
        return;
    (void)fprintf(stderr, "bench_strips: %s\n", what);
    exit(1);
}

static unsigned char *draw(uint64_t seed, size_t n, unsigned ncodes)
{
    unsigned char *codes = malloc(n);
    must(codes != NULL, "out of memory");
    struct random r = random_open(seed, n);
    for (size_t i = 0; i < n; i++)
        codes[i] = (unsigned char)random_below(&r, ncodes);
    return codes;
}

static void bench(struct strips_cuda *c, size_t n, unsigned ncodes, enum strips_metric metric,
                  const struct strips_cuda_run *run)
{
    unsigned char *x = draw(1, n, ncodes), *y = draw(2, n, ncodes);
    struct strips_problem p = {metric, 1, ncodes, {x, n, false}, {y, n, false}};
    uint64_t score = 0;
    double best = 0;
    for (int i = 0; i < RUNS; i++) {
        double begin = now();
        must(strips_cuda_score(c, &p, run, &score) == STRIPS_CUDA_OK, strips_cuda_why_failed(c));
        double seconds = now() - begin;
        best = i == 0 || seconds < best ? seconds : best;
    }
    printf("%-11s %-6s %3zu Mi x %3zu Mi, %3u codes, %2u words: %8.3f s %7.2f TCUPS  %llu\n",
           metric == STRIPS_LCS ? "lcs" : "levenshtein",
           run->algorithm == STRIPS_CUDA_BLOCKS ? "blocks" : "strips", n / MEBI, n / MEBI, ncodes,
           run->words, best, (double)n * (double)n / best / 1e12, (unsigned long long)score);
    (void)fflush(stdout);
    free(x);
    free(y);
}

int main(int argc, char **argv)
{
    must(strips_cuda_why_not() == NULL, strips_cuda_why_not());
    struct strips_cuda *c = strips_cuda_open(0);
    must(c != NULL, strips_cuda_why_failed(c));
    struct strips_cuda_run run = {.words = argc > 5 ? (unsigned)atoi(argv[5]) : 0};
    if (argc > 4 && strcmp(argv[4], "blocks") == 0)
        run.algorithm = STRIPS_CUDA_BLOCKS;
    enum strips_metric metric =
        argc > 3 && strcmp(argv[3], "levenshtein") == 0 ? STRIPS_LEVENSHTEIN : STRIPS_LCS;
    if (argc > 1) {
        bench(c, (size_t)(atof(argv[1]) * MEBI), argc > 2 ? (unsigned)atoi(argv[2]) : 4, metric,
              &run);
    } else {
        const struct strips_cuda_run blocks = {.algorithm = STRIPS_CUDA_BLOCKS};
        for (size_t n = 2; n <= 16; n *= 2)
            for (unsigned ncodes = 4; ncodes <= 256; ncodes *= 64) {
                bench(c, n * MEBI, ncodes, STRIPS_LCS, &run);
                bench(c, n * MEBI, ncodes, STRIPS_LEVENSHTEIN, &run);
            }
        bench(c, 2 * (size_t)MEBI, 4, STRIPS_LCS, &blocks);
    }
    strips_cuda_close(c);
    return 0;
}
