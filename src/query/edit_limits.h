/* edit_limits.h - how many edits of each kind a group, or a whole pattern, may have. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/edits.h"

enum edit_kind {
    KIND_INSERTION,
    KIND_DELETION,
    KIND_SUBSTITUTION,
    KIND_OTHER, /* an exchange or a confusion; as a limit: all edits together */
    EDIT_KINDS
};

enum { EDIT_LIMIT_MOST = 16 }; /* of one kind */

struct edit_limits {
    bool given; /* at least one; otherwise there are none */
    bool limited[EDIT_KINDS];
    uint8_t most[EDIT_KINDS]; /* where limited */
};

/* Parses "+1 -0 #2 ~2", in any order, with blanks or commas between them. Returns NULL, or an error
 * message. */
const char *edit_limits_parse(struct edit_limits *l, const char *text, size_t length);

/* Returns whether text[0..length) begins with a kind and a digit. */
bool edit_limits_begin(const char *text, size_t length);

/* Returns the most that all edits within the limits cost; UINT64_MAX: any number. `other` is the
 * greatest cost of an exchange or a confusion, 0 if there are none. */
uint64_t edit_limits_cost(const struct edit_limits *l, struct edits e, uint32_t other);

/* Returns whether no edit at all is allowed. */
static inline bool edit_limits_exact(const struct edit_limits *l)
{
    return l->given && l->limited[KIND_OTHER] && l->most[KIND_OTHER] == 0;
}

/* Returns whether insertions are counted. */
static inline bool edit_limits_insertions(const struct edit_limits *l)
{
    return l->limited[KIND_INSERTION] || l->limited[KIND_OTHER];
}
