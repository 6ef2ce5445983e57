/*
 * trace.h - EDGREP_TRACE=ROOM[,ROOM...] shows who does what, and when; nothing when it is unset.
 *
 * Each line on standard error is `SECONDS THREAD ROOM: what`, written at once, so that lines of
 * several threads do not mix:
 *
 *     0.000412 worker 1 text: input 0, bytes 1048576 to 2097152: a chunk, lead-in 20 bytes
 *
 * SECONDS count from trace_begin(). ROOM is one of those below, or `all`. Any thread.
 */
#ifndef TRACE_H
#define TRACE_H

enum trace_room {
    TRACE_TEXT,    /* chunks that are read */
    TRACE_SCAN,    /* chunks that are scanned */
    TRACE_MATCH,   /* chunks that are delivered, with their hits */
    TRACE_OUTPUT,  /* what is sent to standard output */
    TRACE_EDGREP,  /* threads that begin and end, devices that are considered */
    TRACE_COMPARE, /* edcmp: the ways that are tried */
    TRACE_PLAN,    /* which way is taken, and what each is expected to take */
    TRACE_ROOMS
};

/* Reads EDGREP_TRACE; warns of a room that is not there. Main thread, before any other begins. */
void trace_begin(void);

/* This process is one of several, whose lines may come together: THREAD begins with its rank. */
void trace_rank(unsigned rank);

/* The name of the calling thread in its lines; "main" when it was not given. */
void trace_thread(const char *kind, unsigned number);

/* One bit for each room that is traced; constant once threads run. */
extern unsigned trace_rooms;

void trace_line(enum trace_room room, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* trace(ROOM, FORMAT, ...): the arguments are evaluated only when the room is traced. */
#define trace(ROOM, ...)                                                                           \
    do {                                                                                           \
        if (__builtin_expect((trace_rooms >> (ROOM)&1) != 0, 0))                                   \
            trace_line(ROOM, __VA_ARGS__);                                                         \
    } while (0)

#endif
