/*
 * follow_wraps.c - wrappers for functions of ranks/ and edgrep/ (FOLLOW_WRAPS in tests/tests.mk).
 *
 * They count received messages. And they hold back the workers of rank 0 in most runs, until the
 * followers are ready, or until one has scanned something: the texts of tests are so small that
 * rank 0 alone would scan them before a follower starts.
 */
#include <time.h>

#include "edgrep/lead_rank.h"
#include "edgrep/messages.h"
#include "edgrep/work_ring.h"
#include "follow.h"

enum { MOMENT = 20000 /* nanoseconds */, MOMENTS_READY = 10000, MOMENTS_EXTRACT = 100 };

/* The linker gives these names. */
bool __real_ranks_receive(struct message *m);
bool __wrap_ranks_receive(struct message *m);
size_t __real_lead_rank_slots(void);
size_t __wrap_lead_rank_slots(void);
struct lead_rank *__real_lead_rank_start(const struct search *search, struct work_ring *ring);
struct lead_rank *__wrap_lead_rank_start(const struct search *search, struct work_ring *ring);

const unsigned follow_extract = MESSAGE_EXTRACT;

static atomic_bool held; /* the workers of rank 0 wait */
static unsigned runs;

bool __wrap_ranks_receive(struct message *m)
{
    bool received = __real_ranks_receive(m);
    if (received)
        atomic_fetch_add(&follow_received[m->kind], 1);
    return received;
}

/* Waits until `received` messages of the kind have arrived, at most for `moments`. */
static void await(unsigned kind, unsigned long received, unsigned moments)
{
    for (; atomic_load(&follow_received[kind]) < received && moments > 0; moments--)
        (void)nanosleep(&(struct timespec){0, MOMENT}, NULL);
}

/* edgrep calls this before the workers start ... */
size_t __wrap_lead_rank_slots(void)
{
    atomic_store(&held, ++runs % 4 != 0);
    return __real_lead_rank_slots();
}

/* ... and this after they have started. */
struct lead_rank *__wrap_lead_rank_start(const struct search *search, struct work_ring *ring)
{
    unsigned long ready = atomic_load(&follow_received[MESSAGE_READY]),
                  extracts = atomic_load(&follow_received[MESSAGE_EXTRACT]);
    struct lead_rank *d = __real_lead_rank_start(search, ring);
    if (atomic_load(&held))
        await(MESSAGE_READY, ready + rank_place.count - 1, MOMENTS_READY);
    if (runs % 4 > 1)
        await(MESSAGE_EXTRACT, extracts + 1, MOMENTS_EXTRACT);
    atomic_store(&held, false);
    return d;
}

/* Workers of rank 0 call this. */
enum claim __real_work_ring_claim(struct work_ring *t, unsigned engine, bool patient,
                                  struct slot **slot);
enum claim __wrap_work_ring_claim(struct work_ring *t, unsigned engine, bool patient,
                                  struct slot **slot);
enum claim __wrap_work_ring_claim(struct work_ring *t, unsigned engine, bool patient,
                                  struct slot **slot)
{
    while (atomic_load(&held))
        (void)nanosleep(&(struct timespec){0, MOMENT}, NULL);
    return __real_work_ring_claim(t, engine, patient, slot);
}
