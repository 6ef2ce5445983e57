#include "text/fold_chunk.h"

#include "base/grow.h"
#include "base/utf8.h"
#include "query/folding_border.h"

/* The folded text has as many spans as the bytes; spans behind the chunk are kept, behind the
 * folded text. */
static bool reserve_spans(struct chunk *c)
{
    if (!grow(&c->folded.spans, &c->folded.spans_capacity, c->delimiters.n,
              sizeof *c->folded.spans))
        return false;
    for (size_t i = 0; i < c->delimiters.n; i++)
        c->folded.spans[i] = (struct span){SIZE_MAX, SIZE_MAX};
    return true;
}

/* Adds bytes [from, to), with the delimiters in them. If a delimiter crosses a border, adds its
 * first part, and the next call continues the span. */
static bool add_bytes(struct chunk *c, int delimiter, size_t from, size_t to)
{
    bool good = true;
    for (size_t i = c->rules.listed ? chunk_span_after(c, from) : c->delimiters.n;
         good && from < to; i++) {
        bool any = c->rules.listed && i < c->delimiters.n && c->delimiters.spans[i].start < to;
        size_t start = any ? c->delimiters.spans[i].start : to;
        c->folded.text.goes_on = start < c->nbytes || !c->origin.ends_text;
        if (start > from)
            good = folded_text_add(&c->folded.text, c->rules.folding, c->bytes, from, start,
                                   delimiter);
        from = start > from ? start : from;
        if (!good || !any)
            continue;
        size_t end = c->delimiters.spans[i].end < to ? c->delimiters.spans[i].end : to;
        if (from == c->delimiters.spans[i].start)
            c->folded.spans[i].start = c->folded.text.n;
        good = folded_text_add_delimiter(&c->folded.text, c->bytes, from, end);
        c->folded.spans[i].end = c->folded.text.n;
        from = end;
    }
    return good;
}

bool fold_chunk(struct chunk *c, int delimiter)
{
    folded_text_clear(&c->folded.text);
    c->folded.text.part = c->folded.part;
    if (!reserve_spans(c) || !add_bytes(c, delimiter, 0, c->begin_byte))
        return false;
    c->folded.own.start = c->folded.text.n;
    if (!add_bytes(c, delimiter, c->begin_byte, c->end_byte))
        return false;
    c->folded.own.end = c->folded.text.n;
    return add_bytes(c, delimiter, c->end_byte, c->nbytes);
}

enum entry_part fold_part_at(const struct chunk *c, size_t byte)
{
    if (c->rules.folding->entries == ENTRY_NO_FORMAT)
        return ENTRY_BEGIN;
    size_t i = chunk_span_after(c, byte); /* the first that ends behind the byte */
    if (i < c->delimiters.n && c->delimiters.spans[i].start < byte)
        return ENTRY_BEGIN;
    return i == 0 ? entry_part_at(c->rules.folding->entries, c->folded.part, c->bytes, 0, byte)
                  : entry_part_at(c->rules.folding->entries, ENTRY_BEGIN, c->bytes,
                                  c->delimiters.spans[i - 1].end, byte);
}

/* Returns how far the text is decided: which characters there are, and where the next delimiter
 * begins. */
static size_t known_end(const struct split *s, const struct chunk *c, size_t from, bool *delimiter)
{
    size_t to = s->searched < c->nbytes ? s->searched : c->nbytes;
    *delimiter = false;
    if (!s->ended && c->rules.utf8 && to == c->nbytes)
        to -= utf8_cut(c->bytes, to);
    for (size_t i = c->rules.listed ? chunk_span_after(c, from) : c->delimiters.n;
         i < c->delimiters.n; i++) {
        *delimiter = c->delimiters.spans[i].start <= to;
        return *delimiter ? c->delimiters.spans[i].start : to;
    }
    return to;
}

enum fold_result fold_end(const struct split *s, const struct chunk *c, size_t end,
                          struct folded_text *scratch, struct fold_end *result)
{
    bool delimiter;
    size_t to = known_end(s, c, end, &delimiter), at = end, ends = 0;
    bool last = s->ended && to == c->nbytes;
    at = folding_border(c->rules.folding, c->bytes, at, to);
    result->end = at;
    folded_text_clear(scratch);
    scratch->spaced = true;
    scratch->part = fold_part_at(c, at);
    while (scratch->n == 0 && at < to &&
           (ends = folding_delimiter(c->rules.folding, c->bytes, at, to, s->byte)) == 0) {
        uint32_t ignored;
        if (s->crlf && c->bytes[at] == '\r' && at + 1 == to && !last)
            return FOLD_MORE; /* a newline may follow */
        size_t n = utf8_or_byte(c->rules.utf8, c->bytes + at, to - at, &ignored);
        size_t next = folding_border(c->rules.folding, c->bytes, at + n, to);
        if (next == to && !delimiter && !last && c->rules.folding->pieces)
            return FOLD_MORE; /* more characters may combine */
        scratch->goes_on = next < c->nbytes || !last;
        if (!folded_text_add(scratch, c->rules.folding, c->bytes, at, next, s->byte))
            return FOLD_MEMORY;
        at = next;
    }
    if (at >= to && scratch->n == 0 && !delimiter && !last)
        return FOLD_MORE;
    uint32_t ignored;
    if (ends == 0 && scratch->n == 0 && at < c->nbytes) /* a delimiter of --delimiter */
        ends = utf8_or_byte(c->rules.utf8, c->bytes + at, c->nbytes - at, &ignored);
    result->next = at + ends;
    return FOLD_YES;
}
