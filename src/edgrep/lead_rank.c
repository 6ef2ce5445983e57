#include "edgrep/lead_rank.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/at_exit.h"
#include "base/diag.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "edgrep/messages.h"
#include "edgrep/send_query.h"
#include "edgrep/sent_bounds.h"

enum {
    MOST_RANGES = 256, /* that one rank may hold at a time */
    /* of each rank, so that others go on while a slow rank holds the first range */
    MORE_SLOTS = 16,
};

/* A range that a rank holds. */
struct sent {
    struct slot *slot; /* NULL: none */
    char *death;       /* the rank's error, to which the slot points, or NULL */
};

struct worker_state {
    unsigned rank;
    unsigned room;         /* ranges that it may hold; 0: it is not ready */
    unsigned held;         /* ranges that it holds */
    size_t chunk_size;     /* that suits its engine */
    double seconds, bytes; /* of finished work, all its workers together */
    struct sent sent[MOST_RANGES];
    struct sent_bounds sent_bounds; /* the bound that was sent to it last */
    uint64_t done;                  /* it has been sent that inputs below this number are done */
    bool gone;
};

struct lead_rank {
    const struct search *search;
    struct work_ring *ring;
    pthread_t thread;
    struct worker_state *workers;
    unsigned n, gone;
    double fastest; /* seconds per byte of the fastest rank; 0: not measured yet */
    bool stopping;
};

static bool failed; /* a rank failed */

size_t lead_rank_slots(void)
{
    return (size_t)(rank_place.count - 1) * (MOST_RANGES + MORE_SLOTS);
}

/* --- messages received --- */

static void receive_ready(struct lead_rank *lead, struct worker_state *f, struct unpack *u)
{
    uint64_t wanted = unpack_number(u);
    unsigned room = wanted < MOST_RANGES ? (unsigned)wanted : MOST_RANGES;
    f->chunk_size = (size_t)unpack_number(u);
    trace(TRACE_EDGREP, "rank %u is ready for %u ranges", f->rank, room);
    work_ring_grow(lead->ring, f->room > 0 ? room - f->room : room + MORE_SLOTS);
    source_consumers(lead->search->source, f->room > 0 ? room - f->room : room - 1);
    f->room = room;
}

/* Returns the rank's seconds per byte; 0 if not measured yet. */
static double seconds_per_byte(const struct worker_state *f)
{
    return f->bytes > 0 ? f->seconds / f->bytes : 0;
}

/* Returns the time per byte as a multiple of the fastest rank's. */
static double slowness(const struct lead_rank *lead, double seconds)
{
    return lead->fastest > 0 && seconds > lead->fastest ? seconds / lead->fastest : 1;
}

/* Finds the fastest rank. */
static void find_fastest(struct lead_rank *lead)
{
    double own = work_ring_status(lead->ring).seconds_per_byte;
    lead->fastest = own;
    for (unsigned i = 0; i < lead->n; i++) {
        double p = seconds_per_byte(&lead->workers[i]);
        if (p > 0 && (lead->fastest == 0 || p < lead->fastest))
            lead->fastest = p;
    }
    source_slow(lead->search->source, slowness(lead, own));
}

static void receive_extract(struct lead_rank *lead, struct worker_state *f, struct unpack *u)
{
    struct sent *sent = &f->sent[unpack_number(u) % MOST_RANGES];
    struct slot *slot = sent->slot;
    uint32_t bound = message_get_extract(u, slot, &sent->death);
    distance_bounds_lower(&f->sent_bounds.known, bound);
    distance_bounds_lower(lead->search->scanner.bests, bound);
    slot->death = sent->death;
    sent->slot = NULL;
    f->held--;
    f->seconds += slot->seconds;
    f->bytes += slot_bytes(slot);
    find_fastest(lead);
    if (slot->death != NULL)
        f->room = 0; /* the main thread will exit when it comes to the slot */
    work_ring_done(lead->ring, slot);
}

static void handle_message(struct lead_rank *lead, const struct message *m)
{
    struct worker_state *f = &lead->workers[m->rank - 1];
    struct unpack u = unpack_open(m);
    switch (m->kind) {
    case MESSAGE_READY:
        receive_ready(lead, f, &u);
        break;
    case MESSAGE_EXTRACT:
        receive_extract(lead, f, &u);
        break;
    case MESSAGE_BOUNDS:
        sent_bounds_receive(&f->sent_bounds, lead->search->scanner.bests, &u);
        break;
    default: /* MESSAGE_GONE */
        f->gone = true;
        lead->gone++;
    }
}

/* --- messages sent --- */

static void send_range(struct lead_rank *lead, struct worker_state *f, struct slot *slot)
{
    const struct range *r = &slot->range;
    struct pack p = {0};
    size_t i = 0;
    while (f->sent[i].slot != NULL || f->sent[i].death != NULL)
        i++;
    f->sent[i].slot = slot;
    f->held++;
    slot->engine = SCANNER_ENGINE;
    slot->rank = f->rank;
    message_put_range(&p, slot, i,
                      sent_bounds_common(&f->sent_bounds, lead->search->scanner.bests));
    pack_send(&p, f->rank, MESSAGE_RANGE);
    trace(TRACE_EDGREP, "rank %u gets input %llu from byte %llu on", f->rank,
          (unsigned long long)r->parts[0].input, (unsigned long long)r->parts[0].begin);
    for (i = 0; i < r->nparts; i++)
        part_leave(&r->parts[i]); /* the rank opens the file itself */
}

/* Returns how many more ranges the rank may hold. */
static unsigned room_of(const struct worker_state *f)
{
    return f->held < f->room && !f->gone ? f->room - f->held : 0;
}

/* Returns the rank that may hold the most further ranges. */
static struct worker_state *idlest(const struct lead_rank *lead)
{
    struct worker_state *best = lead->workers;
    for (unsigned i = 1; i < lead->n; i++)
        if (room_of(&lead->workers[i]) > room_of(best))
            best = &lead->workers[i];
    return best;
}

/* Returns how many ranges all ranks have room for. */
static size_t total_room(const struct lead_rank *lead)
{
    size_t n = 0;
    for (unsigned i = 0; i < lead->n; i++)
        n += room_of(&lead->workers[i]);
    return n;
}

/* Sends one range to each rank that has room. Returns false if none was sent. */
static bool send_ranges(struct lead_rank *lead)
{
    bool any = false;
    for (unsigned i = 0; i < lead->n; i++) {
        struct worker_state *f = &lead->workers[i];
        const struct work_ring_rank remote = {slowness(lead, seconds_per_byte(f)), f->chunk_size};
        struct slot *slot;
        if (room_of(f) == 0)
            continue;
        if (work_ring_try_claim(lead->ring, remote, &slot) != CLAIM_OK)
            return any;
        send_range(lead, f, slot);
        any = true;
    }
    return any;
}

/* Returns whether the rank holds a range of an input that is done, and has not been told. */
static bool is_behind(const struct worker_state *f, uint64_t done)
{
    for (size_t i = 0; f->done < done && i < MOST_RANGES; i++)
        if (f->sent[i].slot != NULL && f->sent[i].slot->range.parts[0].input < done)
            return true;
    return false;
}

/* Sends the rank what saves it work: new bounds, and which inputs are done. */
static void send_updates(struct lead_rank *lead, struct worker_state *f)
{
    uint64_t done = source_done_below(lead->search->source);
    struct pack bounds = {0}, number = {0};
    if (f->held == 0)
        return;
    if (sent_bounds_put_new(&f->sent_bounds, lead->search->scanner.bests, &bounds))
        pack_send(&bounds, f->rank, MESSAGE_BOUNDS);
    if (is_behind(f, done)) {
        pack_number(&number, done);
        pack_send(&number, f->rank, MESSAGE_DONE);
        f->done = done;
    }
}

/* Returns whether no rank holds a range and none is left to send. */
static bool is_idle(const struct lead_rank *lead)
{
    for (unsigned i = 0; i < lead->n; i++)
        if (lead->workers[i].held > 0)
            return false;
    return work_ring_status(lead->ring).over;
}

/* One round. Returns false if there was nothing to do. Workers may send chunks away only between
 * two rounds, so each REMOTE chunk still finds the room that it was promised. */
static bool serve(struct lead_rank *lead)
{
    bool any = false;
    struct message m;
    struct slot *slot;
    work_ring_want_chunks(lead->ring, 0);
    while ((slot = work_ring_next_remote(lead->ring)) != NULL)
        send_range(lead, idlest(lead), slot);
    for (; ranks_receive(&m); any = true) {
        handle_message(lead, &m);
        free(m.bytes);
    }
    if (lead->stopping)
        return any;
    while (send_ranges(lead))
        any = true;
    for (unsigned i = 0; i < lead->n; i++)
        send_updates(lead, &lead->workers[i]);
    lead->stopping = is_idle(lead) || work_ring_status(lead->ring).stopped;
    if (!lead->stopping)
        work_ring_want_chunks(lead->ring, total_room(lead));
    for (unsigned i = 0; lead->stopping && i < lead->n; i++)
        ranks_send(lead->workers[i].rank, MESSAGE_STOP, NULL, 0);
    return any;
}

/* Called instead of exiting when this thread fails (diag.h), or when a rank fails (ranks.h). */
static void last_words(void *argument, const char *message)
{
    const struct lead_rank *lead = argument;
    failed = true;
    work_ring_fail(lead->ring, message);
    pthread_exit(NULL);
}

static void *serve_all(void *argument)
{
    struct lead_rank *lead = argument;
    diag_last_words(last_words, lead);
    trace_thread("ranks", lead->n);
    for (unsigned i = 0; i < lead->n; i++) {
        struct pack p = {0};
        sent_query_put(&p, lead->search->env);
        pack_send(&p, lead->workers[i].rank, MESSAGE_START);
    }
    while (lead->gone < lead->n)
        if (!serve(lead))
            ranks_await();
    return NULL;
}

static void close_lead(struct lead_rank *lead)
{
    for (unsigned i = 0; i < lead->n; i++) {
        for (size_t s = 0; s < MOST_RANGES; s++)
            free(lead->workers[i].sent[s].death);
        distance_bounds_close(&lead->workers[i].sent_bounds.known);
    }
    free(lead->workers);
    free(lead);
}

struct lead_rank *lead_rank_start(const struct search *search, struct work_ring *ring)
{
    if (rank_place.count == 1)
        return NULL;
    struct lead_rank *lead = xcalloc(1, sizeof *lead);
    lead->search = search;
    lead->ring = ring;
    lead->n = rank_place.count - 1;
    lead->workers = xcalloc(lead->n, sizeof *lead->workers);
    for (unsigned i = 0; i < lead->n; i++) {
        lead->workers[i].rank = i + 1;
        if (!distance_bounds_open(&lead->workers[i].sent_bounds.known, search->scanner.query,
                                  search->scanner.query->each))
            die_out_of_memory();
    }
    if (pthread_create(&lead->thread, NULL, serve_all, lead) == 0)
        return lead;
    close_lead(lead);
    return NULL;
}

void lead_rank_join(struct lead_rank *lead)
{
    if (lead == NULL)
        return;
    (void)pthread_join(lead->thread, NULL);
    close_lead(lead);
}

static void end_now(void *status, const char *message)
{
    (void)message;
    at_exit_begin(*(const int *)status);
    exit(*(const int *)status);
}

void lead_rank_end_run(int status)
{
    struct message m;
    unsigned left = failed ? 0 : rank_place.count - 1;
    diag_last_words(end_now, &status);
    for (unsigned i = 1; i <= left; i++)
        ranks_send(i, MESSAGE_OVER, NULL, 0);
    while (left > 0) {
        while (!ranks_receive(&m))
            ranks_await();
        left -= m.kind == MESSAGE_OVER;
        free(m.bytes);
    }
    diag_last_words(NULL, NULL);
}
