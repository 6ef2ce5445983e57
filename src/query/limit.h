/* limit.h - the greatest distance (-k): N edits, P percent of m, or the lesser of both. "2,25%"
 * allows 1 edit in a pattern of 4 to 7 characters, and 2 in any longer one. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define LIMIT_NONE UINT64_MAX /* a number that was not given */

struct limit {
    uint64_t edits, percent; /* at least one of them is given, if there is a limit */
};

/* Parses "N", "P%" or "N,P%". Returns NULL, or an error message. */
const char *limit_parse(struct limit *l, const char *text);

/* Returns the edits allowed for a pattern of m items: percentages are rounded down. */
uint64_t limit_edits(struct limit l, uint64_t m);
