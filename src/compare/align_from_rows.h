/*
 * align_from_rows.h - an alignment from the rows that were kept when its distance was computed.
 *
 * The path is walked back from the last cell. From where it is, down from the row above that was
 * kept, a narrow band is computed again; it tells where the path comes from. So an alignment costs
 * little more than the distance alone.
 */
#ifndef ALIGN_FROM_ROWS_H
#define ALIGN_FROM_ROWS_H

#include "compare/hirschberg.h"
#include "strips/strips_kept.h"

/* Adds the alignment of s to the script, the one that hirschberg_align() would add. `kept` has rows
 * of its table, computed within a limit of at least `distance`, which is its distance. A band of at
 * most `leaf` words is kept as a whole. Out of memory the program ends. */
void align_from_rows(const struct hirschberg *h, const struct sequences *s,
                     const struct strips_kept *kept, uint64_t distance, size_t leaf,
                     struct script *script);

#endif
