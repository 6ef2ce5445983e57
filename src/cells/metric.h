/* metric.h - which distance of two sequences is meant, and in which way it is to be computed. */
#ifndef METRIC_H
#define METRIC_H

enum metric {
    METRIC_LEVENSHTEIN, /* insertions, deletions and substitutions cost 1 */
    METRIC_INDEL,       /* no substitutions: m + n - 2 LCS */
    METRIC_OSA,         /* an exchange of two neighbours, which nothing else edits, costs 1, too */
    METRIC_HAMMING,     /* substitutions only, so both are equally long */
    METRIC_PATHS, /* none that an option names: the least cost of a path (scan/nfa_columns.h) */
};

enum { METRICS = METRIC_HAMMING + 1 };

/* A set of metrics is a sum of these. */
#define METRIC_BIT(metric) (1U << (metric))

/* What the options call it. */
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

#endif
