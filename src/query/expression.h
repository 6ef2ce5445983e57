/* expression.h - the parser of -E: text becomes a tree (expression_tree.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "query/expression_tree.h"

struct expression_error {
    size_t at;          /* position of the error in the text */
    const char *reason; /* static */
};

/* Parses text[0..length). On failure sets *error, frees everything, and returns false. Exits the
 * program when out of memory. */
bool expression_parse(struct expression *x, const char *text, size_t length, bool utf8,
                      struct expression_error *error);
