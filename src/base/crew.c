/* crew.c - see crew.h. A thread that wakes too late finds no piece left. */
#include "base/crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct crew {
    unsigned threads, started;
    pthread_t *ids;
    pthread_mutex_t lock;
    pthread_cond_t work, over;
    void (*piece)(void *job, size_t i);
    void *job;
    size_t n, taken, done; /* pieces of the job */
    bool stop;
};

struct crew *crew_open(unsigned threads)
{
    struct crew *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->ids = calloc(threads, sizeof *w->ids);
    if (w->ids == NULL) {
        free(w);
        return NULL;
    }
    w->threads = threads;
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->work, NULL);
    (void)pthread_cond_init(&w->over, NULL);
    return w;
}

void crew_close(struct crew *w)
{
    if (w == NULL)
        return;
    (void)pthread_mutex_lock(&w->lock);
    w->stop = true;
    (void)pthread_cond_broadcast(&w->work);
    (void)pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; i < w->started; i++)
        (void)pthread_join(w->ids[i], NULL);
    (void)pthread_cond_destroy(&w->work);
    (void)pthread_cond_destroy(&w->over);
    (void)pthread_mutex_destroy(&w->lock);
    free(w->ids);
    free(w);
}

/* Does pieces while there are some. The lock is held, except during a piece. */
static void do_pieces(struct crew *w)
{
    while (w->taken < w->n) {
        size_t i = w->taken++;
        (void)pthread_mutex_unlock(&w->lock);
        w->piece(w->job, i);
        (void)pthread_mutex_lock(&w->lock);
        if (++w->done == w->n)
            (void)pthread_cond_signal(&w->over);
    }
}

static void *member(void *argument)
{
    struct crew *w = argument;
    (void)pthread_mutex_lock(&w->lock);
    while (!w->stop) {
        do_pieces(w);
        if (!w->stop)
            (void)pthread_cond_wait(&w->work, &w->lock);
    }
    (void)pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Starts the other threads; fewer do as well. */
static void start_members(struct crew *w)
{
    while (w->started + 1 < w->threads && pthread_create(&w->ids[w->started], NULL, member, w) == 0)
        w->started++;
    w->threads = w->started + 1;
}

void crew_do(struct crew *w, size_t n, void (*piece)(void *job, size_t i), void *job)
{
    start_members(w);
    (void)pthread_mutex_lock(&w->lock);
    w->piece = piece;
    w->job = job;
    w->n = n;
    w->taken = w->done = 0;
    (void)pthread_cond_broadcast(&w->work);
    do_pieces(w);
    while (w->done < n)
        (void)pthread_cond_wait(&w->over, &w->lock);
    (void)pthread_mutex_unlock(&w->lock);
}
