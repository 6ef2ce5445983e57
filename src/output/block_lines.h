/* block_lines.h - --block: an occurrence becomes the whole lines that it lies in. */
#ifndef BLOCK_LINES_H
#define BLOCK_LINES_H

#include "match/occurrence.h"

/*
 * The occurrence, whose record is kept, as it is printed: MATCHED is whole lines, without the
 * newline of the last one; LINE and column are those of the first. At both ends, a line of which
 * the occurrence has nothing but white space, though there is more, is left out.
 */
struct occurrence block_lines(const struct record *record, const struct occurrence *o);

#endif
