/*
 * pipeline.c - see pipeline.h.
 *
 * At first the main thread works alone: it reads a chunk, scans it, and prints the results. With
 * -j1, for small inputs and for slow pipes it stays so to the end. A large file at the beginning,
 * the first full chunk, or many small inputs show that there is work for several threads. Then
 * workers claim ranges and chunks (workers.h, work_ring.h), and the main thread prints their
 * results in input order.
 *
 * Ranges are not used with --line-buffered, which writes each line on its own, and with some kinds
 * of context, which cannot be joined (select_joins()): then all work is chunks.
 *
 * After each slot the main thread estimates whether devices beside the processor would save more
 * time than they need to start (plan/offload.h).
 *
 * The output is flushed whenever the main thread is about to wait for input. Errors travel in the
 * slot; only the main thread reports them and exits.
 */
#include "edgrep/pipeline.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "edgrep/hints.h"
#include "edgrep/lead_rank.h"
#include "edgrep/print_results.h"
#include "edgrep/work_ring.h"
#include "edgrep/workers.h"
#include "input/inputs.h"
#include "ranks/ranks.h"
#include "scan/scan_together.h"

enum {
    SLOTS_OFFLOADED = 6, /* further slots when devices may work beside the processor */
    MANY_INPUTS = 32,    /* small inputs that the main thread searches alone */
    RANGES_AHEAD = 8,    /* ranges that a worker may finish while another worker searches one: that
                            range may be larger, or its thread slower */
};

#define SOON 0.02 /* seconds that output may wait while small files follow each other */

struct pipeline {
    const struct search *search;
    struct print_results results;
    /* The main thread's own slots, until workers start: for small inputs that follow each other. */
    struct slot *alone;
    size_t nalone, opened, capacity; /* slots with a chunk; slots used so far */
    struct scan_together together;
    double seconds; /* of scanning, by the main thread */
    bool hinted;    /* hints_of_wait() */
    double flushed; /* io_seconds() when it last flushed the output */

    struct work_ring *ring;
    struct workers *workers;
    struct lead_rank *lead; /* serves the other ranks, or NULL */
    bool uses_ranks;        /* other ranks may search ranges */
    double began;           /* io_seconds() when the workers started */
    uint64_t bytes_before;  /* bytes searched before that */
};

static void check_end(const struct search *s, enum source_result end)
{
    if (end == SOURCE_MEMORY)
        die_out_of_memory();
    if (end != SOURCE_REGEX)
        return;
    sink_flush(s->sink);
    if (!options_entries(s->options))
        die("--delimiter: %s", source_reason(s->source));
    bool fasta = s->options->query.rules.folding.entries == ENTRY_FASTA;
    die("--%s: the end of an entry is not found: %s", fasta ? "fasta" : "fastq",
        source_reason(s->source));
}

/* --- the main thread alone --- */

/* Flushes the output before a wait for input, and after SOON seconds at the latest. */
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

/* Returns whether the input so far shows that there is work for several threads. */
static bool has_much_work(const struct pipeline *p)
{
    const struct input_status *n = &p->alone[p->nalone - 1].input_status;
    return (!n->last && !n->paused) || p->search->stats->inputs >= MANY_INPUTS ||
           source_is_much(p->search->source);
}

/* Returns the main thread's slot number `i`. */
static struct slot *open_alone(struct pipeline *p, size_t i)
{
    if (i == p->opened) {
        xgrow(&p->alone, &p->capacity, i + 1, sizeof *p->alone);
        p->alone[p->opened++] = SLOT_INIT;
    }
    return &p->alone[i];
}

/* Reads the next chunk, and further ones as long as small inputs follow that should be scanned
 * together. */
static enum source_result read_together(struct pipeline *p)
{
    const struct search *s = p->search;
    size_t most = scan_together_pays(&s->scanner) ? TOGETHER_INPUTS : 1;
    size_t bytes = 0;
    enum source_result result = SOURCE_CHUNK;
    p->nalone = 0;
    while (result == SOURCE_CHUNK && p->nalone < most && bytes < TOGETHER_ENOUGH &&
           (p->nalone == 0 || source_is_small(s->source, TOGETHER_BYTES))) {
        struct slot *slot = open_alone(p, p->nalone);
        if (p->nalone > 0 && !together_reserve(&slot->chunk))
            die_out_of_memory();
        chunk_use(&slot->chunk, search_memory(s, SCANNER_ENGINE));
        slot->chunk.decoding.for_device = search_decodes(s, SCANNER_ENGINE);
        double asked = io_seconds();
        result = source_next(s->source, &slot->chunk, &slot->input_status);
        hints_of_wait(s->options, io_seconds() - asked, &p->hinted);
        p->nalone += result == SOURCE_CHUNK;
        bytes += slot->chunk.nbytes;
    }
    return result;
}

/* Scans the chunks that were read, and prints their results. Returns false if the search needs
 * nothing more. */
static bool search_alone(struct pipeline *p)
{
    struct together_part parts[TOGETHER_INPUTS];
    for (size_t i = 0; i < p->nalone; i++) {
        struct slot *slot = &p->alone[i];
        bool whole =
            slot->input_status.first && slot->input_status.last && slot->input_status.errnum == 0;
        parts[i] =
            (struct together_part){.chunk = &slot->chunk, .whole = whole, .hits = &slot->hits};
    }
    for (size_t i = 0; i < p->nalone; i++) {
        struct slot *slot = &p->alone[i];
        double start = io_seconds();
        if (!parts[i].scanned) /* others together with it */
            scan_together(&p->together, &p->results.scan_chunk.scanner, &parts[i], p->nalone - i);
        p->seconds += io_seconds() - start;
        slot->status = parts[i].status;
        if (!print_results_slot(&p->results, slot))
            return false;
        if (p->nalone > 1)
            together_release(&slot->hits);
    }
    return true;
}

/* Searches until the end, and returns false; or, if several threads are allowed (`helped`), until
 * there is work for them, and returns true. */
static bool run_alone(struct pipeline *p, bool helped)
{
    const struct search *s = p->search;
    if (helped && s->options->work.range_size > 0)
        source_aim(s->source, s->options->work.range_size);
    for (;;) {
        flush_in_time(p);
        enum source_result result = read_together(p);
        if (!search_alone(p))
            return false;
        check_end(s, result);
        if (result == SOURCE_END)
            return false;
        if (helped && has_much_work(p))
            return true;
    }
}

/* --- workers --- */

/* Returns the work done so far, and an estimate of the work left. */
static struct offload_measures measure_work(const struct pipeline *p)
{
    const struct search *s = p->search;
    struct offload_measures now = {.done = s->stats->bytes - p->bytes_before,
                                   .left = p->results.left,
                                   .seconds = io_seconds() - p->began};
    bool known = now.left != UINT64_MAX;
    if (!known || (inputs_several(s->options) && now.left < now.done))
        now.left = now.done;
    if (!known)
        now.reading = work_ring_status(p->ring).read_seconds_per_byte * (double)now.left;
    return now;
}

/* Returns how many slots with chunks the ring needs: those that threads work on, and some that wait
 * to be printed. */
static size_t slots_for(const struct search *s, unsigned workers)
{
    size_t slots = (size_t)workers + 2;
    if (search_engine(s, SCANNER_ENGINE)->devices != NULL)
        slots += workers;
    else if (search_engine(s, SCANNER_OFFLOAD) != NULL)
        slots += SLOTS_OFFLOADED;
    return slots;
}

/* Prints the results of all slots. Returns false if the search needs nothing more. */
static bool print_all(struct pipeline *p)
{
    struct slot *slot;
    bool more = true;
    while (more && (slot = work_ring_next(p->ring)) != NULL) {
        more = print_results_slot(&p->results, slot);
        work_ring_release(p->ring, slot);
        if (search_engine(p->search, SCANNER_OFFLOAD) != NULL) {
            struct offload_measures now = measure_work(p);
            workers_consider_devices(p->workers, &now);
        }
    }
    struct work_ring_status status = work_ring_status(p->ring);
    if (more && status.failure == NULL)
        check_end(p->search, status.end_reason);
    return more;
}

static void check_failure(const struct pipeline *p)
{
    const char *reason = work_ring_status(p->ring).failure;
    if (reason == NULL)
        return;
    sink_flush(p->search->sink);
    die("%s", reason);
}

/* Returns false, with nothing done, if no thread can be started. */
static bool run_workers(struct pipeline *p)
{
    const struct search *s = p->search;
    unsigned wanted = workers_wanted(s);
    size_t chunks = slots_for(s, wanted), ranges = (size_t)RANGES_AHEAD * wanted;
    size_t of_ranks = p->uses_ranks ? lead_rank_slots() : 0;
    struct work_ring_size size = {chunks + ranges, chunks, of_ranks};
    p->ring = work_ring_open(s, size, open_alone(p, 0));
    p->bytes_before = s->stats->bytes;
    p->began = io_seconds();
    p->workers = workers_start(s, p->ring, &p->results.scan_chunk.scanner, wanted);
    if (p->workers != NULL) {
        p->lead = p->uses_ranks ? lead_rank_start(s, p->ring) : NULL;
        bool more = print_all(p);
        if (more)
            check_failure(p);
        work_ring_stop(p->ring);
        lead_rank_join(p->lead);
        if (more) /* errors after an early stop are ignored */
            check_failure(p);
        s->stats->threads = workers_join(p->workers);
        p->seconds += work_ring_status(p->ring).scan_seconds;
    }
    work_ring_close(p->ring);
    return p->workers != NULL;
}

void pipeline_run(const struct search *search)
{
    const struct options *o = search->options;
    struct pipeline p = {.search = search};
    p.results = print_results_open(search, workers_device(search));
    search->stats->threads = 1;
    bool divides = !o->form.line_buffered && select_joins(search->env);
    p.uses_ranks = divides && o->records.delimiter_byte >= 0 && rank_place.count > 1;
    bool helped = o->work.threads > 1 || p.uses_ranks;
    if (helped && divides)
        source_divide(search->source, workers_wanted(search));
    bool much = helped && source_is_much(search->source);
    if ((much || run_alone(&p, helped)) && !run_workers(&p))
        (void)run_alone(&p, false);
    print_results_close(&p.results);
    search->stats->scan = p.seconds;
    search->stats->read += source_seconds(search->source);
    search->stats->binary = source_notes(search->source).binary;
    for (size_t i = 0; i < p.opened; i++)
        slot_free(&p.alone[i]);
    free(p.alone);
    scan_together_close(&p.together);
}
