/* edits.h - the cost of each kind of edit. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cells/metric.h"

#define EDIT_NEVER UINT32_MAX /* the edit is not allowed */

struct edits {
    uint32_t insert;     /* an additional character of the text; at least 1 */
    uint32_t delete;     /* a missing item of the pattern; at least 1 */
    uint32_t substitute; /* another character instead of an item; the options allow no 0 */
    uint32_t transpose;  /* two neighbouring items, exchanged */
};

#define EDITS_LEVENSHTEIN ((struct edits){1, 1, 1, EDIT_NEVER})

static inline struct edits edits_of_metric(enum metric metric)
{
    if (metric == METRIC_HAMMING)
        return (struct edits){EDIT_NEVER, EDIT_NEVER, 1, EDIT_NEVER};
    return (struct edits){1, 1, metric == METRIC_INDEL ? EDIT_NEVER : 1,
                          metric == METRIC_OSA ? 1 : EDIT_NEVER};
}

/* Returns whether the costs give the distances of a metric; then sets *metric. An edit of cost 2
 * can as well be two edits of cost 1, if neither limits nor alignments tell them apart. */
static inline bool edits_amount(struct edits e, enum metric *metric)
{
    bool moves = e.insert == 1 && e.delete == 1,
         none = e.insert == EDIT_NEVER && e.delete == EDIT_NEVER;
    if (!(moves && e.substitute >= 1) && !(none && e.substitute == 1))
        return false;
    if (e.transpose == 1 && !(moves && e.substitute == 1))
        return false;
    *metric = none                ? METRIC_HAMMING
              : e.substitute >= 2 ? METRIC_INDEL
              : e.transpose == 1  ? METRIC_OSA
                                  : METRIC_LEVENSHTEIN;
    return true;
}

/* Returns whether an edit that the metric does not have can be part of a nearest alignment, or of
 * one within limits. With METRIC_HAMMING none can: occurrences are as long as the pattern. */
static inline bool edits_beyond(struct edits e, enum metric metric, bool limits)
{
    struct edits has = edits_of_metric(metric);
    uint32_t most = limits ? EDIT_NEVER - 1 : 2;
    return metric != METRIC_HAMMING && ((e.substitute != has.substitute && e.substitute <= most) ||
                                        (e.transpose != has.transpose && e.transpose <= most));
}
