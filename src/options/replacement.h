/* replacement.h - the language of --replace: text with references to what is replaced. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct replacement_piece {
    bool match;       /* & */
    unsigned group;   /* the number of \1 to \9, or 0 */
    const char *text; /* if it is neither */
    size_t length;
};

/* Returns the piece at *at, and advances *at. Returns false at the end. The replacement must be
 * valid. */
bool replacement_next(const char **at, struct replacement_piece *piece);

bool replacement_has_groups(const char *replacement);

/* Returns an error message for an invalid replacement, or NULL. */
const char *replacement_fault(const char *replacement);
