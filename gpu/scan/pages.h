/*
 * pages.h - a device's copy of the alphabet's pages, as far as its texts have asked for them.
 *
 * A scan has its own. Pages never change, so the copy only grows.
 */
#ifndef PAGES_H
#define PAGES_H

#include "gpu/base/buffer.h"
#include "gpu/scan/device_query.h"
#include "query/alphabet.h"

enum { PAGES_WORDS = (ALPHABET_PAGES + 31) / 32 /* of a bit for each page */ };

/* All zero: no page is known. */
struct pages {
    uint16_t *numbers; /* in host memory, as in struct device_pages; NULL: not there yet */
    uint32_t *symbols;
    size_t n, capacity; /* pages that are listed */
    struct buffer numbers_memory, symbols_memory;
};

/* Adds the pages whose bits are set, which the alphabet makes where it has to. Below
 * alphabet_size() are all their symbols afterwards. Returns false when out of memory. */
bool pages_add(struct pages *p, struct alphabet *a, const uint32_t unknown[PAGES_WORDS]);

/* Sends all to the device; nothing there may use them meanwhile. False: failed. */
bool pages_send(struct pages *p, cudaStream_t stream);

/* What was sent. */
struct device_pages pages_sent(const struct pages *p);

void pages_free(struct pages *p);

#endif
