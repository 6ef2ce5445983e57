/*
 * pipeline.c - who does what, and when.
 *
 * At first the main thread does everything itself: it reads a chunk, scans it, and delivers what
 * was found. So it is for all small inputs and slow pipes, and with -j1 to the end. A large file at
 * the beginning, the first full chunk, or many small inputs show that there is work for threads:
 * then workers take ranges and chunks (workers.h, turns.h), and the main thread delivers what they
 * have made of them, in order.
 *
 * --line-buffered writes each line by itself, and not all kinds of context can be joined
 * (select_joins()), so with these all is chunks.
 *
 * After each chunk the main thread estimates whether the time is won back that devices beside the
 * processor need to begin (base/offload.h).
 *
 * Output is flushed whenever the main thread is about to wait for input. Errors travel in the slot;
 * only the main thread reports them and ends the program.
 */
#include "edgrep/pipeline.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "edgrep/deliver.h"
#include "edgrep/distribute.h"
#include "edgrep/turns.h"
#include "edgrep/workers.h"
#include "ranks/ranks.h"
#include "text/inputs.h"

enum {
    SLOTS_OFFLOADED = 6, /* more of them when devices may work beside the processor */
    MANY_INPUTS = 32,    /* small ones that the main thread searches alone */
    RANGES_AHEAD = 8,    /* that a worker may be done with, while another one is at work on one: it
                            may be as much larger, or its thread as much slower */
};

#define SOON 0.02 /* seconds that output may wait, however many small files follow */

struct pipeline {
    const struct search *search;
    struct deliver deliver;
    struct slot alone; /* the main thread's own, until workers begin */
    double seconds;    /* of scanning, by the main thread */
    double flushed;    /* io_seconds() when it last flushed the output */

    struct turns *turns;
    struct workers *workers;
    struct distribute *distribute; /* to other ranks, or NULL */
    bool spreads;                  /* other ranks may have a part */
    double began;                  /* io_seconds() when the workers began */
    uint64_t bytes_before;         /* bytes that had been delivered then */
    bool offloaded;                /* devices have begun beside the processor */
};

static void check_end(const struct search *s, enum source_result end)
{
    if (end == SOURCE_MEMORY)
        die_out_of_memory();
    if (end != SOURCE_REGEX)
        return;
    sink_flush(s->sink);
    die("--delimiter: %s", source_reason(s->source));
}

/* Without workers. */

/* What is printed goes out before a wait for input, and soon in any case. */
static void flush_in_time(struct pipeline *p)
{
    const struct search *s = p->search;
    double now = io_seconds();
    source_look_ahead(s->source);
    if (!source_may_wait(s->source) && now - p->flushed < SOON)
        return;
    sink_flush(s->sink);
    p->flushed = now;
}

/* Whether other threads should help, after what was just done. */
static bool is_much(const struct pipeline *p)
{
    const struct news *n = &p->alone.news;
    return (!n->last && !n->paused) || p->search->stats->inputs >= MANY_INPUTS ||
           source_is_much(p->search->source);
}

/* False when all is done; true when there is work for others, and they are `wanted`. */
static bool run_alone(struct pipeline *p, bool wanted)
{
    const struct search *s = p->search;
    struct slot *slot = &p->alone;
    struct chunk *c = &slot->chunk;
    chunk_use(c, search_memory(s, SCANNER_ENGINE));
    c->for_device = search_decodes(s, SCANNER_ENGINE);
    if (wanted && s->options->range_size > 0)
        source_aim(s->source, s->options->range_size);
    for (;;) {
        flush_in_time(p);
        enum source_result result = source_next(s->source, c, &slot->news);
        check_end(s, result);
        if (result == SOURCE_END)
            return false;
        double start = io_seconds();
        slot->status = sift_scan(&p->deliver.sift, c, &slot->hits);
        p->seconds += io_seconds() - start;
        if (!deliver_slot(&p->deliver, slot))
            return false;
        if (wanted && is_much(p))
            return true;
    }
}

/* With workers. */

/* What is known of the costs. */
static struct offload_measures measure(const struct pipeline *p)
{
    const struct search *s = p->search;
    struct offload_measures now = {.done = s->stats->bytes - p->bytes_before,
                                   .left = p->deliver.left,
                                   .seconds = io_seconds() - p->began};
    bool known = now.left != UINT64_MAX;
    if (!known || (inputs_several(s->options) && now.left < now.done))
        now.left = now.done;
    if (!known)
        now.reading = turns_reading(p->turns, now.left);
    return now;
}

static void consider_devices(const struct pipeline *p)
{
    struct offload_measures now = measure(p);
    workers_consider_devices(p->workers, &now);
}

/* As many slots as can be in the hands of threads with chunks, and some that wait to be delivered.
 */
static size_t slots_for(const struct search *s, unsigned workers)
{
    size_t slots = (size_t)workers + 2;
    if (search_engine(s, SCANNER_ENGINE)->devices != NULL)
        slots += workers;
    else if (search_engine(s, SCANNER_OFFLOAD) != NULL)
        slots += SLOTS_OFFLOADED;
    return slots;
}

/* Delivers all that the workers scan; false when nothing more is wanted. */
static bool deliver_all(struct pipeline *p)
{
    struct slot *slot;
    bool more = true;
    while (more && (slot = turns_await(p->turns)) != NULL) {
        more = deliver_slot(&p->deliver, slot);
        turns_hand_back(p->turns, slot);
        if (search_engine(p->search, SCANNER_OFFLOAD) != NULL)
            consider_devices(p);
    }
    if (more && turns_failure(p->turns) == NULL)
        check_end(p->search, turns_end(p->turns));
    return more;
}

static void check_failure(const struct pipeline *p)
{
    const char *reason = turns_failure(p->turns);
    if (reason == NULL)
        return;
    sink_flush(p->search->sink);
    die("%s", reason);
}

/* False when no thread is to be had: nothing was done. */
static bool run_workers(struct pipeline *p)
{
    const struct search *s = p->search;
    unsigned wanted = workers_wanted(s);
    size_t chunks = slots_for(s, wanted), ranges = (size_t)RANGES_AHEAD * wanted;
    size_t more = p->spreads ? distribute_slots() : 0;
    p->turns = turns_open(s, (struct turns_size){chunks + ranges, chunks, more}, &p->alone);
    p->bytes_before = s->stats->bytes;
    p->began = io_seconds();
    p->workers = workers_start(s, p->turns, &p->deliver.sift.scanner, wanted);
    if (p->workers != NULL) {
        p->distribute = p->spreads ? distribute_start(s, p->turns) : NULL;
        bool more = deliver_all(p);
        if (more)
            check_failure(p);
        turns_stop(p->turns);
        distribute_join(p->distribute);
        if (more) /* else what happened meanwhile is not wanted either */
            check_failure(p);
        s->stats->threads = workers_join(p->workers);
        p->seconds += turns_scanning(p->turns);
    }
    turns_close(p->turns);
    return p->workers != NULL;
}

void pipeline_run(const struct search *search)
{
    const struct options *o = search->options;
    struct pipeline p = {.search = search, .alone = SLOT_INIT};
    p.deliver = deliver_open(search, workers_device(search));
    search->stats->threads = 1;
    bool divides = !o->line_buffered && select_joins(search->env);
    p.spreads = divides && o->delimiter_byte >= 0 && ranks_count() > 1;
    bool helped = o->threads > 1 || p.spreads;
    if (helped && divides)
        source_divide(search->source, workers_wanted(search));
    bool much = helped && source_is_much(search->source);
    if ((much || run_alone(&p, helped)) && !run_workers(&p))
        (void)run_alone(&p, false);
    deliver_close(&p.deliver);
    search->stats->scan = p.seconds;
    search->stats->read += source_seconds(search->source);
    search->stats->binary = source_binary(search->source);
    slot_free(&p.alone);
}
