/*
 * check_panels.c - panels on GPUs, by several solvers at the same time, against the processor.
 *
 *     check_panels [SEED [CASES [LONGEST]]]
 *
 * A case is either a table divided into panels at random rows and columns, whose last row and
 * column must equal those of strips_last_row(); or one panel with random differences along its
 * borders, against the table by its definition. The exit status is 1 if a case differs.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/strips/cuda_strips.h"
#include "ref/random.h"

enum { CASES = 400, LONGEST = 40000, PLAIN = 3000, MOST_CUTS = 4, SOLVERS = 4 };

static void must(bool good, const char *what)
{
    if (good)
        return;
    (void)fprintf(stderr, "check_panels: %s\n", what);
    exit(1);
}

static void *allocate(size_t size)
{
    void *p = calloc(size + 1, 1);
    must(p != NULL, "out of memory");
    return p;
}

/* A table, and the differences along one of its rows and one of its columns. */
struct table {
    struct strips_problem p;
    void *codes[2];
    signed char *row, *column;
};

static void *draw_codes(struct random *r, const struct strips_problem *p, size_t n,
                        const void *like)
{
    unsigned noise = (unsigned)random_below(r, 101);
    uint8_t *one = allocate(n * p->code_bytes);
    uint32_t *four = (uint32_t *)one;
    for (size_t i = 0; i < n; i++) {
        uint32_t code = (uint32_t)random_below(r, p->ncodes);
        if (p->code_bytes == 1)
            one[i] = (uint8_t)code;
        else
            four[i] = code;
        if (like != NULL && !random_percent(r, noise))
            memcpy(one + i * p->code_bytes, (const char *)like + i * p->code_bytes, p->code_bytes);
    }
    return one;
}

static size_t draw_length(struct random *r, size_t longest)
{
    static const size_t borders[] = {1, 32, 64, 1024, 4096, 8192, 16384, 32768};
    if (random_percent(r, 60))
        return random_log(r, longest);
    size_t n = borders[random_below(r, sizeof borders / sizeof *borders)] + random_below(r, 3);
    return n < longest ? n : longest;
}

static struct table draw(struct random *r, size_t longest)
{
    static const uint32_t alphabets[] = {1, 2, 4, 16, 17, 200, 256, 257, 70000, 4000000000};
    struct table t = {
        .p = {.metric = random_percent(r, 40) ? STRIPS_LCS : STRIPS_LEVENSHTEIN,
              .ncodes = alphabets[random_below(r, sizeof alphabets / sizeof *alphabets)]}};
    struct strips_problem *p = &t.p;
    p->code_bytes = p->ncodes > 256 || random_percent(r, 20) ? 4 : 1;
    p->rows.n = draw_length(r, longest);
    p->columns.n = random_percent(r, 40) ? p->rows.n : draw_length(r, longest);
    p->rows.reversed = random_percent(r, 30);
    p->columns.reversed = random_percent(r, 30);
    t.codes[0] = draw_codes(r, p, p->rows.n, NULL);
    t.codes[1] = draw_codes(r, p, p->columns.n, p->columns.n <= p->rows.n ? t.codes[0] : NULL);
    p->rows.codes = t.codes[0];
    p->columns.codes = t.codes[1];
    t.row = allocate(p->columns.n);
    t.column = allocate(p->rows.n);
    return t;
}

static void free_table(struct table *t)
{
    free(t->codes[0]);
    free(t->codes[1]);
    free(t->row);
    free(t->column);
}

/* Sets the differences of the row above a whole table and of column 0, or random ones. */
static void begin_borders(struct table *t, struct random *any)
{
    bool both = t->p.metric == STRIPS_LEVENSHTEIN;
    for (size_t j = 0; j < t->p.columns.n; j++)
        t->row[j] = (signed char)(any == NULL ? both : (int)random_below(any, 2 + both) - both);
    for (size_t i = 0; i < t->p.rows.n; i++)
        t->column[i] = (signed char)(any == NULL ? both : (int)random_below(any, 2 + both) - both);
}

/* --- a panel ------------------------------------------------------------------------------- */

/* Returns codes [from, to), in the direction of reading. */
static struct strips_sequence part(const struct strips_problem *p, const struct strips_sequence *s,
                                   size_t from, size_t to)
{
    size_t first = s->reversed ? s->n - to : from;
    return (struct strips_sequence){(const char *)s->codes + first * p->code_bytes, to - from,
                                    s->reversed};
}

static void pack(struct strips_deltas *to, const signed char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bit = UINT64_C(1) << i % 64;
        to->up[i / 64] = (to->up[i / 64] & ~bit) | (from[i] > 0 ? bit : 0);
        if (to->down != NULL)
            to->down[i / 64] = (to->down[i / 64] & ~bit) | (from[i] < 0 ? bit : 0);
    }
}

static void unpack(signed char *to, const struct strips_deltas *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (signed char)strips_delta(from, i);
}

/* Computes rows [top, bottom) and columns [left, right). The unused bits at the ends of the borders
 * are random. */
static void compute_panel(struct strips_solver *c, struct table *t, struct random *r,
                          const size_t rows[2], const size_t columns[2])
{
    struct strips_problem panel = t->p;
    struct strips_device_run run = {.words = (unsigned)random_below(r, 5) * 4};
    panel.rows = part(&t->p, &t->p.rows, rows[0], rows[1]);
    panel.columns = part(&t->p, &t->p.columns, columns[0], columns[1]);
    size_t words = strips_border_size(&panel);
    uint64_t *bits = allocate(words * sizeof *bits);
    for (size_t i = 0; i < words; i++)
        bits[i] = random_next(r);
    struct strips_border border = strips_border_at(&panel, bits);
    pack(&border.row, t->row + columns[0], panel.columns.n);
    pack(&border.column, t->column + rows[0], panel.rows.n);
    must(cuda_strips.panel(c, &panel, &run, &border) == STRIPS_DEVICE_OK,
         cuda_strips.why_failed(c));
    unpack(t->row + columns[0], &border.row, panel.columns.n);
    unpack(t->column + rows[0], &border.column, panel.rows.n);
    free(bits);
}

/* --- cases --------------------------------------------------------------------------------- */

/* Divides n into some pieces: cuts[0] = 0 to cuts[count] = n. */
static size_t draw_cuts(struct random *r, size_t n, size_t cuts[])
{
    size_t count = 1 + random_below(r, MOST_CUTS);
    cuts[0] = 0;
    for (size_t i = 1; i < count; i++) {
        size_t left = n - cuts[i - 1];
        cuts[i] = cuts[i - 1] + random_below(r, left + 1);
    }
    cuts[count] = n;
    return count;
}

static void compute_panels(struct strips_solver *c, struct table *t, struct random *r)
{
    size_t rows[MOST_CUTS + 1], columns[MOST_CUTS + 1];
    size_t tiers = draw_cuts(r, t->p.rows.n, rows), each = draw_cuts(r, t->p.columns.n, columns);
    bool down = random_percent(r, 50);
    for (size_t k = 0; k < tiers * each; k++) {
        size_t i = down ? k % tiers : k / each, j = down ? k / tiers : k % each;
        compute_panel(c, t, r, &rows[i], &columns[j]);
    }
}

static size_t differing(const struct strips_problem *p, const signed char *actual)
{
    struct strips_row expected;
    size_t differ = 0;
    must(strips_last_row(p, &(struct strips_run){.threads = 1}, &expected) == STRIPS_OK,
         "out of memory");
    for (size_t j = 0; j < p->columns.n; j++)
        differ += strips_delta(&expected.deltas, j) != actual[j];
    strips_row_free(&expected);
    return differ;
}

static size_t check_cut(struct strips_solver *c, struct table *t, struct random *r)
{
    struct strips_problem turned = strips_turned(&t->p);
    begin_borders(t, NULL);
    compute_panels(c, t, r);
    return differing(&t->p, t->row) + differing(&turned, t->column);
}

static uint32_t code_at(const struct strips_problem *p, const struct strips_sequence *s, size_t i)
{
    size_t at = s->reversed ? s->n - 1 - i : i;
    return p->code_bytes == 1 ? ((const uint8_t *)s->codes)[at] : ((const uint32_t *)s->codes)[at];
}

/* Returns the difference on the far side of a cell, given `across` on the near side and `along`
 * above. */
static int cell(enum strips_metric metric, bool same, int across, int along)
{
    int to = metric == STRIPS_LCS ? same : !same, step = metric == STRIPS_LEVENSHTEIN;
    int other = (across > along) == (metric == STRIPS_LCS) ? across : along;
    int score = other + step;
    score = (score > to) == (metric == STRIPS_LCS) ? score : to;
    return score - along;
}

/* Computes the same panel by its definition, in place. */
static void compute_plainly(const struct strips_problem *p, signed char *row, signed char *column)
{
    for (size_t i = 0; i < p->rows.n; i++)
        for (size_t j = 0; j < p->columns.n; j++) {
            bool same = code_at(p, &p->rows, i) == code_at(p, &p->columns, j);
            int v = (int)column[i], h = (int)row[j];
            column[i] = (signed char)cell(p->metric, same, v, h);
            row[j] = (signed char)cell(p->metric, same, h, v);
        }
}

static size_t check_any(struct strips_solver *c, struct table *t, struct random *r)
{
    const size_t m = t->p.rows.n, n = t->p.columns.n;
    begin_borders(t, r);
    signed char *row = allocate(n), *column = allocate(m);
    memcpy(row, t->row, n);
    memcpy(column, t->column, m);
    compute_plainly(&t->p, row, column);
    compute_panels(c, t, r);
    size_t differ = memcmp(row, t->row, n) != 0 || memcmp(column, t->column, m) != 0;
    free(row);
    free(column);
    return differ;
}

static size_t check_case(struct strips_solver *c, struct random *r, size_t longest)
{
    bool any = random_percent(r, 40);
    struct table t = draw(r, any && longest > PLAIN ? PLAIN : longest);
    size_t differ = any ? check_any(c, &t, r) : check_cut(c, &t, r);
    if (differ > 0)
        printf("differs: %s, %s, %u codes of %u bytes, %zu rows%s, %zu columns%s\n",
               any ? "any borders" : "cut", t.p.metric == STRIPS_LCS ? "lcs" : "levenshtein",
               t.p.ncodes, t.p.code_bytes, t.p.rows.n, t.p.rows.reversed ? " reversed" : "",
               t.p.columns.n, t.p.columns.reversed ? " reversed" : "");
    free_table(&t);
    return differ;
}

/* ------------------------------------------------------------------------------------------- */

/* A thread with its own solver, which runs every SOLVERS-th case. */
struct panel_worker {
    pthread_t thread;
    unsigned number;
    uint64_t seed, cases;
    size_t longest, differ;
};

static void *work(void *context)
{
    struct panel_worker *h = context;
    struct strips_solver *c = cuda_strips.open(h->number % cuda_strips.count());
    must(c != NULL, cuda_strips.why_failed(c));
    for (uint64_t i = h->number; i < h->cases && h->differ == 0; i += SOLVERS) {
        struct random r = random_open(h->seed, i);
        h->differ += check_case(c, &r, h->longest);
        if (h->differ > 0)
            printf("seed %llu, case %llu\n", (unsigned long long)h->seed, (unsigned long long)i);
    }
    cuda_strips.close(c);
    return NULL;
}

int main(int argc, char **argv)
{
    struct panel_worker workers[SOLVERS];
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t cases = argc > 2 ? strtoull(argv[2], NULL, 0) : CASES;
    size_t longest = argc > 3 ? (size_t)strtoull(argv[3], NULL, 0) : LONGEST, differ = 0;
    must(device_why_not() == NULL, device_why_not());
    for (unsigned i = 0; i < SOLVERS; i++) {
        workers[i] = (struct panel_worker){
            .number = i, .seed = seed, .cases = cases, .longest = longest > 0 ? longest : 1};
        must(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0,
             "cannot start a thread");
    }
    for (unsigned i = 0; i < SOLVERS; i++) {
        must(pthread_join(workers[i].thread, NULL) == 0, "cannot join a thread");
        differ += workers[i].differ;
    }
    printf("%llu cases, %zu differ\n", (unsigned long long)cases, differ);
    return differ > 0;
}
