/* distribute.c - see distribute.h. */
#include "edgrep/distribute.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "edgrep/briefing.h"
#include "edgrep/parcel.h"
#include "edgrep/told.h"

enum {
    MOST_RANGES = 256, /* that a rank may have at a time */
    MORE_SLOTS = 16,   /* for each rank: what others do while a slow one is at the first range */
};

/* A range that a rank has. */
struct sent {
    struct slot *slot; /* NULL: none */
    char *death;       /* what the slot says of it, or NULL */
};

struct follower {
    unsigned rank;
    unsigned room; /* ranges that it may have; 0: it is not ready */
    unsigned has;
    size_t chunk_size;     /* that its engine wants */
    double seconds, bytes; /* of work that is done, all its workers together */
    struct sent sent[MOST_RANGES];
    struct told told; /* what it knows of the level */
    uint64_t done;    /* likewise: inputs below this number */
    bool gone;
};

struct distribute {
    const struct search *search;
    struct turns *turns;
    pthread_t thread;
    struct follower *followers;
    unsigned n, gone;
    double best; /* the pace of the fastest rank; 0: nobody knows */
    bool stopping;
};

static bool lost; /* a rank could not go on */

size_t distribute_slots(void)
{
    return (size_t)(ranks_count() - 1) * (MOST_RANGES + MORE_SLOTS);
}

static struct follower *find(struct distribute *d, const struct message *m)
{
    return &d->followers[m->rank - 1];
}

/* Messages that come. */

static void take_ready(struct distribute *d, struct follower *f, struct unpack *u)
{
    uint64_t wanted = unpack_number(u);
    unsigned room = wanted < MOST_RANGES ? (unsigned)wanted : MOST_RANGES;
    f->chunk_size = (size_t)unpack_number(u);
    trace(TRACE_EDGREP, "rank %u is ready for %u ranges", f->rank, room);
    turns_widen(d->turns, f->room > 0 ? room - f->room : room + MORE_SLOTS);
    source_takers(d->search->source, f->room > 0 ? room - f->room : room - 1);
    f->room = room;
}

/* What it has found of all patterns together. */
static void take_level(struct distribute *d, struct follower *f, uint32_t level)
{
    f->told.all = level < f->told.all ? level : f->told.all;
    bests_lower(d->search->bests, level);
}

/* Seconds for a byte; 0: nobody knows. */
static double pace(const struct follower *f)
{
    return f->bytes > 0 ? f->seconds / f->bytes : 0;
}

/* How many times the pace is that of the fastest rank. */
static double slowness(const struct distribute *d, double pace)
{
    return d->best > 0 && pace > d->best ? pace / d->best : 1;
}

/* Finds out which rank is the fastest. */
static void weigh(struct distribute *d)
{
    double own = turns_pace(d->turns);
    d->best = own;
    for (unsigned i = 0; i < d->n; i++) {
        double p = pace(&d->followers[i]);
        if (p > 0 && (d->best == 0 || p < d->best))
            d->best = p;
    }
    source_slow(d->search->source, slowness(d, own));
}

static void take_extract(struct distribute *d, struct follower *f, struct unpack *u)
{
    struct sent *sent = &f->sent[unpack_number(u) % MOST_RANGES];
    struct slot *slot = sent->slot;
    take_level(d, f, parcel_get_extract(u, slot, &sent->death));
    slot->death = sent->death;
    sent->slot = NULL;
    f->has--;
    f->seconds += slot->seconds;
    f->bytes += slot_bytes(slot);
    weigh(d);
    if (slot->death != NULL)
        f->room = 0; /* the end of the program is near */
    turns_scanned(d->turns, slot);
}

static void take_message(struct distribute *d, const struct message *m)
{
    struct follower *f = find(d, m);
    struct unpack u = unpack_open(m);
    switch (m->kind) {
    case PARCEL_READY:
        take_ready(d, f, &u);
        break;
    case PARCEL_EXTRACT:
        take_extract(d, f, &u);
        break;
    case PARCEL_LEVEL:
        told_take(&f->told, d->search->bests, &u);
        break;
    default: /* PARCEL_GONE */
        f->gone = true;
        d->gone++;
    }
}

/* Messages that go. */

static void send_number(const struct follower *f, unsigned kind, uint64_t n)
{
    struct pack p = {0};
    pack_number(&p, n);
    pack_send(&p, f->rank, kind);
}

static void send_range(struct distribute *d, struct follower *f, struct slot *slot)
{
    const struct range *r = &slot->range;
    struct pack p = {0};
    size_t i = 0;
    while (f->sent[i].slot != NULL || f->sent[i].death != NULL)
        i++;
    f->sent[i].slot = slot;
    f->has++;
    slot->engine = SCANNER_ENGINE;
    slot->rank = f->rank;
    parcel_put_range(&p, slot, i, told_all(&f->told, d->search->bests));
    pack_send(&p, f->rank, PARCEL_RANGE);
    trace(TRACE_EDGREP, "rank %u gets input %llu from byte %llu on", f->rank,
          (unsigned long long)r->parts[0].input, (unsigned long long)r->parts[0].begin);
    for (i = 0; i < r->nparts; i++)
        part_leave(&r->parts[i]); /* it opens the file by itself */
}

/* How many more ranges it may have. */
static unsigned room_of(const struct follower *f)
{
    return f->has < f->room && !f->gone ? f->room - f->has : 0;
}

/* The one that may have most. */
static struct follower *idlest(const struct distribute *d)
{
    struct follower *best = d->followers;
    for (unsigned i = 1; i < d->n; i++)
        if (room_of(&d->followers[i]) > room_of(best))
            best = &d->followers[i];
    return best;
}

/* Sends the chunks that workers gave; each of them, for there was room. */
static void send_given(struct distribute *d)
{
    struct slot *slot;
    while ((slot = turns_take_given(d->turns)) != NULL)
        send_range(d, idlest(d), slot);
}

/* How many ranges the other ranks have room for. */
static size_t room(const struct distribute *d)
{
    size_t n = 0;
    for (unsigned i = 0; i < d->n; i++)
        n += room_of(&d->followers[i]);
    return n;
}

/* Gives each rank that has room one range; false: none could be given. */
static bool send_ranges(struct distribute *d)
{
    bool any = false;
    for (unsigned i = 0; i < d->n; i++) {
        struct follower *f = &d->followers[i];
        const struct turns_taker taker = {slowness(d, pace(f)), f->chunk_size};
        struct slot *slot;
        if (room_of(f) == 0)
            continue;
        if (turns_take_away(d->turns, taker, &slot) != TURN_TAKEN)
            return any;
        send_range(d, f, slot);
        any = true;
    }
    return any;
}

/* Whether the rank has a range of an input that is done with, and does not know that. */
static bool is_behind(const struct follower *f, uint64_t done)
{
    for (size_t i = 0; f->done < done && i < MOST_RANGES; i++)
        if (f->sent[i].slot != NULL && f->sent[i].slot->range.parts[0].input < done)
            return true;
    return false;
}

/* Tells the rank what makes its work less. */
static void send_news(struct distribute *d, struct follower *f)
{
    uint64_t done = source_done_below(d->search->source);
    struct pack p = {0};
    if (f->has == 0)
        return;
    if (told_put(&f->told, d->search->bests, &p))
        pack_send(&p, f->rank, PARCEL_LEVEL);
    if (is_behind(f, done))
        send_number(f, PARCEL_DONE, f->done = done);
}

static void send_stop(struct distribute *d)
{
    for (unsigned i = 0; i < d->n; i++)
        ranks_send(d->followers[i].rank, PARCEL_STOP, NULL, 0);
    d->stopping = true;
}

/* Whether no range is to be given, and none is out: all have been read, or nothing is wanted. */
static bool is_idle(const struct distribute *d)
{
    for (unsigned i = 0; i < d->n; i++)
        if (d->followers[i].has > 0)
            return false;
    return turns_over(d->turns);
}

/* Receives all that has come; false: nothing. */
static bool receive(struct distribute *d)
{
    struct message m;
    bool any = false;
    while (ranks_receive(&m)) {
        take_message(d, &m);
        free(m.bytes);
        any = true;
    }
    return any;
}

/* One round; false when there was nothing to do. Chunks are wanted between two rounds only: so the
 * room that they were given for is there. */
static bool serve(struct distribute *d)
{
    turns_want(d->turns, 0);
    send_given(d);
    bool any = receive(d);
    if (d->stopping)
        return any;
    while (send_ranges(d))
        any = true;
    for (unsigned i = 0; i < d->n; i++)
        send_news(d, &d->followers[i]);
    if (is_idle(d) || turns_stopped(d->turns))
        send_stop(d);
    else
        turns_want(d->turns, room(d));
    return any;
}

/* The last words of the thread (diag.h), or of a rank that cannot go on (ranks.h). */
static void last_words(void *argument, const char *message)
{
    const struct distribute *d = argument;
    lost = true;
    turns_fail(d->turns, message);
    pthread_exit(NULL);
}

static void send_start(const struct distribute *d)
{
    for (unsigned i = 0; i < d->n; i++) {
        struct pack p = {0};
        briefing_put(&p, d->search->env);
        pack_send(&p, d->followers[i].rank, PARCEL_START);
    }
}

static void *serve_all(void *argument)
{
    struct distribute *d = argument;
    diag_last_words(last_words, d);
    trace_thread("ranks", d->n);
    send_start(d);
    while (d->gone < d->n) {
        if (!serve(d))
            ranks_await();
    }
    return NULL;
}

static void distribute_close(struct distribute *d)
{
    for (unsigned i = 0; i < d->n; i++) {
        for (size_t s = 0; s < MOST_RANGES; s++)
            free(d->followers[i].sent[s].death);
        told_close(&d->followers[i].told);
    }
    free(d->followers);
    free(d);
}

struct distribute *distribute_start(const struct search *search, struct turns *turns)
{
    if (ranks_count() == 1)
        return NULL;
    struct distribute *d = xcalloc(1, sizeof *d);
    d->search = search;
    d->turns = turns;
    d->n = ranks_count() - 1;
    d->followers = xcalloc(d->n, sizeof *d->followers);
    for (unsigned i = 0; i < d->n; i++) {
        d->followers[i].rank = i + 1;
        told_open(&d->followers[i].told, search->bests);
    }
    if (pthread_create(&d->thread, NULL, serve_all, d) == 0)
        return d;
    distribute_close(d);
    return NULL;
}

void distribute_join(struct distribute *d)
{
    if (d == NULL)
        return;
    (void)pthread_join(d->thread, NULL);
    distribute_close(d);
}

static void end_now(void *status, const char *message)
{
    (void)message;
    exit(*(const int *)status);
}

void distribute_over(int status)
{
    struct message m;
    unsigned left = lost ? 0 : ranks_count() - 1;
    diag_last_words(end_now, &status);
    for (unsigned i = 1; i <= left; i++)
        ranks_send(i, PARCEL_OVER, NULL, 0);
    while (left > 0) {
        if (!ranks_receive(&m)) {
            ranks_await();
            continue;
        }
        left -= m.kind == PARCEL_OVER;
        free(m.bytes);
    }
    diag_last_words(NULL, NULL);
}
