/*
 * work_ring.h - a bounded ring buffer that keeps parallel work in input order.
 *
 * Workers claim slots in order, fill them in parallel, and mark them done. The main thread consumes
 * done slots in order and releases them. Piece i of the input uses slot i % size.
 *
 *   FREE    -> CLAIMED  work_ring_claim(): one worker at a time assigns the next range, or reads
 *                       the next chunk. Assigning a range is cheap; reading a chunk may block
 *   CLAIMED -> DONE     work_ring_done(): the worker has stored its extract or its hits
 *   CLAIMED -> REMOTE   work_ring_send_away(): another rank shall scan the chunk
 *   REMOTE  -> CLAIMED  work_ring_next_remote(): the thread that serves other ranks sends it
 *   DONE    -> FREE     work_ring_next(), work_ring_release(): main thread
 *
 * Ownership: the thread that claimed a slot owns its contents until it marks the slot done.
 * Memory: the number of slots is bounded, and so are the bytes of finished extracts that wait. When
 * the reader of standard output is slow, claiming blocks, and reading stops (backpressure).
 * Locking: one mutex for the whole ring; no call holds it while it reads or scans.
 * Ranks: the threads that serve other ranks must never block here. They call work_ring_try_claim()
 * and work_ring_poll(). After a call that returned nothing, ranks_wake() tells them to call again;
 * it also tells them of work_ring_stop(), of REMOTE chunks, and of devices that started.
 * Devices: workers for devices claim first. Workers for the processor claim only while enough
 * chunks are under way for the devices, and not while a device would wait for a chunk that the
 * processor takes much longer to scan.
 */
#pragma once

#include "edgrep/search.h"
#include "edgrep/slot.h"

struct work_ring;

struct work_ring_size {
    size_t slots;
    size_t chunks; /* slots that may hold chunks at a time */
    size_t more;   /* slots for other ranks, unused until work_ring_grow() */
};

/* Opens a ring. Slot 0 takes over the buffers of *first, which is empty afterwards. Exits on
 * allocation failure. Main thread, like work_ring_close(). */
struct work_ring *work_ring_open(const struct search *search, struct work_ring_size size,
                                 struct slot *first);
void work_ring_close(struct work_ring *ring);

/* --- any worker --- */

enum claim {
    CLAIM_OK,         /* *slot holds the next chunk or range */
    CLAIM_WOULD_WAIT, /* another worker is claiming, or the input is slow */
    CLAIM_END,        /* the input has ended, or the search was stopped */
};

/*
 * Claims the next slot and fills it with the next range or chunk, to be scanned by `engine`.
 * Waits for its turn only if `patient`: a worker with a scan under way must not wait here, because
 * others may be waiting for that scan. On entry *slot is the slot that the worker claimed last, or
 * NULL; its buffers are reused if possible, since they are in the caches of the worker's core.
 */
enum claim work_ring_claim(struct work_ring *ring, unsigned engine, bool patient,
                           struct slot **slot);

/* Another rank that asks for work. */
struct work_ring_rank {
    double slowness;   /* its time per byte, as a multiple of the fastest rank's */
    size_t chunk_size; /* bytes of a chunk that suit its engine */
};

/* Claims the next slot for another rank if a range comes next. Returns CLAIM_WOULD_WAIT if a chunk
 * comes next or the call would block. */
enum claim work_ring_try_claim(struct work_ring *ring, struct work_ring_rank remote,
                               struct slot **slot);

/* Allows up to `more` further slots, as far as work_ring_size.more provided them. */
void work_ring_grow(struct work_ring *ring, size_t more);

/* Sets how many chunks other ranks can take now. */
void work_ring_want_chunks(struct work_ring *ring, size_t chunks);

/* Marks the slot's chunk REMOTE if another rank wants one and the chunk is worth sending: whole
 * records that were read without a pause. Returns false if the worker keeps the chunk. */
bool work_ring_send_away(struct work_ring *ring, struct slot *slot);

/* Claims the next REMOTE slot; returns NULL if there is none. */
struct slot *work_ring_next_remote(struct work_ring *ring);

/* Marks the slot done. */
void work_ring_done(struct work_ring *ring, struct slot *slot);

/* Ends the search with this error. The main thread stops waiting. */
void work_ring_fail(struct work_ring *ring, const char *reason);

/* A worker for a device beside the processor (SCANNER_OFFLOAD) starts or ends. */
void work_ring_device_starts(struct work_ring *ring);
void work_ring_device_ends(struct work_ring *ring);

/* --- the main thread --- */

/* Waits for the next slot in input order and returns it when it is done. Returns NULL at the end of
 * the input and after work_ring_fail(). Flushes the output before it waits. */
struct slot *work_ring_next(struct work_ring *ring);

/* Returns any done slot, or NULL. For worker ranks, where order does not matter. */
struct slot *work_ring_poll(struct work_ring *ring);

/* Frees a slot that work_ring_next() or work_ring_poll() returned. */
void work_ring_release(struct work_ring *ring, struct slot *slot);

/* Stops the search: from now on work_ring_claim() returns CLAIM_END. */
void work_ring_stop(struct work_ring *ring);

/* How the ring is now. */
struct work_ring_status {
    bool over;                     /* nothing is left to claim; */
    bool stopped;                  /* because of work_ring_stop() */
    enum source_result end_reason; /* why the input ended, after work_ring_next() returned NULL */
    const char *failure;           /* the first error of work_ring_fail(), or NULL */
    unsigned devices;              /* workers for devices beside the processor that are running */
    double seconds_per_byte;       /* of a range, for a worker of this rank; 0: not measured yet */
    double read_seconds_per_byte;  /* 0: nothing was read yet */
    double scan_seconds;           /* of all workers together */
};

/* Any thread may call it. */
struct work_ring_status work_ring_status(struct work_ring *ring);
