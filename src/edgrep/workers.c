/* workers.c - see workers.h. */
#include "edgrep/workers.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "edgrep/extractor.h"
#include "ranks/share.h"
#include "scan/sift.h"

enum {
    WORKERS_A_DEVICE = 2,
    MOST_OFFLOADED = 16, /* workers for devices beside the processor */
};

/* A chunk on its way through a worker. */
struct step {
    struct slot *slot; /* that it belongs to */
    struct chunk *chunk;
    struct hits *hits;
    struct extractor_place place; /* where the slot has a range */
    bool closes;                  /* it is the last of that range */
    unsigned engine;              /* SCANNER_...: it scans the chunk */
    enum engine_status status;
};

struct worker {
    struct workers *all;
    pthread_t thread;
    unsigned number; /* among the workers for its engine, from 0 */
    unsigned engine; /* SCANNER_ENGINE or SCANNER_OFFLOAD */
    struct scanner scanner;
    struct extractor *extractor; /* NULL until there is a range */
    struct slot *last;           /* the slot that it took last, or NULL */
    struct slot *range;          /* the slot whose range it reads, or NULL */
    struct slot *ending;         /* the slot that it hands over just now, or NULL */
    struct step steps[2];        /* one is read while the other is scanned, */
    struct chunk chunks[2];      /* each with buffers of its own for ranges */
    struct hits hits[2];
    struct step *under_way; /* whose scan has begun and not ended, or NULL */
    bool lost;              /* its device failed */
    bool dead;              /* it waits for the end of the program, */
    char death[4096];       /* of which this is the message */
};

struct workers {
    const struct search *search;
    struct turns *turns;
    pthread_mutex_t lock; /* guards search->stats while workers end, and what follows */
    pthread_cond_t over;  /* fewer are running */
    unsigned running;
    struct worker *v, *offloaded; /* the second are for devices beside the processor, or NULL */
    unsigned n, noffloaded;       /* that were started */
};

/* Ends the work on a slot. */

static void end_extract(struct worker *w, struct slot *slot)
{
    struct extract *x = &slot->extract;
    x->scan = slot->seconds;
    slot->seconds += x->read + x->resolve;
    extractor_end(w->extractor, x);
}

static void hand_over(struct worker *w, struct slot *slot)
{
    w->ending = slot;
    if (slot_has_range(slot))
        end_extract(w, slot);
    w->ending = NULL;
    turns_scanned(w->all->turns, slot);
}

/* A worker's scans. */

static void submit(struct worker *w, struct step *s)
{
    struct chunk *c = s->chunk;
    if (source_is_done(w->all->search->source, c->input))
        c->own.lead = c->own.begin = c->own.end; /* nobody will look at it */
    double start = io_seconds();
    s->engine = scanner_engine(w->scanner.parts, w->lost ? SCANNER_ENGINE : w->engine, c);
    s->status = scanner_begin(&w->scanner, s->engine, c, s->hits);
    s->slot->engine = s->engine;
    s->slot->seconds += io_seconds() - start;
}

/* Scans the chunk again, by the processor, because the device failed. */
static void redo(struct worker *w, struct step *s)
{
    w->lost = true;
    s->slot->engine = s->engine = SCANNER_ENGINE;
    s->status = scanner_begin(&w->scanner, SCANNER_ENGINE, s->chunk, s->hits);
    if (s->status == ENGINE_OK)
        s->status = scanner_end(&w->scanner, SCANNER_ENGINE, s->chunk);
}

static void collect(struct worker *w, struct step *s)
{
    double start = io_seconds();
    if (s->status == ENGINE_OK)
        s->status = scanner_end(&w->scanner, s->engine, s->chunk);
    if (s->engine == SCANNER_OFFLOAD && s->status != ENGINE_OK && s->status != ENGINE_FULL)
        redo(w, s);
    s->slot->seconds += io_seconds() - start;
}

static void finish(struct worker *w, struct step *s)
{
    struct slot *slot = s->slot;
    collect(w, s);
    slot->status = s->status;
    sift_check(w->scanner.parts, s->status);
    if (!slot_has_range(slot)) {
        hand_over(w, slot);
        return;
    }
    double start = io_seconds();
    extractor_sift(w->extractor, &s->place, s->chunk, s->hits, s->status);
    slot->extract.resolve += io_seconds() - start;
    if (s->closes)
        hand_over(w, slot);
}

static void finish_under_way(struct worker *w)
{
    if (w->under_way != NULL)
        finish(w, w->under_way);
    w->under_way = NULL;
}

/* No chunk is left to read in the range. */
static void leave_range(struct worker *w)
{
    struct slot *slot = w->range;
    w->range = NULL;
    if (w->under_way != NULL && w->under_way->slot == slot) {
        w->under_way->closes = true;
    } else {
        finish_under_way(w);
        hand_over(w, slot);
    }
}

/* What comes next. */

/* Takes the next slot; false at the end. */
static bool take(struct worker *w)
{
    struct turns *turns = w->all->turns;
    enum turn turn = turns_take(turns, w->engine, w->under_way == NULL, &w->last);
    if (turn == TURN_WAITS) {
        finish_under_way(w);
        turn = turns_take(turns, w->engine, true, &w->last);
    }
    if (turn == TURN_TAKEN)
        w->last->seconds = 0;
    return turn == TURN_TAKEN;
}

static void begin_range(struct worker *w, struct slot *slot)
{
    const struct search *s = w->all->search;
    const struct engine *engine = search_engine(s, w->engine);
    unsigned readers = engine->devices != NULL ? s->options->threads / WORKERS_A_DEVICE : 1;
    w->range = slot;
    slot->extract.nparts = 0;
    if (w->extractor == NULL)
        w->extractor = extractor_open(s, w->scanner.device, readers);
    extractor_begin(w->extractor, &slot->range, &slot->extract, search_chunk_size(s, w->engine));
}

/* The next chunk of the range in hand; false: there is none. */
static bool read_range(struct worker *w, struct step *s)
{
    size_t i = (size_t)(s - w->steps); /* the other buffers are under way */
    *s = (struct step){.slot = w->range, .chunk = &w->chunks[i], .hits = &w->hits[i]};
    chunk_use(s->chunk, search_memory(w->all->search, w->engine));
    s->chunk->for_device = search_decodes(w->all->search, w->engine);
    return extractor_read(w->extractor, s->chunk, &s->place);
}

/* The next chunk to scan; false at the end. */
static bool next_step(struct worker *w, struct step *s)
{
    while (w->range == NULL || !read_range(w, s)) {
        if (w->range != NULL)
            leave_range(w);
        if (w->lost || !take(w))
            return false;
        struct slot *slot = w->last;
        if (turns_give(w->all->turns, slot)) {
            w->last = NULL;
            continue;
        }
        if (!slot_has_range(slot)) {
            *s = (struct step){.slot = slot, .chunk = &slot->chunk, .hits = &slot->hits};
            return true;
        }
        begin_range(w, slot);
    }
    return true;
}

/* The end of a worker. */

static void leave(struct worker *w, bool dead)
{
    struct workers *all = w->all;
    (void)pthread_mutex_lock(&all->lock);
    w->dead = dead;
    all->running--;
    (void)pthread_cond_signal(&all->over);
    (void)pthread_mutex_unlock(&all->lock);
}

/* The worker's last words (diag.h): it leaves the slots that it has in hand, with the message. If
 * there is not even memory for what it has printed so far, it is called again, and that is lost.
 * With no slot in hand it was still opening its engine: then the search fails. */
static void last_words(void *argument, const char *message)
{
    struct worker *w = argument;
    struct slot *in_hand[] = {w->ending, w->under_way != NULL ? w->under_way->slot : NULL,
                              w->range};
    bool first = true, any = false;
    (void)snprintf(w->death, sizeof w->death, "%s", message);
    for (size_t i = 0; i < sizeof in_hand / sizeof *in_hand; i++) {
        struct slot *slot = in_hand[i];
        any = any || slot != NULL;
        if (slot == NULL || slot->death != NULL)
            continue;
        if (first && w->extractor != NULL && slot_has_range(slot))
            extractor_end(w->extractor, &slot->extract); /* the others have printed nothing */
        first = false;
        slot->death = w->death;
        turns_scanned(w->all->turns, slot);
    }
    if (!any)
        turns_fail(w->all->turns, w->death);
    leave(w, true);
    for (;;)
        (void)pause();
}

static void report(const struct worker *w)
{
    const struct search *s = w->all->search;
    (void)pthread_mutex_lock(&w->all->lock);
    stats_add(s->stats, &w->scanner);
    if (w->extractor != NULL)
        extractor_report(w->extractor, s->stats);
    if (w->lost)
        s->stats->why_not = search_engine(s, SCANNER_OFFLOAD)->devices->why_failed();
    (void)pthread_mutex_unlock(&w->all->lock);
}

static void end(struct worker *w)
{
    report(w);
    scanner_close(&w->scanner);
    extractor_close(w->extractor);
    for (size_t i = 0; i < 2; i++) {
        chunk_free(&w->chunks[i]);
        hits_free(&w->hits[i]);
    }
}

static void scan_all(struct worker *w)
{
    const struct search *search = w->all->search;
    struct step *s = &w->steps[0];
    while (next_step(w, s)) {
        submit(w, s);
        finish_under_way(w);
        w->under_way = s;
        if (!search_engine(search, s->engine)->asynchronous || s->status != ENGINE_OK)
            finish_under_way(w);
        s = &w->steps[w->under_way == &w->steps[0]];
    }
    finish_under_way(w);
}

/* What a scan needs is there before the first turn: a thread's first memory takes the system long,
 * and nobody else may wait for it. A device is made ready only when there is work for it. */
static void work(struct worker *w)
{
    const struct engine *engine = search_engine(w->all->search, w->engine);
    diag_last_words(last_words, w);
    trace_thread(w->engine == SCANNER_OFFLOAD ? "device-worker" : "worker", w->number);
    trace(TRACE_EDGREP, "begins with engine %s", engine->name);
    if (engine->devices == NULL)
        scanner_open(&w->scanner, w->engine);
    scan_all(w);
    end(w);
    trace(TRACE_EDGREP, "ends%s", w->lost ? ", its device is lost" : "");
}

static void *work_alone(void *argument)
{
    struct worker *w = argument;
    work(w);
    leave(w, false);
    return NULL;
}

/* Starting. */

/* How many devices the ranks of this host share. */
static unsigned devices_of(const struct search *s, const struct engine_devices *devices)
{
    return s->options->ndevices > 0 ? (unsigned)s->options->ndevices : devices->count();
}

/* The device of worker i. */
static unsigned device_for(const struct search *s, const struct engine_devices *devices, unsigned i)
{
    unsigned n = devices_of(s, devices), at = share_item(n, i % share_count(n));
    return s->options->ndevices > 0 ? s->options->devices[at] : at;
}

/* How many workers there are for all devices of this rank. */
static unsigned workers_for(const struct search *s, const struct engine_devices *devices)
{
    return WORKERS_A_DEVICE * share_count(devices_of(s, devices));
}

unsigned workers_device(const struct search *search)
{
    const struct engine_devices *devices = search_engine(search, SCANNER_ENGINE)->devices;
    return devices != NULL ? device_for(search, devices, 0) : 0;
}

unsigned workers_wanted(const struct search *search)
{
    const struct engine_devices *devices = search_engine(search, SCANNER_ENGINE)->devices;
    return devices != NULL ? workers_for(search, devices) : search->options->threads;
}

/* Starts a thread for the worker, and adds it to *count of those that were started; false, with
 * errno, when none can be had. */
static bool start_thread(struct worker *w, void *(*body)(void *), unsigned *count)
{
    (void)pthread_mutex_lock(&w->all->lock);
    errno = pthread_create(&w->thread, NULL, body, w);
    bool started = errno == 0;
    w->all->running += started;
    *count += started;
    (void)pthread_mutex_unlock(&w->all->lock);
    return started;
}

/* Starts worker number i for the engine; false, with errno, when no thread can be had. */
static bool start(struct workers *all, struct worker *w, unsigned i, unsigned engine,
                  void *(*body)(void *))
{
    const struct engine_devices *devices = search_engine(all->search, engine)->devices;
    w->all = all;
    w->number = i;
    w->engine = engine;
    w->scanner.parts = &all->search->scanner;
    if (devices != NULL)
        w->scanner.device = device_for(all->search, devices, i);
    return start_thread(w, body, engine == SCANNER_OFFLOAD ? &all->noffloaded : &all->n);
}

static void workers_close(struct workers *w)
{
    (void)pthread_cond_destroy(&w->over);
    (void)pthread_mutex_destroy(&w->lock);
    free(w->v);
    free(w->offloaded);
    free(w);
}

struct workers *workers_start(const struct search *search, struct turns *turns,
                              struct scanner *begun, unsigned n)
{
    struct workers *w = xcalloc(1, sizeof *w);
    w->search = search;
    w->turns = turns;
    w->v = xcalloc(n, sizeof *w->v);
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->over, NULL);
    struct scanner scanner = *begun;
    w->v[0].scanner = scanner;
    *begun = (struct scanner){.parts = scanner.parts, .device = scanner.device};
    unsigned i = 0;
    while (i < n && start(w, &w->v[i], i, SCANNER_ENGINE, work_alone))
        i++;
    if (w->n > 0) {
        if (search_engine(search, SCANNER_ENGINE)->devices != NULL)
            search->stats->devices = (w->n + WORKERS_A_DEVICE - 1) / WORKERS_A_DEVICE;
        return w;
    }
    *begun = scanner;
    workers_close(w);
    return NULL;
}

/* Devices beside the processor. */

/* Makes the device ready, and only then takes work: what lies behind it would have to wait. */
static void *work_offloaded(void *argument)
{
    struct worker *w = argument;
    scanner_open(&w->scanner, SCANNER_OFFLOAD);
    turns_device_begins(w->all->turns);
    work(w);
    turns_device_ends(w->all->turns);
    leave(w, false);
    return NULL;
}

/* Looks for the devices, which takes long. Then it starts the other workers for them, as many as
 * can be had, and works as the first. */
static void *begin_offloading(void *argument)
{
    struct worker *first = argument;
    struct workers *all = first->all;
    const struct engine *engine = search_engine(all->search, SCANNER_OFFLOAD);
    struct stats *stats = all->search->stats;
    if ((stats->why_not = engine->why_not()) != NULL) {
        leave(first, false);
        return NULL;
    }
    unsigned wanted = workers_for(all->search, engine->devices), n = 1;
    stats->devices = wanted / WORKERS_A_DEVICE;
    first->scanner.device = device_for(all->search, engine->devices, 0);
    while (n < wanted && n < MOST_OFFLOADED &&
           start(all, &all->offloaded[n], n, SCANNER_OFFLOAD, work_offloaded))
        n++;
    return work_offloaded(first);
}

void workers_offload(struct workers *w)
{
    w->offloaded = xcalloc(MOST_OFFLOADED, sizeof *w->offloaded);
    struct worker *first = &w->offloaded[0];
    first->all = w;
    first->engine = SCANNER_OFFLOAD;
    first->scanner.parts = &w->search->scanner;
    if (!start_thread(first, begin_offloading, &w->noffloaded))
        w->search->stats->why_not = "no thread could be started";
}

void workers_consider_devices(struct workers *w, const struct offload_measures *now)
{
    struct stats *stats = w->search->stats;
    const struct engine *engine = search_engine(w->search, SCANNER_OFFLOAD);
    struct offload_measures all = *now;
    struct offload_costs costs;
    if (engine == NULL || w->offloaded != NULL)
        return;
    all.rows = engine->devices->rows(w->search->scanner.query);
    if (!offload_estimate(&costs, &all))
        return;
    stats->begun = offload_pays(&costs);
    trace(TRACE_EDGREP, "the processor needs %.3f s more, devices %.3f s and %.3f s to begin: %s",
          costs.alone, costs.devices, costs.begin, stats->begun ? "they begin" : "they do not");
    if (stats->begun || costs.alone >= stats->costs.alone)
        stats->costs = costs; /* never was there more to gain */
    if (stats->begun)
        workers_offload(w);
}

/* Waits until no worker runs; whether all of them have ended. */
static bool await_all(struct workers *w)
{
    bool all = true;
    (void)pthread_mutex_lock(&w->lock);
    while (w->running > 0)
        (void)pthread_cond_wait(&w->over, &w->lock);
    for (unsigned i = 0; i < w->n; i++)
        all = all && !w->v[i].dead;
    for (unsigned i = 0; i < w->noffloaded; i++)
        all = all && !w->offloaded[i].dead;
    (void)pthread_mutex_unlock(&w->lock);
    return all;
}

unsigned workers_join(struct workers *w)
{
    unsigned n = w->n;
    if (!await_all(w))
        return n; /* the dead still use what is theirs */
    for (unsigned i = 0; i < w->n; i++)
        (void)pthread_join(w->v[i].thread, NULL);
    for (unsigned i = 0; i < w->noffloaded; i++)
        (void)pthread_join(w->offloaded[i].thread, NULL);
    workers_close(w);
    return n;
}
