/*
 * bench_strips.c - edcmp on a GPU: distances and alignments of random sequences, in the sizes of
 * the papers.
 *
 * Pairs of 2, 4, 8 and 16 Mi codes, and of lengths between those of Kloetzli's seven pairs (0.27 to
 * 1.8 million), of 4 and of 256 codes. Times are of one call including its copies, after a small
 * call; times of alignments include the processor's threads, which align the parts that the device
 * divides. TCUPS: 10^12 cells of the table per second. Published (Kawanami, Fujimoto), for the
 * subsequence itself of 16 MB: 10,306 s on a GTX 285.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "compare/compare.h"
#include "gpu/base/device.h"
#include "gpu/strips/cuda_strips.h"
#include "tests/gpu/bench_device.h"

enum {
    MEBI = 1 << 20,
    SMALL = 1 << 12, /* codes of the call before */
};

/* --- alignments ---------------------------------------------------------------------------- */

static struct sequences sequences_of(const struct strips_problem *p)
{
    return (struct sequences){p->rows.codes, p->columns.codes, p->rows.n,
                              p->columns.n,  p->code_bytes,    p->ncodes};
}

static uint64_t align(const struct strips_problem *p, struct script *script)
{
    struct sequences s = sequences_of(p);
    struct compare c = {.way = WAY_STRIPS,
                        .threads = (unsigned)sysconf(_SC_NPROCESSORS_ONLN),
                        .device = &cuda_strips,
                        .device_only = true};
    return compare_align(&c, &s, p->metric == STRIPS_LCS ? METRIC_INDEL : METRIC_LEVENSHTEIN,
                         UINT64_MAX / 4, script);
}

/* Returns whether the script converts x to y. */
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

/* Draws a pair of random sequences; free_pair() frees it. */
static struct strips_problem draw_pair(size_t n, unsigned ncodes)
{
    return (struct strips_problem){
        STRIPS_LCS, 1, ncodes, {draw(1, n, ncodes), n, false}, {draw(2, n, ncodes), n, false}};
}

static void free_pair(const struct strips_problem *p)
{
    free((void *)p->rows.codes);
    free((void *)p->columns.codes);
}

/* Returns seconds. */
static double time_score(struct strips_solver *c, const struct strips_problem *pair,
                         enum strips_metric metric, const struct strips_device_run *run)
{
    struct strips_problem p = *pair;
    uint64_t score = 0;
    p.metric = metric;
    double begin = io_seconds();
    must(cuda_strips.score(c, &p, run, &score) == STRIPS_DEVICE_OK, cuda_strips.why_failed(c));
    return io_seconds() - begin;
}

static double time_alignment(const struct strips_problem *pair, enum strips_metric metric)
{
    struct script script = {0};
    struct strips_problem p = *pair;
    p.metric = metric;
    double begin = io_seconds();
    uint64_t distance = align(&p, &script), edits = script_edits(&script);
    double seconds = io_seconds() - begin;
    must(distance == edits && replays(&p, &script), "the alignment is wrong");
    script_free(&script);
    return seconds;
}

static double tcups(const struct strips_problem *p, double seconds)
{
    return (double)p->rows.n * (double)p->columns.n / seconds / 1e12;
}

static void put_score(struct strips_solver *c, const struct strips_problem *p,
                      enum strips_metric metric, const struct strips_device_run *run)
{
    double seconds = time_score(c, p, metric, run);
    printf(" %.3f | %.1f |", seconds, tcups(p, seconds));
    (void)fflush(stdout);
}

static void put_alignment(const struct strips_problem *p, enum strips_metric metric)
{
    printf(" %.3f |", time_alignment(p, metric));
    (void)fflush(stdout);
}

static void put_length(size_t n)
{
    if (n % MEBI == 0)
        printf("| %zu Mi |", n / MEBI);
    else
        printf("| %zu |", n);
}

static void put_row(struct strips_solver *c, size_t n, unsigned ncodes)
{
    const struct strips_device_run strips = {0};
    struct strips_problem p = draw_pair(n, ncodes);
    put_length(n);
    printf(" %u |", ncodes);
    put_score(c, &p, STRIPS_LCS, &strips);
    put_alignment(&p, STRIPS_LCS);
    put_score(c, &p, STRIPS_LEVENSHTEIN, &strips);
    put_alignment(&p, STRIPS_LEVENSHTEIN);
    printf("\n");
    free_pair(&p);
}

/* The paper's algorithm. */
static void put_blocks(struct strips_solver *c, size_t n)
{
    const struct strips_device_run blocks = {.blocks = true};
    struct strips_problem p = draw_pair(n, 4);
    put_length(n);
    put_score(c, &p, STRIPS_LCS, &blocks);
    printf("\n");
    free_pair(&p);
}

static void warm_up(struct strips_solver *c)
{
    struct strips_problem p = draw_pair(SMALL, 4);
    (void)time_score(c, &p, STRIPS_LCS, &(struct strips_device_run){0});
    (void)time_alignment(&p, STRIPS_LEVENSHTEIN);
    free_pair(&p);
}

int main(void)
{
    static const size_t lengths[] = {270000,   900000,   1800000,  2 * MEBI,
                                     4 * MEBI, 8 * MEBI, 16 * MEBI};
    must(device_why_not() == NULL, device_why_not());
    struct strips_solver *c = cuda_strips.open(0);
    must(c != NULL, cuda_strips.why_failed(c));
    warm_up(c);
    printf(
        "| length of both | codes | LCS length, s | TCUPS | LCS itself, s | Levenshtein, s | TCUPS "
        "| its CIGAR, s |\n| --: | --: | --: | --: | --: | --: | --: | --: |\n");
    for (unsigned ncodes = 4; ncodes <= 256; ncodes *= 64)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            put_row(c, lengths[i], ncodes);
    printf(
        "\n| length of both | `blocks`, LCS length of 4 codes, s | TCUPS |\n| --: | --: | --: |\n");
    for (size_t n = 1; n <= 4; n *= 2)
        put_blocks(c, n * MEBI);
    cuda_strips.close(c);
    return 0;
}
