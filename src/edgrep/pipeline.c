/*
 * pipeline.c - who does what, and when.
 *
 * There is a ring of slots, each with a chunk and its hits; chunk i uses slot i % slots, and a slot
 * goes round through these states:
 *
 *   FREE     a worker may fill it (source_next), one worker at a time, in order
 *   TAKEN    that worker scans it, where it has just been read: in the caches of its core
 *   SCANNED  the main thread gets it, in order, resolves and prints, and frees it
 *
 * One lock guards the states; chunks and hits belong to whoever holds the slot. Memory is bounded
 * by the number of slots: a slow output stops the reading. With an engine that works on its own
 * (engine.h) a worker has two scans under way; but it never waits, for its turn or for a slow
 * input, before it has collected what is under way.
 *
 * Threads are started when the first full chunk shows that there is work for them. Until then, and
 * for all small inputs and slow pipes, the main thread does everything itself, in slot 0; with -j1
 * always.
 *
 * An engine with devices may work beside that of the processor. Beginning with it takes long, so
 * the main thread asks now and then whether that is worth it (beside.h), and then starts a worker
 * whose first act it is; meanwhile the others work on. Workers for devices come first in turn:
 * those of the processor read when the devices have enough to do, and only as long as no device
 * must wait for the chunk that takes them so much longer. When a device fails, its worker scans
 * again what the device had, by the engine of the processor, and ends.
 *
 * Output is flushed whenever the main thread is about to wait for input. Errors travel in the slot;
 * only the main thread reports them and ends the program.
 */
#include "edgrep/pipeline.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/xalloc.h"
#include "edgrep/beside.h"
#include "edgrep/deliver.h"
#include "text/inputs.h"

enum {
    WORKERS_A_DEVICE = 2,
    MOST_BESIDE = 16, /* workers for devices beside the processor */
    MOST_WAITING = 4, /* chunks of devices that may wait for one of the processor */
    SLOTS_BESIDE = 6,
};

enum slot_state { FREE, TAKEN, SCANNED };

struct slot {
    enum slot_state state;
    struct chunk chunk;
    struct hits hits;
    unsigned engine; /* that scans it */
    double seconds;  /* of that */
    enum engine_status status;
};

struct worker {
    struct pipeline *p;
    pthread_t thread;
    unsigned engine; /* SCANNER_ENGINE or SCANNER_BESIDE */
    struct scanner scanner;
    struct slot *last;   /* that it took */
    struct slot *before; /* whose scan is under way */
    bool lost;           /* its device failed */
};

/* What an engine has done, all workers together. */
struct work {
    uint64_t chunks;
    double seconds; /* of scanning */
};

struct pipeline {
    const struct pipeline_parts *parts;
    struct slot *slots;
    size_t nslots;
    struct deliver deliver;

    struct worker *workers, *beside; /* the second are for devices; NULL: not begun */
    unsigned nworkers;
    double began, beside_began; /* io_seconds() when threads, and devices, were ready */

    pthread_mutex_t lock;
    pthread_cond_t readable;    /* a worker may read */
    pthread_cond_t scanned;     /* the chunk that the main thread waits for is */
    uint64_t filled, delivered; /* chunks so far */
    unsigned devices_work;      /* workers for devices beside the processor */
    unsigned devices_wait;      /* of them, those that wait for their turn */
    double read_seconds;
    uint64_t read_bytes;
    bool reading; /* a worker is */
    bool ended;   /* there is no more to read: `end` says why */
    enum source_result end;
    bool stop; /* the main thread wants no more */
    struct work work[SCANNER_ENGINES];
};

/* Scanning. */

static const struct engine *engine_of(const struct pipeline *p, unsigned engine)
{
    return p->parts->scanner.engines[engine];
}

/* Where the text of chunks for this engine is to lie. */
static const struct chunk_memory *memory_for(const struct pipeline *p, unsigned engine)
{
    const struct engine_devices *devices = engine_of(p, engine)->devices;
    return devices != NULL ? devices->memory : NULL;
}

static void check_end(const struct pipeline *p, enum source_result end)
{
    if (end == SOURCE_MEMORY)
        die("%s", strerror(ENOMEM));
    if (end == SOURCE_REGEX)
        die("--delimiter: %s", source_reason(p->parts->source));
}

/* Without threads. */

/* False when all is done; true when there is work for threads. */
static bool run_alone(struct pipeline *p)
{
    const struct pipeline_parts *parts = p->parts;
    struct slot *slot = &p->slots[0];
    struct chunk *c = &slot->chunk;
    chunk_use(c, memory_for(p, SCANNER_ENGINE));
    for (;;) {
        if (source_may_wait(parts->source))
            sink_flush(parts->sink);
        enum source_result result = source_next(parts->source, c);
        check_end(p, result);
        if (result == SOURCE_END)
            return false;
        double start = io_seconds();
        slot->status = deliver_scan(&p->deliver, c, c->own, &slot->hits);
        p->work[SCANNER_ENGINE].seconds += io_seconds() - start;
        if (!deliver_chunk(&p->deliver, c, &slot->hits, slot->status))
            return false;
        if (!c->last && !c->rests && parts->options->threads > 1)
            return true;
    }
}

/* With threads: a worker's scans. */

static void submit(struct worker *w, struct slot *slot)
{
    struct pipeline *p = w->p;
    struct chunk *c = &slot->chunk;
    if (c->input < atomic_load(&p->deliver.wanted))
        c->own.lead = c->own.begin = c->own.end; /* nobody will look at it */
    double start = io_seconds();
    slot->engine = scanner_engine(&p->parts->scanner, w->engine, c->own);
    slot->status = scanner_begin(&w->scanner, slot->engine, c, c->own, &slot->hits);
    slot->seconds = io_seconds() - start;
}

/* What a device has failed to do, the processor does. */
static void redo(struct worker *w, struct slot *slot)
{
    const struct chunk *c = &slot->chunk;
    w->lost = true;
    slot->engine = SCANNER_ENGINE;
    slot->status = scanner_begin(&w->scanner, SCANNER_ENGINE, c, c->own, &slot->hits);
    if (slot->status == ENGINE_OK)
        slot->status = scanner_end(&w->scanner, SCANNER_ENGINE);
}

static void finish(struct worker *w, struct slot *slot)
{
    struct pipeline *p = w->p;
    double start = io_seconds();
    if (slot->status == ENGINE_OK)
        slot->status = scanner_end(&w->scanner, slot->engine);
    if (slot->engine == SCANNER_BESIDE && slot->status != ENGINE_OK && slot->status != ENGINE_FULL)
        redo(w, slot);
    slot->seconds += io_seconds() - start;
    (void)pthread_mutex_lock(&p->lock);
    p->work[slot->engine].chunks++;
    p->work[slot->engine].seconds += slot->seconds;
    slot->state = SCANNED;
    if (slot == &p->slots[p->delivered % p->nslots])
        (void)pthread_cond_signal(&p->scanned);
    (void)pthread_mutex_unlock(&p->lock);
}

static void finish_before(struct worker *w)
{
    if (w->before != NULL)
        finish(w, w->before);
    w->before = NULL;
}

/* Taking turns. */

/* A free slot with buffers for the worker, its latest if it can be: they are in the caches of its
 * core. The lock is held. */
static struct slot *find_buffers(const struct worker *w, struct slot *slot)
{
    struct pipeline *p = w->p;
    const struct chunk_memory *memory = memory_for(p, w->engine);
    struct slot *found = w->last;
    for (size_t i = 0; i < p->nslots; i++) {
        if (found != NULL && found->state == FREE && found->chunk.memory == memory &&
            found->chunk.buffer != NULL)
            return found;
        found = &p->slots[(p->filled + i) % p->nslots];
    }
    return slot;
}

static void prepare_slot(const struct worker *w, struct slot *slot)
{
    const struct chunk_memory *memory = memory_for(w->p, w->engine);
    struct slot *found = find_buffers(w, slot);
    struct chunk swap = slot->chunk;
    slot->chunk = found->chunk;
    found->chunk = swap;
    if (memory != NULL) /* the processor takes any */
        chunk_use(&slot->chunk, memory);
}

/* Whether devices would have to wait for a chunk that this worker takes. */
static bool too_slow(const struct worker *w)
{
    const struct pipeline *p = w->p;
    const struct work *own = &p->work[SCANNER_ENGINE], *devices = &p->work[SCANNER_BESIDE];
    if (w->engine == SCANNER_BESIDE || p->devices_work == 0 || devices->chunks < MOST_WAITING ||
        own->chunks == 0)
        return false;
    double pace = (io_seconds() - p->beside_began) / (double)devices->chunks;
    return own->seconds / (double)own->chunks > MOST_WAITING * pace;
}

static bool may_read(const struct worker *w)
{
    const struct pipeline *p = w->p;
    bool turn = !p->reading && p->slots[p->filled % p->nslots].state == FREE;
    bool behind = w->engine != SCANNER_BESIDE && p->devices_wait > 0;
    return p->stop || p->ended || (turn && !behind && !too_slow(w));
}

/* Whether the worker would wait with a scan under way: for its turn, or with it for a slow input.
 */
static bool would_wait(const struct worker *w)
{
    const struct pipeline *p = w->p;
    return w->before != NULL &&
           (!may_read(w) || (!p->stop && !p->ended && source_may_wait(p->parts->source)));
}

/* Waits for the turn; the lock is held. */
static void await_turn(struct worker *w)
{
    struct pipeline *p = w->p;
    if (would_wait(w)) {
        (void)pthread_mutex_unlock(&p->lock);
        finish_before(w);
        (void)pthread_mutex_lock(&p->lock);
    }
    p->devices_wait += w->engine == SCANNER_BESIDE;
    while (!may_read(w))
        (void)pthread_cond_wait(&p->readable, &p->lock);
    p->devices_wait -= w->engine == SCANNER_BESIDE;
}

/* Reads the next chunk into the slot, without the lock. */
static enum source_result read_chunk(struct worker *w, struct slot *slot)
{
    const struct pipeline_parts *parts = w->p->parts;
    source_aim(parts->source, engine_of(w->p, w->engine)->chunk_size(parts->scanner.query));
    return source_next(parts->source, &slot->chunk);
}

/* Reads the next chunk; NULL at the end. */
static struct slot *take(struct worker *w)
{
    struct pipeline *p = w->p;
    struct slot *slot = NULL;
    (void)pthread_mutex_lock(&p->lock);
    await_turn(w);
    if (!p->stop && !p->ended) {
        slot = &p->slots[p->filled % p->nslots];
        p->reading = true;
        prepare_slot(w, slot);
        (void)pthread_mutex_unlock(&p->lock);
        double start = io_seconds();
        enum source_result result = read_chunk(w, slot);
        (void)pthread_mutex_lock(&p->lock);
        p->read_seconds += io_seconds() - start;
        p->reading = false;
        if (result == SOURCE_CHUNK && !p->stop) {
            p->read_bytes += slot->chunk.end_byte - slot->chunk.begin_byte;
            slot->state = TAKEN;
            p->filled++;
        } else {
            p->end = result;
            p->ended = true;
            slot = NULL;
        }
        (void)pthread_cond_broadcast(&p->readable);
        if (p->ended)
            (void)pthread_cond_signal(&p->scanned);
    }
    (void)pthread_mutex_unlock(&p->lock);
    w->last = slot;
    return slot;
}

static void work(struct worker *w)
{
    struct pipeline *p = w->p;
    for (struct slot *slot; !w->lost && (slot = take(w)) != NULL;) {
        submit(w, slot);
        finish_before(w);
        w->before = slot;
        if (!engine_of(p, slot->engine)->asynchronous || slot->status != ENGINE_OK)
            finish_before(w);
    }
    finish_before(w);
    (void)pthread_mutex_lock(&p->lock);
    scanner_close(&w->scanner, p->parts->stats);
    if (w->lost)
        p->parts->stats->why_not = engine_of(p, SCANNER_BESIDE)->devices->why_failed();
    (void)pthread_mutex_unlock(&p->lock);
}

/* With threads: those of the processor, or of devices when there is nothing else. */

static void *run_worker(void *argument)
{
    work(argument);
    return NULL;
}

/* The device of worker i. */
static unsigned device_for(const struct pipeline *p, const struct engine_devices *devices,
                           unsigned i)
{
    const struct options *o = p->parts->options;
    return o->ndevices > 0 ? o->devices[i % o->ndevices] : i % devices->count();
}

/* How many workers there are for all devices. */
static unsigned workers_for(const struct pipeline *p, const struct engine_devices *devices)
{
    const struct options *o = p->parts->options;
    return WORKERS_A_DEVICE * (o->ndevices > 0 ? (unsigned)o->ndevices : devices->count());
}

/* False, with errno, when it cannot be started. */
static bool start(struct pipeline *p, struct worker *w, unsigned engine, void *(*body)(void *))
{
    w->p = p;
    w->engine = engine;
    w->scanner.parts = &p->parts->scanner;
    errno = pthread_create(&w->thread, NULL, body, w);
    return errno == 0;
}

/* The scans of the main thread go on in the first worker. */
static void start_workers(struct pipeline *p)
{
    const struct engine_devices *devices = engine_of(p, SCANNER_ENGINE)->devices;
    p->workers = xcalloc(p->nworkers, sizeof *p->workers);
    if (devices != NULL)
        p->parts->stats->devices = p->nworkers / WORKERS_A_DEVICE;
    p->workers[0].scanner = p->deliver.scanner;
    p->deliver.scanner =
        (struct scanner){.parts = &p->parts->scanner, .device = p->deliver.scanner.device};
    p->began = io_seconds();
    for (unsigned i = 0; i < p->nworkers; i++) {
        if (devices != NULL)
            p->workers[i].scanner.device = device_for(p, devices, i);
        if (!start(p, &p->workers[i], SCANNER_ENGINE, run_worker))
            die("cannot start a thread: %s", strerror(errno));
    }
}

/* With devices beside the processor. */

/* Makes the device ready before it takes a chunk, for which others would have to wait. */
static void *run_beside(void *argument)
{
    struct worker *w = argument;
    struct pipeline *p = w->p;
    scanner_open(&w->scanner, SCANNER_BESIDE);
    (void)pthread_mutex_lock(&p->lock);
    p->devices_work++;
    if (p->beside_began == 0)
        p->beside_began = io_seconds();
    (void)pthread_mutex_unlock(&p->lock);
    work(w);
    (void)pthread_mutex_lock(&p->lock);
    p->devices_work--;
    (void)pthread_cond_broadcast(&p->readable);
    (void)pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Finds the devices, which takes long; then it is their first worker, and starts the others, as
 * many as can be. */
static void *run_first_beside(void *argument)
{
    struct worker *first = argument;
    struct pipeline *p = first->p;
    const struct engine *engine = engine_of(p, SCANNER_BESIDE);
    if ((p->parts->stats->why_not = engine->why_not()) != NULL)
        return NULL;
    unsigned wanted = workers_for(p, engine->devices), n = 0;
    p->parts->stats->devices = wanted / WORKERS_A_DEVICE;
    for (unsigned i = 0; i < wanted && i < MOST_BESIDE; i++) {
        struct worker *w = &p->beside[i];
        w->scanner.device = device_for(p, engine->devices, i);
        if (i > 0 && !start(p, w, SCANNER_BESIDE, run_beside))
            break;
        n++;
    }
    (void)run_beside(first);
    for (unsigned i = 1; i < n; i++)
        (void)pthread_join(p->beside[i].thread, NULL);
    return NULL;
}

/* What is known of the costs, when so much had been done before the threads began. */
static struct beside_measures measure(struct pipeline *p, uint64_t bytes_before)
{
    const struct pipeline_parts *parts = p->parts;
    struct beside_measures now = {.done = parts->stats->bytes - bytes_before,
                                  .left = p->deliver.left,
                                  .seconds = io_seconds() - p->began,
                                  .rows = parts->stats->cells / (double)parts->stats->bytes};
    bool known = now.left != UINT64_MAX;
    if (!known || (inputs_several(parts->options) && now.left < now.done))
        now.left = now.done;
    (void)pthread_mutex_lock(&p->lock);
    if (!known && p->read_bytes > 0)
        now.reading = p->read_seconds * (double)now.left / (double)p->read_bytes;
    (void)pthread_mutex_unlock(&p->lock);
    return now;
}

/* Begins with devices when that pays. */
static void consider_devices(struct pipeline *p, uint64_t bytes_before)
{
    struct stats *stats = p->parts->stats;
    struct beside_costs costs;
    if (engine_of(p, SCANNER_BESIDE) == NULL || p->beside != NULL)
        return;
    struct beside_measures now = measure(p, bytes_before);
    if (!beside_estimate(&costs, &now))
        return;
    stats->begun = beside_pays(&costs);
    if (stats->begun || costs.alone >= stats->costs.alone)
        stats->costs = costs; /* never was there more to gain */
    if (!stats->begun)
        return;
    p->beside = xcalloc(MOST_BESIDE, sizeof *p->beside);
    if (!start(p, &p->beside[0], SCANNER_BESIDE, run_first_beside))
        die("cannot start a thread: %s", strerror(errno));
}

/* With threads: the main thread. */

/* The next scanned chunk; NULL at the end. What is printed goes out before a wait. */
static struct slot *await(struct pipeline *p)
{
    struct slot *slot = &p->slots[p->delivered % p->nslots];
    (void)pthread_mutex_lock(&p->lock);
    for (bool flushed = false;
         slot->state != SCANNED && !(p->ended && p->delivered == p->filled);) {
        if (flushed) {
            (void)pthread_cond_wait(&p->scanned, &p->lock);
        } else {
            (void)pthread_mutex_unlock(&p->lock);
            sink_flush(p->parts->sink);
            flushed = true;
            (void)pthread_mutex_lock(&p->lock);
        }
    }
    bool there = slot->state == SCANNED;
    (void)pthread_mutex_unlock(&p->lock);
    return there ? slot : NULL;
}

static void hand_back(struct pipeline *p, struct slot *slot)
{
    free(slot->chunk.name);
    slot->chunk.name = NULL;
    (void)pthread_mutex_lock(&p->lock);
    slot->state = FREE;
    p->delivered++;
    (void)pthread_cond_broadcast(&p->readable);
    (void)pthread_mutex_unlock(&p->lock);
}

static void stop_threads(struct pipeline *p)
{
    (void)pthread_mutex_lock(&p->lock);
    p->stop = true;
    (void)pthread_cond_broadcast(&p->readable);
    (void)pthread_mutex_unlock(&p->lock);
    source_stop(p->parts->source);
}

static void run_threads(struct pipeline *p)
{
    uint64_t bytes_before = p->parts->stats->bytes;
    start_workers(p);
    struct slot *slot;
    bool more = true;
    while (more && (slot = await(p)) != NULL) {
        more = deliver_chunk(&p->deliver, &slot->chunk, &slot->hits, slot->status);
        hand_back(p, slot);
        consider_devices(p, bytes_before);
    }
    if (more)
        check_end(p, p->end);
    stop_threads(p);
    for (unsigned i = 0; i < p->nworkers; i++)
        (void)pthread_join(p->workers[i].thread, NULL);
    if (p->beside != NULL)
        (void)pthread_join(p->beside[0].thread, NULL);
    free(p->workers);
    free(p->beside);
    p->parts->stats->threads = p->nworkers;
}

/* As many slots as can be in the hands of threads, and some that wait to be delivered. */
static void count_slots(struct pipeline *p)
{
    const struct engine_devices *devices = engine_of(p, SCANNER_ENGINE)->devices;
    p->nworkers = devices != NULL ? workers_for(p, devices) : p->parts->options->threads;
    p->nslots = (size_t)p->nworkers + 2;
    if (devices != NULL)
        p->nslots += p->nworkers;
    else if (engine_of(p, SCANNER_BESIDE) != NULL)
        p->nslots += SLOTS_BESIDE;
}

static void note_work(const struct pipeline *p)
{
    struct stats *stats = p->parts->stats;
    for (unsigned e = 0; e < SCANNER_ENGINES; e++)
        stats->scan += p->work[e].seconds;
    stats->read = source_seconds(p->parts->source);
}

void pipeline_run(const struct pipeline_parts *parts)
{
    struct pipeline p = {.parts = parts, .deliver = {.parts = parts, .left = UINT64_MAX}};
    p.deliver.scanner.parts = &parts->scanner;
    p.deliver.scanner.device = parts->options->ndevices > 0 ? parts->options->devices[0] : 0;
    count_slots(&p);
    p.slots = xcalloc(p.nslots, sizeof *p.slots);
    (void)pthread_mutex_init(&p.lock, NULL);
    (void)pthread_cond_init(&p.readable, NULL);
    (void)pthread_cond_init(&p.scanned, NULL);
    parts->stats->threads = 1;
    if (run_alone(&p))
        run_threads(&p);
    scanner_close(&p.deliver.scanner, parts->stats);
    for (size_t i = 0; i < p.nslots; i++) {
        chunk_free(&p.slots[i].chunk);
        hits_free(&p.slots[i].hits);
    }
    (void)pthread_cond_destroy(&p.readable);
    (void)pthread_cond_destroy(&p.scanned);
    (void)pthread_mutex_destroy(&p.lock);
    note_work(&p);
    free(p.deliver.name);
    free(p.slots);
}
