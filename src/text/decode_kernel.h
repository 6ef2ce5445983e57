/*
 * decode_kernel.h - UTF-8 to symbols, 64 bytes at a time: the body of the decoders (decode_body.h)
 * that use vectors.
 *
 * A symbol is computed at the first byte of its character. For each byte of a block four
 * comparisons decide whether it begins a well-formed sequence of 2, 3 or 4 bytes; the following
 * bytes of a sequence are "inside". Every byte that is not inside begins a character: ASCII, a
 * sequence, or an undecodable byte. No code point is computed: the bytes of a sequence before its
 * last one select a page of the alphabet, and the last byte's low six bits an entry of it. Most
 * pages hold no character of the pattern. A block's sequences in all other pages are looked up page
 * by page. At the end the bytes inside are dropped.
 *
 * The file that includes this defines
 *
 *   bytes, where                 BLOCK bytes; a mask of them
 *   load(p), store(to, x)        bytes from and to memory
 *   splat(byte)                  the same byte everywhere
 *   minus(a, b)                  bytes
 *   is_ascii(x)                  all bytes are below 0x80
 *   is_below(x, limit)           likewise, limit >= 0x80
 *   less(a, b), equal(a, b)      masks; less() takes bytes from 0x80 on as negative
 *   both(x, y), except(x, y)     masks: x and y; x and not y
 *   has_bit(sets, x)             a mask: bit x % 8 of sets is 1
 *   bits(x)                      a word with bit i for byte i of a mask
 *   choose(x, yes, no)           yes where x, else no; choose_where(): of masks
 *   page_entries(page, x)        page[x % 64], for an array of 64
 *   struct table                 entries for the bytes 0 to 127, or for all others
 *   table_open(table, first, lower, upper)
 *                                makes one of two arrays of 64; first is 0 or 128
 *   table_entries(table, x)      SYMBOL_OTHER for a byte that has no entry
 *   compress(to, x, bits)        stores the bytes selected by `bits`, with any behind them
 *   bit_at(bits, n)              position of the n-th one bit; any number if there is none
 */
#pragma once

#include <string.h>

#include "base/utf8.h"

enum { BLOCK = 64, AHEAD = 3 /* bytes behind the block that its last sequence may reach */ };

struct writer {
    struct chunk *chunk;
    struct alphabet *alphabet;
    const struct alphabet_slot *slots;
    struct alphabet_others others; /* as known when this thread last made a page */
    struct table ascii, undecodable;
    struct table two;    /* by the first of two bytes: SYMBOL_OTHER for characters in `others` */
    int undecodable_all; /* the symbol of every undecodable byte; -1: they differ */
    uint64_t inside;     /* bytes of the next block that belong to a sequence of this one */
};

/* A block and the bytes 1, 2 and 3 behind each of its bytes. */
struct decode_block {
    const unsigned char *bytes;
    bytes v[4];
    where sequences[5]; /* [n]: where a well-formed one of n bytes begins; n = 2, 3, 4 ... */
    unsigned longest;   /* ... up to this */
};

/* Where lower <= v < lower + n. */
static inline where in_range(bytes v, int lower, int n)
{
    return less(minus(v, splat(lower - 0x80)), splat(n - 0x80));
}

static inline where continues(bytes v)
{
    return less(v, splat(0xc0));
}

/* Sets sequences and longest: the table of RFC 3629, section 4. */
static inline void find_sequences(struct decode_block *b)
{
    bytes first = b->v[0] = load(b->bytes), second = b->v[1] = load(b->bytes + 1);
    b->v[2] = b->v[3] = second; /* only read for longer sequences */
    where well = continues(second);
    b->sequences[2] = both(in_range(first, 0xc2, 0xe0 - 0xc2), well);
    b->sequences[3] = b->sequences[4] = except(well, well);
    b->longest = 2;
    if (is_below(first, 0xe0))
        return;
    well = both(well, continues(b->v[2] = load(b->bytes + 2)));
    where bad = choose_where(less(second, splat(0xa0)), equal(first, splat(0xe0)),
                             equal(first, splat(0xed)));
    b->sequences[3] = except(both(in_range(first, 0xe0, 0xf0 - 0xe0), well), bad);
    b->longest = 3;
    if (is_below(first, 0xf0))
        return;
    well = both(well, continues(b->v[3] = load(b->bytes + 3)));
    bad = choose_where(less(second, splat(0x90)), equal(first, splat(0xf0)),
                       equal(first, splat(0xf4)));
    b->sequences[4] = except(both(in_range(first, 0xf0, 0xf5 - 0xf0), well), bad);
    b->longest = 4;
}

/* Returns the sequences of 2 bytes whose pages may hold other symbols than SYMBOL_OTHER. */
static inline uint64_t two_of_note(const struct writer *w, const struct decode_block *b)
{
    bytes known = table_entries(&w->two, b->v[0]);
    return bits(except(b->sequences[2], equal(known, splat(SYMBOL_OTHER))));
}

/* Likewise of 3 bytes. */
static inline uint64_t three_of_note(const struct writer *w, const struct decode_block *b)
{
    bytes upper = page_entries(w->others.three[1], b->v[1]);
    bytes lower = page_entries(w->others.three[0], b->v[1]);
    bytes known = choose(in_range(b->v[0], 0xe8, 8), upper, lower);
    return bits(except(b->sequences[3], has_bit(known, b->v[0])));
}

/* Likewise of 4 bytes. */
static inline uint64_t four_of_note(const struct writer *w, const struct decode_block *b)
{
    where emoji = both(equal(b->v[0], splat(0xf0)), equal(b->v[1], splat(0x9f)));
    where known = has_bit(page_entries(w->others.four, b->v[2]), b->v[0]);
    return bits(except(b->sequences[4], both(emoji, known)));
}

/* Returns the page of the sequence of `length` bytes at p. */
static inline uint32_t page_number(const unsigned char *p, unsigned length)
{
    uint32_t number = p[0] & (0x7fU >> length);
    for (unsigned i = 1; i + 1 < length; i++)
        number = number << 6 | (p[i] & 0x3f);
    return number;
}

/* Those of the sequences of `length` bytes that begin as the one at p: they have the same page. */
static inline where same_page(const struct decode_block *b, const unsigned char *p, unsigned length)
{
    where same = b->sequences[length];
    for (unsigned i = 0; i + 1 < length; i++)
        same = both(same, equal(b->v[i], splat(p[i])));
    return same;
}

/* Sets others and two. */
static void learn_others(struct writer *w)
{
    uint8_t first[128];
    w->others = alphabet_others(w->alphabet);
    memset(first, SYMBOL_OTHER, sizeof first);
    for (unsigned number = 2; number < 32; number++)
        if ((w->others.two >> number & 1) == 0)
            first[64 + number] = (uint8_t)~SYMBOL_OTHER;
    table_open(&w->two, 128, first, first + 64);
}

static const struct alphabet_page *make_page(struct writer *w, uint32_t number)
{
    const struct alphabet_page *page = alphabet_page(w->alphabet, number);
    learn_others(w);
    return page;
}

/* Puts the symbols of those sequences of `length` bytes that are in `sequences`, and of others on
 * the same pages, where these begin. */
static inline bool put_sequences(struct writer *w, const struct decode_block *b, unsigned length,
                                 uint64_t sequences, bytes *symbols)
{
    while (sequences != 0) {
        const unsigned char *p = b->bytes + __builtin_ctzll(sequences);
        uint32_t number = page_number(p, length);
        const struct alphabet_page *page = alphabet_known(&w->slots[number]);
        if (page == NULL && (page = make_page(w, number)) == NULL)
            return false;
        where same = same_page(b, p, length);
        *symbols = choose(same, page_entries(page->narrow, b->v[length - 1]), *symbols);
        sequences &= ~bits(same);
    }
    return true;
}

/* Appends the symbols at `begins`; the block begins at `byte` of the chunk. */
static inline void append_vector(struct chunk *c, bytes symbols, uint64_t begins, size_t byte)
{
    size_t to_mark = -c->length % CHUNK_MARK;
    c->marks[(c->length + to_mark) / CHUNK_MARK] =
        (uint32_t)(byte + bit_at(begins, (unsigned)to_mark));
    compress((uint8_t *)c->symbols + c->length, symbols, begins);
    c->length += (size_t)__builtin_popcountll(begins);
}

/* Returns whether the n bytes at p begin with a block of ASCII characters. */
static inline bool ascii_block(const unsigned char *p, size_t n)
{
    return n >= BLOCK && is_ascii(load(p));
}

/* Appends the leading ASCII blocks from `from` on; returns how many bytes they have. */
static inline size_t put_ascii(struct writer *w, size_t from, size_t to)
{
    struct chunk *c = w->chunk;
    const unsigned char *p = c->bytes + from;
    uint8_t *symbols = (uint8_t *)c->symbols + c->length;
    size_t to_mark = -c->length % CHUNK_MARK, at = 0;
    uint32_t *mark = &c->marks[(c->length + to_mark) / CHUNK_MARK];
    for (; ascii_block(p + at, to - from - at); at += BLOCK) {
        *mark++ = (uint32_t)(from + at + to_mark);
        store(symbols + at, table_entries(&w->ascii, load(p + at)));
    }
    c->length += at;
    return at;
}

/* Returns the symbols of ASCII and undecodable bytes, and SYMBOL_OTHER for all other bytes. */
static inline bytes single_symbols(const struct writer *w, const struct decode_block *b)
{
    bytes symbols = table_entries(&w->ascii, b->v[0]);
    if (w->undecodable_all == SYMBOL_OTHER)
        return symbols;
    where single = less(b->v[0], splat(0));
    for (unsigned length = 2; length <= 4; length++)
        single = except(single, b->sequences[length]);
    bytes undecodable = w->undecodable_all >= 0 ? splat(w->undecodable_all)
                                                : table_entries(&w->undecodable, b->v[0]);
    return choose(single, undecodable, symbols);
}

/* Returns the bytes of a block that continue a sequence, given where the sequences of 2, 3 and 4
 * bytes begin. *carried: the bytes of this block that continue a sequence of the previous block;
 * set for the next block. */
static inline uint64_t find_inside(uint64_t two, uint64_t three, uint64_t four, uint64_t *carried)
{
    uint64_t all = two | three | four, longer = three | four;
    uint64_t inside = *carried | all << 1 | longer << 2 | four << 3;
    *carried = all >> 63 | longer >> 62 | four >> 61;
    return inside;
}

/* Returns a mask of the first n bytes of a block. */
static inline uint64_t first_bytes(size_t n)
{
    return n < BLOCK ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* Appends the characters of the block at p that begin at `owned`; AHEAD bytes more are there. */
static inline bool put_block(struct writer *w, const unsigned char *p, uint64_t owned, size_t byte)
{
    struct decode_block b;
    b.bytes = p;
    find_sequences(&b);
    bytes symbols = single_symbols(w, &b);
    uint64_t two = bits(b.sequences[2]), three = 0, four = 0;
    bool good = two == 0 || put_sequences(w, &b, 2, two_of_note(w, &b) & owned, &symbols);
    if (b.longest >= 3 && (three = bits(b.sequences[3])) != 0)
        good = good && put_sequences(w, &b, 3, three_of_note(w, &b) & owned, &symbols);
    if (b.longest == 4 && (four = bits(b.sequences[4])) != 0)
        good = good && put_sequences(w, &b, 4, four_of_note(w, &b) & owned, &symbols);
    append_vector(w->chunk, symbols, ~find_inside(two, three, four, &w->inside) & owned, byte);
    return good;
}

/* Copies the last `n` bytes of a chunk and appends zeros, which continue no sequence. */
static const unsigned char *pad(const unsigned char *p, size_t n, unsigned char to[BLOCK + AHEAD])
{
    memset(to, 0, BLOCK + AHEAD);
    return memcpy(to, p, n);
}

static size_t count_characters(const struct chunk *c, size_t from, size_t to)
{
    size_t count = 0;
    uint64_t carried = 0;
    for (; from < to; from += BLOCK) {
        unsigned char last[BLOCK + AHEAD];
        struct decode_block b = {.bytes = c->bytes + from};
        if (carried == 0 && ascii_block(b.bytes, to - from)) {
            count += BLOCK;
            continue;
        }
        if (c->nbytes - from < sizeof last)
            b.bytes = pad(b.bytes, c->nbytes - from, last);
        find_sequences(&b);
        uint64_t inside =
            find_inside(bits(b.sequences[2]), bits(b.sequences[3]), bits(b.sequences[4]), &carried);
        count += (size_t)__builtin_popcountll(~inside & first_bytes(to - from));
    }
    return count;
}

/* Sets *t to the symbols of two pages, for the bytes from `first` on. Returns false if the pages
 * could not be made. */
static bool open_table(struct alphabet *a, uint32_t character, int first, struct table *t)
{
    const struct alphabet_page *lower = alphabet_page(a, character / ALPHABET_PAGE);
    const struct alphabet_page *upper = alphabet_page(a, character / ALPHABET_PAGE + 1);
    if (lower != NULL && upper != NULL)
        table_open(t, first, lower->narrow, upper->narrow);
    return lower != NULL && upper != NULL;
}

/* Returns the symbol of every undecodable byte, or -1 if they differ. */
static int symbol_of_undecodable(struct alphabet *a)
{
    const uint8_t *lower = alphabet_page(a, CHAR_BYTE / ALPHABET_PAGE + 2)->narrow;
    const uint8_t *upper = alphabet_page(a, CHAR_BYTE / ALPHABET_PAGE + 3)->narrow;
    bool same = lower[0] == upper[0] && memcmp(lower, lower + 1, ALPHABET_PAGE - 1) == 0 &&
                memcmp(upper, upper + 1, ALPHABET_PAGE - 1) == 0;
    return same ? lower[0] : -1;
}

static bool all_ascii(const unsigned char *p, size_t n)
{
    bool all = true;
    for (; n >= BLOCK; p += BLOCK, n -= BLOCK)
        all &= is_ascii(load(p));
    for (; n > 0; p++, n--)
        all &= *p < 128;
    return all;
}

static bool append_symbols(struct chunk *c, struct alphabet *a, size_t from, size_t to)
{
    struct writer w = {.chunk = c, .alphabet = a, .slots = alphabet_slots(a)};
    bool good =
        open_table(a, 0, 0, &w.ascii) && open_table(a, CHAR_BYTE + 128, 128, &w.undecodable);
    w.undecodable_all = good ? symbol_of_undecodable(a) : -1;
    learn_others(&w);
    while (good && from < to) {
        unsigned char last[BLOCK + AHEAD];
        const unsigned char *p = c->bytes + from;
        size_t there = c->nbytes - from, n = to - from;
        if (w.inside == 0 && ascii_block(p, n)) {
            from += put_ascii(&w, from, to);
            continue;
        }
        if (there < sizeof last)
            p = pad(p, there, last);
        good = put_block(&w, p, first_bytes(n), from);
        from += BLOCK;
    }
    return good;
}
