/* cmdline.h - command lines by a table of options (option_row.h): what the programs share. */
#ifndef CMDLINE_H
#define CMDLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cells/metric.h"
#include "options/option_row.h"

struct option_alias { /* a name or a letter that --help does not list */
    const char *name; /* or NULL */
    char letter;      /* or 0 */
    size_t id;
};

struct option_hint { /* an option of another program, and what to say here instead */
    const char *name;
    char letter;
    const char *say;
};

struct option_member { /* where in a program's struct of options the member is that `id` sets */
    size_t id, offset;
};

struct cmdline {
    const char *program;
    const char *head, *foot; /* of --help */
    const struct option_row *rows;
    size_t nrows;
    const struct option_alias *aliases;
    size_t naliases;
    const struct option_hint *hints;     /* up to one whose name is NULL; or NULL */
    size_t help, version, engine, ranks; /* their numbers */
    /* Takes an option; false when an error was reported. */
    bool (*take)(void *context, size_t id, const char *value);
    /* Reports what to say instead of an unknown digit. May be NULL. */
    void (*refuse_digit)(char **argv, int digit);
};

/* What a program calls by the same names as any other: its tables, their numbers, its take(). */
#define CMDLINE_TABLES                                                                             \
    .rows = rows, .nrows = sizeof rows / sizeof *rows, .aliases = aliases,                         \
    .naliases = sizeof aliases / sizeof *aliases, .help = OPT_HELP, .version = OPT_VERSION,        \
    .engine = OPT_ENGINE, .ranks = OPT_RANKS, .take = take

enum options_result {
    OPTIONS_RUN,
    OPTIONS_DONE,    /* --help: printed */
    OPTIONS_VERSION, /* --version: the caller prints it */
    OPTIONS_ENGINES, /* --engine=help: the caller lists them */
    OPTIONS_BAD      /* one line was reported (diag.h): exit status 2 */
};

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

enum { THREADS_MOST = 1024 };

/* Gives all options to take(); optind is then the first operand. */
enum options_result cmdline_parse(const struct cmdline *c, void *context, int argc, char **argv);

/*
 * Takes one option as a library is given it, a word "NAME" or "NAME=VALUE" by its long name, whose
 * value then points into the word. False when an error was reported: so it is where allowed() says
 * that there is no such option. Any thread.
 */
bool cmdline_take_word(const struct cmdline *c, void *context, const char *word,
                       bool (*allowed)(size_t id));

/* Whether an option is among them, wherever, as far as they are understood. */
bool cmdline_gives(const struct cmdline *c, size_t id, int argc, char **argv);

/* How many ranks are asked for, before anything else is done: 0 when none are, or when the command
 * line asks for help, say, or is wrong, which cmdline_parse() will tell. */
unsigned cmdline_ranks(const struct cmdline *c, int argc, char **argv);

/* The member of the options `o` that option `id` sets, or NULL when it is not in the table. */
void *cmdline_member(void *o, const struct option_member *table, size_t count, size_t id);

/* Values of option `id`; false when an error was reported. */
bool cmdline_bad_value(const struct cmdline *c, size_t id, const char *value, const char *reason);
bool cmdline_number(const struct cmdline *c, size_t id, const char *value, uint64_t least,
                    uint64_t most, uint64_t *number);
/* As grep takes counts: what is beyond 63 bits, above or below zero, is the greatest or the least.
 */
bool cmdline_count(const struct cmdline *c, size_t id, const char *value, int64_t *number);
/* Parses one of `count` words; `say` lists them in the error message. */
bool cmdline_word(const struct cmdline *c, size_t id, const char *value, const char *const *words,
                  unsigned count, const char *say, unsigned *number);
bool cmdline_metric(const struct cmdline *c, size_t id, const char *value, enum metric *metric);
/* A number of bytes, at least 1, with a suffix or none: B, K (2^10), M, G, T, P, E. */
bool cmdline_size(const struct cmdline *c, size_t id, const char *value, uint64_t *size);
bool cmdline_threads(const struct cmdline *c, size_t id, const char *value, unsigned *threads);
/* auto (also without a value), always, never */
bool cmdline_when(const struct cmdline *c, size_t id, const char *value, enum when *when);
/* --progress: 1 asked for, 0 when it seems right, -1 never */
bool cmdline_progress(const struct cmdline *c, size_t id, const char *value, int *progress);

/* Checks that at most one option of each pair was given. Returns false after reporting the first
 * pair given in full. */
struct exclusion {
    bool first, second;
    const char *names[2];
};
bool cmdline_exclusive(const struct exclusion *pairs, size_t count);

/* How many processors there are for this rank (ranks_cpus()), at most THREADS_MOST. */
unsigned cmdline_cpus(void);

#endif
