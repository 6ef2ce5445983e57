/* spelling.c - see spelling.h; rows of the table are the bytes of a name, columns those of the
 * text. */
#include "options/spelling.h"

#include <stdint.h>
#include <string.h>

#include "cells/metric_step.h"

static uint64_t rows_that_match(const char *name, size_t m, char c)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < m; i++)
        rows |= (uint64_t)(name[i] == c) << i;
    return rows;
}

size_t spelling_distance(const char *text, size_t length, const char *name)
{
    size_t m = strlen(name), most = length < 6 ? 1 : length / 3, distance = length;
    struct bitvector column = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    if (m > BITVECTOR_ROWS)
        return SIZE_MAX;
    for (size_t j = 0; j < length; j++)
        (void)metric_step(METRIC_OSA, &column, &before, rows_that_match(name, m, text[j]),
                          (struct edge){.p = 1, .d0 = 1});
    for (size_t i = 0; i < m; i++)
        distance += (column.pv >> i & 1) - (column.mv >> i & 1);
    return distance <= most ? distance : SIZE_MAX;
}
