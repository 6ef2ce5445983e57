/*
 * encode_pair.c - uses bytes as codes if each byte is a character that equals only itself.
 * Otherwise decodes both contents to symbols of an alphabet.
 */
#include "pair/encode_pair.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/alphabet.h"
#include "query/folded_places.h"
#include "query/pattern.h"
#include "text/decode.h"

enum { BYTE_CODES = 256, ASCII = 0x80, WORD = sizeof(uint64_t) };

/* Returns the number of ASCII bytes from p on, in whole words. */
static size_t ascii_words(const unsigned char *p, size_t n)
{
    size_t at = 0;
    uint64_t word = 0;
    for (; n - at >= WORD; at += WORD) {
        memcpy(&word, p + at, WORD);
        if ((word & UINT64_C(0x8080808080808080)) != 0)
            return at;
    }
    return at;
}

/* --- the alphabet -------------------------------------------------------------------------- */

struct distinct { /* a text with each character of a content once */
    unsigned char seen[CHAR_LIMIT / 8];
    struct pattern_source text;
    size_t capacity;
};

/* Adds a newline after an undecodable byte, so that it does not form a character with the following
 * bytes. */
static void add_distinct(struct distinct *d, const unsigned char *bytes, size_t size, bool byte)
{
    xgrow(&d->text.text, &d->capacity, d->text.length + size + 1, 1);
    memcpy(d->text.text + d->text.length, bytes, size);
    d->text.length += size;
    if (byte)
        d->text.text[d->text.length++] = '\n';
}

/* Adds all of ASCII first, even absent characters. So the code of an ASCII character is its byte,
 * unless case is ignored. */
static void find_distinct(struct distinct *d, const struct file_content *c, bool utf8)
{
    for (unsigned byte = 0; byte < ASCII; byte++) {
        unsigned char text = (unsigned char)byte;
        d->seen[byte / 8] = 0xff;
        add_distinct(d, &text, 1, false);
    }
    for (size_t at = 0, size; at < c->size; at += size) {
        uint32_t character;
        if ((size = ascii_words(c->bytes + at, c->size - at)) > 0)
            continue;
        size = file_content_decode(c, utf8, at, &character);
        unsigned char *seen = &d->seen[character / 8], bit = (unsigned char)(1 << character % 8);
        if ((*seen & bit) == 0)
            add_distinct(d, c->bytes + at, size, character >= CHAR_BYTE);
        *seen |= bit;
    }
}

struct coder {
    const struct query *query;
    struct alphabet *alphabet;
    uint32_t other;             /* the code of all characters that are not in the first content */
    unsigned char ascii[ASCII]; /* codes */
    bool ascii_same;            /* code = byte for all of ASCII */
    bool utf8;
};

static uint32_t coder_code(const struct coder *k, uint32_t character)
{
    if (character < ASCII)
        return k->ascii[character];
    uint32_t symbol = alphabet_symbol(k->alphabet, character);
    if (symbol == SYMBOL_NONE)
        die_out_of_memory();
    return symbol == SYMBOL_OTHER ? k->other : symbol - SYMBOL_FIRST;
}

static struct coder coder_open(const struct file_content *x, bool utf8, bool ignore_case)
{
    struct coder k = {.utf8 = utf8};
    struct distinct *d = xcalloc(1, sizeof *d);
    find_distinct(d, x, utf8);
    struct pattern_rules rules = {.utf8 = utf8, .ignore_case = ignore_case, .best = true};
    k.query = patterns_compile(&d->text, 1, &rules);
    k.alphabet = alphabet_open(k.query, -1);
    if (k.alphabet == NULL)
        die_out_of_memory();
    for (size_t at = 0, size; at < d->text.length; at += size) {
        const unsigned char *text = (const unsigned char *)d->text.text;
        uint32_t character;
        size = utf8_or_byte(utf8, text + at, d->text.length - at, &character);
        if (alphabet_symbol(k.alphabet, character) == SYMBOL_NONE)
            die_out_of_memory();
    }
    const uint32_t *symbols = alphabet_bytes(k.alphabet);
    k.ascii_same = true;
    for (uint32_t byte = 0; byte < ASCII; byte++) {
        k.ascii[byte] = (unsigned char)(symbols[byte] - SYMBOL_FIRST);
        k.ascii_same &= k.ascii[byte] == byte;
    }
    k.other = alphabet_size(k.alphabet) - SYMBOL_FIRST;
    free(d->text.text);
    free(d);
    return k;
}

/* Stores the codes of n ASCII bytes, from code number `at` on. */
static void put_ascii(const struct coder *k, unsigned char *codes, unsigned width, size_t at,
                      const unsigned char *bytes, size_t n)
{
    if (width == 1 && k->ascii_same)
        memcpy(codes + at, bytes, n);
    else
        for (size_t i = 0; i < n; i++)
            sequences_put_code(codes, width, at + i, k->ascii[bytes[i]]);
}

/* Returns the codes of a content, of `width` bytes each; owned by the caller. */
static unsigned char *encode_content(const struct coder *k, const struct file_content *c,
                                     unsigned width, size_t *count)
{
    unsigned char *codes = xreallocarray(NULL, c->size, width);
    size_t n = 0;
    for (size_t at = 0; at < c->size;) {
        size_t ascii = ascii_words(c->bytes + at, c->size - at);
        put_ascii(k, codes, width, n, c->bytes + at, ascii);
        at += ascii;
        n += ascii;
        for (size_t last = at + WORD; at < last && at < c->size;) {
            uint32_t character;
            at += file_content_decode(c, k->utf8, at, &character);
            sequences_put_code(codes, width, n++, coder_code(k, character));
        }
    }
    *count = n;
    return xreallocarray(codes, n, width);
}

/* Encodes the forms of both contents. */
static void encode_forms(struct encode_pair *c, const struct file_content *x,
                         const struct file_content *y, bool ignore_case)
{
    struct sequences *s = &c->sequences;
    bool utf8 =
        c->utf8 && !(decode_is_ascii(x->bytes, x->size) && decode_is_ascii(y->bytes, y->size));
    *s = (struct sequences){x->bytes, y->bytes, x->size, y->size, 1, BYTE_CODES};
    c->utf8 = utf8 || (c->utf8 && c->folds); /* contents beyond ASCII may fold to ASCII */
    if (!utf8 && !ignore_case)
        return;
    struct coder k = coder_open(x, utf8, ignore_case);
    s->alphabet = k.other + 1;
    s->width = s->alphabet <= BYTE_CODES ? 1 : sizeof(uint32_t);
    s->x = c->codes[0] = encode_content(&k, x, s->width, &s->m);
    s->y = c->codes[1] = encode_content(&k, y, s->width, &s->n);
    alphabet_close(k.alphabet);
    query_free(k.query);
}

void encode_pair_open(struct encode_pair *c, const struct file_content *x,
                      const struct file_content *y, const struct encode_rules *rules)
{
    *c = (struct encode_pair){.utf8 = rules->utf8, .folds = rules->folding != NULL};
    if (c->folds) {
        content_form_make(&c->folded[0], rules->folding, x);
        content_form_make(&c->folded[1], rules->folding, y);
    }
    const struct file_content forms[] = {encode_pair_form(c, 0, x), encode_pair_form(c, 1, y)};
    encode_forms(c, &forms[0], &forms[1], rules->ignore_case);
}

void encode_pair_close(struct encode_pair *c)
{
    free(c->codes[0]);
    free(c->codes[1]);
    free(c->ends[0]);
    free(c->ends[1]);
    folded_text_free(&c->folded[0]);
    folded_text_free(&c->folded[1]);
}

struct file_content encode_pair_form(const struct encode_pair *c, unsigned which,
                                     const struct file_content *content)
{
    return c->folds ? content_form_view(&c->folded[which]) : *content;
}

size_t encode_pair_place(const struct encode_pair *c, unsigned which,
                         const struct file_content *content, size_t at)
{
    if (!c->folds)
        return at;
    return at < c->folded[which].n ? folded_text_begins(&c->folded[which], at) : content->size;
}

size_t encode_pair_bytes(const struct encode_pair *c, const struct file_content *form, size_t at,
                         uint64_t count)
{
    size_t begin = at;
    if (!c->utf8)
        return (size_t)count;
    while (count-- > 0) {
        uint32_t character;
        at += file_content_decode(form, true, at, &character);
    }
    return at - begin;
}
