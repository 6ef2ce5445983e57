/* rules.h - how patterns are read, and the requirements of a search for them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cells/metric.h"
#include "query/edit_limits.h"
#include "query/edits.h"
#include "query/folding_rules.h"
#include "query/limit.h"

struct confusion;
struct progress;

/* What matters of the occurrences in a record. */
enum report {
    REPORT_ALL,
    REPORT_NEAREST, /* the first of the nearest */
    REPORT_ANY,     /* whether there is one */
    REPORT_FIRST,   /* as REPORT_ANY, and no record after the first with one matters */
};

/* How letters of nucleotides are read. */
struct nucleotide_rules {
    bool letters;            /* patterns are letters of nucleotides (iupac.h) */
    bool both;               /* those of the text stand for sets, too */
    bool reverse_complement; /* patterns are searched on both strands */
};

/* What edits cost. */
struct cost_rules {
    bool given; /* by --insert-cost and the like, or confusions; then the metric is levenshtein */
    struct edits edits;                 /* if they are given */
    const struct confusion *confusions; /* they outlive the query */
    size_t nconfusions;
};

/* What the output needs of the occurrences in a record. */
struct report_needs {
    enum report report;
    bool filtered;   /* --where, --where-not: a record in which a pattern occurs may be refused */
    bool each;       /* best mode: every pattern by itself (--best=each) */
    uint64_t wanted; /* best mode: how many of the nearest (--top); 0: the nearest alone */
    uint32_t slack;  /* best mode, the nearest alone: how much farther may be wanted */
};

struct pattern_rules {
    bool utf8, ignore_case, classes, expression, word, line, span_lines, best;
    bool crlf;   /* a carriage return before a newline belongs to the delimiter */
    bool groups; /* with expression: the texts of groups are needed */
    struct nucleotide_rules nucleotides;
    enum metric metric;
    struct cost_rules costs;
    struct edit_limits limits; /* of every pattern as a whole, besides its distance */
    struct folding_rules folding;
    uint32_t overhang;  /* --overhang: items that must lie inside the record; 0: all */
    bool limited;       /* -k was given, or every pattern has a limit of its own */
    struct limit limit; /* of -k, for patterns without one */
    struct report_needs needs;
    struct progress *progress; /* shows how many patterns are compiled; NULL: is not shown */
};
