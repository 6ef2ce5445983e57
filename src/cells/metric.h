/* metric.h - which distance of two sequences is meant, and how it is to be computed. */
#ifndef METRIC_H
#define METRIC_H

enum metric {
    METRIC_LEVENSHTEIN, /* insertions, deletions and substitutions cost 1 */
    METRIC_INDEL,       /* no substitutions: m + n - 2 LCS */
};

/* How edcmp computes it: what --algorithm names. */
enum compare_algorithm {
    COMPARE_BY_AUTO,
    COMPARE_BY_DIAGONALS,
    COMPARE_BY_STRIPS,
    COMPARE_BY_BLOCKS, /* METRIC_INDEL, on a device */
};

#endif
