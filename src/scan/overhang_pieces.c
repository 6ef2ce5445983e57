#include "scan/overhang_pieces.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/binary_search.h"
#include "base/grow.h"
#include "base/inline.h"
#include "base/least.h"

enum {
    WORD = 64,
    GRAM = 4, /* symbols of a piece that are compared at once */
    BUCKET_BITS = 5,
    BUCKETS = 1 << BUCKET_BITS, /* symbols in the same one are not told apart at first */
    OUTSIDE = 0,                /* the bucket of what lies outside the record */
    CODES = 1 << GRAM * BUCKET_BITS
};

size_t overhang_pieces_tries = OVERHANG_PIECES_TRIES;

/* The exact occurrence of `length` items, from `first` on. Items are counted in the direction of
 * the record's end, where they go on outside. */
struct overhang_piece {
    uint32_t pattern, first, length; /* with `whole`, of the fewest items inside */
    uint32_t least, most;            /* symbols between its first symbol and the record's end */
    bool whole;                      /* no edits are allowed: all items inside must occur */
};

/* Symbol `at` of a piece matches this item. */
struct item_use {
    uint32_t item, at, piece;
};

/* The patterns found at an end of a record. */
struct overhang_found {
    uint32_t *list;   /* of patterns */
    uint64_t *calls;  /* [pattern]: the call that found it last */
    uint64_t call;    /* number of calls */
    size_t hanging;   /* patterns that may hang over a record */
    size_t ends, sum; /* in this chunk: calls, and patterns found by them */
    bool all;         /* many of them: the list has all patterns that may hang over */
};

struct overhang_pieces {
    const struct query *q;
    const struct alphabet *a;
    enum overhang_side side;
    struct overhang_piece *pieces; /* the greatest `most` first */
    size_t npieces, pieces_capacity;
    size_t words;    /* of a row */
    size_t *reached; /* [behind]: words with the pieces that may begin there */
    uint64_t *rows;  /* [bucket][at]: a bit for each piece; set if its symbol there matches */
    uint64_t *codes; /* a bit for each sequence of GRAM buckets, the first one in the highest bits
                        of its number; set if a piece matches it */
    struct item_use *uses; /* by item */
    size_t nuses;
    uint32_t known;                          /* symbols of the alphabet in the rows */
    uint32_t of_bytes[256], of_symbols[256]; /* first_bucket() of a byte, of a symbol */
    struct overhang_found found;
};

static uint32_t item_of(const struct overhang_pieces *x, const struct pattern *p, uint32_t i)
{
    return p->items[x->side == OVERHANG_END ? i : p->m - 1 - i];
}

static bool add_piece(struct overhang_pieces *x, struct overhang_piece piece)
{
    if (!grow(&x->pieces, &x->pieces_capacity, x->npieces + 1, sizeof *x->pieces))
        return false;
    x->pieces[x->npieces++] = piece;
    return true;
}

/* Adds the pieces for `least` to `most` items inside, with this number of edits. A piece is empty,
 * and occurs everywhere, if `least` items cannot be cut into edits + 1 pieces. */
static bool add_pieces(struct overhang_pieces *x, uint32_t pattern, uint32_t edits, uint32_t least,
                       uint32_t most)
{
    struct pattern inside = {.m = least};
    struct overhang_piece piece = {.pattern = pattern, .whole = edits == 0};
    bool good = true;
    for (uint32_t i = 0; i <= edits && good; i++) {
        struct span span = {0, 0};
        if (edits < least)
            span = pattern_piece(&inside, x->q->metric, edits + 1, i);
        piece.first = (uint32_t)span.start;
        piece.length = span.end > span.start ? (uint32_t)(span.end - span.start) : 0;
        uint32_t behind = piece.first + 1 + edits;
        if (piece.length > 0) /* it lies inside */
            piece.least = most_u32(least > behind ? least - behind : 0, piece.length - 1);
        piece.most = most - 1 - piece.first + edits;
        good = add_piece(x, piece);
    }
    return good;
}

static bool add_pattern(struct overhang_pieces *x, uint32_t pattern)
{
    const struct pattern *p = &x->q->patterns[pattern];
    bool good = true;
    for (uint32_t least = p->overhang.inside, most; least > 0 && least < p->m && good;
         least = most + 1) {
        uint32_t edits = overhang_limit(&p->overhang, p->m, least);
        for (most = least; most + 1 < p->m;) {
            if (overhang_limit(&p->overhang, p->m, most + 1) > edits)
                break;
            most++;
        }
        good = add_pieces(x, pattern, edits, least, most);
    }
    return good;
}

static int by_most(const void *a, const void *b)
{
    uint32_t x = ((const struct overhang_piece *)a)->most;
    uint32_t y = ((const struct overhang_piece *)b)->most;
    return (x < y) - (x > y);
}

static int by_item(const void *a, const void *b)
{
    uint32_t x = ((const struct item_use *)a)->item, y = ((const struct item_use *)b)->item;
    return (x > y) - (x < y);
}

static uint32_t bucket_of(uint32_t symbol)
{
    return 1 + symbol % (BUCKETS - 1);
}

/* Returns the part of a code that a symbol makes, if it is the first of the code. */
static uint32_t first_bucket(uint32_t symbol)
{
    return bucket_of(symbol) << (GRAM - 1) * BUCKET_BITS;
}

static uint64_t *row_of(const struct overhang_pieces *x, uint32_t bucket, uint32_t at)
{
    return x->rows + ((size_t)bucket * GRAM + at) * x->words;
}

static void set_bit(uint64_t *row, size_t bit)
{
    row[bit / WORD] |= UINT64_C(1) << bit % WORD;
}

/* Makes the rows of the pieces, without symbols yet. */
static bool make_rows(struct overhang_pieces *x)
{
    x->words = x->npieces / WORD + 1;
    x->rows = calloc((size_t)BUCKETS * GRAM * x->words, sizeof *x->rows);
    x->uses = calloc(x->npieces * GRAM + 1, sizeof *x->uses);
    x->reached = calloc(x->q->overlap, sizeof *x->reached);
    x->codes = calloc(CODES / WORD, sizeof *x->codes);
    if (x->rows == NULL || x->uses == NULL || x->reached == NULL || x->codes == NULL)
        return false;
    for (size_t i = 0; i < x->npieces; i++) {
        const struct overhang_piece *piece = &x->pieces[i];
        const struct pattern *p = &x->q->patterns[piece->pattern];
        for (uint32_t at = 0; at < GRAM; at++) {
            bool asked = at < piece->length || (piece->whole && at <= piece->most);
            if (asked)
                x->uses[x->nuses++] =
                    (struct item_use){item_of(x, p, piece->first + at), at, (uint32_t)i};
            for (uint32_t bucket = 0; bucket < (asked ? 1 : BUCKETS) && at >= piece->length;
                 bucket++)
                set_bit(row_of(x, bucket, at), i);
        }
    }
    for (size_t i = x->npieces, behind = 0; i-- > 0;)
        for (; behind <= x->pieces[i].most; behind++)
            x->reached[behind] = i / WORD + 1;
    qsort(x->uses, x->nuses, sizeof *x->uses, by_item);
    return true;
}

struct overhang_pieces *overhang_pieces_open(const struct query *q, const struct alphabet *a,
                                             enum overhang_side side)
{
    struct overhang_pieces *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct overhang_pieces){.q = q, .a = a, .side = side};
    x->found.list = calloc(q->npatterns, sizeof *x->found.list);
    x->found.calls = calloc(q->npatterns, sizeof *x->found.calls);
    bool good = x->found.list != NULL && x->found.calls != NULL;
    for (uint32_t p = 0; p < q->npatterns && good; p++) {
        good = add_pattern(x, p);
        x->found.hanging += q->patterns[p].overhang.inside > 0;
    }
    if (good && x->npieces > 0)
        qsort(x->pieces, x->npieces, sizeof *x->pieces, by_most);
    for (unsigned i = 0; i < 256; i++)
        x->of_symbols[i] = first_bucket(i);
    for (unsigned i = 0; i < (q->utf8 ? 128 : 256); i++)
        x->of_bytes[i] = first_bucket(alphabet_bytes(a)[i]);
    if (good && make_rows(x))
        return x;
    overhang_pieces_close(x);
    return NULL;
}

void overhang_pieces_close(struct overhang_pieces *x)
{
    if (x == NULL)
        return;
    free(x->pieces);
    free(x->rows);
    free(x->codes);
    free(x->uses);
    free(x->reached);
    free(x->found.list);
    free(x->found.calls);
    free(x);
}

/* Sets the bits of all codes of a piece that begin with `at` buckets, which are `code`. */
static void set_codes(struct overhang_pieces *x, size_t piece, uint32_t at, uint32_t code)
{
    uint32_t n = 1U << (GRAM - at) * BUCKET_BITS; /* codes with this begin */
    bool any = at >= x->pieces[piece].length && !x->pieces[piece].whole;
    if (n < WORD && (any || n == 1)) {
        x->codes[code / WORD] |= ((UINT64_C(1) << n) - 1) << code % WORD;
    } else if (any) {
        memset(x->codes + code / WORD, 0xFF, n / CHAR_BIT);
    } else {
        for (uint32_t bucket = 0; bucket < BUCKETS; bucket++)
            if (row_of(x, bucket, at)[piece / WORD] >> piece % WORD & 1)
                set_codes(x, piece, at + 1, code + bucket * (n / BUCKETS));
    }
}

void overhang_pieces_begin(struct overhang_pieces *x, uint32_t size)
{
    x->found.ends = x->found.sum = 0;
    x->found.all = false;
    if (x->known >= size)
        return;
    for (; x->known < size; x->known++) {
        const uint32_t *items;
        size_t n = alphabet_items(x->a, x->known, &items);
        for (size_t i = 0; i < n; i++) {
            BINARY_SEARCH(first, x->nuses, middle, x->uses[middle].item < items[i]);
            for (size_t u = first; u < x->nuses && x->uses[u].item == items[i]; u++)
                set_bit(row_of(x, bucket_of(x->known), x->uses[u].at), x->uses[u].piece);
        }
    }
    for (size_t i = 0; i < x->npieces; i++)
        set_codes(x, i, 0, 0);
}

/* Returns whether the piece occurs, with `behind` symbols between its first symbol and the record's
 * end. */
static bool piece_occurs(const struct overhang_pieces *x, const struct overhang_piece *piece,
                         const struct record_border *b, size_t behind)
{
    const struct pattern *p = &x->q->patterns[piece->pattern];
    size_t length = piece->whole ? behind + 1 : piece->length, at = 0;
    if (behind < piece->least || behind > piece->most)
        return false;
    while (at < length && alphabet_matches(x->a, record_border_symbol(b, behind - at),
                                           item_of(x, p, piece->first + (uint32_t)at)))
        at++;
    return at >= length;
}

/* Adds the patterns of the pieces that occur with `behind` symbols between their first symbol and
 * the record's end; `code` is that of their first symbols. */
static void take_pieces(struct overhang_pieces *x, const struct record_border *b, size_t behind,
                        uint32_t code, size_t *count)
{
    const uint64_t *rows[GRAM];
    for (uint32_t at = 0; at < GRAM; at++)
        rows[at] = row_of(x, code >> (GRAM - 1 - at) * BUCKET_BITS & (BUCKETS - 1), at);
    for (size_t word = 0; word < x->reached[behind]; word++) {
        uint64_t bits = rows[0][word] & rows[1][word] & rows[2][word] & rows[3][word];
        for (; bits != 0; bits &= bits - 1) {
            const struct overhang_piece *piece =
                &x->pieces[word * WORD + (size_t)__builtin_ctzll(bits)];
            if (x->found.calls[piece->pattern] == x->found.call ||
                !piece_occurs(x, piece, b, behind))
                continue;
            x->found.calls[piece->pattern] = x->found.call;
            x->found.list[(*count)++] = piece->pattern;
        }
    }
}

INLINE size_t find(struct overhang_pieces *x, const struct record_border *b, size_t n, bool narrow)
{
    const uint32_t *of_bytes = b->c->width == 0 ? x->of_bytes : x->of_symbols;
    const unsigned char *text = narrow ? chunk_narrow(b->c) : NULL;
    const uint64_t *codes = x->codes;
    size_t count = 0, at = b->at, step = b->side == OVERHANG_BEGIN ? 1 : SIZE_MAX;
    uint32_t code = OUTSIDE;
    for (size_t behind = 0; behind < n; behind++, at += step) {
        uint32_t first =
            narrow ? of_bytes[text[at]] : first_bucket(record_border_symbol(b, behind));
        code = code >> BUCKET_BITS | first;
        if (codes[code / WORD] >> code % WORD & 1)
            take_pieces(x, b, behind, code, &count);
    }
    return count;
}

/* Returns whether pieces are so frequent in this chunk that most patterns are found. */
static bool finds_most(const struct overhang_found *found)
{
    return found->ends >= overhang_pieces_tries && found->sum > found->ends * found->hanging / 2;
}

/* Sets the list to all patterns that may hang over a record. */
static void list_all(struct overhang_pieces *x)
{
    size_t n = 0;
    for (uint32_t p = 0; p < x->q->npatterns; p++)
        if (x->q->patterns[p].overhang.inside > 0)
            x->found.list[n++] = p;
    x->found.all = true;
}

size_t overhang_pieces_find(struct overhang_pieces *x, const struct record_border *b, size_t n,
                            const uint32_t **patterns)
{
    struct overhang_found *found = &x->found;
    *patterns = found->list;
    if (!found->all && finds_most(found))
        list_all(x);
    if (found->all)
        return found->hanging;
    found->call++;
    found->ends++;
    size_t farthest = x->npieces > 0 ? (size_t)x->pieces[0].most + 1 : 0;
    n = n < farthest ? n : farthest;
    size_t count = b->c->width > 1 ? find(x, b, n, false) : find(x, b, n, true);
    found->sum += count;
    return count;
}
