/*
 * folded_text.c - see folded_text.h.
 *
 * Most characters are unchanged by folding. Vectors search for bytes that need a closer look; the
 * unchanged run before them is copied as a whole.
 */
#include "query/folded_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/utf8.h"
#include "query/folding_border.h"
#include "query/folding_look.h"

void folded_text_clear(struct folded_text *p)
{
    p->n = p->nbends = p->njoints = 0;
    p->ended = p->next = 0;
    p->part = ENTRY_BEGIN;
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

static bool add_bend(struct folded_text *p, size_t begin)
{
    if (!grow(&p->bends, &p->bends_capacity, p->nbends + 1, sizeof *p->bends))
        return false;
    p->bends[p->nbends++] = (struct bend){(uint32_t)p->n, p->ended, (uint32_t)begin, 0};
    return true;
}

static bool add_joint(struct folded_text *p)
{
    if (!grow(&p->joints, &p->joints_capacity, p->njoints + 1, sizeof *p->joints))
        return false;
    p->joints[p->njoints++] = p->n;
    return true;
}

/* Records that the next added byte comes from `begin` in the source text. Returns false when out of
 * memory. */
static bool note_begin(struct folded_text *p, size_t begin)
{
    bool bends = begin != p->next || p->ended != p->next;
    if ((p->broken && bends && !add_joint(p)) || (bends && !add_bend(p, begin)))
        return false;
    p->broken = false;
    return true;
}

/* Allocates n bytes for the folding of [begin, end) of the source text, and records their origin.
 * Returns the memory, or NULL when out of memory. */
static inline unsigned char *place_folded(struct folded_text *p, size_t n, size_t begin, size_t end)
{
    if (!note_begin(p, begin) ||
        (p->capacity - p->n < n && !grow(&p->bytes, &p->capacity, p->n + n, 1)))
        return NULL;
    p->n += n;
    p->ended = (uint32_t)end;
    p->next = (uint32_t)(begin + n);
    return p->bytes + p->n - n;
}

static bool put_folded(struct folded_text *p, const unsigned char *bytes, size_t n, size_t begin,
                       size_t end)
{
    unsigned char *to = place_folded(p, n, begin, end);
    if (to != NULL)
        memcpy(to, bytes, n);
    return to != NULL;
}

/* Adds a character of this kind, unless it is skipped. */
static bool put_kind(struct folded_text *p, const struct folding *e, unsigned kind,
                     const unsigned char *bytes, size_t n, size_t begin, size_t end)
{
    if ((kind & CHARACTER_SKIPPED) != 0)
        return true;
    bool space = e->fold_space && (kind & CHARACTER_SPACE) != 0;
    if (space && p->spaced)
        return true;
    p->spaced = space;
    return put_folded(p, space ? (const unsigned char *)" " : bytes, space ? 1 : n, begin, end);
}

/* Adds character c, which is these bytes. */
static bool put_character(struct folded_text *p, const struct folding *e, uint32_t c,
                          const unsigned char *bytes, size_t n, size_t begin, size_t end)
{
    size_t before = p->n;
    bool good = put_kind(p, e, folding_kind(e, c), bytes, n, begin, end);
    if (p->n > before)
        p->broken = c >= CHAR_BYTE;
    return good;
}

/* Adds the normal form of a piece. */
static bool put_piece(struct folded_text *p, const struct folding *e, const unsigned char *text,
                      size_t from, size_t to)
{
    bool good = normal_form_piece(e->drops_accents, text, from, to, &p->piece);
    for (size_t i = 0; good && i < p->piece.count; i++) {
        const struct placed *x = &p->piece.list[i];
        unsigned char bytes[4];
        size_t n = utf8_encode(x->character, bytes);
        good = put_character(p, e, x->character, bytes, n, x->begin, x->end);
    }
    return good;
}

static bool is_hyphen(uint32_t c)
{
    return c == '-' || c == 0xad /* soft */ || c == 0x2010;
}

/*
 * Adds the piece [from, end): a character and the run of blanks after it, or, at the begin of the
 * text, a run alone. Of a run at the begin or end of a line, only the newlines are added. If lines
 * are joined, a run with a newline becomes a space at its begin; a hyphen at the end of a line, and
 * the run after it, are dropped.
 */
static bool put_blanks(struct folded_text *p, const struct folding *e, const unsigned char *text,
                       size_t from, size_t end, bool ends_text)
{
    size_t n, next = from, run = from;
    if ((folding_kind(e, folding_decode(e, text, from, end, &n)) & CHARACTER_BLANK) == 0)
        run += n;
    bool breaks = memchr(text + run, '\n', end - run) != NULL, good = true;
    bool joins = e->join_lines && breaks;
    bool edge = e->trim_lines && (breaks || run == from || ends_text);
    bool returned = run + 1 < end && text[run] == '\r';
    for (; good && next < end; next += n) {
        uint32_t c = folding_decode(e, text, next, end, &n);
        bool space = joins && next == run;
        bool dropped = next >= run && (joins ? !space : edge && c != '\n');
        if (next < run && joins && is_hyphen(c) && text[run + returned] == '\n')
            return true;
        if (!dropped)
            good =
                put_kind(p, e, folding_kind(e, c), space ? (const unsigned char *)" " : text + next,
                         space ? 1 : n, next, next + n);
        if (next < run)
            p->broken = c >= CHAR_BYTE;
    }
    return good;
}

/* Adds a character at [from, to) that changes, and that no other joins. */
static bool put_alone(struct folded_text *p, const struct folding *e, const unsigned char *text,
                      size_t from, size_t to, uint32_t c)
{
    unsigned char bytes[UTF8_LONGEST];
    uint32_t folded = e->utf8 && c < FOLDING_ALONE ? e->alone[c] : 0;
    if (folded == 0)
        return put_piece(p, e, text, from, to);
    size_t n = utf8_encode(folded, bytes);
    return put_character(p, e, folded, bytes, n, from, to);
}

/* Adds the character at `at` with the characters that join it. Returns their end, or 0 when out of
 * memory. */
static size_t add_piece(struct folded_text *p, const struct folding *e, const unsigned char *text,
                        size_t at, size_t to)
{
    size_t n;
    uint32_t c = folding_decode(e, text, at, to, &n);
    size_t end = folding_border(e, text, at + n, to);
    if (folding_joins_blanks(e))
        return put_blanks(p, e, text, at, end, end == to && !p->goes_on) ? end : 0;
    if (end > at + n)
        return put_piece(p, e, text, at, end) ? end : 0;
    if ((folding_kind(e, c) & CHARACTER_CHANGES) != 0)
        return put_alone(p, e, text, at, end, c) ? end : 0;
    return put_character(p, e, c, text + at, n, at, at + n) ? end : 0;
}

/* Adds a delimiter of `length` bytes, represented by its last byte. */
static bool put_delimiter(struct folded_text *p, const unsigned char *text, size_t at,
                          size_t length)
{
    p->spaced = false;
    return put_folded(p, text + at + length - 1, 1, at, at + length);
}

bool folded_text_add_delimiter(struct folded_text *p, const unsigned char *text, size_t from,
                               size_t to)
{
    p->spaced = false;
    p->part = ENTRY_BEGIN;
    return put_folded(p, text + from, to - from, from, to);
}

/* Returns the number of one-byte characters from `at` on that are skipped individually. */
static size_t passed_over(const struct folding *e, const unsigned char *text, size_t at, size_t to,
                          int delimiter)
{
    size_t from = at;
    while (at < to && (!e->utf8 || (text[at] < 0x80 && (at + 1 == to || text[at + 1] < 0x80))) &&
           (e->kinds[text[at]] & CHARACTER_SKIPPED) != 0 &&
           folding_delimiter(e, text, at, to, delimiter) == 0)
        at++;
    return at - from;
}

/* The current run: [from, at) is unchanged by folding, and still to be added. */
struct plain_run {
    const unsigned char *text;
    size_t from, at, to;
    size_t most; /* bytes to examine next */
    bool ascii;  /* the last block had only ASCII characters, or bytes are characters */
    bool spaced; /* p->spaced at `from` */
};

static bool add_run(struct folded_text *p, const struct plain_run *r)
{
    size_t n = r->at - r->from;
    if (n == 0)
        return true;
    unsigned char *to = place_folded(p, n, r->from, r->at);
    if (to == NULL)
        return false;
    if (n <= BYTE_PART && r->to - r->from >= BYTE_PART && p->bytes + p->capacity - to >= BYTE_PART)
        memcpy(to, r->text + r->from, BYTE_PART);
    else
        memcpy(to, r->text + r->from, n);
    return true;
}

/* Copies n bytes without those in `dropped`. Returns how many it dropped. BYTE_PART more bytes must
 * be readable and writable. */
static inline size_t copy_kept(unsigned char *to, const unsigned char *from, size_t n,
                               uint64_t dropped)
{
    size_t at = 0, gone = 0;
    for (;; dropped &= dropped - 1) {
        size_t next = dropped == 0 ? n : (size_t)__builtin_ctzll(dropped);
        memcpy(to + at - gone, from + at, BYTE_PART);
        if (next > at + BYTE_PART)
            memcpy(to + at - gone + BYTE_PART, from + at + BYTE_PART, next - at - BYTE_PART);
        if (dropped == 0)
            return gone;
        at = next + 1;
        gone++;
    }
}

/* Adds the run, and the bytes `keep` of the block after it; BYTE_PART bytes behind the block are
 * readable. */
static bool add_kept(struct folded_text *p, struct plain_run *r, const unsigned char *block,
                     uint64_t keep)
{
    if (!add_run(p, r))
        return false;
    if (keep == 0)
        return true;
    unsigned first = (unsigned)__builtin_ctzll(keep),
             end = LOOK_BLOCK - (unsigned)__builtin_clzll(keep);
    uint64_t dropped = (~keep & UINT64_MAX >> (LOOK_BLOCK - end)) >> first;
    size_t nbends = p->nbends, begin = r->at + first;
    if (!note_begin(p, begin) || (nbends == p->nbends && !add_bend(p, begin)) ||
        (p->capacity - p->n < LOOK_BLOCK + BYTE_PART &&
         !grow(&p->bytes, &p->capacity, p->n + LOOK_BLOCK + BYTE_PART, 1)))
        return false;
    p->bends[p->nbends - 1].dropped = dropped;
    p->n += end - first - copy_kept(p->bytes + p->n, block + first, end - first, dropped);
    p->ended = p->next = (uint32_t)(r->at + end);
    return true;
}

/* Adds the run, and the whole blocks after it whose bytes are dropped or unchanged one by one.
 * Returns false when out of memory. */
static bool add_blocks(struct folded_text *p, const struct look *l, struct plain_run *r)
{
    size_t blocks = (r->to - r->at) / LOOK_BLOCK;
    if (l->e->kernel == NULL || l->e->crlf || l->e->pieces || !(l->drops || l->folds) ||
        !r->ascii || r->most < LOOK_BLOCK || blocks == 0)
        return true;
    if (!add_run(p, r) ||
        !grow(&p->bytes, &p->capacity, p->n + blocks * LOOK_BLOCK + FOLDING_SPARE, 1) ||
        !grow(&p->bends, &p->bends_capacity, p->nbends + blocks, sizeof *p->bends))
        return false;
    r->from = r->at;
    if (p->broken)
        return true;
    struct dropping d = {.set = &l->attention,
                         .ascii = l->e->utf8,
                         .folds = l->folds,
                         .spaced = p->spaced,
                         .text = r->text,
                         .at = r->at,
                         .end = r->to,
                         .bytes = p->bytes,
                         .n = p->n,
                         .bends = p->bends,
                         .nbends = p->nbends,
                         .ended = p->ended,
                         .next = p->next};
    l->e->kernel->drop(&d);
    r->from = r->at = d.at;
    p->n = d.n;
    p->nbends = d.nbends;
    p->ended = d.ended;
    p->next = d.next;
    p->spaced = r->spaced = d.spaced;
    return true;
}

/* Processes the n <= LOOK_BLOCK bytes at r->at, up to the first that needs a closer look; adds them
 * if some are dropped. Sets *n to the processed bytes. Returns false when out of memory. */
static inline bool go_over(struct folded_text *p, const struct look *l, struct plain_run *r,
                           size_t *n)
{
    unsigned char rest[LOOK_BLOCK + BYTE_PART];
    const unsigned char *bytes = r->text + r->at;
    if (r->to - r->at < sizeof rest) {
        memset(rest + *n, ' ', sizeof rest - *n); /* so the last byte is no single space */
        bytes = memcpy(rest, bytes, *n);
    }
    struct looked x = *n > BYTE_PART ? look_at(l, (struct byte_block){bytes, LOOK_BLOCK}, p->spaced)
                                     : look_at(l, (struct byte_block){bytes, BYTE_PART}, p->spaced);
    r->most = LOOK_BLOCK;
    r->ascii = !x.high;
    if (x.look != 0 && (size_t)__builtin_ctzll(x.look) < *n) {
        *n = (size_t)__builtin_ctzll(x.look);
        r->most = BYTE_PART;
    }
    if (*n > 0 && bytes[*n - 1] >= 0x80 && l->e->utf8)
        *n -= utf8_cut(bytes, *n);
    if (*n == 0)
        return true;
    uint64_t gone = UINT64_MAX >> (LOOK_BLOCK - *n);
    if ((x.drop & gone) != 0) {
        if (!add_kept(p, r, bytes, gone & ~x.drop))
            return false;
        r->from = r->at + *n;
    }
    r->at += *n;
    p->spaced = (x.spaces >> (*n - 1) & 1) != 0;
    return true;
}

/* Removes the last character from a run that is followed by a joining character, because they form
 * a piece. */
static void shorten(struct folded_text *p, const struct look *l, struct plain_run *r)
{
    size_t length;
    if (r->at == r->from || !l->e->pieces ||
        (r->text[r->at] < 0x80 && !folding_joins_blanks(l->e)) ||
        !folding_joins(l->e, r->text, r->at, r->to, &length))
        return;
    r->at -= utf8_last(r->text + r->from, r->at - r->from);
    bool space = r->at > r->from && r->text[r->at - 1] == ' ' && l->delimiter != ' ';
    p->spaced = r->at > r->from ? l->e->fold_space && space : r->spaced;
}

/* Returns whether here is a single space between two unchanged characters, although blanks may be
 * dropped (folding_joins_blanks()). */
static bool is_single_space(const struct folding *e, const struct plain_run *r)
{
    if (!folding_joins_blanks(e) || r->text[r->at] != ' ' || r->at == r->from || r->at + 1 == r->to)
        return false;
    size_t length;
    uint32_t next = folding_decode(e, r->text, r->at + 1, r->to, &length);
    return next < CHAR_BYTE && folding_kind(e, next) == 0;
}

/* Adds the run, and the delimiter, piece or skipped characters after it. Returns false when out of
 * memory. */
static bool add_other(struct folded_text *p, const struct look *l, struct plain_run *r)
{
    shorten(p, l, r);
    if (!add_run(p, r))
        return false;
    size_t at = r->at, passed = passed_over(l->e, r->text, at, r->to, l->delimiter);
    size_t ends = folding_delimiter(l->e, r->text, at, r->to, l->delimiter);
    if (passed > 0)
        at += passed;
    else if (ends > 0)
        at = put_delimiter(p, r->text, at, ends) ? at + ends : 0;
    else
        at = add_piece(p, l->e, r->text, at, r->to);
    r->from = r->at = at;
    r->spaced = p->spaced;
    return at != 0;
}

static bool add_text(struct folded_text *p, const struct folding *e, const unsigned char *text,
                     size_t from, size_t to, int delimiter)
{
    struct look l = look_of(e, delimiter);
    struct plain_run r = {text, from, from, to, LOOK_BLOCK, true, p->spaced};
    size_t next = from; /* where the kernel looks next for an unchanged part */
    while (r.at < to) {
        if (!add_blocks(p, &l, &r))
            return false;
        if (r.at >= next) {
            size_t part = folding_unchanged_part(&l, text + r.at, to - r.at);
            r.at += part;
            p->spaced = p->spaced && part == 0;
            next = r.at + LOOK_BLOCK;
        }
        size_t all = to - r.at < r.most ? to - r.at : r.most, n = all;
        if (all > 0 && e->utf8 && text[r.at] >= 0x80 && r.most < LOOK_BLOCK)
            n = 0; /* vectors would stop here */
        else if (!go_over(p, &l, &r, &n))
            return false;
        if (n == all)
            continue;
        size_t before = r.at;
        r.at += is_single_space(e, &r);
        r.at = folding_unchanged_end(e, text, r.at, to);
        if (r.at > before)
            p->spaced = false;
        else if (!add_other(p, &l, &r))
            return false;
    }
    return add_run(p, &r);
}

bool folded_text_add(struct folded_text *p, const struct folding *e, const unsigned char *text,
                     size_t from, size_t to, int delimiter)
{
    bool good = true, residues;
    if (e->entries == ENTRY_NO_FORMAT)
        return add_text(p, e, text, from, to, delimiter);
    for (size_t end; good && from < to; from = end) {
        end = entry_line(e->entries, &p->part, text, from, to, &residues);
        good = !residues || add_text(p, e, text, from, end, delimiter);
    }
    return good;
}
