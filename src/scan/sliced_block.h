/* sliced_block.h - one block of columns, shared by the parts of a kernel (sliced_kernel.h). */
#pragma once

#include "cells/vector_cell.h"
#include "scan/sliced_table.h"

enum { COLUMNS = SLICED_COLUMNS };

/* Two planes of deltas: +1 and -1, or for METRIC_INDEL of the even table and the odd one. */
struct horizontal_planes {
    vec p, n;
};

struct sliced_block {
    size_t at;                           /* its first column */
    bool restarts;                       /* there is a delimiter in it */
    vec restart[COLUMNS], restarted;     /* and where; in which lanes */
    vec before[SLICED_BEFORE];           /* and where just before the block */
    vec border[COLUMNS], border_before;  /* -w: delimiters and characters of no word */
    struct horizontal_planes h[COLUMNS]; /* of the last row done */
    vec d0[COLUMNS];                     /* likewise, for METRIC_OSA */
};
