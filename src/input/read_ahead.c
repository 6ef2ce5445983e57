/*
 * read_ahead.c - a ring buffer of blocks of text.
 *
 * Threads fill blocks in order. The thread that holds the turn alone may use `unpacking`. If whole
 * members with known lengths come next, it takes out their bytes, passes the turn on, and
 * decompresses them with a struct decompress of its own, in parallel with other threads. Otherwise
 * it keeps the turn while it fills its block. A second thread is started only when members were
 * taken out.
 *
 * The reading thread consumes the blocks in order, and frees them.
 *
 * The lengths in headers may be wrong. If a member cannot be decompressed by itself, the threads
 * end, and the reading thread continues alone from the beginning of that block: the text never
 * depends on the number of threads.
 */
#include "input/read_ahead.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/trace.h"
#include "base/xalloc.h"

size_t read_ahead_block = READ_AHEAD_BLOCK;

enum { BLOCKS_A_THREAD = 3 /* one being filled, one waiting, one being read */ };

enum block_state { BLOCK_FREE, BLOCK_FILLED, BLOCK_READY };

struct text_block {
    enum block_state state;
    unsigned char *text;
    size_t room, length;
    bool failed; /* its members could not be decompressed by themselves, or out of memory */
    bool last;   /* the text ends with it; errnum or reason describes an error, if there is one */
    int errnum;
    const char *reason;
    struct decompress_unit unit; /* the members taken out for it, if any */
};

struct read_ahead {
    unsigned most; /* most threads */
    unsigned nblocks;
    struct text_block *blocks;
    pthread_t *threads;
    unsigned nthreads; /* threads running */
    bool threaded;     /* the reading thread's own: there are threads; otherwise it decompresses */

    struct decompress *unpacking;
    void (*back)(void *from, uint64_t position);
    void *from;
    uint64_t alone; /* bytes of text decompressed by the reading thread */
    bool never;     /* do not start threads: that failed, or lengths were wrong */
    size_t at;      /* bytes already read of the oldest block */

    pthread_mutex_t lock; /* guards the members below, and the states of blocks */
    pthread_cond_t room;  /* signals a free block, a free turn, or `over` */
    pthread_cond_t ready; /* signals that the oldest block is ready */
    uint64_t filled, taken;
    bool turn; /* a thread holds it */
    bool over; /* no more blocks will be filled */
};

struct read_ahead *read_ahead_open(unsigned threads)
{
    struct read_ahead *a = xcalloc(1, sizeof *a);
    a->most = threads > 0 ? threads : 1;
    a->nblocks = BLOCKS_A_THREAD * a->most;
    a->blocks = xcalloc(a->nblocks, sizeof *a->blocks);
    a->threads = xcalloc(a->most, sizeof *a->threads);
    (void)pthread_mutex_init(&a->lock, NULL);
    (void)pthread_cond_init(&a->room, NULL);
    (void)pthread_cond_init(&a->ready, NULL);
    return a;
}

void read_ahead_close(struct read_ahead *a)
{
    if (a == NULL)
        return;
    for (unsigned i = 0; i < a->nblocks; i++) {
        free(a->blocks[i].text);
        free(a->blocks[i].unit.bytes);
    }
    (void)pthread_cond_destroy(&a->ready);
    (void)pthread_cond_destroy(&a->room);
    (void)pthread_mutex_destroy(&a->lock);
    free(a->threads);
    free(a->blocks);
    free(a);
}

void read_ahead_begin(struct read_ahead *a, struct decompress *u,
                      void (*back)(void *from, uint64_t position), void *from)
{
    a->unpacking = u;
    a->back = back;
    a->from = from;
    a->alone = 0;
    a->never = false;
}

/* Filling. */

/* Reads text until the block has `size` bytes, the text ends, or, with `units`, members can be
 * taken out. */
static void read_text(struct text_block *b, struct decompress *u, size_t size, bool units)
{
    ssize_t n = 1;
    while (b->length < size && !(units && b->length > 0 && decompress_has_unit(u)) &&
           (n = decompress_read(u, b->text + b->length, size - b->length)) > 0)
        b->length += (size_t)n;
    if (n > 0)
        return;
    b->last = true;
    b->errnum = n < 0 ? errno : 0;
    b->reason = n < 0 ? decompress_reason(u) : NULL;
}

/* Decompresses the members taken out. They must have exactly the promised length of text. */
static void unpack_unit(struct text_block *b, struct decompress *own)
{
    size_t text = b->unit.text;
    b->failed = !grow_anew(&b->text, &b->room, text + 1, malloc);
    if (b->failed)
        return;
    decompress_begin_unit(own, &b->unit);
    read_text(b, own, text + 1, false);
    b->failed = b->length != text || b->errnum != 0 || b->reason != NULL;
    b->last = false;
}

/* Fills the block, or takes out the members for it. The caller holds the turn. */
static void fill_block(struct read_ahead *a, struct text_block *b)
{
    b->length = 0;
    b->failed = b->last = false;
    b->errnum = 0;
    b->reason = NULL;
    b->unit.length = 0;
    if (a->most > 1 && decompress_take_unit(a->unpacking, &b->unit, read_ahead_block))
        return;
    b->failed = !grow_anew(&b->text, &b->room, read_ahead_block, malloc);
    if (!b->failed)
        read_text(b, a->unpacking, read_ahead_block, a->most > 1);
}

static void *run_reader(void *argument);

/* Starts one more thread. The lock is held. */
static void start_another(struct read_ahead *a)
{
    if (!a->over && a->nthreads < a->most &&
        pthread_create(&a->threads[a->nthreads], NULL, run_reader, a) == 0)
        a->nthreads++;
}

/* Waits for the turn; returns the block to fill, or NULL at the end. The lock is held. */
static struct text_block *take_turn(struct read_ahead *a)
{
    while (!a->over && (a->turn || a->filled - a->taken == BLOCKS_A_THREAD * a->nthreads))
        (void)pthread_cond_wait(&a->room, &a->lock);
    if (a->over)
        return NULL;
    a->turn = true;
    return &a->blocks[a->filled++ % a->nblocks];
}

/* Passes the turn on. The lock is held. */
static void leave_turn(struct read_ahead *a, struct text_block *b)
{
    a->turn = false;
    a->over = a->over || b->last || b->failed;
    if (b->unit.length > 0)
        start_another(a);
    (void)pthread_cond_signal(&a->room);
    if (a->over)
        (void)pthread_cond_broadcast(&a->room);
}

static void *run_reader(void *argument)
{
    struct read_ahead *a = argument;
    struct text_block *b;
    struct decompress *own = NULL;
    (void)pthread_mutex_lock(&a->lock);
    while ((b = take_turn(a)) != NULL) {
        b->state = BLOCK_FILLED;
        (void)pthread_mutex_unlock(&a->lock);
        fill_block(a, b);
        (void)pthread_mutex_lock(&a->lock);
        leave_turn(a, b);
        (void)pthread_mutex_unlock(&a->lock);
        if (b->unit.length > 0 && own == NULL)
            b->failed = (own = decompress_open()) == NULL;
        if (b->unit.length > 0 && !b->failed)
            unpack_unit(b, own);
        (void)pthread_mutex_lock(&a->lock);
        b->state = BLOCK_READY;
        (void)pthread_cond_signal(&a->ready);
    }
    (void)pthread_mutex_unlock(&a->lock);
    decompress_close(own);
    return NULL;
}

/* Reading. */

static void start_readers(struct read_ahead *a)
{
    a->filled = a->taken = 0;
    a->turn = a->over = false;
    a->at = 0;
    for (unsigned i = 0; i < a->nblocks; i++)
        a->blocks[i].state = BLOCK_FREE;
    (void)pthread_mutex_lock(&a->lock);
    start_another(a);
    a->threaded = a->nthreads > 0;
    a->never = !a->threaded;
    (void)pthread_mutex_unlock(&a->lock);
}

void read_ahead_end(struct read_ahead *a)
{
    (void)pthread_mutex_lock(&a->lock);
    a->over = true;
    (void)pthread_cond_broadcast(&a->room);
    (void)pthread_mutex_unlock(&a->lock);
    while (a->nthreads > 0)
        (void)pthread_join(a->threads[--a->nthreads], NULL);
    a->threaded = false;
}

static ssize_t read_alone(struct read_ahead *a, unsigned char *to, size_t size)
{
    ssize_t n = decompress_read(a->unpacking, to, size);
    a->alone += n > 0 ? (uint64_t)n : 0;
    return n;
}

/* Waits for the oldest block. */
static struct text_block *await_block(struct read_ahead *a)
{
    struct text_block *b = &a->blocks[a->taken % a->nblocks];
    (void)pthread_mutex_lock(&a->lock);
    while (b->state != BLOCK_READY)
        (void)pthread_cond_wait(&a->ready, &a->lock);
    (void)pthread_mutex_unlock(&a->lock);
    return b;
}

static void free_block(struct read_ahead *a, struct text_block *b)
{
    a->at = 0;
    (void)pthread_mutex_lock(&a->lock);
    b->state = BLOCK_FREE;
    a->taken++;
    (void)pthread_cond_signal(&a->room);
    (void)pthread_mutex_unlock(&a->lock);
}

/* The block could not be filled: ends the threads, and continues without them from its
 * beginning. */
static ssize_t go_back(struct read_ahead *a, const struct text_block *b, unsigned char *to,
                       size_t size)
{
    uint64_t position = b->unit.position;
    enum compression_format packing = b->unit.packing;
    bool unit = b->unit.length > 0;
    read_ahead_end(a);
    a->never = true;
    if (!unit) {
        errno = ENOMEM;
        return -1;
    }
    a->back(a->from, position);
    decompress_go_back(a->unpacking, position, packing);
    return read_alone(a, to, size);
}

/* Returns the result of reading at the end of the last block. */
static ssize_t end_of(const struct text_block *b)
{
    errno = b->errnum;
    return b->errnum != 0 || b->reason != NULL ? -1 : 0;
}

ssize_t read_ahead_read(struct read_ahead *a, unsigned char *to, size_t size)
{
    if (!a->threaded && !a->never && a->alone >= read_ahead_block)
        start_readers(a);
    if (!a->threaded)
        return read_alone(a, to, size);
    for (;;) {
        struct text_block *b = await_block(a);
        if (b->failed)
            return go_back(a, b, to, size);
        size_t left = b->length - a->at, n = left < size ? left : size;
        if (n == 0 && b->last)
            return end_of(b);
        if (n > 0)
            memcpy(to, b->text + a->at, n);
        a->at += n;
        if (a->at == b->length && !b->last)
            free_block(a, b);
        if (n > 0)
            return (ssize_t)n;
    }
}
