/*
 * turns.h - the ring of slots between the workers, who read and scan, and the main thread, who
 * takes what they have done.
 *
 * A slot has a range, of which the worker makes an extract; or else a chunk, its news and its hits.
 * The i-th piece of work uses slot i % slots, and a slot goes round through these states:
 *
 *   SLOT_FREE     a worker may fill it, one worker at a time, in order: turns_take(). A chunk is
 *                 read then; a range is only cut off, which takes a moment
 *   SLOT_TAKEN    that worker scans the chunk, where it has just been read: in the caches of its
 *                 core; or it reads, scans and sifts the range
 *   SLOT_GIVEN    or it leaves the chunk to another rank: turns_give(), turns_take_given()
 *   SLOT_SCANNED  the main thread gets it, in order, and frees it: turns_await(), turns_hand_back()
 *
 * Whoever holds a slot owns what it has. The number of slots bounds the memory, and so do the bytes
 * of extracts that wait for the main thread: a slow output stops the reading.
 *
 * Nobody who waits for messages of other ranks waits here as well: where turns_take_away() or
 * turns_poll() had nothing to give, ranks_wake() tells when to look again, and also of
 * turns_stop(), of chunks that were given, and of devices that begin.
 *
 * Workers for devices come first in turn: those of the processor read when the devices have enough
 * to do, and only as long as no device must wait for the chunk that takes them so much longer.
 */
#ifndef TURNS_H
#define TURNS_H

#include "edgrep/extract.h"
#include "edgrep/search.h"

enum slot_state { SLOT_FREE, SLOT_TAKEN, SLOT_GIVEN, SLOT_SCANNED };

struct slot {
    enum slot_state state; /* the ring's */
    struct range range;    /* without parts: the slot has a chunk */
    struct extract extract;
    struct chunk chunk;
    struct news news; /* of the chunk */
    struct hits hits;
    enum engine_status status; /* how scanning the chunk ended */
    unsigned engine;           /* SCANNER_...: it scanned */
    unsigned rank;             /* that scanned */
    uint64_t size;             /* of the extract, when it was scanned */
    double seconds;            /* of scanning a chunk; of all work on a range */
    const char *death; /* the last words of the worker that died over it (diag.h), or NULL */
};

#define SLOT_INIT ((struct slot){.extract = EXTRACT_INIT})

static inline bool slot_has_range(const struct slot *slot)
{
    return slot->range.nparts > 0;
}

void slot_free(struct slot *slot);

/* How many bytes of its range were searched. */
double slot_bytes(const struct slot *slot);

struct turns;

/* So many slots, of which chunks may take up `chunks` at a time. For other ranks there may be
 * `more`, of which none is used before turns_widen(). */
struct turns_size {
    size_t slots, chunks, more;
};

/* A ring of that size. The first slot has the buffers of `first`, which is empty then. Ends the
 * program when memory is out. Main thread, as turns_close(). */
struct turns *turns_open(const struct search *search, struct turns_size size, struct slot *first);
void turns_close(struct turns *t);

/* Any worker. */

enum turn {
    TURN_TAKEN, /* *slot has the next chunk or range */
    TURN_WAITS, /* there would be a wait, for the turn or for a slow input */
    TURN_END,   /* there is no more to read, or nothing more is wanted */
};

/*
 * Waits for the turn and takes what comes next, to be scanned by `engine`. An impatient worker does
 * not wait: it has a scan under way, for which others may be waiting. *slot is the slot that the
 * worker took last, or NULL: its buffers are taken again if they can be.
 */
enum turn turns_take(struct turns *t, unsigned engine, bool patient, struct slot **slot);

/* Another rank that takes: it is so many times slower than the fastest of all, and its engine wants
 * such chunks. */
struct turns_taker {
    double slow;
    size_t chunk_size;
};

/* Takes what comes next for another rank, if that is a range, and there without a wait: else
 * TURN_WAITS. */
enum turn turns_take_away(struct turns *t, struct turns_taker taker, struct slot **slot);

/* Seconds that a worker of this rank needs for a byte of a range; 0: nothing was done. */
double turns_pace(struct turns *t);

/* So many more slots may be used from now on, if the ring has them. */
void turns_widen(struct turns *t, size_t more);

/* Other ranks have room for so many chunks. */
void turns_want(struct turns *t, size_t chunks);

/* Gives the slot's chunk to another rank, if one wants it: whole records that came fast. False: the
 * worker keeps it. */
bool turns_give(struct turns *t, struct slot *slot);

/* The next slot with a chunk that was given to another rank, or NULL. */
struct slot *turns_take_given(struct turns *t);

/* The worker has done its work on the slot. */
void turns_scanned(struct turns *t, struct slot *slot);

/* The search cannot go on for `reason`: the main thread is not kept waiting. */
void turns_fail(struct turns *t, const char *reason);

/* Whether there is nothing to take any more; whether because of turns_stop(). */
bool turns_over(struct turns *t);
bool turns_stopped(struct turns *t);

/* A worker for devices begins or ends, when others work as well (SCANNER_OFFLOAD). */
void turns_device_begins(struct turns *t);
void turns_device_ends(struct turns *t);

/* How many of those there are. */
unsigned turns_devices(struct turns *t);

/* The main thread. */

/* The next slot, when it is scanned; NULL at the end, or after turns_fail(). What is printed goes
 * out before a wait. */
struct slot *turns_await(struct turns *t);

/* Any slot that is scanned, or NULL. Where the order does not matter. */
struct slot *turns_poll(struct turns *t);
void turns_hand_back(struct turns *t, struct slot *slot);

/* What turns_fail() was told, or NULL. The first time counts. */
const char *turns_failure(struct turns *t);

/* Why there is no more to read, once turns_await() has returned NULL. */
enum source_result turns_end(const struct turns *t);

/* Nothing more is wanted: every turns_take() returns TURN_END. */
void turns_stop(struct turns *t);

/* Seconds that reading so many bytes takes, by what was read so far; 0 when nothing was. */
double turns_reading(struct turns *t, uint64_t bytes);

/* Seconds of scanning, all workers together; when they have ended. */
double turns_scanning(const struct turns *t);

#endif
