/*
 * fake_qgrams.c - kernels_qgrams() without a GPU (fake_cuda.c): looks up each q-gram of the text,
 * and checks the candidates one after the other with the device's code (qgram_candidate.h).
 */
#include <string.h>

#include "gpu/fake_cuda.h"
#include "gpu/fake_report.h"
#include "gpu/scan/kernels.h"
#include "gpu/scan/qgram_candidate.h"

/* Checks a candidate. */
static void look_at(const struct qgram_scan *s, const struct device_qgrams *x, enum metric metric,
                    struct qgram_candidate place)
{
    ++s->counters->candidates;
    ++x->looked[place.covered];
    if (!qgram_candidate_fits(metric, x->bits, s, x, place))
        return;
    if (s->counters->places < s->most_candidates)
        s->places[s->counters->places] = place;
    ++s->counters->places;
}

static void look_up(const struct qgram_scan *s, const struct device_qgrams *x, enum metric metric,
                    const struct qgram_table *t, uint32_t end)
{
    uint64_t gram = 0;
    for (uint32_t i = end - s->scan.lead < t->length ? s->scan.lead : end - t->length; i < end; i++)
        gram = gram << x->bits | s->folded[i];
    uint64_t hash = gram_hash(gram & t->mask);
    if (!qgram_in_bitmap(t, hash))
        return;
    const uint32_t *bucket = &t->buckets[hash >> t->bucket_shift];
    for (uint32_t i = bucket[0]; i < bucket[1]; i++)
        if (t->places[i].tag == gram_tag(hash))
            look_at(s, x, metric,
                    (struct qgram_candidate){end, t->places[i].pattern, t->places[i].items});
}

struct qgram_launch {
    struct qgram_scan scan;
    struct device_qgrams qgrams;
    struct device_query query;
};

static void run_qgrams(const void *arguments)
{
    const struct qgram_launch *c = arguments;
    const struct qgram_scan *s = &c->scan;
    const struct device_qgrams *x = &c->qgrams;
    for (uint32_t end = s->scan.lead + 1;
         end <= s->scan.end && s->counters->candidates <= s->budget; end++)
        for (uint32_t t = 0; t < x->ntables; t++)
            look_up(s, x, c->query.metric, &x->tables[t], end);
    if (s->counters->candidates > s->budget || s->counters->places > s->most_candidates)
        return;
    for (uint32_t i = 0; i < s->counters->places; i++)
        qgram_verify(c->query.metric, s, x, &c->query, s->places[i]);
}

cudaError_t kernels_qgrams(const struct qgram_scan *s, const struct device_qgrams *x,
                           const struct device_query *q, cudaStream_t stream)
{
    const struct qgram_launch c = {*s, *x, *q};
    fake_launch(stream, run_qgrams, &c, sizeof c);
    return cudaSuccess;
}
