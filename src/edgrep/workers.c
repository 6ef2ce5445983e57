#include "edgrep/workers.h"

#include <errno.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "edgrep/worker.h"
#include "ranks/share.h"

enum { MOST_OFFLOADED = 16 /* workers for devices beside the processor */ };

struct workers {
    struct worker_shared shared;
    struct worker *v, *offloaded; /* offloaded: workers for devices beside the processor, or NULL */
    unsigned n, noffloaded;       /* started workers */
};

static void *work_alone(void *argument)
{
    struct worker *w = argument;
    worker_work(w);
    worker_leave(w, false);
    return NULL;
}

/* --- starting --- */

/* Returns how many devices the ranks of this host share. */
static unsigned devices_of(const struct search *s, const struct engine_devices *devices)
{
    return s->options->work.ndevices > 0 ? (unsigned)s->options->work.ndevices : devices->count();
}

/* Returns the device of worker i. */
static unsigned device_for(const struct search *s, const struct engine_devices *devices, unsigned i)
{
    unsigned n = devices_of(s, devices), at = share_item(n, i % share_count(n));
    return s->options->work.ndevices > 0 ? s->options->work.devices[at] : at;
}

/* Returns the number of workers for all devices of this rank. */
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
    return devices != NULL ? workers_for(search, devices) : search->options->work.threads;
}

/* Starts a thread for the worker and counts it in *count. Returns false, with errno, on failure. */
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

/* Starts worker number i for the engine. Returns false, with errno, on failure. */
static bool start_worker(struct workers *all, struct worker *w, unsigned i, unsigned engine,
                         void *(*body)(void *))
{
    const struct engine_devices *devices = search_engine(all->shared.search, engine)->devices;
    w->all = &all->shared;
    w->number = i;
    w->engine = engine;
    w->scanner.parts = &all->shared.search->scanner;
    if (devices != NULL)
        w->scanner.device = device_for(all->shared.search, devices, i);
    return start_thread(w, body, engine == SCANNER_OFFLOAD ? &all->noffloaded : &all->n);
}

static void workers_close(struct workers *w)
{
    (void)pthread_cond_destroy(&w->shared.over);
    (void)pthread_mutex_destroy(&w->shared.lock);
    free(w->v);
    free(w->offloaded);
    free(w);
}

struct workers *workers_start(const struct search *search, struct work_ring *ring,
                              struct scanner *begun, unsigned n)
{
    struct workers *w = xcalloc(1, sizeof *w);
    w->shared.search = search;
    w->shared.ring = ring;
    w->v = xcalloc(n, sizeof *w->v);
    (void)pthread_mutex_init(&w->shared.lock, NULL);
    (void)pthread_cond_init(&w->shared.over, NULL);
    struct scanner scanner = *begun;
    w->v[0].scanner = scanner;
    w->v[0].scanner.record = NULL;
    *begun = (struct scanner){
        .parts = scanner.parts, .device = scanner.device, .record = scanner.record};
    unsigned i = 0;
    while (i < n && start_worker(w, &w->v[i], i, SCANNER_ENGINE, work_alone))
        i++;
    if (w->n > 0) {
        if (search_engine(search, SCANNER_ENGINE)->devices != NULL)
            search->stats->devices.used = (w->n + WORKERS_A_DEVICE - 1) / WORKERS_A_DEVICE;
        return w;
    }
    *begun = scanner;
    workers_close(w);
    return NULL;
}

/* --- devices beside the processor --- */

/* Opens the device before it claims a slot: later slots would have to wait for it. */
static void *work_offloaded(void *argument)
{
    struct worker *w = argument;
    scanner_open(&w->scanner, SCANNER_OFFLOAD);
    work_ring_device_starts(w->all->ring);
    worker_work(w);
    work_ring_device_ends(w->all->ring);
    worker_leave(w, false);
    return NULL;
}

/* Finds the devices, which takes long. Then starts the other workers for them, and works as the
 * first. */
static void *begin_offloading(void *argument)
{
    struct worker *first = argument;
    struct workers *all = (struct workers *)first->all; /* whose first member that is */
    const struct engine *engine = search_engine(all->shared.search, SCANNER_OFFLOAD);
    struct stats *stats = all->shared.search->stats;
    if ((stats->devices.why_not = engine_why_not(engine)) != NULL) {
        worker_leave(first, false);
        return NULL;
    }
    unsigned wanted = workers_for(all->shared.search, engine->devices), n = 1;
    stats->devices.used = wanted / WORKERS_A_DEVICE;
    first->scanner.device = device_for(all->shared.search, engine->devices, 0);
    while (n < wanted && n < MOST_OFFLOADED &&
           start_worker(all, &all->offloaded[n], n, SCANNER_OFFLOAD, work_offloaded))
        n++;
    return work_offloaded(first);
}

void workers_offload(struct workers *w)
{
    w->offloaded = xcalloc(MOST_OFFLOADED, sizeof *w->offloaded);
    struct worker *first = &w->offloaded[0];
    first->all = &w->shared;
    first->engine = SCANNER_OFFLOAD;
    first->scanner.parts = &w->shared.search->scanner;
    if (!start_thread(first, begin_offloading, &w->noffloaded))
        w->shared.search->stats->devices.why_not = "no thread could be started";
}

void workers_consider_devices(struct workers *w, const struct offload_measures *now)
{
    struct stats *stats = w->shared.search->stats;
    const struct engine *engine = search_engine(w->shared.search, SCANNER_OFFLOAD);
    struct offload_measures all = *now;
    struct offload_costs costs;
    if (engine == NULL || w->offloaded != NULL)
        return;
    all.rows = engine->devices->rows(w->shared.search->scanner.query);
    if (!offload_estimate(&costs, &all))
        return;
    stats->devices.begun = offload_pays(&costs);
    trace(TRACE_EDGREP, "the processor needs %.3f s more, devices %.3f s and %.3f s to begin: %s",
          costs.alone, costs.devices, costs.begin,
          stats->devices.begun ? "they begin" : "they do not");
    if (stats->devices.begun || costs.alone >= stats->devices.costs.alone)
        stats->devices.costs = costs; /* the largest gain so far */
    if (stats->devices.begun)
        workers_offload(w);
}

unsigned workers_join(struct workers *w)
{
    unsigned n = w->n;
    bool all = true;
    (void)pthread_mutex_lock(&w->shared.lock);
    while (w->shared.running > 0)
        (void)pthread_cond_wait(&w->shared.over, &w->shared.lock);
    for (unsigned i = 0; i < w->n; i++)
        all = all && !w->v[i].dead;
    for (unsigned i = 0; i < w->noffloaded; i++)
        all = all && !w->offloaded[i].dead;
    (void)pthread_mutex_unlock(&w->shared.lock);
    if (!all)
        return n; /* failed workers still use their memory */
    for (unsigned i = 0; i < w->n; i++)
        (void)pthread_join(w->v[i].thread, NULL);
    for (unsigned i = 0; i < w->noffloaded; i++)
        (void)pthread_join(w->offloaded[i].thread, NULL);
    workers_close(w);
    return n;
}
