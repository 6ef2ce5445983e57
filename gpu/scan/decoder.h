/*
 * decoder.h - a chunk's bytes of UTF-8 become codes on the device: the host's side of it.
 *
 * All work goes to the stream, in its order. How many characters there are, and how many pages of
 * the alphabet the device does not know, comes into counters.
 */
#ifndef DECODER_H
#define DECODER_H

#include "gpu/scan/kernels.h"
#include "gpu/scan/pages.h"
#include "text/chunk.h"

/* All zero: a decoder without memory. */
struct decoder {
    struct buffer marks, tiles, unknown;
};

/* Characters; pages that are asked for and not known. In device memory. */
struct decoder_counters {
    uint32_t characters, unknown;
};

/* Bytes that a buffer of n bytes of text must have. */
size_t decoder_size(size_t n);

/*
 * Decodes n bytes in `text`, of decoder_size(n), to codes of `width` bytes. `codes` has room for n
 * codes. If there are fewer than `room`, fills up to `room` with delimiters. The counters must be
 * 0. Returns false on failure.
 */
bool decoder_run(struct decoder *d, const struct buffer *text, uint32_t n,
                 struct device_pages pages, const struct device_text *codes, uint32_t room,
                 struct decoder_counters *counters, cudaStream_t stream);

/* Waits for the stream, and gets which pages were not known. False: failed. */
bool decoder_unknown(const struct decoder *d, uint32_t unknown[PAGES_WORDS], cudaStream_t stream);

/* Waits for the stream, and gives the chunk, which has room for them, the first n symbols with
 * their marks. False: failed. */
bool decoder_fetch(const struct decoder *d, const struct device_text *codes, size_t n,
                   struct chunk *c, cudaStream_t stream);

void decoder_free(struct decoder *d);

#endif
