/* flight.c - see flight.h. */
#include "gpu/scan/flight.h"

#include "gpu/base/device.h"
#include "gpu/base/host.h"

enum {
    PADDING = 4096, /* bytes behind the text that kernels may read */
    SPARE = 64      /* symbols that are planned besides */
};

bool flight_open(struct flight *f)
{
    return GOOD(cudaStreamCreateWithFlags, &f->stream, cudaStreamNonBlocking) &&
           GOOD(cudaEventCreateWithFlags, &f->begun, cudaEventDefault) &&
           GOOD(cudaEventCreateWithFlags, &f->copied, cudaEventDefault) &&
           GOOD(cudaEventCreateWithFlags, &f->done, cudaEventBlockingSync) &&
           GOOD(cudaMalloc, (void **)&f->on_device, sizeof *f->on_device) &&
           GOOD(cudaMallocHost, (void **)&f->counters, sizeof *f->counters);
}

/* Errors change nothing here. */
void flight_close(struct flight *f)
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
    buffer_free(&f->folded);
    buffer_free(&f->places);
    decoder_free(&f->decoder);
    staging_free(&f->staging);
    (void)cudaFree(f->on_device);
    (void)cudaFreeHost(f->counters);
}

void flight_begin(struct flight *f, const struct chunk *c, struct hits *found)
{
    f->found = found;
    f->raw = c->raw;
    f->text.n = 0;
    f->covered = false;
    f->most = (uint32_t)found->most;
}

/* The text */

/* Copies what there is for each symbol to the device. */
static bool copy_text(struct flight *f, const unsigned char *from, size_t size)
{
    return GOOD(cudaEventRecord, f->begun, f->stream) &&
           GOOD(cudaMemcpyAsync, f->symbols.memory, from, size, cudaMemcpyHostToDevice,
                f->stream) &&
           GOOD(cudaEventRecord, f->copied, f->stream);
}

/* The symbol behind what is scanned of the chunk. */
static uint32_t symbol_behind(const struct resident *r, const struct chunk *c, size_t end)
{
    uint32_t character;
    if (c->raw == NULL)
        return end < c->length ? chunk_symbol(c, host->scan->alphabet_bytes(r->a), end)
                               : SYMBOL_DELIMITER;
    if (c->end_byte == c->nbytes)
        return SYMBOL_DELIMITER;
    (void)host->scan->utf8_decode(c->bytes + c->end_byte, c->nbytes - c->end_byte, &character);
    return host->scan->alphabet_symbol(c->raw,
                                       character); /* its page is there: resident_expect() */
}

bool flight_decode(struct flight *f, const struct resident *r)
{
    unsigned width = resident_width(r);
    f->ncodes = r->query.ncodes;
    if (!buffer_reserve(&f->codes, (size_t)f->bytes * width + PADDING))
        return false;
    f->text = (struct device_text){f->codes.memory, width, f->room,
                                   &f->on_device->decoded.characters, f->behind};
    f->own.end = f->room;
    return decoder_run(&f->decoder, &f->symbols, f->bytes, pages_sent(&r->pages), &f->text, f->room,
                       &f->on_device->decoded, f->stream);
}

/* Sends the bytes of a raw chunk, and decodes them there. */
static bool send_raw(struct flight *f, const struct resident *r, const struct chunk *c,
                     double density)
{
    double expected = density * 17 / 16 * (double)c->end_byte + SPARE;
    f->bytes = (uint32_t)c->end_byte;
    f->behind = symbol_behind(r, c, 0);
    f->room = expected < f->bytes ? (uint32_t)expected : f->bytes;
    f->own = (struct share){0, host->scan->decode_count(c, 0, c->begin_byte), f->room};
    f->lead = 0;
    if (f->room < f->own.begin)
        f->room = f->bytes;
    return buffer_reserve(&f->symbols, decoder_size(f->bytes)) &&
           copy_text(f, c->bytes, f->bytes) && flight_decode(f, r);
}

bool flight_send_text(struct flight *f, const struct resident *r, const struct chunk *c,
                      struct share own, double density)
{
    if (c->raw != NULL)
        return send_raw(f, r, c, density);
    size_t width = c->width == 0 ? 1 : c->width, n = own.end - own.lead;
    const unsigned char *symbols = c->width <= 1 ? chunk_narrow(c) : c->symbols;
    unsigned code_bytes = resident_width(r);
    bool encoded = c->width == 0 || width != code_bytes;
    if (!buffer_reserve(&f->symbols, n * width + PADDING) ||
        (encoded && !buffer_reserve(&f->codes, n * code_bytes + PADDING)) ||
        !copy_text(f, symbols + own.lead * width, n * width))
        return false;
    f->text = (struct device_text){encoded ? f->codes.memory : f->symbols.memory, code_bytes, n,
                                   NULL, symbol_behind(r, c, own.end)};
    f->own = (struct share){0, own.begin - own.lead, n};
    f->lead = (uint32_t)own.lead;
    return !encoded ||
           GOOD(kernels_encode, f->symbols.memory, (unsigned)width,
                resident_codes(r, c->width == 0), f->codes.memory, code_bytes, n, f->stream);
}

/* The counters */

static bool copy_counters(struct flight *f, enum cudaMemcpyKind way)
{
    bool back = way == cudaMemcpyDeviceToHost;
    void *to = back ? f->counters : f->on_device, *from = back ? f->on_device : f->counters;
    return GOOD(cudaMemcpyAsync, to, from, sizeof *f->counters, way, f->stream);
}

bool flight_send_limit(struct flight *f, uint32_t limit)
{
    f->limit = limit;
    *f->counters = (struct flight_counters){.limit = limit};
    return copy_counters(f, cudaMemcpyHostToDevice);
}

bool flight_forget_hits(struct flight *f)
{
    return GOOD(cudaMemsetAsync, &f->on_device->hits, 0, sizeof f->on_device->hits, f->stream);
}

bool flight_finish(struct flight *f)
{
    return copy_counters(f, cudaMemcpyDeviceToHost) && GOOD(cudaEventRecord, f->done, f->stream);
}

bool flight_await(struct flight *f)
{
    if (!GOOD(cudaEventSynchronize, f->done))
        return false;
    staging_reuse(&f->staging);
    return true;
}

/* What comes back */

/* Drops ends that were reported more than once: with them the patterns have the same distance. */
static void drop_equal(struct hits *hits)
{
    size_t kept = 0;
    for (size_t i = 0; i < hits->n; i++)
        if (i == 0 || hits->v[i].end != hits->v[kept - 1].end ||
            hits->v[i].pattern != hits->v[kept - 1].pattern)
            hits->v[kept++] = hits->v[i];
    hits->n = kept;
}

enum engine_status flight_fetch_hits(struct flight *f, uint32_t limit)
{
    struct hits *hits = f->found;
    if (f->counters->hits > f->most) {
        hits->full = true;
        return ENGINE_FULL;
    }
    if (!host->scan->hits_resize(hits, f->counters->hits))
        return ENGINE_MEMORY;
    if (hits->n == 0)
        return ENGINE_OK;
    if (!GOOD(cudaMemcpyAsync, hits->v, f->hits.memory, hits->n * sizeof *hits->v,
              cudaMemcpyDeviceToHost, f->stream) ||
        !GOOD(cudaStreamSynchronize, f->stream))
        return ENGINE_FAILED;
    size_t kept = 0;
    for (size_t i = 0; i < hits->n; i++)
        if (hits->v[i].distance <= limit) {
            hits->v[kept] = hits->v[i];
            hits->v[kept++].end += f->lead;
        }
    hits->n = kept;
    if (!host->scan->hits_sort_all(hits))
        return ENGINE_MEMORY;
    drop_equal(hits);
    hits->full = hits->n > hits->most;
    return hits->full ? ENGINE_FULL : ENGINE_OK;
}

enum engine_status flight_fetch_symbols(const struct flight *f, struct chunk *c)
{
    size_t n = f->text.n, behind = c->nbytes - c->end_byte;
    if (!host->scan->decode_reserve(c, f->text.width, n + behind))
        return ENGINE_MEMORY;
    if (!device_settle(f->stream, decoder_fetch(&f->decoder, &f->text, n, c, f->stream)))
        return ENGINE_FAILED;
    c->length = n;
    c->alphabet_size = f->ncodes;
    return host->scan->decode_end(c) ? ENGINE_OK : ENGINE_MEMORY;
}
