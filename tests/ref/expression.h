/*
 * expression.h - random regular expressions for --where and --delimiter, and random items for -P.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "elements.h"

struct expression_rules {
    const struct elements *letters; /* its characters; broken ones are not used */
    bool utf8;
    const struct element *separator; /* of a delimiter; NULL for --where */
    bool no_ranges;                  /* do not write [a-b]: normalization may change its order */
    unsigned loops;                  /* most quantifiers without limit */
};

/* Returns a regex that PCRE2 compiles; as a delimiter it cannot match the empty text. The caller
 * frees it. */
char *expression_draw(struct random *r, const struct expression_rules *rules);

/* Writes an item of -P that mostly matches the character c: itself, a set, \d ... */
void expression_put_item(FILE *to, struct random *r, const struct expression_rules *rules,
                         uint32_t c);
