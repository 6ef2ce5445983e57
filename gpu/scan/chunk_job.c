#include "gpu/scan/chunk_job.h"

#include "gpu/base/device.h"
#include "gpu/base/host.h"

_Static_assert((int)DECODE_MARK == CHUNK_MARK, "the marks of a chunk come from the device");

enum { SPARE = 64 /* extra symbols of an estimate */ };

bool chunk_job_open(struct chunk_job *job)
{
    return GOOD(cudaStreamCreateWithFlags, &job->stream, cudaStreamNonBlocking) &&
           GOOD(cudaEventCreateWithFlags, &job->begun, cudaEventDefault) &&
           GOOD(cudaEventCreateWithFlags, &job->copied, cudaEventDefault) &&
           GOOD(cudaEventCreateWithFlags, &job->done, cudaEventBlockingSync) &&
           GOOD(cudaMalloc, (void **)&job->on_device, sizeof *job->on_device) &&
           GOOD(cudaMallocHost, (void **)&job->counters, sizeof *job->counters);
}

/* Ignores errors. */
void chunk_job_close(struct chunk_job *job)
{
    if (job->stream != NULL) {
        (void)device_wait(job->stream);
        RELEASE(cudaStreamDestroy, job->stream);
    }
    const cudaEvent_t events[] = {job->begun, job->copied, job->done};
    for (size_t e = 0; e < sizeof events / sizeof *events; e++)
        if (events[e] != NULL)
            RELEASE(cudaEventDestroy, events[e]);
    buffer_free(&job->symbols);
    buffer_free(&job->codes);
    buffer_free(&job->hits);
    buffer_free(&job->filter.folded);
    buffer_free(&job->filter.places);
    buffer_free(&job->as_read.marks);
    buffer_free(&job->as_read.tiles);
    buffer_free(&job->as_read.unknown);
    staging_free(&job->staging);
    RELEASE(cudaFree, job->on_device);
    RELEASE(cudaFreeHost, job->counters);
}

void chunk_job_begin(struct chunk_job *job, const struct chunk *c, struct hits *found)
{
    job->found = found;
    job->as_read.alphabet = c->decoding.raw;
    job->text.n = 0;
    job->filter.some = false;
    job->most = (uint32_t)found->most;
}

/* The text */

/* Copies the bytes or symbols of the text to the device. */
static bool copy_text(struct chunk_job *job, const unsigned char *from, size_t size)
{
    return GOOD(cudaEventRecord, job->begun, job->stream) &&
           GOOD(cudaMemcpyAsync, job->symbols.memory, from, size, cudaMemcpyHostToDevice,
                job->stream) &&
           GOOD(cudaEventRecord, job->copied, job->stream);
}

/* Returns the symbol after the scanned part of the chunk. */
static uint32_t symbol_behind(const struct query_on_device *r, const struct chunk *c, size_t end)
{
    uint32_t character;
    if (c->decoding.raw == NULL)
        return end < c->length ? chunk_symbol(c, host->scan->alphabet_bytes(r->a), end)
                               : SYMBOL_DELIMITER;
    if (c->end_byte == c->nbytes)
        return SYMBOL_DELIMITER;
    (void)host->scan->utf8_decode(c->bytes + c->end_byte, c->nbytes - c->end_byte, &character);
    return host->scan->alphabet_symbol(
        c->decoding.raw, character); /* query_on_device_expect() has loaded its page */
}

static size_t marks_size(size_t n)
{
    return (n + DECODE_MARK - 1) / DECODE_MARK * sizeof(uint32_t);
}

bool chunk_job_decode(struct chunk_job *job, const struct query_on_device *r)
{
    struct raw_chunk *raw = &job->as_read;
    struct decoder_counters *counters = &job->on_device->decoded;
    const size_t n = raw->bytes, unknown = PAGES_WORDS * sizeof(uint32_t);
    unsigned width = query_on_device_width(r);
    raw->ncodes = r->query.ncodes;
    if (!buffer_reserve(&job->codes, n * width + CHUNK_JOB_PADDING))
        return false;
    job->text = (struct device_text){job->codes.memory, width, raw->room, &counters->characters,
                                     raw->behind};
    job->own.end = raw->room;
    if (!buffer_reserve(&raw->marks, marks_size(n)) ||
        !buffer_reserve(&raw->tiles, (n / DECODE_TILE + 1) * sizeof(uint32_t)) ||
        !buffer_reserve(&raw->unknown, unknown) ||
        !GOOD(cudaMemsetAsync, buffer_at(&job->symbols, n), 0, DECODE_BEHIND, job->stream) ||
        !GOOD(cudaMemsetAsync, raw->unknown.memory, 0, unknown, job->stream))
        return false;
    const struct device_decoding decoding = {
        .bytes = job->symbols.memory,
        .n = raw->bytes,
        .pages = {r->pages.numbers_memory.memory, r->pages.symbols_memory.memory},
        .codes = job->codes.memory,
        .width = width,
        .room = raw->room,
        .marks = raw->marks.memory,
        .tiles = raw->tiles.memory,
        .count = &counters->characters,
        .unknown = raw->unknown.memory,
        .nunknown = &counters->unknown};
    return GOOD(kernels_decode, &decoding, job->stream);
}

/* Sends the bytes of a raw chunk and decodes them on the device. */
static bool send_raw(struct chunk_job *job, const struct query_on_device *r, const struct chunk *c,
                     double density)
{
    double expected = density * 17 / 16 * (double)c->end_byte + SPARE;
    job->as_read.bytes = (uint32_t)c->end_byte;
    job->as_read.behind = symbol_behind(r, c, 0);
    job->as_read.room = expected < job->as_read.bytes ? (uint32_t)expected : job->as_read.bytes;
    job->own = (struct share){0, host->scan->decode_count(c, 0, c->begin_byte), job->as_read.room};
    job->lead = 0;
    if (job->as_read.room < job->own.begin)
        job->as_read.room = job->as_read.bytes;
    return buffer_reserve(&job->symbols, job->as_read.bytes + DECODE_BEHIND) &&
           copy_text(job, c->bytes, job->as_read.bytes) && chunk_job_decode(job, r);
}

bool chunk_job_send_text(struct chunk_job *job, const struct query_on_device *r,
                         const struct chunk *c, struct share own, double density)
{
    if (c->decoding.raw != NULL)
        return send_raw(job, r, c, density);
    size_t width = c->width == 0 ? 1 : c->width, n = own.end - own.lead;
    const unsigned char *symbols = c->width <= 1 ? chunk_narrow(c) : c->symbols;
    unsigned code_bytes = query_on_device_width(r);
    bool encoded = c->width == 0 || width != code_bytes;
    if (!buffer_reserve(&job->symbols, n * width + CHUNK_JOB_PADDING) ||
        (encoded && !buffer_reserve(&job->codes, n * code_bytes + CHUNK_JOB_PADDING)) ||
        !copy_text(job, symbols + own.lead * width, n * width))
        return false;
    job->text = (struct device_text){encoded ? job->codes.memory : job->symbols.memory, code_bytes,
                                     n, NULL, symbol_behind(r, c, own.end)};
    job->own = (struct share){0, own.begin - own.lead, n};
    job->lead = (uint32_t)own.lead;
    return !encoded || GOOD(kernels_encode, job->symbols.memory, (unsigned)width,
                            query_on_device_codes(r, c->width == 0), job->codes.memory, code_bytes,
                            n, job->stream);
}

/* The counters */

static bool copy_counters(struct chunk_job *job, enum cudaMemcpyKind way)
{
    bool back = way == cudaMemcpyDeviceToHost;
    void *to = back ? job->counters : job->on_device, *from = back ? job->on_device : job->counters;
    return GOOD(cudaMemcpyAsync, to, from, sizeof *job->counters, way, job->stream);
}

bool chunk_job_send_limit(struct chunk_job *job, uint32_t limit)
{
    job->limit = limit;
    *job->counters = (struct chunk_job_counters){.limit = limit};
    return copy_counters(job, cudaMemcpyHostToDevice);
}

bool chunk_job_forget_hits(struct chunk_job *job)
{
    return GOOD(cudaMemsetAsync, &job->on_device->hits, 0, sizeof job->on_device->hits,
                job->stream);
}

bool chunk_job_finish(struct chunk_job *job)
{
    return copy_counters(job, cudaMemcpyDeviceToHost) &&
           GOOD(cudaEventRecord, job->done, job->stream);
}

bool chunk_job_wait(struct chunk_job *job)
{
    if (!device_wait_event(job->done))
        return false;
    device_progress();
    staging_reuse(&job->staging);
    return true;
}

/* Results */

/* Drops ends that were reported more than once; their distances are equal. */
static void drop_equal(struct hits *hits)
{
    size_t kept = 0;
    for (size_t i = 0; i < hits->n; i++)
        if (i == 0 || hits->v[i].end != hits->v[kept - 1].end ||
            hits->v[i].pattern != hits->v[kept - 1].pattern)
            hits->v[kept++] = hits->v[i];
    hits->n = kept;
}

enum engine_status chunk_job_fetch_hits(struct chunk_job *job, uint32_t limit)
{
    struct hits *hits = job->found;
    if (job->counters->hits > job->most) {
        hits->full = true;
        return ENGINE_FULL;
    }
    if (!host->scan->hits_resize(hits, job->counters->hits))
        return ENGINE_MEMORY;
    if (hits->n == 0)
        return ENGINE_OK;
    if (!device_fetch(hits->v, job->hits.memory, hits->n * sizeof *hits->v, job->stream))
        return ENGINE_FAILED;
    size_t kept = 0;
    for (size_t i = 0; i < hits->n; i++)
        if (hits->v[i].distance <= limit) {
            hits->v[kept] = hits->v[i];
            hits->v[kept++].end += job->lead;
        }
    hits->n = kept;
    if (!host->scan->hits_sort(hits))
        return ENGINE_MEMORY;
    drop_equal(hits);
    hits->full = hits->n > hits->most;
    return hits->full ? ENGINE_FULL : ENGINE_OK;
}

bool chunk_job_unknown(const struct chunk_job *job, uint32_t unknown[PAGES_WORDS])
{
    return device_fetch(unknown, job->as_read.unknown.memory, PAGES_WORDS * sizeof *unknown,
                        job->stream);
}

enum engine_status chunk_job_fetch_symbols(const struct chunk_job *job, struct chunk *c)
{
    size_t n = job->text.n, behind = c->nbytes - c->end_byte;
    if (!host->scan->decode_reserve(c, job->text.width, n + behind))
        return ENGINE_MEMORY;
    if (!device_fetch(c->symbols, job->text.codes, n * job->text.width, job->stream) ||
        !device_fetch(c->marks, job->as_read.marks.memory, marks_size(n), job->stream))
        return ENGINE_FAILED;
    c->length = n;
    c->alphabet_size = job->as_read.ncodes;
    return host->scan->decode_end(c) ? ENGINE_OK : ENGINE_MEMORY;
}
