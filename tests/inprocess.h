/*
 * inprocess.h - runs edgrep or edcmp on a case within this process: redirects standard input,
 * output and error during the run, and keeps the files in a temporary directory.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "ref/instance.h"

enum { MOST_ARGUMENTS = 192 };

struct command {
    char *arguments[MOST_ARGUMENTS]; /* owned; NULL ends the list */
    int count;
};

/* Returns whether an engine, NAME or NAME/ALGORITHM, supports the metric of the case. */
bool command_allowed(const struct instance *i, const char *engine);

/* Makes the command line for an engine, NAME or NAME/ALGORITHM. */
void command_make(struct command *c, const struct instance *i, const char *engine);
void command_free(struct command *c);

/* Prints the command as shell input, with the locale and the source of standard input. */
void command_print(FILE *to, const struct command *c, const struct instance *i);

struct outcome {
    int status;
    struct naive_bytes output, errors; /* owned, NUL-terminated */
};

/* Makes the directory and changes to it. Removes it at exit unless `keep`. Call once. */
void inprocess_open(bool keep);
const char *inprocess_directory(void);

/* Returns a copy of the original standard error, for messages during a run. */
int inprocess_stderr(void);

/* Runs the program that the command names. Exits on failure. */
void inprocess_run(const struct command *c, const struct instance *i, struct outcome *to);
/* Removes colour sequences from the output. */
void outcome_drop_colors(struct outcome *o);
void outcome_free(struct outcome *o);
