#include "gpu/scan/decoder.h"

#include "gpu/base/device.h"

_Static_assert((int)DECODE_MARK == CHUNK_MARK, "the marks of a chunk come from the device");

static size_t marks_size(size_t n)
{
    return (n + DECODE_MARK - 1) / DECODE_MARK * sizeof(uint32_t);
}

size_t decoder_size(size_t n)
{
    return n + DECODE_BEHIND;
}

bool decoder_run(struct decoder *d, const struct buffer *text, uint32_t n,
                 struct device_pages pages, const struct device_text *codes, uint32_t room,
                 struct decoder_counters *counters, cudaStream_t stream)
{
    const size_t unknown = PAGES_WORDS * sizeof(uint32_t);
    if (!buffer_reserve(&d->marks, marks_size(n)) ||
        !buffer_reserve(&d->tiles, (n / DECODE_TILE + 1) * sizeof(uint32_t)) ||
        !buffer_reserve(&d->unknown, unknown) ||
        !GOOD(cudaMemsetAsync, buffer_at(text, n), 0, DECODE_BEHIND, stream) ||
        !GOOD(cudaMemsetAsync, d->unknown.memory, 0, unknown, stream))
        return false;
    const struct device_decoding decoding = {.bytes = text->memory,
                                             .n = n,
                                             .pages = pages,
                                             .codes = (void *)codes->codes,
                                             .width = codes->width,
                                             .room = room,
                                             .marks = d->marks.memory,
                                             .tiles = d->tiles.memory,
                                             .count = &counters->characters,
                                             .unknown = d->unknown.memory,
                                             .nunknown = &counters->unknown};
    return GOOD(kernels_decode, &decoding, stream);
}

static bool fetch_bytes(void *to, const void *from, size_t size, cudaStream_t stream)
{
    return GOOD(cudaMemcpyAsync, to, from, size, cudaMemcpyDeviceToHost, stream);
}

bool decoder_unknown(const struct decoder *d, uint32_t unknown[PAGES_WORDS], cudaStream_t stream)
{
    return device_settle(
        stream, fetch_bytes(unknown, d->unknown.memory, PAGES_WORDS * sizeof *unknown, stream) &&
                    device_wait(stream));
}

bool decoder_fetch(const struct decoder *d, const struct device_text *codes, size_t n,
                   struct chunk *c, cudaStream_t stream)
{
    return fetch_bytes(c->symbols, codes->codes, n * codes->width, stream) &&
           fetch_bytes(c->marks, d->marks.memory, marks_size(n), stream) && device_wait(stream);
}

void decoder_free(struct decoder *d)
{
    buffer_free(&d->marks);
    buffer_free(&d->tiles);
    buffer_free(&d->unknown);
}
