/*
 * elements.h - the elements of patterns and texts in random cases.
 *
 * An element is a character, or bytes that form characters together with others. Alphabets are
 * adversarial: few elements, all bytes, many code points, both cases, broken UTF-8.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "random.h"

enum { MOST_ELEMENTS = 300 };

struct element {
    unsigned char bytes[4];
    size_t length;
};

struct elements {
    struct element list[MOST_ELEMENTS];
    size_t count;
};

/* Draws an alphabet, without newlines. */
void elements_draw(struct elements *e, struct random *r);
/* Draws an alphabet of characters that --normalize changes, and their parts. */
void elements_draw_marks(struct elements *e, struct random *r);
void elements_add(struct elements *e, const void *bytes, size_t length);

/* Returns another character that is equal with -i, or the same one if there is none. */
struct element element_other_case(struct random *r, struct element e);
