/* metric.h - which distance of two sequences is meant, and how it is to be computed. */
#ifndef METRIC_H
#define METRIC_H

enum metric {
    METRIC_LEVENSHTEIN, /* insertions, deletions and substitutions cost 1 */
    METRIC_INDEL,       /* no substitutions: m + n - 2 LCS */
};

enum algorithm { /* how it is computed */
                 ALGORITHM_AUTO,
                 ALGORITHM_DIAGONALS,
                 ALGORITHM_STRIPS,
                 ALGORITHM_BLOCKS, /* METRIC_INDEL, on a device */
};

#endif
