/*
 * level.pml - best mode: the level falls while many search (src/edgrep: matches, extractor,
 * distribute, follow).
 *
 * Who: on rank 0 the main thread and one worker; on the other rank one worker. Each rank has a
 * level that its threads share. Ranges are taken in order, and each worker keeps the extracts that
 * it makes; the main thread joins them in order. Each range has RECORDS records, which its worker
 * scans one after the other, as if each were a chunk; a record has some least distance, or none.
 * INPUTS inputs have PARTS ranges each, and one of these may end with a read error: then nothing
 * behind it counts in that input.
 *
 * A worker has a level of its own for the input that it reads. It takes the level of its rank over
 * before each record. What it finds in the first range of an input lowers that of its rank at once:
 * no read error can come before it. What it finds behind, only the main thread tells all others,
 * when it joins the extract. The two ranks tell each other when their levels have fallen, by
 * messages that may be late.
 *
 * Left out: how ranges are taken (ranges.pml), -k beside best mode, --where.
 *
 * Shown: at the end those records are printed, and only those, that one thread would print: those
 * with the least distance of all that count, whatever the order; the level of a rank never rises.
 *
 * run: -DINPUTS=2 -DPARTS=2 -DRECORDS=1
 * long: -DINPUTS=2 -DPARTS=2 -DRECORDS=2
 * long: -DINPUTS=1 -DPARTS=3 -DRECORDS=2 -DDISTANCES=3
 * mutation: BREAK_TIE     what is as near as the level is dropped
 * mutation: BREAK_KEEP    the worker keeps what it found for a higher level
 * mutation: BREAK_FORGET  the main thread keeps what it printed for a higher level
 * mutation: BREAK_COMPARE extracts of a higher level are joined as well
 * mutation: BREAK_JOIN    the main thread tells nobody what it joins, nor itself
 * mutation: BREAK_SHARE   a worker tells at once what it finds anywhere in an input
 * mutation: BREAK_INPUT   a worker takes its own level over to the next input
 * mutation: BREAK_ATOMIC  two may lower the level at the same time
 * mutation: BREAK_LATE    a level that comes as a message is believed though it is higher
 */
#ifndef DISTANCES
#define DISTANCES 2
#endif
#define NONE DISTANCES /* the level in the beginning; a record without an occurrence */
#define RANGES (INPUTS * PARTS)
#define NO_INPUT INPUTS

byte distance[RANGES * RECORDS];
byte fault; /* the range that ends with a read error, or RANGES */

byte level[2] = { NONE, NONE }; /* of each rank */
chan news[2] = [1] of { byte }; /* levels on their way to each rank */

byte cursor; /* the next range to take */
bool ready[RANGES];
byte made_at[RANGES]; /* of its extract: the level, */
short has[RANGES];    /* and its records, a bit for each */

/* Lowers a level; `now` is the caller's. */
#ifdef BREAK_ATOMIC
#define lower(what, to)                                                                            \
    now = what;                                                                                    \
    if                                                                                             \
    :: to < now -> atomic { assert(to <= what); what = to; }                                       \
    :: else                                                                                        \
    fi
#else
#define lower(what, to)                                                                            \
    atomic {                                                                                       \
        if                                                                                         \
        :: to < what -> what = to;                                                                 \
        :: else                                                                                    \
        fi;                                                                                        \
        now = 0;                                                                                   \
    }
#endif

#ifdef BREAK_TIE
#define near(d) (d < own)
#else
#define near(d) (d <= own && d < NONE)
#endif

/* The worker's level falls, and it forgets what is not so near. */
inline fall(to)
{
    own = to;
#ifndef BREAK_KEEP
    kept = 0;
#endif
}

#ifdef BREAK_SHARE
#define tells true
#else
#define tells (range % PARTS == 0)
#endif

proctype Worker(byte rank)
{
    byte own = NONE, input = NO_INPUT, range, i, now;
    short kept;
    do
    :: atomic {
           cursor < RANGES ->
               range = cursor;
               cursor++;
               if
               :: input != range / PARTS ->
#ifndef BREAK_INPUT
                   own = NONE;
#endif
                   input = range / PARTS;
               :: else
               fi;
       }
       i = 0;
       do
       :: i < RECORDS ->
           atomic {
               if
               :: level[rank] < own -> fall(level[rank]);
               :: else
               fi;
           }
           atomic { /* nobody else sees this */
               if
               :: near(distance[range * RECORDS + i]) ->
                   if
                   :: distance[range * RECORDS + i] < own -> fall(distance[range * RECORDS + i]);
                   :: else
                   fi;
                   kept = kept | (1 << i);
               :: else
               fi;
           }
           if
           :: tells -> lower(level[rank], own);
           :: else
           fi;
           i++;
       :: else -> break;
       od;
       atomic {
           made_at[range] = own;
           has[range] = kept;
           ready[range] = true;
           kept = 0;
           i = 0;
           range = 0;
       }
    :: atomic { cursor == RANGES -> break; }
    od;
}

/* Of both ranks: sends the level to the other one, and takes that of the other over. */
proctype Messenger(byte rank)
{
    byte told = NONE, now, got;
end:
    do
    :: atomic {
           level[rank] < told && nfull(news[1 - rank]) ->
               told = level[rank];
               news[1 - rank]!told;
       }
    :: news[rank]?got ->
#ifdef BREAK_LATE
        atomic { assert(got <= level[rank]); level[rank] = got; }
#else
        lower(level[rank], got);
#endif
        got = 0;
    od;
}

/* What one thread would print. */
inline find_expected()
{
    best = NONE;
    expected = 0;
    for (i : 0 .. RANGES * RECORDS - 1) {
        if
        :: fault < i / RECORDS && fault / PARTS == i / RECORDS / PARTS; /* behind the error */
        :: else ->
            if
            :: distance[i] < best -> best = distance[i]; expected = 0;
            :: else
            fi;
            if
            :: distance[i] == best && best < NONE -> expected = expected | (1 << i);
            :: else
            fi;
        fi;
    }
}

/* The main thread. */
init
{
    byte i, now, best, own = NONE;
    short printed, expected;
    atomic {
        for (i : 0 .. RANGES * RECORDS - 1) {
            select(best : 0 .. NONE);
            distance[i] = best;
        }
        select(fault : 0 .. RANGES);
        best = 0;
        run Worker(0);
        run Worker(1);
        run Messenger(0);
        run Messenger(1);
    }
    for (i : 0 .. RANGES - 1) {
        ready[i];
        if
        :: fault < i && fault / PARTS == i / PARTS; /* the input was done with */
        :: else ->
#ifndef BREAK_JOIN
            lower(level[0], made_at[i]);
#endif
            atomic {
                if
                :: level[0] < own ->
                    own = level[0];
#ifndef BREAK_FORGET
                    printed = 0;
#endif
                :: else
                fi;
                if
#ifndef BREAK_COMPARE
                :: made_at[i] != own;
#endif
                :: else -> printed = printed | (has[i] << (i * RECORDS));
                fi;
            }
        fi;
    }
    atomic {
        find_expected();
        assert(printed == expected);
    }
}
