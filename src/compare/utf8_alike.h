/*
 * utf8_alike.h - the distance of alike UTF-8 texts without decoding them.
 *
 * As diagonals.h, but the furthest cell of a diagonal is stored as two byte offsets. So equal text
 * is compared at the speed of memory, and only the characters around an edit are decoded.
 */
#pragma once

#include "pair/sequences.h"

#define UTF8_ALIKE_MORE UINT64_MAX           /* the distance is above the limit */
#define UTF8_ALIKE_GIVEN_UP (UINT64_MAX - 1) /* the texts are too different, or out of memory */

/* Returns the distance in characters (utf8.h) of two texts, given as bytes, if it is at most
 * `limit`. */
uint64_t utf8_alike_distance(const struct sequences *bytes, enum metric metric, uint64_t limit);
