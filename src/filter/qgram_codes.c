#include "filter/qgram_codes.h"

#include <stdlib.h>

#include "base/grow.h"

static bool has_sets(const struct query *q, size_t nitems)
{
    for (size_t i = 0; i < nitems; i++)
        if (q->items[i].character >= CHAR_LIMIT)
            return true;
    return false;
}

/* Hashes a number to a nonzero code. */
static unsigned char hash_to_code(const struct qgram_codes *x, uint32_t n)
{
    return (unsigned char)(1 + n % ((1U << x->bits) - 1));
}

/* Returns whether three bits are enough for most texts. All threads must get the same result,
 * because they share a choice of pieces (qgram_choice.h). So only bytes count, whose symbols exist
 * from the beginning; symbols of other characters are created at any time, and may share codes. */
static bool are_few(const struct qgram_codes *x)
{
    const uint32_t *bytes = alphabet_bytes(x->a);
    uint32_t greatest = 0;
    for (uint32_t b = 0; b < (x->q->utf8 ? 128 : 256); b++)
        greatest = bytes[b] > greatest ? bytes[b] : greatest;
    return x->sets ? greatest < SYMBOL_FIRST + QGRAM_FEW - 1 : x->nitems < QGRAM_FEW;
}

/* Returns the code of item i, if items are single characters. */
static unsigned char item_code(const struct qgram_codes *x, uint32_t i)
{
    uint32_t c = x->q->items[i].character;
    if (x->bits == QGRAM_FEW_BITS)
        return (unsigned char)(1 + i);
    return c > 0 && c < (x->q->utf8 ? 128 : 256) ? (unsigned char)c : hash_to_code(x, c);
}

bool qgram_codes_open(struct qgram_codes *x, const struct query *q, const struct alphabet *a)
{
    size_t nitems = q->nitems - (q->classes.border > 0);
    *x = (struct qgram_codes){.q = q, .a = a, .nitems = nitems, .sets = has_sets(q, nitems)};
    x->bits = are_few(x) ? QGRAM_FEW_BITS : 8;
    x->of_item = calloc(q->nitems + 1, sizeof *x->of_item);
    if (x->sets)
        x->all_of_item = calloc(q->nitems + 1, sizeof *x->all_of_item);
    if (x->of_item == NULL || (x->sets && x->all_of_item == NULL))
        return false;
    for (uint32_t i = 0; i < nitems && !x->sets; i++)
        x->of_item[i] = item_code(x, i);
    return true;
}

void qgram_codes_close(struct qgram_codes *x)
{
    free(x->of_symbol);
    free(x->of_item);
    free(x->all_of_item);
    free(x->copy);
}

/* Assigns the code of a symbol, and adds it to the codes of its items. */
static unsigned char take_symbol(struct qgram_codes *x, uint32_t symbol)
{
    const uint32_t *items = NULL;
    size_t n = symbol < SYMBOL_FIRST ? 0 : alphabet_items(x->a, symbol, &items);
    n -= n > 0 && items[n - 1] == x->nitems;
    if (n == 0 || !x->sets)
        return n == 0 ? 0 : x->of_item[items[0]];
    unsigned char code = hash_to_code(x, symbol - SYMBOL_FIRST);
    for (size_t i = 0; i < n; i++) {
        unsigned char *least = &x->of_item[items[i]];
        *least = *least == 0 || code < *least ? code : *least;
        x->all_of_item[items[i]][code / 64] |= UINT64_C(1) << code % 64;
    }
    return code;
}

bool qgram_codes_extend(struct qgram_codes *x, const struct chunk *c, bool *changed)
{
    uint32_t n = c->alphabet_size;
    *changed = false;
    if (n <= x->symbols)
        return true;
    unsigned char *grown = realloc(x->of_symbol, n);
    if (grown == NULL)
        return false;
    x->of_symbol = grown;
    for (uint32_t y = x->symbols; y < n; y++)
        grown[y] = take_symbol(x, y);
    x->symbols = n;
    *changed = x->sets;
    return true;
}

bool qgram_codes_exact(const struct qgram_codes *x)
{
    bool taken[QGRAM_CODES] = {true}; /* code 0: symbols that no item matches */
    for (size_t i = 0; i < x->nitems; i++) {
        if (taken[x->of_item[i]])
            return false;
        taken[x->of_item[i]] = !x->sets; /* a symbol can match several sets */
    }
    return !x->sets || x->symbols - SYMBOL_FIRST < 1U << x->bits;
}

/* Sets the code of each byte of a chunk whose symbols are bytes. */
static void byte_codes(const struct qgram_codes *x, const struct chunk *c,
                       unsigned char of_byte[256])
{
    const uint32_t *bytes = alphabet_bytes(x->a);
    uint32_t known = c->width > 0 ? x->symbols : c->rules.utf8 ? 128 : 256;
    for (uint32_t b = 0; b < 256; b++)
        of_byte[b] = b >= known ? 0 : x->of_symbol[c->width > 0 ? b : bytes[b]];
}

/* Returns whether every byte of the chunk equals its code. */
static bool in_place(const struct qgram_codes *x, const struct chunk *c,
                     const unsigned char of_byte[256])
{
    for (unsigned b = 0; b < 256; b++)
        if (of_byte[b] != 0 && of_byte[b] != b)
            return false;
    return x->bits == 8 && c->width == 0;
}

static void translate_bytes(unsigned char *restrict to, const unsigned char *restrict from,
                            const unsigned char of_byte[restrict 256], struct share own)
{
    for (size_t i = own.lead; i < own.end; i++)
        to[i] = of_byte[from[i]];
}

const unsigned char *qgram_codes_text(struct qgram_codes *x, const struct chunk *c,
                                      struct share own)
{
    unsigned char of_byte[256];
    if (c->width <= 1)
        byte_codes(x, c, of_byte);
    if (c->width <= 1 && in_place(x, c, of_byte))
        return chunk_narrow(c);
    if (!grow_anew(&x->copy, &x->copy_size, own.end + 1, malloc))
        return NULL;
    if (c->width <= 1)
        translate_bytes(x->copy, chunk_narrow(c), of_byte, own);
    else
        for (size_t i = own.lead; i < own.end; i++)
            x->copy[i] = x->of_symbol[((const uint32_t *)c->symbols)[i]];
    return x->copy;
}
