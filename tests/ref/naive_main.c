/*
 * naive_main.c - the reference by hand: takes edgrep's options and prints what edgrep has to print.
 *
 *     build/tests/naive -k 2 -o PATTERN [FILE]...
 */
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive.h"

enum {
    BEST = 256,
    METRIC,
    SPAN_LINES,
    DELIMITER,
    SKIP,
    FOLD_SPACE,
    NORMALIZE,
    FOLD_ACCENTS,
    WHERE,
    WHERE_NOT,
    BARE,
    SHOW_PATTERN,
    CIGAR,
    ALIGN,
    JSON,
    CRLF,
    TOP,
    HISTOGRAM,
    COUNT_MATCHES,
    COLUMN,
    AROUND,
    MOST_PATTERNS = 100
};

static const struct option long_options[] = {
    {"best", optional_argument, NULL, BEST},
    {"metric", required_argument, NULL, METRIC},
    {"span-lines", no_argument, NULL, SPAN_LINES},
    {"delimiter", required_argument, NULL, DELIMITER},
    {"skip", required_argument, NULL, SKIP},
    {"fold-space", no_argument, NULL, FOLD_SPACE},
    {"normalize", no_argument, NULL, NORMALIZE},
    {"fold-accents", no_argument, NULL, FOLD_ACCENTS},
    {"where", required_argument, NULL, WHERE},
    {"where-not", required_argument, NULL, WHERE_NOT},
    {"bare", no_argument, NULL, BARE},
    {"show-pattern", optional_argument, NULL, SHOW_PATTERN},
    {"cigar", no_argument, NULL, CIGAR},
    {"align", no_argument, NULL, ALIGN},
    {"json", no_argument, NULL, JSON},
    {"top", required_argument, NULL, TOP},
    {"histogram", no_argument, NULL, HISTOGRAM},
    {"crlf", no_argument, NULL, CRLF},
    {"column", no_argument, NULL, COLUMN},
    {"around", required_argument, NULL, AROUND},
    {"count-matches", no_argument, NULL, COUNT_MATCHES},
    {NULL, 0, NULL, 0}};

struct arguments {
    struct naive_options options;
    struct naive_bytes patterns[MOST_PATTERNS];
    size_t npatterns;
    int filename; /* -H, -h, or 0 */
};

static _Noreturn void fail(const char *what)
{
    perror(what);
    exit(2);
}

/* Adds the pattern, or each line of it. */
static void add_patterns(struct arguments *a, char *text)
{
    do {
        size_t length = strcspn(text, "\n");
        if (length == 0 || a->npatterns == MOST_PATTERNS) {
            fputs("naive: an empty pattern, or too many\n", stderr);
            exit(2);
        }
        a->patterns[a->npatterns++] = (struct naive_bytes){(unsigned char *)text, length};
        text += length;
    } while (*text++ != '\0');
}

static void set_context(struct naive_options *o, int option, const char *argument)
{
    uint64_t records = strtoull(argument, NULL, 10);
    o->context = true;
    if (option != 'A')
        o->before = records;
    if (option != 'B')
        o->after = records;
}

static enum naive_metric metric_of(const char *name)
{
    static const char *const names[] = {"levenshtein", "osa", "indel", "hamming"};
    size_t metric = 0;
    while (strcmp(names[metric], name) != 0)
        if (++metric > NAIVE_HAMMING)
            fail(name);
    return (enum naive_metric)metric;
}

static bool set_search_option(struct arguments *a, int option, char *argument)
{
    struct naive_options *o = &a->options;
    if (option == 'e') {
        add_patterns(a, argument);
    } else if (option == 'k') {
        o->limit = strchr(argument, '%') ? NAIVE_PERCENT : NAIVE_EDITS;
        o->k = strtoull(argument, NULL, 10);
    } else if (option == BEST || option == TOP) {
        o->best = true;
        o->each = o->each || (option == BEST && argument != NULL);
        if (option == TOP)
            o->top = strtoull(argument, NULL, 10);
    } else if (option == METRIC || option == 't') {
        o->metric = metric_of(option == 't' ? "osa" : argument);
    } else if (option == DELIMITER) {
        o->delimiter = argument;
    } else if (option == SKIP) {
        o->skip = argument;
    } else if (option == WHERE || option == WHERE_NOT) {
        if (o->nwheres == NAIVE_MOST_WHERES)
            abort();
        o->wheres[o->nwheres++] = (struct naive_where){argument, option == WHERE_NOT};
    } else if (option == 'U') {
        o->utf8 = false;
    } else if (option == 'E') {
        o->expression = o->classes = true;
    } else {
        bool *flag = option == SPAN_LINES     ? &o->span_lines
                     : option == FOLD_SPACE   ? &o->fold_space
                     : option == NORMALIZE    ? &o->normalize
                     : option == FOLD_ACCENTS ? &o->fold_accents
                     : option == CRLF         ? &o->crlf
                     : option == 'P'          ? &o->classes
                     : option == 'i'          ? &o->ignore_case
                     : option == 'w'          ? &o->word
                     : option == 'x'          ? &o->line
                     : option == 'z'          ? &o->null_data
                     : option == 'v'          ? &o->invert
                                              : NULL;
        if (flag == NULL)
            return false;
        *flag = true;
    }
    return true;
}

static bool set_print_option(struct arguments *a, int option, const char *argument)
{
    struct naive_options *o = &a->options;
    if (option == 'm') {
        o->max_count = strtoull(argument, NULL, 10);
    } else if (option == 'H' || option == 'h') {
        a->filename = option;
    } else if (option == 'A' || option == 'B' || option == 'C') {
        set_context(o, option, argument);
    } else if (option == HISTOGRAM) {
        o->format = NAIVE_HISTOGRAM;
    } else if (option == SHOW_PATTERN) {
        o->show_pattern =
            argument == NULL || strcmp(argument, "text") != 0 ? NAIVE_SHOW_NUMBER : NAIVE_SHOW_TEXT;
    } else if (option == AROUND) {
        o->only_matching = true;
        o->around = strtoull(argument, NULL, 10);
    } else if (option == COUNT_MATCHES) {
        o->format = NAIVE_COUNT;
        o->count_matches = true;
    } else if (option == JSON || option == 'c' || option == 'l' || option == 'L' || option == 'q') {
        o->format = option == JSON  ? NAIVE_JSON
                    : option == 'c' ? NAIVE_COUNT
                    : option == 'l' ? NAIVE_LIST
                    : option == 'L' ? NAIVE_LIST_WITHOUT
                                    : NAIVE_QUIET;
    } else {
        bool *flag = option == BARE     ? &o->bare
                     : option == CIGAR  ? &o->cigar
                     : option == COLUMN ? &o->column
                     : option == ALIGN  ? &o->align
                     : option == 'Z'    ? &o->null_name
                     : option == 'o'    ? &o->only_matching
                     : option == 'n'    ? &o->line_number
                     : option == 'b'    ? &o->byte_offset
                                        : NULL;
        if (flag == NULL)
            return false;
        *flag = true;
    }
    return true;
}

static struct naive_input read_input(const char *name)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (file == NULL)
        fail(name);
    struct naive_input input = {.name = standard ? "(standard input)" : name};
    char *bytes;
    FILE *copy = open_memstream(&bytes, &input.text.length);
    if (copy == NULL)
        fail(name);
    for (int c; (c = getc(file)) != EOF;)
        putc(c, copy);
    if (ferror(file) || fclose(copy) != 0)
        fail(name);
    input.text.bytes = (unsigned char *)bytes;
    if (!standard)
        fclose(file);
    return input;
}

int main(int argc, char **argv)
{
    static struct arguments a;
    setlocale(LC_ALL, "C.UTF-8");
    a.options.utf8 = true;
    a.options.max_count = UINT64_MAX;
    for (int option; (option = getopt_long(argc, argv, "e:k:tEPiwxUzvm:onbHhZclLqA:B:C:",
                                           long_options, NULL)) != -1;)
        if (!set_search_option(&a, option, optarg) && !set_print_option(&a, option, optarg))
            return 2;
    if (a.npatterns == 0 && optind < argc)
        add_patterns(&a, argv[optind++]);
    static char *standard_input[] = {"-"};
    char **names = optind < argc ? argv + optind : standard_input;
    size_t ninputs = optind < argc ? (size_t)(argc - optind) : 1;
    a.options.filename = a.filename == 'H' || (a.filename == 0 && ninputs > 1);
    struct naive_input *inputs = calloc(ninputs, sizeof *inputs);
    if (inputs == NULL)
        fail("naive");
    for (size_t i = 0; i < ninputs; i++)
        inputs[i] = read_input(names[i]);
    struct naive_result *result =
        naive_search(&a.options, a.patterns, a.npatterns, inputs, ninputs);
    struct naive_bytes out;
    int status = naive_print(&a.options, inputs, result, &out);
    if (fwrite(out.bytes, 1, out.length, stdout) != out.length || fflush(stdout) != 0)
        fail("write error");
    free(out.bytes);
    naive_free(result);
    for (size_t i = 0; i < ninputs; i++)
        free(inputs[i].text.bytes);
    free(inputs);
    return status;
}
