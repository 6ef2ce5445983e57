/*
 * failure.pml - a rank fails, dies or hangs, at any moment (src/ranks: ranks_mpi,
 * message_thread_mpi; src/edgrep: work_ring_fail, lead_rank, worker_rank, pipeline).
 *
 * Processes: rank 0 has a main thread, which prints ranges in order; a lead thread, which sends
 * ranges to the other ranks and receives their extracts; and a message thread, which alone calls
 * MPI. Each of the FOLLOWERS other ranks has a main thread and a message thread. The launcher
 * (mpirun) ends all ranks when one was killed, or exited without MPI_Finalize. FAULTS faults happen,
 * at any moments:
 *
 *   - a rank is killed; the launcher gets SIGINT;
 *   - a rank freezes and sends nothing more, without any notice (a host that is cut off);
 *   - a follower fails on a range: it sends its last message in place of the extract;
 *   - a follower fails as a whole: it sends rank 0 the reason, and waits to be ended;
 *   - the lead thread fails; rank 0 cannot write.
 *
 * At the end rank 0 sends QUIT, the followers reply BYE, and all finalize MPI together. A wait with
 * a timeout is modelled as one that ends when no other step is possible.
 *
 * Left out: how ranges are claimed (ranges.pml): here they go to a follower or are done at once; an
 * exit before MPI has begun; a main thread that hangs while its message thread runs.
 *
 * Shown: all ranks end, unless one is frozen and rank 0 waits for its work; at most one error is
 * printed, and no output after it; the output is a prefix of the right output, and all of it if rank
 * 0 ends with status 0, unless the search stopped early (-q); the error of a follower is printed,
 * unless all ranks were killed or the search had stopped; without faults no rank is killed, and the
 * status is 0.
 *
 * run: -DRANGES=2 -DFOLLOWERS=1 -DFAULTS=2
 * run: -DRANGES=1 -DFOLLOWERS=2 -DFAULTS=1
 * long: -DRANGES=2 -DFOLLOWERS=2 -DFAULTS=2
 * long: -DRANGES=3 -DFOLLOWERS=1 -DFAULTS=3
 * mutation: BREAK_LAUNCHER -DFAULTS=1  the launcher does not look after the ranks
 * mutation: BREAK_QUIT -DFAULTS=1  rank 0 does not report its end to the followers
 * mutation: BREAK_LIMIT     rank 0 waits for the others without a limit
 * mutation: BREAK_WORDS -DFAULTS=1  the lead thread ends without a message when it fails
 * mutation: BREAK_EXIT -DFAULTS=1  the lead thread reports its failure, but does not end
 * mutation: BREAK_TELL -DFAULTS=1  a follower that fails sends no message
 * mutation: BREAK_SLOT -DFAULTS=1  the last message about a range is not stored in its slot
 * mutation: BREAK_SPEAK -DFAULTS=1  a follower prints its error itself
 * mutation: BREAK_PLACE -DFAULTS=1  the last message about a range is printed at once
 * mutation: BREAK_AWAIT -DFAULTS=1  rank 0 prints the remaining ranges before the error
 * mutation: BREAK_STATUS -DFAULTS=1  rank 0 forgets the failure when the last range is printed
 */
#define RANKS (FOLLOWERS + 1)

mtype = { NOTHING, OUT, DONE, DEAD }; /* states of a slot */
mtype = { RANGE, STOP, EXTRACT, WORDS, FAILED, GONE }; /* kinds of messages */

chan down[FOLLOWERS] = [RANGES + 1] of { mtype, byte };
chan up[FOLLOWERS] = [RANGES + 2] of { mtype, byte };

/* Ranks. */
bool killed[RANKS], frozen[RANKS];
bool ended[RANKS]; /* by itself */
bool clean[RANKS]; /* MPI_Finalize has returned */
bool finalizing[RANKS]; /* in MPI_Finalize */
bool quit[RANKS];  /* QUIT has arrived */
byte byes;
bool interrupted;
byte faults = FAULTS; /* faults that may still happen */
bool struck;          /* a fault has happened */
bool unlucky;         /* a fault has happened that is not reported */

/* Rank 0. */
mtype slot[RANGES] = NOTHING;
bool failure; /* work_ring_fail() */
bool stop, lead_ended, over;
byte printed, errors, status;
bool enough; /* the search stopped early */
bool has_error;   /* a follower's error has arrived */

#define gone(r) (killed[r] || ended[r])
#define halts(r) (killed[r] || frozen[r] || ended[r])
#define all_gone (gone(0) && gone(1) && gone(FOLLOWERS))
#define all_finalize (finalizing[0] && finalizing[1] && finalizing[FOLLOWERS])
#define any_frozen (frozen[0] || frozen[1] || frozen[FOLLOWERS])

inline strike()
{
    faults--;
    struck = true;
}

inline report_error()
{
    errors++;
    assert(errors <= 1);
    status = 2;
}

/* The main thread of rank 0. */
active proctype Main()
{
    byte r;
    {
        do
        :: atomic {
               r < RANGES && slot[r] == DONE ->
                   assert(printed == r && errors == 0);
                   printed++;
                   r++;
           }
        :: atomic { r < RANGES && slot[r] == DEAD -> report_error(); goto leave; }
#ifndef BREAK_AWAIT
        :: atomic { r < RANGES && (slot[r] == NOTHING || slot[r] == OUT) && failure -> break; }
#endif
        :: atomic { r > 0 && faults > 0 -> strike(); report_error(); goto leave; } /* a full disk */
        :: atomic { r > 0 && r < RANGES -> enough = true; break; }
        :: atomic { r == RANGES -> break; }
        od;
#ifndef BREAK_STATUS
        atomic {
            if
            :: failure -> report_error(); goto leave;
            :: else
            fi;
        }
#endif
        stop = true;
        lead_ended; /* the lead thread is joined */
        atomic {
            if
#ifndef BREAK_STATUS
            :: failure -> report_error();
#endif
            :: else
            fi;
        }
    leave:
        over = true;
        if
        :: clean[0];
#ifndef BREAK_LIMIT
        :: timeout;
#endif
        fi;
        ended[0] = true;
    } unless { halts(0) }
}

/* The lead thread ends with an error: its own, or that of a follower. */
inline last_words()
{
#ifndef BREAK_WORDS
    failure = true;
#endif
#ifndef BREAK_EXIT
    lead_ended = true;
#endif
}

/* Receives a message of a follower. */
inline receive(f)
{
    if
    :: up[f]?EXTRACT(r) -> slot[r] = DONE;
    :: up[f]?WORDS(r) ->
        has_error = true;
#ifdef BREAK_PLACE
        report_error();
#endif
#ifndef BREAK_SLOT
        slot[r] = DEAD;
#endif
    :: up[f]?FAILED(_) -> has_error = true; last_words(); r = 0; break;
    :: up[f]?GONE(_) -> left++;
    fi;
    r = 0;
}

/* The lead thread of rank 0. */
active proctype Lead_thread()
{
    byte next, r, left;
    bool stopping;
    {
        do
        :: atomic { nempty(up[0]) -> receive(0); }
        :: atomic { nempty(up[FOLLOWERS - 1]) -> receive(FOLLOWERS - 1); }
        :: atomic { !stop && next < RANGES -> slot[next] = DONE; next++; } /* a worker of rank 0 */
        :: atomic { !stop && next < RANGES -> slot[next] = OUT; down[0]!RANGE(next); next++; }
        :: atomic {
               FOLLOWERS > 1 && !stop && next < RANGES ->
                   slot[next] = OUT;
                   down[FOLLOWERS - 1]!RANGE(next);
                   next++;
           }
        :: atomic {
               stop && !stopping ->
                   stopping = true;
                   for (r : 0 .. FOLLOWERS - 1) {
                       down[r]!STOP(0);
                   }
                   r = 0;
           }
        :: atomic { left == FOLLOWERS -> lead_ended = true; break; }
        :: atomic { /* the lead thread fails */
               faults > 0 ->
                   strike();
                   last_words();
                   break;
           }
        od;
    } unless { halts(0) }
}

active proctype Message_thread()
{
    byte f;
    {
        over;
#ifndef BREAK_QUIT
        atomic {
            for (f : 1 .. FOLLOWERS) {
                quit[f] = true;
            }
            f = 0;
        }
#endif
        if
        :: byes == FOLLOWERS;
        :: timeout;
        fi;
        finalizing[0] = true;
        all_finalize;
        clean[0] = true;
    } unless { halts(0) }
}

/* A follower. */

active[FOLLOWERS] proctype Follower()
{
    byte r, f = _pid - 3;
    {
        do
        :: atomic { /* the range becomes an extract, or fails */
               down[f]?RANGE(r);
               if
               :: up[f]!EXTRACT(r);
               :: faults > 0 -> strike(); up[f]!WORDS(r);
               :: faults > 0 -> strike(); goto fail;
               fi;
               r = 0;
           }
        :: atomic { down[f]?STOP(_) -> up[f]!GONE(0); break; }
        od;
        false; /* the message thread ends it */
    fail:
        atomic {
#ifdef BREAK_SPEAK
            report_error();
#endif
#ifndef BREAK_TELL
            up[f]!FAILED(0);
#endif
            r = 0;
        }
        false;
    } unless { halts(f + 1) }
}

active[FOLLOWERS] proctype Follower_message_thread()
{
    byte own = _pid - 2 - FOLLOWERS;
    {
        quit[own];
        byes++;
        finalizing[own] = true;
        all_finalize;
        atomic { clean[own] = true; ended[own] = true; }
    } unless { halts(own) }
}

/* The launcher, and faults at any moment. */

inline kill_all()
{
    for (i : 0 .. FOLLOWERS) {
        killed[i] = killed[i] || !ended[i];
    }
}

/* Rank 0 is frozen, or waits for the work of a frozen rank. */
#define waits_for_frozen (timeout && any_frozen && (frozen[0] || !over))

active proctype Launcher()
{
    byte i;
    do
#ifndef BREAK_LAUNCHER
    :: atomic {
           killed[0] || killed[1] || killed[FOLLOWERS] || (ended[0] && !clean[0]) ->
               assert(struck);
               kill_all();
               break;
       }
#endif
    :: atomic { interrupted -> kill_all(); break; }
    :: atomic { waits_for_frozen -> unlucky = true; kill_all(); break; } /* the user interrupts */
    :: atomic { all_gone -> break; }
    od;
    atomic {
        assert(all_gone);
        if
        :: ended[0] && status == 0 -> assert(errors == 0 && (printed == RANGES || enough));
        :: ended[0] && status != 0 -> assert(errors == 1);
        :: else -> assert(unlucky);
        fi;
        assert(!has_error || unlucky || enough || errors == 1);
        assert(struck || (status == 0 && clean[0] && clean[1] && clean[FOLLOWERS]));
    }
}

active proctype Fault_injection()
{
    byte i;
    do
    :: atomic {
           faults > 0 && !over ->
               strike();
               unlucky = true;
               select(i : 0 .. FOLLOWERS);
               if
               :: !gone(i) -> killed[i] = true;
               :: !gone(i) -> frozen[i] = true;
               :: interrupted = true;
               fi;
       }
    :: atomic { faults = 0; break; }
    od;
}
