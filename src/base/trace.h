/*
 * trace.h - EDGREP_TRACE=ROOM[,ROOM...] shows which thread does what, and when.
 *
 * Each line on standard error is `SECONDS THREAD ROOM: what`, written by one call, so that lines of
 * several threads do not mix:
 *
 *     0.000412 worker 1 text: input 0, bytes 1048576 to 2097152: a chunk, lead-in 20 bytes
 *
 * SECONDS count from trace_begin(). ROOM is one of those below, or `all`. Any thread.
 */
#pragma once

enum trace_room {
    TRACE_TEXT,    /* chunks read */
    TRACE_SCAN,    /* chunks scanned */
    TRACE_MATCH,   /* chunks delivered, with their hits */
    TRACE_OUTPUT,  /* writes to standard output */
    TRACE_EDGREP,  /* threads that begin and end, devices considered */
    TRACE_COMPARE, /* edcmp: algorithms tried */
    TRACE_PLAN,    /* the ways chosen, with their predicted times */
    TRACE_ROOMS
};

/* Reads EDGREP_TRACE; warns of unknown rooms. Main thread, before any other begins. */
void trace_begin(void);

/* Puts the rank before THREAD: for one of several processes whose lines may be mixed. */
void trace_rank(unsigned rank);

/* Names the calling thread; the default is "main". */
void trace_thread(const char *kind, unsigned number);

/* One bit for each traced room; constant once threads run. */
extern unsigned trace_rooms;

void trace_line(enum trace_room room, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* trace(ROOM, FORMAT, ...): the arguments are evaluated only when the room is traced. */
#define trace(ROOM, ...)                                                                           \
    do {                                                                                           \
        if (__builtin_expect((trace_rooms >> (ROOM)&1) != 0, 0))                                   \
            trace_line(ROOM, __VA_ARGS__);                                                         \
    } while (0)
