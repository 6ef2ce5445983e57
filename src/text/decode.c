#include "text/decode.h"

#include <stdlib.h>
#include <string.h>

#include "base/byte_mask.h"
#include "base/utf8.h"
#include "query/folded_places.h"
#include "text/decode_body.h"
#include "text/fold_chunk.h"

uint32_t decode_narrow = DECODE_NARROW;

#if defined(__x86_64__)
const struct decode_body *const decode_bodies[] = {&decode_avx512, &decode_avx2, &decode_portable,
                                                   NULL};
#elif defined(__aarch64__)
const struct decode_body *const decode_bodies[] = {&decode_neon, &decode_portable, NULL};
#else
const struct decode_body *const decode_bodies[] = {&decode_portable, NULL};
#endif

/* Returns the best implementation that the processor can run. */
static const struct decode_body *best_body(void)
{
    const struct decode_body *const *body = decode_bodies;
    while (body[1] != NULL && cpu_why_not((*body)->needs) != NULL)
        body++;
    return *body;
}

bool decode_is_ascii(const unsigned char *p, size_t n)
{
    enum { PIECE = 4096, SHORT = 512 };
    const struct decode_body *body = n > SHORT ? best_body() : &decode_portable;
    for (; n > PIECE; p += PIECE, n -= PIECE)
        if (!body->is_ascii(p, PIECE))
            return false;
    return body->is_ascii(p, n);
}

bool decode_all_ascii(struct chunk *c)
{
    size_t start = c->ascii.start < c->nbytes ? c->ascii.start : c->nbytes;
    size_t end = c->ascii.end < c->nbytes ? c->ascii.end : c->nbytes;
    if (!decode_is_ascii(c->bytes, start) || !decode_is_ascii(c->bytes + end, c->nbytes - end))
        return false;
    c->ascii = (struct span){0, c->nbytes};
    return true;
}

/* Makes each byte a symbol. */
static void decode_plain(struct chunk *c)
{
    c->width = 0;
    c->translated = false;
    c->length = c->nbytes;
    c->own = (struct share){0, c->begin_byte, c->end_byte};
}

bool decode_reserve(struct chunk *c, unsigned width, size_t length)
{
    size_t size = length * width + DECODE_BLOCK, marks = length / CHUNK_MARK + 2;
    c->width = width;
    if (size > c->storage.capacity.symbols) {
        size += size / 16; /* lead-ins differ a little */
        chunk_release(c, c->symbols);
        c->storage.capacity.symbols = 0;
        if ((c->symbols = chunk_allocate(c, size)) == NULL)
            return false;
        c->storage.capacity.symbols = size;
    }
    if (marks > c->storage.capacity.marks) {
        free(c->marks);
        c->storage.capacity.marks = 0;
        if ((c->marks = reallocarray(NULL, marks, sizeof *c->marks)) == NULL)
            return false;
        c->storage.capacity.marks = marks;
    }
    return true;
}

/* A chunk being decoded. */
struct decoding {
    struct chunk *chunk;
    struct alphabet *alphabet;
    const struct decode_body *body; /* decodes UTF-8 to symbols of one byte */
    struct helpers *helpers;        /* threads for large texts; NULL: this thread only */
    const struct folded_text
        *folded; /* the folded text, with joints, if that is decoded; or NULL */
};

static inline void put_symbol(struct chunk *c, size_t byte, uint32_t symbol)
{
    if (c->length % CHUNK_MARK == 0)
        c->marks[c->length / CHUNK_MARK] = (uint32_t)byte;
    if (c->width == 1)
        ((uint8_t *)c->symbols)[c->length++] = (uint8_t)symbol;
    else
        ((uint32_t *)c->symbols)[c->length++] = symbol;
}

/* Appends the symbol of the character at *at, a delimiter if `delimiter`, and moves *at behind it.
 */
static inline bool put_character(struct chunk *c, struct alphabet *a, size_t *at, bool delimiter)
{
    uint32_t symbol, character = c->bytes[*at];
    size_t length = 1;
    if (!c->rules.utf8 || character < 128) {
        symbol = alphabet_bytes(a)[character];
    } else {
        length = utf8_decode(c->bytes + *at, c->nbytes - *at, &character);
        symbol = alphabet_symbol(a, character);
    }
    if (symbol == SYMBOL_NONE)
        return false;
    put_symbol(c, *at, delimiter ? SYMBOL_DELIMITER : symbol);
    *at += length;
    return true;
}

/* Appends the symbols of bytes [from, to), all delimiters if `delimiter`. */
static bool decode_each(struct chunk *c, struct alphabet *a, size_t from, size_t to, bool delimiter)
{
    bool good = true;
    while (good && from < to)
        good = put_character(c, a, &from, delimiter);
    return good;
}

enum { WORD = sizeof(uint64_t) };

static inline bool ascii_word(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return (word & UINT64_C(0x8080808080808080)) == 0;
}

/* Appends the symbols of WORD bytes, all ASCII. */
static inline void put_word(struct chunk *c, const uint8_t *ascii, size_t from)
{
    uint8_t *to = (uint8_t *)c->symbols + c->length;
    size_t to_mark = -c->length % CHUNK_MARK;
    if (to_mark < WORD)
        c->marks[(c->length + to_mark) / CHUNK_MARK] = (uint32_t)(from + to_mark);
    for (size_t i = 0; i < WORD; i++)
        to[i] = ascii[c->bytes[from + i]];
    c->length += WORD;
}

static bool portable_append(struct chunk *c, struct alphabet *a, size_t from, size_t to)
{
    uint8_t ascii[128];
    for (size_t i = 0; i < sizeof ascii; i++)
        ascii[i] = (uint8_t)alphabet_bytes(a)[i];
    bool good = true;
    while (good && from < to) {
        if (c->bytes[from] < 128 && to - from >= WORD && ascii_word(c->bytes + from)) {
            put_word(c, ascii, from);
            from += WORD;
        } else {
            good = put_character(c, a, &from, false);
        }
    }
    return good;
}

static size_t portable_count(const struct chunk *c, size_t from, size_t to)
{
    size_t count = 0, n;
    uint32_t ignored;
    for (; from < to; from += n) {
        const unsigned char *p = c->bytes + from;
        bool word = *p < 128 && to - from >= WORD && ascii_word(p);
        n = word ? WORD : utf8_decode(p, c->nbytes - from, &ignored);
        count += word ? WORD : 1;
    }
    return count;
}

static bool portable_is_ascii(const unsigned char *p, size_t n)
{
    typedef uint64_t pair __attribute__((vector_size(16)));
    pair any[4] = {{0}}, next[4];
    uint64_t rest = 0, word;
    for (; n >= sizeof next; p += sizeof next, n -= sizeof next) {
        memcpy(next, p, sizeof next);
        any[0] |= next[0];
        any[1] |= next[1];
        any[2] |= next[2];
        any[3] |= next[3];
    }
    for (; n >= WORD; p += WORD, n -= WORD) {
        memcpy(&word, p, WORD);
        rest |= word;
    }
    for (; n > 0; p++, n--)
        rest |= *p;
    any[0] |= any[1] | any[2] | any[3];
    return ((rest | any[0][0] | any[0][1]) & UINT64_C(0x8080808080808080)) == 0;
}

const struct decode_body decode_portable = {"portable", CPU_ANY, portable_append, portable_count,
                                            portable_is_ascii};

static bool decode_stretch(const struct decoding *d, size_t from, size_t to, bool delimiter)
{
    if (!d->chunk->rules.utf8 || d->chunk->width != 1 || delimiter)
        return decode_each(d->chunk, d->alphabet, from, to, delimiter);
    if (d->helpers != NULL && to - from >= DECODE_TOGETHER_LEAST)
        return decode_together(d->helpers, d->body, d->chunk, d->alphabet, from, to);
    return d->body->append(d->chunk, d->alphabet, from, to);
}

/* Decodes joint by joint, as if the text ended at each. */
static bool decode_range(const struct decoding *d, size_t from, size_t to, bool delimiter)
{
    struct chunk *c = d->chunk;
    size_t nbytes = c->nbytes;
    bool good = true;
    for (size_t next; d->folded != NULL && good && from < to; from = next) {
        next = folded_text_joint(d->folded, from);
        c->nbytes = next;
        next = next < to ? next : to;
        good = decode_stretch(d, from, next, delimiter);
        c->nbytes = nbytes;
    }
    return good && (from == to || decode_stretch(d, from, to, delimiter));
}

/* As decode_range(), with the delimiters of the chunk's list in it. */
static bool decode_listed(const struct decoding *d, size_t from, size_t to)
{
    const struct chunk *c = d->chunk;
    bool good = true;
    for (size_t i = chunk_span_after(c, from); good && from < to; i++) {
        size_t start = i < c->delimiters.n && c->delimiters.spans[i].start < to
                           ? c->delimiters.spans[i].start
                           : to;
        good = decode_range(d, from, start, false);
        from = start;
        if (good && start < to) {
            size_t end = c->delimiters.spans[i].end < to ? c->delimiters.spans[i].end : to;
            good = decode_range(d, from, end, true);
            from = end;
        }
    }
    return good;
}

static bool decode_all(const struct decoding *d, unsigned width)
{
    struct chunk *c = d->chunk;
    c->length = 0;
    if (!decode_reserve(c, width, c->nbytes) || !decode_listed(d, 0, c->begin_byte))
        return false;
    c->own.begin = c->length;
    if (!decode_listed(d, c->begin_byte, c->end_byte))
        return false;
    c->own.end = c->length;
    return decode_listed(d, c->end_byte, c->nbytes);
}

/* Decodes to symbols of one byte. Returns false if the alphabet has more symbols afterwards, which
 * this or another thread may have added. */
static bool decode_narrowest(const struct decoding *d)
{
    uint32_t size = alphabet_size(d->alphabet);
    if (size <= decode_narrow) {
        if (!decode_all(d, 1))
            return false;
        size = alphabet_size(d->alphabet);
    }
    if (size > decode_narrow) {
        if (!decode_all(d, 4))
            return false;
        size = alphabet_size(d->alphabet);
    }
    d->chunk->alphabet_size = size;
    return true;
}

/* Makes each byte of the folded text a symbol. Returns false when out of memory. */
static bool copy_plain_text(struct chunk *c, const struct alphabet *a)
{
    size_t n = c->folded.text.n;
    if (!decode_reserve(c, 1, n))
        return false;
    decode_plain(c);
    memcpy(c->symbols, c->folded.text.bytes, n);
    c->translated = true;
    c->length = n > c->folded.own.end ? c->folded.own.end + 1 : n;
    c->own = (struct share){0, c->folded.own.start, c->folded.own.end};
    c->alphabet_size = alphabet_size(a);
    return true;
}

/* Decodes the folded text instead of the bytes. Keeps one symbol behind the owned part. */
static bool decode_plain_text(struct chunk *c, struct alphabet *a, struct helpers *helpers)
{
    if (!c->rules.listed && c->folded.text.n > 0 &&
        (!c->rules.utf8 || decode_is_ascii(c->folded.text.bytes, c->folded.text.n)))
        return copy_plain_text(c, a);
    struct chunk view = *c;
    bool joints = c->folded.text.njoints > 0;
    view.bytes = c->folded.text.bytes;
    view.nbytes = c->folded.text.n;
    view.begin_byte = c->folded.own.start;
    view.end_byte = c->folded.own.end;
    view.delimiters.spans = c->folded.spans;
    bool good = decode_narrowest(&(struct decoding){&view, a, best_body(), joints ? NULL : helpers,
                                                    joints ? &c->folded.text : NULL});
    c->translated = false;
    c->symbols = view.symbols;
    c->storage.capacity.symbols = view.storage.capacity.symbols;
    c->marks = view.marks;
    c->storage.capacity.marks = view.storage.capacity.marks;
    c->width = view.width;
    c->length = view.length > view.own.end ? view.own.end + 1 : view.length;
    c->own = view.own;
    c->alphabet_size = view.alphabet_size;
    return good;
}

/* Returns the symbol that begins with this byte. *block: no symbol before number CHUNK_MARK *
 * *block does; updated. */
static size_t symbol_at(const struct chunk *c, size_t byte, size_t *block)
{
    if (c->length == c->nbytes) /* each has a byte */
        return byte;
    while ((*block + 1) * CHUNK_MARK < c->length && c->marks[*block + 1] <= byte)
        ++*block;
    return *block * CHUNK_MARK + decode_count(c, c->marks[*block], byte);
}

/* Gives carriage returns before newlines the symbol of a delimiter. */
static void hide_returns(struct chunk *c)
{
    const unsigned char *bytes = c->bytes, *end = bytes + c->nbytes, *newline = bytes;
    for (size_t i, block = 0; newline < end; newline++) {
        newline = memchr(newline, '\n', (size_t)(end - newline));
        if (newline == NULL)
            return;
        if (newline == bytes || newline[-1] != '\r')
            continue;
        i = symbol_at(c, (size_t)(newline - bytes) - 1, &block);
        if (c->width == 1)
            ((uint8_t *)c->symbols)[i] = SYMBOL_DELIMITER;
        else
            ((uint32_t *)c->symbols)[i] = SYMBOL_DELIMITER;
    }
}

/*
 * Copies a text of one byte a symbol to `to`, with `delimiter` in place of carriage returns before
 * newlines.
 */
static void hide_in_bytes(unsigned char *restrict to, const unsigned char *restrict from, size_t n,
                          unsigned char delimiter)
{
    size_t i = 0;
    for (; n - i > BYTE_PART; i += BYTE_PART) {
        byte_part here = byte_part_load(from + i), next = byte_part_load(from + i + 1);
        byte_part hidden = (byte_part)(here == '\r') & (byte_part)(next == '\n');
        here = (here & ~hidden) | (hidden & delimiter);
        memcpy(to + i, &here, sizeof here);
    }
    for (; i < n; i++)
        to[i] = from[i] == '\r' && i + 1 < n && from[i + 1] == '\n' ? delimiter : from[i];
}

/* As decode_plain(), with carriage returns hidden. Returns false when out of memory. */
static bool decode_hiding_returns(struct chunk *c)
{
    if (!decode_reserve(c, 1, c->nbytes))
        return false;
    decode_plain(c);
    hide_in_bytes(c->symbols, c->bytes, c->nbytes, (unsigned char)c->delimiters.byte);
    c->translated = true;
    return true;
}

bool decode_chunk(struct chunk *c, struct alphabet *a, struct helpers *helpers)
{
    if (c->rules.folding != NULL) {
        c->delimiters.byte = alphabet_delimiter(a);
        c->own.lead = 0;
        c->decoding.raw = NULL;
        return fold_chunk(c, c->delimiters.byte) && decode_plain_text(c, a, helpers);
    }
    bool plain = !c->rules.listed && (!c->rules.utf8 || decode_all_ascii(c));
    c->delimiters.byte = alphabet_delimiter(a);
    c->own.lead = 0;
    c->decoding.raw =
        !plain && !c->rules.listed && !c->rules.crlf && c->decoding.for_device ? a : NULL;
    if (!plain && c->decoding.raw == NULL) {
        bool good = decode_narrowest(&(struct decoding){c, a, best_body(), helpers, NULL});
        if (good && c->rules.crlf)
            hide_returns(c);
        return good;
    }
    c->alphabet_size = alphabet_size(a);
    if (plain && c->rules.crlf)
        return decode_hiding_returns(c);
    decode_plain(c);
    return true;
}

bool decode_raw(struct chunk *c)
{
    struct alphabet *a = c->decoding.raw;
    c->decoding.raw = NULL;
    c->own.lead = 0; /* a chunk whose hits are ignored owns nothing, at a place in bytes */
    return decode_narrowest(&(struct decoding){c, a, best_body(), NULL, NULL});
}

bool decode_end(struct chunk *c)
{
    struct alphabet *a = c->decoding.raw;
    c->decoding.raw = NULL;
    return decode_each(c, a, c->end_byte, c->nbytes, false);
}

size_t decode_count(const struct chunk *c, size_t from, size_t to)
{
    return best_body()->count(c, from, to);
}
