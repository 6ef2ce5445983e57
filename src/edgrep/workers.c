/* workers.c - see workers.h. */
#include "edgrep/workers.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/io.h"
#include "base/trace.h"
#include "base/xalloc.h"

enum {
    WORKERS_A_DEVICE = 2,
    MOST_OFFLOADED = 16, /* workers for devices beside the processor */
};

struct worker {
    struct workers *all;
    pthread_t thread;
    unsigned number; /* among the workers for its engine, from 0 */
    unsigned engine; /* SCANNER_ENGINE or SCANNER_OFFLOAD */
    struct scanner scanner;
    struct slot *last;      /* the slot that it took last, or NULL */
    struct slot *under_way; /* the slot whose scan has begun and not ended, or NULL */
    bool lost;              /* its device failed */
};

struct workers {
    const struct search *search;
    struct turns *turns;
    pthread_mutex_t stats;        /* guards search->stats while workers end */
    struct worker *v, *offloaded; /* the second are for devices beside the processor, or NULL */
    unsigned n;
    bool offloading; /* offloaded[0] has been started */
};

/* A worker's scans. */

static void submit(struct worker *w, struct slot *slot)
{
    struct chunk *c = &slot->chunk;
    if (source_is_done(w->all->search->source, c->input))
        c->own.lead = c->own.begin = c->own.end; /* nobody will look at it */
    double start = io_seconds();
    slot->engine = scanner_engine(w->scanner.parts, w->engine, c->own);
    slot->status = scanner_begin(&w->scanner, slot->engine, c, c->own, &slot->hits);
    slot->seconds = io_seconds() - start;
}

/* Scans the chunk again, by the processor, because the device failed. */
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
    double start = io_seconds();
    if (slot->status == ENGINE_OK)
        slot->status = scanner_end(&w->scanner, slot->engine);
    if (slot->engine == SCANNER_OFFLOAD && slot->status != ENGINE_OK && slot->status != ENGINE_FULL)
        redo(w, slot);
    slot->seconds += io_seconds() - start;
    turns_scanned(w->all->turns, slot);
}

static void finish_under_way(struct worker *w)
{
    if (w->under_way != NULL)
        finish(w, w->under_way);
    w->under_way = NULL;
}

/* Reads the next chunk; false at the end. */
static bool take(struct worker *w)
{
    struct turns *turns = w->all->turns;
    enum turn turn = turns_take(turns, w->engine, w->under_way == NULL, &w->last);
    if (turn == TURN_WAITS) {
        finish_under_way(w);
        turn = turns_take(turns, w->engine, true, &w->last);
    }
    return turn == TURN_TAKEN;
}

static void end(struct worker *w)
{
    const struct search *s = w->all->search;
    (void)pthread_mutex_lock(&w->all->stats);
    scanner_close(&w->scanner, s->stats);
    if (w->lost)
        s->stats->why_not = search_engine(s, SCANNER_OFFLOAD)->devices->why_failed();
    (void)pthread_mutex_unlock(&w->all->stats);
}

static void *work(void *argument)
{
    struct worker *w = argument;
    trace_thread(w->engine == SCANNER_OFFLOAD ? "device-worker" : "worker", w->number);
    trace(TRACE_EDGREP, "begins with engine %s", search_engine(w->all->search, w->engine)->name);
    while (!w->lost && take(w)) {
        struct slot *slot = w->last;
        submit(w, slot);
        finish_under_way(w);
        w->under_way = slot;
        if (!search_engine(w->all->search, slot->engine)->asynchronous || slot->status != ENGINE_OK)
            finish_under_way(w);
    }
    finish_under_way(w);
    end(w);
    trace(TRACE_EDGREP, "ends%s", w->lost ? ", its device is lost" : "");
    return NULL;
}

/* Starting. */

/* The device of worker i. */
static unsigned device_for(const struct search *s, const struct engine_devices *devices, unsigned i)
{
    const struct options *o = s->options;
    return o->ndevices > 0 ? o->devices[i % o->ndevices] : i % devices->count();
}

/* How many workers there are for all devices. */
static unsigned workers_for(const struct search *s, const struct engine_devices *devices)
{
    const struct options *o = s->options;
    return WORKERS_A_DEVICE * (o->ndevices > 0 ? (unsigned)o->ndevices : devices->count());
}

unsigned workers_wanted(const struct search *search)
{
    const struct engine_devices *devices = search_engine(search, SCANNER_ENGINE)->devices;
    return devices != NULL ? workers_for(search, devices) : search->options->threads;
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
    errno = pthread_create(&w->thread, NULL, body, w);
    return errno == 0;
}

static void workers_close(struct workers *w)
{
    (void)pthread_mutex_destroy(&w->stats);
    free(w->v);
    free(w->offloaded);
    free(w);
}

struct workers *workers_start(const struct search *search, struct turns *turns,
                              struct deliver *deliver, unsigned n)
{
    struct workers *w = xcalloc(1, sizeof *w);
    w->search = search;
    w->turns = turns;
    w->v = xcalloc(n, sizeof *w->v);
    (void)pthread_mutex_init(&w->stats, NULL);
    struct scanner scanner = deliver->scanner;
    w->v[0].scanner = scanner;
    deliver->scanner = (struct scanner){.parts = scanner.parts, .device = scanner.device};
    while (w->n < n && start(w, &w->v[w->n], w->n, SCANNER_ENGINE, work))
        w->n++;
    if (w->n > 0) {
        if (search_engine(search, SCANNER_ENGINE)->devices != NULL)
            search->stats->devices = (w->n + WORKERS_A_DEVICE - 1) / WORKERS_A_DEVICE;
        return w;
    }
    deliver->scanner = scanner;
    workers_close(w);
    return NULL;
}

/* Devices beside the processor. */

/* Makes the device ready, and only then takes a chunk: the chunks behind it would have to wait. */
static void *work_offloaded(void *argument)
{
    struct worker *w = argument;
    scanner_open(&w->scanner, SCANNER_OFFLOAD);
    turns_device_begins(w->all->turns);
    (void)work(w);
    turns_device_ends(w->all->turns);
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
    if ((stats->why_not = engine->why_not()) != NULL)
        return NULL;
    unsigned wanted = workers_for(all->search, engine->devices), n = 1;
    stats->devices = wanted / WORKERS_A_DEVICE;
    first->scanner.device = device_for(all->search, engine->devices, 0);
    while (n < wanted && n < MOST_OFFLOADED &&
           start(all, &all->offloaded[n], n, SCANNER_OFFLOAD, work_offloaded))
        n++;
    (void)work_offloaded(first);
    for (unsigned i = 1; i < n; i++)
        (void)pthread_join(all->offloaded[i].thread, NULL);
    return NULL;
}

void workers_offload(struct workers *w)
{
    w->offloaded = xcalloc(MOST_OFFLOADED, sizeof *w->offloaded);
    struct worker *first = &w->offloaded[0];
    first->all = w;
    first->engine = SCANNER_OFFLOAD;
    first->scanner.parts = &w->search->scanner;
    errno = pthread_create(&first->thread, NULL, begin_offloading, first);
    w->offloading = errno == 0;
    if (!w->offloading)
        w->search->stats->why_not = "no thread could be started";
}

unsigned workers_join(struct workers *w)
{
    unsigned n = w->n;
    for (unsigned i = 0; i < n; i++)
        (void)pthread_join(w->v[i].thread, NULL);
    if (w->offloading)
        (void)pthread_join(w->offloaded[0].thread, NULL);
    workers_close(w);
    return n;
}
