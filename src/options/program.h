/* program.h - what the main functions of the programs share. */
#pragma once

#include "cells/metric.h"
#include "options/cmdline_value.h"
#include "print/sink.h"

struct program {
    const char *name;
    /* Engines by number, the best first. */
    const char *(*engine)(size_t i);  /* returns the name of engine i; NULL: i is too large */
    const char *(*why_not)(size_t i); /* why it cannot be used here, or NULL */
    bool (*by_name_only)(size_t i);   /* "auto" does not choose it; it needs the plug-in */
    bool (*knows)(size_t i, enum metric metric); /* it supports the metric */
};

/* Sets the locale, and opens the standard streams and diag.h. Comes before the command line is
 * parsed. */
void program_begin(const struct program *p);

/* Does what the command line asks for: calls `run` with the options and a sink for standard output,
 * or prints --version or --engine=help. Returns the exit status. */
int program_run(const struct program *p, enum options_result asked,
                int (*run)(const void *options, struct sink *out), const void *options);

/* Returns the number of the engine called `name`, or for "auto" of the first usable one, that
 * supports the metric; SIZE_MAX if there is none (reported). */
size_t program_find_engine(const struct program *p, const char *name, enum metric metric);

/* Returns whether to print in colours: --color; WHEN_AUTO: standard output is a terminal that has
 * them, and NO_COLOR does not forbid it. */
bool program_color(enum when color, bool terminal);

/* Returns the columns of the terminal, if standard output is one: COLUMNS, or the system's number;
 * 0: not known. */
unsigned program_width(bool terminal);

/* Reports that OPTION=NAME does not support the metric. */
void program_refuse_metric(const char *option, const char *name, enum metric metric);
