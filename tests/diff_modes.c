/*
 * diff_modes.c - compares each output mode of each engine with what the engine scalar finds, in
 * texts of up to 4 million characters (instance_draw_long()).
 *
 * The reference is too slow for these texts. Instead edgrep itself lists all occurrences: by the
 * engine scalar, in one thread, with `--json -o`. From these the reference's printer makes the
 * expected output of -c, -v, -m, -l, -L, -q, --count-matches, --histogram, context and others, for
 * any engine.
 *
 * One of ANY_EVERY cases draws any options (instance_draw_any()); then the output of the engine
 * scalar in one thread is the expected output of all engines.
 *
 * Cases whose output is longer than OUTPUT_MOST bytes are skipped: some print 12 GB.
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
    MODES = 5 /* output modes for each search */,
    METRICS = 4,
    FORMATS = NAIVE_HISTOGRAM + 1,
    ANY_EVERY = 3,
    OUTPUT_MOST = 1 << 30
};

static bool any; /* this case has any options */
static uint64_t checked_any, found_any, checked[METRICS][FORMATS],
    found[METRICS][FORMATS]; /* number of runs; those with status 0 */

/* Parsing the output of `--json -o` */

/* Returns the number after `key`, which must be in the text. Sets *text to the end of the key. */
static size_t number_behind(const char **text, const char *key)
{
    const char *at = strstr(*text, key);
    if (at == NULL)
        abort();
    *text = at + strlen(key);
    return (size_t)strtoull(*text, NULL, 10);
}

/* Quoted text in the line cannot contain this: its quotes are escaped. */
static const char submatch[] = "},\"start\":";

/* Returns one submatch; `text` begins after the submatch's text. */
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

/* Fills the record of the line. The best occurrence is the first with the smallest distance. */
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

/* Returns the input that a line "begin" names. */
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

/* Stores the occurrences of the output in `result`. */
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

/* Searching */

/* Returns the records of the inputs, without occurrences. */
static struct naive_result *cut_records(const struct instance *i)
{
    struct naive_options o = i->options;
    o.skip = NULL;
    o.fold_space = o.normalize = o.fold_accents = o.loose = o.joined = false;
    struct naive_result *result = naive_search(&o, i->patterns, 0, i->inputs, i->ninputs);
    result->most = o.k; /* with formats that use it, all patterns have this limit */
    return result;
}

enum ending { FAILED, TOO_LONG, GOOD };

/* Runs the engine scalar in one thread, on inputs in UTF-8 if `utf8`. Reports a failure. The caller
 * frees the outcome. */
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

/* Sets *result to all occurrences that the engine scalar finds, unless the search fails. */
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

/* --histogram prints all distances up to the greatest limit of the patterns, which is known only
 * with -k N. */
static void settle_format(struct instance *i)
{
    struct naive_options *o = &i->options;
    if (o->format == NAIVE_JSON) /* the reference does not know the columns */
        o->format = NAIVE_TEXT;
    if (o->format == NAIVE_HISTOGRAM && (o->limit != NAIVE_EDITS || i->form == PATTERN_TABLE))
        o->format = NAIVE_COUNT;
}

/* Chooses a format that only asks whether a record has an occurrence, mostly -c: engines may then
 * report only one hit per record. */
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
    if (random_percent(r, 60)) /* otherwise most chunks are too small to fill the lanes of a
                                  vector */
        i->handling.chunk_size = i->handling.range_size = 0;
    settle_format(i);
    expected.status = naive_print(&i->options, i->inputs, result, &expected.output);
    bool good = agreement_same(i, r, &expected);
    free(expected.output.bytes);
    checked[i->options.metric][i->options.format]++;
    found[i->options.metric][i->options.format] += expected.status == 0;
    return good;
}

/* Returns whether the output without colours has the same text. */
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

/* Checks a case with any options. */
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

/* Returns whether each format was tested with each metric, with and without occurrences. */
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
