/* glushkov.h - automata of expressions and of sequences (Glushkov 1961: a state for each item). */
#pragma once

#include <stdint.h>

#include "query/automaton.h"
#include "query/confusion.h"
#include "query/edit_limits.h"
#include "query/edits.h"

struct expression;

struct glushkov_rules {
    struct edits edits;
    struct confusion_edges confusion_edges; /* none: count is 0 */
    struct edit_limits limits;              /* limits of the whole pattern */
};

/*
 * Returns NULL if there would be too many states for all exchanges and confusions. Exits the
 * program when out of memory. The expression must not admit the empty sequence. `marks`: each ( )
 * has a state where it begins and one where it ends; the sequences and their order are the same.
 * The automaton has a budget if edits have limits, other than exact groups.
 */
struct automaton *glushkov_build(const struct expression *x, const struct glushkov_rules *rules,
                                 bool marks);

/* Returns the automaton of a sequence of m items; NULL as glushkov_build(). */
struct automaton *glushkov_sequence(const uint32_t *items, uint32_t m,
                                    const struct glushkov_rules *rules);
