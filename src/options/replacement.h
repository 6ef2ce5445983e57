/* replacement.h - the language of --replace: text with references to what is replaced. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct replacement_piece {
    bool match;       /* the occurrence (&) */
    unsigned group;   /* a group of it (\1 to \9), or 0 */
    const char *text; /* where it is neither */
    size_t length;
};

/* Takes the piece at *at, which moves behind it. False at the end. The replacement is a good one.
 */
bool replacement_next(const char **at, struct replacement_piece *piece);

bool replacement_has_groups(const char *replacement);

/* What is wrong with a replacement, or NULL. */
const char *replacement_fault(const char *replacement);
