#include "edgrep/work_ring.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/xalloc.h"
#include "ranks/ranks.h"

enum {
    MOST_WAITING = 4,         /* chunks of devices that may wait for one of the processor */
    MOST_EXTRACTS = 48 << 20, /* bytes of finished extracts that may wait for the main thread */
    YIELDS = 50 /* before a worker sleeps: assigning a range is faster than waking a thread */
};

/* What the workers of one engine did. */
struct ring_work {
    uint64_t slots;
    double seconds;  /* of all work on these slots */
    double scanning; /* of scanning alone */
};

/* Workers for devices beside the processor. */
struct ring_devices {
    unsigned count, waiting; /* all, and those that wait to claim a slot */
    double started;          /* io_seconds() when the first of them was ready */
};

struct ring_figures {
    struct ring_work work[SCANNER_ENGINES];
    double read_seconds, read_bytes;   /* of chunks */
    double range_seconds, range_bytes; /* of ranges that this rank searched */
};

struct ring_end {
    bool reached; /* nothing is left to read, for this reason */
    enum source_result reason;
    bool stopped;       /* by work_ring_stop() */
    char failure[4096]; /* of work_ring_fail(), or empty */
};

/* The mutex guards all members below it. */
struct work_ring {
    const struct search *search;
    struct slot *slots;
    size_t nslots;

    pthread_mutex_t mutex;
    pthread_cond_t may_claim[SCANNER_ENGINES]; /* a worker for that engine may claim a slot */
    pthread_cond_t next_done;                  /* the slot that the main thread waits for is done */

    size_t used_slots, used_chunks; /* slots, and slots with chunks, that may be used now */
    size_t wanted_chunks;           /* chunks that other ranks can take */
    uint64_t claimed, released;     /* slots so far */
    uint64_t waiting_bytes;         /* of extracts that are done and not released */
    atomic_bool claiming;           /* a worker is reading or assigning; set under the mutex */
    bool ranges;                    /* the last claimed slot holds a range */

    struct ring_end end;
    bool claim_refused; /* work_ring_try_claim() returned nothing */
    bool poll_refused;  /* work_ring_poll() returned nothing */
    bool wake_ranks;    /* call ranks_wake() after unlocking */

    struct ring_devices devices;
    struct ring_figures figures;
};

struct work_ring *work_ring_open(const struct search *search, struct work_ring_size size,
                                 struct slot *first)
{
    struct work_ring *ring = xcalloc(1, sizeof *ring);
    ring->search = search;
    ring->used_slots = size.slots;
    ring->used_chunks = size.chunks;
    ring->nslots = size.slots + size.more;
    ring->slots = xcalloc(ring->nslots, sizeof *ring->slots);
    for (size_t i = 0; i < ring->nslots; i++)
        ring->slots[i] = SLOT_INIT;
    ring->slots[0] = *first;
    *first = SLOT_INIT;
    (void)pthread_mutex_init(&ring->mutex, NULL);
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        (void)pthread_cond_init(&ring->may_claim[e], NULL);
    (void)pthread_cond_init(&ring->next_done, NULL);
    return ring;
}

void work_ring_close(struct work_ring *ring)
{
    for (size_t i = 0; i < ring->nslots; i++)
        slot_free(&ring->slots[i]);
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        (void)pthread_cond_destroy(&ring->may_claim[e]);
    (void)pthread_cond_destroy(&ring->next_done);
    (void)pthread_mutex_destroy(&ring->mutex);
    free(ring->slots);
    free(ring);
}

static void lock_ring(struct work_ring *ring)
{
    (void)pthread_mutex_lock(&ring->mutex);
}

/* Wakes the rank threads only after unlocking, so that they need not wait for the mutex. */
static void unlock_ring(struct work_ring *ring)
{
    bool wake_ranks = ring->wake_ranks;
    ring->wake_ranks = false;
    (void)pthread_mutex_unlock(&ring->mutex);
    if (wake_ranks)
        ranks_wake();
}

/* --- claiming: the mutex is held except while the source is asked --- */

static bool is_over(const struct work_ring *ring)
{
    return ring->end.stopped || ring->end.reached;
}

static struct slot *next_slot(const struct work_ring *ring)
{
    return &ring->slots[ring->claimed % ring->nslots];
}

/* Returns whether the next slot is free and no other worker is claiming it. */
static bool is_claimable(const struct work_ring *ring)
{
    size_t most = ring->ranges ? ring->used_slots : ring->used_chunks;
    return !ring->claiming && ring->claimed - ring->released < most &&
           ring->waiting_bytes < MOST_EXTRACTS && next_slot(ring)->state == SLOT_FREE;
}

/* Returns whether devices would wait too long for a chunk that the processor claims now. */
static bool would_delay_devices(const struct work_ring *ring, unsigned engine)
{
    const struct ring_work *own = &ring->figures.work[SCANNER_ENGINE],
                           *devices = &ring->figures.work[SCANNER_OFFLOAD];
    if (engine == SCANNER_OFFLOAD || ring->devices.count == 0 || devices->slots < MOST_WAITING ||
        own->slots == 0)
        return false;
    double device_seconds = (io_seconds() - ring->devices.started) / (double)devices->slots;
    return own->seconds / (double)own->slots > MOST_WAITING * device_seconds;
}

static bool may_claim(const struct work_ring *ring, unsigned engine)
{
    bool after_devices = engine != SCANNER_OFFLOAD && ring->devices.waiting > 0;
    return is_over(ring) ||
           (is_claimable(ring) && !after_devices && !would_delay_devices(ring, engine));
}

/* Wakes one worker if one may claim: waking more would be useless. At the end wakes all. Rank
 * threads whose last attempt was refused try again. */
static void wake_claimers(struct work_ring *ring)
{
    ring->wake_ranks |= ring->claim_refused;
    ring->claim_refused = false;
    if (is_over(ring))
        for (unsigned e = 0; e < SCANNER_ENGINES; e++)
            (void)pthread_cond_broadcast(&ring->may_claim[e]);
    else if (is_claimable(ring))
        (void)pthread_cond_signal(
            &ring->may_claim[ring->devices.waiting > 0 ? SCANNER_OFFLOAD : SCANNER_ENGINE]);
}

/* Waits until the worker may claim. While another worker assigns a range, yields the processor some
 * times before it sleeps. */
static void wait_to_claim(struct work_ring *ring, unsigned engine)
{
    ring->devices.waiting += engine == SCANNER_OFFLOAD;
    for (unsigned yields = 0; !may_claim(ring, engine);) {
        if (!ring->ranges || !ring->claiming || yields == YIELDS) {
            (void)pthread_cond_wait(&ring->may_claim[engine], &ring->mutex);
            continue;
        }
        unlock_ring(ring);
        for (; yields < YIELDS && atomic_load_explicit(&ring->claiming, memory_order_relaxed);
             yields++)
            (void)sched_yield();
        lock_ring(ring);
    }
    ring->devices.waiting -= engine == SCANNER_OFFLOAD;
}

/* Fills the next slot with what comes next in the input: a range, or else a chunk. For another rank
 * (`remote` is not NULL) it takes ranges only. */
static enum claim fill_next_slot(struct work_ring *ring, unsigned engine, struct slot *last,
                                 const struct work_ring_rank *remote, struct slot **filled)
{
    const struct search *s = ring->search;
    struct slot *slot = next_slot(ring);
    enum source_result got;
    ring->claiming = true;
    unlock_ring(ring);
    double start = io_seconds();
    source_aim(s->source, remote != NULL ? remote->chunk_size : search_chunk_size(s, engine));
    if (remote != NULL) {
        got = source_take_away(s->source, &slot->range, remote->slowness);
    } else if ((got = source_take(s->source, &slot->range)) == SOURCE_CHUNK) {
        lock_ring(ring);
        slot_choose_buffers(slot, last, ring->slots, ring->nslots, search_memory(s, engine));
        slot->chunk.decoding.for_device = search_decodes(s, engine);
        unlock_ring(ring);
        got = source_next(s->source, &slot->chunk, &slot->input_status);
    }
    double seconds = io_seconds() - start;
    lock_ring(ring);
    ring->claiming = false;
    enum claim result = CLAIM_OK;
    if (remote != NULL && got == SOURCE_CHUNK) {
        result = CLAIM_WOULD_WAIT;
    } else if (ring->end.stopped || (got != SOURCE_CHUNK && got != SOURCE_RANGE)) {
        ring->end.reason = got;
        ring->end.reached = true;
        (void)pthread_cond_signal(&ring->next_done);
        result = CLAIM_END;
    } else {
        slot->state = SLOT_CLAIMED;
        slot->rank = 0;
        ring->claimed++;
        ring->ranges = got == SOURCE_RANGE;
        if (!ring->ranges) {
            ring->figures.read_seconds += seconds;
            ring->figures.read_bytes += slot->chunk.end_byte - slot->chunk.begin_byte;
        }
    }
    wake_claimers(ring);
    *filled = slot;
    return result;
}

enum claim work_ring_claim(struct work_ring *ring, unsigned engine, bool patient,
                           struct slot **slot)
{
    enum claim result = CLAIM_END;
    lock_ring(ring);
    if (!patient &&
        (!may_claim(ring, engine) || (!is_over(ring) && source_may_wait(ring->search->source)))) {
        unlock_ring(ring);
        return CLAIM_WOULD_WAIT;
    }
    wait_to_claim(ring, engine);
    if (!is_over(ring))
        result = fill_next_slot(ring, engine, *slot, NULL, slot);
    unlock_ring(ring);
    return result;
}

enum claim work_ring_try_claim(struct work_ring *ring, struct work_ring_rank remote,
                               struct slot **slot)
{
    enum claim result = CLAIM_WOULD_WAIT;
    lock_ring(ring);
    if (is_over(ring))
        result = CLAIM_END;
    else if (may_claim(ring, SCANNER_ENGINE))
        result = fill_next_slot(ring, SCANNER_ENGINE, NULL, &remote, slot);
    ring->claim_refused |= result == CLAIM_WOULD_WAIT;
    unlock_ring(ring);
    return result;
}

/* --- other ranks --- */

void work_ring_grow(struct work_ring *ring, size_t more)
{
    lock_ring(ring);
    more = more < ring->nslots - ring->used_slots ? more : ring->nslots - ring->used_slots;
    ring->used_slots += more;
    ring->used_chunks += more;
    wake_claimers(ring);
    unlock_ring(ring);
}

void work_ring_want_chunks(struct work_ring *ring, size_t chunks)
{
    lock_ring(ring);
    ring->wanted_chunks = chunks;
    unlock_ring(ring);
}

bool work_ring_send_away(struct work_ring *ring, struct slot *slot)
{
    lock_ring(ring);
    bool sent = ring->wanted_chunks > 0 &&
                slot_is_sendable(slot, ring->search->options->records.delimiter_byte);
    if (sent) {
        slot->state = SLOT_REMOTE;
        ring->wanted_chunks--;
        ring->wake_ranks = true;
    }
    unlock_ring(ring);
    return sent;
}

/* Returns the oldest slot in that state, or NULL. */
static struct slot *find_slot(struct work_ring *ring, enum slot_state state)
{
    for (uint64_t i = ring->released; i < ring->claimed; i++)
        if (ring->slots[i % ring->nslots].state == state)
            return &ring->slots[i % ring->nslots];
    return NULL;
}

struct slot *work_ring_next_remote(struct work_ring *ring)
{
    lock_ring(ring);
    struct slot *found = find_slot(ring, SLOT_REMOTE);
    if (found != NULL)
        found->state = SLOT_CLAIMED;
    unlock_ring(ring);
    return found;
}

/* --- work that is done --- */

void work_ring_done(struct work_ring *ring, struct slot *slot)
{
    bool range = slot_has_range(slot);
    double bytes = range ? slot_bytes(slot) : 0;
    uint64_t size = range ? collected_size(&slot->extract.collected) : 0;
    /* Ranges with much output make later ranges smaller. Edges do not count: smaller ranges would
     * have as many. This cannot wait for the main thread, which a slow reader may stop. */
    if (bytes > 0)
        source_learn(ring->search->source, (uint64_t)bytes,
                     size - slot->extract.collected.edges.length);
    lock_ring(ring);
    if (range && slot->rank == 0) {
        ring->figures.range_seconds += slot->seconds;
        ring->figures.range_bytes += bytes;
    }
    struct ring_work *work = &ring->figures.work[slot->engine];
    work->slots++;
    work->seconds += slot->seconds;
    work->scanning += range ? slot->extract.scan : slot->seconds;
    slot->size = size;
    ring->waiting_bytes += size;
    slot->state = SLOT_DONE;
    if (slot == &ring->slots[ring->released % ring->nslots])
        (void)pthread_cond_signal(&ring->next_done);
    ring->wake_ranks |= ring->poll_refused;
    ring->poll_refused = false;
    unlock_ring(ring);
}

void work_ring_fail(struct work_ring *ring, const char *reason)
{
    lock_ring(ring);
    if (ring->end.failure[0] == '\0')
        (void)snprintf(ring->end.failure, sizeof ring->end.failure, "%s", reason);
    (void)pthread_cond_signal(&ring->next_done);
    ring->wake_ranks = true;
    unlock_ring(ring);
}

/* --- devices beside the processor --- */

void work_ring_device_starts(struct work_ring *ring)
{
    lock_ring(ring);
    ring->devices.count++;
    if (ring->devices.started == 0)
        ring->devices.started = io_seconds();
    ring->wake_ranks = true;
    unlock_ring(ring);
}

void work_ring_device_ends(struct work_ring *ring)
{
    lock_ring(ring);
    ring->devices.count--;
    wake_claimers(ring);
    unlock_ring(ring);
}

/* --- the main thread --- */

struct slot *work_ring_next(struct work_ring *ring)
{
    struct slot *slot = &ring->slots[ring->released % ring->nslots];
    lock_ring(ring);
    for (bool flushed = false; slot->state != SLOT_DONE && ring->end.failure[0] == '\0' &&
                               !(ring->end.reached && ring->released == ring->claimed);
         flushed = true) {
        if (flushed) {
            (void)pthread_cond_wait(&ring->next_done, &ring->mutex);
        } else {
            unlock_ring(ring);
            sink_flush(ring->search->sink);
            lock_ring(ring);
        }
    }
    slot = slot->state == SLOT_DONE ? slot : NULL;
    unlock_ring(ring);
    return slot;
}

struct slot *work_ring_poll(struct work_ring *ring)
{
    lock_ring(ring);
    struct slot *found = find_slot(ring, SLOT_DONE);
    ring->poll_refused |= found == NULL;
    unlock_ring(ring);
    return found;
}

void work_ring_release(struct work_ring *ring, struct slot *slot)
{
    collected_clear(&slot->extract.collected);
    lock_ring(ring);
    slot->state = SLOT_FREE;
    ring->waiting_bytes -= slot->size;
    while (ring->released < ring->claimed &&
           ring->slots[ring->released % ring->nslots].state == SLOT_FREE)
        ring->released++;
    wake_claimers(ring);
    unlock_ring(ring);
}

void work_ring_stop(struct work_ring *ring)
{
    lock_ring(ring);
    ring->end.stopped = ring->wake_ranks = true;
    wake_claimers(ring);
    unlock_ring(ring);
    source_stop(ring->search->source);
}

struct work_ring_status work_ring_status(struct work_ring *ring)
{
    lock_ring(ring);
    const struct ring_end *end = &ring->end;
    struct work_ring_status status = {.over = is_over(ring),
                                      .stopped = end->stopped,
                                      .end_reason = end->reason,
                                      .failure = end->failure[0] != '\0' ? end->failure : NULL,
                                      .devices = ring->devices.count};
    if (ring->figures.range_bytes > 0)
        status.seconds_per_byte = ring->figures.range_seconds / ring->figures.range_bytes;
    if (ring->figures.read_bytes > 0)
        status.read_seconds_per_byte = ring->figures.read_seconds / ring->figures.read_bytes;
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        status.scan_seconds += ring->figures.work[e].scanning;
    unlock_ring(ring);
    return status;
}
