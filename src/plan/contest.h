/*
 * contest.h - chooses the fastest of several ways from predictions and measurements.
 *
 * A contest is one question, such as "which filter for this pattern", asked for each chunk of a
 * text. A turn is one answer. It consists of three calls:
 *
 * - contest_begin() returns the way with the least predicted time. Now and then it tries another
 *   way; trials take at most CONTEST_TRIALS of the time of all turns.
 * - contest_spend() is called while the way works. It returns false when the way has taken too
 *   long: as long as its rival is predicted to need for the work done so far, and a part of what
 *   the rival would need for all. Then the way should stop, and the rival do the rest.
 * - contest_end() corrects later predictions by the time taken.
 *
 * If the work done before a way stops is kept, a turn takes at most 1.25 times the predicted time
 * of the rival alone.
 *
 * A prediction is the cost from costs.h times the measured factor of the way (rates.h). Threads
 * share a contest; a turn belongs to one thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "plan/rates.h"
#include "plan/ways.h"

/* All zero: no measurements yet. */
struct contest {
    struct rate rates[WAYS];
    _Atomic float savings;        /* nanoseconds that trials may take */
    _Atomic uint64_t taken[WAYS]; /* bytes that each way has done */
};

#define CONTEST_TRIALS 0.02 /* greatest share of all time */

/* A way that the contest can choose. */
struct contest_way {
    enum way way;
    double predicted; /* nanoseconds, by costs.h */
    bool stops;       /* calls contest_spend(), and stops when it returns false */
    bool keeps;       /* work done before stopping is kept: the rival does only the rest */
};

enum { CONTEST_WAYS = 4 };

struct contest_turn {
    struct contest *contest;
    struct contest_way taken;
    enum way rival;     /* WAY_NONE: none may take over */
    double own, other;  /* predicted ns of the way and of its rival */
    size_t work, bytes; /* in units of the way, and in bytes */
    double owed;        /* predicted ns of work found but not yet done */
    double spent, next; /* predicted ns: so far; at the next clock read */
    uint64_t wall;      /* rates_wall() at the start, advanced by the time other threads ran */
    uint64_t burnt;     /* for tests: time of the last burn() */
    uint64_t start;     /* 0: too short for a clock */
    bool trial, stopped;
    bool failed;  /* the rival must repeat all work */
    double later; /* ns of work after the turn, measured by the caller */
};

/*
 * Begins a turn of `work` units (symbols, bytes), which are `bytes` bytes. Forced ways (ways.h)
 * come first. `name` says in the trace what is decided. Returns the way taken: of ways
 * that take as long, the first.
 */
enum way contest_begin(struct contest_turn *t, struct contest *contest, const char *name,
                       const struct contest_way *ways, size_t n, size_t work, size_t bytes);

/* Reads the clock: for contest_spend(). */
bool contest_check(struct contest_turn *t, size_t done);

/* Reports that the way has done `done` units of work, with a cost of `ns` by costs.h. Returns false
 * if it should stop. */
static inline bool contest_spend(struct contest_turn *t, double ns, size_t done)
{
    t->spent += ns;
    return t->spent < t->next || contest_check(t, done);
}

/* Reports that the way has found more work for this turn, with a cost of `ns` by costs.h. Returns
 * false if it should stop. */
static inline bool contest_owe(struct contest_turn *t, double ns, size_t done)
{
    t->owed += ns;
    return contest_spend(t, ns, done);
}

/* Reports that the way has done `done` units, and ends its turn. */
void contest_end(struct contest_turn *t, size_t done);

/* Work of a way outside of a turn, with a cost of `predicted` ns by costs.h: returns when it
 * begins, 0 if it is too short for a clock. contest_learn() ends it, and corrects later
 * predictions. */
uint64_t contest_clock(double predicted);
void contest_learn(struct contest *c, enum way way, double predicted, uint64_t begin);

/* For tests: the factor by which each way is slowed down; 0: not at all. Time is burnt at clock
 * reads. */
extern float contest_burn[WAYS];
