#include "edgrep/extractor.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/xalloc.h"
#include "input/gather.h"
#include "scan/scan_chunk.h"

struct extractor {
    const struct search *search;
    struct scan_chunk scan_chunk;
    struct matches *matches;
    struct select *select;
    struct gather *gather;
    struct output_env env;

    /* --- reading --- */
    struct range *range;
    struct extract *extract;
    size_t chunk_size;
    size_t next;  /* the part being read, or read next */
    bool reading; /* a chunk of that part has been read */
    bool enough;  /* the search needs nothing more */

    struct extract_part *current; /* the part whose chunks are passed on, or NULL */

    /* Best mode: the bounds for one input. They are below the common ones when a later part of the
     * input has a nearer occurrence. */
    uint64_t input;
    struct distance_bounds bests;
    struct scanner_parts parts; /* the search's, with these bounds */
};

struct extractor *extractor_open(const struct search *search, unsigned device, unsigned readers)
{
    struct extractor *e = xcalloc(1, sizeof *e);
    e->search = search;
    e->parts = search->scanner;
    e->parts.bests = &e->bests;
    e->input = UINT64_MAX;
    if (!distance_bounds_open(&e->bests, e->parts.query, e->parts.query->each))
        die_out_of_memory();
    struct gather_files files = {&reading_files, readers, source_wake(search->source)};
    e->gather = gather_open(search->options, e->parts.query, search->scanner.alphabet,
                            &search->scanner.shared->sieve, 1, &files);
    e->env = *search->env;
    e->env.collects = true;
    e->env.sink = sink_collect();
    e->env.bests = &e->bests;
    e->select = select_open(&e->env);
    e->matches = matches_open(&e->env, search->scanner.alphabet, e->select);
    e->scan_chunk = matches_scan(e->matches, &e->parts, device);
    return e;
}

void extractor_report(const struct extractor *e, struct stats *stats)
{
    stats_add(stats, &e->scan_chunk.scanner);
}

void extractor_close(struct extractor *e)
{
    if (e == NULL)
        return;
    scanner_close(&e->scan_chunk.scanner);
    matches_close(e->matches);
    select_close(e->select);
    sink_close(e->env.sink);
    distance_bounds_close(&e->bests);
    gather_close(e->gather);
    free(e);
}

void extractor_begin(struct extractor *e, struct range *range, struct extract *x, size_t chunk_size)
{
    x->nparts = 0;
    xgrow(&x->parts, &x->capacity, range->nparts, sizeof *x->parts);
    x->nparts = range->nparts;
    memset(x->parts, 0, x->nparts * sizeof *x->parts);
    collected_clear(&x->collected);
    x->read = x->scan = x->resolve = 0;
    e->chunk_size = chunk_size;
    e->range = range;
    e->extract = x;
    e->next = 0;
    e->reading = e->enough = false;
}

/* --- reading --- */

static void leave_part(struct extractor *e)
{
    if (e->reading)
        gather_end(e->gather);
    part_leave(&e->range->parts[e->next]);
    e->next++;
    e->reading = false;
}

/* Returns whether the part needs more reading. */
static bool is_wanted(const struct extractor *e, const struct part *p)
{
    return !p->input_status.unopened && !e->extract->parts[e->next].ended &&
           !source_is_done(e->search->source, p->input);
}

/* Returns how many bytes of its file the part has. */
static uint64_t length_of(const struct part *p)
{
    uint64_t size = p->opened->file.size, end = p->end < size ? p->end : size;
    return end > p->begin ? end - p->begin : 0;
}

/* Divides a part into chunks of about the same size: on a device a small chunk at the end would
 * take as long as a full one. */
static void begin_reading(struct extractor *e, const struct part *p)
{
    const struct input_file *file = &p->opened->file;
    uint64_t length = length_of(p);
    uint64_t chunks = input_is_stream(file) ? 0 : (length + e->chunk_size / 2) / e->chunk_size;
    gather_aim(e->gather, chunks > 0 ? (size_t)((length + chunks - 1) / chunks) : e->chunk_size);
    gather_begin(e->gather, &(struct stretch){
                                .file = file,
                                .input = p->input,
                                .begin = p->begin,
                                .end = p->end,
                                .converted = encoding_of_kind(&e->search->options->inputs.encoding,
                                                              p->converted),
                                .source = p->source,
                            });
}

bool extractor_is_small(const struct extractor *e, uint64_t most)
{
    if (e->next == e->range->nparts || e->reading || e->enough)
        return false;
    const struct part *p = &e->range->parts[e->next];
    return is_wanted(e, p) && !input_is_stream(&p->opened->file) && length_of(p) <= most;
}

bool extractor_read(struct extractor *e, struct chunk *c, struct extractor_place *place)
{
    while (e->next < e->range->nparts && !is_wanted(e, &e->range->parts[e->next]))
        leave_part(e);
    if (e->next == e->range->nparts || e->enough)
        return false;
    double start = io_seconds();
    struct part *p = &e->range->parts[e->next];
    struct input_status n = {.last = false};
    if (!e->reading)
        begin_reading(e, p);
    if (gather_next(e->gather, c, &n) != GATHER_CHUNK)
        die_out_of_memory();
    *place = (struct extractor_place){p, &e->extract->parts[e->next], !e->reading, n.last};
    e->reading = true;
    if (n.last) {
        p->input_status.errnum = n.errnum;
        p->input_status.reason = n.reason;
        p->input_status.packed = n.packed;
        leave_part(e);
    }
    e->extract->read += io_seconds() - start;
    return true;
}

/* --- hits --- */

static void begin_part(struct extractor *e, const struct extractor_place *place)
{
    const struct part *p = place->part;
    if (p->input != e->input) {
        distance_bounds_reset(&e->bests);
        select_restart(e->select);
    }
    e->input = p->input;
    distance_bounds_adopt(&e->bests, e->search->scanner.bests);
    e->current = place->to;
    select_begin_part(e->select, p->input_status.name, p->input_status.size, !p->input_status.first,
                      p->end != UINT64_MAX);
    matches_input(e->matches, p->begin);
}

static void end_part(struct extractor *e)
{
    e->current->finding = matches_part(e->matches, e->current->cut);
    e->current->ended = !e->current->cut;
    e->current = NULL;
}

void extractor_sift(struct extractor *e, const struct extractor_place *place, const struct chunk *c,
                    struct hits *hits, enum engine_status status)
{
    struct extract_part *to = place->to;
    if (to->ended)
        return; /* the part needs nothing more */
    if (place->first)
        begin_part(e, place);
    to->symbols += c->own.end - c->own.begin;
    to->end = c->origin.offset + c->end_byte;
    to->source = chunk_source(c, c->end_byte);
    distance_bounds_adopt(&e->bests, e->search->scanner.bests);
    to->hits += scan_chunk_hits(&e->scan_chunk, c, hits, status);
    if (place->part->input_status.first)
        distance_bounds_adopt(e->search->scanner.bests, &e->bests);
    enum select_state state = select_state(e->select);
    e->enough = state == SELECT_ALL_DONE;
    if (place->last || state != SELECT_GO_ON)
        end_part(e);
}

void extractor_end(struct extractor *e, struct extract *x)
{
    if (e->current != NULL) {
        e->current->cut = true;
        end_part(e);
    }
    select_exchange(e->select, &x->collected);
}
