/*
 * shared.h - shared by all scans of a search in all threads: the contests between ways of scanning,
 * with what was measured of these ways (plan/contest.h), and the choice of the patterns that the
 * q-gram filter covers (qgram_choice.h).
 */
#pragma once

#include <pthread.h>

#include "filter/sieve.h"
#include "plan/contest.h"
#include "query/query.h"

struct qgram_choices;

struct scan_shared {
    struct sieve_plan sieve;  /* contest between the sieve and decoding */
    struct contest filter;    /* of a single pattern */
    struct contest many;      /* of many: the q-gram filter or rows */
    struct contest records;   /* of many that are whole records: deletions or others */
    struct contest first_way; /* a simpler search first (first_query), or automata at once */
    struct contest *automata; /* [pattern]; NULL if none has an automaton */
    size_t npatterns;
    pthread_mutex_t lock;
    struct qgram_choices *choices; /* under the lock; NULL: none yet */
    struct scan_shared *cores;     /* shared state of the scans for query->cores; NULL: none */
    const struct query *searched;  /* the query, or, where edits have costs or limits, that for its
                                      alternatives: sequences, for a simpler search first */
    struct query *nearer_query;    /* the same search for lesser distances (sliced_scan.h), */
    struct scan_shared *nearer;    /* and the shared state of its scans; NULL: none */
    struct query *first_query;     /* a simpler search before automata (unit_query.h), */
    struct scan_shared *first;     /* and the shared state of its scans; NULL: none */
};

/* Returns NULL when out of memory. The query must outlive the result, and the result all scans. */
struct scan_shared *scan_shared_open(const struct query *q);
void scan_shared_close(struct scan_shared *x); /* NULL is ignored */

/* Returns the bytes that a way has scanned, in all contests. */
uint64_t scan_shared_taken(const struct scan_shared *x, enum way way);
