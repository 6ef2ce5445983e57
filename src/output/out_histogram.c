/*
 * out_histogram.c - prints the number of records with each distance, over all inputs (--histogram).
 *
 * A worker prints the distance of each record, as four bytes; the main thread counts them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "output/output.h"

struct histogram {
    const struct output_env *env;
    uint64_t *counts; /* of distances 0 to n - 1 */
    size_t n;
};

static void *histogram_open(const struct output_env *env)
{
    struct histogram *h = xcalloc(1, sizeof *h);
    h->env = env;
    for (size_t p = 0; p < env->query->npatterns; p++)
        if (env->query->patterns[p].asked >= h->n)
            h->n = (size_t)env->query->patterns[p].asked + 1;
    h->counts = xcalloc(h->n + 1, sizeof *h->counts);
    return h;
}

static void histogram_match(void *state, const struct record *record)
{
    struct histogram *h = state;
    uint32_t distance = record->best->distance;
    if (h->env->collects)
        sink_put(h->env->sink, &distance, sizeof distance);
    else
        h->counts[distance]++;
}

static void histogram_take(void *state, const unsigned char *bytes, size_t size)
{
    struct histogram *h = state;
    uint32_t distance;
    for (size_t at = 0; at + sizeof distance <= size; at += sizeof distance) {
        memcpy(&distance, bytes + at, sizeof distance);
        h->counts[distance]++;
    }
}

static void histogram_finish(void *state, uint32_t best)
{
    const struct histogram *h = state;
    (void)best;
    for (size_t d = 0; d < h->n; d++) {
        sink_number(h->env->sink, d);
        sink_putc(h->env->sink, '\t');
        sink_number(h->env->sink, h->counts[d]);
        sink_putc(h->env->sink, '\n');
    }
}

static void histogram_close(void *state)
{
    struct histogram *h = state;
    free(h->counts);
    free(h);
}

const struct output output_histogram = {
    .open = histogram_open,
    .match = histogram_match,
    .take = histogram_take,
    .finish = histogram_finish,
    .close = histogram_close,
};
