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
 * (engine.h) a worker has two scans under way.
 *
 * Threads are started when the first full chunk shows that there is work for them. Until then, and
 * for all small inputs and slow pipes, the main thread does everything itself, in slot 0; with -j1
 * always.
 *
 * Output is flushed whenever the main thread is about to wait for input. Errors travel in the slot;
 * only the main thread reports them and ends the program.
 */
#include "pipeline.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "io.h"
#include "xalloc.h"

enum { SMALL_CHUNK = 4096 /* symbols */ };

enum slot_state { FREE, TAKEN, SCANNED };

struct slot {
    enum slot_state state;
    struct chunk chunk;
    struct hits hits;
    unsigned engine; /* that scans it */
    double seconds;  /* of that */
    enum engine_status status;
};

/* A thread's scans, by each engine that it has used. */
struct scanner {
    struct engine_scan *scans[PIPELINE_ENGINES];
};

struct pipeline {
    const struct pipeline_parts *parts;
    struct slot *slots;
    size_t nslots;
    struct scanner scanner;  /* the main thread's own */
    char *name;              /* of the current input */
    _Atomic uint64_t wanted; /* inputs below this number are done with */

    pthread_mutex_t lock;
    pthread_cond_t readable;    /* a worker may read */
    pthread_cond_t scanned;     /* the chunk that the main thread waits for is */
    uint64_t filled, delivered; /* chunks so far */
    bool reading;               /* a worker is */
    bool ended;                 /* there is no more to read: `end` says why */
    enum source_result end;
    bool stop;        /* the main thread wants no more */
    double scan_time; /* of all workers */
};

/* Scanning. */

static _Noreturn void die_of(const struct pipeline *p, enum engine_status status)
{
    if (status == ENGINE_MEMORY)
        die("%s", strerror(ENOMEM));
    die("engine %s failed", p->parts->engines[PIPELINE_ENGINE]->name);
}

/* The engine for a chunk that owns what `own` says. */
static unsigned engine_for(const struct pipeline *p, struct cut own)
{
    const struct engine *const *engines = p->parts->engines;
    bool small = own.end - own.begin < SMALL_CHUNK;
    return small && engines[PIPELINE_SMALL] != engines[PIPELINE_ENGINE] ? PIPELINE_SMALL
                                                                        : PIPELINE_ENGINE;
}

static void scanner_close(const struct pipeline *p, struct scanner *s)
{
    for (unsigned e = 0; e < PIPELINE_ENGINES; e++)
        if (s->scans[e] != NULL)
            p->parts->engines[e]->close(s->scans[e]);
}

/* Clears the hits for a scan of `own`; a single symbol's must always fit. */
static void prepare_hits(const struct pipeline *p, struct hits *hits, struct cut own)
{
    size_t patterns = p->parts->query->npatterns;
    hits_clear(hits);
    hits->most = own.end - own.begin <= 1 && patterns > HITS_MOST ? patterns : HITS_MOST;
}

static enum engine_status begin_scan(const struct pipeline *p, struct scanner *s, unsigned engine,
                                     const struct chunk *c, struct cut own, struct hits *hits)
{
    const struct pipeline_parts *parts = p->parts;
    struct engine_scan **scan = &s->scans[engine];
    prepare_hits(p, hits, own);
    if (*scan == NULL)
        *scan = parts->engines[engine]->open(parts->query, parts->alphabet, parts->limit);
    return *scan == NULL ? ENGINE_MEMORY : parts->engines[engine]->submit(*scan, c, own, hits);
}

static enum engine_status end_scan(const struct pipeline *p, struct scanner *s, unsigned engine)
{
    return p->parts->engines[engine]->collect(s->scans[engine]);
}

/* By the main thread. */
static enum engine_status scan_now(struct pipeline *p, const struct chunk *c, struct cut own,
                                   struct hits *hits)
{
    unsigned engine = engine_for(p, own);
    enum engine_status status = begin_scan(p, &p->scanner, engine, c, own, hits);
    p->parts->stats->worked[engine] = true;
    return status == ENGINE_OK ? end_scan(p, &p->scanner, engine) : status;
}

/* Delivering: the main thread. */

static void begin_input(struct pipeline *p, struct chunk *c)
{
    free(p->name);
    p->name = c->name;
    c->name = NULL;
    if (c->unopened)
        return;
    p->parts->stats->inputs++;
    progress_input(p->parts->progress, c->size);
    select_begin(p->parts->select, p->name, c->size);
    matches_input(p->parts->matches);
}

static void end_input(struct pipeline *p, const struct chunk *c)
{
    if (c->errnum != 0)
        diag_file(p->name, strerror(c->errnum));
    else if (c->reason != NULL && c->harmless)
        diag_warning("%s: warning: %s", p->name, c->reason);
    else if (c->reason != NULL)
        diag_file(p->name, c->reason);
    if (!c->unopened)
        select_end(p->parts->select, c->offset + c->end_byte);
    atomic_store(&p->wanted, c->input + 1);
}

/* A view of the part of chunk c that owns what `own` says. */
static struct chunk view(const struct chunk *c, struct cut own)
{
    struct chunk part = *c;
    part.own = own;
    part.begin_byte = chunk_byte(c, own.begin);
    part.end_byte = chunk_byte(c, own.end);
    part.last = c->last && own.end == c->own.end;
    return part;
}

/*
 * A chunk with more hits than a list holds is done in halves, one after the other, by the main
 * thread.
 */
static void deliver_in_halves(struct pipeline *p, const struct chunk *c, struct cut own,
                              struct hits *hits)
{
    const struct pipeline_parts *parts = p->parts;
    for (size_t half = 0; half < 2 && select_state(parts->select) == SELECT_GO_ON; half++) {
        size_t middle = own.begin + (own.end - own.begin + 1) / 2;
        struct cut cut = half == 0 ? cut_at(own.begin, middle, parts->query->overlap)
                                   : cut_at(middle, own.end, parts->query->overlap);
        if (cut.begin == cut.end)
            continue;
        enum engine_status status = scan_now(p, c, cut, hits);
        if (status == ENGINE_FULL && cut.end - cut.begin > 1) {
            deliver_in_halves(p, c, cut, hits);
        } else if (status == ENGINE_OK) {
            struct chunk part = view(c, cut);
            parts->stats->hits += hits->n;
            matches_chunk(parts->matches, &part, hits);
        } else {
            die_of(p, status);
        }
    }
}

static void search(struct pipeline *p, struct slot *slot)
{
    const struct pipeline_parts *parts = p->parts;
    if (slot->status == ENGINE_FULL) {
        deliver_in_halves(p, &slot->chunk, slot->chunk.own, &slot->hits);
    } else if (slot->status == ENGINE_OK) {
        parts->stats->hits += slot->hits.n;
        matches_chunk(parts->matches, &slot->chunk, &slot->hits);
    } else {
        die_of(p, slot->status);
    }
}

static void count_work(const struct pipeline_parts *parts, const struct chunk *c)
{
    double rows = 0;
    for (size_t i = 0; i < parts->query->npatterns; i++)
        rows += parts->query->patterns[i].m;
    parts->stats->cells += rows * (double)(c->own.end - c->own.begin);
    parts->stats->bytes += c->end_byte - c->begin_byte;
    progress_add(parts->progress, (double)(c->end_byte - c->begin_byte));
}

/* Takes in a scanned chunk; false when nothing more is wanted. */
static bool deliver(struct pipeline *p, struct slot *slot)
{
    const struct pipeline_parts *parts = p->parts;
    struct chunk *c = &slot->chunk;
    double start = io_seconds();
    if (c->input < atomic_load(&p->wanted))
        return true; /* it was done with before its end */
    if (c->first)
        begin_input(p, c);
    if (!c->unopened) {
        count_work(parts, c);
        search(p, slot);
    }
    if (c->last || select_state(parts->select) != SELECT_GO_ON)
        end_input(p, c);
    if (!c->last && select_state(parts->select) != SELECT_GO_ON)
        source_skip(parts->source, c->input);
    parts->stats->resolve += io_seconds() - start;
    return c->unopened || select_state(parts->select) != SELECT_ALL_DONE;
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
    for (;;) {
        if (source_may_wait(parts->source))
            sink_flush(parts->sink);
        enum source_result result = source_next(parts->source, c);
        check_end(p, result);
        if (result == SOURCE_END)
            return false;
        double start = io_seconds();
        slot->status = scan_now(p, c, c->own, &slot->hits);
        p->scan_time += io_seconds() - start;
        if (!deliver(p, slot))
            return false;
        if (!c->last && !c->rests && parts->options->threads > 1)
            return true;
    }
}

/* With threads. */

/* Lets a slot have the buffers of another, which is free. */
static void swap_chunks(struct slot *a, struct slot *b)
{
    struct chunk swap = a->chunk;
    a->chunk = b->chunk;
    b->chunk = swap;
}

/* Reads the next chunk; NULL at the end. Where `last`, the worker's latest slot, is free again, its
 * buffers are taken: they are in the caches of the core. */
static struct slot *take(struct pipeline *p, struct slot *last)
{
    struct slot *slot = NULL;
    (void)pthread_mutex_lock(&p->lock);
    while (!p->stop && !p->ended && (p->reading || p->slots[p->filled % p->nslots].state != FREE))
        (void)pthread_cond_wait(&p->readable, &p->lock);
    if (!p->stop && !p->ended) {
        slot = &p->slots[p->filled % p->nslots];
        p->reading = true;
        if (last != NULL && last->state == FREE)
            swap_chunks(slot, last);
        (void)pthread_mutex_unlock(&p->lock);
        enum source_result result = source_next(p->parts->source, &slot->chunk);
        (void)pthread_mutex_lock(&p->lock);
        p->reading = false;
        if (result == SOURCE_CHUNK && !p->stop) {
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
    return slot;
}

static void submit(struct pipeline *p, struct scanner *s, struct slot *slot)
{
    struct chunk *c = &slot->chunk;
    if (c->input < atomic_load(&p->wanted))
        c->own.lead = c->own.begin = c->own.end; /* nobody will look at it */
    double start = io_seconds();
    slot->engine = engine_for(p, c->own);
    slot->status = begin_scan(p, s, slot->engine, c, c->own, &slot->hits);
    slot->seconds = io_seconds() - start;
}

static void finish(struct pipeline *p, struct scanner *s, struct slot *slot)
{
    double start = io_seconds();
    if (slot->status == ENGINE_OK)
        slot->status = end_scan(p, s, slot->engine);
    slot->seconds += io_seconds() - start;
    (void)pthread_mutex_lock(&p->lock);
    p->scan_time += slot->seconds;
    p->parts->stats->worked[slot->engine] = true;
    slot->state = SCANNED;
    if (slot == &p->slots[p->delivered % p->nslots])
        (void)pthread_cond_signal(&p->scanned);
    (void)pthread_mutex_unlock(&p->lock);
}

static void *worker(void *argument)
{
    struct pipeline *p = argument;
    struct scanner scanner = {{NULL}};
    struct slot *before = NULL, *slot = NULL;
    while ((slot = take(p, slot)) != NULL) {
        submit(p, &scanner, slot);
        if (before != NULL)
            finish(p, &scanner, before);
        before = slot;
        if (!p->parts->engines[slot->engine]->asynchronous) {
            finish(p, &scanner, slot);
            before = NULL;
        }
    }
    if (before != NULL)
        finish(p, &scanner, before);
    scanner_close(p, &scanner);
    return NULL;
}

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

static void start(pthread_t *thread, void *(*body)(void *), struct pipeline *p)
{
    int errnum = pthread_create(thread, NULL, body, p);
    if (errnum != 0)
        die("cannot start a thread: %s", strerror(errnum));
}

static void run_threads(struct pipeline *p)
{
    unsigned threads = p->parts->options->threads;
    pthread_t *ids = xcalloc(threads, sizeof *ids);
    for (unsigned i = 0; i < threads; i++)
        start(&ids[i], worker, p);
    p->parts->stats->threads = threads;
    struct slot *slot;
    bool more = true;
    while (more && (slot = await(p)) != NULL) {
        more = deliver(p, slot);
        hand_back(p, slot);
    }
    if (more)
        check_end(p, p->end);
    stop_threads(p);
    for (unsigned i = 0; i < threads; i++)
        (void)pthread_join(ids[i], NULL);
    free(ids);
}

void pipeline_run(const struct pipeline_parts *parts)
{
    struct pipeline p = {.parts = parts, .nslots = (size_t)parts->options->threads + 2};
    p.slots = xcalloc(p.nslots, sizeof *p.slots);
    (void)pthread_mutex_init(&p.lock, NULL);
    (void)pthread_cond_init(&p.readable, NULL);
    (void)pthread_cond_init(&p.scanned, NULL);
    parts->stats->threads = 1;
    if (run_alone(&p))
        run_threads(&p);
    for (size_t i = 0; i < p.nslots; i++) {
        chunk_free(&p.slots[i].chunk);
        hits_free(&p.slots[i].hits);
    }
    scanner_close(&p, &p.scanner);
    (void)pthread_cond_destroy(&p.readable);
    (void)pthread_cond_destroy(&p.scanned);
    (void)pthread_mutex_destroy(&p.lock);
    parts->stats->scan = p.scan_time;
    parts->stats->read = source_seconds(parts->source);
    free(p.name);
    free(p.slots);
}
