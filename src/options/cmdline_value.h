/* cmdline_value.h - parsers for the value of option `id`; they return false after reporting an
 * error. */
#pragma once

#include "cells/metric.h"
#include "options/cmdline.h"

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

bool cmdline_number(const struct cmdline *c, size_t id, const char *value, uint64_t least,
                    uint64_t most, uint64_t *number);
/* A count as grep parses it: values beyond 63 bits become the greatest or the least value. */
bool cmdline_count(const struct cmdline *c, size_t id, const char *value, int64_t *number);
/* Sets *number to the number of the word among those of the option's table; NULL: the first. */
bool cmdline_word(const struct cmdline *c, size_t id, const char *value, unsigned *number);
bool cmdline_metric(const struct cmdline *c, size_t id, const char *value, enum metric *metric);
/* A number of bytes, at least 1, with an optional suffix: B, K (2^10), M, G, T, P, E. */
bool cmdline_size(const struct cmdline *c, size_t id, const char *value, uint64_t *size);
bool cmdline_threads(const struct cmdline *c, size_t id, const char *value, unsigned *threads);
/* auto (also without a value), always, never */
bool cmdline_when(const struct cmdline *c, size_t id, const char *value, enum when *when);
/* --progress: 1 always, 0 automatic, -1 never */
bool cmdline_progress(const struct cmdline *c, size_t id, const char *value, int *progress);
