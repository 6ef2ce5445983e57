#include "base/helpers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/xalloc.h"

struct helpers {
    unsigned threads, started;
    pthread_t *ids;
    pthread_mutex_t lock;
    pthread_cond_t work, over;
    void (*piece)(void *job, size_t i);
    void *job;
    size_t n, taken, done; /* pieces of the job */
    bool stop;
};

struct helpers *helpers_open(unsigned threads)
{
    struct helpers *h = xcalloc(1, sizeof *h);
    h->ids = xcalloc(threads, sizeof *h->ids);
    h->threads = threads;
    (void)pthread_mutex_init(&h->lock, NULL);
    (void)pthread_cond_init(&h->work, NULL);
    (void)pthread_cond_init(&h->over, NULL);
    return h;
}

unsigned helpers_threads(const struct helpers *h)
{
    return h->threads;
}

void helpers_close(struct helpers *h)
{
    if (h == NULL)
        return;
    (void)pthread_mutex_lock(&h->lock);
    h->stop = true;
    (void)pthread_cond_broadcast(&h->work);
    (void)pthread_mutex_unlock(&h->lock);
    for (unsigned i = 0; i < h->started; i++)
        (void)pthread_join(h->ids[i], NULL);
    (void)pthread_cond_destroy(&h->work);
    (void)pthread_cond_destroy(&h->over);
    (void)pthread_mutex_destroy(&h->lock);
    free(h->ids);
    free(h);
}

/* Does pieces while there are some. The lock is held, except during a piece. */
static void do_pieces(struct helpers *h)
{
    while (h->taken < h->n) {
        size_t i = h->taken++;
        (void)pthread_mutex_unlock(&h->lock);
        h->piece(h->job, i);
        (void)pthread_mutex_lock(&h->lock);
        if (++h->done == h->n)
            (void)pthread_cond_signal(&h->over);
    }
}

static void *run_helper(void *argument)
{
    struct helpers *h = argument;
    (void)pthread_mutex_lock(&h->lock);
    while (!h->stop) {
        do_pieces(h);
        if (!h->stop)
            (void)pthread_cond_wait(&h->work, &h->lock);
    }
    (void)pthread_mutex_unlock(&h->lock);
    return NULL;
}

void helpers_do(struct helpers *h, size_t n, void (*piece)(void *job, size_t i), void *job)
{
    while (h->started + 1 < h->threads &&
           pthread_create(&h->ids[h->started], NULL, run_helper, h) == 0)
        h->started++;
    h->threads = h->started + 1;
    (void)pthread_mutex_lock(&h->lock);
    h->piece = piece;
    h->job = job;
    h->n = n;
    h->taken = h->done = 0;
    (void)pthread_cond_broadcast(&h->work);
    do_pieces(h);
    while (h->done < n)
        (void)pthread_cond_wait(&h->over, &h->lock);
    (void)pthread_mutex_unlock(&h->lock);
}
