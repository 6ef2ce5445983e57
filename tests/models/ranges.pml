/*
 * ranges.pml - ranges are claimed, and their extracts joined (src/edgrep: work_ring, workers,
 * lead_rank, worker_rank).
 *
 * Processes: rank 0 has a main thread, which consumes extracts in order; WORKERS workers; and a lead
 * thread, which claims slots of the ring for the FOLLOWERS other ranks, sends them ranges, and stores
 * their extracts in these slots. A follower has a main thread, which
 * receives and sends, and THREADS threads that make extracts. It has room for ROOM ranges. RUNS
 * searches follow each other in the same processes; the main thread may stop each of them after
 * any range (-q, -m).
 *
 * A critical section of the ring's lock is one atomic step; the source is read between two of them.
 * A thread that waits on a condition sleeps until another one wakes it, so a forgotten wake-up is
 * found as a deadlock. The lead thread never sleeps there: it polls messages and the ring, as the
 * main thread of a follower does. When there is nothing to do, both wait for a message or a wake-up
 * (ranks_await, ranks_wake); the real ones have a timeout as well, these do not. Messages between two
 * ranks keep their order. Sending never waits: the mailboxes of the size given here are never full,
 * which bounds the number of messages under way.
 *
 * Left out: chunks, devices, the contents of extracts (level.pml), failures (failure.pml).
 *
 * Shown: every range is scanned once and joined once, in order, and without a stop all are; no more
 * than SLOTS slots are in use; no thread waits forever; no message of one run reaches the next.
 *
 * run: -DRANGES=3 -DSLOTS=2 -DWORKERS=1 -DFOLLOWERS=1 -DTHREADS=1 -DROOM=2
 * run: -DRANGES=3 -DSLOTS=2 -DWORKERS=2 -DFOLLOWERS=1 -DTHREADS=1 -DROOM=1 -DRUNS=1
 * run: -DRANGES=2 -DSLOTS=2 -DWORKERS=0 -DFOLLOWERS=2 -DTHREADS=1 -DROOM=1 -DRUNS=1
 * long: -DRANGES=4 -DSLOTS=3 -DWORKERS=1 -DFOLLOWERS=1 -DTHREADS=2 -DROOM=3 -DRUNS=1
 * long: -DRANGES=3 -DSLOTS=2 -DWORKERS=1 -DFOLLOWERS=2 -DTHREADS=1 -DROOM=1 -DRUNS=1
 * mutation: BREAK_TURN -DWORKERS=2   two threads read the source at a time
 * mutation: BREAK_FREE      a slot is filled before it is released
 * mutation: BREAK_ORDER     the main thread takes any scanned slot
 * mutation: BREAK_HAND_BACK_WAKE -DROOM=0   no worker is woken when a slot is free
 * mutation: BREAK_SCANNED_WAKE     the main thread is not woken when its slot is scanned
 * mutation: BREAK_END_WAKE         the main thread is not woken at the end of the input
 * mutation: BREAK_STOP_WAKE        no worker is woken when the search stops
 * mutation: BREAK_ALL -DWORKERS=2   only one worker is woken when the search stops
 * mutation: BREAK_FREE_CALL -DWORKERS=0   the lead thread is not woken when a slot is free
 * mutation: BREAK_STOP_CALL -DROOM=0   the lead thread is not woken when the search stops
 * mutation: BREAK_POLL_CALL        a follower is not woken when an extract is done
 * mutation: BREAK_PATIENT -DROOM=3   the lead thread waits in the ring as a worker does
 * mutation: BREAK_IDLE      the followers must stop when no range is left, though some hold ranges
 * mutation: BREAK_ROOM -DROOM=1   a follower gets more ranges than it has room for
 * mutation: BREAK_OVER      the next run begins before the followers report the end of the last one
 * mutation: BREAK_JOIN      a follower reports its stop while its threads still work
 * mutation: BREAK_DROP      a follower keeps unsent extracts when it stops
 */
#ifndef RUNS
#define RUNS 2
#endif

mtype = { FREE, TAKEN, SCANNED }; /* states of a slot */
mtype = { START, READY, RANGE, EXTRACT, STOP, GONE, OVER }; /* kinds of messages */

#define MAILBOX (ROOM + 2)

/* KIND, run, slot, range; but READY, run, room, 0 */
chan down[FOLLOWERS] = [MAILBOX] of { mtype, byte, byte, byte };
chan up[FOLLOWERS] = [MAILBOX] of { mtype, byte, byte, byte };

/* A follower's ranges (run, slot, range) that no thread has taken; its unsent extracts; and the
 * number of threads at work. */
chan queue[FOLLOWERS] = [MAILBOX] of { byte, byte, byte };
chan extracts[FOLLOWERS] = [MAILBOX] of { byte, byte, byte };
byte busy[FOLLOWERS];

/* The ring. */
mtype state[SLOTS];
byte content[SLOTS]; /* number of the range */
byte filled, delivered;
bool reading, ended, stop;
bool asleep[WORKERS + 1]; /* the last is the lead thread, with BREAK_PATIENT */
bool main_sleeps;
bool refused; /* the lead thread could not claim a slot */
bool called;  /* the lead thread must poll again */
bool polled[FOLLOWERS], woken[FOLLOWERS]; /* likewise for the main threads of followers */

byte cursor; /* of the source: the next range */
byte begun;  /* number of runs begun */
byte running; /* threads of rank 0 beside the main thread */
byte scanned[RANGES]; /* how often each range was scanned */

#define over (stop || ended)
#define next (filled % SLOTS)

#ifdef BREAK_TURN
#define no_reader true
#else
#define no_reader (!reading)
#endif
#ifdef BREAK_FREE
#define room true
#else
#define room (state[next] == FREE)
#endif
#define may_read (no_reader && room)

#define second (WORKERS > 1 -> 1 : 0) /* the second worker, if there is one */
#ifdef BREAK_ALL
#define for_all false
#else
#define for_all over
#endif

/* Wakes one worker if one may read now; wakes all at the end. */
inline wake_workers()
{
    if
    :: for_all ->
        for (i : 0 .. WORKERS) {
            asleep[i] = false;
        }
    :: !for_all && (may_read || over) ->
        if
        :: asleep[0] -> asleep[0] = false;
        :: asleep[second] -> asleep[second] = false;
        :: !asleep[0] && !asleep[second];
        fi;
    :: else
    fi;
#ifndef BREAK_FREE_CALL
    called = called || refused;
    refused = false;
#endif
}

/* Claims the next range for slot `at`; sets `got` to RANGES if there is none. The caller has
 * checked that it may read, and has set `reading`. */
inline fill()
{
    got = cursor;
    cursor = (got < RANGES -> got + 1 : got);
    atomic {
        reading = false;
        if
        :: got < RANGES && !stop ->
            assert(state[at] == FREE);
            state[at] = TAKEN;
            content[at] = got;
            filled++;
            assert(filled - delivered <= SLOTS);
        :: else ->
            got = RANGES;
            ended = true;
#ifndef BREAK_END_WAKE
            main_sleeps = false;
#endif
        fi;
        wake_workers();
    }
}

/* Stores the extract in its slot. */
inline put(slot, range)
{
    assert(state[slot] == TAKEN && content[slot] == range);
    scanned[range]++;
    assert(scanned[range] == 1);
    state[slot] = SCANNED;
#ifndef BREAK_SCANNED_WAKE
    if
    :: slot == delivered % SLOTS -> main_sleeps = false;
    :: else
    fi;
#endif
}

proctype Worker(byte own)
{
    byte run_number, at, got, i;
    for (run_number : 1 .. RUNS) {
        begun == run_number;
        do
        :: atomic {
               may_read && !over -> /* the worker may read */
                   reading = true;
                   at = next;
           }
           fill();
           if
           :: got == RANGES -> break;
           :: else -> atomic { put(at, got); at = 0; got = 0; }
           fi;
        :: atomic { over -> break; }
        :: atomic {
               !may_read && !over ->
                   asleep[own] = true;
                   !asleep[own];
           }
        od;
        atomic {
            at = 0;
            got = 0;
            running--;
        }
    }
}

inline send(mailbox, kind, a, b, c)
{
    assert(nfull(mailbox));
    mailbox!kind(a, b, c);
}

/* The lead thread receives a message of follower f. */
inline receive(f)
{
    if
    :: up[f]?READY(r, n, _) -> room_of[f] = n;
    :: up[f]?EXTRACT(r, at, got) ->
        has[f]--;
        put(at, got);
    :: up[f]?GONE(r, _, _) -> gone++;
    fi;
    assert(r == run_number);
    at = 0;
    got = 0;
    n = 0;
    r = 0;
}

/* Sends a range to follower f, if there is one. */
inline distribute(f)
{
    fill();
    if
    :: got < RANGES ->
        atomic {
            has[f]++;
            send(down[f], RANGE, run_number, at, got);
        }
    :: else
    fi;
    at = 0;
    got = 0;
}

/* Whether follower f, of two at most, should get a range. */
#ifdef BREAK_ROOM
#define wants(f) (FOLLOWERS > f && room_of[f % FOLLOWERS] > 0)
#else
#define wants(f) (FOLLOWERS > f && has[f % FOLLOWERS] < room_of[f % FOLLOWERS])
#endif
#define takes(f) (!stopping && wants(f) && may_read && !over)
#define stops (!stopping && (idle || stop))
#define messages (len(up[0]) > 0 || len(up[FOLLOWERS - 1]) > 0)
#define begin_fill() reading = true; at = next
#ifdef BREAK_IDLE
#define idle over
#else
#define idle (over && has[0] == 0 && has[FOLLOWERS - 1] == 0)
#endif

proctype Lead_thread()
{
    byte run_number, at, got, i, n, r, gone;
    byte has[FOLLOWERS], room_of[FOLLOWERS];
    bool stopping;
    for (run_number : 1 .. RUNS) {
        atomic {
            begun == run_number;
            for (i : 0 .. FOLLOWERS - 1) {
                send(down[i], START, run_number, 0, 0);
            }
        }
        do
        :: atomic { nempty(up[0]) -> receive(0); }
        :: atomic { FOLLOWERS > 1 && nempty(up[1 % FOLLOWERS]) -> receive(1 % FOLLOWERS); }
        :: atomic { takes(0) -> begin_fill(); }
           distribute(0);
        :: atomic { takes(1) -> begin_fill(); }
           distribute(1 % FOLLOWERS);
#ifdef BREAK_PATIENT
        :: atomic {
               wants(0) && !may_read && !over ->
                   asleep[WORKERS] = true;
                   !asleep[WORKERS];
           }
#endif
        :: atomic {
               !takes(0) && !takes(1) && !stops && !messages && gone < FOLLOWERS ->
                   refused = refused || (!stopping && !over && (wants(0) || wants(1)));
                   called || messages;
                   called = false;
           }
        :: atomic {
               stops ->
                   stopping = true;
                   for (i : 0 .. FOLLOWERS - 1) {
                       send(down[i], STOP, run_number, 0, 0);
                   }
           }
        :: atomic {
               gone == FOLLOWERS ->
                   for (i : 0 .. FOLLOWERS - 1) {
                       has[i] = 0;
                       room_of[i] = 0;
                   }
                   gone = 0;
                   stopping = false;
                   running--;
                   break;
           }
        od;
    }
}

/* The main thread of a follower. */
proctype Follower(byte own)
{
    byte run_number, r, at, got;
    for (run_number : 1 .. RUNS) {
        atomic {
            down[own]?START(r, _, _) ->
                assert(r == run_number);
                polled[own] = false;
                send(up[own], READY, r, ROOM, 0);
        }
        do
        :: atomic {
               down[own]?RANGE(r, at, got) ->
                   assert(r == run_number && len(queue[own]) < ROOM);
                   queue[own]!r(at, got);
                   at = 0;
                   got = 0;
           }
        :: atomic {
               extracts[own]?r(at, got) ->
                   send(up[own], EXTRACT, r, at, got);
                   at = 0;
                   got = 0;
           }
        :: atomic {
               len(extracts[own]) == 0 && len(down[own]) == 0 ->
                   polled[own] = true;
                   woken[own] || len(down[own]) > 0;
                   woken[own] = false;
           }
        :: down[own]?STOP(r, _, _) -> break;
        od;
        atomic { /* threads take no more ranges */
            assert(r == run_number);
#ifndef BREAK_DROP
            do
            :: queue[own]?_, _, _;
            :: empty(queue[own]) -> break;
            od;
#endif
        }
        atomic {
#ifndef BREAK_JOIN
            busy[own] == 0;
#endif
#ifndef BREAK_DROP
            do
            :: extracts[own]?_, _, _;
            :: empty(extracts[own]) -> break;
            od;
#endif
            send(up[own], GONE, r, 0, 0);
        }
        atomic {
            down[own]?OVER(r, _, _) ->
                assert(r == run_number);
                send(up[own], OVER, r, 0, 0);
        }
    }
}

/* A thread of a follower. */
proctype Follower_thread(byte own)
{
    byte r, at, got;
end:
    do
    :: atomic { queue[own]?r(at, got) -> busy[own]++; }
       atomic {
           extracts[own]!r(at, got);
           busy[own]--;
#ifndef BREAK_POLL_CALL
           woken[own] = woken[own] || polled[own];
           polled[own] = false;
#endif
           r = 0;
           at = 0;
           got = 0;
       }
    od;
}

/* The main thread of rank 0. */

inline begin_run()
{
    for (i : 0 .. SLOTS - 1) {
        state[i] = FREE;
        content[i] = 0;
    }
    for (i : 0 .. RANGES - 1) {
        scanned[i] = 0;
    }
    filled = 0;
    delivered = 0;
    cursor = 0;
    ended = false;
    stop = false;
    refused = false;
    running = WORKERS + 1;
    begun++;
}

#ifdef BREAK_ORDER
#define take_slot()                                                                                \
    do                                                                                             \
    :: state[at] == SCANNED -> break;                                                              \
    :: at < SLOTS - 1 -> at++;                                                                     \
    :: at == SLOTS - 1 && state[at] != SCANNED -> at = 0;                                          \
    od
#define is_scanned (state[0] == SCANNED || state[SLOTS - 1] == SCANNED)
#else
#define take_slot() at = delivered % SLOTS
#define is_scanned (state[delivered % SLOTS] == SCANNED)
#endif

init
{
    byte i, at;
    bool stopped;
    atomic {
        for (i : 0 .. WORKERS - 1) {
            run Worker(i);
        }
        run Lead_thread();
        for (i : 0 .. FOLLOWERS - 1) {
            run Follower(i);
            for (at : 1 .. THREADS) {
                run Follower_thread(i);
            }
        }
        at = 0;
    }
    do
    :: begun < RUNS ->
        atomic { begin_run(); stopped = false; }
        do
        :: atomic {
               is_scanned ->
                   take_slot();
                   assert(content[at] == delivered); /* the extract is joined */
           }
           if
           :: stopped = true; /* the search needs no more */
           :: skip;
           fi;
           atomic {
               state[at] = FREE;
               delivered++;
               at = 0;
#ifndef BREAK_HAND_BACK_WAKE
               wake_workers();
#endif
           }
           if
           :: stopped -> break;
           :: else
           fi;
        :: atomic { !is_scanned && ended && delivered == filled -> break; }
        :: atomic {
               !is_scanned && !(ended && delivered == filled) ->
                   main_sleeps = true;
                   !main_sleeps;
           }
        od;
        atomic {
            assert(stopped || delivered == RANGES);
            stop = true;
#ifndef BREAK_STOP_CALL
            called = true;
#endif
#ifndef BREAK_STOP_WAKE
            wake_workers();
#endif
        }
        running == 0;
        atomic { /* the end of a run (lead_rank_end_run()) */
            for (i : 0 .. FOLLOWERS - 1) {
                send(down[i], OVER, begun, 0, 0);
            }
            i = 0;
        }
#ifndef BREAK_OVER
        do
        :: i < FOLLOWERS -> up[i]?OVER(at, _, _); i++;
        :: else -> break;
        od;
#endif
        at = 0;
        i = 0;
    :: else -> break;
    od;
}
