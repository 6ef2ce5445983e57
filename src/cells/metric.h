/* metric.h - the distances between two sequences, and the ways to compute them. */
#pragma once

enum metric {
    METRIC_LEVENSHTEIN, /* insertions, deletions and substitutions cost 1 */
    METRIC_INDEL,       /* no substitutions: m + n - 2 LCS */
    METRIC_OSA,         /* also exchanges of two neighbours, not edited otherwise, cost 1 */
    METRIC_HAMMING,     /* substitutions only; both sequences are equally long */
    METRIC_PATHS, /* internal: the least cost of a path in an automaton (scan/nfa_columns.h) */
};

enum { METRICS = METRIC_HAMMING + 1 };

/* A set of metrics is a sum of these. */
#define METRIC_BIT(metric) (1U << (metric))

/* Returns the name used in options. */
static inline const char *metric_name(enum metric metric)
{
    static const char *const names[METRICS] = {"levenshtein", "indel", "osa", "hamming"};
    return names[metric];
}

/* --algorithm of edcmp. */
enum compare_way {
    WAY_AUTO,
    WAY_DIAGONALS,
    WAY_STRIPS,
    WAY_BLOCKS, /* METRIC_INDEL, on a device */
};
