/* metric.h - which distance of two sequences is meant, and in which way it is to be computed. */
#ifndef METRIC_H
#define METRIC_H

enum metric {
    METRIC_LEVENSHTEIN, /* insertions, deletions and substitutions cost 1 */
    METRIC_INDEL,       /* no substitutions: m + n - 2 LCS */
};

/* --algorithm of edcmp. */
enum compare_way {
    WAY_AUTO,
    WAY_DIAGONALS,
    WAY_STRIPS,
    WAY_BLOCKS, /* METRIC_INDEL, on a device */
};

#endif
