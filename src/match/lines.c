/* lines.c - from chunks to records. */
#include "match/lines.h"

#include <string.h>

#include "base/byte_mask.h"

void lines_begin(struct lines *l, uint64_t offset)
{
    l->offset = offset;
    l->number = 1;
    spill_clear(&l->kept);
}

void lines_skip(struct lines *l, uint64_t records, uint64_t offset)
{
    l->offset = offset;
    l->number += records;
}

void lines_chunk(struct lines *l, const struct chunk *c)
{
    l->place.known = false;
    l->at = c->begin_byte;
    if (l->offset > c->origin.offset + l->at) /* a delimiter continues from the previous chunk */
        l->at = (size_t)(l->offset - c->origin.offset);
}

uint64_t lines_source(struct lines *l, const struct chunk *c)
{
    return l->offset >= c->origin.offset + c->begin_byte
               ? chunk_source_near(c, &l->place, (size_t)(l->offset - c->origin.offset))
               : l->source;
}

enum {
    ROUND = 4 * BYTE_PART,
    MOST_COUNTED = 252 * ROUND /* each byte of a vector counts up to 255 */
};

/* Counts `byte` among n bytes: whole vectors, at most MOST_COUNTED bytes. A true comparison is
 * -1. */
static uint64_t count_vectors(const unsigned char *p, size_t n, int byte)
{
    byte_part wanted = (byte_part){0} + (uint8_t)byte, a = {0}, b = {0}, c = {0}, d = {0};
    uint64_t count = 0;
    for (; n >= ROUND; n -= ROUND, p += ROUND) {
        a -= (byte_part)(byte_part_load(p) == wanted);
        b -= (byte_part)(byte_part_load(p + BYTE_PART) == wanted);
        c -= (byte_part)(byte_part_load(p + 2 * BYTE_PART) == wanted);
        d -= (byte_part)(byte_part_load(p + 3 * BYTE_PART) == wanted);
    }
    for (; n > 0; n -= BYTE_PART, p += BYTE_PART)
        a -= (byte_part)(byte_part_load(p) == wanted);
    for (size_t i = 0; i < BYTE_PART; i++)
        count += (uint64_t)a[i] + b[i] + c[i] + d[i];
    return count;
}

uint64_t lines_count(const unsigned char *p, size_t n, int byte)
{
    uint64_t count = 0;
    for (size_t part; n >= BYTE_PART; p += part, n -= part) {
        part = n < MOST_COUNTED ? n / BYTE_PART * BYTE_PART : MOST_COUNTED;
        count += count_vectors(p, part, byte);
    }
    for (; n > 0; n--)
        count += *p++ == byte;
    return count;
}

/* Skips the records that end in [l->at, to). The record that contains byte `to` becomes the current
 * one. */
static void pass_over(struct lines *l, const struct chunk *c, size_t to)
{
    size_t begin = l->at;
    if (c->rules.listed) {
        size_t from = chunk_span_after(c, l->at), behind = chunk_span_after(c, to);
        if (behind > from)
            begin = c->delimiters.spans[behind - 1].end;
        l->number += behind - from;
    } else if (c->delimiters.byte >= 0) {
        const unsigned char *last = memrchr(c->bytes + l->at, c->delimiters.byte, to - l->at);
        if (last != NULL)
            begin = (size_t)(last - c->bytes) + 1;
        if (l->count)
            l->number += lines_count(c->bytes + l->at, begin - l->at, c->delimiters.byte);
    }
    if (begin > l->at) {
        l->offset = c->origin.offset + begin;
        l->at = begin;
        spill_clear(&l->kept);
    }
}

bool lines_next(struct lines *l, const struct chunk *c, size_t want, struct record_piece *p)
{
    size_t to = want < c->end_byte ? want : c->end_byte;
    if (to > l->at) /* a delimiter may extend beyond the chunk */
        pass_over(l, c, to);
    bool rest = l->at < c->end_byte;
    if (!rest && !(c->origin.ends_text && l->offset < c->origin.offset + c->end_byte))
        return false;
    struct span delimiter;
    p->begin = l->at;
    p->closes = rest && chunk_delimiter(c, l->at, &delimiter);
    if (p->closes) {
        p->end = delimiter.start;
        p->next = delimiter.end;
    } else {
        p->end = p->next = c->end_byte;
        p->closes = c->origin.ends_text;
    }
    return true;
}

/* Returns the begin of the record that contains byte `at`, or l->at. */
static size_t record_start(const struct lines *l, const struct chunk *c, size_t at)
{
    if (c->rules.listed) {
        size_t i = chunk_span_after(c, at);
        return i > 0 && c->delimiters.spans[i - 1].end > l->at ? c->delimiters.spans[i - 1].end
                                                               : l->at;
    }
    const unsigned char *last = memrchr(c->bytes + l->at, c->delimiters.byte, at - l->at);
    return last != NULL ? (size_t)(last - c->bytes) + 1 : l->at;
}

size_t lines_before(const struct lines *l, const struct chunk *c, size_t want, uint64_t n)
{
    size_t at = want < c->end_byte ? want : c->end_byte;
    if (n == 0 || at <= l->at)
        return want;
    at = record_start(l, c, at);
    for (; n > 0 && at > l->at; n--)
        at = record_start(l, c, at - 1);
    return at;
}

struct record lines_record(struct lines *l, const struct chunk *c, const struct record_piece *p)
{
    struct record record = {.offset = l->offset, .source = lines_source(l, c), .number = l->number};
    record.encoding = c->origin.encoding != NULL ? c->origin.encoding->kind : ENCODING_AUTO;
    record.end = chunk_source_near(c, &l->place, p->next);
    record.delimiter_length = p->next - p->end;
    if (!l->keep)
        return record;
    if (l->kept.length == 0) {
        record.bytes = c->bytes + p->begin;
        record.length = p->end - p->begin;
    } else {
        spill_append(&l->kept, c->bytes + p->begin, p->next - p->begin);
        record.length = (size_t)l->kept.length - record.delimiter_length;
        record_lies(&record, &l->kept, 0);
    }
    return record;
}

void lines_done(struct lines *l, const struct chunk *c, const struct record_piece *p)
{
    l->at = p->next;
    if (!p->closes)
        l->source = lines_source(l, c);
    if (p->closes) {
        l->offset = c->origin.offset + p->next;
        l->number++;
        spill_clear(&l->kept);
    } else if (l->keep) {
        spill_append(&l->kept, c->bytes + p->begin, p->end - p->begin);
    }
}

void lines_free(struct lines *l)
{
    spill_free(&l->kept);
}
