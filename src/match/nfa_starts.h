/*
 * nfa_starts.h - the counterpart of fixed_end_distance.h for patterns with automata: finds where
 * paths through the automaton begin, and the costs of texts at a fixed position.
 *
 * Where occurrences have a longest length, the text before each end is read backward by cached
 * columns (lazy_dfa.h). Otherwise, or where the columns do not recur, it is read onward; queries of
 * a record come in the order of their ends, so that its text is then read only once.
 *
 * One thread at a time; the thread dies when out of memory.
 */
#pragma once

#include "query/alphabet.h"
#include "query/query.h"
#include "scan/fixed_end_distance.h"
#include "scan/nfa_columns.h"
#include "text/chunk.h"

struct nfa_starts;

struct nfa_starts *nfa_starts_open(const struct query *q, const struct alphabet *a);
void nfa_starts_close(struct nfa_starts *t);

/* A record in a chunk. */
struct nfa_record {
    const struct chunk *c;
    size_t begin;    /* its first symbol; 0: also before the chunk */
    uint64_t serial; /* different for each record and chunk */
    /* Whether a path may begin before symbol i. */
    bool (*may_begin)(void *context, size_t i);
    void *context;
};

/* Returns the best path that ends before symbol `end`, if its cost is at most d, otherwise
 * PATH_NONE. It begins at a symbol of the chunk. `most`: the greatest cost that will be asked for
 * in this record; if it exceeds that of earlier calls, the record is read once more. */
path_value nfa_starts_best(struct nfa_starts *t, const struct nfa_record *r, uint32_t pattern,
                           size_t end, uint32_t d, uint32_t most);

/* Returns the cost, for l from 0 to n, of the l symbols before symbol `at` (BACKWARD), or from it
 * on; d + 1 for more than d. Valid until the next call. */
const uint32_t *nfa_starts_costs(struct nfa_starts *t, const struct nfa_record *r, uint32_t pattern,
                                 size_t at, enum direction direction, size_t n, uint32_t d);
