/*
 * worker_rank.c - see worker_rank.h.
 *
 * The main thread puts received ranges into a source (source_give()), from which the workers claim
 * them as on rank 0 (workers.h, work_ring.h). It sends the extracts to rank 0 in any order.
 *
 * The main thread opens the files. Ranges of one file follow each other, so it keeps the last file
 * open.
 */
#include "edgrep/worker_rank.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "edgrep/messages.h"
#include "edgrep/send_query.h"
#include "edgrep/sent_bounds.h"
#include "edgrep/workers.h"
#include "ranks/same_file.h"
#include "scan/choose_engine.h"

enum { MORE_SLOTS = 64 }; /* for devices */

struct worker_rank {
    struct sent_query query;
    struct search search;
    struct stats stats; /* not printed */
    struct distance_bounds bests;
    struct work_ring *ring;
    struct workers *workers;
    struct scanner scanner;         /* with the search's parts, for workers_start() */
    struct sent_bounds sent_bounds; /* bounds that rank 0 has */
    unsigned room;                  /* ranges that rank 0 may send at a time */
    unsigned devices;               /* workers for devices that were reported to rank 0 */

    struct opened *opened; /* the file of the last part, or NULL */
    uint64_t input;        /* the file's number; UINT64_MAX: text that came in a message */
    atomic_uint open_files;

    double began;  /* io_seconds() at the first range; 0: no range yet */
    double done;   /* bytes searched */
    uint64_t left; /* bytes of the input after the last range; UINT64_MAX: not known */
};

/* --- opening a search --- */

/* Asks rank 0 for `ranges` ranges at a time, in chunks that suit the engine. */
static void send_ready(struct worker_rank *f, unsigned engine, unsigned ranges)
{
    struct pack p = {0};
    f->room = ranges;
    pack_number(&p, ranges);
    pack_number(&p, search_chunk_size(&f->search, engine));
    pack_send(&p, 0, MESSAGE_READY);
}

/* When devices have started, asks for more and larger ranges. */
static void announce_devices(struct worker_rank *f)
{
    unsigned devices = work_ring_status(f->ring).devices;
    if (devices <= f->devices)
        return;
    send_ready(f, SCANNER_OFFLOAD, f->room + 2 * (devices - f->devices));
    f->devices = devices;
}

/* Opens a ring with two slots for each range that a worker or device may hold: one is searched
 * while the extract of another waits to be sent. */
static void start_workers(struct worker_rank *f)
{
    struct search *s = &f->search;
    struct slot none = SLOT_INIT;
    unsigned wanted = workers_wanted(s);
    f->ring =
        work_ring_open(s, (struct work_ring_size){2 * (size_t)wanted + MORE_SLOTS, 1, 0}, &none);
    f->scanner.parts = &s->scanner;
    f->workers = workers_start(s, f->ring, &f->scanner, wanted);
    if (f->workers == NULL)
        die("no thread could be started: %s", strerror(errno));
    send_ready(f, SCANNER_ENGINE, wanted + 1);
}

static void open_search(struct worker_rank *f, const struct message *m)
{
    struct unpack u = unpack_open(m);
    sent_query_get(&f->query, &u);
    const struct options *o = &f->query.options;
    struct output_env *env = &f->query.env;
    env->query = choose_engine_query(o, env->wants.report);
    env->bests = &f->bests;
    f->search = (struct search){
        .options = o,
        .env = env,
        .scanner = choose_engine_parts(o, env->query, choose_engine(o, env->query)),
        .source = source_open_given(),
        .sink = sink_collect(),
        .stats = &f->stats,
    };
    scanner_parts_open(&f->search.scanner, env->query, &f->bests, o->records.delimiter_byte);
    if (!distance_bounds_open(&f->sent_bounds.known, env->query, env->query->each))
        die_out_of_memory();
    start_workers(f);
}

static void close_search(struct worker_rank *f)
{
    work_ring_stop(f->ring);
    (void)workers_join(f->workers);
    work_ring_close(f->ring);
    opened_leave(f->opened);
    source_close(f->search.source);
    sink_close(f->search.sink);
    distance_bounds_close(&f->sent_bounds.known);
    scanner_parts_close(&f->search.scanner);
    query_free(f->query.env.query);
    sent_query_free(&f->query);
}

/* --- ranges --- */

/* Makes a file of the text that came with a part. Returns NULL or the error. */
static const char *make_file(struct input_file *file, const struct message_part *p)
{
    file->fd = memfd_create("text", MFD_CLOEXEC);
    file->start = -(off_t)p->part.begin;
    file->size = p->part.begin + p->length;
    return file->fd >= 0 && io_write(file->fd, p->text, p->length) ? NULL : strerror(errno);
}

/* Sets f->opened to the file of a part. Returns NULL, or why it cannot be searched. */
static const char *find_file(struct worker_rank *f, const struct message_part *p)
{
    const struct input_status *n = &p->part.input_status;
    struct input_file file = {.fd = -1, .regular = true, .size = n->size};
    const char *reason = NULL;
    if (f->opened != NULL && f->input == p->part.input && p->text == NULL)
        return NULL;
    opened_leave(f->opened);
    f->opened = NULL;
    if (p->text != NULL)
        reason = make_file(&file, p);
    else if (!n->unopened)
        reason = same_file_open(n->name, (struct file_version){n->size, p->modified}, &file.fd);
    if (reason != NULL)
        inputs_done(&file);
    else if ((f->opened = opened_new(&file, &f->open_files)) == NULL)
        reason = strerror(ENOMEM);
    /* the text belongs to this part only */
    f->input = p->text == NULL ? p->part.input : UINT64_MAX;
    return reason;
}

static void send_extract(struct worker_rank *f, struct slot *slot)
{
    struct pack p = {0};
    char reason[4096]; /* the slot points to it until the message is packed */
    if (slot->death != NULL) {
        (void)snprintf(reason, sizeof reason, "rank %u (%s): %s", rank_place.own, rank_place.host,
                       slot->death);
        slot->death = reason;
    }
    message_put_extract(&p, slot, sent_bounds_common(&f->sent_bounds, &f->bests));
    pack_send(&p, 0, MESSAGE_EXTRACT);
}

/* Sends an extract that holds only the error: the range cannot be searched. */
static void send_error(struct worker_rank *f, struct range *r, const char *name, const char *reason)
{
    struct slot slot = SLOT_INIT;
    char death[4096];
    (void)snprintf(death, sizeof death, "%s: %s", name, reason);
    slot.range = *r;
    slot.death = death;
    send_extract(f, &slot);
}

/* Returns the bytes of the input after the part; UINT64_MAX if not known. */
static uint64_t left_behind(const struct part *p)
{
    if (p->input_status.size == UINT64_MAX)
        return UINT64_MAX;
    return p->end < p->input_status.size ? p->input_status.size - p->end : 0;
}

/* Reads the parts of a range. Returns false if one cannot be searched; rank 0 gets the error. */
static bool read_parts(struct worker_rank *f, struct range *r, struct unpack *u, size_t n)
{
    while (r->nparts < n) {
        struct message_part p = message_get_part(u);
        const char *reason = find_file(f, &p);
        if (reason != NULL)
            send_error(f, r, p.part.input_status.name, reason);
        p.part.opened = f->opened;
        f->left = left_behind(&p.part);
        if (reason == NULL && !range_add(r, &p.part))
            die_out_of_memory();
        if (reason != NULL) {
            input_status_clear(&p.part.input_status);
            return false;
        }
    }
    return true;
}

/* Starts devices beside the processor if they pay, as rank 0 does. This rank gets only its share of
 * the rest. */
static void consider_devices(const struct worker_rank *f)
{
    struct offload_measures now = {.done = (uint64_t)f->done,
                                   .left = f->left / rank_place.count,
                                   .seconds = io_seconds() - f->began};
    if (f->left == UINT64_MAX || (f->query.several && now.left < now.done))
        now.left = now.done;
    workers_consider_devices(f->workers, &now);
}

static void add_range(struct worker_rank *f, struct unpack *u)
{
    struct message_range head = message_get_range(u);
    struct range r = {.ticket = head.number};
    distance_bounds_lower(&f->bests, head.bound);
    if (f->began == 0)
        f->began = io_seconds();
    if (read_parts(f, &r, u, head.nparts))
        source_give(f->search.source, &r);
    range_free(&r);
}

/* Handles a message during a search. Returns false when the search ends. */
static bool handle_message(struct worker_rank *f, const struct message *m)
{
    struct unpack u = unpack_open(m);
    switch (m->kind) {
    case MESSAGE_RANGE:
        add_range(f, &u);
        return true;
    case MESSAGE_BOUNDS:
        sent_bounds_receive(&f->sent_bounds, &f->bests, &u);
        return true;
    case MESSAGE_DONE:
        source_done(f->search.source, unpack_number(&u) - 1, UINT64_MAX);
        return true;
    default: /* MESSAGE_STOP */
        return false;
    }
}

/* Sends the extracts that are done. Returns false if there were none. Exits if a worker could not
 * start. */
static bool send_extracts(struct worker_rank *f)
{
    struct slot *slot;
    bool any = false;
    while ((slot = work_ring_poll(f->ring)) != NULL) {
        f->done += slot_bytes(slot);
        send_extract(f, slot);
        work_ring_release(f->ring, slot);
        consider_devices(f);
        any = true;
    }
    const char *failure = work_ring_status(f->ring).failure;
    if (failure != NULL)
        die("%s", failure);
    return any;
}

/* Serves the search until rank 0 stops it. */
static void serve_search(struct worker_rank *f)
{
    struct message m;
    for (bool more = true; more;) {
        bool any = send_extracts(f);
        struct pack p = {0};
        if (sent_bounds_put_new(&f->sent_bounds, &f->bests, &p))
            pack_send(&p, 0, MESSAGE_BOUNDS);
        announce_devices(f);
        while (more && ranks_receive(&m)) {
            more = handle_message(f, &m);
            free(m.bytes);
            any = true;
        }
        if (!any)
            ranks_await();
    }
}

static void run_search(const struct message *m)
{
    struct worker_rank f = {.began = 0};
    open_search(&f, m);
    trace(TRACE_EDGREP, "searches for rank 0");
    serve_search(&f);
    close_search(&f);
    ranks_send(0, MESSAGE_GONE, NULL, 0);
}

void worker_rank_run(void)
{
    struct message m = {.kind = MESSAGE_GONE};
    while (m.kind != MESSAGE_OVER) {
        while (!ranks_receive(&m))
            ranks_await();
        if (m.kind == MESSAGE_START)
            run_search(&m);
        free(m.bytes);
    }
    ranks_send(0, MESSAGE_OVER, NULL, 0);
}
