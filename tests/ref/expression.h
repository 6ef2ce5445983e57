/*
 * expression.h - random regular expressions for --where and --delimiter, and random items for -P.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "elements.h"

struct expression_rules {
    const struct elements *letters; /* what it is made of, as far as these are characters */
    bool utf8;
    const struct element *separator; /* of a delimiter, which mostly has it; NULL for --where */
    bool no_ranges;                  /* [a-b] is not written: a normal form may turn it round */
    unsigned loops;                  /* how many quantifiers may be without limit */
};

/* One that PCRE2 compiles, and that as a delimiter cannot match empty. The caller frees it. */
char *expression_draw(struct random *r, const struct expression_rules *rules);

/* Writes an item of -P that mostly matches the character c: itself, a set, \d ... */
void expression_put_item(FILE *to, struct random *r, const struct expression_rules *rules,
                         uint32_t c);
