/*
 * cuda_engine.c - the host side of the CUDA engine.
 *
 * A scan has two jobs (chunk_job.h), so that one chunk is copied while another is computed.
 * scan_submit() queues all work of a chunk on its job's stream, and does not wait:
 *
 *   copy of the counters and the symbols -> encode (symbols become codes) -> scan
 *   -> copy of the number of hits back
 *
 * scan_collect() waits for the job, copies the hits, and sorts them. The query is copied to the
 * device before the first chunk (query_on_device.h).
 *
 * A raw chunk is decoded on the device. The number of its characters is estimated from the previous
 * chunk. If the estimate was too low, or pages of the alphabet were missing on the device,
 * scan_collect() repeats the job.
 *
 * With many patterns, most may be filtered (qgram_filter.h): then the codes are folded, and these
 * patterns are scanned for first.
 *
 * In best mode, the limit is high until something is found. So the beginning of the text is scanned
 * first, which lowers the limit on the device. If there are too many hits all the same, the chunk
 * is scanned again with the lowered limit.
 */
#include "gpu/scan/cuda_engine.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/base/host.h"
#include "gpu/scan/qgram_filter.h"

enum {
    CHUNK_JOBS = QUERY_STREAMS,
    SAMPLE = 1 << 16, /* symbols scanned first in best mode */
};

struct engine_scan {
    const struct query *q;
    const struct alphabet *a;
    const struct distance_bounds *bests;
    unsigned device;
    enum algorithm algorithm, used;
    bool failed;  /* all later calls fail, too */
    bool scanned; /* at least one chunk */
    struct query_on_device uploaded;
    struct qgram_filter filter;
    double density; /* symbols per byte of the last raw chunk */
    struct chunk_job jobs[CHUNK_JOBS];
    unsigned first, under_way;
    double copy, kernel;
};

enum {
    DELTAS = METRIC_BIT(METRIC_LEVENSHTEIN) | METRIC_BIT(METRIC_INDEL) | METRIC_BIT(METRIC_OSA),
    KNOWN = DELTAS | METRIC_BIT(METRIC_HAMMING)
};

static const struct engine_algorithm algorithms[] = {
    [ALGORITHM_AUTO] = {"auto", KNOWN | METRIC_BIT(METRIC_PATHS)},
    [ALGORITHM_HMM] = {"hmm", METRIC_BIT(METRIC_LEVENSHTEIN)},
    [ALGORITHM_BITVECTOR] = {"bitvector", DELTAS},
    [ALGORITHM_BITSLICE] = {"bitslice", DELTAS},
    [ALGORITHM_COUNTERS] = {"counters", METRIC_BIT(METRIC_HAMMING)},
    [ALGORITHM_PATHS] = {"paths", KNOWN | METRIC_BIT(METRIC_PATHS)},
    {NULL, 0},
};

/* The scan of a job */

static bool scan_cut(struct engine_scan *s, struct chunk_job *job, struct share own)
{
    const bool filtered = job->filter.some;
    const enum algorithm wanted = s->algorithm == ALGORITHM_PATHS ? ALGORITHM_AUTO : s->algorithm;
    struct device_query query = s->uploaded.query;
    const struct scan scan = {.text = job->text,
                              .lead = (uint32_t)own.lead,
                              .begin = (uint32_t)own.begin,
                              .end = (uint32_t)own.end,
                              .limit = &job->on_device->limit,
                              .hits = {job->hits.memory, job->most, &job->on_device->hits},
                              .best = query_on_device_lowers(&s->uploaded),
                              .rising = s->q->report.rising};
    if (filtered) {
        s->used = ALGORITHM_PIECES;
        query.host_patterns = s->filter.beside;
        if (!qgram_filter_scan(&s->filter, &query, job, &scan))
            return false;
    }
    if ((filtered ? s->filter.rows_beside : query.nrows) > 0 &&
        !GOOD(kernels_scan, wanted, &query, &scan, job->stream, &job->staging, &s->used))
        return false;
    return query_on_device_scan_automata(&s->uploaded, &scan, job->limit, job->stream,
                                         s->algorithm == ALGORITHM_PATHS, &s->used);
}

static bool send_limit(const struct engine_scan *s, struct chunk_job *job)
{
    uint32_t limit = distance_bounds_all(s->bests);
    if (s->q->each)
        limit = host->scan->distance_bounds_greatest(s->bests, s->q->patterns, s->q->npatterns);
    return chunk_job_send_limit(job, limit);
}

/* Scans again, and waits. */
static bool scan_again(struct engine_scan *s, struct chunk_job *job)
{
    return chunk_job_forget_hits(job) && scan_cut(s, job, job->own) && chunk_job_finish(job) &&
           chunk_job_wait(job);
}

/* Scans the text, in best mode its beginning first. */
static bool scan_text(struct engine_scan *s, struct chunk_job *job)
{
    struct share sample = job->own;
    bool nothing_known = true;
    for (size_t p = 0; p < s->q->npatterns; p++)
        nothing_known = nothing_known && job->limit > s->q->patterns[p].k;
    if (query_on_device_lowers(&s->uploaded) && nothing_known &&
        sample.end - sample.begin > 2 * (size_t)SAMPLE) {
        sample.end = sample.begin + SAMPLE;
        if (!scan_cut(s, job, sample) || !chunk_job_forget_hits(job))
            return false;
    }
    return scan_cut(s, job, job->own) && chunk_job_finish(job);
}

/* The engine; its functions may be called from any thread. */

/* Creates the device's context, streams and buffers, and copies the query: on the first use. */
static enum engine_status begin_device(struct engine_scan *s)
{
    cudaStream_t streams[CHUNK_JOBS];
    if (!device_use(s->device))
        return ENGINE_FAILED;
    for (unsigned i = 0; i < CHUNK_JOBS; i++) {
        if (!chunk_job_open(&s->jobs[i]))
            return ENGINE_FAILED;
        streams[i] = s->jobs[i].stream;
    }
    if (s->algorithm == ALGORITHM_AUTO && s->q->npatterns >= *host->scan->multi_least &&
        !qgram_filter_open(&s->filter, s->q, s->a))
        return ENGINE_MEMORY;
    return query_on_device_open(&s->uploaded, s->q, s->a, streams);
}

static enum engine_status begin_job(struct engine_scan *s, struct chunk_job *job,
                                    const struct chunk *c, struct share own)
{
    if (!device_use(s->device))
        return ENGINE_FAILED;
    enum engine_status status = s->jobs[0].stream != NULL ? ENGINE_OK : begin_device(s);
    if (status == ENGINE_OK)
        status = query_on_device_match(&s->uploaded, c->alphabet_size);
    if (status == ENGINE_OK && c->decoding.raw != NULL)
        status = query_on_device_expect(&s->uploaded, c);
    if (status == ENGINE_OK)
        status = qgram_filter_begin(&s->filter, &s->uploaded, c, own, s->bests);
    if (status != ENGINE_OK)
        return status;
    bool good = buffer_reserve(&job->hits, job->found->most * sizeof *job->found->v) &&
                send_limit(s, job) && chunk_job_send_text(job, &s->uploaded, c, own, s->density) &&
                qgram_filter_fold(&s->filter, job) && scan_text(s, job);
    return device_settle(job->stream, good) ? ENGINE_OK : ENGINE_FAILED;
}

static enum engine_status scan_submit(struct engine_scan *s, const struct chunk *c,
                                      struct share own, struct hits *hits)
{
    struct chunk_job *job = &s->jobs[(s->first + s->under_way) % CHUNK_JOBS];
    enum engine_status status = s->failed ? ENGINE_FAILED : ENGINE_OK;
    chunk_job_begin(job, c, hits);
    device_enter();
    if (own.begin < own.end && s->q->npatterns > 0 && !s->failed)
        status = begin_job(s, job, c, own);
    device_leave();
    s->failed = status != ENGINE_OK;
    s->under_way += status == ENGINE_OK;
    return status;
}

/* Decodes and scans a raw chunk again if its estimate was too low or pages were missing. */
static enum engine_status repeat_if_needed(struct engine_scan *s, struct chunk_job *job)
{
    const struct decoder_counters *decoded = &job->counters->decoded;
    uint32_t unknown[PAGES_WORDS];
    enum engine_status status = ENGINE_OK;
    if (job->as_read.alphabet == NULL ||
        (decoded->unknown == 0 && decoded->characters <= job->as_read.room))
        return ENGINE_OK;
    if (decoded->unknown > 0)
        status = chunk_job_unknown(job, unknown)
                     ? query_on_device_learn(&s->uploaded, job->as_read.alphabet, unknown)
                     : ENGINE_FAILED;
    if (status == ENGINE_OK)
        status = qgram_filter_refresh(&s->filter, &s->uploaded);
    if (status != ENGINE_OK)
        return status;
    job->as_read.room = decoded->characters;
    return send_limit(s, job) && chunk_job_decode(job, &s->uploaded) &&
                   qgram_filter_fold(&s->filter, job) && scan_text(s, job) && chunk_job_wait(job)
               ? ENGINE_OK
               : ENGINE_FAILED;
}

/* In best mode, after too many hits: scans again with the lowered limit. Needs codes that are as
 * wide as the alphabet requires now. */
static bool scan_with_lower_limit(struct engine_scan *s, struct chunk_job *job)
{
    if (job->counters->hits <= job->most || job->counters->limit >= job->limit ||
        !query_on_device_lowers(&s->uploaded) ||
        job->text.width != query_on_device_width(&s->uploaded))
        return true;
    return scan_again(s, job);
}

/* If filtered patterns had too many candidates, or there were too many hits, repeats the job
 * without the filter. */
static enum engine_status settle_filter(struct engine_scan *s, struct chunk_job *job)
{
    if (!qgram_filter_gave_up(job)) {
        qgram_filter_count(&s->filter, job);
        return ENGINE_OK;
    }
    enum engine_status status = qgram_filter_drop_costly(&s->filter, job);
    job->filter.some = false;
    if (status != ENGINE_OK)
        return status;
    return scan_again(s, job) ? ENGINE_OK : ENGINE_FAILED;
}

/* Waits for the job, and repeats it if necessary. */
static enum engine_status await_job(struct engine_scan *s, struct chunk_job *job)
{
    if (!chunk_job_wait(job))
        return ENGINE_FAILED;
    enum engine_status status = repeat_if_needed(s, job);
    if (status == ENGINE_OK && job->as_read.alphabet != NULL) {
        job->own.end = job->text.n = job->counters->decoded.characters;
        s->density = (double)job->text.n / job->as_read.bytes;
    }
    if (status == ENGINE_OK)
        status = settle_filter(s, job);
    return status != ENGINE_OK ? status : scan_with_lower_limit(s, job) ? ENGINE_OK : ENGINE_FAILED;
}

static enum engine_status scan_collect(struct engine_scan *s)
{
    struct chunk_job *job = &s->jobs[s->first];
    s->first = (s->first + 1) % CHUNK_JOBS;
    s->under_way--;
    if (job->text.n == 0)
        return ENGINE_OK;
    s->scanned = true;
    device_enter();
    enum engine_status status = device_use(s->device) ? await_job(s, job) : ENGINE_FAILED;
    uint32_t limit = query_on_device_lowers(&s->uploaded) ? job->counters->limit : UINT32_MAX;
    if (status == ENGINE_OK) {
        bool timed = device_busy(s->device, DEVICE_COPY, job->begun, job->copied, &s->copy) &&
                     device_busy(s->device, DEVICE_KERNEL, job->copied, job->done, &s->kernel);
        status = timed ? chunk_job_fetch_hits(job, limit) : ENGINE_FAILED;
    }
    (void)device_settle(job->stream, status != ENGINE_FAILED);
    device_leave();
    return status;
}

/* Copies the symbols of the job that was collected last. */
static enum engine_status scan_decode(struct engine_scan *s, struct chunk *c)
{
    const struct chunk_job *job = &s->jobs[(s->first + CHUNK_JOBS - 1) % CHUNK_JOBS];
    enum engine_status status = ENGINE_FAILED;
    if (job->text.n > 0)
        c->own = job->own;
    if (job->text.n == 0 || (job->found->n == 0 && !job->found->full)) {
        c->decoding.raw = NULL;
        c->decoding.barren = true;
        return ENGINE_OK;
    }
    device_enter();
    if (device_use(s->device))
        status = chunk_job_fetch_symbols(job, c);
    device_leave();
    return status;
}

static struct engine_scan *scan_open(const struct query *q, const struct alphabet *a,
                                     const struct distance_bounds *bests,
                                     struct scan_shared *shared)
{
    (void)shared;
    struct engine_scan *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->q = q;
        s->a = a;
        s->bests = bests;
        s->density = 1;
        device_begin();
    }
    return s;
}

static void scan_close(struct engine_scan *s)
{
    device_enter();
    if (s->jobs[0].stream != NULL && device_use(s->device)) {
        for (unsigned i = 0; i < CHUNK_JOBS; i++)
            chunk_job_close(&s->jobs[i]);
        (void)cudaGetLastError();
    }
    qgram_filter_free(&s->filter);
    query_on_device_free(&s->uploaded);
    device_end();
    device_leave();
    free(s);
}

static void choose_device(struct engine_scan *s, unsigned device, const char *algorithm)
{
    s->device = device;
    for (unsigned a = 0; algorithm != NULL && algorithms[a].name != NULL; a++)
        if (strcmp(algorithms[a].name, algorithm) == 0)
            s->algorithm = (enum algorithm)a;
    device_enter();
    s->failed = begin_device(s) != ENGINE_OK;
    device_leave();
}

static void report_work(const struct engine_scan *s, struct engine_report *to)
{
    *to = (struct engine_report){.copy = s->copy, .kernel = s->kernel};
    if (s->scanned) {
        to->algorithm = s->used == ALGORITHM_LEVELS   ? "levels"
                        : s->used == ALGORITHM_PIECES ? "pieces"
                                                      : algorithms[s->used].name;
        to->device = device_name(s->device);
    }
}

static void report_ways(const struct engine_scan *s, struct engine_ways *to)
{
    const struct qgram_filter *x = &s->filter;
    *to = (struct engine_ways){0};
    if (s->scanned)
        *to = (struct engine_ways){x->counts.latest, s->q->npatterns - x->counts.latest,
                                   x->counts.candidates, x->counts.verified};
}

static const struct engine_algorithm *list_algorithms(void)
{
    return algorithms;
}

static const struct engine_devices cuda_devices = {
    .algorithms = list_algorithms,
    .count = device_count,
    .memory = &device_pinned,
    .choose = choose_device,
    .why_failed = device_why_failed,
    .report = report_work,
    .decode = scan_decode,
};

const struct engine cuda_engine = {
    .name = "cuda",
    .open = scan_open,
    .submit = scan_submit,
    .collect = scan_collect,
    .close = scan_close,
    .ways = report_ways,
    .devices = &cuda_devices,
};
