/*
 * edcmp_options.h - edcmp's command line, parsed and checked. edcmp_opt_table.h lists the options.
 */
#ifndef EDCMP_OPTIONS_H
#define EDCMP_OPTIONS_H

#include "cells/metric.h"
#include "options/cmdline.h"

enum edcmp_output {
    EDCMP_DISTANCE,
    EDCMP_LCS_LENGTH,
    EDCMP_LCS,
    EDCMP_EDITS, /* --cigar, --align */
    EDCMP_JSON,
    EDCMP_QUIET
};

struct edcmp_options {
    char **names; /* two, in argv */
    enum metric metric;
    bool limited; /* -k */
    uint64_t limit;
    bool ignore_case, utf8;
    enum edcmp_output output;
    bool cigar, align;
    const char *engine; /* --engine, default "auto" */
    enum compare_way algorithm;
    unsigned threads;
    unsigned threads_asked; /* -j, or 0 */
    bool stats;
    int progress; /* as progress_open() wants it */
};

/* Parses argv; the locale must be set. Nothing needs to be freed. */
enum options_result edcmp_options_parse(struct edcmp_options *o, int argc, char **argv);

/* As edcmp_options_parse(), of words (cmdline_take_word()) up to a NULL: no files, and one thread.
 * Any thread. */
enum options_result edcmp_options_take_words(struct edcmp_options *o, const char *const *words);

/* How many ranks --ranks asks for (cmdline_ranks()). */
unsigned edcmp_options_ranks(int argc, char **argv);

#endif
