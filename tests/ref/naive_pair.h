/*
 * naive_pair.h - the reference: what edcmp has to print of two texts, or of the lines of --pairs,
 * computed from the whole table.
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

/* Writes what edcmp prints of two texts, without colours, and its messages. Returns the status.
 * Nothing is written for --unified (naive_pair_is_unified()). */
int naive_pair_print(const struct naive_pair_rules *rules, const struct naive_pair_text texts[2],
                     FILE *out, FILE *errors);

/* As naive_pair_print(), for the lines of an input of --pairs. *ends: with -q nothing is compared
 * behind a line with the status 1. */
int naive_pair_print_lines(const struct naive_pair_rules *rules, struct naive_pair_text text,
                           FILE *out, FILE *errors, bool *ends);

/* Whether the output is a unified diff of the two: the lines of its hunks are those of the texts,
 * what it leaves out are lines with equal words, and no hunk has more equal lines around its
 * changes than it should. */
bool naive_pair_is_unified(const struct naive_pair_rules *rules,
                           const struct naive_pair_text texts[2], struct naive_bytes output);
