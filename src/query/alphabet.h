/*
 * alphabet.h - characters become symbols: small numbers, equal for characters that match the same
 * items.
 *
 * Symbol 0 is the delimiter, 1 every character that no item matches, 2.. the others. Bytes are a
 * table of 256. Other characters come in pages of 64, which differ in the last byte of their UTF-8
 * only: when the first character of a page is met, the matcher is asked about all of them. With -P
 * a new symbol may turn up in mid-stream: symbols are numbered in that order and never change.
 *
 * Several threads may use one alphabet at the same time. A page that is there is found without a
 * lock, and never changes; one thread at a time makes a new one. What alphabet_items() says of a
 * symbol is fixed once the symbol exists: a thread may ask about a symbol that it found in a page,
 * that is below alphabet_size(), or that another thread handed over through a lock.
 *
 * A page appears after the size has grown by its symbols. So when a thread has looked symbols up
 * and then calls alphabet_size(), every symbol that it found is below that size, even if other
 * threads made the pages meanwhile.
 */
#ifndef ALPHABET_H
#define ALPHABET_H

#include <pthread.h>
#include <stdatomic.h>

#include "query/query.h"
#include "query/symbols.h"

#define SYMBOL_NONE UINT32_MAX

struct alphabet;

/* delimiter_byte: the byte that separates records, or -1. Returns NULL when out of memory. */
struct alphabet *alphabet_open(const struct query *q, int delimiter_byte);
void alphabet_close(struct alphabet *a);

struct alphabet_page {
    uint32_t symbols[ALPHABET_PAGE];
    uint8_t narrow[ALPHABET_PAGE]; /* the same; right if alphabet_size() is at most 256 even after
                                      the look-up */
    bool other;                    /* all are SYMBOL_OTHER */
};

/* The symbols of characters 64 * number and up. Returns NULL when out of memory. */
const struct alphabet_page *alphabet_page(struct alphabet *a, uint32_t number);

struct alphabet_slot {
    const struct alphabet_page *_Atomic page;
};

/* All pages by number. */
const struct alphabet_slot *alphabet_slots(const struct alphabet *a);

/* The page of a slot; NULL: nobody has asked alphabet_page() for it yet. */
static inline const struct alphabet_page *alphabet_known(const struct alphabet_slot *slot)
{
    return atomic_load_explicit(&slot->page, memory_order_acquire);
}

/*
 * Of which pages it is known that all their characters are SYMBOL_OTHER, by the bytes b0 b1 ... of
 * UTF-8. Two bytes: bit b0 % 64 of `two` tells. Three bytes: bit b0 % 8 of
 * three[b0 / 8 % 2][b1 % 64]. Four bytes from f0 9f on, where the emoji are: bit 0 of four[b2 %
 * 64].
 */
struct alphabet_others {
    uint64_t two;
    uint8_t three[2][64], four[64];
};

/* What is known now. */
struct alphabet_others alphabet_others(const struct alphabet *a);

/* The symbol of character c; SYMBOL_NONE when out of memory. */
uint32_t alphabet_symbol(struct alphabet *a, uint32_t c);

/* The symbols of the 256 bytes in byte mode, of the 128 ASCII characters otherwise. */
const uint32_t *alphabet_bytes(const struct alphabet *a);
int alphabet_delimiter(const struct alphabet *a);

/* How many symbols there are so far. */
uint32_t alphabet_size(const struct alphabet *a);

/* The items that `symbol` matches, ascending; returns how many. */
size_t alphabet_items(const struct alphabet *a, uint32_t symbol, const uint32_t **items);

/* Whether an item is among n items, which ascend. */
bool items_have(const uint32_t *items, size_t n, uint32_t item);

/* Whether the item is one of those that the symbol matches. */
bool alphabet_matches(const struct alphabet *a, uint32_t symbol, uint32_t item);

#endif
