#include "edgrep/worker.h"

#include <stdio.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "scan/scan_chunk.h"

static void finish_slot(struct worker *w, struct slot *slot)
{
    w->ending = slot;
    if (slot_has_range(slot)) {
        struct extract *x = &slot->extract;
        x->scan = slot->seconds;
        slot->seconds += x->read + x->resolve;
        extractor_end(w->extractor, x);
    }
    w->ending = NULL;
    work_ring_done(w->all->ring, slot);
}

/* --- scans --- */

static void start_scan(struct worker *w, struct scan_step *s)
{
    struct chunk *c = s->chunk;
    if (source_is_done(w->all->search->source, c->origin.input))
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
        s->status = scanner_end(&w->scanner, SCANNER_ENGINE, s->chunk, s->hits);
}

static void finish_scan(struct worker *w, struct scan_step *s)
{
    struct slot *slot = s->slot;
    double start = io_seconds();
    if (s->status == ENGINE_OK)
        s->status = scanner_end(&w->scanner, s->engine, s->chunk, s->hits);
    if (s->engine == SCANNER_OFFLOAD && s->status != ENGINE_OK && s->status != ENGINE_FULL)
        rescan(w, s);
    slot->seconds += io_seconds() - start;
    slot->status = s->status;
    scan_chunk_check(w->scanner.parts, s->status);
    if (!slot_has_range(slot)) {
        finish_slot(w, slot);
        return;
    }
    start = io_seconds();
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
    unsigned readers = engine->devices != NULL ? s->options->work.threads / WORKERS_A_DEVICE : 1;
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
    s->chunk->decoding.for_device = search_decodes(w->all->search, w->engine);
    return extractor_read(w->extractor, s->chunk, &s->place);
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
        if (!extractor_read(w->extractor, &w->small[n], &places[n]))
            break; /* other threads have found enough since */
        bool whole = places[n].first && places[n].last && places[n].part->input_status.errnum == 0;
        parts[n] = (struct together_part){
            .chunk = &w->small[n], .whole = whole, .hits = &w->small_hits[n]};
        bytes += w->small[n++].nbytes;
    }
    for (size_t i = 0; i < n; i++) {
        double start = io_seconds();
        if (!parts[i].scanned) /* others together with it */
            scan_together(&w->together, &w->scanner, &parts[i], n - i);
        w->range->seconds += io_seconds() - start;
        start = io_seconds();
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

void worker_leave(struct worker *w, bool dead)
{
    struct worker_shared *all = w->all;
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
    worker_leave(w, true);
    for (;;)
        (void)pause();
}

static void close_worker(struct worker *w)
{
    const struct search *s = w->all->search;
    (void)pthread_mutex_lock(&w->all->lock);
    stats_add(s->stats, &w->scanner);
    if (w->extractor != NULL)
        extractor_report(w->extractor, s->stats);
    if (w->lost)
        s->stats->devices.why_not =
            engine_loaded(search_engine(s, SCANNER_OFFLOAD))->devices->why_failed();
    (void)pthread_mutex_unlock(&w->all->lock);
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
void worker_work(struct worker *w)
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
