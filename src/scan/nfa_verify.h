/*
 * nfa_verify.h - whether an occurrence can be around a piece of an automaton
 * (query/required_pieces.h) that was found: whether paths go on from it to both sides within the
 * limit. Most do not get far, so this costs less than going along all paths where the occurrence
 * would be. Belongs to one thread.
 */
#ifndef NFA_VERIFY_H
#define NFA_VERIFY_H

#include "query/required_pieces.h"
#include "scan/lazy_dfa.h"
#include "text/chunk.h"

struct nfa_verify;

/* Returns NULL when out of memory. The arguments must outlive it. */
struct nfa_verify *nfa_verify_open(const struct automaton *m, const struct alphabet *a);
void nfa_verify_close(struct nfa_verify *x);

/* From now on these pieces, and costs of at most `limit`. */
void nfa_verify_renew(struct nfa_verify *x, const struct required_pieces *pieces, uint32_t limit);

/* Another chunk; only `own` of it is looked at. */
void nfa_verify_begin(struct nfa_verify *x, const struct chunk *c, struct share own);

/* Whether an occurrence can have piece i at this symbol. True if it is not known. */
bool nfa_verify_may_be(struct nfa_verify *x, uint32_t i, size_t symbol);

#endif
