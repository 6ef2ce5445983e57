/*
 * read_pool.c - see read_pool.h.
 *
 * A job is one stretch of a file, cut into pieces. A thread that is free takes the next piece. The
 * job ends when all pieces are done; a thread that wakes too late finds none left.
 */
#include "base/read_pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/io.h"

enum { PIECE = 1 << 17 }; /* bytes; small, so that all threads end at about the same time */

struct job {
    int fd;
    unsigned char *to;
    size_t size;
    off_t position;
    bool (*look)(const unsigned char *p, size_t n);
    size_t next; /* the pieces before this byte are taken */
    size_t done; /* bytes in pieces that are done */
    size_t end;  /* the first byte that could not be read, or `size` */
    int errnum;  /* why it could not; 0: the file ends there */
    bool all;    /* look() was true for all pieces so far */
};

struct read_pool {
    unsigned threads, started;
    pthread_t *ids;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    struct job job;
    bool stop;
};

struct read_pool *read_pool_open(unsigned threads)
{
    struct read_pool *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->ids = calloc(threads, sizeof *t->ids);
    if (t->ids == NULL) {
        free(t);
        return NULL;
    }
    t->threads = threads;
    (void)pthread_mutex_init(&t->lock, NULL);
    (void)pthread_cond_init(&t->work, NULL);
    (void)pthread_cond_init(&t->done, NULL);
    return t;
}

void read_pool_close(struct read_pool *t)
{
    if (t == NULL)
        return;
    (void)pthread_mutex_lock(&t->lock);
    t->stop = true;
    (void)pthread_cond_broadcast(&t->work);
    (void)pthread_mutex_unlock(&t->lock);
    for (unsigned i = 0; i < t->started; i++)
        (void)pthread_join(t->ids[i], NULL);
    (void)pthread_cond_destroy(&t->work);
    (void)pthread_cond_destroy(&t->done);
    (void)pthread_mutex_destroy(&t->lock);
    free(t->ids);
    free(t);
}

/* Reads bytes [from, to) of the job; returns where they end. */
static size_t read_piece(const struct job *j, size_t from, size_t to, int *errnum)
{
    while (from < to) {
        ssize_t n = io_pread(j->fd, j->to + from, to - from, j->position + (off_t)from);
        if (n <= 0) {
            *errnum = n < 0 ? errno : 0;
            return from;
        }
        from += (size_t)n;
    }
    *errnum = 0;
    return to;
}

/* Reads pieces while there are some. The lock is held, except during a read. */
static void read_pieces(struct read_pool *t)
{
    struct job *j = &t->job;
    while (j->next < j->size) {
        size_t from = j->next, to = j->size - from > PIECE ? from + PIECE : j->size;
        int errnum;
        j->next = to;
        (void)pthread_mutex_unlock(&t->lock);
        size_t end = read_piece(j, from, to, &errnum);
        bool looked = j->look(j->to + from, end - from);
        (void)pthread_mutex_lock(&t->lock);
        j->all = j->all && looked;
        if (end < to && end < j->end) {
            j->end = end;
            j->errnum = errnum;
        }
        j->done += to - from;
        if (j->done == j->size)
            (void)pthread_cond_signal(&t->done);
    }
}

static void *member(void *argument)
{
    struct read_pool *t = argument;
    (void)pthread_mutex_lock(&t->lock);
    while (!t->stop) {
        read_pieces(t);
        if (!t->stop)
            (void)pthread_cond_wait(&t->work, &t->lock);
    }
    (void)pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Starts the other threads, as many as the system gives: fewer do as well. */
static void start_members(struct read_pool *t)
{
    while (t->started + 1 < t->threads && pthread_create(&t->ids[t->started], NULL, member, t) == 0)
        t->started++;
    t->threads = t->started + 1;
}

ssize_t read_pool_read(struct read_pool *t, int fd, void *to, size_t size, off_t position,
                       bool (*look)(const unsigned char *p, size_t n), bool *all)
{
    start_members(t);
    (void)pthread_mutex_lock(&t->lock);
    t->job = (struct job){.fd = fd,
                          .to = to,
                          .size = size,
                          .position = position,
                          .look = look,
                          .end = size,
                          .all = true};
    (void)pthread_cond_broadcast(&t->work);
    read_pieces(t);
    while (t->job.done < size)
        (void)pthread_cond_wait(&t->done, &t->lock);
    struct job j = t->job;
    (void)pthread_mutex_unlock(&t->lock);
    *all = j.all;
    errno = j.errnum;
    return j.end == 0 && j.errnum != 0 ? -1 : (ssize_t)j.end;
}
