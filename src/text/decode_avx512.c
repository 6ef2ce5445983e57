/*
 * decode_avx512.c - UTF-8 to symbols, 64 bytes at a time.
 *
 * A character is found where it begins. For each byte of a block four comparisons tell whether it
 * begins a well-formed sequence of 2, 3 or 4 bytes; the bytes that follow in one are "inside".
 * Every byte that is not inside begins a character: ASCII, a sequence, or an undecodable byte. No
 * code point is computed: the bytes of a sequence before its last one name a page of the alphabet,
 * and the last byte's low six bits a place in it, which is what VPERMB looks up for 64 bytes at
 * once. Most pages hold no character of the pattern. A block's sequences in all others are looked
 * up page by page. VPCOMPRESSB drops the bytes inside.
 */
#include <immintrin.h>
#include <string.h>

#include "base/cpu.h"
#include "base/utf8.h"
#include "text/decode_body.h"

enum { BLOCK = 64, AHEAD = 3 /* bytes behind the block that its last sequence may reach */ };

/* Tables of the alphabet, as vectors. */
struct tables {
    __m512i ascii[2], undecodable[2]; /* symbols of the bytes 0 to 127, and 128 to 255 */
};

struct writer {
    struct chunk *chunk;
    struct alphabet *alphabet;
    const struct alphabet_slot *slots;
    struct alphabet_others others; /* as known when this thread last made a page */
    struct tables tables;
    uint64_t inside; /* bytes of the next block that belong to a sequence of this one */
};

/* A block and the bytes 1, 2 and 3 behind each of its bytes. */
struct block {
    const unsigned char *bytes;
    __m512i v[4];
    uint64_t sequences[5]; /* [n]: where a well-formed one of n bytes begins; n = 2, 3, 4 */
};

static __m512i splat(int byte)
{
    return _mm512_set1_epi8((char)byte);
}

/* Where lower <= v < lower + n. */
static uint64_t in_range(__m512i v, int lower, int n)
{
    return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, splat(lower)), splat(n));
}

static uint64_t continues(__m512i v)
{
    return _mm512_cmplt_epi8_mask(v, splat(0xc0));
}

/* Where `lead` is followed by a byte from 0x80 to below `limit`. */
static uint64_t followed_below(const struct block *b, int lead, int limit)
{
    return _mm512_mask_cmplt_epu8_mask(_mm512_cmpeq_epi8_mask(b->v[0], splat(lead)), b->v[1],
                                       splat(limit));
}

static uint64_t followed_from(const struct block *b, int lead, int limit)
{
    return _mm512_mask_cmpge_epu8_mask(_mm512_cmpeq_epi8_mask(b->v[0], splat(lead)), b->v[1],
                                       splat(limit));
}

/* Sets sequences: the table of RFC 3629, section 4. */
static void find_sequences(struct block *b)
{
    uint64_t second, third, three, four;
    b->v[1] = _mm512_loadu_si512(b->bytes + 1);
    second = continues(b->v[1]);
    b->sequences[2] = in_range(b->v[0], 0xc2, 0xe0 - 0xc2) & second;
    b->sequences[3] = b->sequences[4] = 0;
    if (_mm512_cmpge_epu8_mask(b->v[0], splat(0xe0)) == 0)
        return;
    b->v[2] = _mm512_loadu_si512(b->bytes + 2);
    b->v[3] = _mm512_loadu_si512(b->bytes + 3);
    third = second & continues(b->v[2]);
    three = in_range(b->v[0], 0xe0, 0xf0 - 0xe0) & third;
    b->sequences[3] = three & ~(followed_below(b, 0xe0, 0xa0) | followed_from(b, 0xed, 0xa0));
    four = in_range(b->v[0], 0xf0, 0xf5 - 0xf0) & third & continues(b->v[3]);
    if (four != 0)
        b->sequences[4] = four & ~(followed_below(b, 0xf0, 0x90) | followed_from(b, 0xf4, 0x90));
}

/* Those of the sequences of 3 bytes whose pages are not known to be all SYMBOL_OTHER. */
static uint64_t three_of_note(const struct alphabet_others *others, const struct block *b,
                              uint64_t sequences)
{
    __m512i bits = _mm512_set1_epi64((long long)UINT64_C(0x8040201008040201));
    __m512i place = _mm512_or_si512(_mm512_and_si512(b->v[1], splat(0x3f)),
                                    _mm512_and_si512(_mm512_slli_epi16(b->v[0], 3), splat(0x40)));
    __m512i pages = _mm512_permutex2var_epi8(_mm512_loadu_si512(others->three), place,
                                             _mm512_loadu_si512(others->three + 64));
    return _mm512_mask_testn_epi8_mask(sequences, pages, _mm512_permutexvar_epi8(b->v[0], bits));
}

/* Likewise of 4 bytes. */
static uint64_t four_of_note(const struct alphabet_others *others, const struct block *b,
                             uint64_t sequences)
{
    __m512i known = _mm512_permutexvar_epi8(b->v[2], _mm512_loadu_si512(others->four));
    uint64_t emoji = _mm512_mask_cmpeq_epi8_mask(sequences, b->v[0], splat(0xf0)) &
                     _mm512_cmpeq_epi8_mask(b->v[1], splat(0x9f));
    return sequences & ~_mm512_mask_test_epi8_mask(emoji, known, known);
}

/* The page of the sequence of `length` bytes at p. */
static uint32_t page_number(const unsigned char *p, unsigned length)
{
    uint32_t number = p[0] & (0x7fU >> length);
    for (unsigned i = 1; i + 1 < length; i++)
        number = number << 6 | (p[i] & 0x3f);
    return number;
}

/* Those of the sequences that begin as the one at p: they have the same page. */
static uint64_t same_page(const struct block *b, const unsigned char *p, unsigned length,
                          uint64_t sequences)
{
    for (unsigned i = 0; i + 1 < length; i++)
        sequences = _mm512_mask_cmpeq_epi8_mask(sequences, b->v[i], splat(p[i]));
    return sequences;
}

static const struct alphabet_page *make_page(struct writer *w, uint32_t number)
{
    const struct alphabet_page *page = alphabet_page(w->alphabet, number);
    w->others = alphabet_others(w->alphabet);
    return page;
}

/* Puts the symbols of sequences of `length` bytes where these begin. */
static inline bool put_sequences(struct writer *w, const struct block *b, unsigned length,
                                 uint64_t sequences, __m512i *symbols)
{
    while (sequences != 0) {
        const unsigned char *p = b->bytes + _tzcnt_u64(sequences);
        uint32_t number = page_number(p, length);
        const struct alphabet_page *page = alphabet_known(&w->slots[number]);
        if (page == NULL && (page = make_page(w, number)) == NULL)
            return false;
        uint64_t same = same_page(b, p, length, sequences);
        *symbols = _mm512_mask_permutexvar_epi8(*symbols, same, b->v[length - 1],
                                                _mm512_loadu_si512(page->narrow));
        sequences &= ~same;
    }
    return true;
}

/* Appends the symbols at `begins`; the block stands at `byte` of the chunk. */
static inline void append(struct chunk *c, __m512i symbols, uint64_t begins, size_t byte)
{
    size_t to_mark = -c->length % CHUNK_MARK;
    c->marks[(c->length + to_mark) / CHUNK_MARK] =
        (uint32_t)(byte + _tzcnt_u64(_pdep_u64(UINT64_C(1) << to_mark, begins)));
    _mm512_storeu_si512((uint8_t *)c->symbols + c->length,
                        _mm512_maskz_compress_epi8(begins, symbols));
    c->length += (size_t)_mm_popcnt_u64(begins);
}

/* Likewise where each of the block's bytes is a character. */
static inline void append_all(struct chunk *c, __m512i symbols, size_t byte)
{
    size_t to_mark = -c->length % CHUNK_MARK;
    c->marks[(c->length + to_mark) / CHUNK_MARK] = (uint32_t)(byte + to_mark);
    _mm512_storeu_si512((uint8_t *)c->symbols + c->length, symbols);
    c->length += BLOCK;
}

static inline bool put_mixed(struct writer *w, struct block *b, uint64_t owned, __m512i symbols,
                             size_t byte)
{
    find_sequences(b);
    uint64_t two = b->sequences[2], three = b->sequences[3], four = b->sequences[4];
    uint64_t inside = w->inside | (two | three | four) << 1 | (three | four) << 2 | four << 3;
    w->inside = (two | three | four) >> 63 | (three | four) >> 62 | four >> 61;
    uint64_t undecodable = _mm512_movepi8_mask(b->v[0]) & ~(inside | two | three | four);
    symbols = _mm512_mask_mov_epi8(
        symbols, undecodable,
        _mm512_permutex2var_epi8(w->tables.undecodable[0], b->v[0], w->tables.undecodable[1]));
    symbols = _mm512_mask_mov_epi8(symbols, two | three | four, splat(SYMBOL_OTHER));
    bool good = put_sequences(w, b, 2, two & owned, &symbols);
    if (good && three != 0)
        good = put_sequences(w, b, 3, three_of_note(&w->others, b, three & owned), &symbols);
    if (good && four != 0)
        good = put_sequences(w, b, 4, four_of_note(&w->others, b, four & owned), &symbols);
    append(w->chunk, symbols, ~inside & owned, byte);
    return good;
}

/* Appends the characters of the block at p that begin at `owned`; AHEAD bytes more are there. */
static inline bool put_block(struct writer *w, const unsigned char *p, uint64_t owned, size_t byte)
{
    struct block b = {.bytes = p, .v = {_mm512_loadu_si512(p)}};
    __m512i symbols = _mm512_permutex2var_epi8(w->tables.ascii[0], b.v[0], w->tables.ascii[1]);
    if ((_mm512_movepi8_mask(b.v[0]) | w->inside) != 0)
        return put_mixed(w, &b, owned, symbols, byte);
    if (owned == UINT64_MAX)
        append_all(w->chunk, symbols, byte);
    else
        append(w->chunk, symbols, owned, byte);
    return true;
}

/* The last `n` bytes of a chunk, and zeros behind them, which no sequence goes on with. */
static const unsigned char *pad(const unsigned char *p, size_t n, unsigned char to[BLOCK + AHEAD])
{
    memset(to, 0, BLOCK + AHEAD);
    return memcpy(to, p, n);
}

static bool load_page(struct writer *w, uint32_t first, __m512i *table)
{
    const struct alphabet_page *page = alphabet_page(w->alphabet, first / ALPHABET_PAGE);
    if (page != NULL)
        *table = _mm512_loadu_si512(page->narrow);
    return page != NULL;
}

static bool load_tables(struct writer *w)
{
    struct tables *t = &w->tables;
    return load_page(w, 0, &t->ascii[0]) && load_page(w, 64, &t->ascii[1]) &&
           load_page(w, CHAR_BYTE + 128, &t->undecodable[0]) &&
           load_page(w, CHAR_BYTE + 192, &t->undecodable[1]);
}

static bool avx512_append(struct chunk *c, struct alphabet *a, size_t from, size_t to)
{
    struct writer w = {
        .chunk = c, .alphabet = a, .slots = alphabet_slots(a), .others = alphabet_others(a)};
    bool good = load_tables(&w);
    for (; good && from < to; from += BLOCK) {
        unsigned char last[BLOCK + AHEAD];
        const unsigned char *p = c->bytes + from;
        size_t there = c->nbytes - from, n = to - from;
        if (there < sizeof last)
            p = pad(p, there, last);
        good = put_block(&w, p, n < BLOCK ? (UINT64_C(1) << n) - 1 : UINT64_MAX, from);
    }
    return good;
}

static const char *why_not(void)
{
    const char *reason = cpu_why_not(CPU_AVX512);
    if (reason == NULL && !__builtin_cpu_supports("avx512vbmi2"))
        reason = "the processor has no AVX-512 with VBMI2";
    return reason;
}

const struct decode_body decode_avx512 = {"avx512", why_not, avx512_append};
