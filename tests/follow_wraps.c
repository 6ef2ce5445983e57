/*
 * follow_wraps.c - what the linker puts in the place of some functions (FOLLOW_WRAPS in the
 * Makefile).
 *
 * Messages that come are counted. And as the texts of tests are so small that rank 0 would have
 * searched them before another rank is there, its workers wait in most runs: until the others are
 * ready, or until one of them has searched something.
 */
#include <time.h>

#include "edgrep/distribute.h"
#include "edgrep/parcel.h"
#include "edgrep/turns.h"
#include "follow.h"

enum { MOMENT = 20000 /* nanoseconds */, MOMENTS_READY = 10000, MOMENTS_EXTRACT = 100 };

/* Names of the linker's. */
bool __real_ranks_receive(struct message *m);
bool __wrap_ranks_receive(struct message *m);
size_t __real_distribute_slots(void);
size_t __wrap_distribute_slots(void);
struct distribute *__real_distribute_start(const struct search *search, struct turns *turns);
struct distribute *__wrap_distribute_start(const struct search *search, struct turns *turns);

const unsigned follow_extract = PARCEL_EXTRACT;

static atomic_bool held; /* the workers are */
static unsigned runs;

bool __wrap_ranks_receive(struct message *m)
{
    bool came = __real_ranks_receive(m);
    if (came)
        atomic_fetch_add(&follow_received[m->kind], 1);
    return came;
}

/* Lasts until so many messages of the kind have come, but no longer than so many moments. */
static void await(unsigned kind, unsigned long received, unsigned moments)
{
    for (; atomic_load(&follow_received[kind]) < received && moments > 0; moments--)
        (void)nanosleep(&(struct timespec){0, MOMENT}, NULL);
}

/* Is called before the workers begin ... */
size_t __wrap_distribute_slots(void)
{
    atomic_store(&held, ++runs % 4 != 0);
    return __real_distribute_slots();
}

/* ... and this behind it. */
struct distribute *__wrap_distribute_start(const struct search *search, struct turns *turns)
{
    unsigned long ready = atomic_load(&follow_received[PARCEL_READY]),
                  extracts = atomic_load(&follow_received[PARCEL_EXTRACT]);
    struct distribute *d = __real_distribute_start(search, turns);
    if (atomic_load(&held))
        await(PARCEL_READY, ready + ranks_count() - 1, MOMENTS_READY);
    if (runs % 4 > 1)
        await(PARCEL_EXTRACT, extracts + 1, MOMENTS_EXTRACT);
    atomic_store(&held, false);
    return d;
}

/* A worker of rank 0 comes for its turn. */
enum turn __real_turns_take(struct turns *t, unsigned engine, bool patient, struct slot **slot);
enum turn __wrap_turns_take(struct turns *t, unsigned engine, bool patient, struct slot **slot);
enum turn __wrap_turns_take(struct turns *t, unsigned engine, bool patient, struct slot **slot)
{
    while (atomic_load(&held))
        (void)nanosleep(&(struct timespec){0, MOMENT}, NULL);
    return __real_turns_take(t, engine, patient, slot);
}
