/* turns.c - see turns.h. One lock guards all that is the ring's. */
#include "edgrep/turns.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/xalloc.h"
#include "ranks/ranks.h"

enum {
    MOST_WAITING = 4,         /* slots of devices that may wait for one of the processor */
    MOST_EXTRACTS = 48 << 20, /* bytes of extracts that may wait for the main thread */
    YIELDS = 50 /* before a worker sleeps: to cut a range off takes less than to be woken */
};

/* What an engine has done, all workers together. */
struct work {
    uint64_t slots;
    double seconds;  /* of work on them, */
    double scanning; /* and of scanning alone */
};

struct turns {
    const struct search *search;
    struct slot *slots;
    size_t nslots, nchunks;
    size_t used;      /* slots that may be used now */
    uint64_t waiting; /* bytes of extracts that are scanned and not handed back */
    size_t wanted;    /* chunks that other ranks have room for */

    pthread_mutex_t lock;
    pthread_cond_t readable[SCANNER_ENGINES]; /* a worker for that engine may read */
    pthread_cond_t scanned;                   /* the chunk that the main thread waits for is */
    uint64_t filled, delivered;               /* chunks so far */
    unsigned devices_work;                    /* workers for devices beside the processor */
    unsigned devices_wait;                    /* of them, those that wait for their turn */
    double devices_began;                     /* io_seconds() when the first of them was ready */
    double read_seconds;
    uint64_t read_bytes;
    double own_seconds, own_bytes; /* of ranges that this rank worked on */
    bool ranges;                   /* what was taken last was a range */
    atomic_bool reading;           /* a worker is; set with the lock held */
    bool ended;                    /* there is no more to read: `end` says why */
    enum source_result end;
    bool stop;          /* the main thread wants no more */
    bool refused;       /* turns_take_away() had nothing to give */
    bool polled;        /* likewise turns_poll() */
    bool calls;         /* whoever waits for messages is to look again */
    char failure[4096]; /* why the search cannot go on, or empty */
    struct work work[SCANNER_ENGINES];
};

void slot_free(struct slot *slot)
{
    range_free(&slot->range);
    extract_free(&slot->extract);
    chunk_free(&slot->chunk);
    news_clear(&slot->news);
    hits_free(&slot->hits);
}

struct turns *turns_open(const struct search *search, struct turns_size size, struct slot *first)
{
    struct turns *t = xcalloc(1, sizeof *t);
    t->search = search;
    t->used = size.slots;
    t->nslots = size.slots + size.more;
    t->nchunks = size.chunks;
    t->slots = xcalloc(t->nslots, sizeof *t->slots);
    for (size_t i = 0; i < t->nslots; i++)
        t->slots[i] = SLOT_INIT;
    t->slots[0] = *first;
    *first = SLOT_INIT;
    (void)pthread_mutex_init(&t->lock, NULL);
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        (void)pthread_cond_init(&t->readable[e], NULL);
    (void)pthread_cond_init(&t->scanned, NULL);
    return t;
}

void turns_close(struct turns *t)
{
    for (size_t i = 0; i < t->nslots; i++)
        slot_free(&t->slots[i]);
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        (void)pthread_cond_destroy(&t->readable[e]);
    (void)pthread_cond_destroy(&t->scanned);
    (void)pthread_mutex_destroy(&t->lock);
    free(t->slots);
    free(t);
}

static void lock(struct turns *t)
{
    (void)pthread_mutex_lock(&t->lock);
}

/* Only now whoever is called looks: else it might have to wait for the lock. */
static void unlock(struct turns *t)
{
    bool calls = t->calls;
    t->calls = false;
    (void)pthread_mutex_unlock(&t->lock);
    if (calls)
        ranks_wake();
}

/* Taking: the lock is held, but while the source is asked. */

static struct slot *next_slot(const struct turns *t)
{
    return &t->slots[t->filled % t->nslots];
}

/* Whether devices would have to wait for a chunk that the processor takes now. */
static bool too_slow(const struct turns *t, unsigned engine)
{
    const struct work *own = &t->work[SCANNER_ENGINE], *devices = &t->work[SCANNER_OFFLOAD];
    if (engine == SCANNER_OFFLOAD || t->devices_work == 0 || devices->slots < MOST_WAITING ||
        own->slots == 0)
        return false;
    double pace = (io_seconds() - t->devices_began) / (double)devices->slots;
    return own->seconds / (double)own->slots > MOST_WAITING * pace;
}

static bool is_over(const struct turns *t)
{
    return t->stop || t->ended;
}

/* Whether the next slot may be filled, and nobody does. */
static bool is_turn(const struct turns *t)
{
    bool room =
        t->filled - t->delivered < (t->ranges ? t->used : t->nchunks) && t->waiting < MOST_EXTRACTS;
    return !t->reading && room && next_slot(t)->state == SLOT_FREE;
}

static bool may_read(const struct turns *t, unsigned engine)
{
    bool behind = engine != SCANNER_OFFLOAD && t->devices_wait > 0;
    return is_over(t) || (is_turn(t) && !behind && !too_slow(t, engine));
}

/* Wakes one worker, if one may read now: more would only find that it has done so. At the end wakes
 * all. Other ranks that found nothing look again. */
static void wake(struct turns *t)
{
    t->calls |= t->refused;
    t->refused = false;
    if (is_over(t))
        for (unsigned e = 0; e < SCANNER_ENGINES; e++)
            (void)pthread_cond_broadcast(&t->readable[e]);
    else if (is_turn(t))
        (void)pthread_cond_signal(
            &t->readable[t->devices_wait > 0 ? SCANNER_OFFLOAD : SCANNER_ENGINE]);
}

static bool would_wait(const struct turns *t, unsigned engine)
{
    return !may_read(t, engine) || (!is_over(t) && source_may_wait(t->search->source));
}

/* Lets others run until nobody reads, or for a moment; returns how often it did. */
static unsigned yield_turn(struct turns *t)
{
    unsigned n = 0;
    unlock(t);
    while (n < YIELDS && atomic_load_explicit(&t->reading, memory_order_relaxed)) {
        (void)sched_yield();
        n++;
    }
    lock(t);
    return n;
}

static void await_turn(struct turns *t, unsigned engine)
{
    t->devices_wait += engine == SCANNER_OFFLOAD;
    unsigned yields = 0;
    while (!may_read(t, engine))
        if (t->ranges && t->reading && yields < YIELDS)
            yields += yield_turn(t);
        else
            (void)pthread_cond_wait(&t->readable[engine], &t->lock);
    t->devices_wait -= engine == SCANNER_OFFLOAD;
}

/* A free slot with buffers in that memory: `last` if it can be, since they are in the caches of the
 * worker's core; else `slot`, which may have none. */
static struct slot *find_buffers(const struct turns *t, struct slot *slot, struct slot *last,
                                 const struct chunk_memory *memory)
{
    struct slot *found = last;
    for (size_t i = 0; i < t->nslots; i++) {
        if (found != NULL && found->state == SLOT_FREE && found->chunk.memory == memory &&
            found->chunk.buffer != NULL)
            return found;
        found = &t->slots[(t->filled + i) % t->nslots];
    }
    return slot;
}

/* Gives the slot the buffers that suit the worker best: both chunks are done with, and are swapped
 * for their sake. */
static void prepare(const struct turns *t, struct slot *slot, struct slot *last, unsigned engine)
{
    const struct chunk_memory *memory = search_memory(t->search, engine);
    struct slot *found = find_buffers(t, slot, last, memory);
    struct chunk swap = slot->chunk;
    slot->chunk = found->chunk;
    found->chunk = swap;
    if (memory != NULL) /* the processor takes any */
        chunk_use(&slot->chunk, memory);
    slot->chunk.for_device = search_decodes(t->search, engine);
}

/* The lock is not held. */
static enum source_result take_next(struct turns *t, struct slot *slot, struct slot *last,
                                    unsigned engine)
{
    const struct search *s = t->search;
    source_aim(s->source, search_chunk_size(s, engine));
    enum source_result result = source_take(s->source, &slot->range);
    if (result != SOURCE_CHUNK)
        return result;
    lock(t);
    prepare(t, slot, last, engine);
    unlock(t);
    return source_next(s->source, &slot->chunk, &slot->news);
}

static enum source_result take_for(struct turns *t, struct slot *slot,
                                   const struct turns_taker *taker)
{
    source_aim(t->search->source, taker->chunk_size);
    return source_take_away(t->search->source, &slot->range, taker->slow);
}

/* The slot has what was taken. */
static void take_slot(struct turns *t, struct slot *slot, enum source_result what, double seconds)
{
    slot->state = SLOT_TAKEN;
    slot->rank = 0;
    t->filled++;
    t->ranges = what == SOURCE_RANGE;
    if (t->ranges)
        return;
    t->read_seconds += seconds;
    t->read_bytes += slot->chunk.end_byte - slot->chunk.begin_byte;
}

static void end_taking(struct turns *t, enum source_result why)
{
    t->end = why;
    t->ended = true;
    (void)pthread_cond_signal(&t->scanned);
}

/* Takes what comes next into the slot; for `taker`, unless that is NULL. */
static enum turn take_turn(struct turns *t, struct slot *slot, struct slot *last, unsigned engine,
                           const struct turns_taker *taker)
{
    t->reading = true;
    unlock(t);
    double start = io_seconds();
    enum source_result result =
        taker != NULL ? take_for(t, slot, taker) : take_next(t, slot, last, engine);
    lock(t);
    t->reading = false;
    if (taker != NULL && result == SOURCE_CHUNK)
        return TURN_WAITS;
    if (t->stop || (result != SOURCE_CHUNK && result != SOURCE_RANGE)) {
        end_taking(t, result);
        return TURN_END;
    }
    take_slot(t, slot, result, io_seconds() - start);
    return TURN_TAKEN;
}

static enum turn fill(struct turns *t, struct slot *slot, struct slot *last, unsigned engine,
                      const struct turns_taker *taker)
{
    enum turn turn = take_turn(t, slot, last, engine, taker);
    wake(t);
    return turn;
}

enum turn turns_take(struct turns *t, unsigned engine, bool patient, struct slot **slot)
{
    enum turn turn = TURN_WAITS;
    lock(t);
    if (patient || !would_wait(t, engine)) {
        await_turn(t, engine);
        turn = TURN_END;
        if (!is_over(t)) {
            struct slot *next = next_slot(t);
            turn = fill(t, next, *slot, engine, NULL);
            *slot = next;
        }
    }
    unlock(t);
    return turn;
}

enum turn turns_take_away(struct turns *t, struct turns_taker taker, struct slot **slot)
{
    enum turn turn = TURN_WAITS;
    lock(t);
    if (is_over(t)) {
        turn = TURN_END;
    } else if (may_read(t, SCANNER_ENGINE)) {
        *slot = next_slot(t);
        turn = fill(t, *slot, NULL, SCANNER_ENGINE, &taker);
    }
    t->refused |= turn == TURN_WAITS;
    unlock(t);
    return turn;
}

void turns_widen(struct turns *t, size_t more)
{
    lock(t);
    more = more < t->nslots - t->used ? more : t->nslots - t->used;
    t->used += more;
    t->nchunks += more;
    wake(t);
    unlock(t);
}

void turns_want(struct turns *t, size_t chunks)
{
    lock(t);
    t->wanted = chunks;
    unlock(t);
}

/* Whether the chunk is worth a way to another rank, and whole records. */
static bool is_sendable(const struct turns *t, const struct slot *slot)
{
    const struct chunk *c = &slot->chunk;
    const struct news *n = &slot->news;
    int delimiter = t->search->options->delimiter_byte;
    bool begins = c->begin_byte == 0, any = c->end_byte > c->begin_byte; /* no lead-in */
    if (slot_has_range(slot) || n->paused || n->errnum != 0 || n->name == NULL || c->barren)
        return false;
    return begins && any && (n->last || c->bytes[c->end_byte - 1] == delimiter);
}

bool turns_give(struct turns *t, struct slot *slot)
{
    lock(t);
    bool given = t->wanted > 0 && is_sendable(t, slot);
    if (given) {
        slot->state = SLOT_GIVEN;
        t->wanted--;
        t->calls = true;
    }
    unlock(t);
    return given;
}

/* The first slot that is in that state. */
static struct slot *find_slot(struct turns *t, enum slot_state state)
{
    for (uint64_t i = t->delivered; i < t->filled; i++)
        if (t->slots[i % t->nslots].state == state)
            return &t->slots[i % t->nslots];
    return NULL;
}

struct slot *turns_take_given(struct turns *t)
{
    lock(t);
    struct slot *found = find_slot(t, SLOT_GIVEN);
    if (found != NULL)
        found->state = SLOT_TAKEN;
    unlock(t);
    return found;
}

double slot_bytes(const struct slot *slot)
{
    double bytes = 0;
    const struct extract *x = &slot->extract;
    for (size_t i = 0; i < x->nparts; i++)
        if (x->parts[i].ended)
            bytes += (double)(x->parts[i].end - slot->range.parts[i].begin);
    return bytes;
}

double turns_pace(struct turns *t)
{
    lock(t);
    double pace = t->own_bytes > 0 ? t->own_seconds / t->own_bytes : 0;
    unlock(t);
    return pace;
}

/* What is printed of the range may have later ones be smaller, but not its edges: smaller ranges
 * would have the same. Nobody waits until the main thread comes to it, which its output may stop.
 */
static void learn(struct turns *t, const struct slot *slot)
{
    const struct extract *x = &slot->extract;
    double bytes = slot_bytes(slot);
    if (bytes > 0)
        source_learn(t->search->source, (uint64_t)bytes,
                     extract_size(x) - x->collected.edges.length);
}

void turns_scanned(struct turns *t, struct slot *slot)
{
    if (slot_has_range(slot))
        learn(t, slot);
    lock(t);
    if (slot_has_range(slot) && slot->rank == 0) {
        t->own_seconds += slot->seconds;
        t->own_bytes += slot_bytes(slot);
    }
    struct work *work = &t->work[slot->engine];
    work->slots++;
    work->seconds += slot->seconds;
    work->scanning += slot_has_range(slot) ? slot->extract.scan : slot->seconds;
    slot->size = slot_has_range(slot) ? extract_size(&slot->extract) : 0;
    t->waiting += slot->size;
    slot->state = SLOT_SCANNED;
    if (slot == &t->slots[t->delivered % t->nslots])
        (void)pthread_cond_signal(&t->scanned);
    t->calls |= t->polled;
    t->polled = false;
    unlock(t);
}

void turns_fail(struct turns *t, const char *reason)
{
    lock(t);
    if (t->failure[0] == '\0')
        (void)snprintf(t->failure, sizeof t->failure, "%s", reason);
    (void)pthread_cond_signal(&t->scanned);
    t->calls = true;
    unlock(t);
}

const char *turns_failure(struct turns *t)
{
    lock(t);
    bool failed = t->failure[0] != '\0';
    unlock(t);
    return failed ? t->failure : NULL;
}

bool turns_over(struct turns *t)
{
    lock(t);
    bool over = is_over(t);
    unlock(t);
    return over;
}

bool turns_stopped(struct turns *t)
{
    lock(t);
    bool stopped = t->stop;
    unlock(t);
    return stopped;
}

void turns_device_begins(struct turns *t)
{
    lock(t);
    t->devices_work++;
    if (t->devices_began == 0)
        t->devices_began = io_seconds();
    t->calls = true;
    unlock(t);
}

void turns_device_ends(struct turns *t)
{
    lock(t);
    t->devices_work--;
    wake(t);
    unlock(t);
}

unsigned turns_devices(struct turns *t)
{
    lock(t);
    unsigned n = t->devices_work;
    unlock(t);
    return n;
}

/* The main thread. */

struct slot *turns_await(struct turns *t)
{
    struct slot *slot = &t->slots[t->delivered % t->nslots];
    lock(t);
    for (bool flushed = false; slot->state != SLOT_SCANNED && t->failure[0] == '\0' &&
                               !(t->ended && t->delivered == t->filled);) {
        if (flushed) {
            (void)pthread_cond_wait(&t->scanned, &t->lock);
        } else {
            unlock(t);
            sink_flush(t->search->sink);
            flushed = true;
            lock(t);
        }
    }
    bool there = slot->state == SLOT_SCANNED;
    unlock(t);
    return there ? slot : NULL;
}

struct slot *turns_poll(struct turns *t)
{
    lock(t);
    struct slot *found = find_slot(t, SLOT_SCANNED);
    t->polled |= found == NULL;
    unlock(t);
    return found;
}

void turns_hand_back(struct turns *t, struct slot *slot)
{
    collected_clear(&slot->extract.collected);
    lock(t);
    slot->state = SLOT_FREE;
    t->waiting -= slot->size;
    while (t->delivered < t->filled && t->slots[t->delivered % t->nslots].state == SLOT_FREE)
        t->delivered++;
    wake(t);
    unlock(t);
}

enum source_result turns_end(const struct turns *t)
{
    return t->end;
}

void turns_stop(struct turns *t)
{
    lock(t);
    t->stop = t->calls = true;
    wake(t);
    unlock(t);
    source_stop(t->search->source);
}

double turns_reading(struct turns *t, uint64_t bytes)
{
    lock(t);
    double seconds =
        t->read_bytes > 0 ? t->read_seconds * (double)bytes / (double)t->read_bytes : 0;
    unlock(t);
    return seconds;
}

double turns_scanning(const struct turns *t)
{
    double seconds = 0;
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        seconds += t->work[e].scanning;
    return seconds;
}
