/*
 * sliced_codes.c - symbols become codes, and each lane gets its text.
 *
 * Only symbols that an item in use matches have a code of their own: the fewer codes, the fewer
 * planes. Bytes, and symbols of one byte, are read in place through a table of 256 codes; only the
 * end of the text is copied, so that there is something to read behind it. Wider symbols are copied
 * as codes.
 */
#include <stdlib.h>
#include <string.h>

#include "scan/sliced.h"

#define NO_SLOT UINT32_MAX

static unsigned bits_of(uint32_t n)
{
    unsigned bits = 0;
    while (n >> bits > 0)
        bits++;
    return bits;
}

/* Gives every item that rows have a slot. */
static void assign_slots(struct engine_scan *s)
{
    s->nslots = 0;
    for (size_t i = 0; i < s->q->nitems; i++)
        s->slot_of[i] = NO_SLOT;
    for (size_t p = 0; p < s->q->npatterns; p++) {
        struct sliced_rows *w = &s->patterns[p];
        const uint32_t *items = s->q->patterns[p].items + w->first;
        for (uint32_t r = 0; r < w->rows; r++) {
            if (s->slot_of[items[r]] == NO_SLOT)
                s->slot_of[items[r]] = s->nslots++;
            w->slots[r] = s->slot_of[items[r]];
        }
    }
}

/* Codes for the symbols that items with slots match; slots[i + 1] is how many slot i has. */
static void assign_codes(struct engine_scan *s)
{
    const uint32_t *items;
    s->ncodes = CODE_FIRST;
    s->code_of[SYMBOL_DELIMITER] = CODE_DELIMITER;
    s->code_of[SYMBOL_OTHER] = CODE_OTHER;
    for (uint32_t y = SYMBOL_FIRST; y < s->coded_symbols; y++) {
        bool used = false;
        for (size_t i = alphabet_items(s->a, y, &items); i-- > 0;)
            if (s->slot_of[items[i]] != NO_SLOT) {
                s->slots[s->slot_of[items[i]] + 1]++;
                used = true;
            }
        s->code_of[y] = used ? s->ncodes++ : CODE_OTHER;
    }
    s->code_bits = bits_of(s->ncodes - 1);
    s->code_bytes = (s->code_bits + 7) / 8;
}

/* Fills in the codes of each slot. */
static void list_codes(struct engine_scan *s)
{
    const uint32_t *items;
    for (uint32_t i = 0; i < s->nslots; i++)
        s->slots[i + 1] += s->slots[i];
    for (uint32_t y = s->coded_symbols; y-- > SYMBOL_FIRST;)
        for (size_t i = alphabet_items(s->a, y, &items); i-- > 0;)
            if (s->slot_of[items[i]] != NO_SLOT)
                s->codes[--s->slots[s->slot_of[items[i]] + 1]] = s->code_of[y];
    memmove(s->slots, s->slots + 1, s->nslots * sizeof *s->slots);
}

static bool resize(uint32_t **array, size_t count)
{
    uint32_t *new = reallocarray(*array, count, sizeof *new);
    if (new == NULL)
        return false;
    *array = new;
    return true;
}

static bool make_codes(struct engine_scan *s)
{
    uint32_t symbols = s->c->alphabet_size;
    if (!s->recode && symbols == s->coded_symbols)
        return true;
    s->coded_symbols = symbols;
    assign_slots(s);
    free(s->match);
    s->match = sliced_vectors((size_t)s->nslots * SLICED_COLUMNS * (s->kernel->lanes / 8));
    if (s->match == NULL || !resize(&s->slots, (size_t)s->nslots + 2) ||
        !resize(&s->code_of, symbols + CODE_FIRST))
        return false;
    memset(s->slots, 0, ((size_t)s->nslots + 2) * sizeof *s->slots);
    assign_codes(s);
    size_t total = 0;
    for (uint32_t i = 0; i < s->nslots; i++)
        total += s->slots[i + 1];
    if (!resize(&s->codes, total + 1))
        return false;
    list_codes(s);
    s->slots[s->nslots] = (uint32_t)total;
    s->recode = false;
    return true;
}

/* The code of each value that a byte of the lanes' text can have. */
static void make_table(struct engine_scan *s, bool in_place)
{
    const uint32_t *bytes = alphabet_bytes(s->a);
    uint32_t bytes_known = s->c->utf8 ? 128 : 256;
    s->table_used = 0;
    s->ascii = in_place && (s->c->width == 0 ? s->c->utf8 : s->coded_symbols <= 128);
    for (uint32_t t = 0; t < 256; t++) {
        uint32_t code = t;
        if (in_place && s->c->width == 0)
            code = t < bytes_known ? s->code_of[bytes[t]] : CODE_OTHER;
        else if (in_place)
            code = t < s->coded_symbols ? s->code_of[t] : CODE_OTHER;
        s->table[t] = (unsigned char)code;
        s->table_used |= (code != 0 ? 1U : 0U) << t / 16;
    }
}

/* Makes copy[b] hold `size` bytes. */
static bool reserve_copy(struct engine_scan *s, unsigned b, size_t size)
{
    if (size <= s->copy_size[b])
        return true;
    free(s->copy[b]);
    s->copy_size[b] = 0;
    if ((s->copy[b] = malloc(size)) == NULL)
        return false;
    s->copy_size[b] = size;
    return true;
}

/* Symbols from `from` on, as bytes of their codes or as they are, with `size` - n zeros behind. */
static bool make_copy(struct engine_scan *s, bool in_place, size_t from, size_t size)
{
    const struct chunk *c = s->c;
    const uint32_t *bytes = alphabet_bytes(s->a);
    size_t n = c->length - from < size ? c->length - from : size;
    for (unsigned b = 0; b < s->code_bytes; b++) {
        if (!reserve_copy(s, b, size))
            return false;
        if (in_place)
            memcpy(s->copy[b], (c->width == 0 ? c->bytes : (unsigned char *)c->symbols) + from, n);
        for (size_t i = 0; !in_place && i < n; i++)
            s->copy[b][i] = (unsigned char)(s->code_of[chunk_symbol(c, bytes, from + i)] >> 8 * b);
        memset(s->copy[b] + n, 0, size - n);
    }
    return true;
}

bool sliced_encode(struct engine_scan *s)
{
    if (!make_codes(s))
        return false;
    const struct chunk *c = s->c;
    bool in_place = c->width <= 1 && s->code_bytes == 1;
    const unsigned char *text = c->width == 0 ? c->bytes : c->symbols;
    size_t lanes = s->kernel->lanes, reach = s->columns + s->kernel->ahead;
    make_table(s, in_place);
    /* Lanes [0, there) can be read in place; the last that is used begins before the end. */
    size_t there = 0, used = (s->own.end - s->own.lead - 1) / s->stride + 1;
    if (used > lanes)
        used = lanes;
    while (in_place && there < used && s->own.lead + there * s->stride + reach <= c->length)
        there++;
    size_t from = s->own.lead + there * s->stride;
    if (there < used && !make_copy(s, in_place, from, (used - 1 - there) * s->stride + reach))
        return false;
    for (unsigned b = 0; b < s->code_bytes; b++)
        for (size_t l = 0; l < lanes; l++) {
            size_t at = s->own.lead + (l < used ? l : used - 1) * s->stride;
            s->text[b][l] = l < there || there == used ? text + at : s->copy[b] + (at - from);
        }
    return true;
}
