/*
 * nfa_lead_in.h - finds where in a record a search with an automaton can begin: far enough before a
 * position that the paths there do not depend on earlier text.
 *
 * Two columns (nfa_columns.h) are advanced in parallel: one begins without paths, the other with a
 * path of cost 0 in each state. The costs of the true column lie between theirs. Once both are
 * equal, they are the true column. So an expression of unbounded length need not be searched from
 * the record's begin for each part. One thread at a time.
 */
#pragma once

#include "query/query.h"
#include "scan/nfa_columns.h"

struct nfa_lead_in {
    const struct query *q;
    const struct automaton *m;
    const struct alphabet *a;
    struct nfa_columns *none, *all;
    uint64_t *values[2]; /* of a column */
};

/* Returns whether the search may need a whole record before a position, and nfa_lead_in_suffices()
 * can find a shorter lead-in. */
bool nfa_lead_in_pays(const struct query *q);

/* Returns false when out of memory; call nfa_lead_in_close() even then. */
bool nfa_lead_in_open(struct nfa_lead_in *x, const struct query *q, const struct automaton *m,
                      const struct alphabet *a);
void nfa_lead_in_close(struct nfa_lead_in *x);

/* Returns whether the column before symbol `to` is independent of the text before symbol `from`.
 * Subtracts its time from *ns (costs.h), and returns false if none is left. */
bool nfa_lead_in_suffices(struct nfa_lead_in *x, const struct chunk *c, size_t from, size_t to,
                          uint32_t limit, double *ns);

/* Returns the part with the shortest sufficient lead-in found within `ns`. */
struct share nfa_lead_in_shorten(struct nfa_lead_in *x, const struct chunk *c, struct share own,
                                 uint32_t limit, double ns);
