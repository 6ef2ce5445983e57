/*
 * wavefront.c - see wavefront.h.
 *
 * The parts in a window, which begins with the first part not done, can be worked on. Each has a
 * slot in a ring; the part above the window keeps its slot too. A thread that stays with its part,
 * while no other waits, reads and writes only `done` of a slot. The lock guards everything else.
 *
 * A thread without work increments `waiting` and looks once more before it sleeps. A thread that
 * has done a turn writes `done` and then reads `waiting`. So one of them sees the other.
 */
#include "strips/wavefront.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "strips/strips_block.h"

enum {
    LINE = 64,               /* bytes of a cache line, which two processors should not both write
                                to */
    WINDOW = 2,              /* parts per thread */
    CELLS_OF_TURN = 1 << 22, /* cells after which the part below may continue, */
    TURNS = 64,              /* and least number of turns in a part */
    STINT = 4,               /* turns that a thread begins a part with */
    LOOKS = 1000,            /* polls of the part above, before the thread leaves its part */
};

struct part_slot {
    _Alignas(LINE) atomic_size_t done; /* columns of the last row; SIZE_MAX: all */
    size_t at;                         /* the first group not yet taken in, unless held */
    bool held;
};

struct wavefront {
    struct strips_parts *parts;
    size_t window, turn, stint; /* the latter two in groups */
    struct part_slot *slots;    /* window + 1 */

    _Alignas(LINE) pthread_mutex_t lock;
    pthread_cond_t moved;
    size_t first; /* part that is not done */
    atomic_uint waiting;
    atomic_bool stopped;
};

static struct part_slot *slot_of(const struct wavefront *w, size_t part)
{
    return &w->slots[part % wavefront_slots(w)];
}

size_t wavefront_slots(const struct wavefront *w)
{
    return w->window + 1;
}

/* Returns how many groups the last row of a part is behind the first. */
static size_t lag(const struct wavefront *w)
{
    return w->parts->lanes / STRIPS_STEPS;
}

static size_t groups_of(const struct wavefront *w, const struct strips_part *part)
{
    return (part->to - part->from + STRIPS_GROUP - 1) / STRIPS_GROUP + lag(w);
}

/* Returns the groups that the part can take in: all but the last of them until the part above is
 * done. */
static size_t groups_open(const struct wavefront *w, size_t i)
{
    const struct strips_part *part = strips_part_at(w->parts, i);
    size_t groups = groups_of(w, part);
    size_t done = i == 0 ? SIZE_MAX : atomic_load(&slot_of(w, i - 1)->done);
    if (done == SIZE_MAX)
        return groups;
    size_t open = done > part->from ? (done - part->from) / STRIPS_GROUP : 0;
    bool whole = done >= strips_part_at(w->parts, i - 1)->to;
    return whole || open > groups - 1 ? groups - 1 : open;
}

/* Returns the groups to do in a part that no thread holds; 0: not worth starting. */
static size_t worth(const struct wavefront *w, size_t i)
{
    const struct part_slot *slot = slot_of(w, i);
    if (slot->held)
        return 0;
    size_t open = groups_open(w, i) - slot->at;
    bool free = i == w->first; /* nothing can stop it */
    return free || open >= w->stint ? open : 0;
}

/* Finds the part with the most work; returns false if there is none. */
static bool pick(const struct wavefront *w, size_t *part)
{
    size_t most = 0, left = w->parts->count - w->first;
    for (size_t i = 0; i < left && i < w->window; i++) {
        size_t open = worth(w, w->first + i);
        if (open > most) {
            most = open;
            *part = w->first + i;
        }
    }
    return most > 0;
}

/* Continues the part that the thread holds; returns false if it must wait. */
static bool continue_part(const struct wavefront *w, struct wavefront_turn *turn)
{
    const struct strips_part *part = strips_part_at(w->parts, turn->part);
    size_t open = groups_open(w, turn->part);
    if (open <= turn->to)
        return false;
    turn->from = turn->to;
    turn->to = open - turn->from < w->turn ? open : turn->from + w->turn;
    turn->last = turn->to == groups_of(w, part);
    return true;
}

static void relax(void)
{
#if defined __x86_64__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("isb");
#endif
}

static bool poll_above(const struct wavefront *w, struct wavefront_turn *turn)
{
    for (unsigned i = 0; i < LOOKS && !atomic_load_explicit(&w->stopped, memory_order_relaxed);
         i++) {
        if (continue_part(w, turn))
            return true;
        relax();
    }
    return false;
}

static void publish_turn(struct wavefront *w, const struct wavefront_turn *turn)
{
    const struct strips_part *part = strips_part_at(w->parts, turn->part);
    size_t groups = turn->to > lag(w) ? turn->to - lag(w) : 0;
    size_t columns = part->from + groups * STRIPS_GROUP;
    atomic_store(&slot_of(w, turn->part)->done, columns < part->to ? columns : part->to);
    if (atomic_load(&w->waiting) == 0)
        return;
    pthread_mutex_lock(&w->lock);
    size_t below = turn->part + 1;
    if (below - w->first < w->window && below < w->parts->count && worth(w, below) > 0)
        pthread_cond_signal(&w->moved);
    pthread_mutex_unlock(&w->lock);
}

/* Moves the window over a part, if there is such a part. */
static void enter_part(struct wavefront *w, size_t part)
{
    struct part_slot *slot = slot_of(w, part);
    if (part < w->parts->count)
        strips_parts_place(w->parts, part);
    atomic_store(&slot->done, 0);
    slot->at = 0;
    slot->held = false;
}

/* The first part is done, so the part below it may take in its last groups. First a new part is
 * placed between the diagonals, which the end of the part below makes narrower. */
static void end_part(struct wavefront *w)
{
    pthread_mutex_lock(&w->lock);
    enter_part(w, w->first + w->window);
    atomic_store(&slot_of(w, w->first)->done, SIZE_MAX);
    w->first++;
    pthread_cond_broadcast(&w->moved);
    pthread_mutex_unlock(&w->lock);
}

static bool has_work(const struct wavefront *w)
{
    return w->first < w->parts->count && !atomic_load(&w->stopped);
}

static bool choose_turn(struct wavefront *w, struct wavefront_turn *turn)
{
    size_t part = 0, another;
    while (has_work(w) && !pick(w, &part))
        pthread_cond_wait(&w->moved, &w->lock);
    if (!has_work(w))
        return false;
    struct part_slot *slot = slot_of(w, part);
    *turn =
        (struct wavefront_turn){true, part, part % wavefront_slots(w), slot->at, slot->at, false};
    slot->held = true;
    (void)continue_part(w, turn);
    if (atomic_load(&w->waiting) > 1 && pick(w, &another))
        pthread_cond_signal(&w->moved);
    return true;
}

static bool leave_and_take(struct wavefront *w, struct wavefront_turn *turn)
{
    pthread_mutex_lock(&w->lock);
    if (turn->held) {
        slot_of(w, turn->part)->at = turn->to;
        slot_of(w, turn->part)->held = false;
    }
    atomic_fetch_add(&w->waiting, 1);
    bool taken = choose_turn(w, turn);
    atomic_fetch_sub(&w->waiting, 1);
    pthread_mutex_unlock(&w->lock);
    return taken;
}

bool wavefront_next(struct wavefront *w, struct wavefront_turn *turn)
{
    if (turn->held && turn->last) {
        end_part(w);
        turn->held = false;
    } else if (turn->held) {
        publish_turn(w, turn);
    }
    if (turn->held && poll_above(w, turn))
        return true;
    return leave_and_take(w, turn);
}

void wavefront_stop(struct wavefront *w)
{
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->stopped, true);
    pthread_cond_broadcast(&w->moved);
    pthread_mutex_unlock(&w->lock);
}

static size_t turn_of(const struct wavefront *w)
{
    const struct strips_part *part = strips_part_at(w->parts, 0);
    size_t turn = CELLS_OF_TURN / STRIPS_GROUP / part->rows + 1, groups = groups_of(w, part);
    return turn < groups / TURNS ? turn : groups / TURNS + 1;
}

struct wavefront *wavefront_open(struct strips_parts *parts, unsigned threads)
{
    struct wavefront *w = aligned_alloc(LINE, sizeof *w);
    if (w == NULL)
        return NULL;
    *w = (struct wavefront){.parts = parts, .window = threads > 1 ? (size_t)WINDOW * threads : 1};
    w->slots = aligned_alloc(LINE, wavefront_slots(w) * sizeof *w->slots);
    if (w->slots == NULL) {
        free(w);
        return NULL;
    }
    for (size_t i = 0; i < w->window; i++)
        enter_part(w, i);
    w->turn = turn_of(w);
    w->stint = w->turn * STINT;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->moved, NULL);
    return w;
}

void wavefront_close(struct wavefront *w)
{
    if (w == NULL)
        return;
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->moved);
    free(w->slots);
    free(w);
}
