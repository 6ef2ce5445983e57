#include "output/output.h"

void output_ignore(void *state)
{
    (void)state;
}

void output_ignore_input(void *state, const char *name, uint64_t size)
{
    (void)state, (void)name, (void)size;
}

void output_ignore_record(void *state, const struct record *record)
{
    (void)state, (void)record;
}

void output_ignore_occurrence(void *state, const struct record *record,
                              const struct occurrence *occurrence)
{
    (void)state, (void)record, (void)occurrence;
}

void output_ignore_end(void *state, const struct output_input *input)
{
    (void)state, (void)input;
}

void output_ignore_best(void *state, uint32_t best)
{
    (void)state, (void)best;
}

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
