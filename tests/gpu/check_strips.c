/*
 * check_strips.c - strips and blocks on a GPU against the processor's strips.
 *
 *     check_strips [SEED [CASES [LONGEST]]]
 *
 * A case is one or several problems of random lengths around the borders of words, lanes and
 * strips, of codes of one byte or four, read forwards or backwards, by each algorithm in each
 * shape; and the alignment from the parts that the device divides. One case in BAND_SHARE is a long
 * pair of similar sequences within a band. The exit status is 1 if a case differs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/hirschberg.h"
#include "gpu/base/device.h"
#include "gpu/strips/cuda_strips.h"
#include "gpu/strips/strips_job.h"
#include "ref/random.h"

enum {
    MOST_PROBLEMS = 5,
    CASES = 300,
    LONGEST = 40000,
    HUGE_PERCENT = 2,
    HUGE_LENGTH = 200000,
    BAND_SHARE = 16,
    BAND_TIMES = 6 /* factor of their lengths, so that several strips are high */
};

static void must(bool good, const char *what)
{
    if (good)
        return;
    (void)fprintf(stderr, "check_strips: %s\n", what);
    exit(1);
}

/* Problems of one metric and alphabet, and their codes, which instance_free() frees. */
struct instance {
    struct strips_problem p[MOST_PROBLEMS];
    size_t n;
    void *codes[2 * MOST_PROBLEMS];
};

static void set_code(const struct strips_problem *p, void *codes, size_t i, uint32_t code)
{
    if (p->code_bytes == 1)
        ((uint8_t *)codes)[i] = (uint8_t)code;
    else
        ((uint32_t *)codes)[i] = code;
}

static size_t draw_length(struct random *r, size_t longest)
{
    static const size_t borders[] = {0,    1,    32,    64,    1024,  2048, 4096,
                                     8192, 8224, 12288, 16384, 16416, 32768};
    if (random_percent(r, 50))
        return random_log(r, longest);
    size_t n = borders[random_below(r, sizeof borders / sizeof *borders)] + random_below(r, 4);
    n = n >= 2 ? n - 2 : n;
    return n < longest ? n : longest;
}

/* The second sequence equals the first but for `noise` percent of its codes. */
static void draw_codes(struct strips_problem *p, void *codes[2], struct random *r)
{
    unsigned noise = (unsigned)random_below(r, 101);
    uint32_t used = random_percent(r, 50) ? p->ncodes : (uint32_t)random_log(r, p->ncodes);
    size_t at = 0;
    for (size_t s = 0; s < 2; s++) {
        codes[s] = calloc((s == 0 ? p->rows.n : p->columns.n) + 1, sizeof(uint32_t));
        must(codes[s] != NULL, "out of memory");
    }
    for (size_t i = 0; i < p->rows.n; i++)
        set_code(p, codes[0], i, p->ncodes - 1 - (uint32_t)random_below(r, used));
    for (size_t i = 0; i < p->columns.n; i++) {
        bool noisy = random_percent(r, noise) || at >= p->rows.n;
        set_code(p, codes[1], i, p->ncodes - 1 - (uint32_t)random_below(r, used));
        if (!noisy)
            memcpy((char *)codes[1] + i * p->code_bytes, (char *)codes[0] + at * p->code_bytes,
                   p->code_bytes);
        at += noisy ? random_below(r, 3) : 1;
    }
    p->rows.codes = codes[0];
    p->columns.codes = codes[1];
}

static struct instance draw(struct random *r, size_t longest)
{
    static const uint32_t alphabets[] = {1,  2,  3,   4,   5,   8,   15,  16,  17,    20,
                                         64, 65, 128, 129, 200, 255, 256, 257, 70000, 4000000000};
    struct instance x = {.n = random_percent(r, 60) ? 1 : 1 + random_below(r, MOST_PROBLEMS)};
    struct strips_problem p = {
        .metric = random_percent(r, 50) ? STRIPS_LCS : STRIPS_LEVENSHTEIN,
        .ncodes = alphabets[random_below(r, sizeof alphabets / sizeof *alphabets)]};
    p.code_bytes = p.ncodes > 256 || random_percent(r, 20) ? 4 : 1;
    for (size_t i = 0; i < x.n; i++) {
        p.rows.n = draw_length(r, longest);
        p.columns.n = random_percent(r, 40) ? p.rows.n : draw_length(r, longest);
        p.rows.reversed = random_percent(r, 30);
        p.columns.reversed = random_percent(r, 30) ? !p.rows.reversed : p.rows.reversed;
        draw_codes(&p, &x.codes[2 * i], r);
        x.p[i] = p;
    }
    return x;
}

static void instance_free(struct instance *x)
{
    for (size_t i = 0; i < 2 * x->n; i++)
        free(x->codes[i]);
}

static bool same_row(const struct strips_row *a, const struct strips_row *b)
{
    if (a->first != b->first || a->last != b->last || a->score != b->score)
        return false;
    for (size_t j = a->first; j < a->last; j++)
        if (strips_delta(&a->deltas, j) != strips_delta(&b->deltas, j))
            return false;
    return true;
}

static void print_difference(const struct instance *x, const struct strips_device_run *run,
                             size_t i)
{
    const struct strips_problem *p = &x->p[i];
    printf("differs: %s, %u words, problem %zu of %zu: %s, %u codes of %u bytes, %zu rows%s, %zu "
           "columns%s\n",
           run->blocks ? "blocks" : "strips", run->words, i, x->n,
           p->metric == STRIPS_LCS ? "lcs" : "levenshtein", p->ncodes, p->code_bytes, p->rows.n,
           p->rows.reversed ? " reversed" : "", p->columns.n,
           p->columns.reversed ? " reversed" : "");
}

/* Returns how many problems differ. */
static size_t check_run(struct strips_solver *c, const struct instance *x,
                        const struct strips_device_run *run, const struct strips_row *expected)
{
    size_t differ = 0;
    for (size_t i = 0; i < x->n; i++) {
        struct strips_row actual = {0};
        must(strips_cuda_last_row(c, &x->p[i], run, &actual) == STRIPS_DEVICE_OK,
             cuda_strips.why_failed(c));
        if (!same_row(&actual, &expected[i])) {
            print_difference(x, run, i);
            differ++;
        }
        strips_row_free(&actual);
    }
    return differ;
}

static uint64_t whole(const struct strips_row *row)
{
    uint64_t score = row->score;
    for (size_t j = row->first; j < row->last; j++)
        score += (uint64_t)strips_delta(&row->deltas, j);
    return score;
}

static size_t check_score(struct strips_solver *c, const struct strips_problem *p,
                          uint64_t expected)
{
    uint64_t actual = 0;
    must(cuda_strips.score(c, p, &(struct strips_device_run){0}, &actual) == STRIPS_DEVICE_OK,
         cuda_strips.why_failed(c));
    if (actual != expected)
        printf("score: %llu, not %llu\n", (unsigned long long)actual, (unsigned long long)expected);
    return actual != expected;
}

/* --- cuts ---------------------------------------------------------------------------------- */

static struct sequences sequences_of(const struct strips_problem *p)
{
    return (struct sequences){p->rows.codes, p->columns.codes, p->rows.n,
                              p->columns.n,  p->code_bytes,    p->ncodes};
}

static bool same_script(const struct script *a, const struct script *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->runs, b->runs, a->count * sizeof *a->runs) == 0);
}

/* Compares the alignment of the whole with the one assembled from the parts of the device. */
static size_t check_cut(struct strips_solver *c, const struct strips_problem *problem, double cells)
{
    struct strips_problem p = *problem;
    p.rows.reversed = p.columns.reversed = false;
    struct sequences s = sequences_of(&p);
    enum metric metric = p.metric == STRIPS_LCS ? METRIC_INDEL : METRIC_LEVENSHTEIN;
    struct hirschberg h = {.metric = metric, .run = {.threads = 4}, .leaf = 1 << 14};
    struct script expected = {0}, actual = {0};
    struct strips_device_part *parts;
    size_t n, row = 0, column = 0, differ = 0;
    uint64_t sum = 0;
    hirschberg_align(&h, &s, UINT64_MAX, &expected);
    must(strips_cuda_divide(c, &p, cells, &(struct strips_device_run){0}, &parts, &n) ==
             STRIPS_DEVICE_OK,
         cuda_strips.why_failed(c));
    for (size_t i = 0; i < n; i++) {
        struct sequences part =
            sequences_part(&s, parts[i].row, parts[i].m, parts[i].column, parts[i].n);
        differ += parts[i].row != row || parts[i].column != column;
        row += parts[i].m;
        column += parts[i].n;
        hirschberg_align(&h, &part, UINT64_MAX, &actual);
        sum += parts[i].distance;
        differ += n > 1 && script_edits(&actual) != sum;
    }
    differ += row != s.m || column != s.n || !same_script(&expected, &actual);
    if (differ > 0)
        printf("cut into %zu parts: %s, %u codes, %zu rows, %zu columns\n", n,
               p.metric == STRIPS_LCS ? "lcs" : "levenshtein", p.ncodes, s.m, s.n);
    free(parts);
    script_free(&expected);
    script_free(&actual);
    return differ;
}

/* --- bands --------------------------------------------------------------------------------- */

/* Draws similar sequences: one lacks some stretches of the other, and single codes differ. */
static struct instance draw_alike(struct random *r, size_t longest)
{
    struct instance x = {.n = 1};
    struct strips_problem *p = x.p;
    p->metric = random_percent(r, 50) ? STRIPS_LCS : STRIPS_LEVENSHTEIN;
    p->ncodes = random_percent(r, 70) ? 4 : 70000;
    p->code_bytes = p->ncodes > 256 ? 4 : 1;
    p->rows.n = longest / 4 + random_below(r, longest);
    p->columns.n = p->rows.n;
    draw_codes(p, x.codes, r);
    uint64_t once_in = 1 + random_log(r, p->rows.n), most = 1 + random_log(r, longest / 8);
    size_t to = 0;
    for (size_t from = 0; from < p->rows.n;) {
        bool edit = random_below(r, once_in) == 0;
        from += edit && random_percent(r, 60) ? random_log(r, most) : 0;
        if (from >= p->rows.n)
            break;
        uint32_t code;
        memcpy(&code, (char *)x.codes[0] + from * p->code_bytes, p->code_bytes);
        if (!edit)
            memcpy((char *)x.codes[1] + to * p->code_bytes, &code, p->code_bytes);
        to++;
        from++;
    }
    p->columns.n = to;
    if (random_percent(r, 50))
        *p = strips_turned(p);
    return x;
}

/* Checks the distance and all parts of the path within a limit, or that no path is within the
 * limit. */
static size_t check_limit(struct strips_solver *c, const struct strips_problem *p, uint64_t limit,
                          uint64_t expected, double cells)
{
    const struct strips_device_run run = {.limited = true, .limit = limit};
    struct strips_device_part *parts;
    size_t n;
    uint64_t actual = 0;
    must(strips_cuda_divide(c, p, cells, &run, &parts, &n) == STRIPS_DEVICE_OK,
         cuda_strips.why_failed(c));
    for (size_t i = 0; i < n; i++)
        actual += parts[i].distance;
    free(parts);
    bool good = n == 1 || (expected <= limit ? actual == expected
                                             : n == 2 && actual > limit && actual >= expected);
    if (!good)
        printf("band: %s, %u codes, %zu rows, %zu columns, limit %llu, %zu parts: %llu, not %llu\n",
               p->metric == STRIPS_LCS ? "lcs" : "levenshtein", p->ncodes, p->rows.n, p->columns.n,
               (unsigned long long)limit, n, (unsigned long long)actual,
               (unsigned long long)expected);
    return !good;
}

static size_t check_band(struct strips_solver *c, struct random *r, size_t longest)
{
    struct instance x = draw_alike(r, longest);
    const struct strips_problem *p = &x.p[0];
    size_t differ = 0, m = p->rows.n, n = p->columns.n, least = m > n ? m - n : n - m;
    double cells = (double)m * (double)n - 1;
    uint64_t score;
    must(strips_score(p, &(struct strips_run){.threads = 4}, &score) == STRIPS_OK, "out of memory");
    uint64_t distance = strips_distance(p, score);
    const uint64_t limits[] = {distance, distance + random_below(r, 100), 2 * distance, least,
                               distance > least ? distance - 1 : least};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        differ += check_limit(c, p, limits[i], distance, cells);
    differ += check_cut(c, p, (double)random_log(r, 1 << 24));
    instance_free(&x);
    return differ;
}

/* --- cancelling and progress --------------------------------------------------------------- */

struct stopper {
    atomic_bool cancel;
    uint64_t cells;
};

static void stop(void *context, uint64_t cells)
{
    struct stopper *s = context;
    s->cells += cells;
    atomic_store(&s->cancel, true);
}

static void count(void *context, uint64_t cells)
{
    ((struct stopper *)context)->cells += cells;
}

/* A long problem: progress counts all its cells, and a call that is cancelled at its first cells
 * ends early. */
static size_t check_watching(struct strips_solver *c)
{
    enum { N = 1 << 20 };
    unsigned char *codes = calloc(N, 1);
    must(codes != NULL, "out of memory");
    struct random r = random_open(1, 1);
    for (size_t i = 0; i < N; i++)
        codes[i] = (unsigned char)random_below(&r, 4);
    struct strips_problem p = {STRIPS_LEVENSHTEIN, 1, 4, {codes, N, false}, {codes, N, true}};
    struct stopper all = {false, 0}, some = {false, 0};
    struct strips_device_run run = {.cancel = &all.cancel, .progress = count, .context = &all};
    uint64_t score;
    size_t differ = 0;
    must(cuda_strips.score(c, &p, &run, &score) == STRIPS_DEVICE_OK, cuda_strips.why_failed(c));
    differ += all.cells != (uint64_t)N * N;
    run = (struct strips_device_run){.cancel = &some.cancel, .progress = stop, .context = &some};
    differ += cuda_strips.score(c, &p, &run, &score) != STRIPS_DEVICE_CANCELLED;
    differ += some.cells >= (uint64_t)N * N;
    must(cuda_strips.score(c, &p, &(struct strips_device_run){0}, &score) == STRIPS_DEVICE_OK,
         cuda_strips.why_failed(c));
    free(codes);
    if (differ > 0)
        printf("cancelling and progress: %zu differ\n", differ);
    return differ;
}

/* ------------------------------------------------------------------------------------------- */

static size_t check_case(struct strips_solver *c, struct random *r, size_t longest)
{
    struct instance x = draw(r, longest);
    struct strips_row expected[MOST_PROBLEMS] = {{0}};
    size_t differ = 0;
    for (size_t i = 0; i < x.n; i++)
        must(strips_last_row(&x.p[i], &(struct strips_run){.threads = 4}, &expected[i]) ==
                 STRIPS_OK,
             "out of memory");
    for (unsigned words = 4; words <= 16; words *= 2)
        differ += check_run(c, &x, &(struct strips_device_run){.words = words}, expected);
    if (x.p->metric == STRIPS_LCS && random_percent(r, 40))
        differ += check_run(c, &x, &(struct strips_device_run){.blocks = true}, expected);
    if (random_percent(r, 50))
        differ += check_cut(c, &x.p[0], (double)random_log(r, 1 << 26));
    differ += check_score(c, &x.p[0], whole(&expected[0]));
    for (size_t i = 0; i < x.n; i++)
        strips_row_free(&expected[i]);
    instance_free(&x);
    return differ;
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t cases = argc > 2 ? strtoull(argv[2], NULL, 0) : CASES;
    size_t longest = argc > 3 ? (size_t)strtoull(argv[3], NULL, 0) : LONGEST, differ = 0;
    must(device_why_not() == NULL, device_why_not());
    struct strips_solver *c = cuda_strips.open(0);
    must(c != NULL, cuda_strips.why_failed(c));
    for (uint64_t i = 0; i < cases && differ == 0; i++) {
        struct random r = random_open(seed, i);
        size_t length =
            longest >= LONGEST && random_percent(&r, HUGE_PERCENT) ? HUGE_LENGTH : longest;
        differ += check_case(c, &r, length);
        if (i % BAND_SHARE == 0)
            differ += check_band(c, &r, BAND_TIMES * longest);
        if (differ > 0)
            printf("seed %llu, case %llu\n", (unsigned long long)seed, (unsigned long long)i);
    }
    if (longest >= LONGEST)
        differ += check_watching(c);
    cuda_strips.close(c);
    printf("%llu cases, %zu differ\n", (unsigned long long)cases, differ);
    return differ > 0;
}
