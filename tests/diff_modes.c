/*
 * diff_modes.c - each mode of output and each engine against what the engine scalar finds, in texts
 * of up to 4 million characters (instance_draw_long()).
 *
 * The reference would take too long to search these. Instead edgrep itself is asked for all
 * occurrences: by the engine scalar, in one thread, as `--json -o`. Of these the reference's
 * printer makes what -c, -v, -m, -l, -L, -q, --count-matches, --histogram, context and the
 * others must print, by any engine.
 *
 * In one of ANY_EVERY cases all options are drawn (instance_draw_any()); then what the engine
 * scalar prints in one thread is what any other engine must print.
 *
 * Cases that print more than OUTPUT_MOST bytes are passed over: some print 12 GB.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "agreement.h"

enum {
    MODES = 5 /* that each search is printed in */,
    METRICS = 4,
    FORMATS = NAIVE_HISTOGRAM + 1,
    ANY_EVERY = 3,
    OUTPUT_MOST = 1 << 30
};

static bool any; /* in this case all options are drawn */
static uint64_t checked_any, found_any, checked[METRICS][FORMATS],
    found[METRICS][FORMATS]; /* runs; with status 0 */

/* What `--json -o` prints of a search. */

/* The number behind `key` in the text; the key must be there. Sets *text behind the key. */
static size_t number_behind(const char **text, const char *key)
{
    const char *at = strstr(*text, key);
    if (at == NULL)
        abort();
    *text = at + strlen(key);
    return (size_t)strtoull(*text, NULL, 10);
}

/* No text that is quoted in the line can have this: its quotes have a backslash before them. */
static const char submatch[] = "},\"start\":";

/* One submatch; `text` is what follows its own text. */
static struct naive_occurrence parse_submatch(const struct instance *i, const char *text,
                                              const struct naive_record *record)
{
    struct naive_occurrence o = {0};
    o.start = record->start + number_behind(&text, "\"start\":");
    o.end = record->start + number_behind(&text, "\"end\":");
    o.distance = number_behind(&text, "\"distance\":");
    if (i->options.overhang > 0) {
        o.outside = number_behind(&text, "\"outside\":");
        o.distance += o.outside;
    }
    o.pattern = number_behind(&text, "\"pattern\":");
    o.trimmed_start = o.around_start = o.start;
    o.trimmed_end = o.around_end = o.end;
    o.given = i->patterns[o.pattern - 1];
    if (i->options.reverse_complement) {
        (void)number_behind(&text, "\"strand\":\"");
        o.reverse = *text == '-';
    }
    return o;
}

/* Fills the record that the line is about. Its best occurrence is the first of the least distance.
 */
static void parse_match(const struct instance *i, const char *line, struct naive_records *records)
{
    size_t number = number_behind(&line, ",\"line_number\":"), count = 0;
    if (number == 0 || number > records->count || records->records[number - 1].count > 0)
        abort();
    struct naive_record *record = &records->records[number - 1];
    for (const char *at = line; (at = strstr(at, submatch)) != NULL; at++)
        count++;
    free(record->occurrences);
    record->occurrences = calloc(count + 1, sizeof *record->occurrences);
    if (record->occurrences == NULL)
        abort();
    for (const char *at = line; (at = strstr(at, submatch)) != NULL; at++) {
        struct naive_occurrence *o = &record->occurrences[record->count++];
        *o = parse_submatch(i, at, record);
        if (record->best == NULL || o->distance < record->best->distance)
            record->best = o;
    }
}

/* The input that a line "begin" names. */
static size_t parse_begin(const struct instance *i, const char *line)
{
    char name[64];
    for (size_t n = 0; n < i->ninputs; n++) {
        (void)snprintf(name, sizeof name, "{\"text\":\"%s\"}", i->inputs[n].name);
        if (strstr(line, name) != NULL)
            return n;
    }
    abort();
}

/* Parses the output into the records of `result`. */
static void parse_output(const struct instance *i, char *output, struct naive_result *result)
{
    size_t input = 0;
    for (char *line = output, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        const char *at = line;
        if (strncmp(line, "{\"type\":\"begin\"", 15) == 0)
            input = parse_begin(i, line);
        else if (strncmp(line, "{\"type\":\"match\"", 15) == 0)
            parse_match(i, line, &result->inputs[input]);
        else if (strncmp(line, "{\"type\":\"summary\"", 17) == 0 && strstr(line, "\"distance\":"))
            result->best = number_behind(&at, "\"distance\":");
    }
}

/* The search */

/* The records of the inputs, in which nothing occurs. */
static struct naive_result *cut_records(const struct instance *i)
{
    struct naive_options o = i->options;
    o.skip = NULL;
    o.fold_space = o.normalize = o.fold_accents = o.loose = o.joined = false;
    struct naive_result *result = naive_search(&o, i->patterns, 0, i->inputs, i->ninputs);
    result->most = o.k; /* where it matters, all patterns have that limit */
    return result;
}

enum ending { FAILED, TOO_LONG, GOOD };

/* What the engine scalar prints, in one thread, of inputs in UTF-8 if `utf8`; the outcome is the
 * caller's. If it fails, the failure is reported. */
static enum ending run_scalar(const struct instance *i, bool utf8, struct outcome *outcome)
{
    struct instance same = *i;
    struct command command;
    same.handling.threads = 1;
    same.handling.chunk_size = same.handling.range_size = 0;
    same.handling.packed = false;
    if (utf8) {
        same.options.encoding = NAIVE_AS_IS;
        same.options.marked = false;
    }
    command_make(&command, &same, "scalar");
    inprocess_run(&command, &same, outcome);
    enum ending ending = outcome->status <= 1                                             ? GOOD
                         : strstr((char *)outcome->errors.bytes, strerror(EFBIG)) != NULL ? TOO_LONG
                                                                                          : FAILED;
    if (ending == FAILED) {
        printf("FAILED: status %d of ", outcome->status);
        command_print(stdout, &command, &same);
        printf("%.*s", (int)outcome->errors.length, (char *)outcome->errors.bytes);
    }
    command_free(&command);
    return ending;
}

/* Sets *result to all occurrences, by the engine scalar, if that ends well. */
static enum ending search(const struct instance *i, struct naive_result **result)
{
    struct instance all = *i;
    struct naive_options *o = &all.options;
    o->format = NAIVE_JSON;
    o->only_matching = true;
    o->invert = o->context = o->count_matches = o->column = o->cigar = o->align = false;
    o->around = 0;
    o->replace = NULL;
    o->passthru = false;
    o->max_count = UINT64_MAX;
    struct outcome outcome;
    enum ending ending = run_scalar(&all, true, &outcome);
    if (ending == GOOD) {
        *result = cut_records(i);
        parse_output(i, (char *)outcome.output.bytes, *result);
    }
    outcome_free(&outcome);
    return ending;
}

/* --histogram: lines of all distances are printed up to the greatest limit, which only -k N says
 * for sure. */
static void settle_format(struct instance *i)
{
    struct naive_options *o = &i->options;
    if (o->format == NAIVE_JSON) /* columns are not known */
        o->format = NAIVE_TEXT;
    if (o->format == NAIVE_HISTOGRAM && (o->limit != NAIVE_EDITS || i->form == PATTERN_TABLE))
        o->format = NAIVE_COUNT;
}

/* What asks only whether a record has an occurrence, -c most of all: then engines may leave out
 * all of a record but one. */
static void count_records(struct instance *i, struct random *r)
{
    static const enum naive_format formats[] = {NAIVE_COUNT, NAIVE_COUNT, NAIVE_COUNT, NAIVE_LIST,
                                                NAIVE_LIST_WITHOUT};
    struct naive_options *o = &i->options;
    o->format = formats[random_below(r, sizeof formats / sizeof *formats)];
    o->invert = !naive_best_mode(o) && !o->span_lines && random_percent(r, 40);
    o->count_matches = o->count_matches && o->format == NAIVE_COUNT && !o->invert;
}

static bool check_mode(struct instance *i, struct random *r, const struct naive_result *result)
{
    struct outcome expected = {0};
    instance_redraw_printing(i, r);
    instance_redraw_handling(i, r);
    if (random_percent(r, 60))
        count_records(i, r);
    if (random_percent(r, 60)) /* else most chunks are too small to fill the lanes of a vector */
        i->handling.chunk_size = i->handling.range_size = 0;
    settle_format(i);
    expected.status = naive_print(&i->options, i->inputs, result, &expected.output);
    bool good = agreement_same(i, r, &expected);
    free(expected.output.bytes);
    checked[i->options.metric][i->options.format]++;
    found[i->options.metric][i->options.format] += expected.status == 0;
    return good;
}

/* Whether the same is printed without colours. */
static bool is_same_text(const struct instance *i, struct random *r, const struct outcome *colored)
{
    struct instance plain = *i;
    struct outcome same = *colored;
    plain.color = false;
    same.output.bytes = malloc(same.output.length + 1);
    if (same.output.bytes == NULL)
        abort();
    memcpy(same.output.bytes, colored->output.bytes, same.output.length + 1);
    outcome_drop_colors(&same);
    bool good = agreement_same(&plain, r, &same);
    free(same.output.bytes);
    return good;
}

/* With the options as they are drawn. */
static bool check_any(struct instance *i, struct random *r)
{
    struct outcome expected;
    enum ending ending = run_scalar(i, false, &expected);
    bool good =
        ending == TOO_LONG || (ending == GOOD && (!i->color || is_same_text(i, r, &expected)));
    for (unsigned mode = 0; mode < MODES && good && ending == GOOD; mode++) {
        instance_redraw_handling(i, r);
        good = agreement_same(i, r, &expected);
    }
    checked_any++;
    found_any += expected.status == 0;
    outcome_free(&expected);
    return good;
}

static bool check(struct instance *i, struct random *r)
{
    if (any)
        return check_any(i, r);
    struct naive_result *result;
    enum ending ending = search(i, &result);
    bool good = ending == GOOD;
    for (unsigned mode = 0; mode < MODES && good; mode++)
        good = check_mode(i, r, result);
    if (ending == GOOD)
        naive_free(result);
    return good || ending == TOO_LONG;
}

/* Whether each format has been seen with each metric, with and without something found. */
static bool all_enough(uint64_t cases)
{
    static const char *const formats[] = {"text", "json", "-c", "-l", "-L", "-q", "--histogram"};
    bool good = true;
    printf("cases of all options: %" PRIu64 ", with something found: %" PRIu64 "\n", checked_any,
           found_any);
    good = cases < 1000 || found_any > checked_any / 4;
    printf("runs by levenshtein, osa, indel and hamming, and those that found something:\n");
    for (int f = 0; f < FORMATS; f++) {
        printf("%12s", formats[f]);
        for (int m = 0; m < METRICS; m++) {
            printf(" %6" PRIu64 " %6" PRIu64, checked[m][f], found[m][f]);
            good = good && (cases < 1000 || f == NAIVE_JSON || found[m][f] > 0);
        }
        putchar('\n');
    }
    return good;
}

static void draw(struct instance *i, struct random *r)
{
    any = random_below(r, ANY_EVERY) == 0;
    (any ? instance_draw_any : instance_draw_long)(i, r);
}

int main(int argc, char **argv)
{
    static const struct agreement modes = {
        .name = "diff_modes", .weight = 25, .draw = draw, .check = check, .enough = all_enough};
    const struct rlimit most = {OUTPUT_MOST, OUTPUT_MOST};
    if (setrlimit(RLIMIT_FSIZE, &most) != 0 || signal(SIGXFSZ, SIG_IGN) == SIG_ERR)
        return EXIT_FAILURE;
    return agreement_main(argc, argv, &modes);
}
