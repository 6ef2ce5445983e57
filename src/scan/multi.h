/*
 * multi.h - the sliced engines for several patterns: some are searched for with the q-gram filter
 * (multi_qgrams.h), the others by their rows (multi_rows.h).
 *
 * The alternatives of an expression are many patterns, too (query/pattern_set.h).
 *
 * A few patterns are searched for by the sliced engine, one by one.
 */
#pragma once

#include "scan/multi_qgrams.h"
#include "scan/sliced.h"

struct multi;

/* Fewer patterns than this have no filter; tests may change both. */
enum { MULTI_LEAST = 12 };
/* Items of the shortest alternative for each of k + 1 pieces. With fewer, its expression is
 * searched for by its automaton, which was up to 3 times as fast then (12 to 100 words of 1 to 10
 * letters in 8 MiB of a log; EPYC with AVX-512, 2026-11-23). */
enum { MULTI_PIECE_LEAST = 3 };
extern size_t multi_least, multi_piece_least;

/* Returns the query that is actually searched for: with the alternatives of expressions, if these
 * are many. */
const struct query *multi_query(const struct query *q);

/* Sorts all hits. If q is not `asked` but has its alternatives, first makes those from number
 * `from` on hits of their expressions. Returns false when out of memory. */
bool multi_join(const struct query *asked, const struct query *q, size_t from, struct hits *hits);

/* As the functions of struct engine. */
struct multi *multi_open(const struct sliced_kernel *kernel, const struct query *q,
                         const struct alphabet *a, const struct distance_bounds *bests,
                         struct scan_shared *shared);
enum engine_status multi_submit(struct multi *s, const struct chunk *c, struct share own,
                                struct hits *hits);
void multi_close(struct multi *s);

/* Returns sliced_automata_cost(), or 0 for many patterns. */
double multi_automata_cost(struct multi *s, const struct chunk *c, struct share own);
void multi_ways(const struct multi *s, struct engine_ways *ways);
