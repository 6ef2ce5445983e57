/*
 * leaf.h - the alignment of two short sequences: their table is kept as a whole.
 */
#ifndef LEAF_H
#define LEAF_H

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"

struct leaf;

struct leaf *leaf_open(void);
void leaf_close(struct leaf *l);

/* Whether a table of m rows and n columns (both at least 1) takes `most` words or less. */
bool leaf_fits(size_t m, size_t n, size_t most);

/* Adds the alignment (the lowest, see hirschberg.h) of s to the script. The table of s fits. */
void leaf_align(struct leaf *l, const struct sequences *s, enum metric metric,
                struct script *script);

#endif
