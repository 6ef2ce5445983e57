/*
 * naive_pair.h - the reference for edcmp: the output for two texts, or for the lines of --pairs,
 * from the whole table.
 */
#pragma once

#include <stdio.h>

#include "naive.h"
#include "table.h"

enum naive_pair_output {
    NAIVE_PAIR_DISTANCE,
    NAIVE_PAIR_LCS_LENGTH,
    NAIVE_PAIR_LCS,
    NAIVE_PAIR_EDITS, /* --cigar, --align */
    NAIVE_PAIR_UNIFIED,
    NAIVE_PAIR_JSON,
    NAIVE_PAIR_SUMMARY,
    NAIVE_PAIR_QUIET
};

struct naive_pair_rules {
    struct naive_options form; /* utf8, ignore_case, normalize, fold_accents, fold_space; and -k */
    bool words, pairs;
    enum table_metric metric;
    enum naive_pair_output output;
    bool cigar, align, full;
    size_t context; /* --unified */
};

struct naive_pair_text {
    const char *name; /* in messages */
    struct naive_bytes bytes;
};

/* Writes edcmp's output for two texts, without colours, and its messages. Returns the exit status.
 * Writes nothing for --unified (naive_pair_is_unified()). */
int naive_pair_print(const struct naive_pair_rules *rules, const struct naive_pair_text texts[2],
                     FILE *out, FILE *errors);

/* As naive_pair_print(), for the lines of an input of --pairs. Sets *ends if -q ends the comparison
 * at a line with status 1. */
int naive_pair_print_lines(const struct naive_pair_rules *rules, struct naive_pair_text text,
                           FILE *out, FILE *errors, bool *ends);

/* Returns whether the output is a unified diff of the texts: its hunks have the texts' lines, the
 * lines left out have equal words, and no hunk has too many equal lines around its changes. */
bool naive_pair_is_unified(const struct naive_pair_rules *rules,
                           const struct naive_pair_text texts[2], struct naive_bytes output);
