/* out_format.c - --format: a string with fields for each record, or with -o for each occurrence. */
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "options/template.h"
#include "output/alignment.h"
#include "output/block_lines.h"
#include "output/output.h"

struct format {
    const struct output_env *env;
    const struct options *options;
    struct paint paint;      /* without colours */
    struct aligner *aligner; /* NULL without %C */
    const char *name;        /* of the current input */
};

static void *format_open(const struct output_env *env)
{
    struct format *f = xcalloc(1, sizeof *f);
    f->env = env;
    f->options = env->options;
    paint_open(&f->paint, env->sink, false, env->visible);
    if (env->options->form.cigar)
        f->aligner = aligner_open(env->query);
    return f;
}

static void format_close(void *state)
{
    struct format *f = state;
    aligner_close(f->aligner);
    free(f);
}

static void format_begin(void *state, const char *name, uint64_t size)
{
    struct format *f = state;
    (void)size;
    f->name = name;
}

/* MATCHED, with --around. */
static void put_matched(const struct format *f, const struct record *record,
                        const struct occurrence *o)
{
    struct surroundings around =
        surroundings_of(f->env->query->utf8, record, output_shown_length(f->env, record), o,
                        f->options->form.around);
    output_put_matched(&f->paint, record, o, around, options_entries(f->options));
}

static void put_cigar(const struct format *f, const struct record *record,
                      const struct occurrence *o)
{
    struct alignment alignment = aligner_occurrence(f->aligner, record, o);
    alignment_put_cigar(&alignment, f->env->sink);
}

/* Prints a field of the pattern. Without an id, its number is printed. */
static void put_pattern_field(const struct format *f, char field, const struct pattern *p)
{
    if (field == 't')
        paint_bytes(&f->paint, p->text, p->text_length);
    else if (field == 's')
        sink_putc(f->env->sink, p->reverse ? '-' : '+');
    else if (field == 'i' && p->id_length > 0)
        paint_bytes(&f->paint, pattern_id(p), p->id_length);
    else
        sink_number(f->env->sink, p->number);
}

/* A field that only occurrences have; with --block, `o` are the lines of `found`. */
static void put_occurrence_field(const struct format *f, char field, const struct record *record,
                                 const struct occurrence *o, const struct occurrence *found)
{
    if (field == 'd')
        sink_number(f->env->sink, occurrence_distance(o));
    else if (field == 'c')
        sink_number(f->env->sink, o->column);
    else if (field == '0')
        sink_number(f->env->sink, o->column - 1);
    else if (field == '1')
        sink_number(f->env->sink, o->column - 1 + o->characters);
    else if (field == 'm')
        put_matched(f, record, o);
    else if (field == 'C')
        put_cigar(f, record, found);
    else
        put_pattern_field(f, field, &f->env->query->patterns[o->pattern]);
}

static void put_name(const struct format *f, const struct record *record)
{
    size_t n;
    const unsigned char *name = output_entry_name(record, &n);
    paint_bytes(&f->paint, name, n);
}

/* `o` is NULL where a record has no occurrence: the fields of occurrences are empty. */
static void put_field(const struct format *f, char field, const struct record *record,
                      const struct occurrence *o, const struct occurrence *found)
{
    if (field == 'f')
        paint_bytes(&f->paint, f->name, strlen(f->name));
    else if (field == 'r')
        output_put_bytes(&f->paint, record, 0, output_shown_length(f->env, record));
    else if (field == 'o')
        sink_number(f->env->sink, o != NULL ? o->source : record->source);
    else if (field == 'n' && f->options->records.span_lines && o != NULL)
        sink_number(f->env->sink, o->line);
    else if (field == 'n' && options_entries(f->options))
        put_name(f, record);
    else if (field == 'n')
        sink_record_number(f->env->sink, record->number, 0);
    else if (o != NULL)
        put_occurrence_field(f, field, record, o, found);
}

static void format_occurrence(void *state, const struct record *record,
                              const struct occurrence *found)
{
    struct format *f = state;
    struct occurrence block;
    const struct occurrence *o = block_lines(f->options, record, found, &block);
    const char *at = f->options->form.format;
    struct template_piece piece;
    while (template_next(TEMPLATE_FORMAT, &at, &piece))
        if (piece.field != 0)
            put_field(f, piece.field, record, o, found);
        else
            sink_put(f->env->sink, piece.text, piece.length);
    if (f->options->form.line_buffered)
        sink_flush(f->env->sink);
}

static void format_match(void *state, const struct record *record)
{
    const struct format *f = state;
    struct occurrence_reader reader;
    if (!f->options->form.only_matching) {
        format_occurrence(state, record, f->options->select.invert ? NULL : record->best);
        return;
    }
    occurrence_first(&reader, record);
    while (occurrence_next(&reader))
        format_occurrence(state, record, &reader.o);
}

const struct output output_format = {
    .open = format_open,
    .begin = format_begin,
    .match = format_match,
    .occurrence = format_occurrence,
    .close = format_close,
};
