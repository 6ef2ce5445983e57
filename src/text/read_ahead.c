/*
 * read_ahead.c - a ring of blocks of text.
 *
 * Threads fill blocks in order. A thread takes the turn, and with it the unpacking. Where whole
 * members come that say how long they are, it takes their bytes out of it, leaves the turn, and
 * unpacks them by an unpacking of its own, while others do the same with those behind. Elsewhere it
 * fills its block under the turn. A second thread is started only when members were taken out.
 *
 * The thread that reads takes the blocks in order, and frees them.
 *
 * What members say of themselves may be wrong. So when one of them cannot be unpacked by itself,
 * the threads end, and the thread that reads goes on alone from the beginning of that block: what
 * is read never depends on how many threads there were.
 */
#include "text/read_ahead.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/trace.h"

size_t read_ahead_block = READ_AHEAD_BLOCK;

enum { BLOCKS_A_THREAD = 3 /* one is filled, one waits, one is read */ };

enum block_state { BLOCK_FREE, BLOCK_FILLED, BLOCK_READY };

struct block {
    enum block_state state;
    unsigned char *text;
    size_t room, length;
    bool failed; /* members could not be unpacked by themselves; or memory was out */
    bool last;   /* nothing comes behind it; errnum or reason says what is wrong, if
                    anything is */
    int errnum;
    const char *reason;
    struct decompress_unit unit; /* its members, when they were taken out */
};

struct read_ahead {
    unsigned most; /* threads */
    unsigned nblocks;
    struct block *blocks;
    pthread_t *threads;
    unsigned nthreads; /* that were started; 0: whoever reads unpacks */

    struct decompress *unpacking;
    void (*back)(void *from, uint64_t position);
    void *from;
    uint64_t alone; /* bytes of text that were unpacked by whoever reads */
    bool never;     /* no thread is to be had, or none is wanted any more */
    size_t at;      /* bytes of the block that was taken last that were read */

    pthread_mutex_t lock; /* guards the others, and the states of blocks */
    pthread_cond_t room;  /* a block is free, or the turn; or nothing more is wanted */
    pthread_cond_t ready; /* the block that is to be read next is ready */
    uint64_t filled, taken;
    bool turn; /* somebody has it */
    bool over; /* nothing more is to be filled */
};

struct read_ahead *read_ahead_open(unsigned threads)
{
    struct read_ahead *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->most = threads > 0 ? threads : 1;
    a->nblocks = BLOCKS_A_THREAD * a->most;
    a->blocks = calloc(a->nblocks, sizeof *a->blocks);
    a->threads = calloc(a->most, sizeof *a->threads);
    (void)pthread_mutex_init(&a->lock, NULL);
    (void)pthread_cond_init(&a->room, NULL);
    (void)pthread_cond_init(&a->ready, NULL);
    if (a->blocks != NULL && a->threads != NULL)
        return a;
    read_ahead_close(a);
    return NULL;
}

void read_ahead_close(struct read_ahead *a)
{
    if (a == NULL)
        return;
    for (unsigned i = 0; a->blocks != NULL && i < a->nblocks; i++) {
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

/* Makes room for `size` bytes of text. False: memory is out. */
static bool reserve(struct block *b, size_t size)
{
    if (b->room >= size)
        return true;
    unsigned char *text = realloc(b->text, size);
    if (text == NULL)
        return false;
    b->text = text;
    b->room = size;
    return true;
}

/* Reads text until the block has `size` bytes, or there is no more, or members come that can be
 * taken out. */
static void read_text(struct block *b, struct decompress *u, size_t size, bool units)
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

/* Unpacks what was taken out. It must have as much text as it says. */
static void unpack_unit(struct block *b, struct decompress *own)
{
    size_t text = b->unit.text;
    b->failed = !reserve(b, text + 1);
    if (b->failed)
        return;
    decompress_begin_unit(own, &b->unit);
    read_text(b, own, text + 1, false);
    b->failed = b->length != text || b->errnum != 0 || b->reason != NULL;
    b->last = false;
}

/* Fills the block under the turn, or takes out members that it may be filled with. */
static void fill(struct read_ahead *a, struct block *b)
{
    b->length = 0;
    b->failed = b->last = false;
    b->errnum = 0;
    b->reason = NULL;
    b->unit.length = 0;
    if (a->most > 1 && decompress_take_unit(a->unpacking, &b->unit, read_ahead_block))
        return;
    b->failed = !reserve(b, read_ahead_block);
    if (!b->failed)
        read_text(b, a->unpacking, read_ahead_block, a->most > 1);
}

static void *work(void *argument);

/* Members were taken out, so one thread more may help. The lock is held. */
static void start_another(struct read_ahead *a)
{
    if (!a->over && a->nthreads < a->most &&
        pthread_create(&a->threads[a->nthreads], NULL, work, a) == 0)
        a->nthreads++;
}

/* The next block, with the turn; NULL: nothing more is to be filled. The lock is held. */
static struct block *take_turn(struct read_ahead *a)
{
    while (!a->over && (a->turn || a->filled - a->taken == BLOCKS_A_THREAD * a->nthreads))
        (void)pthread_cond_wait(&a->room, &a->lock);
    if (a->over)
        return NULL;
    a->turn = true;
    return &a->blocks[a->filled++ % a->nblocks];
}

/* The turn is over; the lock is held. */
static void leave_turn(struct read_ahead *a, struct block *b)
{
    a->turn = false;
    a->over = a->over || b->last || b->failed;
    if (b->unit.length > 0)
        start_another(a);
    (void)pthread_cond_signal(&a->room);
    if (a->over)
        (void)pthread_cond_broadcast(&a->room);
}

/* The block can be read; the lock is held. */
static void hand_over(struct read_ahead *a, struct block *b)
{
    b->state = BLOCK_READY;
    (void)pthread_cond_signal(&a->ready);
}

static void *work(void *argument)
{
    struct read_ahead *a = argument;
    struct block *b;
    struct decompress *own = NULL;
    (void)pthread_mutex_lock(&a->lock);
    while ((b = take_turn(a)) != NULL) {
        b->state = BLOCK_FILLED;
        (void)pthread_mutex_unlock(&a->lock);
        fill(a, b);
        (void)pthread_mutex_lock(&a->lock);
        leave_turn(a, b);
        (void)pthread_mutex_unlock(&a->lock);
        if (b->unit.length > 0 && own == NULL)
            b->failed = (own = decompress_open()) == NULL;
        if (b->unit.length > 0 && !b->failed)
            unpack_unit(b, own);
        (void)pthread_mutex_lock(&a->lock);
        hand_over(a, b);
    }
    (void)pthread_mutex_unlock(&a->lock);
    decompress_close(own);
    return NULL;
}

/* Reading. */

static void start(struct read_ahead *a)
{
    a->filled = a->taken = 0;
    a->turn = a->over = false;
    a->at = 0;
    for (unsigned i = 0; i < a->nblocks; i++)
        a->blocks[i].state = BLOCK_FREE;
    (void)pthread_mutex_lock(&a->lock);
    start_another(a);
    (void)pthread_mutex_unlock(&a->lock);
    a->never = a->nthreads == 0;
}

void read_ahead_end(struct read_ahead *a)
{
    (void)pthread_mutex_lock(&a->lock);
    a->over = true;
    (void)pthread_cond_broadcast(&a->room);
    (void)pthread_mutex_unlock(&a->lock);
    while (a->nthreads > 0)
        (void)pthread_join(a->threads[--a->nthreads], NULL);
}

static ssize_t read_alone(struct read_ahead *a, unsigned char *to, size_t size)
{
    ssize_t n = decompress_read(a->unpacking, to, size);
    a->alone += n > 0 ? (uint64_t)n : 0;
    return n;
}

/* The block that is to be read next. */
static struct block *await_block(struct read_ahead *a)
{
    struct block *b = &a->blocks[a->taken % a->nblocks];
    (void)pthread_mutex_lock(&a->lock);
    while (b->state != BLOCK_READY)
        (void)pthread_cond_wait(&a->ready, &a->lock);
    (void)pthread_mutex_unlock(&a->lock);
    return b;
}

/* The block that is filled next gets the buffer of this one, which is in caches; the lock is held.
 */
static void lend_buffer(struct read_ahead *a, struct block *b)
{
    struct block *next = &a->blocks[a->filled % a->nblocks];
    if (next->state != BLOCK_FREE)
        return;
    unsigned char *text = next->text;
    size_t room = next->room;
    next->text = b->text;
    next->room = b->room;
    b->text = text;
    b->room = room;
}

static void free_block(struct read_ahead *a, struct block *b)
{
    a->at = 0;
    (void)pthread_mutex_lock(&a->lock);
    b->state = BLOCK_FREE;
    a->taken++;
    lend_buffer(a, b);
    (void)pthread_cond_signal(&a->room);
    (void)pthread_mutex_unlock(&a->lock);
}

/* The block could not be filled by a thread: whoever reads unpacks from its beginning on. */
static ssize_t go_back(struct read_ahead *a, const struct block *b, unsigned char *to, size_t size)
{
    uint64_t position = b->unit.position;
    bool unit = b->unit.length > 0;
    read_ahead_end(a);
    a->never = true;
    if (!unit) {
        errno = ENOMEM;
        return -1;
    }
    a->back(a->from, position);
    decompress_go_back(a->unpacking, position);
    return read_alone(a, to, size);
}

/* What the last block says. */
static ssize_t end_of(const struct block *b)
{
    errno = b->errnum;
    return b->errnum != 0 || b->reason != NULL ? -1 : 0;
}

ssize_t read_ahead_read(struct read_ahead *a, unsigned char *to, size_t size)
{
    if (a->nthreads == 0 && !a->never && a->alone >= read_ahead_block)
        start(a);
    if (a->nthreads == 0)
        return read_alone(a, to, size);
    for (;;) {
        struct block *b = await_block(a);
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
