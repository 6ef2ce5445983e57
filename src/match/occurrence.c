/*
 * occurrence.c - serializes occurrences.
 *
 * An occurrence is fourteen numbers, most of them small, in a variable-length code: seven bits in a
 * byte, the lowest first; all bytes of a number but the last have the highest bit set.
 */
#include "match/occurrence.h"

#include <string.h>

#include "base/escape_controls.h"

enum { NUMBER_MOST = 10, OCCURRENCE_MOST = 14 * NUMBER_MOST }; /* bytes */

static unsigned char *put_number(unsigned char *to, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *to++ = (unsigned char)(n | 0x80);
    *to++ = (unsigned char)n;
    return to;
}

static uint64_t take_number(struct occurrence_reader *r)
{
    uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = r->buffer[r->begin++];
        n |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return n;
    }
}

/* The line and the text end of an occurrence may be less than those of the previous one. Such
 * differences have a sign, which is stored in the lowest bit. */
static uint64_t put_sign(uint64_t difference)
{
    return difference << 1 ^ -(difference >> 63);
}

static uint64_t take_sign(uint64_t number)
{
    return number >> 1 ^ -(number & 1);
}

void occurrences_add(struct occurrences *v, const struct occurrence *o)
{
    unsigned char bytes[OCCURRENCE_MOST], *to = bytes;
    to = put_number(to, o->end - v->last.end);
    to = put_number(to, o->end - o->start);
    to = put_number(to, put_sign(o->text_end - v->last.text_end));
    to = put_number(to, o->text_end - o->match_end);
    to = put_number(to, o->match_end - o->match_start);
    to = put_number(to, put_sign(o->source - v->last.source));
    to = put_number(to, put_sign(o->source_end - o->source - (o->match_end - o->match_start)));
    to = put_number(to, o->passed);
    to = put_number(to, o->characters);
    to = put_number(to, o->distance);
    to = put_number(to, (uint64_t)o->outside << 1 | o->before);
    to = put_number(to, o->pattern);
    to = put_number(to, put_sign(o->line - v->last.line));
    to = put_number(to, put_sign(o->column - v->last.column));
    spill_append(&v->bytes, bytes, (size_t)(to - bytes));
    v->n++;
    v->last = *o;
    if (o->text_end - o->match_start > v->longest)
        v->longest = o->text_end - o->match_start;
}

void occurrences_copy(struct occurrences *to, struct occurrences *from)
{
    occurrences_clear(to);
    if (from == NULL)
        return;
    spill_copy(&to->bytes, &from->bytes, 0, from->bytes.length);
    to->n = from->n;
    to->longest = from->longest;
    to->last = from->last;
}

void occurrences_clear(struct occurrences *v)
{
    if (v->n == 0)
        return;
    spill_clear(&v->bytes);
    v->n = v->longest = 0;
    v->last = (struct occurrence){0};
}

void occurrences_free(struct occurrences *v)
{
    spill_free(&v->bytes);
    *v = OCCURRENCES_INIT;
}

void occurrence_first(struct occurrence_reader *r, const struct record *record)
{
    r->v = record->occurrences;
    r->left = record->noccurrences;
    r->at = r->begin = r->end = 0;
    r->o = (struct occurrence){0};
}

/* Fills the buffer with at least one occurrence, or all that is left. */
static void fill_buffer(struct occurrence_reader *r)
{
    size_t unused = r->end - r->begin;
    memmove(r->buffer, r->buffer + r->begin, unused);
    size_t size = spill_read(&r->v->bytes, r->at, r->buffer + unused, sizeof r->buffer - unused);
    r->at += size;
    r->begin = 0;
    r->end = unused + size;
}

bool occurrence_next(struct occurrence_reader *r)
{
    struct occurrence *o = &r->o;
    if (r->left == 0)
        return false;
    r->left--;
    if (r->end - r->begin < OCCURRENCE_MOST)
        fill_buffer(r);
    o->end += take_number(r);
    o->start = o->end - take_number(r);
    o->text_end += take_sign(take_number(r));
    o->match_end = o->text_end - take_number(r);
    o->match_start = o->match_end - take_number(r);
    o->source += take_sign(take_number(r));
    o->source_end = o->source + (o->match_end - o->match_start) + take_sign(take_number(r));
    o->passed = (uint32_t)take_number(r);
    o->characters = take_number(r);
    o->distance = (uint32_t)take_number(r);
    uint64_t outside = take_number(r);
    o->outside = (uint32_t)(outside >> 1);
    o->before = outside & 1;
    o->pattern = (uint32_t)take_number(r);
    o->line += take_sign(take_number(r));
    o->column += take_sign(take_number(r));
    return true;
}

const unsigned char *record_piece(const struct record *r, size_t at, size_t end, size_t *n)
{
    *n = end - at;
    if (r->bytes != NULL)
        return r->bytes + at;
    const unsigned char *piece = spill_piece(r->spill, r->spill_at + at, end - at, n);
    if (*n < end - at)
        *n = escape_controls_cut(piece, *n);
    return piece;
}

const unsigned char *record_view(const struct record *r, size_t at, size_t end, const char *option)
{
    return r->bytes != NULL ? r->bytes + at
                            : spill_view(r->spill, r->spill_at + at, end - at, option);
}

void record_join(struct record *r, const char *option)
{
    if (r->spill != NULL)
        r->bytes = record_view(r, 0, r->length + r->delimiter_length, option);
}

void record_copy(struct spill *to, const struct record *r)
{
    size_t size = r->length + r->delimiter_length;
    if (r->bytes != NULL)
        spill_append(to, r->bytes, size);
    else
        spill_copy(to, r->spill, r->spill_at, size);
}

void record_lies(struct record *r, struct spill *spill, uint64_t at)
{
    r->bytes = NULL;
    r->spill = spill;
    r->spill_at = at;
    if (spill->fd < 0)
        record_join(r, NULL);
}
