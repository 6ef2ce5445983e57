/*
 * alphabet_pages.h - a device's copy of those pages of the alphabet that its texts have needed so
 * far.
 *
 * Each scan has its own copy. Pages never change, so the copy only grows.
 */
#pragma once

#include "gpu/base/buffer.h"
#include "gpu/scan/device_query.h"
#include "query/alphabet.h"

enum { PAGES_WORDS = (ALPHABET_PAGES + 31) / 32 /* words with a bit for each page */ };

/* All zero: no pages. */
struct alphabet_pages {
    uint16_t *numbers; /* in host memory, as in struct device_pages; NULL: none yet */
    uint32_t *symbols;
    size_t n, capacity; /* listed pages */
    struct buffer numbers_memory, symbols_memory;
};

/* Adds the pages whose bits are set, and creates them in the alphabet if necessary. Afterwards all
 * their symbols are below alphabet_size(). Returns false when out of memory. */
bool alphabet_pages_add(struct alphabet_pages *p, struct alphabet *a,
                        const uint32_t unknown[PAGES_WORDS]);

/* Copies all pages to the device; no kernel may be using the old ones. Returns false on failure. */
bool alphabet_pages_send(struct alphabet_pages *p, cudaStream_t stream);

/* Returns the device's copy. */
struct device_pages alphabet_pages_sent(const struct alphabet_pages *p);

void alphabet_pages_free(struct alphabet_pages *p);
