/*
 * nfa_verify.h - checks whether a found piece of an automaton (query/required_pieces.h) can be part
 * of an occurrence: whether paths continue from it to both sides within the limit. Most end soon,
 * so this costs less than following all paths there. One thread at a time.
 */
#pragma once

#include "query/required_pieces.h"
#include "scan/lazy_dfa.h"
#include "text/chunk.h"

struct nfa_verify;

/* Returns NULL when out of memory. The arguments must outlive it. */
struct nfa_verify *nfa_verify_open(const struct automaton *m, const struct alphabet *a);
void nfa_verify_close(struct nfa_verify *x);

/* Sets the pieces, and the limit on costs. */
void nfa_verify_renew(struct nfa_verify *x, const struct required_pieces *pieces, uint32_t limit);

/* Sets the chunk; only `own` of it is read. */
void nfa_verify_begin(struct nfa_verify *x, const struct chunk *c, struct share own);

/* Returns whether an occurrence can have piece i at this symbol; true if unknown. */
bool nfa_verify_may_be(struct nfa_verify *x, uint32_t i, size_t symbol);
