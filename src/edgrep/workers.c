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
#include "scan/scan_chunk.h"
#include "scan/scan_together.h"

enum {
    WORKERS_A_DEVICE = 2,
    MOST_OFFLOADED = 16, /* workers for devices beside the processor */
};

/* One scan of a worker. */
struct scan_step {
    struct slot *slot; /* of the chunk */
    struct chunk *chunk;
    struct hits *hits;
    struct extractor_place place; /* if the slot holds a range */
    bool closes;                  /* the chunk is the last of that range */
    unsigned engine;              /* SCANNER_...: the engine that scans the chunk */
    enum engine_status status;
};

struct worker {
    struct workers *all;
    pthread_t thread;
    unsigned number; /* among the workers of its engine, from 0 */
    unsigned engine; /* SCANNER_ENGINE or SCANNER_OFFLOAD */
    struct scanner scanner;
    struct extractor *extractor; /* NULL until the first range */
    struct slot *last;           /* the slot that it claimed last, or NULL */
    struct slot *range;          /* the slot whose range it is reading, or NULL */
    struct slot *ending;         /* the slot that it is marking done, or NULL */
    struct scan_step steps[2];   /* one is read while the other is scanned */
    struct chunk chunks[2];      /* the buffers of the two steps, for ranges */
    struct hits hits[2];
    struct scan_step *under_way; /* the step whose scan has started and not ended, or NULL */
    struct chunk small[TOGETHER_INPUTS]; /* small inputs of a range, scanned together */
    struct hits small_hits[TOGETHER_INPUTS];
    struct scan_together together;
    bool lost;        /* its device failed */
    bool dead;        /* it failed and waits for the program's exit */
    char death[4096]; /* its error message */
};

struct workers {
    const struct search *search;
    struct work_ring *ring;
    pthread_mutex_t lock; /* guards search->stats while workers end, and all members below */
    pthread_cond_t over;  /* `running` has fallen */
    unsigned running;
    struct worker *v, *offloaded; /* offloaded: workers for devices beside the processor, or NULL */
    unsigned n, noffloaded;       /* started workers */
};

static void end_extract(struct worker *w, struct slot *slot)
{
    struct extract *x = &slot->extract;
    x->scan = slot->seconds;
    slot->seconds += x->read + x->resolve;
    extractor_end(w->extractor, x);
}

static void finish_slot(struct worker *w, struct slot *slot)
{
    w->ending = slot;
    if (slot_has_range(slot))
        end_extract(w, slot);
    w->ending = NULL;
    work_ring_done(w->all->ring, slot);
}

/* --- scans --- */

static void start_scan(struct worker *w, struct scan_step *s)
{
    struct chunk *c = s->chunk;
    if (source_is_done(w->all->search->source, c->input))
        c->own.lead = c->own.begin = c->own.end; /* its hits would be ignored */
    double start = io_seconds();
    s->engine = scanner_engine(w->scanner.parts, w->lost ? SCANNER_ENGINE : w->engine, c);
    s->status = scanner_begin(&w->scanner, s->engine, c, s->hits);
    s->slot->engine = s->engine;
    s->slot->seconds += io_seconds() - start;
}

/* Scans the chunk again on the processor, because the device failed. */
static void rescan(struct worker *w, struct scan_step *s)
{
    w->lost = true;
    s->slot->engine = s->engine = SCANNER_ENGINE;
    s->status = scanner_begin(&w->scanner, SCANNER_ENGINE, s->chunk, s->hits);
    if (s->status == ENGINE_OK)
        s->status = scanner_end(&w->scanner, SCANNER_ENGINE, s->chunk);
}

static void collect_scan(struct worker *w, struct scan_step *s)
{
    double start = io_seconds();
    if (s->status == ENGINE_OK)
        s->status = scanner_end(&w->scanner, s->engine, s->chunk);
    if (s->engine == SCANNER_OFFLOAD && s->status != ENGINE_OK && s->status != ENGINE_FULL)
        rescan(w, s);
    s->slot->seconds += io_seconds() - start;
}

static void finish_scan(struct worker *w, struct scan_step *s)
{
    struct slot *slot = s->slot;
    collect_scan(w, s);
    slot->status = s->status;
    scan_chunk_check(w->scanner.parts, s->status);
    if (!slot_has_range(slot)) {
        finish_slot(w, slot);
        return;
    }
    double start = io_seconds();
    extractor_sift(w->extractor, &s->place, s->chunk, s->hits, s->status);
    slot->extract.resolve += io_seconds() - start;
    if (s->closes)
        finish_slot(w, slot);
}

static void finish_under_way(struct worker *w)
{
    if (w->under_way != NULL)
        finish_scan(w, w->under_way);
    w->under_way = NULL;
}

/* The range has no further chunk. */
static void leave_range(struct worker *w)
{
    struct slot *slot = w->range;
    w->range = NULL;
    if (w->under_way != NULL && w->under_way->slot == slot) {
        w->under_way->closes = true;
    } else {
        finish_under_way(w);
        finish_slot(w, slot);
    }
}

/* --- the next chunk --- */

/* Claims the next slot. Returns false at the end. */
static bool claim_slot(struct worker *w)
{
    struct work_ring *ring = w->all->ring;
    enum claim claim = work_ring_claim(ring, w->engine, w->under_way == NULL, &w->last);
    if (claim == CLAIM_WOULD_WAIT) {
        finish_under_way(w);
        claim = work_ring_claim(ring, w->engine, true, &w->last);
    }
    if (claim == CLAIM_OK)
        w->last->seconds = 0;
    return claim == CLAIM_OK;
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

/* Reads the next chunk of the current range. Returns false if there is none. */
static bool read_range(struct worker *w, struct scan_step *s)
{
    size_t i = (size_t)(s - w->steps); /* the other buffers belong to the scan under way */
    *s = (struct scan_step){.slot = w->range, .chunk = &w->chunks[i], .hits = &w->hits[i]};
    chunk_use(s->chunk, search_memory(w->all->search, w->engine));
    s->chunk->for_device = search_decodes(w->all->search, w->engine);
    return extractor_read(w->extractor, s->chunk, &s->place);
}

/* Scans a small input of the range, and others together with it. */
static void scan_small(struct worker *w, struct together_part *parts, size_t n)
{
    double start = io_seconds();
    scan_together(&w->together, &w->scanner, parts, n);
    w->range->seconds += io_seconds() - start;
}

/* Searches the small inputs that come next in the range. Returns false if there are none. */
static bool search_small(struct worker *w)
{
    struct extractor_place places[TOGETHER_INPUTS];
    struct together_part parts[TOGETHER_INPUTS];
    size_t n = 0, bytes = 0;
    while (n < TOGETHER_INPUTS && bytes < TOGETHER_ENOUGH &&
           extractor_is_small(w->extractor, TOGETHER_BYTES)) {
        if (!together_reserve(&w->small[n]))
            die_out_of_memory();
        (void)extractor_read(w->extractor, &w->small[n], &places[n]);
        bool whole = places[n].first && places[n].last && places[n].part->news.errnum == 0;
        parts[n] = (struct together_part){
            .chunk = &w->small[n], .whole = whole, .hits = &w->small_hits[n]};
        bytes += w->small[n++].nbytes;
    }
    for (size_t i = 0; i < n; i++) {
        if (!parts[i].scanned)
            scan_small(w, &parts[i], n - i);
        double start = io_seconds();
        extractor_sift(w->extractor, &places[i], parts[i].chunk, parts[i].hits, parts[i].status);
        w->range->extract.resolve += io_seconds() - start;
        together_release(parts[i].hits);
    }
    return n > 0;
}

/* Searches all small inputs that come next in the range, where that is worth while. */
static void search_all_small(struct worker *w)
{
    if (w->engine != SCANNER_ENGINE || !scan_together_pays(w->scanner.parts))
        return;
    finish_under_way(w);
    while (search_small(w))
        ;
}

/* Gets the next chunk to scan. Returns false at the end. */
static bool next_step(struct worker *w, struct scan_step *s)
{
    while (w->range == NULL || !read_range(w, s)) {
        if (w->range != NULL)
            leave_range(w);
        if (w->lost || !claim_slot(w))
            return false;
        struct slot *slot = w->last;
        if (work_ring_send_away(w->all->ring, slot)) {
            w->last = NULL;
            continue;
        }
        if (!slot_has_range(slot)) {
            *s = (struct scan_step){.slot = slot, .chunk = &slot->chunk, .hits = &slot->hits};
            return true;
        }
        begin_range(w, slot);
        search_all_small(w);
    }
    return true;
}

/* --- the end of a worker --- */

static void leave_work(struct worker *w, bool dead)
{
    struct workers *all = w->all;
    (void)pthread_mutex_lock(&all->lock);
    w->dead = dead;
    all->running--;
    (void)pthread_cond_signal(&all->over);
    (void)pthread_mutex_unlock(&all->lock);
}

/* Called instead of exiting when this worker fails (diag.h): leaves the message in the slots that
 * it holds, and waits for the program's exit. Saving the output of a range so far may fail as well;
 * then this function is called again, and that output is lost. A worker that holds no slot was
 * still opening its engine: then the search fails. */
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
            extractor_end(w->extractor, &slot->extract); /* the other slots have no output yet */
        first = false;
        slot->death = w->death;
        work_ring_done(w->all->ring, slot);
    }
    if (!any)
        work_ring_fail(w->all->ring, w->death);
    leave_work(w, true);
    for (;;)
        (void)pause();
}

static void report_stats(const struct worker *w)
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

static void close_worker(struct worker *w)
{
    report_stats(w);
    scanner_close(&w->scanner);
    extractor_close(w->extractor);
    for (size_t i = 0; i < 2; i++) {
        chunk_free(&w->chunks[i]);
        hits_free(&w->hits[i]);
    }
    for (size_t i = 0; i < TOGETHER_INPUTS; i++) {
        chunk_free(&w->small[i]);
        hits_free(&w->small_hits[i]);
    }
    scan_together_close(&w->together);
}

static void scan_all(struct worker *w)
{
    const struct search *search = w->all->search;
    struct scan_step *s = &w->steps[0];
    while (next_step(w, s)) {
        start_scan(w, s);
        finish_under_way(w);
        w->under_way = s;
        if (!search_engine(search, s->engine)->asynchronous || s->status != ENGINE_OK)
            finish_under_way(w);
        s = &w->steps[w->under_way == &w->steps[0]];
    }
    finish_under_way(w);
}

/* Opens the scanner before it first claims a slot: a thread's first allocations are slow, and other
 * workers must not wait for them. A device is opened only when there is work for it. */
static void work(struct worker *w)
{
    const struct engine *engine = search_engine(w->all->search, w->engine);
    diag_last_words(last_words, w);
    trace_thread(w->engine == SCANNER_OFFLOAD ? "device-worker" : "worker", w->number);
    trace(TRACE_EDGREP, "begins with engine %s", engine->name);
    if (engine->devices == NULL)
        scanner_open(&w->scanner, w->engine);
    scan_all(w);
    close_worker(w);
    trace(TRACE_EDGREP, "ends%s", w->lost ? ", its device is lost" : "");
}

static void *work_alone(void *argument)
{
    struct worker *w = argument;
    work(w);
    leave_work(w, false);
    return NULL;
}

/* --- starting --- */

/* Returns how many devices the ranks of this host share. */
static unsigned devices_of(const struct search *s, const struct engine_devices *devices)
{
    return s->options->ndevices > 0 ? (unsigned)s->options->ndevices : devices->count();
}

/* Returns the device of worker i. */
static unsigned device_for(const struct search *s, const struct engine_devices *devices, unsigned i)
{
    unsigned n = devices_of(s, devices), at = share_item(n, i % share_count(n));
    return s->options->ndevices > 0 ? s->options->devices[at] : at;
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
    return devices != NULL ? workers_for(search, devices) : search->options->threads;
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

struct workers *workers_start(const struct search *search, struct work_ring *ring,
                              struct scanner *begun, unsigned n)
{
    struct workers *w = xcalloc(1, sizeof *w);
    w->search = search;
    w->ring = ring;
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

/* --- devices beside the processor --- */

/* Opens the device before it claims a slot: later slots would have to wait for it. */
static void *work_offloaded(void *argument)
{
    struct worker *w = argument;
    scanner_open(&w->scanner, SCANNER_OFFLOAD);
    work_ring_device_starts(w->all->ring);
    work(w);
    work_ring_device_ends(w->all->ring);
    leave_work(w, false);
    return NULL;
}

/* Finds the devices, which takes long. Then starts the other workers for them, and works as the
 * first. */
static void *begin_offloading(void *argument)
{
    struct worker *first = argument;
    struct workers *all = first->all;
    const struct engine *engine = search_engine(all->search, SCANNER_OFFLOAD);
    struct stats *stats = all->search->stats;
    if ((stats->why_not = engine->why_not()) != NULL) {
        leave_work(first, false);
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
        stats->costs = costs; /* the largest gain so far */
    if (stats->begun)
        workers_offload(w);
}

/* Waits until no worker runs. Returns whether all have ended without a failure. */
static bool wait_for_all(struct workers *w)
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
    if (!wait_for_all(w))
        return n; /* failed workers still use their memory */
    for (unsigned i = 0; i < w->n; i++)
        (void)pthread_join(w->v[i].thread, NULL);
    for (unsigned i = 0; i < w->noffloaded; i++)
        (void)pthread_join(w->offloaded[i].thread, NULL);
    workers_close(w);
    return n;
}
