/*
 * bench_strips.c - distances and alignments of random sequences on a GPU: the papers' sizes.
 *
 *     bench_strips [MEBICODES [CODES [lcs|levenshtein [strips|blocks|align [WORDS]]]]]
 *
 * Without arguments the table: pairs of 2, 4, 8 and 16 Mi codes, of 4 and of 256 codes. Times are
 * of a call with its copies, after a small one. `align` is the alignment: the table is cut on the
 * device until the parts are small, which are aligned by the threads of the processor. TCUPS: 10^12
 * cells of the table a second. Published, for 16 MB and the subsequence itself: 10,306 s on a GTX
 * 285.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hirschberg.h"
#include "ref/random.h"
#include "strips_cuda.h"

enum {
    MEBI = 1 << 20,
    SMALL = 1 << 12, /* codes of the call before */
    LEAF = 1 << 14,  /* words of a table that is there whole (hirschberg.h) */
    PART = 1 << 14,  /* rows and columns, about, that are left to the processor */
    MOST_THREADS = 64,
};

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

/* --- alignments ---------------------------------------------------------------------------- */

/* Parts that threads take one after the other. */
struct parts {
    const struct sequences *s;
    enum metric metric;
    const struct strips_cuda_part *v;
    size_t n;
    struct script *scripts; /* of each part */
    atomic_size_t next;
};

static void *align_parts(void *context)
{
    struct parts *p = context;
    struct hirschberg h = {.metric = p->metric, .run = {.threads = 1}, .leaf = LEAF};
    for (size_t i; (i = atomic_fetch_add(&p->next, 1)) < p->n;) {
        const struct strips_cuda_part *v = &p->v[i];
        struct sequences part = sequences_part(p->s, v->row, v->m, v->column, v->n);
        must(hirschberg_align(&h, &part, v->distance, &p->scripts[i]) != UINT64_MAX,
             "a part is further away than was told");
    }
    return NULL;
}

/* Returns the distance; the seconds are those of the device's share. */
static uint64_t align(struct strips_cuda *c, const struct strips_problem *p, struct script *script,
                      double *seconds)
{
    struct sequences s = {p->rows.codes, p->columns.codes, p->rows.n,
                          p->columns.n,  p->code_bytes,    p->ncodes};
    struct parts parts = {.s = &s,
                          .metric = p->metric == STRIPS_LCS ? METRIC_INDEL : METRIC_LEVENSHTEIN};
    struct strips_cuda_part *v;
    pthread_t threads[MOST_THREADS];
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    double begin = now();
    n = n < MOST_THREADS ? n : MOST_THREADS;
    must(strips_cuda_cut(c, p, (double)PART * PART, &(struct strips_cuda_run){0}, &v, &parts.n) ==
             STRIPS_CUDA_OK,
         strips_cuda_why_failed(c));
    *seconds = now() - begin;
    parts.v = v;
    parts.scripts = calloc(parts.n, sizeof *parts.scripts);
    must(parts.scripts != NULL, "out of memory");
    for (long i = 0; i < n; i++)
        must(pthread_create(&threads[i], NULL, align_parts, &parts) == 0, "no thread");
    for (long i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < parts.n; i++) {
        for (size_t k = 0; k < parts.scripts[i].count; k++)
            script_add(script, edit_kind(parts.scripts[i].runs[k]),
                       edit_length(parts.scripts[i].runs[k]));
        script_free(&parts.scripts[i]);
    }
    free(parts.scripts);
    free(v);
    return script_edits(script);
}

/* Whether the script makes y of x. */
static bool replays(const struct strips_problem *p, const struct script *script)
{
    const unsigned char *x = p->rows.codes, *y = p->columns.codes;
    size_t i = 0, j = 0;
    for (size_t k = 0; k < script->count; k++) {
        char kind = edit_kind(script->runs[k]);
        for (uint64_t n = edit_length(script->runs[k]); n > 0; n--) {
            if ((kind == '=' || kind == 'X') && (x[i] == y[j]) != (kind == '='))
                return false;
            i += kind != 'I';
            j += kind != 'D';
        }
    }
    return i == p->rows.n && j == p->columns.n;
}

/* ------------------------------------------------------------------------------------------- */

enum what { SCORE, ALIGNMENT };

/* The score, and how long it took: in all, and (of an alignment) the device. */
static uint64_t measure(struct strips_cuda *c, const struct strips_problem *p, enum what what,
                        const struct strips_cuda_run *run, double *seconds, double *device)
{
    uint64_t score = 0;
    struct script script = {0};
    double begin = now();
    if (what == SCORE)
        must(strips_cuda_score(c, p, run, &score) == STRIPS_CUDA_OK, strips_cuda_why_failed(c));
    else
        score = align(c, p, &script, device);
    *seconds = now() - begin;
    must(what == SCORE || replays(p, &script), "the alignment is wrong");
    script_free(&script);
    return score;
}

static void bench(struct strips_cuda *c, size_t n, unsigned ncodes, enum strips_metric metric,
                  enum what what, const struct strips_cuda_run *run)
{
    unsigned char *x = draw(1, n, ncodes), *y = draw(2, n, ncodes);
    struct strips_problem p = {metric, 1, ncodes, {x, n, false}, {y, n, false}};
    struct strips_problem small = {metric, 1, ncodes, {x, SMALL, false}, {y, SMALL, false}};
    const char *way = what == ALIGNMENT                      ? "align"
                      : run->algorithm == STRIPS_CUDA_BLOCKS ? "blocks"
                                                             : "strips";
    double seconds, device = 0;
    measure(c, &small, what, run, &seconds, &device);
    uint64_t score = measure(c, &p, what, run, &seconds, &device);
    printf("%-11s %-6s %2zu Mi x %2zu Mi, %3u codes, %2u words: %8.3f s %7.2f TCUPS  %llu",
           metric == STRIPS_LCS ? "lcs" : "levenshtein", way, n / MEBI, n / MEBI, ncodes,
           run->words, seconds, (double)n * (double)n / seconds / 1e12, (unsigned long long)score);
    if (what == ALIGNMENT)
        printf("  (cut %.3f s)", device);
    printf("\n");
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
              argc > 4 && strcmp(argv[4], "align") == 0 ? ALIGNMENT : SCORE, &run);
    } else {
        const struct strips_cuda_run blocks = {.algorithm = STRIPS_CUDA_BLOCKS};
        for (size_t n = 2; n <= 16; n *= 2)
            for (enum what what = SCORE; what <= ALIGNMENT; what++)
                for (unsigned ncodes = 4; ncodes <= 256; ncodes *= 64) {
                    bench(c, n * MEBI, ncodes, STRIPS_LCS, what, &run);
                    bench(c, n * MEBI, ncodes, STRIPS_LEVENSHTEIN, what, &run);
                }
        bench(c, 2 * (size_t)MEBI, 4, STRIPS_LCS, SCORE, &blocks);
    }
    strips_cuda_close(c);
    return 0;
}
