/*
 * elements.h - what patterns and texts of random cases are made of.
 *
 * An element is a character, or bytes that make up some together with others. Alphabets are drawn
 * to be unkind: few elements, all bytes, many code points, other cases, broken UTF-8.
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

/* Newlines are in none. */
void elements_draw(struct elements *e, struct random *r);
/* Of what --normalize changes, with parts of it. */
void elements_draw_marks(struct elements *e, struct random *r);
void elements_add(struct elements *e, const void *bytes, size_t length);

/* A character that is the same with -i; the same one when there is no other. */
struct element element_other_case(struct random *r, struct element e);
