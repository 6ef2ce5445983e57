/*
 * alternatives.h - searches for expressions like (abc|defg|...) as many patterns.
 *
 * The distance of such an expression at an end is the least of the distances of its alternatives.
 * Engines that search for many sequences at once are much faster than any search by an automaton.
 */
#pragma once

#include "query/query.h"

/* Returns the query for query.alternatives, or NULL. It shares memory with q. Exits the program
 * when out of memory. */
const struct query *alternatives_open(const struct query *q);
