/*
 * nfa_lead_in.h - where in a record a search by an automaton can begin: so far before a place that
 * the paths there no longer depend on what is before the beginning.
 *
 * Two columns of paths (nfa_columns.h) go side by side: one begins without any path, the other with
 * a path of cost 0 in each state. The costs of every true column lie between theirs. Once both are
 * equal, they are the true column. So an expression of any length need not be searched from the
 * record's beginning for each part. Belongs to one thread.
 */
#ifndef NFA_LEAD_IN_H
#define NFA_LEAD_IN_H

#include "query/query.h"
#include "scan/nfa_columns.h"

struct nfa_lead_in {
    const struct query *q;
    const struct automaton *m;
    const struct alphabet *a;
    struct nfa_columns *none, *all;
    uint64_t *values[2]; /* of a column */
};

/* Whether the search for the pattern, which has an automaton, may need a whole record before any
 * place, and nfa_lead_in_suffices() can find a shorter part. */
bool nfa_lead_in_pays(const struct query *q);

/* Returns false when out of memory; nfa_lead_in_close() is right even then. */
bool nfa_lead_in_open(struct nfa_lead_in *x, const struct query *q, const struct automaton *m,
                      const struct alphabet *a);
void nfa_lead_in_close(struct nfa_lead_in *x);

/* Whether the column before symbol `to` is the same whatever is before symbol `from`. It takes its
 * time from *ns (costs.h); false, too, when none is left. */
bool nfa_lead_in_suffices(struct nfa_lead_in *x, const struct chunk *c, size_t from, size_t to,
                          uint32_t limit, double *ns);

/* The part with the shortest lead-in that is found to suffice, within `ns`. */
struct share nfa_lead_in_shorten(struct nfa_lead_in *x, const struct chunk *c, struct share own,
                                 uint32_t limit, double ns);

#endif
