/*
 * align_from_rows.h - computes an alignment from rows that were kept while its distance was
 * computed.
 *
 * The path is traced back from the last cell. From each kept row, a narrow band is recomputed down
 * to the current position, and shows where the path crosses the row. So an alignment costs little
 * more than the distance alone.
 */
#pragma once

#include "compare/hirschberg.h"
#include "strips/strips_kept.h"

/* Appends the alignment of s to the script, the same as hirschberg_align(). `kept` has rows of the
 * table of s, computed within a limit of at least `distance`, the distance of s. A band of at most
 * `leaf` words is stored as a whole. Exits the program when out of memory. */
void align_from_rows(const struct hirschberg *h, const struct sequences *s,
                     const struct strips_kept *kept, uint64_t distance, size_t leaf,
                     struct script *script);
