/*
 * shared.h - what all scans of a search share, whatever threads they belong to: the contests
 * between ways of scanning, with what was measured of these ways (plan/contest.h), and the choice
 * of the patterns that the q-gram filter covers (qgram_choice.h).
 */
#ifndef SCAN_SHARED_H
#define SCAN_SHARED_H

#include <pthread.h>

#include "filter/sieve.h"
#include "plan/contest.h"
#include "query/query.h"

struct qgram_choices;

struct scan_shared {
    struct sieve_plan sieve;  /* between undecoded bytes and decoding them */
    struct contest filter;    /* of a single pattern */
    struct contest *automata; /* of each pattern; NULL where none has an automaton */
    size_t npatterns;
    pthread_mutex_t lock;
    struct qgram_choices *choices; /* under the lock; NULL: none yet */
    struct query *nearer_query;    /* the same search for lesser distances (multi_nearest.h), */
    struct scan_shared *nearer;    /* and what its scans share; NULL: there is none */
};

/* NULL: out of memory. The query must outlive it, and it all scans. */
struct scan_shared *scan_shared_open(const struct query *q);
void scan_shared_close(struct scan_shared *x); /* NULL is ignored */

/* The bytes that a way has scanned, of all contests. */
uint64_t scan_shared_taken(const struct scan_shared *x, enum way way);

#endif
