/* naive_json.c - the reference for --json: one object a line, as ripgrep's. */
#include "naive_json.h"

#include <stdlib.h>
#include <string.h>

#include "naive_align.h"
#include "naive_entries.h"

/* Strings */

/* Writes a string; controls, also of C1, are escaped: they must not reach a terminal. */
static void print_character(FILE *to, uint32_t c)
{
    static const char letters[] = "btnvfr"; /* of 8.. */
    unsigned char bytes[4];
    size_t length = naive_encode(c, bytes);
    if (c == '"' || c == '\\')
        fprintf(to, "\\%c", (int)c);
    else if (c >= '\b' && c <= '\r' && c != '\v')
        fprintf(to, "\\%c", letters[c - '\b']);
    else if (c < 0x20 || (c >= 0x7f && c <= 0x9f))
        fprintf(to, "\\u%04x", c);
    else
        fwrite(bytes, 1, length, to);
}

static void print_base64(FILE *to, struct naive_bytes b)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < b.length; at += 3) {
        size_t left = b.length - at;
        uint32_t group = (uint32_t)b.bytes[at] << 16;
        group |= left > 1 ? (uint32_t)b.bytes[at + 1] << 8 : 0;
        group |= left > 2 ? b.bytes[at + 2] : 0;
        fprintf(to, "%c%c", digits[group >> 18], digits[group >> 12 & 63]);
        putc(left > 1 ? digits[group >> 6 & 63] : '=', to);
        putc(left > 2 ? digits[group & 63] : '=', to);
    }
}

static void print_string(FILE *to, struct naive_bytes b)
{
    bool text = naive_is_utf8(b);
    fputs(text ? "{\"text\":\"" : "{\"bytes\":\"", to);
    if (!text)
        print_base64(to, b);
    uint32_t c;
    for (size_t at = 0; text && at < b.length; print_character(to, c))
        at += character_decode(b.bytes + at, b.length - at, true, &c);
    fputs("\"}", to);
}

/* Objects */

struct counts {
    uint64_t bytes, records, occurrences;
};

struct json {
    FILE *to;
    const struct naive_options *options;
    const struct naive_result *result;
    const struct naive_input *input; /* current */
    bool begun;                      /* its object "begin" was printed */
    struct counts counts;            /* of it */
};

static void print_start(struct json *j, const char *type)
{
    struct naive_bytes name = {(unsigned char *)j->input->name, strlen(j->input->name)};
    fprintf(j->to, "{\"type\":\"%s\",\"data\":{\"path\":", type);
    print_string(j->to, name);
}

static void print_stats(FILE *to, const struct counts *c)
{
    fprintf(to, "\"bytes_searched\":%llu,\"matched_lines\":%llu,\"matches\":%llu}",
            (unsigned long long)c->bytes, (unsigned long long)c->records,
            (unsigned long long)c->occurrences);
}

/* Returns the number of newlines in from..to of the input. */
static size_t newlines(const struct json *j, size_t from, size_t to)
{
    size_t count = 0;
    for (size_t i = from; i < to; i++)
        count += j->input->text.bytes[i] == '\n';
    return count;
}

static void print_second(struct json *j, const struct naive_occurrence *o)
{
    fputs(",\"second_distance\":", j->to);
    if (j->result->second == SIZE_MAX)
        fputs("null", j->to);
    else
        fprintf(j->to, "%zu", j->result->second);
    fprintf(j->to, ",\"unique\":%s", j->result->second > o->distance ? "true" : "false");
}

/* Writes a part of the input; of an entry only its residues. */
static void print_part(struct json *j, size_t start, size_t end)
{
    struct naive_bytes part = naive_slice(j->input, start, end);
    if (j->options->entries == NAIVE_NO_ENTRIES) {
        print_string(j->to, part);
        return;
    }
    part = naive_entry_unbroken(part);
    print_string(j->to, part);
    free(part.bytes);
}

static void print_submatch(struct json *j, const struct naive_record *record,
                           const struct naive_occurrence *o)
{
    fputs("{\"match\":", j->to);
    print_part(j, o->trimmed_start, o->trimmed_end);
    size_t line = record->number, last = line;
    if (j->options->span_lines) {
        line = 1 + newlines(j, 0, o->trimmed_start);
        last = line + newlines(j, o->trimmed_start, o->trimmed_end);
    }
    fprintf(j->to, ",\"start\":%zu,\"end\":%zu,\"line_number\":%zu,\"column\":%zu",
            o->trimmed_start - record->start, o->trimmed_end - record->start, line, o->column);
    fprintf(j->to, ",\"last_line\":%zu,\"distance\":%zu", last, o->distance - o->outside);
    if (j->options->overhang > 0)
        fprintf(j->to, ",\"outside\":%zu", o->outside);
    if (j->result->seconds)
        print_second(j, o);
    fprintf(j->to, ",\"pattern\":%zu", o->pattern);
    const char *id = naive_id(j->options, o->pattern);
    if (id[0] != '\0') {
        fputs(",\"id\":", j->to);
        print_string(j->to, (struct naive_bytes){(unsigned char *)id, strlen(id)});
    }
    if (o->alignment != NULL) {
        fputs(",\"cigar\":\"", j->to);
        naive_print_cigar(j->to, o->alignment);
        putc('"', j->to);
    }
    for (size_t g = 0; naive_has_groups(j->options) && g < o->ngroups; g++) {
        fputs(g == 0 ? ",\"groups\":[" : ",", j->to);
        print_part(j, o->groups[g].start, o->groups[g].end);
        fputs(g + 1 == o->ngroups ? "]" : "", j->to);
    }
    if (j->options->reverse_complement)
        fprintf(j->to, ",\"strand\":\"%c\"", o->reverse ? '-' : '+');
    putc('}', j->to);
}

static void print_record(struct json *j, const char *type, const struct naive_record *record,
                         size_t submatches)
{
    if (!j->begun) {
        print_start(j, "begin");
        fputs("}}\n", j->to);
        j->begun = true;
    }
    print_start(j, type);
    fputs(",\"lines\":", j->to);
    if (j->options->only_matching || j->options->span_lines)
        fputs("null", j->to);
    else
        print_string(j->to, naive_slice(j->input, record->start, record->next));
    if (j->options->entries != NAIVE_NO_ENTRIES) {
        fputs(",\"name\":", j->to);
        print_string(j->to, naive_entry_name(naive_slice(j->input, record->start, record->end)));
    }
    fprintf(j->to, ",\"line_number\":%zu,\"absolute_offset\":%zu,\"submatches\":[", record->number,
            naive_source(j->options, j->input, record->start));
    for (size_t i = 0; i < submatches; i++) {
        if (i > 0)
            putc(',', j->to);
        print_submatch(j, record, &record->occurrences[i]);
    }
    fputs("]}}\n", j->to);
}

/* --best=each: prints the record once for each pattern. */
static void print_for_each(struct json *j, const struct naive_record *record)
{
    for (size_t i = 0; i < record->count; i++) {
        struct naive_record part;
        if (naive_part(record, i, &part)) {
            print_record(j, "match", &part, part.count);
            free(part.occurrences);
        }
    }
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Prints a selected record, and the context before it that is not printed yet. Returns how much it
 * counts for -m. With -o there is no context, and -v prints nothing. */
static uint64_t print_selected(struct json *j, const struct naive_records *records, size_t i,
                               size_t unprinted, uint64_t room)
{
    const struct naive_options *o = j->options;
    const struct naive_record *record = &records->records[i];
    size_t submatches = o->span_lines ? (size_t)least(record->count, room) : record->count;
    submatches = o->invert ? 0 : submatches;
    size_t first = i - unprinted < o->before ? unprinted : i - (size_t)o->before;
    for (; !o->only_matching && first < i; first++)
        print_record(j, "context", &records->records[first], 0);
    if (o->each && !o->only_matching && !o->span_lines)
        print_for_each(j, record);
    else if (!o->only_matching || !o->invert)
        print_record(j, "match", record, submatches);
    j->counts.occurrences += submatches;
    return o->span_lines ? submatches : 1;
}

/* As print_records() of naive_print.c. The searched part ends with the last record that was read:
 * with -m the last one printed, except in best mode. */
static void print_input(struct json *j, const struct naive_records *records)
{
    const struct naive_options *o = j->options;
    uint64_t pending = 0;
    size_t unprinted = 0;
    if (records->count == 0)
        j->counts.bytes = naive_source(o, j->input, 0);
    for (size_t i = 0; i < records->count; i++) {
        uint64_t room = o->max_count - j->counts.records;
        if (room > 0 && naive_is_selected(o, &records->records[i])) {
            j->counts.records += print_selected(j, records, i, unprinted, room);
            pending = o->only_matching ? 0 : o->after;
            unprinted = i + 1;
        } else if (pending > 0) {
            print_record(j, "context", &records->records[i], 0);
            pending--;
            unprinted = i + 1;
        } else if (room == 0 && !naive_best_mode(o)) {
            return;
        }
        j->counts.bytes = naive_source(o, j->input, records->records[i].next);
    }
}

static void print_end(struct json *j)
{
    print_start(j, "end");
    fputs(",\"binary_offset\":null,\"stats\":{", j->to);
    print_stats(j->to, &j->counts);
    fputs("}}\n", j->to);
}

static size_t all_bytes(const struct json *j, const struct naive_records *records)
{
    size_t end = records->count > 0 ? records->records[records->count - 1].next : 0;
    return naive_source(j->options, j->input, end);
}

/* --top: prints consecutive results of an input between "begin" and "end". Returns the number of
 * inputs with results. */
static uint64_t print_top(FILE *to, const struct naive_options *o, const struct naive_input *inputs,
                          const struct naive_result *result, struct counts *total)
{
    uint64_t with_match = 0;
    struct json j = {.to = to, .options = o, .result = result};
    for (size_t i = 0; i < result->ntop; i++) {
        const struct naive_ranked *r = &result->top[i];
        bool first = i == 0 || result->top[i - 1].input != r->input;
        bool last = i + 1 == result->ntop || result->top[i + 1].input != r->input;
        if (first)
            j = (struct json){.to = to, .options = o, .result = result, .input = &inputs[r->input]};
        print_record(&j, "match", &r->record, r->record.count);
        j.counts.bytes = all_bytes(&j, &result->inputs[r->input]);
        j.counts.records++;
        j.counts.occurrences += r->record.count;
        total->records++;
        total->occurrences += r->record.count;
        bool again = false;
        for (size_t n = i + 1; n < result->ntop; n++)
            again = again || result->top[n].input == r->input;
        with_match += !again;
        if (last)
            print_end(&j);
    }
    return with_match;
}

void naive_print_json(FILE *to, const struct naive_options *o, const struct naive_input *inputs,
                      const struct naive_result *result)
{
    struct counts total = {0, 0, 0};
    uint64_t with_match = print_top(to, o, inputs, result, &total);
    for (size_t i = 0; i < result->ninputs; i++) {
        struct json j = {.to = to, .options = o, .result = result, .input = &inputs[i]};
        print_input(&j, &result->inputs[i]);
        if (j.begun)
            print_end(&j);
        with_match += j.counts.records > 0;
        total.bytes += j.counts.bytes;
        total.records += j.counts.records;
        total.occurrences += j.counts.occurrences;
    }
    fprintf(to, "{\"type\":\"summary\",\"data\":{\"stats\":{\"searches\":%zu", result->ninputs);
    fprintf(to, ",\"searches_with_match\":%llu,", (unsigned long long)with_match);
    print_stats(to, &total);
    if (result->best != SIZE_MAX)
        fprintf(to, ",\"distance\":%zu", result->best);
    fputs("}}\n", to);
}
