/*
 * decoder.h - decodes a chunk's UTF-8 bytes to codes on the device: the host side.
 *
 * All work is queued on the stream. Counters in device memory receive the number of characters and
 * the number of missing pages of the alphabet.
 */
#pragma once

#include "gpu/scan/alphabet_pages.h"
#include "gpu/scan/kernels.h"
#include "text/chunk.h"

/* All zero: a decoder without memory. */
struct decoder {
    struct buffer marks, tiles, unknown;
};

/* Numbers of characters and of missing pages, in device memory. */
struct decoder_counters {
    uint32_t characters, unknown;
};

/* Returns the size of the buffer for n bytes of text. */
size_t decoder_size(size_t n);

/*
 * Decodes the first n bytes of `text`, a buffer of decoder_size(n) bytes, to codes; `codes` has
 * room for n. If there are fewer than `room`, fills up to `room` with delimiters. The counters must
 * be 0. Returns false on failure.
 */
bool decoder_run(struct decoder *d, const struct buffer *text, uint32_t n,
                 struct device_pages pages, const struct device_text *codes, uint32_t room,
                 struct decoder_counters *counters, cudaStream_t stream);

/* Synchronizes the stream, and fetches the set of missing pages. Returns false on failure. */
bool decoder_unknown(const struct decoder *d, uint32_t unknown[PAGES_WORDS], cudaStream_t stream);

/* Synchronizes the stream, and copies the first n symbols and their marks to the chunk, which has
 * room for them. Returns false on failure. */
bool decoder_fetch(const struct decoder *d, const struct device_text *codes, size_t n,
                   struct chunk *c, cudaStream_t stream);

void decoder_free(struct decoder *d);
