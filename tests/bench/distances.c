/*
 * distances.c - measures distances.h: pairs of random strings, or all strings with all others.
 *
 *     distances KERNEL LEAST MOST LETTERS COUNT METRIC [1|4]
 *
 * prints nanoseconds per pair: of COUNT pairs in one call; with COUNT 0, of 1,000 x 1,000 pairs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare/distances.h"
#include "ref/random.h"

enum { ALL = 1000, ROUNDS = 200 };

#define SECONDS_MOST 1.0 /* no round starts after this */

/* Returns the processor time, which other load does not affect. */
static double cpu_seconds(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct lanes_string draw(struct random *r, size_t least, size_t most, size_t letters,
                                unsigned width)
{
    struct lanes_string s = {.length = (uint32_t)random_between(r, least, most)};
    unsigned char *codes = calloc(s.length + 1, width);
    if (codes == NULL)
        abort();
    for (size_t i = 0; i < s.length; i++)
        codes[i * width] = (unsigned char)('a' + random_below(r, letters));
    s.codes = codes;
    return s;
}

static double best_pairs(struct distances *d, const struct lanes_pair *pairs, size_t count,
                         uint32_t *to)
{
    double best = 1e9, all = 0;
    for (int round = 0; round < ROUNDS && all < SECONDS_MOST; round++) {
        double begin = cpu_seconds();
        distances_pairs(d, pairs, count, NULL, to);
        double taken = cpu_seconds() - begin;
        best = taken < best ? taken : best;
        all += taken;
    }
    return best * 1e9 / (double)count;
}

static double best_all(struct distances *d, const struct lanes_string *strings, uint32_t *to)
{
    double best = 1e9, all = 0;
    for (int round = 0; round < ROUNDS && all < SECONDS_MOST; round++) {
        double begin = cpu_seconds();
        distances_columns(d, strings + ALL, ALL);
        for (size_t i = 0; i < ALL; i++)
            distances_row(d, &strings[i], to + i * ALL);
        double taken = cpu_seconds() - begin;
        best = taken < best ? taken : best;
        all += taken;
    }
    return best * 1e9 / ALL / ALL;
}

int main(int argc, char **argv)
{
    if (argc < 7)
        return EXIT_FAILURE;
    const struct lanes_kernel *kernel = lanes_kernels_find(argv[1]);
    size_t least = strtoul(argv[2], NULL, 10), most = strtoul(argv[3], NULL, 10);
    size_t letters = strtoul(argv[4], NULL, 10), count = strtoul(argv[5], NULL, 10);
    enum metric metric = METRIC_LEVENSHTEIN;
    for (unsigned m = 0; m < METRICS; m++)
        metric = strcmp(argv[6], metric_name((enum metric)m)) == 0 ? (enum metric)m : metric;
    unsigned width = argc > 7 ? (unsigned)strtoul(argv[7], NULL, 10) : 1;
    struct distances *d = kernel != NULL ? distances_open(kernel, metric, width) : NULL;
    struct lanes_pair *pairs = calloc(count, sizeof *pairs);
    struct lanes_string *strings = calloc((size_t)2 * ALL, sizeof *strings);
    uint32_t *to = calloc(count > (size_t)ALL * ALL ? count : (size_t)ALL * ALL, sizeof *to);
    if (d == NULL || pairs == NULL || strings == NULL || to == NULL)
        abort();
    struct random r = random_open(1, 1);
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct lanes_pair){draw(&r, least, most, letters, width),
                                       draw(&r, least, most, letters, width)};
    for (size_t i = 0; i < (size_t)2 * ALL; i++)
        strings[i] = draw(&r, least, most, letters, width);
    double taken = count > 0 ? best_pairs(d, pairs, count, to) : best_all(d, strings, to);
    printf("%s %s %zu..%zu of %zu letters, %zu %s: %.2f ns a pair\n", kernel->name,
           metric_name(metric), least, most, letters, count > 0 ? count : (size_t)ALL,
           count > 0 ? "pairs" : "with each other", taken);
    distances_close(d);
    return EXIT_SUCCESS;
}
