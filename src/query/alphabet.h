/*
 * alphabet.h - characters become symbols: small numbers, equal for characters that match the same
 * items.
 *
 * Symbol 0 is the delimiter, 1 every character that no item matches, 2.. the others. Bytes are a
 * table of 256; code points are asked of the matcher when they are first met. With -P a new symbol
 * may turn up in mid-stream: symbols are numbered in the order they are met and never change.
 *
 * One thread (the reader) calls alphabet_symbol(). What alphabet_items() says of a symbol is fixed
 * once the symbol exists, so any thread that got a symbol in a chunk (through a lock) may ask for
 * it.
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
