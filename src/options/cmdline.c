/*
 * cmdline.c - calls getopt_long() with a table of options, and reports its errors in edgrep's own
 * messages.
 */
#include "options/cmdline.h"

#include <bsd/stdlib.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "cells/word_distance.h"
#include "print/sink.h"
#include "ranks/ranks.h"

enum {
    LONG_OPTION = UCHAR_MAX + 1, /* getopt's value of a long option is this plus its id */
    WORDS_SIZE = 64,
    HELP_COLUMN = 31, /* of what an option does */
    NAMES_SIZE = 80,
};

void *cmdline_member(void *o, const struct option_member *table, size_t count, size_t id)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].id == id)
            return (char *)o + table[i].offset;
    return NULL;
}

/* The name of an option in messages: "-k", or "--best". */
struct option_name {
    char text[WORDS_SIZE];
};

static struct option_name name_of(const struct option_row *rows, size_t id)
{
    struct option_name name = {"-"};
    if (rows[id].letter != 0)
        name.text[1] = rows[id].letter;
    else
        (void)snprintf(name.text, sizeof name.text, "--%s", rows[id].name);
    return name;
}

bool cmdline_bad_value(const struct cmdline *c, size_t id, const char *value, const char *reason)
{
    diag_error("%s: '%s': %s", name_of(c->rows, id).text, value, reason);
    return false;
}

/* Returns whether a condition is that its option was given. */
static bool is_given(const struct option_condition *conditions, size_t number)
{
    return number < OPTIONS_MOST && conditions[number].name == NULL;
}

static struct option_name condition_name(const struct option_row *rows,
                                         const struct option_condition *conditions, size_t number)
{
    struct option_name name;
    if (is_given(conditions, number))
        return name_of(rows, number);
    (void)snprintf(name.text, sizeof name.text, "%s", conditions[number].name);
    return name;
}

bool cmdline_exclusive(const struct option_row *rows, const bool given[OPTIONS_MOST],
                       const struct option_condition *conditions, const struct exclusion *list,
                       size_t count)
{
    for (const struct exclusion *x = list; x < list + count; x++)
        for (size_t i = 0; i < EXCLUDED_MOST && x->others[i] > 0; i++) {
            size_t first = x->option, other = x->others[i];
            if (!(is_given(conditions, first) ? given[first] : conditions[first].holds) ||
                !(is_given(conditions, other) ? given[other] : conditions[other].holds))
                continue;
            if (x->message != NULL)
                diag_error("%s", x->message);
            else
                diag_error("%s and %s exclude each other",
                           condition_name(rows, conditions, first).text,
                           condition_name(rows, conditions, other).text);
            return false;
        }
    return true;
}

/* The two descriptions for getopt_long(). */
struct grammar {
    char *letters;
    struct option *names;
};

static struct option describe(const struct cmdline *c, const char *name, size_t id)
{
    const char *argument = c->rows[id].argument;
    int has_argument = argument == NULL   ? no_argument
                       : *argument == '[' ? optional_argument
                                          : required_argument;
    return (struct option){name, has_argument, NULL, LONG_OPTION + (int)id};
}

/* Writes a letter, unless it is 0, in the syntax of getopt(). Returns the end. */
static char *describe_letter(const struct cmdline *c, char letter, size_t id, char *to)
{
    if (letter == 0)
        return to;
    *to++ = letter;
    if (c->rows[id].argument != NULL)
        *to++ = ':';
    return to;
}

/* For a command line that getopt_long() has not seen yet. */
static struct grammar grammar_open(const struct cmdline *c)
{
    struct grammar g = {xcalloc(2 + 2 * (c->nrows + c->naliases), 1),
                        xcalloc(c->nrows + c->naliases + 1, sizeof *g.names)};
    char *letter = g.letters;
    struct option *name = g.names;
    *letter++ = ':'; /* a missing argument is not an unknown option */
    for (size_t i = 0; i < c->nrows; i++) {
        if (c->rows[i].group != NULL)
            continue;
        *name++ = describe(c, c->rows[i].name, i);
        letter = describe_letter(c, c->rows[i].letter, i, letter);
    }
    for (size_t i = 0; i < c->naliases; i++) {
        if (c->aliases[i].name != NULL)
            *name++ = describe(c, c->aliases[i].name, c->aliases[i].id);
        letter = describe_letter(c, c->aliases[i].letter, c->aliases[i].id, letter);
    }
    optind = 0; /* glibc: resets the state of an earlier command line */
    opterr = 0;
    return g;
}

/* Returns the option of a value of getopt_long(); nrows if there is none. */
static size_t find_option(const struct cmdline *c, int value)
{
    size_t id = 0;
    if (value >= LONG_OPTION)
        return (size_t)(value - LONG_OPTION);
    while (id < c->nrows && (value == 0 || c->rows[id].letter != value))
        id++;
    for (size_t i = 0; id == c->nrows && i < c->naliases; i++)
        if (value != 0 && c->aliases[i].letter == value)
            id = c->aliases[i].id;
    return id;
}

/* Returns the i-th of all long names, aliases last; NULL if it has none. */
static const char *long_name(const struct cmdline *c, size_t i)
{
    if (i >= c->nrows)
        return c->aliases[i - c->nrows].name;
    return c->rows[i].group == NULL ? c->rows[i].name : NULL;
}

/* Returns the list, which is NULL while it is empty, with one more name. The caller frees it. */
static char *append_name(char *list, const char *between, const char *dashes, const char *name)
{
    size_t had = list != NULL ? strlen(list) : 0;
    size_t size = had + strlen(between) + strlen(dashes) + strlen(name) + 1;
    list = xreallocarray(list, size, 1);
    (void)snprintf(list + had, size - had, "%s%s%s", had > 0 ? between : "", dashes, name);
    return list;
}

/* Returns the long names that begin with text[0..length): "--fold-accents, --fold-space"; NULL if
 * there are none. The caller frees the list. */
static char *names_that_begin(const struct cmdline *c, const char *text, size_t length)
{
    char *list = NULL;
    for (size_t i = 0; i < c->nrows + c->naliases; i++) {
        const char *name = long_name(c, i);
        if (name != NULL && strncmp(text, name, length) == 0)
            list = append_name(list, ", ", "--", name);
    }
    return list;
}

/* Returns how many edits turn text[0..length) into `name`, where an exchange of neighbours is one
 * edit; SIZE_MAX where that is more than a third of `length` (at least 1), which is no typing
 * error. */
static size_t spelling_distance(const char *text, size_t length, const char *name)
{
    size_t m = strlen(name), most = length < 6 ? 1 : length / 3;
    uint64_t rows[WORD_DISTANCE_CODES] = {0};
    if (m > BITVECTOR_ROWS)
        return SIZE_MAX;
    for (size_t i = 0; i < m; i++)
        rows[(unsigned char)name[i]] |= UINT64_C(1) << i;
    size_t distance = word_distance(METRIC_OSA, rows, m, (const unsigned char *)text, length);
    return distance <= most ? distance : SIZE_MAX;
}

/* Returns the edit distance between text[0..length) and the name of an allowed option (NULL: all
 * are allowed). */
static size_t name_distance(const struct cmdline *c, size_t id, bool (*allowed)(size_t id),
                            const char *text, size_t length)
{
    bool there = c->rows[id].group == NULL && (allowed == NULL || allowed(id));
    return there ? spelling_distance(text, length, c->rows[id].name) : SIZE_MAX;
}

/* Returns the names nearest to text[0..length): "--table or --label"; NULL if none is near. The
 * caller frees the list. */
static char *names_nearby(const struct cmdline *c, const char *text, size_t length,
                          const char *dashes, bool (*allowed)(size_t id))
{
    size_t least = SIZE_MAX;
    for (size_t id = 0; id < c->nrows; id++) {
        size_t distance = name_distance(c, id, allowed, text, length);
        least = distance < least ? distance : least;
    }
    char *list = NULL;
    for (size_t id = 0; least < SIZE_MAX && id < c->nrows; id++)
        if (name_distance(c, id, allowed, text, length) == least)
            list = append_name(list, " or ", dashes, c->rows[id].name);
    return list;
}

/* Reports the unknown long option `word`. */
static void refuse_word(const struct cmdline *c, const char *word)
{
    size_t length = strcspn(word + 2, "=");
    bool hinted = c->hint != NULL && strlen(c->hint->name) == length &&
                  memcmp(c->hint->name, word + 2, length) == 0;
    char *candidates = names_that_begin(c, word + 2, length);
    char *nearby = names_nearby(c, word + 2, length, "--", NULL);
    if (hinted)
        diag_error("unknown option '%s': %s", word, c->hint->say);
    else if (candidates != NULL)
        diag_error("ambiguous option '%s': %s", word, candidates);
    else if (nearby != NULL)
        diag_error("unknown option '%s'; did you mean %s?", word, nearby);
    else
        diag_error("unknown option '%s' (try '%s --help')", word, c->program);
    free(candidates);
    free(nearby);
}

static void refuse_letter(const struct cmdline *c, int letter)
{
    if (c->hint != NULL && c->hint->letter == letter)
        diag_error("unknown option '-%c': %s", letter, c->hint->say);
    else
        diag_error("unknown option '-%c' (try '%s --help')", letter, c->program);
}

/* Reports an error of getopt_long(): `result` is its '?' or ':'. */
static void refuse_option(const struct cmdline *c, char **argv, int result)
{
    size_t id = find_option(c, optopt);
    if (result == ':')
        diag_error("%s needs %s (try '%s --help')", name_of(c->rows, id).text, c->rows[id].argument,
                   c->program);
    else if (optopt >= LONG_OPTION)
        diag_error("--%s takes no value (try '%s --help')", c->rows[id].name, c->program);
    else if (optopt >= '0' && optopt <= '9' && c->refuse_digit != NULL)
        c->refuse_digit(argv, optopt);
    else if (optopt != 0)
        refuse_letter(c, optopt);
    else
        refuse_word(c, argv[optind - 1]);
}

/* Prints the names of an option, and what it does. */
static void print_option(struct sink *sink, const struct option_row *row)
{
    char names[NAMES_SIZE], letter[] = "    ";
    const char *argument = row->argument != NULL ? row->argument : "";
    if (row->letter != 0)
        (void)snprintf(letter, sizeof letter, "-%c, ", row->letter);
    /* an optional argument brings its own "=" */
    const char *equals = *argument != '\0' && *argument != '[' ? "=" : "";
    (void)snprintf(names, sizeof names, "  %s--%s%s%s", letter, row->name, equals, argument);
    sink_puts(sink, names);
    for (size_t column = strlen(names); column < HELP_COLUMN; column++)
        sink_putc(sink, ' ');
    sink_puts(sink, row->help);
    sink_putc(sink, '\n');
}

/* Prints --help: a line for each option, by groups. */
static void print_help(const struct cmdline *c)
{
    struct sink *sink = sink_open(STDOUT_FILENO);
    sink_puts(sink, c->head);
    for (size_t i = 0; i < c->nrows; i++) {
        if (c->rows[i].group == NULL) {
            print_option(sink, &c->rows[i]);
            continue;
        }
        sink_puts(sink, c->rows[i].group);
        sink_puts(sink, ":\n");
    }
    sink_puts(sink, c->foot);
    sink_close(sink);
}

/* Returns the action for a value of getopt_long(); OPTIONS_RUN: handle_option() handles it. */
static enum options_result find_result(const struct cmdline *c, int value)
{
    if (value == '?' || value == ':')
        return OPTIONS_BAD;
    size_t id = find_option(c, value);
    if (id == c->help)
        return OPTIONS_DONE;
    if (id == c->version)
        return OPTIONS_VERSION;
    return id == c->engine && strcmp(optarg, "help") == 0 ? OPTIONS_ENGINES : OPTIONS_RUN;
}

static enum options_result handle_option(const struct cmdline *c, void *context, char **argv,
                                         int value)
{
    enum options_result result = find_result(c, value);
    if (result == OPTIONS_BAD)
        refuse_option(c, argv, value);
    else if (result == OPTIONS_DONE)
        print_help(c);
    else if (result == OPTIONS_RUN && !c->take(context, find_option(c, value), optarg))
        result = OPTIONS_BAD;
    return result;
}

enum options_result cmdline_parse(const struct cmdline *c, void *context, int argc, char **argv)
{
    struct grammar grammar = grammar_open(c);
    enum options_result result = OPTIONS_RUN;
    int value;
    while (result == OPTIONS_RUN &&
           (value = getopt_long(argc, argv, grammar.letters, grammar.names, NULL)) != -1)
        result = handle_option(c, context, argv, value);
    free(grammar.letters);
    free(grammar.names);
    return result;
}

/* Returns the option with this long name; nrows if there is none. */
static size_t find_name(const struct cmdline *c, const char *name, size_t length)
{
    size_t id = 0;
    while (id < c->nrows && (c->rows[id].group != NULL || strlen(c->rows[id].name) != length ||
                             memcmp(c->rows[id].name, name, length) != 0))
        id++;
    return id;
}

bool cmdline_take_word(const struct cmdline *c, void *context, const char *word,
                       bool (*allowed)(size_t id))
{
    size_t length = strcspn(word, "="), id = find_name(c, word, length);
    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    if (id == c->nrows || !allowed(id)) {
        char *nearby = names_nearby(c, word, length, "", allowed);
        if (nearby != NULL)
            diag_error("there is no setting '%.*s'; did you mean %s?", (int)length, word, nearby);
        else
            diag_error("there is no setting '%.*s'", (int)length, word);
        free(nearby);
        return false;
    }
    const char *argument = c->rows[id].argument;
    if (value != NULL && argument == NULL)
        diag_error("setting '%.*s' takes no value", (int)length, word);
    else if (value == NULL && argument != NULL && *argument != '[')
        diag_error("setting '%s' needs %s: %s=%s", word, argument, word, argument);
    else if (value != NULL && strcmp(argument, "FILE") == 0 && strcmp(value, "-") == 0)
        diag_error("setting '%s': the library does not read standard input; name a file", word);
    else
        return c->take(context, id, value);
    return false;
}

unsigned cmdline_cpus(void)
{
    unsigned count = ranks_cpus();
    return count > THREADS_MOST ? THREADS_MOST : count;
}
