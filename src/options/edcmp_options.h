/*
 * edcmp_options.h - edcmp's command line, parsed and checked. edcmp_opt_table.h lists the options.
 */
#pragma once

#include "cells/metric.h"
#include "options/cmdline_value.h"
#include "query/folding_rules.h"
#include "query/limit.h"

enum edcmp_output {
    EDCMP_DISTANCE,
    EDCMP_LCS_LENGTH,
    EDCMP_LCS,
    EDCMP_EDITS, /* --cigar, --align */
    EDCMP_UNIFIED,
    EDCMP_JSON,
    EDCMP_SUMMARY,
    EDCMP_QUIET
};

struct comparison_rules {
    enum metric metric;
    bool limited;       /* -k */
    struct limit limit; /* percentages refer to the longer text */
    bool ignore_case, utf8;
    struct folding_rules folding; /* --normalize, --fold-accents, --fold-space */
    bool words;                   /* compare words instead of characters */
};

struct edcmp_options {
    char **names; /* in argv: two; with --pairs any number */
    size_t nnames;
    bool text, pairs; /* --text: `names` are the texts to compare */
    struct comparison_rules rules;
    enum edcmp_output output;
    bool cigar, align, align_all;
    uint64_t context; /* --unified: lines around a change */
    enum when color;
    const char *engine; /* --engine, default "auto" */
    enum compare_way algorithm;
    unsigned threads;
    unsigned threads_asked; /* -j, or 0 */
    bool stats;
    int progress; /* for progress_open() */
};

/* Parses argv; the locale must be set. Nothing needs to be freed. */
enum options_result edcmp_options_parse(struct edcmp_options *o, int argc, char **argv);

/* As edcmp_options_parse(), from strings (cmdline_take_word()) up to a NULL, without files, for one
 * thread. Any thread. */
enum options_result edcmp_options_take_words(struct edcmp_options *o, const char *const *words);

/* Returns the most edits that -k admits between m and n characters; without -k, the most that two
 * texts of these lengths can have. */
uint64_t edcmp_options_limit(const struct edcmp_options *o, uint64_t m, uint64_t n);
