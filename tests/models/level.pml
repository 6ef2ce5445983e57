/*
 * level.pml - best mode: the limit ("level") falls while several threads search (src/edgrep:
 * extractor, lead_rank, worker_rank; src/output: matches).
 *
 * Processes: on rank 0 the main thread and one worker; on the other rank one worker. Each rank has a
 * level that its threads share. Ranges are claimed in order, and each worker keeps the extracts that
 * it makes; the main thread joins them in order. Each range has RECORDS records, which its worker
 * scans one after the other, as if each were a chunk; a record has some least distance, or none.
 * INPUTS inputs have PARTS ranges each, and one of these may end with a read error: then the rest of
 * that input does not count.
 *
 * A worker has a level of its own for its current input. Before each record it copies the level of
 * its rank. A result in the first range of an input lowers the level of the rank at once, because no
 * read error can precede it. A result in a later range lowers it when the main thread joins the
 * extract. The two ranks send each other their levels when these fall; messages may be late.
 *
 * Left out: how ranges are claimed (ranges.pml), -k beside best mode, --where.
 *
 * Shown: at the end exactly those records are printed that one thread would print: those with the
 * least distance of all that count, whatever the order; the level of a rank never rises.
 *
 * run: -DINPUTS=1 -DPARTS=2 -DRECORDS=2
 * long: -DINPUTS=3 -DPARTS=1 -DRECORDS=1
 * long: -DINPUTS=2 -DPARTS=2 -DRECORDS=1
 * long: -DINPUTS=1 -DPARTS=3 -DRECORDS=2
 * long: -DINPUTS=1 -DPARTS=3 -DRECORDS=1 -DDISTANCES=3
 * mutation: BREAK_TIE     a result at the level is dropped
 * mutation: BREAK_KEEP    the worker keeps results above the new level
 * mutation: BREAK_FORGET  the main thread keeps printed results above the new level
 * mutation: BREAK_COMPARE extracts of a higher level are joined as well
 * mutation: BREAK_JOIN    the main thread lowers no level when it joins an extract
 * mutation: BREAK_SHARE   a worker lowers the level at once for results in any range of an input
 * mutation: BREAK_INPUT -DINPUTS=2 -DRECORDS=1   a worker keeps its level for the next input
 * mutation: BREAK_ATOMIC -DRECORDS=1  two may lower the level at the same time
 * mutation: BREAK_LATE    a received level is stored even if it is higher
 */
#ifndef DISTANCES
#define DISTANCES 2
#endif
#define NONE DISTANCES /* the initial level; the distance of a record without an occurrence */
#define RANGES (INPUTS * PARTS)
#define NO_INPUT INPUTS

byte level[2] = { NONE, NONE }; /* of each rank */
chan mailbox[2] = [1] of { byte }; /* levels on their way to each rank */

byte cursor; /* the next range to claim */
bool ready[RANGES];
byte distance[RANGES * RECORDS]; /* chosen when the record is scanned */
byte made_at[RANGES];            /* the level of an extract */
byte has[RANGES];                /* the records of an extract, a bit for each */

/* Lowers a level; `now` is a variable of the caller. */
#ifdef BREAK_ATOMIC
#define one_step
#define lower(what, to)                                                                            \
    now = what;                                                                                    \
    if                                                                                             \
    :: to < now -> assert(to <= what); what = to;                                                  \
    :: else                                                                                        \
    fi;                                                                                            \
    now = 0
#else
#define one_step atomic
#define lower(what, to)                                                                            \
    if                                                                                             \
    :: to < what -> what = to;                                                                     \
    :: else                                                                                        \
    fi
#endif

#ifdef BREAK_TIE
#define near(d) (d < own)
#else
#define near(d) (d <= own && d < NONE)
#endif

/* The worker's level falls, and the worker drops the records above it. */
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

/* The worker scans a record at its level. */
inline scan()
{
    if
    :: level[rank] < own -> fall(level[rank]);
    :: else
    fi;
    select(d : 0 .. NONE);
    distance[range * RECORDS + i] = d;
    if
    :: near(d) ->
        if
        :: d < own -> fall(d);
        :: else
        fi;
        kept = kept | (1 << i);
    :: else
    fi;
    d = 0;
    i++;
}

inline hand_over()
{
    made_at[range] = own;
    has[range] = kept;
    ready[range] = true;
    kept = 0;
    i = 0;
    range = 0;
}

proctype Worker(byte rank)
{
    byte own = NONE, input = NO_INPUT, range, i, d, now, kept;
take:
    atomic {
        if
        :: cursor == RANGES -> goto over;
        :: else
        fi;
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
next:
    atomic { scan(); }
    one_step {
        if
        :: tells -> lower(level[rank], own);
        :: else
        fi;
        if
        :: i < RECORDS -> goto next;
        :: else -> hand_over(); goto take;
        fi;
    }
over:
    skip;
}

/* One for each rank: sends the rank's level to the other rank, and lowers it to a received level. */
proctype Messenger(byte rank)
{
    byte sent = NONE, now, got;
end:
    do
    :: atomic {
           level[rank] < sent && nfull(mailbox[1 - rank]) ->
               sent = level[rank];
               mailbox[1 - rank]!sent;
       }
    :: one_step {
           mailbox[rank]?got ->
#ifdef BREAK_LATE
               assert(got <= level[rank]);
               level[rank] = got;
#else
               lower(level[rank], got);
#endif
               got = 0;
       }
    od;
}

/* Sets `expected` to the records of a range that one thread would print, a bit for each. `best` is
 * the least distance so far. */
inline find_expected()
{
    expected = 0;
    for (j : 0 .. RECORDS - 1) {
        d = distance[i * RECORDS + j];
        if
        :: d < best -> best = d; expected = 0; any_expected = false;
        :: else
        fi;
        if
        :: d == best && d < NONE -> expected = expected | (1 << j);
        :: else
        fi;
        distance[i * RECORDS + j] = 0;
    }
    d = 0;
    j = 0;
}

/* Checks that the records printed so far are correct for the level so far. */
inline check_printed()
{
    assert(own <= best);
    if
    :: own == best -> assert(printed == expected && any_printed == any_expected);
    :: else -> assert(printed == 0 && !any_printed);
    fi;
    any_printed = any_printed || printed > 0;
    any_expected = any_expected || expected > 0;
    printed = 0;
    expected = 0;
}

/* The main thread. */
init
{
    byte i, j, d, now, own = NONE, printed; /* of the range that is joined */
    byte best = NONE, expected, broken = NO_INPUT;
    bool any_printed, any_expected; /* in the ranges before */
    atomic {
        run Worker(0);
        run Worker(1);
        run Messenger(0);
        run Messenger(1);
    }
    do
    :: i < RANGES ->
        atomic { /* skips the rest of an input with a read error */
            ready[i];
            if
            :: broken == i / PARTS -> goto next;
            :: i % PARTS < PARTS - 1 -> broken = i / PARTS;
            :: broken != i / PARTS;
            fi;
        }
#ifndef BREAK_JOIN
        one_step { lower(level[0], made_at[i]); }
#endif
        atomic {
            if
            :: level[0] < own ->
                own = level[0];
#ifndef BREAK_FORGET
                any_printed = false;
#endif
            :: else
            fi;
            if
#ifndef BREAK_COMPARE
            :: made_at[i] != own;
#endif
            :: else -> printed = has[i];
            fi;
            find_expected();
            check_printed();
        }
    next:
        atomic {
            made_at[i] = 0;
            has[i] = 0;
            for (j : 0 .. RECORDS - 1) {
                distance[i * RECORDS + j] = 0;
            }
            j = 0;
            i++;
        }
    :: else -> break;
    od;
    assert(own == best);
}
