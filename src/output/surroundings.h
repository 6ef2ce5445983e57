/* surroundings.h - the characters around a part of a text. */
#ifndef SURROUNDINGS_H
#define SURROUNDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "match/occurrence.h"

struct surroundings { /* bytes */
    size_t before, behind;
};

/* Returns the n characters before and behind text[part.start..part.end), or as many as the text of
 * `length` bytes has there. */
struct surroundings surroundings(bool utf8, const unsigned char *text, size_t length,
                                 struct span part, uint64_t n);

/* Returns the surroundings of MATCHED of an occurrence; only the first `length` bytes of its record
 * are shown. */
struct surroundings surroundings_of(bool utf8, const struct record *record, size_t length,
                                    const struct occurrence *o, uint64_t n);

#endif
