/* unified.h - edcmp --unified: the lines whose words differ, as a unified diff. */
#pragma once

#include "pair/encode_pair.h"
#include "pair/script.h"
#include "print/paint.h"

/*
 * Prints the lines of two contents by a script of their words (words.h). Two lines are equal where
 * all words of the one are equal to all words of the other; white space does not count. There are
 * `context` equal lines around each change. Prints nothing if all words are equal. Exits the
 * program when out of memory.
 */
void unified_put(const struct paint *paint, const struct script *script,
                 const struct encode_pair *words, const struct file_content *x,
                 const struct file_content *y, uint64_t context);
