/*
 * around.h - whether an occurrence can be around a piece of an automaton (query/required_pieces.h)
 * that was found: whether paths go on from it to both sides within the limit. Most do not get far,
 * so this costs less than going along all paths where the occurrence would be. Belongs to one
 * thread.
 */
#ifndef AROUND_H
#define AROUND_H

#include "query/required_pieces.h"
#include "scan/memo.h"
#include "text/chunk.h"

struct around;

/* NULL when memory is out. The arguments must outlive it. */
struct around *around_open(const struct automaton *m, const struct alphabet *a);
void around_close(struct around *x);

/* From now on these pieces, and costs of at most `limit`. */
void around_renew(struct around *x, const struct required_pieces *pieces, uint32_t limit);

/* Another chunk; only `own` of it is looked at. */
void around_begin(struct around *x, const struct chunk *c, struct share own);

/* Whether an occurrence can have piece i at this symbol. True if it is not known. */
bool around_may_be(struct around *x, uint32_t i, size_t symbol);

#endif
