/*
 * alternatives.h - expressions like (abc|defg|...) as many patterns.
 *
 * The distance of such an expression at an end is the least of those of its alternatives. Engines
 * that search for many sequences at once are much faster than any way along an automaton.
 */
#ifndef ALTERNATIVES_H
#define ALTERNATIVES_H

#include "query/query.h"

/* The query for query.alternatives, or NULL. It uses what belongs to q. Exits the program when out
 * of memory. */
const struct query *alternatives_open(const struct query *q);

#endif
