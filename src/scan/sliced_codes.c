/*
 * sliced_codes.c - see sliced_codes.h.
 *
 * Bytes, and symbols of one byte, are read in place through a table of 256 codes; only the end of
 * the text is copied, with padding after it. Wider symbols are copied as codes.
 */
#include "scan/sliced_codes.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"

#define NO_SLOT UINT32_MAX

bool sliced_codes_open(struct sliced_codes *x, const struct query *q, const struct alphabet *a)
{
    x->q = q;
    x->a = a;
    x->table = sliced_vectors(256);
    x->slot_of = calloc(q->nitems + 1, sizeof *x->slot_of);
    return x->table != NULL && x->slot_of != NULL;
}

void sliced_codes_close(struct sliced_codes *x)
{
    for (size_t b = 0; b < SLICED_BYTES; b++)
        free(x->copy[b]);
    free(x->table);
    free(x->code_of);
    free(x->slot_of);
    free(x->slots);
    free(x->codes);
}

/* Slots. */

void sliced_codes_begin(struct sliced_codes *x)
{
    x->nslots = 0;
    for (size_t i = 0; i < x->q->nitems; i++)
        x->slot_of[i] = NO_SLOT;
}

uint32_t sliced_codes_slot(struct sliced_codes *x, uint32_t item)
{
    if (x->slot_of[item] == NO_SLOT)
        x->slot_of[item] = x->nslots++;
    return x->slot_of[item];
}

/* Codes for the symbols that items with slots match; slots[i + 1] is how many slot i has. */
static void assign_codes(struct sliced_codes *x)
{
    const uint32_t *items;
    x->ncodes = CODE_FIRST;
    x->code_of[SYMBOL_DELIMITER] = CODE_DELIMITER;
    x->code_of[SYMBOL_OTHER] = CODE_OTHER;
    for (uint32_t y = SYMBOL_FIRST; y < x->coded_symbols; y++) {
        bool used = false;
        for (size_t i = alphabet_items(x->a, y, &items); i-- > 0;)
            if (x->slot_of[items[i]] != NO_SLOT) {
                x->slots[x->slot_of[items[i]] + 1]++;
                used = true;
            }
        x->code_of[y] = used ? x->ncodes++ : CODE_OTHER;
    }
    x->code_bits = bits_of(x->ncodes - 1);
    x->code_bytes = (x->code_bits + 7) / 8;
}

/* Fills in the codes of each slot. */
static void list_codes(struct sliced_codes *x)
{
    const uint32_t *items;
    for (uint32_t i = 0; i < x->nslots; i++)
        x->slots[i + 1] += x->slots[i];
    for (uint32_t y = x->coded_symbols; y-- > SYMBOL_FIRST;)
        for (size_t i = alphabet_items(x->a, y, &items); i-- > 0;)
            if (x->slot_of[items[i]] != NO_SLOT)
                x->codes[--x->slots[x->slot_of[items[i]] + 1]] = x->code_of[y];
    memmove(x->slots, x->slots + 1, x->nslots * sizeof *x->slots);
}

static bool resize(uint32_t **array, size_t count)
{
    uint32_t *new = reallocarray(*array, count, sizeof *new);
    if (new == NULL)
        return false;
    *array = new;
    return true;
}

bool sliced_codes_end(struct sliced_codes *x, const struct chunk *c)
{
    size_t total = 0;
    x->coded_symbols = c->alphabet_size;
    if (!resize(&x->slots, (size_t)x->nslots + 2) ||
        !resize(&x->code_of, x->coded_symbols + CODE_FIRST))
        return false;
    memset(x->slots, 0, ((size_t)x->nslots + 2) * sizeof *x->slots);
    assign_codes(x);
    for (uint32_t i = 0; i < x->nslots; i++)
        total += x->slots[i + 1];
    if (!resize(&x->codes, total + 1))
        return false;
    list_codes(x);
    x->slots[x->nslots] = (uint32_t)total;
    x->stale = false;
    x->table_bytes = TABLE_NONE;
    return true;
}

/* The lanes' text. */

/* Makes the table of codes for the bytes of the lanes' text. It is reused for all chunks with the
 * same kind of bytes, until codes change. */
static void make_table(struct sliced_codes *x, const struct chunk *c, bool in_place)
{
    const uint32_t *bytes = alphabet_bytes(x->a);
    uint32_t bytes_known = c->rules.utf8 ? 128 : 256;
    enum table_bytes meaning = !in_place       ? TABLE_CODES
                               : c->width > 0  ? TABLE_SYMBOLS
                               : c->rules.utf8 ? TABLE_ASCII
                                               : TABLE_BYTES;
    if (meaning == x->table_bytes)
        return;
    x->table_bytes = meaning;
    x->table_used = 0;
    x->ascii = in_place && (c->width == 0 ? c->rules.utf8 : x->coded_symbols <= 128);
    for (uint32_t t = 0; t < 256; t++) {
        uint32_t code = t;
        if (in_place && c->width == 0)
            code = t < bytes_known ? x->code_of[bytes[t]] : CODE_OTHER;
        else if (in_place)
            code = t < x->coded_symbols ? x->code_of[t] : CODE_OTHER;
        x->table[t] = (unsigned char)code;
        x->table_used |= (code != 0 ? 1U : 0U) << t / 16;
    }
}

/* Returns byte b of a delimiter in a copy. */
static int delimiter(const struct chunk *c, bool in_place, unsigned b)
{
    if (!in_place)
        return CODE_DELIMITER >> 8 * b;
    return c->width > 0 || c->delimiters.byte < 0 ? SYMBOL_DELIMITER : c->delimiters.byte;
}

/* Copies the symbols from `from` on, as bytes of their codes or unchanged, followed by a delimiter,
 * which ends the last record, and zeros. */
static bool make_copy(struct sliced_codes *x, const struct chunk *c, bool in_place, size_t from,
                      size_t size)
{
    const uint32_t *bytes = alphabet_bytes(x->a);
    size_t n = c->length - from < size ? c->length - from : size;
    for (unsigned b = 0; b < x->code_bytes; b++) {
        if (!grow_anew(&x->copy[b], &x->copy_size[b], size, malloc))
            return false;
        if (in_place)
            memcpy(x->copy[b], chunk_narrow(c) + from, n);
        for (size_t i = 0; !in_place && i < n; i++)
            x->copy[b][i] = (unsigned char)(x->code_of[chunk_symbol(c, bytes, from + i)] >> 8 * b);
        memset(x->copy[b] + n, 0, size - n);
        if (n < size)
            x->copy[b][n] = (unsigned char)delimiter(c, in_place, b);
    }
    return true;
}

bool sliced_codes_text(struct sliced_codes *x, const struct chunk *c, const struct sliced_lanes *l)
{
    bool in_place = c->width <= 1 && x->code_bytes == 1;
    const unsigned char *text = chunk_narrow(c);
    size_t begin = l->own.lead, reach = l->columns + l->ahead;
    make_table(x, c, in_place);
    /* Lanes [0, there) can be read in place; the last that is used begins before the end. */
    size_t there = 0, used = l->used;
    if (in_place && begin + reach <= c->length)
        there = (c->length - begin - reach) / l->stride + 1;
    if (there > used)
        there = used;
    size_t from = begin + there * l->stride;
    if (there < used && !make_copy(x, c, in_place, from, (used - 1 - there) * l->stride + reach))
        return false;
    for (unsigned b = 0; b < x->code_bytes; b++) {
        const unsigned char **lane = x->text[b];
        for (size_t i = 0; i < there; i++)
            lane[i] = text + begin + i * l->stride;
        for (size_t i = there; i < used; i++)
            lane[i] = x->copy[b] + (i - there) * l->stride;
        for (size_t i = used; i < l->n; i++)
            lane[i] = lane[used - 1];
    }
    return true;
}
