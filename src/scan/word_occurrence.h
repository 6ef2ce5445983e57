/*
 * word_occurrence.h - whether an end that an engine has found is that of an occurrence between word
 * borders (-w), for patterns that are sequences and a query with classes.border. An
 * end may have no such occurrence; a record is dropped only if it has one (undecided.h).
 */
#pragma once

#include "scan/fixed_end_distance.h"

struct word_occurrences {
    const struct query *q;
    const struct alphabet *a;
    struct fixed_end *distances;
    const struct chunk *c; /* the chunk of the ends; set it before a call */
    uint32_t most;         /* no greater distance counts, as none above the pattern's k does */
    bool failed;           /* out of memory: an answer was wrong */
};

/* Returns false when out of memory; call word_occurrences_close() even then. */
bool word_occurrences_open(struct word_occurrences *x, const struct query *q,
                           const struct alphabet *a);
void word_occurrences_close(struct word_occurrences *x);

/* Returns whether an occurrence of the pattern, between word borders, ends before symbol `end`.
 * `words` is a struct word_occurrences. */
bool word_occurrence_ends(void *words, uint32_t pattern, size_t end);

/* Returns whether an occurrence may end before symbol `end` of a chunk: its record ends there, or
 * the symbol is no character of a word. */
static inline bool word_ends(const struct chunk *c, const struct alphabet *a, size_t end)
{
    return end == c->length || alphabet_is_border(a, chunk_symbol(c, alphabet_bytes(a), end));
}

/* Returns whether an occurrence may begin with this symbol of a chunk. */
static inline bool word_begins(const struct chunk *c, const struct alphabet *a, size_t symbol)
{
    return symbol == 0 || word_ends(c, a, symbol - 1);
}
