#include "plan/contest.h"

#include <string.h>

#include "base/trace.h"
#include "plan/costs.h"

/* Time that a way may take beyond its rival's time for the same part of the work: this share of the
 * rival's time for all work, plus SLACK_START nanoseconds. */
static const double SLACK_KEEPS = 1.0 / 4, SLACK_ELSE = 3.0 / 4, SLACK_TRIAL = 1.0 / 16;
static const double SLACK_NEW = 1,
                    SLACK_START = 1000; /* factor before the way was measured; ns for every way */

static const double CLOCK_LEAST = 16000; /* least nanoseconds of work between two clock reads */
static const double CLOCK_READS = 8;     /* of a turn that takes as long as predicted */
static const double LITTLE = 64;         /* a smaller part of the work cannot be measured */
static const double SAVED_MOST = 1e8;

float contest_burn[WAYS];

/* For tests: burns time, so that the work since the last call takes longer by the requested
 * factor. */
static void burn(struct contest_turn *t)
{
    double times = contest_burn[t->taken.way], took = (double)(rates_now() - t->burnt);
    while ((double)(rates_now() - t->burnt) < took * times)
        continue;
    t->burnt = rates_now();
}

/* Returns the thread's CPU time in this turn, in nanoseconds. */
static double elapsed(struct contest_turn *t)
{
    uint64_t ran = rates_now() - t->start;
    t->wall = rates_wall() - ran;
    return (double)ran;
}

/* Returns the wall time of this turn, an upper bound that is faster to read. */
static double wall(struct contest_turn *t)
{
    if (contest_burn[t->taken.way] > 0)
        burn(t);
    return (double)(rates_wall() - t->wall);
}

/* Returns the time that the turn may have taken by now. */
static double allowed_time(const struct contest_turn *t, size_t done)
{
    double part = t->taken.keeps && t->work > 0 ? (double)done / (double)t->work : 0;
    double slack = t->trial ? SLACK_TRIAL : t->taken.keeps ? SLACK_KEEPS : SLACK_ELSE;
    if (atomic_load_explicit(&t->contest->rates[t->taken.way].n, memory_order_relaxed) == 0)
        slack = t->trial ? SLACK_KEEPS : SLACK_NEW;
    return t->other * (part + slack) + SLACK_START;
}

/* Returns when to read the clock again, if the turn may take `left` longer: when the work has
 * doubled at the latest, since a prediction may be wrong by any factor. */
static double next_check(const struct contest_turn *t, double left)
{
    double part = t->taken.predicted / CLOCK_READS;
    part = t->spent < part ? t->spent : part;
    double step = left < part ? left : part;
    return t->spent + (step > SLACK_START / 2 ? step : SLACK_START / 2);
}

bool contest_check(struct contest_turn *t, size_t done)
{
    if (t->rival == WAY_NONE)
        return true;
    double took = t->start > 0 ? wall(t) + t->owed : t->spent, most = allowed_time(t, done);
    if (t->start > 0 && took > most)
        took = elapsed(t) + t->owed;
    if (took > most) {
        t->stopped = true;
        return false;
    }
    /* at the speed so far, half of what is left */
    double speed = t->spent < took ? t->spent / took : 1;
    t->next = next_check(t, (most - took) * speed / 2);
    return true;
}

/* Returns the expected cost of trying a way, beyond the time of the best way. */
static double price_of_trial(const struct contest_way *w, double own, double best)
{
    double extra = own - best, most = SLACK_TRIAL * best + SLACK_START;
    return w->stops && extra > most ? most : extra;
}

/*
 * The way to try, if the budget allows a trial; else `best`. The way is the one that is most likely
 * better than measured: one that seems little slower, or was seldom measured. If its trial costs
 * more than the budget, that grows until it suffices: trials of other ways would use it up.
 */
static size_t choose_trial(const struct contest_turn *t, const struct contest_way *ways,
                           const double *times, size_t n, size_t best)
{
    double saved = atomic_load_explicit(&t->contest->savings, memory_order_relaxed), least = 0;
    size_t chosen = best;
    for (size_t i = 0; i < n; i++) {
        uint32_t known =
            atomic_load_explicit(&t->contest->rates[ways[i].way].n, memory_order_relaxed);
        double unlikely = (times[i] - times[best]) * known;
        if (i != best && (chosen == best || unlikely < least)) {
            chosen = i;
            least = unlikely;
        }
    }
    return price_of_trial(&ways[chosen], times[chosen], times[best]) <= saved ? chosen : best;
}

/* Keeps only the forced ways, if there are any. */
static size_t keep_forced(struct contest_way *to, const struct contest_way *ways, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (way_is_forced(ways[i].way))
            to[kept++] = ways[i];
    if (kept > 0)
        return kept;
    memcpy(to, ways, n * sizeof *to);
    return n;
}

static void trace_turn(const struct contest_turn *t, const char *name)
{
    if (t->rival == WAY_NONE)
        trace(TRACE_PLAN, "%s: %s, %.1f us for %zu bytes", name, way_name(t->taken.way),
              t->own / 1e3, t->bytes);
    else
        trace(TRACE_PLAN, "%s: %s%s, %.1f us for %zu bytes; %s would take %.1f us", name,
              t->trial ? "a trial of " : "", way_name(t->taken.way), t->own / 1e3, t->bytes,
              way_name(t->rival), t->other / 1e3);
}

enum way contest_begin(struct contest_turn *t, struct contest *contest, const char *name,
                       const struct contest_way *ways, size_t n, size_t work, size_t bytes)
{
    struct contest_way kept[CONTEST_WAYS] = {0};
    double times[CONTEST_WAYS] = {0};
    size_t best = 0, second = SIZE_MAX;
    *t = (struct contest_turn){.contest = contest, .work = work, .bytes = bytes};
    n = keep_forced(kept, ways, n);
    bool measures = false;
    for (const struct contest_way *w = kept; w < kept + n; w++)
        measures = measures || w->predicted >= CLOCK_LEAST;
    for (size_t i = 0; i < n; i++) {
        times[i] = kept[i].predicted * (measures ? rate_factor(&contest->rates[kept[i].way]) : 1);
        best = times[i] < times[best] ? i : best;
    }
    size_t chosen = measures ? choose_trial(t, kept, times, n, best) : best;
    t->trial = chosen != best;
    for (size_t i = 0; i < n; i++)
        if (i != chosen && (second == SIZE_MAX || times[i] < times[second]))
            second = i;
    t->taken = kept[chosen];
    t->own = times[chosen];
    t->rival = second != SIZE_MAX ? kept[second].way : WAY_NONE;
    t->other = second != SIZE_MAX ? times[second] : 0;
    t->next = next_check(t, t->other / CLOCK_READS);
    t->start = t->burnt = measures ? rates_now() : 0;
    t->wall = measures ? rates_wall() : 0;
    trace_turn(t, name);
    return t->taken.way;
}

static void add_atomically(_Atomic float *sum, double x)
{
    double now = atomic_load_explicit(sum, memory_order_relaxed) + x;
    now = now < SAVED_MOST ? now : SAVED_MOST;
    atomic_store_explicit(sum, (float)now, memory_order_relaxed);
}

void contest_end(struct contest_turn *t, size_t done)
{
    struct contest *c = t->contest;
    double part = t->work > 0 ? (double)done / (double)t->work : 1;
    atomic_fetch_add_explicit(&c->taken[t->taken.way], (uint64_t)((double)t->bytes * part),
                              memory_order_relaxed);
    if (t->start == 0)
        return;
    (void)wall(t); /* burns time in tests */
    double took = elapsed(t) + t->later, predicted = t->taken.predicted * part;
    trace(TRACE_PLAN, "%s %s after %.1f us, %.0f%% of the work", way_name(t->taken.way),
          t->failed    ? "fails"
          : t->stopped ? "stops"
                       : "ends",
          took / 1e3, 100 * part);
    bool lost_all = t->failed || (t->stopped && !t->taken.keeps);
    double lost = took - (lost_all ? 0 : t->other * part);
    if (t->failed || (lost_all && !t->trial)) { /* the rival does all */
        took += t->other;
        predicted = t->taken.predicted;
    } else if (predicted < t->taken.predicted / LITTLE) {
        predicted = t->taken.predicted / LITTLE;
    }
    rate_add(&c->rates[t->taken.way], predicted, took);
    add_atomically(&c->savings, !t->trial ? CONTEST_TRIALS * took : lost > 0 ? -lost : 0);
}

uint64_t contest_clock(double predicted)
{
    return predicted >= CLOCK_LEAST ? rates_now() : 0;
}

void contest_learn(struct contest *c, enum way way, double predicted, uint64_t begin)
{
    if (begin > 0)
        rate_add(&c->rates[way], predicted, (double)(rates_now() - begin));
}
