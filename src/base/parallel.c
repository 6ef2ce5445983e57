#include "base/parallel.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/diag.h"

unsigned in_parallel(unsigned threads, void *(*work)(void *context), void *context)
{
    pthread_t *others = calloc(threads, sizeof *others);
    unsigned started = 0;
    while (others != NULL && started + 1 < threads &&
           pthread_create(&others[started], NULL, work, context) == 0)
        started++;
    (void)work(context);
    for (unsigned i = 0; i < started; i++)
        (void)pthread_join(others[i], NULL);
    free(others);
    return started + 1;
}

/* Work during which threads may die. */
struct mortal_work {
    void *(*work)(void *context);
    void *context;
    atomic_bool died;
};

static _Thread_local jmp_buf end_of_thread;

static void end_thread(void *mortal, const char *message)
{
    struct mortal_work *m = mortal;
    (void)message;
    atomic_store(&m->died, true);
    longjmp(end_of_thread, 1);
}

static void *work_mortally(void *mortal)
{
    struct mortal_work *m = mortal;
    struct diag_thread outer =
        diag_thread((struct diag_thread){.say = end_thread, .argument = mortal});
    if (setjmp(end_of_thread) == 0)
        (void)m->work(m->context);
    (void)diag_thread(outer);
    return NULL;
}

void in_parallel_or_die(unsigned threads, void *(*work)(void *context), void *context)
{
    struct mortal_work m = {.work = work, .context = context};
    if (threads <= 1)
        (void)work(context);
    else
        (void)in_parallel(threads, work_mortally, &m);
    if (atomic_load(&m.died))
        die_out_of_memory();
}

struct piece_work {
    void (*work)(void *context, size_t piece);
    void *context;
    size_t count;
    atomic_size_t next; /* the first that no thread has */
};

static void *take_pieces(void *context)
{
    struct piece_work *p = context;
    size_t piece;
    while ((piece = atomic_fetch_add(&p->next, 1)) < p->count)
        p->work(p->context, piece);
    return NULL;
}

void in_pieces_or_die(unsigned threads, size_t count, void (*work)(void *context, size_t piece),
                      void *context)
{
    struct piece_work p = {work, context, count, 0};
    in_parallel_or_die(count < threads ? (unsigned)count : threads, take_pieces, &p);
}
