/*
 * folded_text.c - see folded_text.h.
 *
 * Most characters count as they stand. Vectors look for the bytes that need a look; what lies
 * before them is copied as a whole.
 */
#include "query/folded_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/utf8.h"

void folded_text_clear(struct folded_text *p)
{
    p->n = p->nbends = p->njoints = 0;
    p->ended = 0;
    p->spaced = p->broken = p->goes_on = false;
}

void folded_text_free(struct folded_text *p)
{
    free(p->bytes);
    free(p->bends);
    free(p->joints);
    piece_form_free(&p->piece);
    *p = (struct folded_text){0};
}

static bool add_bend(struct folded_text *p, size_t end, size_t begin)
{
    if (!grow(&p->bends, &p->bends_capacity, p->nbends + 1, sizeof *p->bends))
        return false;
    p->bends[p->nbends++] = (struct bend){(uint32_t)p->n, (uint32_t)end, (uint32_t)begin};
    return true;
}

static bool add_joint(struct folded_text *p)
{
    if (!grow(&p->joints, &p->joints_capacity, p->njoints + 1, sizeof *p->joints))
        return false;
    p->joints[p->njoints++] = (uint32_t)p->n;
    return true;
}

/* Where the text goes on as the plain text does, since the last bend. */
static size_t beside(const struct folded_text *p)
{
    if (p->nbends == 0)
        return p->n;
    const struct bend *b = &p->bends[p->nbends - 1];
    return b->begin + (p->n - b->at);
}

/* Adds n bytes of what begins at `begin` in the text and ends at `end`. */
static bool put(struct folded_text *p, const unsigned char *bytes, size_t n, size_t begin,
                size_t end)
{
    size_t next = beside(p);
    bool bends = begin != next || p->ended != next;
    if ((p->broken && bends && !add_joint(p)) || (bends && !add_bend(p, p->ended, begin)) ||
        !grow(&p->bytes, &p->capacity, p->n + n, 1))
        return false;
    memcpy(p->bytes + p->n, bytes, n);
    p->n += n;
    p->ended = (uint32_t)end;
    p->broken = false;
    return true;
}

/* Bytes that are looked at together. Every processor has vectors of this size. */
typedef uint8_t part __attribute__((vector_size(16)));
typedef uint64_t words __attribute__((vector_size(16)));

/* The bytes that need a look: they are not 0. */
static inline part find(const struct folding *e, part x)
{
    part found = {0};
    for (unsigned i = 0; i < e->nranges; i++) {
        part first = {0}, more = {0};
        first += e->ranges[i].first;
        more += e->ranges[i].more;
        found |= (part)((part)(x - first) <= more);
    }
    return e->utf8 ? found | (part)(x >= 0x80) : found;
}

static inline bool counts(const struct folding *e, unsigned char byte)
{
    return (!e->utf8 || byte < 0x80) && e->kinds[byte] == 0;
}

/* How many bytes from p on count as they stand. */
static size_t scan(const struct folding *e, const unsigned char *p, size_t n)
{
    size_t at = 0;
    for (part x; e->nranges <= FOLDING_RANGES && at + sizeof x <= n; at += sizeof x) {
        memcpy(&x, p + at, sizeof x);
        words found = (words)find(e, x);
        if ((found[0] | found[1]) != 0)
            return at + (found[0] != 0 ? bits_first_byte(found[0]) : 8 + bits_first_byte(found[1]));
    }
    while (at < n && counts(e, p[at]))
        at++;
    return at;
}

/* Whether a space that has characters that count on both sides counts as it stands. */
static bool single_spaces_count(const struct folding *e)
{
    return (e->fold_space || e->trim_lines) &&
           (e->kinds[' '] & ~(unsigned)(CHARACTER_SPACE | CHARACTER_BLANK)) == 0;
}

/* The same, over single spaces, which count as they stand where others do before and behind. */
static size_t scan_words(const struct folding *e, bool spaced, const unsigned char *p, size_t n)
{
    for (size_t at = 0;; at += 2) {
        at += scan(e, p + at, n - at);
        bool single = at + 1 < n && p[at] == ' ' && single_spaces_count(e) &&
                      (at > 0 || (!spaced && !e->trim_lines)) && counts(e, p[at + 1]);
        if (!single)
            return at;
    }
}

static uint32_t decode(const struct folding *e, const unsigned char *text, size_t at, size_t to,
                       size_t *length)
{
    uint32_t c;
    *length = utf8_or_byte(e->utf8, text + at, to - at, &c);
    return c;
}

static bool joins(const struct folding *e, const unsigned char *text, size_t at, size_t to,
                  size_t *length)
{
    unsigned kind = e->kinds[decode(e, text, at, to, length)];
    return (kind & (CHARACTER_JOINS | CHARACTER_BLANK)) != 0;
}

size_t equality_border(const struct folding *e, const unsigned char *text, size_t at, size_t to)
{
    size_t length;
    while (e->pieces && at < to && joins(e, text, at, to, &length))
        at += length;
    return at;
}

size_t equality_border_before(const struct folding *e, const unsigned char *text, size_t from,
                              size_t at, size_t to)
{
    size_t length;
    while (e->pieces && at > from && at < to && joins(e, text, at, to, &length))
        at -= utf8_last(text + from, at - from);
    return at;
}

size_t equality_begin(const struct folding *e, const unsigned char *text, size_t from, size_t at,
                      size_t to)
{
    size_t border = equality_border_before(e, text, from, at, to), length;
    if (border < at && (e->kinds[decode(e, text, border, to, &length)] & CHARACTER_SPACE) != 0)
        border += length;
    return border;
}

/* Adds a character of this kind, unless it does not count. */
static bool put_kind(struct folded_text *p, const struct folding *e, unsigned kind,
                     const unsigned char *bytes, size_t n, size_t begin, size_t end)
{
    if ((kind & CHARACTER_SKIPPED) != 0)
        return true;
    bool space = e->fold_space && (kind & CHARACTER_SPACE) != 0;
    if (space && p->spaced)
        return true;
    p->spaced = space;
    return put(p, space ? (const unsigned char *)" " : bytes, space ? 1 : n, begin, end);
}

/* Adds the characters that a piece becomes. */
static bool put_piece(struct folded_text *p, const struct folding *e, const unsigned char *text,
                      size_t from, size_t to)
{
    bool good = normal_form_piece(e->normal, text, from, to, &p->piece);
    for (size_t i = 0; good && i < p->piece.count; i++) {
        const struct placed *x = &p->piece.list[i];
        unsigned char bytes[4];
        size_t n = utf8_encode(x->character, bytes);
        size_t before = p->n;
        good = put_kind(p, e, e->kinds[x->character], bytes, n, x->begin, x->end);
        p->broken = p->n > before ? x->character >= CHAR_BYTE : p->broken;
    }
    return good;
}

/* Adds a character at [from, at) and the run of blanks behind it, which ends at `end`: where the
 * run lies at an end of a line only its newlines. Without a character the run begins the text. */
static bool put_blanks(struct folded_text *p, const struct folding *e, const unsigned char *text,
                       size_t from, size_t at, size_t end, bool ends_text)
{
    bool edge = from == at || ends_text || memchr(text + at, '\n', end - at) != NULL, good = true;
    for (size_t next = from, n; good && next < end; next += n) {
        uint32_t c = decode(e, text, next, end, &n);
        if (next < at || !edge || c == '\n')
            good = put_kind(p, e, e->kinds[c], text + next, n, next, next + n);
        if (next < at)
            p->broken = c >= CHAR_BYTE;
    }
    return good;
}

/* Adds the character at `at` with those that join it; returns where they end, 0: memory is out. */
static size_t add_piece(struct folded_text *p, const struct folding *e, const unsigned char *text,
                        size_t at, size_t to)
{
    size_t n;
    uint32_t c = decode(e, text, at, to, &n);
    size_t end = equality_border(e, text, at + n, to);
    if (e->trim_lines) {
        size_t run = (e->kinds[c] & CHARACTER_BLANK) != 0 ? at : at + n;
        return put_blanks(p, e, text, at, run, end, end == to && !p->goes_on) ? end : 0;
    }
    if (end > at + n || (e->kinds[c] & CHARACTER_CHANGES) != 0)
        return put_piece(p, e, text, at, end) ? end : 0;
    size_t before = p->n;
    if (!put_kind(p, e, e->kinds[c], text + at, n, at, at + n))
        return 0;
    if (p->n > before)
        p->broken = c >= CHAR_BYTE;
    return end;
}

size_t equality_delimiter(const struct folding *e, const unsigned char *text, size_t at, size_t to,
                          int delimiter)
{
    bool returned =
        e->crlf && delimiter >= 0 && text[at] == '\r' && at + 1 < to && text[at + 1] == delimiter;
    return returned ? 2 : text[at] == delimiter;
}

/* Adds a delimiter of so many bytes, as its last one. */
static bool put_delimiter(struct folded_text *p, const unsigned char *text, size_t at,
                          size_t length)
{
    p->spaced = false;
    return put(p, text + at + length - 1, 1, at, at + length);
}

bool folded_text_add_delimiter(struct folded_text *p, const unsigned char *text, size_t from,
                               size_t to)
{
    p->spaced = false;
    return put(p, text + from, to - from, from, to);
}

/* How many bytes from `at` on are characters of one byte that are passed over, each by itself. */
static size_t passed_over(const struct folding *e, const unsigned char *text, size_t at, size_t to,
                          int delimiter)
{
    size_t from = at;
    while (at < to && (!e->utf8 || (text[at] < 0x80 && (at + 1 == to || text[at + 1] < 0x80))) &&
           (e->kinds[text[at]] & CHARACTER_SKIPPED) != 0 &&
           equality_delimiter(e, text, at, to, delimiter) == 0)
        at++;
    return at - from;
}

bool folded_text_add(struct folded_text *p, const struct folding *e, const unsigned char *text,
                     size_t from, size_t to, int delimiter)
{
    for (size_t at = from; at < to;) {
        size_t n = scan_words(e, p->spaced, text + at, to - at), length;
        if (n > 0 && e->pieces && at + n < to && (text[at + n] >= 0x80 || e->trim_lines) &&
            joins(e, text, at + n, to, &length))
            n--;
        if (n > 0 && !put(p, text + at, n, at, at + n))
            return false;
        if (n > 0)
            p->spaced = e->fold_space && text[at + n - 1] == ' ';
        at += n;
        if (at == to)
            break;
        size_t passed = passed_over(e, text, at, to, delimiter);
        at += passed;
        if (passed > 0)
            continue;
        size_t ends = equality_delimiter(e, text, at, to, delimiter);
        if (ends > 0) {
            if (!put_delimiter(p, text, at, ends))
                return false;
            at += ends;
        } else if ((at = add_piece(p, e, text, at, to)) == 0) {
            return false;
        }
    }
    return true;
}

/* How many bends are at or before byte `at`. */
static size_t bends_before(const struct folded_text *p, size_t at)
{
    size_t low = 0, high = p->nbends;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->bends[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t folded_text_begins(const struct folded_text *p, size_t at)
{
    size_t i = bends_before(p, at);
    if (i == 0)
        return at;
    return p->bends[i - 1].begin + (at - p->bends[i - 1].at);
}

size_t folded_text_ends(const struct folded_text *p, size_t at)
{
    size_t i = bends_before(p, at);
    if (at == p->n)
        return p->ended;
    if (i == 0)
        return at;
    const struct bend *b = &p->bends[i - 1];
    return b->at == at ? b->end : b->begin + (at - b->at);
}

size_t folded_text_at(const struct folded_text *p, size_t begin)
{
    size_t low = 0, high = p->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (folded_text_begins(p, middle) < begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t folded_text_joint(const struct folded_text *p, size_t at)
{
    size_t low = 0, high = p->njoints;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->joints[middle] <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->njoints ? p->joints[low] : p->n;
}

size_t folded_text_decode(const struct folded_text *p, bool utf8, size_t at, uint32_t *c)
{
    return utf8_or_byte(utf8, p->bytes + at, folded_text_joint(p, at) - at, c);
}
