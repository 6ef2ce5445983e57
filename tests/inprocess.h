/*
 * inprocess.h - runs edgrep, or edcmp, on an instance within this process: standard input, output
 * and error are put aside for the time of the run, the files lie in a directory made for it.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "ref/instance.h"

enum { MOST_ARGUMENTS = 192 };

struct command {
    char *arguments[MOST_ARGUMENTS]; /* ends with NULL; each owned */
    int count;
};

/* Whether the engine, NAME or NAME/ALGORITHM, can search the case: it knows the metric. */
bool command_allowed(const struct instance *i, const char *engine);

/* engine: NAME or NAME/ALGORITHM. */
void command_make(struct command *c, const struct instance *i, const char *engine);
void command_free(struct command *c);

/* Prints the command line as the shell takes it, with the locale and where standard input comes
 * from. */
void command_print(FILE *to, const struct command *c, const struct instance *i);

struct outcome {
    int status;
    struct naive_bytes output, errors; /* owned; with a NUL behind them */
};

/* Makes the directory and goes there; removes it at exit unless `keep`. Once. */
void inprocess_open(bool keep);
const char *inprocess_directory(void);

/* A copy of what standard error was before the first run: to be written to whatever happens. */
int inprocess_stderr(void);

/* Runs the program that the command names; ends this one when that cannot be done. */
void inprocess_run(const struct command *c, const struct instance *i, struct outcome *to);
/* Takes the colours out of the output. */
void outcome_drop_colors(struct outcome *o);
void outcome_free(struct outcome *o);
