#include "output/output.h"

#include "base/utf8.h"

void output_put_bytes(const struct paint *paint, const struct record *record, size_t from,
                      size_t to)
{
    for (size_t n; from < to; from += n) {
        const unsigned char *piece = record_piece(record, from, to, &n);
        paint_bytes(paint, piece, n);
    }
}

const unsigned char *output_entry_name(const struct record *record, size_t *n)
{
    size_t length;
    const unsigned char *piece = record_piece(record, 0, record->length, &length);
    return entry_name(piece, length, n);
}

/* Prints the bytes without line breaks. */
static void put_residues(const struct paint *paint, const struct record *record, size_t from,
                         size_t to)
{
    for (size_t n; from < to; from += n) {
        const unsigned char *piece = record_piece(record, from, to, &n);
        for (size_t at = 0, end; at < n; at = end + 1) {
            for (end = at; end < n && piece[end] != '\n' && piece[end] != '\r'; end++)
                ;
            paint_bytes(paint, piece + at, end - at);
        }
    }
}

void output_put_matched(const struct paint *paint, const struct record *record,
                        const struct occurrence *o, struct surroundings around, bool entries)
{
    size_t start = (size_t)(o->match_start - record->offset);
    size_t end = (size_t)(o->match_end - record->offset);
    if (entries)
        put_residues(paint, record, start, end);
    else if (record_kept(record))
        output_put_bytes(paint, record, start - around.before, end + around.behind);
    else
        paint_bytes(paint, o->match, end - start);
}

/* Returns how many bytes the last characters of text[0..length) have, `n` at most. */
static size_t last_characters(bool utf8, const unsigned char *text, size_t length, uint64_t n)
{
    size_t at = length;
    for (; n > 0 && at > 0; n--)
        at -= utf8 ? utf8_last(text, at) : 1;
    return length - at;
}

/* As last_characters(), for the first characters. */
static size_t first_characters(bool utf8, const unsigned char *text, size_t length, uint64_t n)
{
    size_t at = 0;
    for (uint32_t c; n > 0 && at < length; n--)
        at += utf8_or_byte(utf8, text + at, length - at, &c);
    return at;
}

struct surroundings surroundings_of(bool utf8, const struct record *record, size_t length,
                                    const struct occurrence *o, uint64_t n)
{
    struct surroundings s = {0, 0};
    size_t start = (size_t)(o->match_start - record->offset);
    size_t end = (size_t)(o->match_end - record->offset);
    size_t most = n < length ? UTF8_LONGEST * (size_t)n : length; /* bytes of n characters */
    if (n == 0)
        return s;
    size_t from = start > most ? start - most : 0, to = end + most < length ? end + most : length;
    s.before = last_characters(utf8, record_view(record, from, start, NULL), start - from, n);
    if (end < to)
        s.behind = first_characters(utf8, record_view(record, end, to, NULL), to - end, n);
    return s;
}
