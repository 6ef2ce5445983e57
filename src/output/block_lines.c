#include "output/block_lines.h"

#include <string.h>

static size_t line_begin(const unsigned char *text, size_t at)
{
    const unsigned char *newline = memrchr(text, '\n', at);
    return newline != NULL ? (size_t)(newline - text) + 1 : 0;
}

static size_t line_end(const unsigned char *text, size_t at, size_t length)
{
    const unsigned char *newline = memchr(text + at, '\n', length - at);
    return newline != NULL ? (size_t)(newline - text) : length;
}

static bool is_blank(const unsigned char *text, size_t from, size_t to)
{
    while (from < to && (text[from] == ' ' || (text[from] >= '\t' && text[from] <= '\r')))
        from++;
    return from == to;
}

/* Returns the bytes of the input as read that text[from..to) took. */
static uint64_t source_length(const struct record *record, const struct encoding *given,
                              size_t from, size_t to)
{
    const struct encoding *e = encoding_of_kind(given, record->encoding);
    return e == NULL ? to - from : encoding_length(e, record->bytes + from, to - from);
}

const struct occurrence *block_lines(const struct options *options, const struct record *record,
                                     const struct occurrence *o, struct occurrence *block)
{
    if (!options->records.block)
        return o;
    const unsigned char *text = record_view(record, 0, record->length, "--block");
    const struct encoding *given = &options->inputs.encoding;
    *block = *o;
    size_t start = (size_t)(o->match_start - record->offset);
    size_t end = (size_t)(o->match_end - record->offset);
    size_t first = line_begin(text, start), first_end = line_end(text, start, record->length);
    bool followed = first_end < end && first_end + 1 < record->length;
    if (followed && is_blank(text, start, first_end) && !is_blank(text, first, start)) {
        first = first_end + 1;
        block->line++;
    }
    size_t last = line_begin(text, end), last_end = line_end(text, end, record->length);
    bool left_out = is_blank(text, last, end) && !is_blank(text, end, last_end);
    if (last > first && (left_out || last == record->length))
        last_end = last - 1;
    block->match_start = record->offset + first;
    block->source += first > start ? source_length(record, given, start, first)
                                   : -source_length(record, given, first, start);
    block->match_end = record->offset + last_end;
    block->source_end = block->source + source_length(record, given, first, last_end);
    block->column = 1;
    return block;
}
