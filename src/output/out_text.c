/*
 * out_text.c - the default format: [FILE:][LINE:]OFFSET:DISTANCE:RECORD, or MATCHED with -o.
 *
 * Fields, separators and colours are GNU grep's, with ':' before what is selected and '-' before
 * context.
 */
#include <stdlib.h>

#include "base/span.h"
#include "base/xalloc.h"
#include "options/template.h"
#include "output/alignment.h"
#include "output/block_lines.h"
#include "output/merged_spans.h"
#include "output/output.h"

/* With -T, for an input of unknown size: the digits of the greatest offset, as in grep. */
enum { WIDTH_UNKNOWN = 19 };

struct text_output {
    const struct output_env *env;
    const struct options *options;
    struct sink *sink;
    struct paint paint;
    const char *name; /* of the current input */
    unsigned width;   /* of numbers with -T, as in grep: the digits of the input's size, or with
                         -n of this size plus 1 */
    char terminator;  /* of each line */
    bool aligns;      /* --align or --cigar */
    struct aligner *aligner;   /* NULL: no alignments are needed */
    struct merged_spans cover; /* the coloured parts of a record */
};

/* The fields before a RECORD or MATCHED. */
struct line_head {
    const struct record *record;
    uint64_t line, offset;
    const struct occurrence *occurrence; /* NULL: DISTANCE is empty */
    const char *separator;
    size_t length; /* of what follows */
};

static void *text_open(const struct output_env *env)
{
    struct text_output *t = xcalloc(1, sizeof *t);
    t->env = env;
    t->options = env->options;
    t->sink = env->sink;
    t->terminator = env->options->records.null_data ? '\0' : '\n';
    paint_open(&t->paint, env->sink, env->color, env->visible);
    t->aligns = env->options->form.align || env->options->form.cigar;
    if (t->aligns || env->options->query.rules.groups)
        t->aligner = aligner_open(env->query);
    return t;
}

static void text_close(void *state)
{
    struct text_output *t = state;
    aligner_close(t->aligner);
    merged_spans_free(&t->cover);
    free(t);
}

static void text_begin(void *state, const char *name, uint64_t size)
{
    struct text_output *t = state;
    t->name = name;
    t->width = size == UINT64_MAX ? WIDTH_UNKNOWN : 1;
    if (size == UINT64_MAX)
        return;
    for (uint64_t greatest = size + t->options->fields.line_number; greatest >= 10; greatest /= 10)
        t->width++;
}

static void put_bytes_field(const struct text_output *t, const char *bytes, size_t size)
{
    paint_start(&t->paint, PAINT_OFFSET);
    paint_bytes(&t->paint, bytes, size);
    paint_end(&t->paint, PAINT_OFFSET);
}

/* Prints the pattern's id, or its number if it has none. */
static void put_pattern(const struct text_output *t, const struct pattern *p)
{
    enum show_pattern show = t->options->fields.show_pattern;
    if (show == SHOW_TEXT)
        put_bytes_field(t, p->text, p->text_length);
    else if (show == SHOW_ID && p->id_length > 0)
        put_bytes_field(t, pattern_id(p), p->id_length);
    else
        paint_number(&t->paint, PAINT_OFFSET, p->number, 0);
}

/* The fields that only occurrences have. */
static void put_occurrence_fields(const struct text_output *t, const struct line_head *h)
{
    const struct occurrence *o = h->occurrence;
    if (!t->options->form.bare && o != NULL)
        paint_number(&t->paint, PAINT_OFFSET, occurrence_distance(o), 0);
    if (!t->options->form.bare)
        paint_separator(&t->paint, h->separator);
    if (t->options->fields.show_pattern != SHOW_NO_PATTERN) {
        if (o != NULL)
            put_pattern(t, &t->env->query->patterns[o->pattern]);
        paint_separator(&t->paint, h->separator);
    }
    if (t->options->fields.show_strand) {
        if (o != NULL)
            put_bytes_field(t, t->env->query->patterns[o->pattern].reverse ? "-" : "+", 1);
        paint_separator(&t->paint, h->separator);
    }
}

/* LINE, or the name of the entry. */
static void put_line(const struct text_output *t, const struct line_head *h)
{
    size_t n;
    if (!options_entries(t->options)) {
        paint_record_number(&t->paint, h->line, t->options->fields.initial_tab ? t->width : 0);
        return;
    }
    const unsigned char *name = output_entry_name(h->record, &n);
    paint_start(&t->paint, PAINT_LINE);
    paint_bytes(&t->paint, name, n);
    paint_end(&t->paint, PAINT_LINE);
}

static void put_head(const struct text_output *t, const struct line_head *h)
{
    const struct options *options = t->options;
    bool offset = !options->form.bare || options->fields.byte_offset;
    if (t->env->filename) {
        paint_name(&t->paint, t->name);
        if (options->fields.null_name)
            sink_putc(t->sink, '\0');
        else
            paint_separator(&t->paint, h->separator);
    }
    if (options->fields.line_number) {
        put_line(t, h);
        paint_separator(&t->paint, h->separator);
    }
    if (options->fields.column && h->occurrence != NULL)
        paint_number(&t->paint, PAINT_LINE, h->occurrence->column, 0);
    if (options->fields.column)
        paint_separator(&t->paint, h->separator);
    if (offset) {
        paint_number(&t->paint, PAINT_OFFSET, h->offset,
                     options->fields.initial_tab ? t->width : 0);
        paint_separator(&t->paint, h->separator);
    }
    put_occurrence_fields(t, h);
    bool any = t->env->filename || options->fields.line_number || options->fields.column ||
               offset || options->fields.show_pattern != SHOW_NO_PATTERN ||
               options->fields.show_strand;
    if (options->fields.initial_tab && any && h->length > 0)
        sink_putc(t->sink, '\t');
}

static void end_line(const struct text_output *t)
{
    sink_putc(t->sink, t->terminator);
    if (t->options->form.line_buffered)
        sink_flush(t->sink);
}

static void put_cigar(struct sink *sink, const struct alignment *a)
{
    for (int i = 0; i < ALIGN_INDENT; i++)
        sink_putc(sink, ' ');
    alignment_put_cigar(a, sink);
    sink_putc(sink, '\n');
}

/* Prints --cigar and --align, below the line of the occurrence. */
static void put_alignment(struct text_output *t, const struct record *record,
                          const struct occurrence *o)
{
    if (!t->aligns)
        return;
    struct alignment alignment = aligner_occurrence(t->aligner, record, o);
    if (t->options->form.cigar)
        put_cigar(t->sink, &alignment);
    alignment.encoding = encoding_of_kind(&t->options->inputs.encoding, record->encoding);
    if (t->options->form.align)
        alignment_put_blocks(&alignment, &t->paint, o->source, t->env->width);
    if (t->options->form.line_buffered)
        sink_flush(t->sink);
}

static void put_surrounding(const struct text_output *t, const struct record *record, size_t from,
                            size_t to)
{
    if (from >= to)
        return;
    paint_start(&t->paint, PAINT_SELECTED);
    output_put_bytes(&t->paint, record, from, to);
    paint_end(&t->paint, PAINT_SELECTED);
}

/* Prints the --replace text for an occurrence, or MATCHED; with --block, `shown` are the lines of
 * `o`. Only bytes of the input are escaped. */
static void put_matched(const struct text_output *t, const struct record *record,
                        const struct occurrence *o, const struct occurrence *shown)
{
    const char *at = t->options->form.replace != NULL ? t->options->form.replace : "&";
    struct template_piece piece;
    struct alignment alignment = {0};
    if (t->options->query.rules.groups)
        alignment = aligner_occurrence(t->aligner, record, o);
    paint_start(&t->paint, PAINT_MATCH);
    while (template_next(TEMPLATE_REPLACEMENT, &at, &piece))
        if (piece.field == '&') {
            output_put_matched(&t->paint, record, shown, (struct surroundings){0, 0},
                               options_entries(t->options));
        } else if (piece.field != 0) {
            struct span group = alignment_group(&alignment, (unsigned)(piece.field - '0'));
            paint_bytes(&t->paint, alignment.match + group.start, group.end - group.start);
        } else {
            sink_put(t->sink, piece.text, piece.length);
        }
    paint_end(&t->paint, PAINT_MATCH);
}

static void text_occurrence(void *state, const struct record *record,
                            const struct occurrence *found)
{
    struct text_output *t = state;
    struct occurrence block;
    const struct occurrence *o = block_lines(t->options, record, found, &block);
    size_t start = (size_t)(o->match_start - record->offset);
    size_t end = (size_t)(o->match_end - record->offset);
    struct surroundings around =
        surroundings_of(t->env->query->utf8, record, output_shown_length(t->env, record), o,
                        t->options->form.around);
    put_head(t, &(struct line_head){
                    .record = record,
                    .line = t->options->records.span_lines ? o->line : record->number,
                    .offset = o->source,
                    .occurrence = o,
                    .separator = ":",
                    .length = around.before + (end - start) + around.behind,
                });
    put_surrounding(t, record, start - around.before, start);
    put_matched(t, record, found, o);
    put_surrounding(t, record, end, end + around.behind);
    end_line(t);
    put_alignment(t, record, found);
}

/*
 * RECORD in colour, SGR for SGR as grep writes it: the colour of the line starts anew before each
 * match, ends only after the last piece, and leaves out a carriage return at the end.
 */
static void put_colored(struct text_output *t, const struct record *record, enum paint_role match,
                        enum paint_role line)
{
    size_t at = 0, length = output_shown_length(t->env, record), end = length;
    bool matching = (match == PAINT_MATCH) != t->options->select.invert;
    struct span part;
    merged_spans_record(&t->cover, record);
    while (matching && paint_has(&t->paint, match) && merged_spans_next(&t->cover, &part)) {
        part.start = part.start < length ? part.start : length;
        part.end = part.end < length ? part.end : length;
        paint_start(&t->paint, line);
        output_put_bytes(&t->paint, record, at, part.start);
        paint_start(&t->paint, match);
        output_put_bytes(&t->paint, record, part.start, part.end);
        paint_end(&t->paint, match);
        at = part.end;
    }
    if (end > at && *record_view(record, end - 1, end, NULL) == '\r')
        end--;
    if (paint_has(&t->paint, line) && end > at) {
        paint_start(&t->paint, line);
        output_put_bytes(&t->paint, record, at, end);
        paint_end(&t->paint, line);
        at = end;
    }
    output_put_bytes(&t->paint, record, at, length);
}

/* Prints RECORD with its occurrences replaced. Among overlapping occurrences, the one that ends
 * first is replaced. */
static void put_replaced(const struct text_output *t, const struct record *record)
{
    size_t at = 0, length = output_shown_length(t->env, record);
    struct occurrence_reader reader;
    occurrence_first(&reader, record);
    while (occurrence_next(&reader)) {
        size_t start = (size_t)(reader.o.match_start - record->offset);
        if (start < at)
            continue;
        put_surrounding(t, record, at, start);
        put_matched(t, record, &reader.o, &reader.o);
        at = (size_t)(reader.o.match_end - record->offset);
    }
    put_surrounding(t, record, at, length);
}

/* Prints a line with a RECORD. With -v, context has the matches. */
static void put_record(struct text_output *t, const struct record *record, bool selected)
{
    bool invert = t->options->select.invert;
    bool sl = selected != (invert && t->paint.reverse);
    const struct occurrence *best = selected && !invert ? record->best : NULL;
    put_head(t,
             &(struct line_head){
                 .record = record,
                 .line = record->number,
                 .offset = best != NULL && !t->options->form.bare ? best->source : record->source,
                 .occurrence = best,
                 .separator = selected ? ":" : "-",
                 .length = record->length,
             });
    if (t->options->form.replace != NULL && selected && !invert)
        put_replaced(t, record);
    else if (t->env->color)
        put_colored(t, record, selected ? PAINT_MATCH : PAINT_CONTEXT_MATCH,
                    sl ? PAINT_SELECTED : PAINT_CONTEXT);
    else
        output_put_bytes(&t->paint, record, 0, output_shown_length(t->env, record));
    end_line(t);
}

static void text_match(void *state, const struct record *record)
{
    struct text_output *t = state;
    struct occurrence_reader reader;
    bool only = t->options->form.only_matching;
    if (!only)
        put_record(t, record, true);
    if (!only && !t->aligns)
        return;
    occurrence_first(&reader, record);
    while (occurrence_next(&reader)) {
        if (only)
            text_occurrence(t, record, &reader.o);
        else
            put_alignment(t, record, &reader.o);
    }
}

static void text_context(void *state, const struct record *record)
{
    put_record(state, record, false);
}

/* As in grep, the separator ends with a newline even with -z. */
static void text_separator(void *state)
{
    const struct text_output *t = state;
    if (t->options->form.group_separator == NULL)
        return;
    paint_separator(&t->paint, t->options->form.group_separator);
    sink_putc(t->sink, '\n');
}

const struct output output_text = {
    .open = text_open,
    .begin = text_begin,
    .match = text_match,
    .occurrence = text_occurrence,
    .context = text_context,
    .separator = text_separator,
    .close = text_close,
};
