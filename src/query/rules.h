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

struct pattern_rules {
    bool utf8, ignore_case, classes, expression, word, line, span_lines, best;
    bool groups;             /* with expression: the texts of groups are needed */
    bool iupac;              /* patterns are letters of nucleotides (iupac.h) */
    bool iupac_both;         /* those of the text stand for sets, too */
    bool reverse_complement; /* with iupac: patterns are searched on both strands */
    enum metric metric;
    struct edits edits; /* what edits cost, when `costs`; the metric is levenshtein then */
    bool costs;
    struct edit_limits limits;          /* of every pattern as a whole, besides its distance */
    const struct confusion *confusions; /* they outlive the query; any: `costs` holds */
    size_t nconfusions;
    struct equality_rules equality;
    uint32_t overhang;  /* --overhang: items that must lie inside the record; 0: all */
    bool limited;       /* -k was given, or every pattern has a limit of its own */
    struct limit limit; /* of -k, for patterns without one */
    bool filtered;   /* --where, --where-not: a record in which a pattern occurs may be refused */
    bool each;       /* best mode: every pattern by itself (--best=each) */
    uint64_t wanted; /* best mode: how many of the nearest (--top); 0: the nearest alone */
    uint32_t slack;  /* best mode, the nearest alone: how much farther may be wanted */
    bool crlf;       /* the last character that an engine sees of a record may be none of it */
    struct progress *progress; /* shows how many patterns are compiled; NULL: no progress is
                                  shown */
    enum report report;        /* what matters of the occurrences in a record */
};
