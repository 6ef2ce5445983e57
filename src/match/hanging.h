/*
 * hanging.h - costs of occurrences that may hang over their record (query/overhang.h).
 *
 * Engines report ends where the items inside occur within the limit of the whole pattern. The costs
 * here are exact: an edit costs 1, an item outside costs 1, and the items inside have their own
 * limit. One thread at a time may use a struct of this file.
 */
#pragma once

#include "query/alphabet.h"
#include "query/query.h"
#include "text/chunk.h"

#define HANGING_NONE UINT32_MAX /* no occurrence within the limits */

struct hanging;

/* A record in a chunk. */
struct hanging_record {
    const struct chunk *c;
    size_t begin; /* its first symbol; 0: also before the chunk */
};

/* The cost of an occurrence, and its items outside. */
struct hanging_cost {
    uint32_t cost;
    uint32_t outside;
    bool before; /* they lie before the record, not after it */
};

struct hanging *hanging_open(const struct query *q, const struct alphabet *a);
void hanging_close(struct hanging *h); /* NULL is ignored */

/* Returns the least cost of an occurrence of the pattern that ends before symbol `end`, and sets
 * *start to the first symbol with which it may begin. */
uint32_t hanging_ends(struct hanging *h, const struct hanging_record *r, uint32_t pattern,
                      size_t end, size_t *start);

/* Returns the least cost for the symbols [from, to), with the most items outside that this cost
 * allows, before the record if any may lie there. */
struct hanging_cost hanging_part(struct hanging *h, const struct hanging_record *r,
                                 uint32_t pattern, size_t from, size_t to);
