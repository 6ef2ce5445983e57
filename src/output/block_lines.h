/* block_lines.h - --block: an occurrence becomes the whole lines that it lies in. */
#pragma once

#include "match/occurrence.h"

/*
 * Changes an occurrence whose record is kept to whole lines: MATCHED is these lines, without the
 * newline of the last one; LINE and column are those of the first. At both ends, drops a line in
 * which the occurrence has only white space and the line has more. `given`: --encoding.
 */
struct occurrence block_lines(const struct record *record, const struct occurrence *o,
                              const struct encoding *given);
