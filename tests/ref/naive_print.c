/* naive_print.c - the reference for the output, except --json. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "naive_align.h"
#include "naive_entries.h"
#include "naive_json.h"
#include "naive_text.h"

struct printer {
    FILE *to;
    const struct naive_options *options;
    const struct naive_input *input;   /* current */
    const struct naive_record *record; /* current */
    bool grouped;                      /* a group of context was printed, in any input */
};

enum { SELECTED = ':', CONTEXT = '-' }; /* separators of fields */

/* Prints the name of the input and a separator: with -Z a NUL. */
static void print_name(struct printer *p, int separator)
{
    fputs(p->input->name, p->to);
    fputc(p->options->null_name ? '\0' : separator, p->to);
}

static void put(struct printer *p, struct naive_bytes bytes)
{
    fwrite(bytes.bytes, 1, bytes.length, p->to);
}

/* Prints MATCHED of an entry. */
static void print_residues(struct printer *p, const struct naive_occurrence *o)
{
    struct naive_bytes residues =
        naive_entry_unbroken(naive_slice(p->input, o->trimmed_start, o->trimmed_end));
    put(p, residues);
    free(residues.bytes);
}

/* Prints the field %LETTER of --format, of the record or an occurrence. */
static void print_field(struct printer *p, char letter, size_t line,
                        const struct naive_occurrence *occurrence)
{
    const struct naive_options *o = p->options;
    const struct naive_record *record = p->record;
    bool entries = o->entries != NAIVE_NO_ENTRIES;
    if (letter == 'f')
        fputs(p->input->name, p->to);
    else if (letter == 'n' && entries)
        put(p, naive_entry_name(naive_slice(p->input, record->start, record->end)));
    else if (letter == 'n')
        fprintf(p->to, "%zu", line);
    else if (letter == 'r')
        put(p, naive_slice(p->input, record->start, record->end));
    else if (letter == 'o')
        fprintf(p->to, "%zu",
                naive_source(o, p->input,
                             occurrence != NULL ? occurrence->trimmed_start : record->start));
    if (occurrence == NULL)
        return;
    const char *id = naive_id(o, occurrence->pattern);
    if (letter == 'c')
        fprintf(p->to, "%zu", occurrence->column);
    else if (letter == 'd')
        fprintf(p->to, "%zu", occurrence->distance - occurrence->outside);
    else if (letter == 'm' && entries)
        print_residues(p, occurrence);
    else if (letter == 'm')
        put(p, naive_slice(p->input, occurrence->around_start, occurrence->around_end));
    else if (letter == 't')
        put(p, occurrence->given);
    else if (letter == 'i' && id[0] != '\0')
        fputs(id, p->to);
    else if (letter == 'p' || letter == 'i')
        fprintf(p->to, "%zu", occurrence->pattern);
    else if (letter == 's')
        fputc(occurrence->reverse ? '-' : '+', p->to);
    else if (letter == 'C')
        naive_print_cigar(p->to, occurrence->alignment);
}

/* Prints the fields before a record or match. `occurrence`: NULL if there is none. `of_record`:
 * print the record's offset. */
static void print_fields(struct printer *p, int separator, size_t line, bool of_record,
                         const struct naive_occurrence *occurrence)
{
    const struct naive_options *o = p->options;
    const struct {
        bool shown;
        char letter;
    } fields[] = {{o->line_number, 'n'},
                  {o->column, 'c'},
                  {!o->bare || o->byte_offset, 'o'},
                  {!o->bare, 'd'},
                  {o->show_pattern != NAIVE_SHOW_NONE, " pti"[o->show_pattern]},
                  {o->show_strand, 's'}};
    if (o->filename)
        print_name(p, separator);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!fields[i].shown)
            continue;
        print_field(p, fields[i].letter, line,
                    fields[i].letter == 'o' && of_record ? NULL : occurrence);
        fputc(separator, p->to);
    }
}

/* Prints the bytes from..to of the input, and a newline. */
static void print_bytes(struct printer *p, size_t from, size_t to)
{
    put(p, naive_slice(p->input, from, to));
    fputc(p->options->null_data ? '\0' : '\n', p->to);
}

static size_t lines_before(const struct naive_input *input, size_t offset)
{
    size_t lines = 0;
    for (size_t i = 0; i < offset; i++)
        lines += input->text.bytes[i] == '\n';
    return lines;
}

/* Prints --format. */
static void print_formatted(struct printer *p, size_t line,
                            const struct naive_occurrence *occurrence, const char *string)
{
    for (const char *s = string; *s != '\0'; s++)
        if (*s == '%' && s[1] != '%')
            print_field(p, *++s, line, occurrence);
        else if (*s == '\\' && *++s != '\\')
            fputc(*s == 'n' ? '\n' : *s == 't' ? '\t' : '\0', p->to);
        else
            fputc(*s == '%' ? *++s : *s, p->to);
}

/* Prints the replacement of an occurrence (--replace). */
static void print_replacement(struct printer *p, const struct naive_occurrence *occurrence)
{
    for (const char *s = p->options->replace; *s != '\0'; s++)
        if (*s == '&')
            put(p, naive_slice(p->input, occurrence->trimmed_start, occurrence->trimmed_end));
        else if (*s == '\\' && s[1] >= '1' && s[1] <= '9') {
            const struct naive_part *group = &occurrence->groups[*++s - '1'];
            put(p, naive_slice(p->input, group->start, group->end));
        } else if (*s == '\\' && (*++s == 'n' || *s == 't'))
            fputc(*s == 'n' ? '\n' : '\t', p->to);
        else
            fputc(*s, p->to);
}

/* Prints from..to of the input with at most `count` occurrences replaced, and a newline. */
static void print_replaced(struct printer *p, size_t from, size_t to,
                           const struct naive_occurrence *list, size_t count)
{
    for (size_t i = 0; p->options->replace != NULL && i < count; i++) {
        if (list[i].trimmed_start < from)
            continue;
        put(p, naive_slice(p->input, from, list[i].trimmed_start));
        print_replacement(p, &list[i]);
        from = list[i].trimmed_end;
    }
    print_bytes(p, from, to);
}

static void print_occurrence(struct printer *p, const struct naive_record *record,
                             const struct naive_occurrence *occurrence)
{
    size_t line = record->number;
    p->record = record;
    if (p->options->span_lines && p->options->line_number)
        line = lines_before(p->input, occurrence->trimmed_start) + 1;
    if (p->options->bed) {
        print_formatted(p, line, occurrence, "%n\\t");
        fprintf(p->to, "%zu\t%zu", occurrence->residue, occurrence->residue + occurrence->residues);
        print_formatted(p, line, occurrence, "\\t%i\\t%d\\t%s\\n");
        return;
    }
    if (p->options->format == NAIVE_FORMATTED) {
        print_formatted(p, line, occurrence, p->options->string);
        return;
    }
    print_fields(p, SELECTED, line, false, occurrence);
    if (p->options->entries != NAIVE_NO_ENTRIES) {
        print_residues(p, occurrence);
        fputc('\n', p->to);
    } else {
        print_replaced(p, occurrence->around_start, occurrence->around_end, occurrence, 1);
    }
    if (occurrence->alignment != NULL)
        naive_print_alignment(p->to, p->options, p->input, occurrence->alignment);
}

static void print_record(struct printer *p, int separator, const struct naive_record *record)
{
    const struct naive_options *o = p->options;
    const struct naive_occurrence *best = separator == SELECTED ? record->best : NULL;
    p->record = record;
    if (o->only_matching) {
        if (separator == SELECTED)
            for (size_t i = 0; i < record->count; i++)
                print_occurrence(p, record, &record->occurrences[i]);
        return;
    }
    if (o->format == NAIVE_FORMATTED) {
        print_formatted(p, record->number, best, p->options->string);
        return;
    }
    print_fields(p, separator, record->number, o->bare, best); /* with --bare like grep -b */
    print_replaced(p, record->start, record->end, record->occurrences,
                   best != NULL ? record->count : 0);
    for (size_t i = 0; separator == SELECTED && i < record->count; i++)
        if (record->occurrences[i].alignment != NULL)
            naive_print_alignment(p->to, o, p->input, record->occurrences[i].alignment);
}

/* --best=each: prints the record once for each pattern, in the order of their first occurrences. */
static void print_for_each(struct printer *p, const struct naive_record *record)
{
    for (size_t i = 0; i < record->count; i++) {
        struct naive_record part;
        if (naive_part(record, i, &part)) {
            print_record(p, SELECTED, &part);
            free(part.occurrences);
        }
    }
}

bool naive_part(const struct naive_record *record, size_t i, struct naive_record *part)
{
    *part = *record;
    for (size_t j = 0; j < i; j++)
        if (record->occurrences[j].pattern == record->occurrences[i].pattern)
            return false;
    part->occurrences = naive_allocate(record->count, sizeof *part->occurrences);
    part->count = 0;
    for (size_t j = i; j < record->count; j++)
        if (record->occurrences[j].pattern == record->occurrences[i].pattern)
            part->occurrences[part->count++] = record->occurrences[j];
    part->best = part->occurrences;
    return true;
}

bool naive_is_selected(const struct naive_options *o, const struct naive_record *record)
{
    return record->searched && (record->count > 0) != o->invert;
}

/* Counts the selected records; with --span-lines, the occurrences of the only record. */
static uint64_t count_selected(const struct naive_options *o, const struct naive_records *records)
{
    uint64_t count = 0;
    for (size_t i = 0; i < records->count; i++)
        if (o->span_lines)
            count += records->records[i].count;
        else
            count += naive_is_selected(o, &records->records[i]);
    return count < o->max_count ? count : o->max_count;
}

/* Counts the occurrences in the records that count_selected() counts. */
static uint64_t count_occurrences(const struct naive_options *o,
                                  const struct naive_records *records)
{
    uint64_t count = 0, left = o->max_count;
    for (size_t i = 0; i < records->count && left > 0; i++) {
        uint64_t n = records->records[i].count;
        if (o->span_lines && n > left)
            n = left;
        count += n;
        left -= !o->span_lines && naive_is_selected(o, &records->records[i]);
    }
    return count;
}

static void print_separator(struct printer *p)
{
    const char *given = p->options->separator;
    if (!p->options->no_separator)
        fprintf(p->to, "%s\n", given != NULL ? given : "--");
}

/*
 * Prints the selected records of an input with `before` records before and `after` records after
 * each. "--" separates groups that do not touch. Records after the last one of -m can be context.
 */
static void print_records(struct printer *p, const struct naive_records *records)
{
    const struct naive_options *o = p->options;
    uint64_t left = o->max_count, pending = 0;
    size_t unprinted = 0; /* the first record not printed yet */
    for (size_t i = 0; i < records->count; i++) {
        if (left > 0 && naive_is_selected(o, &records->records[i])) {
            size_t first = i - unprinted < o->before ? unprinted : i - o->before;
            if (o->context && p->grouped && (first > unprinted || unprinted == 0))
                print_separator(p);
            for (size_t c = first; c < i; c++)
                print_record(p, CONTEXT, &records->records[c]);
            if (o->each && !o->only_matching)
                print_for_each(p, &records->records[i]);
            else
                print_record(p, SELECTED, &records->records[i]);
            p->grouped = true;
            pending = o->after;
            left--;
        } else if (pending > 0 || o->passthru) {
            print_record(p, CONTEXT, &records->records[i]);
            pending -= pending > 0;
        } else {
            continue;
        }
        unprinted = i + 1;
    }
}

static void print_input(struct printer *p, const struct naive_records *records)
{
    const struct naive_options *o = p->options;
    uint64_t count = count_selected(o, records);
    switch (o->format) {
    case NAIVE_TEXT:
    case NAIVE_FORMATTED:
        if (o->only_matching && o->invert)
            return;
        if (!o->span_lines)
            print_records(p, records);
        for (size_t i = 0; o->span_lines && i < count; i++)
            print_occurrence(p, records->records, &records->records->occurrences[i]);
        return;
    case NAIVE_COUNT:
        if (o->filename)
            print_name(p, ':');
        if (o->count_matches)
            count = count_occurrences(o, records);
        fprintf(p->to, "%llu\n", (unsigned long long)count);
        return;
    case NAIVE_LIST:
    case NAIVE_LIST_WITHOUT:
        if ((count > 0) == (o->format == NAIVE_LIST))
            print_name(p, '\n');
        return;
    case NAIVE_JSON:
    case NAIVE_QUIET:
    case NAIVE_HISTOGRAM:
        return;
    }
}

/* Prints the results of --top. */
static void print_top(struct printer *p, const struct naive_input *inputs,
                      const struct naive_result *result)
{
    for (size_t i = 0; i < result->ntop; i++) {
        const struct naive_record *record = &result->top[i].record;
        p->input = &inputs[result->top[i].input];
        if (p->options->span_lines)
            print_occurrence(p, record, record->occurrences);
        else
            print_record(p, SELECTED, record);
    }
}

/* Prints --histogram: the selected records by the distance of their best occurrence. */
static void print_histogram(struct printer *p, const struct naive_result *result)
{
    for (size_t d = 0; d <= result->most; d++) {
        uint64_t records = 0;
        for (size_t n = 0; n < result->ninputs; n++) {
            uint64_t left = p->options->max_count;
            for (size_t i = 0; i < result->inputs[n].count && left > 0; i++) {
                const struct naive_occurrence *best = result->inputs[n].records[i].best;
                left -= best != NULL;
                records += best != NULL && best->distance == d;
            }
        }
        fprintf(p->to, "%zu\t%llu\n", d, (unsigned long long)records);
    }
}

int naive_print(const struct naive_options *options, const struct naive_input *inputs,
                const struct naive_result *result, struct naive_bytes *out)
{
    char *bytes;
    struct printer p = {.options = options, .to = open_memstream(&bytes, &out->length)};
    assert(p.to != NULL);
    uint64_t selected = 0;
    /* like grep, -m 0 reads and prints nothing, except with -L */
    bool nothing = options->max_count == 0 && options->format != NAIVE_LIST_WITHOUT;
    for (size_t i = 0; i < result->ninputs && !nothing; i++) {
        p.input = &inputs[i];
        print_input(&p, &result->inputs[i]);
        selected += count_selected(options, &result->inputs[i]);
    }
    if (options->format == NAIVE_HISTOGRAM && !nothing)
        print_histogram(&p, result);
    if (options->top > 0 && (options->format == NAIVE_TEXT || options->format == NAIVE_FORMATTED))
        print_top(&p, inputs, result);
    selected += result->ntop;
    if (options->format == NAIVE_JSON && !nothing)
        naive_print_json(p.to, options, inputs, result);
    if (fclose(p.to) != 0)
        abort();
    out->bytes = (unsigned char *)bytes;
    return selected > 0 ? 0 : 1;
}
