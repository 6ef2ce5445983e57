/* surroundings.h - the characters around a part of a text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "match/occurrence.h"

struct surroundings { /* bytes */
    size_t before, behind;
};

/* Returns the n characters before and behind MATCHED of an occurrence, or as many as the first
 * `length` bytes of its record have there. */
struct surroundings surroundings_of(bool utf8, const struct record *record, size_t length,
                                    const struct occurrence *o, uint64_t n);
