/*
 * contest.h - takes the fastest of several ways, by what is predicted and what was measured.
 *
 * A contest is one question, such as "which filter for this pattern", asked for each chunk of a
 * text. A turn is one answer. It consists of three calls:
 *
 * - contest_begin() takes the way with the least predicted time. Now and then it tries another way;
 *   trials take at most CONTEST_TRIALS of the time of all turns.
 * - contest_spend() is called while the way works. It returns false when the way has taken too
 *   long: as long as its rival is predicted to need for the work done so far, and a part of what
 *   the rival would need for all. Then the way should stop, and the rival do the rest.
 * - contest_end() corrects later predictions by the time taken.
 *
 * If the work done before a way stops is kept, a turn takes at most 1.25 times the predicted time
 * of the rival alone.
 *
 * A prediction is what costs.h says, multiplied by what was measured of the way (rates.h). Threads
 * share a contest; a turn belongs to one thread.
 */
#ifndef CONTEST_H
#define CONTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/rates.h"
#include "plan/ways.h"

/* All zero: nothing is known yet. */
struct contest {
    struct rate rates[WAYS];
    _Atomic float savings;        /* nanoseconds that trials may take */
    _Atomic uint64_t taken[WAYS]; /* bytes that each way has done */
};

#define CONTEST_TRIALS 0.02 /* of all time, at most */

/* A way that can be taken. */
struct contest_way {
    enum way way;
    double predicted; /* nanoseconds, by costs.h */
    bool stops;       /* it calls contest_spend(), and stops if that is false */
    bool keeps;       /* then what it has done is kept: the rival does only the rest */
};

enum { CONTEST_WAYS = 4 };

struct contest_turn {
    struct contest *contest;
    struct contest_way taken;
    enum way rival;     /* WAY_NONE: there is none, or none may take over */
    double own, other;  /* nanoseconds that both are expected to take */
    size_t work, bytes; /* in units of the way, and in bytes */
    double owed;        /* nanoseconds that what was found is predicted to take yet */
    double spent, next; /* nanoseconds as predicted: so far; when the clock is read */
    uint64_t wall;      /* rates_wall() at the start, and later by as much as other threads ran */
    uint64_t burnt;     /* for tests: when time was burnt last */
    uint64_t start;     /* 0: it is not worth a clock */
    bool trial, stopped;
    bool failed;  /* all was done, but the rival must do it again */
    double later; /* nanoseconds that the work takes after the turn, as measured elsewhere */
};

/*
 * Begins a turn of `work` units (symbols, bytes), which are `bytes` bytes. Forced ways (ways.h)
 * come first. `name` says in the trace what is decided. Returns the way taken.
 */
enum way contest_begin(struct contest_turn *t, struct contest *contest, const char *name,
                       const struct contest_way *ways, size_t n, size_t work, size_t bytes);

/* Reads the clock: for contest_spend(). */
bool contest_check(struct contest_turn *t, size_t done);

/* Reports that the way has done `done` units, and what takes `ns` by costs.h. Returns false if it
 * should stop. */
static inline bool contest_spend(struct contest_turn *t, double ns, size_t done)
{
    t->spent += ns;
    return t->spent < t->next || contest_check(t, done);
}

/* The way has found what will take `ns` by costs.h before the turn ends. False: as above. */
static inline bool contest_owe(struct contest_turn *t, double ns, size_t done)
{
    t->owed += ns;
    return contest_spend(t, ns, done);
}

/* Reports that the way has done `done` units, and ends its turn. */
void contest_end(struct contest_turn *t, size_t done);

/* For tests: how many times longer each way is to take, 0: as long as it takes. Time is burnt where
 * the clock is read. */
extern float contest_burn[WAYS];

#endif
