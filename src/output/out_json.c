/* out_json.c - one JSON object a line, in ripgrep's shapes (--json). */
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "match/lines.h"
#include "output/alignment.h"
#include "output/block_lines.h"
#include "output/json_string.h"
#include "output/output.h"

struct counts {
    uint64_t bytes, records, occurrences; /* searched, selected, printed */
};

struct json {
    const struct output_env *env;
    struct sink *sink;
    struct aligner *aligner;                /* NULL without --cigar and groups */
    const char *name;                       /* of the current input */
    bool begun;                             /* its begin object is printed */
    uint64_t searches, searches_with_match; /* inputs that ended */
    struct counts totals;                   /* of them */
    uint32_t second;                        /* see json_second() */
};

static void *json_open(const struct output_env *env)
{
    struct json *j = xcalloc(1, sizeof *j);
    j->env = env;
    j->sink = env->sink;
    if (env->options->form.cigar || env->options->query.rules.groups)
        j->aligner = aligner_open(env->query);
    return j;
}

static void json_close(void *state)
{
    struct json *j = state;
    aligner_close(j->aligner);
    free(j);
}

static void json_begin(void *state, const char *name, uint64_t size)
{
    (void)size;
    struct json *j = state;
    j->name = name;
    j->begun = j->env->collects;
}

/* Prints a member with its comma and key, as `,"start":` */
static void put_member(struct sink *s, const char *key, uint64_t value)
{
    sink_puts(s, key);
    sink_number(s, value);
}

static void end_object(const struct json *j)
{
    sink_putc(j->sink, '\n');
    if (j->env->options->form.line_buffered)
        sink_flush(j->sink);
}

/* {"type":TYPE,"data":{"path":... */
static void put_start(const struct json *j, const char *type)
{
    sink_puts(j->sink, "{\"type\":\"");
    sink_puts(j->sink, type);
    sink_puts(j->sink, "\",\"data\":{\"path\":");
    json_string_put_bytes(j->sink, j->env->visible, j->name, strlen(j->name));
}

static void put_pattern(const struct json *j, const struct pattern *p)
{
    put_member(j->sink, ",\"pattern\":", p->number);
    if (p->id_length == 0)
        return;
    sink_puts(j->sink, ",\"id\":");
    json_string_put_bytes(j->sink, j->env->visible, pattern_id(p), p->id_length);
}

/* A part of an entry's sequence, without line breaks. */
static void put_residues(const struct json *j, struct json_string p)
{
    char *residues = xmalloc(p.to - p.from + 1);
    size_t n = 0, length;
    for (size_t at = p.from; at < p.to; at += length) {
        const unsigned char *piece = record_piece(p.record, at, p.to, &length);
        for (size_t i = 0; i < length; i++)
            if (piece[i] != '\n' && piece[i] != '\r')
                residues[n++] = (char)piece[i];
    }
    json_string_put_bytes(j->sink, j->env->visible, residues, n);
    free(residues);
}

/* MATCHED, or a part of it. */
static void put_part(const struct json *j, struct json_string p)
{
    if (options_entries(j->env->options))
        put_residues(j, p);
    else
        json_string_put(j->sink, j->env->visible, p);
}

/* The texts of the first groups of an expression; MATCHED begins at byte `at` of the record. */
static void put_groups(const struct json *j, const struct alignment *a, const struct record *r,
                       size_t at)
{
    sink_puts(j->sink, ",\"groups\":[");
    for (unsigned g = 1; g <= a->pattern->ngroups && g <= NEAREST_GROUPS; g++) {
        struct span text = alignment_group(a, g);
        if (g > 1)
            sink_putc(j->sink, ',');
        put_part(j, (struct json_string){r, at + text.start, at + text.end});
    }
    sink_putc(j->sink, ']');
}

static void put_alignment(const struct json *j, const struct record *r, const struct occurrence *o)
{
    bool groups =
        j->env->options->query.rules.groups && j->env->query->patterns[o->pattern].ngroups > 0;
    if (!j->env->options->form.cigar && !groups)
        return;
    struct alignment alignment = aligner_occurrence(j->aligner, r, o);
    if (j->env->options->form.cigar) {
        sink_puts(j->sink, ",\"cigar\":\"");
        alignment_put_cigar(&alignment, j->sink);
        sink_putc(j->sink, '"');
    }
    if (groups)
        put_groups(j, &alignment, r, (size_t)(o->match_start - r->offset));
}

static uint64_t count_newlines(struct json_string p)
{
    uint64_t newlines = 0;
    while (p.from < p.to) {
        size_t n;
        const unsigned char *piece = json_string_piece(&p, &n);
        newlines += lines_count(piece, n, '\n');
    }
    return newlines;
}

/* Prints the begin of the match, and the line of its end. Lines are records, except with
 * --span-lines. */
static void put_place(const struct json *j, const struct record *r, const struct occurrence *o,
                      struct json_string match)
{
    struct sink *s = j->sink;
    bool span = j->env->options->records.span_lines;
    sink_puts(s, ",\"line_number\":");
    if (span)
        sink_number(s, o->line);
    else
        sink_record_number(s, r->number, 0);
    put_member(s, ",\"column\":", o->column);
    sink_puts(s, ",\"last_line\":");
    if (span)
        sink_number(s, o->line + count_newlines(match));
    else
        sink_record_number(s, r->number, 0);
}

/* Prints the distance of the nearest occurrence that does not overlap the best one. */
static void put_second(const struct json *j, const struct occurrence *o)
{
    if (j->second == UINT32_MAX)
        sink_puts(j->sink, ",\"second_distance\":null");
    else
        put_member(j->sink, ",\"second_distance\":", j->second);
    sink_puts(j->sink, j->second > o->distance ? ",\"unique\":true" : ",\"unique\":false");
}

static void put_submatch(const struct json *j, const struct record *r,
                         const struct occurrence *found)
{
    struct sink *s = j->sink;
    struct occurrence block;
    const struct occurrence *o = block_lines(j->env->options, r, found, &block);
    const struct pattern *p = &j->env->query->patterns[o->pattern];
    struct json_string match = {r, (size_t)(o->match_start - r->offset),
                                (size_t)(o->match_end - r->offset)};
    sink_puts(s, "{\"match\":");
    put_part(j, match);
    put_member(s, ",\"start\":", match.from);
    put_member(s, ",\"end\":", match.to);
    put_place(j, r, o, match);
    put_member(s, ",\"distance\":", occurrence_distance(o));
    if (j->env->options->query.rules.overhang > 0)
        put_member(s, ",\"outside\":", o->outside);
    if (j->env->options->select.second)
        put_second(j, o);
    put_pattern(j, p);
    put_alignment(j, r, found);
    if (j->env->options->query.rules.nucleotides.reverse_complement)
        sink_puts(s, p->reverse ? ",\"strand\":\"-\"" : ",\"strand\":\"+\"");
    sink_putc(s, '}');
}

static void json_second(void *state, uint32_t second)
{
    struct json *j = state;
    j->second = second;
}

/* Prints the begin object, unless it is printed already. */
static void json_join(void *state)
{
    struct json *j = state;
    if (j->begun)
        return;
    put_start(j, "begin");
    sink_puts(j->sink, "}}");
    end_object(j);
    j->begun = true;
}

/* Prints the record with its delimiter; not with -o, because a record may be a whole book. */
static void put_lines(const struct json *j, const struct record *r)
{
    if (j->env->options->form.only_matching)
        sink_puts(j->sink, "null");
    else
        json_string_put(j->sink, j->env->visible,
                        (struct json_string){r, 0, r->length + r->delimiter_length});
}

static void put_record(struct json *j, const char *type, const struct record *r, bool submatches)
{
    struct sink *s = j->sink;
    json_join(j);
    put_start(j, type);
    sink_puts(s, ",\"lines\":");
    put_lines(j, r);
    if (options_entries(j->env->options)) {
        size_t n;
        const unsigned char *name = output_entry_name(r, &n);
        sink_puts(s, ",\"name\":");
        json_string_put_bytes(j->sink, j->env->visible, (const char *)name, n);
    }
    sink_puts(s, ",\"line_number\":");
    sink_record_number(s, r->number, 0);
    put_member(s, ",\"absolute_offset\":", r->source);
    sink_puts(s, ",\"submatches\":[");
    struct occurrence_reader reader;
    occurrence_first(&reader, r);
    for (bool first = true; submatches && occurrence_next(&reader); first = false) {
        if (!first)
            sink_putc(s, ',');
        put_submatch(j, r, &reader.o);
    }
    sink_puts(s, "]}}");
    end_object(j);
}

static void json_match(void *state, const struct record *record)
{
    put_record(state, "match", record, true);
}

static void json_context(void *state, const struct record *record)
{
    put_record(state, "context", record, false);
}

static void put_counts(struct sink *s, const struct counts *counts)
{
    put_member(s, "\"bytes_searched\":", counts->bytes);
    put_member(s, ",\"matched_lines\":", counts->records);
    put_member(s, ",\"matches\":", counts->occurrences);
}

static void json_end(void *state, const struct output_input *input)
{
    struct json *j = state;
    struct counts counts = {input->bytes, input->selected, input->occurrences};
    j->searches += !input->goes_on;
    j->searches_with_match += !input->goes_on && input->selected > 0;
    j->totals.bytes += input->goes_on ? 0 : counts.bytes;
    j->totals.records += counts.records;
    j->totals.occurrences += counts.occurrences;
    if (!j->begun)
        return;
    put_start(j, "end");
    sink_puts(j->sink, ",\"binary_offset\":null,\"stats\":{");
    put_counts(j->sink, &counts);
    sink_puts(j->sink, "}}}");
    end_object(j);
}

/* Drops the results of earlier inputs, which are all farther than the new level. */
static void json_forget(void *state)
{
    struct json *j = state;
    j->begun = j->env->collects;
    j->searches_with_match = 0;
    j->totals = (struct counts){.bytes = j->totals.bytes};
}

static void json_finish(void *state, uint32_t best)
{
    struct json *j = state;
    sink_puts(j->sink, "{\"type\":\"summary\",\"data\":{\"stats\":{");
    put_member(j->sink, "\"searches\":", j->searches);
    put_member(j->sink, ",\"searches_with_match\":", j->searches_with_match);
    sink_putc(j->sink, ',');
    put_counts(j->sink, &j->totals);
    sink_putc(j->sink, '}');
    if (best != UINT32_MAX)
        put_member(j->sink, ",\"distance\":", best);
    sink_puts(j->sink, "}}");
    end_object(j);
}

const struct output output_json = {
    .open = json_open,
    .begin = json_begin,
    .match = json_match,
    .context = json_context,
    .join = json_join,
    .end = json_end,
    .forget = json_forget,
    .second = json_second,
    .finish = json_finish,
    .close = json_close,
};
