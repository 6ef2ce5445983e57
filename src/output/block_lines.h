/* block_lines.h - --block: an occurrence becomes the whole lines that it lies in. */
#pragma once

#include "match/occurrence.h"
#include "options/options.h"

/*
 * Returns an occurrence as it is printed: without --block as it is. With --block, returns *block,
 * set to its whole lines: MATCHED is these lines, without the newline of the last one; LINE and
 * column are those of the first. At both ends, drops a line in which the occurrence has only white
 * space and the line has more.
 */
const struct occurrence *block_lines(const struct options *options, const struct record *record,
                                     const struct occurrence *o, struct occurrence *block);
