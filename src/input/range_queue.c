#include "input/range_queue.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/xalloc.h"

struct range_node {
    struct range_node *next;
    struct range range;
};

struct range_queue {
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t some;  /* signals a new range, or the end */
    struct range_node *first, **behind;
    bool ended;
};

struct range_queue *range_queue_open(void)
{
    struct range_queue *q = xcalloc(1, sizeof *q);
    q->behind = &q->first;
    (void)pthread_mutex_init(&q->lock, NULL);
    (void)pthread_cond_init(&q->some, NULL);
    return q;
}

void range_queue_close(struct range_queue *q)
{
    if (q == NULL)
        return;
    for (struct range_node *n = q->first, *next; n != NULL; n = next) {
        next = n->next;
        range_free(&n->range);
        free(n);
    }
    (void)pthread_cond_destroy(&q->some);
    (void)pthread_mutex_destroy(&q->lock);
    free(q);
}

void range_queue_give(struct range_queue *q, struct range *r)
{
    struct range_node *n = xmalloc(sizeof *n);
    *n = (struct range_node){NULL, *r};
    *r = (struct range){0};
    (void)pthread_mutex_lock(&q->lock);
    *q->behind = n;
    q->behind = &n->next;
    (void)pthread_cond_signal(&q->some);
    (void)pthread_mutex_unlock(&q->lock);
}

bool range_queue_take(struct range_queue *q, struct range *r)
{
    (void)pthread_mutex_lock(&q->lock);
    while (q->first == NULL && !q->ended)
        (void)pthread_cond_wait(&q->some, &q->lock);
    struct range_node *n = q->ended ? NULL : q->first;
    if (n != NULL && (q->first = n->next) == NULL)
        q->behind = &q->first;
    (void)pthread_mutex_unlock(&q->lock);
    if (n == NULL)
        return false;
    range_free(r);
    *r = n->range;
    free(n);
    return true;
}

bool range_queue_waits(struct range_queue *q)
{
    (void)pthread_mutex_lock(&q->lock);
    bool waits = q->first == NULL && !q->ended;
    (void)pthread_mutex_unlock(&q->lock);
    return waits;
}

void range_queue_end(struct range_queue *q)
{
    (void)pthread_mutex_lock(&q->lock);
    q->ended = true;
    (void)pthread_cond_broadcast(&q->some);
    (void)pthread_mutex_unlock(&q->lock);
}
