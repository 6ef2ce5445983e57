/*
 * engine_cuda.c - the host side of the CUDA engine.
 *
 * A scan has two flights, so that one chunk is copied while another is computed. A flight is a
 * stream and its buffers on the device. submit() puts all that is to be done into the stream, and
 * waits for nothing:
 *
 *   copy of the counters and the symbols -> encode (symbols become codes) -> scan
 *   -> copy of the number of hits back
 *
 * collect() waits for that, copies the hits, and sorts them. The tables of the query go to the
 * device with the first chunk. Those that depend on the alphabet go again whenever it has grown.
 *
 * Of a raw chunk the bytes are copied, and decoded there (decoder.h). How many characters they are
 * is not known before; so the scan is planned for about as many as the chunk before had, and what
 * is too many of them reads as delimiters. Where they were too few, or the device met pages of the
 * alphabet that it does not know, collect() has it all done once more.
 *
 * In best mode, everything is a hit as long as nothing is found. So the beginning of the text is
 * scanned first, which lowers the limit on the device. When there are too many hits all the same,
 * the chunk is scanned once more, with the limit that it has led to.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/base/buffer.h"
#include "gpu/base/device.h"
#include "gpu/scan/decoder.h"
#include "scan/engine.h"
#include "text/decode.h"

enum {
    FLIGHTS = 2,
    SAMPLE = 1 << 16,       /* symbols scanned first in best mode */
    PADDING = 4096,         /* bytes behind the text that kernels may read */
    SPARE = 64,             /* symbols that are planned besides */
    BYTES = 256,            /* values of a symbol of one byte */
    COPIED_LEAST = 32 << 20 /* bytes of a chunk */
};

/* What the host and the kernels tell each other; in pinned memory and on the device. */
struct counters {
    uint32_t hits, limit;
    struct decoder_counters decoded; /* of a raw chunk */
};

struct flight {
    cudaStream_t stream;
    cudaEvent_t begun, copied, done;
    struct buffer symbols, codes, hits;
    struct counters *counters, *on_device;
    uint32_t limit; /* as it was before */
    struct device_text text;
    struct share own; /* in it */
    uint32_t lead;    /* symbols of the chunk before it */
    struct hits *found;
    struct alphabet *raw; /* that of a raw chunk, or NULL */
    struct decoder decoder;
    uint32_t bytes, room; /* of a raw chunk: that it owns and leads in; codes that were planned */
    uint32_t ncodes;      /* as it was */
};

struct engine_scan {
    const struct query *q;
    const struct alphabet *a;
    const atomic_uint *limit;
    unsigned device;
    enum algorithm algorithm, used;
    bool begun;   /* the device has the query */
    bool failed;  /* all that follows fails, too */
    bool scanned; /* at least one chunk */
    struct device_query query;
    struct device_pattern *patterns; /* these and their slots in host memory */
    uint32_t *host_slots;
    struct buffer patterns_memory, slots, matches;
    struct buffer tables; /* the codes of all bytes, then those of all symbols of one byte */
    struct pages pages;
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
    [ALGORITHM_AUTO] = {"auto", KNOWN},
    [ALGORITHM_HMM] = {"hmm", METRIC_BIT(METRIC_LEVENSHTEIN)},
    [ALGORITHM_BITVECTOR] = {"bitvector", DELTAS},
    [ALGORITHM_BITSLICE] = {"bitslice", DELTAS},
    [ALGORITHM_COUNTERS] = {"counters", METRIC_BIT(METRIC_HAMMING)},
    {NULL, 0},
};

/* Memory on the device */

static bool upload(struct engine_scan *s, struct buffer *to, const void *from, size_t size)
{
    cudaStream_t stream = s->flights[0].stream;
    return buffer_send(to, from, size, stream) && GOOD(cudaStreamSynchronize, stream);
}

/* The query */

static bool list_patterns(struct engine_scan *s)
{
    const struct query *q = s->q;
    uint32_t row = 0;
    size_t rows = 0;
    for (size_t p = 0; p < q->npatterns; p++)
        rows += q->patterns[p].m;
    s->patterns = calloc(q->npatterns + 1, sizeof *s->patterns);
    s->host_slots = reallocarray(NULL, rows + 1, sizeof *s->host_slots);
    if (s->patterns == NULL || s->host_slots == NULL)
        return false;
    for (size_t p = 0; p < q->npatterns; p++) {
        const struct pattern *from = &q->patterns[p];
        s->patterns[p] = (struct device_pattern){from->m, from->k, row};
        memcpy(s->host_slots + row, from->items, from->m * sizeof *s->host_slots);
        row += from->m;
    }
    s->query.nrows = row;
    return true;
}

static enum engine_status upload_patterns(struct engine_scan *s)
{
    const struct query *q = s->q;
    if (!list_patterns(s))
        return ENGINE_MEMORY;
    size_t rows = s->query.nrows;
    if (!upload(s, &s->slots, s->host_slots, rows * sizeof *s->host_slots) ||
        !upload(s, &s->patterns_memory, s->patterns, q->npatterns * sizeof *s->patterns))
        return ENGINE_FAILED;
    s->query.npatterns = (uint32_t)q->npatterns;
    s->query.nslots = (uint32_t)q->nitems;
    s->query.patterns = s->patterns_memory.memory;
    s->query.host_patterns = s->patterns;
    s->query.slots = s->slots.memory;
    s->query.host_slots = s->host_slots;
    s->query.rising = q->rising;
    s->query.metric = q->metric;
    return ENGINE_OK;
}

static bool upload_tables(struct engine_scan *s)
{
    const uint32_t *bytes = alphabet_bytes(s->a);
    uint32_t tables[2][BYTES], known = s->q->utf8 ? BYTES / 2 : BYTES;
    for (uint32_t b = 0; b < BYTES; b++) {
        tables[0][b] = b < known ? bytes[b] : SYMBOL_OTHER;
        tables[1][b] = b;
    }
    return upload(s, &s->tables, tables, sizeof tables);
}

/* Waits until the device does nothing of this scan: the tables that it has may be in use. */
static bool await_flights(const struct engine_scan *s)
{
    bool good = true;
    for (unsigned f = 0; f < FLIGHTS; f++)
        good = good && GOOD(cudaStreamSynchronize, s->flights[f].stream);
    return good;
}

/* What the first ncodes symbols match. */
static enum engine_status upload_matches(struct engine_scan *s, uint32_t ncodes)
{
    size_t words = (ncodes + 31) / 32;
    uint32_t *matches = calloc(s->q->nitems * words + 1, sizeof *matches);
    const uint32_t *items;
    if (matches == NULL)
        return ENGINE_MEMORY;
    for (uint32_t symbol = SYMBOL_FIRST; symbol < ncodes; symbol++)
        for (size_t i = alphabet_items(s->a, symbol, &items); i-- > 0;)
            matches[items[i] * words + symbol / 32] |= UINT32_C(1) << symbol % 32;
    bool good =
        await_flights(s) && upload(s, &s->matches, matches, s->q->nitems * words * sizeof *matches);
    free(matches);
    s->query.matches = s->matches.memory;
    s->query.ncodes = good ? ncodes : 0;
    return good ? ENGINE_OK : ENGINE_FAILED;
}

/* The device is to know these pages, and what their symbols match. */
static enum engine_status learn(struct engine_scan *s, struct alphabet *a,
                                const uint32_t unknown[PAGES_WORDS])
{
    if (!pages_add(&s->pages, a, unknown))
        return ENGINE_MEMORY;
    if (!await_flights(s) || !pages_send(&s->pages, s->flights[0].stream))
        return ENGINE_FAILED;
    uint32_t ncodes = alphabet_size(a);
    return ncodes > s->query.ncodes ? upload_matches(s, ncodes) : ENGINE_OK;
}

/* Before a raw chunk goes to the device: its tables are there, and know the character behind what
 * the chunk owns. */
static enum engine_status begin_raw(struct engine_scan *s, const struct chunk *c)
{
    uint32_t behind = '\n', unknown[PAGES_WORDS] = {0};
    if (c->end_byte < c->nbytes)
        (void)utf8_decode(c->bytes + c->end_byte, c->nbytes - c->end_byte, &behind);
    uint32_t page = behind / ALPHABET_PAGE;
    if (s->pages.numbers != NULL && s->pages.numbers[page] != PAGE_UNKNOWN)
        return ENGINE_OK;
    unknown[page / 32] = UINT32_C(1) << page % 32;
    return learn(s, c->raw, unknown);
}

/* Flights */

static bool open_flight(struct flight *f)
{
    return GOOD(cudaStreamCreateWithFlags, &f->stream, cudaStreamNonBlocking) &&
           GOOD(cudaEventCreateWithFlags, &f->begun, cudaEventDefault) &&
           GOOD(cudaEventCreateWithFlags, &f->copied, cudaEventDefault) &&
           GOOD(cudaEventCreateWithFlags, &f->done, cudaEventBlockingSync) &&
           GOOD(cudaMalloc, (void **)&f->on_device, sizeof *f->on_device) &&
           GOOD(cudaMallocHost, (void **)&f->counters, sizeof *f->counters);
}

/* Errors change nothing here. */
static void close_flight(struct flight *f)
{
    if (f->stream != NULL) {
        (void)cudaStreamSynchronize(f->stream);
        (void)cudaStreamDestroy(f->stream);
    }
    const cudaEvent_t events[] = {f->begun, f->copied, f->done};
    for (size_t e = 0; e < sizeof events / sizeof *events; e++)
        if (events[e] != NULL)
            (void)cudaEventDestroy(events[e]);
    buffer_free(&f->symbols);
    buffer_free(&f->codes);
    buffer_free(&f->hits);
    decoder_free(&f->decoder);
    (void)cudaFree(f->on_device);
    (void)cudaFreeHost(f->counters);
}

/* Copies what there is for each symbol to the device. */
static bool copy_text(struct flight *f, const unsigned char *from, size_t size)
{
    return GOOD(cudaEventRecord, f->begun, f->stream) &&
           GOOD(cudaMemcpyAsync, f->symbols.memory, from, size, cudaMemcpyHostToDevice,
                f->stream) &&
           GOOD(cudaEventRecord, f->copied, f->stream);
}

static unsigned code_width(const struct engine_scan *s)
{
    return s->query.ncodes <= BYTES ? 1 : 4;
}

/* Makes codes of the bytes of a raw chunk, which are on the device. */
static bool decode_text(const struct engine_scan *s, struct flight *f)
{
    f->ncodes = s->query.ncodes;
    if (!buffer_reserve(&f->codes, (size_t)f->bytes * code_width(s) + PADDING))
        return false;
    f->text = (struct device_text){f->codes.memory, code_width(s), f->room};
    f->own.end = f->room;
    return decoder_run(&f->decoder, &f->symbols, f->bytes, pages_sent(&s->pages), &f->text, f->room,
                       &f->on_device->decoded, f->stream);
}

/* Sends the bytes of a raw chunk, and decodes them there. */
static bool send_raw(const struct engine_scan *s, struct flight *f, const struct chunk *c)
{
    double expected = s->density * 17 / 16 * (double)c->end_byte + SPARE;
    f->bytes = (uint32_t)c->end_byte;
    f->room = expected < f->bytes ? (uint32_t)expected : f->bytes;
    f->own = (struct share){0, decode_count(c, 0, c->begin_byte), f->room};
    f->lead = 0;
    if (f->room < f->own.begin)
        f->room = f->bytes;
    return buffer_reserve(&f->symbols, decoder_size(f->bytes)) &&
           copy_text(f, c->bytes, f->bytes) && decode_text(s, f);
}

/* Sends the text to the device, and makes codes of it there. */
static bool send_text(struct engine_scan *s, struct flight *f, const struct chunk *c,
                      struct share own)
{
    if (c->raw != NULL)
        return send_raw(s, f, c);
    size_t width = c->width == 0 ? 1 : c->width, n = own.end - own.lead;
    const unsigned char *symbols = c->width == 0 ? c->bytes : c->symbols;
    unsigned code_bytes = code_width(s);
    bool encoded = c->width == 0 || width != code_bytes;
    if (!buffer_reserve(&f->symbols, n * width + PADDING) ||
        (encoded && !buffer_reserve(&f->codes, n * code_bytes + PADDING)) ||
        !copy_text(f, symbols + own.lead * width, n * width))
        return false;
    f->text = (struct device_text){encoded ? f->codes.memory : f->symbols.memory, code_bytes, n};
    f->own = (struct share){0, own.begin - own.lead, n};
    f->lead = (uint32_t)own.lead;
    const uint32_t *table = (const uint32_t *)s->tables.memory + (c->width == 0 ? 0 : BYTES);
    return !encoded || GOOD(kernels_encode, f->symbols.memory, (unsigned)width, table,
                            f->codes.memory, code_bytes, n, f->stream);
}

/* Whether reports may lower the limit. */
static bool lowers(const struct engine_scan *s)
{
    return s->q->best && s->q->certain;
}

/* Threads take turns: how much shared memory a kernel may take is set for the whole process. */
static bool scan_cut(struct engine_scan *s, struct flight *f, struct share own)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const struct device_hits hits = {f->hits.memory, (uint32_t)f->found->most, &f->on_device->hits};
    (void)pthread_mutex_lock(&lock);
    bool good = GOOD(kernels_scan, s->algorithm, &s->query, &f->text, own, &f->on_device->limit,
                     lowers(s), &hits, f->stream, &s->used);
    (void)pthread_mutex_unlock(&lock);
    return good;
}

static bool forget_hits(struct flight *f)
{
    return GOOD(cudaMemsetAsync, &f->on_device->hits, 0, sizeof f->on_device->hits, f->stream);
}

static bool copy_counters(struct flight *f, enum cudaMemcpyKind way)
{
    bool back = way == cudaMemcpyDeviceToHost;
    void *to = back ? f->counters : f->on_device, *from = back ? f->on_device : f->counters;
    return GOOD(cudaMemcpyAsync, to, from, sizeof *f->counters, way, f->stream);
}

/* The counters are sent before the text: behind it they would wait for the text of other flights.
 */
static bool send_counters(const struct engine_scan *s, struct flight *f)
{
    f->limit = atomic_load_explicit(s->limit, memory_order_relaxed);
    *f->counters = (struct counters){.limit = f->limit};
    return copy_counters(f, cudaMemcpyHostToDevice);
}

/* Scans the text: its beginning first where that can save much. */
static bool scan_text(struct engine_scan *s, struct flight *f)
{
    struct share sample = f->own;
    bool nothing_known = true;
    for (size_t p = 0; p < s->q->npatterns; p++)
        nothing_known = nothing_known && f->limit > s->q->patterns[p].k;
    if (lowers(s) && nothing_known && sample.end - sample.begin > 2 * (size_t)SAMPLE) {
        sample.end = sample.begin + SAMPLE;
        if (!scan_cut(s, f, sample) || !forget_hits(f))
            return false;
    }
    return scan_cut(s, f, f->own) && copy_counters(f, cudaMemcpyDeviceToHost) &&
           GOOD(cudaEventRecord, f->done, f->stream);
}

/* The engine */

/* The first use of a device: it gets a context, streams, buffers and the query. */
static enum engine_status begin(struct engine_scan *s)
{
    s->begun = true;
    for (unsigned f = 0; f < FLIGHTS; f++)
        if (!open_flight(&s->flights[f]))
            return ENGINE_FAILED;
    enum engine_status status = upload_patterns(s);
    return status != ENGINE_OK ? status : upload_tables(s) ? ENGINE_OK : ENGINE_FAILED;
}

static enum engine_status begin_flight(struct engine_scan *s, struct flight *f,
                                       const struct chunk *c, struct share own)
{
    enum engine_status status = ENGINE_OK;
    if (!device_use(s->device))
        return ENGINE_FAILED;
    if (!s->begun)
        status = begin(s);
    if (status == ENGINE_OK && c->alphabet_size > s->query.ncodes)
        status = upload_matches(s, c->alphabet_size);
    if (status == ENGINE_OK && c->raw != NULL)
        status = begin_raw(s, c);
    if (status != ENGINE_OK)
        return status;
    if (buffer_reserve(&f->hits, f->found->most * sizeof *f->found->v) && send_counters(s, f) &&
        send_text(s, f, c, own) && scan_text(s, f))
        return ENGINE_OK;
    (void)cudaStreamSynchronize(f->stream); /* the chunk is no longer ours */
    return ENGINE_FAILED;
}

static enum engine_status submit(struct engine_scan *s, const struct chunk *c, struct share own,
                                 struct hits *hits)
{
    struct flight *f = &s->flights[(s->first + s->under_way) % FLIGHTS];
    enum engine_status status = s->failed ? ENGINE_FAILED : ENGINE_OK;
    f->found = hits;
    f->raw = c->raw;
    f->text.n = 0;
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
        status = decoder_unknown(&f->decoder, unknown, f->stream) ? learn(s, f->raw, unknown)
                                                                  : ENGINE_FAILED;
    if (status != ENGINE_OK)
        return status;
    f->room = decoded->characters;
    return send_counters(s, f) && decode_text(s, f) && scan_text(s, f) &&
                   GOOD(cudaEventSynchronize, f->done)
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
    if (f->counters->hits <= f->found->most || f->counters->limit >= f->limit || !lowers(s) ||
        f->text.width != code_width(s))
        return true;
    return forget_hits(f) && scan_cut(s, f, f->own) && copy_counters(f, cudaMemcpyDeviceToHost) &&
           GOOD(cudaEventRecord, f->done, f->stream) && GOOD(cudaEventSynchronize, f->done);
}

/* Waits for the flight. */
static enum engine_status await(struct engine_scan *s, struct flight *f)
{
    if (!GOOD(cudaEventSynchronize, f->done))
        return ENGINE_FAILED;
    enum engine_status status = settle(s, f);
    if (status == ENGINE_OK && f->raw != NULL)
        note_symbols(s, f);
    return status != ENGINE_OK ? status : narrow(s, f) ? ENGINE_OK : ENGINE_FAILED;
}

static bool add_times(struct engine_scan *s, const struct flight *f)
{
    return device_busy(s->device, DEVICE_COPY, f->begun, f->copied, &s->copy) &&
           device_busy(s->device, DEVICE_KERNEL, f->copied, f->done, &s->kernel);
}

static enum engine_status fetch_hits(const struct engine_scan *s, struct flight *f)
{
    struct hits *hits = f->found;
    if (f->counters->hits > hits->most) {
        hits->full = true;
        return ENGINE_FULL;
    }
    if (!hits_resize(hits, f->counters->hits))
        return ENGINE_MEMORY;
    if (hits->n == 0)
        return ENGINE_OK;
    if (!GOOD(cudaMemcpyAsync, hits->v, f->hits.memory, hits->n * sizeof *hits->v,
              cudaMemcpyDeviceToHost, f->stream) ||
        !GOOD(cudaStreamSynchronize, f->stream))
        return ENGINE_FAILED;
    uint32_t limit = lowers(s) ? f->counters->limit : UINT32_MAX;
    size_t kept = 0;
    for (size_t i = 0; i < hits->n; i++)
        if (hits->v[i].distance <= limit) {
            hits->v[kept] = hits->v[i];
            hits->v[kept++].end += f->lead;
        }
    hits->n = kept;
    return hits_sort_all(hits) ? ENGINE_OK : ENGINE_MEMORY;
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
    if (status != ENGINE_OK)
        return status;
    return add_times(s, f) ? fetch_hits(s, f) : ENGINE_FAILED;
}

/* Gives the chunk of the flight that was collected last the symbols that it has on the device. */
static enum engine_status fetch_symbols(const struct flight *f, struct chunk *c)
{
    size_t n = f->text.n, behind = c->nbytes - c->end_byte;
    if (!decode_reserve(c, f->text.width, n + behind))
        return ENGINE_MEMORY;
    if (!decoder_fetch(&f->decoder, &f->text, n, c, f->stream))
        return ENGINE_FAILED;
    c->length = n;
    c->alphabet_size = f->ncodes;
    return decode_end(c) ? ENGINE_OK : ENGINE_MEMORY;
}

static enum engine_status decode(const struct engine_scan *s, struct chunk *c)
{
    const struct flight *f = &s->flights[(s->first + FLIGHTS - 1) % FLIGHTS];
    if (f->text.n > 0)
        c->own = f->own;
    if (f->text.n > 0 && (f->found->n > 0 || f->found->full))
        return device_use(s->device) ? fetch_symbols(f, c) : ENGINE_FAILED;
    c->raw = NULL;
    c->barren = true;
    return ENGINE_OK;
}

static struct engine_scan *scan_open(const struct query *q, const struct alphabet *a,
                                     const atomic_uint *limit)
{
    struct engine_scan *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->q = q;
        s->a = a;
        s->limit = limit;
        s->density = 1;
    }
    return s;
}

static void close_device(struct engine_scan *s)
{
    for (unsigned f = 0; f < FLIGHTS; f++)
        close_flight(&s->flights[f]);
    struct buffer *const all[] = {&s->patterns_memory, &s->slots, &s->matches, &s->tables};
    for (size_t m = 0; m < sizeof all / sizeof *all; m++)
        buffer_free(all[m]);
    pages_free(&s->pages);
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
    device_leave();
    free(s->patterns);
    free(s->host_slots);
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
        to->algorithm = algorithms[s->used].name;
        to->device = device_name(s->device);
    }
}

/* Copies reach their full rate with a few MiB. Kernels want larger chunks, and for long patterns
 * yet larger ones. */
static size_t chunk_size(const struct query *q)
{
    return q->longest > 512 ? 2 * (size_t)COPIED_LEAST : COPIED_LEAST;
}

static const struct engine_devices cuda_devices = {
    .algorithms = algorithms,
    .count = device_count,
    .memory = &device_pinned,
    .choose = choose,
    .why_failed = device_why_failed,
    .report = report,
    .decode = scan_decode,
};

const struct engine engine_cuda = {
    .name = "cuda",
    .metrics = KNOWN,
    .rank = -1,
    .asynchronous = true,
    .why_not = device_why_not,
    .chunk_size = chunk_size,
    .open = scan_open,
    .submit = scan_submit,
    .collect = scan_collect,
    .close = scan_close,
    .devices = &cuda_devices,
};
