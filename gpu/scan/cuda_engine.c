/*
 * cuda_engine.c - the host side of the CUDA engine.
 *
 * A scan has two flights (flight.h), so that one chunk is copied while another is computed.
 * submit() puts all that is to be done into the stream of a flight, and waits for nothing:
 *
 *   copy of the counters and the symbols -> encode (symbols become codes) -> scan
 *   -> copy of the number of hits back
 *
 * collect() waits for that, copies the hits, and sorts them. What kernels need of the query is
 * there with the first chunk (resident.h).
 *
 * A raw chunk is decoded on the device, and its scan is planned for about as many characters as the
 * chunk before had. Where they were too few, or the device met pages of the alphabet that it does
 * not know, collect() has it all done once more.
 *
 * Where there are many patterns, most of them may be covered (qgram_filter.h): then the codes are
 * folded behind the text, and the scan for these patterns comes first.
 *
 * In best mode, everything is a hit as long as nothing is found. So the beginning of the text is
 * scanned first, which lowers the limit on the device. When there are too many hits all the same,
 * the chunk is scanned once more, with the limit that it has led to.
 */
#include "gpu/scan/cuda_engine.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/base/host.h"
#include "gpu/scan/qgram_filter.h"

enum {
    FLIGHTS = RESIDENT_STREAMS,
    SAMPLE = 1 << 16, /* symbols scanned first in best mode */
};

struct engine_scan {
    const struct query *q;
    const struct alphabet *a;
    const struct distance_bounds *bests;
    unsigned device;
    enum algorithm algorithm, used;
    bool begun;   /* the device has the query */
    bool failed;  /* all that follows fails, too */
    bool scanned; /* at least one chunk */
    struct resident resident;
    struct covered covered;
    double density; /* symbols of a byte in the last raw chunk */
    struct flight flights[FLIGHTS];
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

/* The scan of a flight */

static bool scan_sequences(struct engine_scan *s, struct flight *f, struct share own,
                           const struct device_hits *hits)
{
    enum algorithm algorithm = s->algorithm == ALGORITHM_PATHS ? ALGORITHM_AUTO : s->algorithm;
    struct device_query query = s->resident.query;
    if (f->covered)
        query.host_patterns = s->covered.beside;
    return GOOD(kernels_scan, algorithm, &query, &f->text, own, &f->on_device->limit,
                resident_lowers(&s->resident), hits, f->stream, &f->staging, &s->used);
}

/* Where the limit on the device may be lower already than f->limit. */
static bool scan_automata(struct engine_scan *s, struct flight *f, struct share own,
                          const struct device_hits *hits)
{
    bool levels = false;
    const struct automata_scan scan = {.query = &s->resident.query,
                                       .text = &f->text,
                                       .own = own,
                                       .limit = &f->on_device->limit,
                                       .known = f->limit,
                                       .best = resident_lowers(&s->resident),
                                       .any = s->algorithm == ALGORITHM_PATHS,
                                       .hits = hits,
                                       .stream = f->stream};
    if (!automata_run(s->resident.automata, &scan, &levels))
        return false;
    s->used = levels ? ALGORITHM_LEVELS : ALGORITHM_PATHS;
    return true;
}

static bool scan_covered(struct engine_scan *s, struct flight *f, struct share own,
                         const struct device_hits *hits)
{
    s->used = ALGORITHM_PIECES;
    return covered_scan(&s->covered, &s->resident, f, own, hits);
}

static bool scan_cut(struct engine_scan *s, struct flight *f, struct share own)
{
    const struct device_hits hits = {f->hits.memory, f->most, &f->on_device->hits};
    size_t rows = f->covered ? s->covered.rows_beside : s->resident.query.nrows;
    if (f->covered && !scan_covered(s, f, own, &hits))
        return false;
    return (rows == 0 || scan_sequences(s, f, own, &hits)) &&
           (s->resident.automata == NULL || scan_automata(s, f, own, &hits));
}

static bool send_limit(const struct engine_scan *s, struct flight *f)
{
    uint32_t limit = distance_bounds_all(s->bests);
    if (s->q->each)
        limit = host->scan->distance_bounds_greatest(s->bests, s->q->patterns, s->q->npatterns);
    return flight_send_limit(f, limit);
}

/* Scans the text: its beginning first where that can save much. */
static bool scan_text(struct engine_scan *s, struct flight *f)
{
    struct share sample = f->own;
    bool nothing_known = true;
    for (size_t p = 0; p < s->q->npatterns; p++)
        nothing_known = nothing_known && f->limit > s->q->patterns[p].k;
    if (resident_lowers(&s->resident) && nothing_known &&
        sample.end - sample.begin > 2 * (size_t)SAMPLE) {
        sample.end = sample.begin + SAMPLE;
        if (!scan_cut(s, f, sample) || !flight_forget_hits(f))
            return false;
    }
    return scan_cut(s, f, f->own) && flight_finish(f);
}

/* The engine */

/* The first use of a device: it gets a context, streams, buffers and the query. */
static enum engine_status begin(struct engine_scan *s)
{
    cudaStream_t streams[FLIGHTS];
    s->begun = true;
    for (unsigned f = 0; f < FLIGHTS; f++) {
        if (!flight_open(&s->flights[f]))
            return ENGINE_FAILED;
        streams[f] = s->flights[f].stream;
    }
    if (s->algorithm == ALGORITHM_AUTO && s->q->npatterns >= *host->scan->multi_least &&
        !covered_open(&s->covered, s->q, s->a))
        return ENGINE_MEMORY;
    return resident_open(&s->resident, s->q, s->a, streams);
}

static enum engine_status begin_flight(struct engine_scan *s, struct flight *f,
                                       const struct chunk *c, struct share own)
{
    enum engine_status status = ENGINE_OK;
    if (!device_use(s->device))
        return ENGINE_FAILED;
    if (!s->begun)
        status = begin(s);
    if (status == ENGINE_OK)
        status = resident_match(&s->resident, c->alphabet_size);
    if (status == ENGINE_OK && c->raw != NULL)
        status = resident_expect(&s->resident, c);
    if (status == ENGINE_OK)
        status = covered_begin(&s->covered, &s->resident, c, own, s->bests);
    if (status != ENGINE_OK)
        return status;
    bool good = buffer_reserve(&f->hits, f->found->most * sizeof *f->found->v) &&
                send_limit(s, f) && flight_send_text(f, &s->resident, c, own, s->density) &&
                covered_fold(&s->covered, f) && scan_text(s, f);
    return device_settle(f->stream, good) ? ENGINE_OK : ENGINE_FAILED;
}

static enum engine_status submit(struct engine_scan *s, const struct chunk *c, struct share own,
                                 struct hits *hits)
{
    struct flight *f = &s->flights[(s->first + s->under_way) % FLIGHTS];
    enum engine_status status = s->failed ? ENGINE_FAILED : ENGINE_OK;
    flight_begin(f, c, hits);
    if (own.begin < own.end && s->q->npatterns > 0 && !s->failed)
        status = begin_flight(s, f, c, own);
    s->failed = status != ENGINE_OK;
    s->under_way += status == ENGINE_OK;
    return status;
}

/* Has a raw chunk decoded and scanned once more, if it was not as expected. */
static enum engine_status settle(struct engine_scan *s, struct flight *f)
{
    const struct decoder_counters *decoded = &f->counters->decoded;
    uint32_t unknown[PAGES_WORDS];
    enum engine_status status = ENGINE_OK;
    if (f->raw == NULL || (decoded->unknown == 0 && decoded->characters <= f->room))
        return ENGINE_OK;
    if (decoded->unknown > 0)
        status = decoder_unknown(&f->decoder, unknown, f->stream)
                     ? resident_learn(&s->resident, f->raw, unknown)
                     : ENGINE_FAILED;
    if (status == ENGINE_OK)
        status = covered_again(&s->covered, &s->resident);
    if (status != ENGINE_OK)
        return status;
    f->room = decoded->characters;
    return send_limit(s, f) && flight_decode(f, &s->resident) && covered_fold(&s->covered, f) &&
                   scan_text(s, f) && flight_await(f)
               ? ENGINE_OK
               : ENGINE_FAILED;
}

/* What a raw chunk has is known now. */
static void note_symbols(struct engine_scan *s, struct flight *f)
{
    f->own.end = f->text.n = f->counters->decoded.characters;
    s->density = (double)f->text.n / f->bytes;
}

/* In best mode the flight may have to go once more: it can where its codes are still as wide as the
 * alphabet asks for. */
static bool narrow(struct engine_scan *s, struct flight *f)
{
    if (f->counters->hits <= f->most || f->counters->limit >= f->limit ||
        !resident_lowers(&s->resident) || f->text.width != resident_width(&s->resident))
        return true;
    return flight_forget_hits(f) && scan_cut(s, f, f->own) && flight_finish(f) && flight_await(f);
}

/* Where covered patterns had too many candidates, or there were too many hits, the flight goes once
 * more without. */
static enum engine_status settle_cover(struct engine_scan *s, struct flight *f)
{
    if (!covered_gave_up(f)) {
        covered_count(&s->covered, f);
        return ENGINE_OK;
    }
    enum engine_status status = covered_blame(&s->covered, f);
    f->covered = false;
    if (status != ENGINE_OK)
        return status;
    return flight_forget_hits(f) && scan_cut(s, f, f->own) && flight_finish(f) && flight_await(f)
               ? ENGINE_OK
               : ENGINE_FAILED;
}

/* Waits for the flight. */
static enum engine_status await(struct engine_scan *s, struct flight *f)
{
    if (!flight_await(f))
        return ENGINE_FAILED;
    enum engine_status status = settle(s, f);
    if (status == ENGINE_OK && f->raw != NULL)
        note_symbols(s, f);
    if (status == ENGINE_OK)
        status = settle_cover(s, f);
    return status != ENGINE_OK ? status : narrow(s, f) ? ENGINE_OK : ENGINE_FAILED;
}

static bool add_times(struct engine_scan *s, const struct flight *f)
{
    return device_busy(s->device, DEVICE_COPY, f->begun, f->copied, &s->copy) &&
           device_busy(s->device, DEVICE_KERNEL, f->copied, f->done, &s->kernel);
}

static enum engine_status fetch_hits(const struct engine_scan *s, struct flight *f)
{
    return flight_fetch_hits(f, resident_lowers(&s->resident) ? f->counters->limit : UINT32_MAX);
}

static enum engine_status collect(struct engine_scan *s)
{
    struct flight *f = &s->flights[s->first];
    s->first = (s->first + 1) % FLIGHTS;
    s->under_way--;
    if (f->text.n == 0)
        return ENGINE_OK;
    s->scanned = true;
    enum engine_status status = device_use(s->device) ? await(s, f) : ENGINE_FAILED;
    if (status == ENGINE_OK)
        status = add_times(s, f) ? fetch_hits(s, f) : ENGINE_FAILED;
    (void)device_settle(f->stream, status != ENGINE_FAILED);
    return status;
}

/* Of the flight that was collected last. */
static enum engine_status decode(const struct engine_scan *s, struct chunk *c)
{
    const struct flight *f = &s->flights[(s->first + FLIGHTS - 1) % FLIGHTS];
    if (f->text.n > 0)
        c->own = f->own;
    if (f->text.n > 0 && (f->found->n > 0 || f->found->full))
        return device_use(s->device) ? flight_fetch_symbols(f, c) : ENGINE_FAILED;
    c->raw = NULL;
    c->barren = true;
    return ENGINE_OK;
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

static void close_device(struct engine_scan *s)
{
    for (unsigned f = 0; f < FLIGHTS; f++)
        flight_close(&s->flights[f]);
    covered_release(&s->covered);
    resident_release(&s->resident);
    (void)cudaGetLastError();
}

/* What the pipeline calls, by any thread */

static enum engine_status scan_submit(struct engine_scan *s, const struct chunk *c,
                                      struct share own, struct hits *hits)
{
    device_enter();
    enum engine_status status = submit(s, c, own, hits);
    device_leave();
    return status;
}

static enum engine_status scan_collect(struct engine_scan *s)
{
    device_enter();
    enum engine_status status = collect(s);
    device_leave();
    return status;
}

static enum engine_status scan_decode(struct engine_scan *s, struct chunk *c)
{
    device_enter();
    enum engine_status status = decode(s, c);
    device_leave();
    return status;
}

static void scan_close(struct engine_scan *s)
{
    device_enter();
    if (s->flights[0].stream != NULL && device_use(s->device))
        close_device(s);
    covered_free(&s->covered);
    resident_free(&s->resident);
    device_end();
    device_leave();
    free(s);
}

static void choose(struct engine_scan *s, unsigned device, const char *algorithm)
{
    s->device = device;
    for (unsigned a = 0; algorithm != NULL && algorithms[a].name != NULL; a++)
        if (strcmp(algorithms[a].name, algorithm) == 0)
            s->algorithm = (enum algorithm)a;
    device_enter();
    s->failed = !device_use(device) || begin(s) != ENGINE_OK;
    device_leave();
}

static void report(const struct engine_scan *s, struct engine_report *to)
{
    *to = (struct engine_report){.copy = s->copy, .kernel = s->kernel};
    if (s->scanned) {
        to->algorithm = s->used == ALGORITHM_LEVELS   ? "levels"
                        : s->used == ALGORITHM_PIECES ? "pieces"
                                                      : algorithms[s->used].name;
        to->device = device_name(s->device);
    }
}

static void ways(const struct engine_scan *s, struct engine_ways *to)
{
    const struct covered *x = &s->covered;
    *to = (struct engine_ways){0};
    if (s->scanned)
        *to = (struct engine_ways){x->latest, s->q->npatterns - x->latest, x->candidates,
                                   x->verified};
}

static const struct engine_algorithm *list_algorithms(void)
{
    return algorithms;
}

static const struct engine_devices cuda_devices = {
    .algorithms = list_algorithms,
    .count = device_count,
    .memory = &device_pinned,
    .choose = choose,
    .why_failed = device_why_failed,
    .report = report,
    .decode = scan_decode,
};

const struct engine cuda_engine = {
    .name = "cuda",
    .why_not = device_why_not,
    .open = scan_open,
    .submit = scan_submit,
    .collect = scan_collect,
    .close = scan_close,
    .ways = ways,
    .devices = &cuda_devices,
};
