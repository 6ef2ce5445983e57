/*
 * alphabet.h - characters become symbols: small numbers, equal for characters that match the same
 * items.
 *
 * Symbol 0 is the delimiter, 1 every character that no item matches, 2.. the others. Bytes are a
 * table of 256. Other characters come in pages of 64, which differ in the last byte of their UTF-8
 * only: when the first character of a page is met, the matcher is asked about all of them. With -P
 * a new symbol may turn up in mid-stream: symbols are numbered in that order and never change.
 *
 * One thread (the reader) calls alphabet_symbol() and alphabet_page(). What alphabet_items() says
 * of a symbol is fixed once the symbol exists, so any thread that got a symbol in a chunk (through
 * a lock) may ask for it.
 */
#ifndef ALPHABET_H
#define ALPHABET_H

#include "query/query.h"

enum { SYMBOL_DELIMITER = 0, SYMBOL_OTHER = 1, SYMBOL_FIRST = 2 };
#define SYMBOL_NONE UINT32_MAX

struct alphabet;

/* delimiter_byte: the byte that separates records, or -1. NULL when memory is out. */
struct alphabet *alphabet_open(const struct query *q, int delimiter_byte);
void alphabet_close(struct alphabet *a);

enum { ALPHABET_PAGE = 64 };

struct alphabet_page {
    uint32_t symbols[ALPHABET_PAGE];
    uint8_t narrow[ALPHABET_PAGE]; /* the same, right while alphabet_size() is at most 256 */
    bool other;                    /* all are SYMBOL_OTHER */
};

/* The symbols of characters 64 * number and up; NULL when memory is out. */
const struct alphabet_page *alphabet_page(struct alphabet *a, uint32_t number);

/* All pages by number; NULL stands for one that nobody has asked for yet. */
const struct alphabet_page *const *alphabet_pages(const struct alphabet *a);

/*
 * Of which pages it is known that all their characters are SYMBOL_OTHER, by the bytes of UTF-8.
 * Three bytes b0 b1 b2: bit b0 % 8 of three[(b0 / 8 % 2) * 64 + b1 % 64]. Four bytes f0 9f b2 b3,
 * where the emoji are: four[b2 % 64] is 1.
 */
struct alphabet_others {
    uint8_t three[128], four[64];
};

const struct alphabet_others *alphabet_others(const struct alphabet *a);

/* The symbol of character c; SYMBOL_NONE when memory is out. */
uint32_t alphabet_symbol(struct alphabet *a, uint32_t c);

/* The symbols of the 256 bytes in byte mode, of the 128 ASCII characters otherwise. */
const uint32_t *alphabet_bytes(const struct alphabet *a);
int alphabet_delimiter(const struct alphabet *a);

/* How many symbols there are so far. */
uint32_t alphabet_size(const struct alphabet *a);

/* The items that `symbol` matches, ascending; returns how many. */
size_t alphabet_items(const struct alphabet *a, uint32_t symbol, const uint32_t **items);

#endif
