/*
 * grid.pml - a table computed in panels by executors (src/strips/grid.h).
 *
 * Processes: executors, each a thread of its own (for a team of threads, a device, or a process
 * elsewhere); a process that stops the grid at any moment; and the main thread, which waits until the
 * executors have ended.
 *
 * A border is modelled as a number: row[c] counts the tiers that have computed column c, and
 * column[t] the columns that tier t has computed. A panel needs the row of the tier above it, and the
 * end of the panel to its left. Each panel copies its border from the grid and copies one back. It
 * may have any possible width, and any possible panel may be chosen: the real grid makes a subset of
 * these choices.
 *
 * A critical section of the grid's lock is one atomic step. A process that waits sleeps until another
 * one wakes it, so a forgotten wake-up is found as a deadlock.
 *
 * Left out: scores, speeds, several tables in one grid, out of memory, and the timeout after which a
 * waiting executor looks again (grid_take()).
 *
 * Shown: the returned panels cover each cell of the table once; borders are complete when they are
 * needed and belong to the right panels; no process waits forever, whichever fails or stops and
 * whenever; without a stop the table is completed if one executor stays; no panel is returned after
 * the end.
 *
 * run: -DTIERS=3 -DCOLUMNS=2 -DEXECUTORS=2
 * run: -DTIERS=2 -DCOLUMNS=2 -DEXECUTORS=2 -DAHEAD=2
 * long: -DTIERS=3 -DCOLUMNS=3 -DEXECUTORS=3
 * long: -DTIERS=4 -DCOLUMNS=3 -DEXECUTORS=3 -DAHEAD=2
 * mutation: BREAK_TOP       does not wait for the tier above
 * mutation: BREAK_LEFT      hands out a panel while the one to its left is held
 * mutation: BREAK_COPY      an executor works on the grid's own border
 * mutation: BREAK_RETURN    a returned panel is not handed out again
 * mutation: BREAK_LEAVE     an executor that fails leaves with the panels that it holds
 * mutation: BREAK_GIVE_WAKE     no process is woken when a finished panel is returned
 * mutation: BREAK_RETURN_WAKE   no process is woken when an unfinished panel is returned
 * mutation: BREAK_PATIENT -DAHEAD=2   an executor that holds a panel waits for the next one
 * mutation: BREAK_CLOSE     the grid is closed while executors are at work
 */
#ifndef TIERS
#define TIERS 2
#endif
#ifndef COLUMNS
#define COLUMNS 2
#endif
#ifndef EXECUTORS
#define EXECUTORS 2
#endif
#ifndef AHEAD
#define AHEAD 1 /* maximum number of panels that an executor holds */
#endif
#define INVALID 99 /* an invalid border */

byte row[COLUMNS];
byte column[TIERS];
byte begun[TIERS]; /* columns of the tier that have been handed out */
bool held[TIERS];  /* whether an executor holds a panel of the tier */
byte done;         /* cells */
bool stopped, closed;
bool asleep[EXECUTORS];
byte here = EXECUTORS;    /* executors that have not left */
byte running = EXECUTORS; /* executors that have not ended */

#define over (stopped || done == TIERS * COLUMNS)

/* The number of complete columns of the row above tier t. */
#ifdef BREAK_TOP
#define above(t) (COLUMNS)
#else
#define above(t) (t == 0 -> COLUMNS : column[(t + TIERS - 1) % TIERS])
#endif

#ifdef BREAK_LEFT
#define ready(t) (begun[t] < above(t))
#else
#define ready(t) (!held[t] && begun[t] < above(t))
#endif

inline wake()
{
    for (i : 0 .. EXECUTORS - 1) {
        asleep[i] = false;
    }
}

/* Chooses a panel that is ready, and copies its border. */
inline take_panel(p)
{
    if
    :: ready(0) -> t = 0;
    :: TIERS > 1 && ready(1 % TIERS) -> t = 1;
    :: TIERS > 2 && ready(2 % TIERS) -> t = 2;
    :: TIERS > 3 && ready(3 % TIERS) -> t = 3;
    fi;
    tier[p] = t;
    from[p] = begun[t];
    to[p] = from[p] + 1;
    do
    :: to[p] < above(t) -> to[p]++;
    :: break;
    od;
    assert(column[t] == from[p]);
    for (i : from[p] .. to[p] - 1) {
        assert(row[i] == t);
    }
    begun[t] = to[p];
    held[t] = true;
    t = 0;
}

/* Computes a panel. An executor that works on the grid's own border overwrites it. */
inline compute_panel(p)
{
#ifdef BREAK_COPY
    for (i : from[p] .. to[p] - 1) {
        row[i] = INVALID;
    }
    column[tier[p]] = INVALID;
#endif
    skip;
}

inline give_panel(p)
{
    assert(!closed);
    for (i : from[p] .. to[p] - 1) {
#ifndef BREAK_COPY
        assert(row[i] == tier[p]);
#endif
        row[i] = tier[p] + 1;
    }
    column[tier[p]] = to[p];
    held[tier[p]] = false;
    done = done + to[p] - from[p];
#ifndef BREAK_GIVE_WAKE
    wake();
#endif
    forget_panel(p);
}

inline return_panel(p)
{
    assert(!closed);
#ifndef BREAK_RETURN
    begun[tier[p]] = from[p];
#endif
    held[tier[p]] = false;
#ifndef BREAK_RETURN_WAKE
    wake();
#endif
    forget_panel(p);
}

inline forget_panel(p)
{
    tier[p] = 0;
    from[p] = 0;
    to[p] = 0; /* no panel is held */
}

/* Chooses one of the panels that the executor holds, at most two. */
inline choose_panel()
{
    if
    :: to[0] > 0 -> n = 0;
    :: to[AHEAD - 1] > 0 -> n = AHEAD - 1;
    fi;
}

/* At most 4 tiers. */
#define any_ready                                                                                  \
    (ready(0) || (TIERS > 1 && ready(1 % TIERS)) || (TIERS > 2 && ready(2 % TIERS)) ||             \
     (TIERS > 3 && ready(3 % TIERS)))

#ifdef BREAK_PATIENT
#define may_wait (holds < AHEAD)
#else
#define may_wait (holds == 0)
#endif

proctype Executor(byte own)
{
    byte tier[AHEAD], from[AHEAD], to[AHEAD], holds, i, t, n;
    do
    :: atomic {
           holds < AHEAD && !over && any_ready ->
               n = 0;
               do
               :: to[n] > 0 -> n++;
               :: else -> break;
               od;
               take_panel(n);
               holds++;
               compute_panel(n);
               n = 0;
       }
    :: atomic {
           may_wait && !over && !any_ready ->
               asleep[own] = true;
               !asleep[own];
       }
    :: atomic {
           holds > 0 ->
               choose_panel();
               give_panel(n);
               holds--;
               n = 0;
       }
    :: atomic { holds == 0 && over -> break; }
    :: atomic { /* the executor fails */
           here--;
#ifndef BREAK_LEAVE
           for (n : 0 .. AHEAD - 1) {
               if
               :: to[n] > 0 -> return_panel(n);
               :: else
               fi;
           }
#endif
           break;
       }
    od;
    running--;
}

/* Stops the grid at any moment, or never. Other executors wake those that sleep then. */
active proctype Stopper()
{
    if
    :: stopped = true;
    :: skip;
    fi;
}

init
{
    byte i;
    atomic {
        for (i : 0 .. EXECUTORS - 1) {
            run Executor(i);
        }
    }
#ifndef BREAK_CLOSE
    running == 0;
#endif
    atomic {
        closed = true;
        assert(stopped || here == 0 || done == TIERS * COLUMNS);
        for (i : 0 .. COLUMNS - 1) {
            assert(done < TIERS * COLUMNS || row[i] == TIERS);
        }
    }
}
