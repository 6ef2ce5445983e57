/* cmdline.h - parses command lines by a table of options (option_tables.h), for both programs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An option, or the title of a group of options, for the parser and --help. */
struct option_row {
    const char *group; /* the title of a group; then all other members are empty. Otherwise NULL */
    char letter;       /* 0: none */
    const char *name, *argument, *help;
    const char *words; /* that the argument may be, in quotes and with blanks between them */
};

struct option_alias { /* a name or a letter not listed by --help */
    const char *name; /* or NULL */
    char letter;      /* or 0 */
    size_t id;
};

struct option_hint { /* an option of another program, and a hint for the user */
    const char *name;
    char letter;
    const char *say;
};

struct option_member { /* the member of a program's struct of options that `id` sets */
    size_t id, offset;
};

struct cmdline {
    const char *program;
    const char *head, *foot; /* of --help */
    const struct option_row *rows;
    size_t nrows;
    const struct option_alias *aliases;
    size_t naliases;
    const struct option_hint *hint; /* or NULL */
    size_t help, version, engine;   /* numbers of these options */
    /* Handles an option; returns false after reporting an error. */
    bool (*take)(void *context, size_t id, const char *value);
    /* Reports a hint for an unknown option that is a digit. May be NULL. */
    void (*refuse_digit)(char **argv, int digit);
};

/* The members of struct cmdline that have the same names in each program. */
#define CMDLINE_TABLES                                                                             \
    .rows = rows, .nrows = sizeof rows / sizeof *rows, .aliases = aliases,                         \
    .naliases = sizeof aliases / sizeof *aliases, .help = OPT_HELP, .version = OPT_VERSION,        \
    .engine = OPT_ENGINE, .take = set_option

enum options_result {
    OPTIONS_RUN,
    OPTIONS_DONE,    /* --help: printed */
    OPTIONS_VERSION, /* --version: the caller prints it */
    OPTIONS_ENGINES, /* --engine=help: the caller lists them */
    OPTIONS_BAD      /* one line was reported (diag.h): exit status 2 */
};

enum { THREADS_MOST = 1024 };

/* Passes all options to take(); afterwards optind is the first operand. */
enum options_result cmdline_parse(const struct cmdline *c, void *context, int argc, char **argv);

/*
 * Handles one option as a library gets it, a string "NAME" or "NAME=VALUE" with its long name; the
 * value points into the string. Returns false after reporting an error, also if allowed() rejects
 * the option. Any thread.
 */
bool cmdline_take_word(const struct cmdline *c, void *context, const char *word,
                       bool (*allowed)(size_t id));

/* Returns the member of the options `o` that option `id` sets, or NULL if it is not in the
 * table. */
void *cmdline_member(void *o, const struct option_member *table, size_t count, size_t id);

/* Reports that the value of option `id` is wrong; returns false. */
bool cmdline_bad_value(const struct cmdline *c, size_t id, const char *value, const char *reason);

/* A condition of exclusions. An option's own condition, if it has no name here, is that the option
 * was given. */
struct option_condition {
    bool holds;
    const char *name; /* in messages */
};

/* What an option excludes, by the numbers of conditions: those of options, and others from
 * OPTIONS_MOST on. 0, the title of a group, ends them. */
enum { OPTIONS_MOST = 128, EXCLUDED_MOST = 12 };
struct exclusion {
    unsigned char option, others[EXCLUDED_MOST];
    const char *message; /* NULL: the two exclude each other */
};

/* Returns false after reporting the first exclusion whose option holds together with another.
 * `given` has the options that were given. */
bool cmdline_exclusive(const struct option_row *rows, const bool given[OPTIONS_MOST],
                       const struct option_condition *conditions, const struct exclusion *list,
                       size_t count);

/* Returns the number of processors for this rank (ranks_cpus()), at most THREADS_MOST. */
unsigned cmdline_cpus(void);
