/*
 * alphabet.h - maps characters to symbols: small numbers, equal for characters that match the same
 * items.
 *
 * Symbol 0 is the delimiter, 1 every character that no item matches, 2.. the others. Bytes use a
 * table of 256. Other characters use pages of 64, which differ only in the last byte of their
 * UTF-8: when the first character of a page occurs, the matcher classifies all of them. With -P a
 * new symbol may appear in mid-stream: symbols are numbered in that order and never change.
 *
 * Several threads may use one alphabet at the same time. Looking up an existing page needs no lock,
 * and pages never change; one thread at a time makes a new one. The result of alphabet_items() for
 * a symbol is fixed once the symbol exists: a thread may ask for a symbol that it found in a page,
 * that is below alphabet_size(), or that another thread passed on through a lock.
 *
 * A page becomes visible after the size has grown by its symbols. So when a thread has looked
 * symbols up and then calls alphabet_size(), every symbol it found is below that size, even if
 * other threads made the pages meanwhile.
 */
#pragma once

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
    uint8_t narrow[ALPHABET_PAGE]; /* the symbols as bytes; valid if alphabet_size() is at most 256
                                      even after the look-up */
    bool other;                    /* all are SYMBOL_OTHER */
};

/* Returns the symbols of characters 64 * number and up. Returns NULL when out of memory. */
const struct alphabet_page *alphabet_page(struct alphabet *a, uint32_t number);

struct alphabet_slot {
    const struct alphabet_page *_Atomic page;
};

/* All pages by number. */
const struct alphabet_slot *alphabet_slots(const struct alphabet *a);

/* Returns the page of a slot, or NULL if alphabet_page() has not made it yet. */
static inline const struct alphabet_page *alphabet_known(const struct alphabet_slot *slot)
{
    return atomic_load_explicit(&slot->page, memory_order_acquire);
}

/*
 * The pages known to consist of SYMBOL_OTHER only, by the bytes b0 b1 ... of UTF-8. Two bytes: bit
 * b0 % 64 of `two`. Three bytes: bit b0 % 8 of three[b0 / 8 % 2][b1 % 64]. Four bytes from f0 9f
 * on, where the emoji are: bit 0 of four[b2 % 64].
 */
struct alphabet_others {
    uint64_t two;
    uint8_t three[2][64], four[64];
};

/* Returns the pages known now. */
struct alphabet_others alphabet_others(const struct alphabet *a);

/* Returns the symbol of character c; SYMBOL_NONE when out of memory. */
uint32_t alphabet_symbol(struct alphabet *a, uint32_t c);

/* Returns the symbols of the 256 bytes in byte mode, of the 128 ASCII characters otherwise. */
const uint32_t *alphabet_bytes(const struct alphabet *a);
int alphabet_delimiter(const struct alphabet *a);

/* Returns the current number of symbols. */
uint32_t alphabet_size(const struct alphabet *a);

/* Sets *items to the items that `symbol` matches, ascending; returns how many. */
size_t alphabet_items(const struct alphabet *a, uint32_t symbol, const uint32_t **items);

/* Returns whether an item is among n items, which ascend. */
bool items_have(const uint32_t *items, size_t n, uint32_t item);

/* With query->classes.border: returns whether an occurrence may end before this symbol and begin
 * after it: the symbol is the delimiter, or no word has its character. */
bool alphabet_is_border(const struct alphabet *a, uint32_t symbol);

/* Returns whether the item is one of those that the symbol matches. */
bool alphabet_matches(const struct alphabet *a, uint32_t symbol, uint32_t item);
