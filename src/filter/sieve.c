/*
 * sieve.c - see sieve.h.
 *
 * Vectors compare a byte of the first, the middle and the last character of each piece at 64 places
 * at once. At most places at least one of them differs; the whole piece is compared only where all
 * three match.
 */
#include "filter/sieve.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/byte_mask.h"
#include "base/utf8.h"
#include "cells/bitvector.h"
#include "plan/costs.h"
#include "query/folding.h"
#include "query/required_pieces.h"
#include "text/decode.h"

enum {
    SMALL = 1 << 14,   /* bytes: the sieve pays for smaller chunks even if they need no decoding */
    WIDTH = 64,        /* places compared at once: four vectors */
    BLOCK = 1 << 15,   /* bytes after which the time spent is checked */
    STRETCH = 1 << 18, /* bytes that a thread looks through at a time, if several do */
    TOGETHER_LEAST = 1 << 21 /* bytes that are worth several threads */
};

/* Sets the bytes of an item that only one character matches, and returns how many; 0 for other
 * items. */
static size_t item_bytes(const struct query *q, uint32_t item, unsigned char bytes[4])
{
    uint32_t only = q->items[item].only;
    if (only >= CHAR_BYTE)
        return 0;
    if (q->utf8)
        return utf8_encode(only, bytes);
    bytes[0] = (unsigned char)only;
    return 1;
}

/* Returns the last byte of the character at byte `at`: it varies most within a script. */
static uint32_t telling_byte(const struct sieve_piece *piece, size_t at)
{
    while (at + 1 < piece->length && (piece->bytes[at + 1] & 0xc0) == 0x80)
        at++;
    return (uint32_t)at;
}

/* Sets the piece to the bytes of these items, as many as fit. Returns false if it is too short to
 * look for. */
static bool take_piece(struct sieve_piece *piece, const struct query *q, const uint32_t *items,
                       struct span span)
{
    unsigned char bytes[4];
    piece->length = 0;
    for (size_t i = span.start; i < span.end; i++) {
        size_t n = item_bytes(q, items[i], bytes);
        if (n == 0)
            return false;
        if (piece->length + n > SIEVE_BYTES)
            break;
        memcpy(piece->bytes + piece->length, bytes, n);
        piece->length += n;
    }
    piece->before = piece->from = UINT32_MAX;
    memset(piece->bytes + piece->length, 0, SIEVE_BYTES - piece->length);
    memset(piece->mask, 0, sizeof piece->mask);
    memset(piece->mask, 0xff, piece->length);
    piece->probes[0] = telling_byte(piece, 0);
    piece->probes[1] = telling_byte(piece, piece->length / 2);
    piece->probes[2] = (uint32_t)piece->length - 1;
    return piece->length > 1;
}

static bool take_pattern(struct sieve *s, const struct query *q, const struct pattern *p)
{
    if (p->k >= SIEVE_PIECES - s->n) /* k < m in any query */
        return false;
    for (uint32_t i = 0; i <= p->k; i++) {
        struct span span = pattern_piece(p, q->metric, p->k + 1, i);
        struct sieve_piece *piece = &s->pieces[s->n++];
        if (!take_piece(piece, q, p->items, span))
            return false;
        piece->before = (uint32_t)span.start + p->k;
        piece->from = p->m - (uint32_t)span.start + p->k;
    }
    return true;
}

/* Frequency model: items with one character are rare, all others useless. */
static double share_of(const void *query, uint32_t item)
{
    unsigned char bytes[4];
    return item_bytes(query, item, bytes) > 0 ? 1.0 / 256 : 1;
}

/* Adds the pieces of a pattern with an automaton. */
static bool take_automaton(struct sieve *s, const struct query *q, const struct pattern *p)
{
    struct required_pieces found;
    struct path_shares shares = {share_of, q};
    if (!required_pieces_find(&found, pattern_without_limits(p), p->k, &shares) ||
        found.n > SIEVE_PIECES - s->n)
        return false;
    for (uint32_t i = 0; i < found.n; i++) {
        const struct item_run *run = &found.pieces[i];
        struct span span = {0, run->n};
        for (uint32_t j = 0; j < run->n; j++)
            if (share_of(q, run->items[j]) >= 1)
                return false;
        (void)take_piece(&s->pieces[s->n++], q, run->items, span); /* never too short */
    }
    return true;
}

/* Prepares verification of the pattern; its items match one character each. */
static void take_rows(struct sieve *s, const struct query *q, const struct pattern *p)
{
    s->utf8 = q->utf8;
    s->m = p->m;
    s->k = p->k;
    memset(s->rows, 0, sizeof s->rows);
    memset(s->rows_beyond, 0, sizeof s->rows_beyond);
    for (uint32_t i = 0; i < p->m; i++) {
        uint32_t c = q->items[p->items[i]].only;
        *(c < 128 ? &s->rows[c] : &s->rows_beyond[c % 256]) |= UINT64_C(1) << i;
    }
}

void sieve_open(struct sieve *s, const struct query *q)
{
    s->n = s->m = 0;
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct pattern *p = &q->patterns[i];
        if (p->overhang.inside > 0 ||
            !(p->automaton != NULL ? take_automaton : take_pattern)(s, q, p)) {
            s->n = 0;
            return;
        }
    }
    /* Levenshtein's distance is a lower bound of every other metric's, except with exchanges
     * (OSA). */
    if (q->npatterns == 1 && !q->automata && q->patterns[0].m <= SIEVE_ROWS &&
        q->metric != METRIC_OSA)
        take_rows(s, q, &q->patterns[0]);
}

/* Distances. */

/* Returns the rows that match the character, perhaps with others. Extra rows only lower distances,
 * so the sieve stays safe. */
static uint64_t rows_of(const struct sieve *s, uint32_t character)
{
    return character < 128 ? s->rows[character] : s->rows_beyond[character % 256];
}

/* Returns a byte at least `steps` characters before byte `at`, or the beginning. A step over
 * undecodable bytes may skip several characters. */
static size_t step_back(const struct sieve *s, const unsigned char *text, size_t at, uint32_t steps)
{
    for (; steps > 0 && at > 0; steps--) {
        at--;
        for (int i = 0; s->utf8 && i < 3 && at > 0 && (text[at] & 0xc0) == 0x80; i++)
            at--;
    }
    return at;
}

/* Returns whether the pattern occurs in the n bytes of text with this piece at byte `at`.
 * Delimiters are ordinary characters here, so an occurrence may cross them. */
static bool piece_occurs(const struct sieve *s, const struct sieve_piece *piece,
                         const unsigned char *text, size_t n, size_t at)
{
    assert(s->m > 0);
    struct bitvector v = BITVECTOR_START;
    uint32_t score = s->m, last_row = s->m - 1, left = piece->from;
    for (size_t i = step_back(s, text, at, piece->before); i < n && left > 0;) {
        uint32_t character;
        left -= i >= at;
        i += utf8_or_byte(s->utf8, text + i, n - i, &character);
        struct horizontal h = bitvector_step(&v, rows_of(s, character), 0, 0);
        score += (uint32_t)(h.p >> last_row & 1) - (uint32_t)(h.m >> last_row & 1);
        if (score <= s->k)
            return true;
    }
    return false;
}

/* Pieces. */

/* Three bytes of a piece, with their offsets in it. */
struct probe {
    byte_part first, middle, last;
    uint32_t to_first, to_middle, to_last;
};

/* One search through a text. */
struct sieve_search {
    const struct sieve *sieve;
    const unsigned char *text;
    size_t n;                  /* bytes */
    size_t from, at;           /* the first place; where time was looked at last */
    struct contest_turn *turn; /* NULL: it may take any time */
    struct span *reach;        /* grows by what lies around each place; or NULL */
    struct probe probes[SIEVE_PIECES];
};

static void begin_search(struct sieve_search *x)
{
    const struct sieve *s = x->sieve;
    for (size_t i = 0; i < s->n; i++) {
        const struct sieve_piece *piece = &s->pieces[i];
        struct probe *probe = &x->probes[i];
        probe->to_first = piece->probes[0];
        probe->to_middle = piece->probes[1];
        probe->to_last = piece->probes[2];
        probe->first = (byte_part){0} + piece->bytes[probe->to_first];
        probe->middle = (byte_part){0} + piece->bytes[probe->to_middle];
        probe->last = (byte_part){0} + piece->bytes[probe->to_last];
    }
}

/* Extends *reach to all text of occurrences with the piece at byte `at`. */
static void widen_span(struct span *reach, const struct sieve_piece *piece, size_t at, size_t n)
{
    size_t start = at > piece->before ? at - piece->before : 0;
    size_t end = n - at > piece->from ? at + piece->from : n;
    *reach = reach->start == reach->end ? (struct span){start, end}
                                        : (struct span){start < reach->start ? start : reach->start,
                                                        end > reach->end ? end : reach->end};
}

/* Charges `ns` nanoseconds to the search, which has come to byte `at`; returns whether it may go
 * on. */
static bool goes_on(struct sieve_search *x, double ns, size_t at)
{
    x->at = at;
    return x->turn == NULL || contest_spend(x->turn, ns, at - x->from);
}

/* Returns whether no occurrence has this piece at byte `at`. With x->reach, extends it instead. */
static bool place_excludes(struct sieve_search *x, const struct sieve_piece *piece, size_t at)
{
    const struct sieve *s = x->sieve;
    if (x->reach == NULL)
        return s->m > 0 && goes_on(x, COST_SIEVE_COLUMN * (s->m + 2.0 * s->k), at) &&
               !piece_occurs(s, piece, x->text, x->n, at);
    widen_span(x->reach, piece, at, x->n);
    return true;
}

/* Returns a mask of the places from p on at which the three bytes match. */
static inline byte_part match(const struct probe *b, const unsigned char *p)
{
    return (byte_part)(byte_part_load(p + b->to_first) == b->first) &
           (byte_part)(byte_part_load(p + b->to_middle) == b->middle) &
           (byte_part)(byte_part_load(p + b->to_last) == b->last);
}

/* Returns whether any of the probes matches at one of the WIDTH places from p on. */
static inline bool any_match(const struct sieve_search *x, const unsigned char *p)
{
    byte_part any = {0};
    for (const struct probe *b = x->probes, *end = b + x->sieve->n; b < end; b++)
        any |= match(b, p) | match(b, p + BYTE_PART) | match(b, p + 2 * BYTE_PART) |
               match(b, p + 3 * BYTE_PART);
    return byte_mask(any) != 0;
}

/* Returns whether the piece is at p, where SIEVE_BYTES bytes can be read. */
static inline bool piece_at(const struct sieve_piece *piece, const unsigned char *p)
{
    byte_part differ =
        (byte_part_load(p) ^ byte_part_load(piece->bytes)) & byte_part_load(piece->mask);
    return byte_mask((byte_part)(differ != 0)) == 0;
}

/* Returns whether no occurrence has piece i at one of the WIDTH places from p on, which is byte
 * `at`. */
static bool piece_excludes(struct sieve_search *x, size_t i, const unsigned char *p, size_t at)
{
    const struct sieve_piece *piece = &x->sieve->pieces[i];
    uint64_t places = 0;
    for (unsigned from = 0; from < WIDTH; from += BYTE_PART)
        places |= (uint64_t)byte_mask(match(&x->probes[i], p + from)) << from;
    for (; places != 0; places &= places - 1) {
        unsigned place = (unsigned)__builtin_ctzll(places);
        if (piece_at(piece, p + place) && at + place + piece->length <= x->n &&
            !place_excludes(x, piece, at + place))
            return false;
    }
    return true;
}

/* Returns whether no occurrence has any piece at one of the WIDTH places from p on, which is byte
 * `at`. */
static bool block_excludes(struct sieve_search *x, const unsigned char *p, size_t at)
{
    if (!any_match(x, p))
        return true;
    if (!goes_on(x, COST_SIEVE_PLACE, at))
        return false;
    for (size_t i = 0; i < x->sieve->n; i++)
        if (!piece_excludes(x, i, p, at))
            return false;
    return true;
}

/* Returns whether no occurrence has a piece that begins at one of these places of the text. They
 * end with the text, or long before its end. */
static bool stretch_excludes(struct sieve_search *x, struct span places)
{
    unsigned char rest[2 * WIDTH + SIEVE_BYTES] = {0}; /* and zeros behind it */
    size_t at = places.start, n = x->n;
    const double cost = COST_SIEVE * BLOCK * (double)x->sieve->n;
    begin_search(x);
    for (; at < places.end && n - at >= WIDTH + SIEVE_BYTES; at += WIDTH)
        if (!block_excludes(x, x->text + at, at) || (at % BLOCK == 0 && !goes_on(x, cost, at)))
            return false;
    if (at >= places.end)
        return true;
    memcpy(rest, x->text + at, n - at);
    return block_excludes(x, rest, at) &&
           (n - at <= WIDTH || block_excludes(x, rest + WIDTH, at + WIDTH));
}

struct span sieve_reach(const struct sieve *s, const unsigned char *p, size_t n)
{
    struct span reach = {0, s->n > 0 ? 0 : n};
    struct sieve_search x = {.sieve = s, .text = p, .n = n, .reach = &reach};
    if (s->n > 0)
        (void)stretch_excludes(&x, (struct span){0, n});
    return reach;
}

/* A text that several threads look through. */
struct sieve_job {
    const struct sieve *sieve;
    const unsigned char *text;
    size_t n, stretches;
    const struct contest_turn *turn;
    atomic_bool failed; /* a stretch was not excluded: the rest need not be looked at */
};

static void exclude_stretch(void *job, size_t i)
{
    struct sieve_job *j = job;
    struct span places = {i * STRETCH, i + 1 < j->stretches ? (i + 1) * STRETCH : j->n};
    struct contest_turn turn = *j->turn; /* what is spent, each thread counts by itself */
    struct sieve_search x = {
        .sieve = j->sieve, .text = j->text, .n = j->n, .from = places.start, .turn = &turn};
    if (!atomic_load(&j->failed) && !stretch_excludes(&x, places))
        atomic_store(&j->failed, true);
}

static bool excludes_together(struct helpers *helpers, const struct sieve *s, struct chunk *c,
                              struct contest_turn *turn)
{
    struct sieve_job job = {s, c->bytes, c->end_byte, c->end_byte / STRETCH, turn, false};
    helpers_do(helpers, job.stretches, exclude_stretch, &job);
    return !atomic_load(&job.failed);
}

/* Returns whether no pattern occurs in the chunk; also false if that takes too long to find out:
 * then *done bytes were looked through. */
static bool excludes(const struct sieve *s, struct chunk *c, struct helpers *helpers,
                     struct contest_turn *turn, size_t *done)
{
    *done = 0;
    if (helpers != NULL && c->end_byte >= TOGETHER_LEAST)
        return excludes_together(helpers, s, c, turn);
    struct sieve_search x = {.sieve = s, .text = c->bytes, .n = c->end_byte, .turn = turn};
    bool excluded = stretch_excludes(&x, (struct span){0, c->end_byte});
    *done = x.at;
    return excluded;
}

static void make_barren(struct chunk *c, const struct alphabet *a)
{
    folded_text_clear(&c->folded.text);
    c->folded.own = (struct span){c->begin_byte, c->end_byte};
    c->decoding.barren = true;
    c->width = 0;
    c->translated = false;
    c->length = c->nbytes;
    c->own = (struct share){c->end_byte, c->end_byte, c->end_byte};
    c->alphabet_size = alphabet_size(a);
    c->delimiters.byte = alphabet_delimiter(a);
}

/* Returns whether the chunk became barren, by a turn of the sieve. */
static bool sieve_chunk(const struct sieve *s, struct contest_turn *turn, struct chunk *c,
                        const struct alphabet *a, struct helpers *helpers)
{
    size_t done = 0;
    bool folded = c->rules.folding != NULL &&
                  !folding_unchanged(c->rules.folding, c->bytes, c->nbytes, alphabet_delimiter(a));
    bool barren = !folded && excludes(s, c, helpers, turn, &done);
    turn->failed = !barren && !turn->stopped;
    if (barren)
        make_barren(c, a);
    contest_end(turn, turn->stopped ? done : c->end_byte);
    return barren;
}

bool sieve_decode(const struct sieve *s, struct sieve_plan *plan, struct chunk *c,
                  struct alphabet *a, struct helpers *helpers)
{
    bool decodes = c->rules.utf8 && !decode_all_ascii(c);
    c->decoding.barren = false;
    if (s->n == 0 || c->rules.listed || (c->nbytes >= SMALL && !decodes))
        return decode_chunk(c, a, helpers);
    double n = (double)c->end_byte, scan = COST_SCAN_BEGIN + n * COST_SCAN;
    if (c->nbytes >= SMALL)
        scan *= rate_factor(&plan->scan);
    struct contest_way ways[] = {
        {WAY_SIEVE, n * COST_SIEVE * (double)s->n, true, false},
        {.way = WAY_DECODE, .predicted = scan + (decodes ? n * COST_DECODE : 0)}};
    struct contest_turn turn;
    if (contest_begin(&turn, &plan->contest, "sieve", ways, 2, c->end_byte, c->end_byte) ==
        WAY_SIEVE) {
        if (sieve_chunk(s, &turn, c, a, helpers))
            return true;
        (void)contest_begin(&turn, &plan->contest, "sieve", &ways[1], 1, c->end_byte, c->end_byte);
    }
    bool good = decode_chunk(c, a, helpers);
    turn.later = scan;
    contest_end(&turn, c->end_byte);
    return good;
}
