/*
 * crew_follow.c - see crew_follow.h.
 *
 * The main thread listens. Each taker (grid.h) has a thread and a queue of panels, and some threads
 * have one queue of parts. They send their answers themselves. With the next pair, and at the end,
 * all threads are ended; what was in the queues is forgotten.
 */
#include "compare/crew_follow.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "compare/orders.h"
#include "options/cmdline.h"
#include "pair/pack_sequences.h"
#include "strips/strips.h"

enum { AHEAD = 2, REASON = 1024 };

struct item {
    struct item *next;
    struct message m;
    struct unpack rest; /* of m, that is for the hand */
};

struct queue {
    struct item *first, **behind;
};

struct hand {
    struct follower *f;
    struct queue *queue;
    pthread_t thread;
};

struct follower {
    struct order_rules rules;
    const struct strips_kernel *kernel;
    unsigned threads;
    struct sequences s;
    void *codes; /* of s */
    struct queue panels, parts;
    struct hand *hands;
    unsigned nhands;      /* that have a thread */
    pthread_mutex_t lock; /* guards the queues and `death` */
    pthread_cond_t more;  /* is in a queue, or all hands shall end */
    atomic_bool halt;     /* all hands shall end */
    char death[REASON];   /* what a hand has died of */
};

/* A hand cannot go on; nor can the rank. */
static void fail(struct follower *f, const char *reason)
{
    pthread_mutex_lock(&f->lock);
    if (f->death[0] == '\0')
        (void)snprintf(f->death, sizeof f->death, "%s", reason);
    pthread_mutex_unlock(&f->lock);
}

static void last_words(void *follower, const char *message)
{
    fail(follower, message);
    pthread_exit(NULL);
}

/* The main thread dies of what a hand has died of: rank 0 is told (ranks.h). */
static void die_with_hands(struct follower *f)
{
    pthread_mutex_lock(&f->lock);
    bool dead = f->death[0] != '\0';
    pthread_mutex_unlock(&f->lock);
    if (dead)
        die("%s", f->death);
}

/* --- queues ---------------------------------------------------------------------------------- */

static void put(struct follower *f, struct queue *q, const struct message *m, struct unpack rest)
{
    struct item *item = xmalloc(sizeof *item);
    *item = (struct item){NULL, *m, rest};
    pthread_mutex_lock(&f->lock);
    *q->behind = item;
    q->behind = &item->next;
    pthread_cond_broadcast(&f->more);
    pthread_mutex_unlock(&f->lock);
}

static struct item *remove_first(struct queue *q)
{
    struct item *item = q->first;
    if (item == NULL)
        return NULL;
    q->first = item->next;
    if (q->first == NULL)
        q->behind = &q->first;
    return item;
}

static void free_item(struct item *item)
{
    free(item->m.bytes);
    free(item);
}

/* Waits for it; NULL: the hand shall end. */
static struct item *next_item(struct hand *h)
{
    struct follower *f = h->f;
    struct item *item = NULL;
    pthread_mutex_lock(&f->lock);
    while (!atomic_load(&f->halt) && (item = remove_first(h->queue)) == NULL)
        pthread_cond_wait(&f->more, &f->lock);
    pthread_mutex_unlock(&f->lock);
    return item;
}

static void clear(struct queue *q)
{
    for (struct item *item; (item = remove_first(q)) != NULL;)
        free_item(item);
}

/* --- work ------------------------------------------------------------------------------------ */

/* False: memory is out. */
static bool compute_panel(struct follower *f, struct unpack *u)
{
    size_t size;
    struct pack answer = {0};
    uint64_t number = unpack_number(u);
    struct strips_problem panel = unpack_problem(u, &f->s);
    uint64_t *bits = (uint64_t *)unpack_bytes(u, &size); /* in the message, which is ours */
    struct strips_border border = strips_border_at(&panel, bits);
    struct strips_run run = {.kernel = f->kernel, .threads = f->threads, .cancel = &f->halt};
    trace(TRACE_COMPARE, "panel %llu: %zu x %zu codes", (unsigned long long)number, panel.rows.n,
          panel.columns.n);
    enum strips_status status = strips_panel(&panel, &run, &border);
    if (status == STRIPS_OK) {
        pack_number(&answer, number);
        pack_bytes(&answer, bits, size);
        pack_send(&answer, 0, ANSWER_PANEL);
        trace(TRACE_COMPARE, "panel %llu: done", (unsigned long long)number);
    }
    return status != STRIPS_MEMORY;
}

static void align_part(struct follower *f, struct unpack *u)
{
    struct pack answer = {0};
    struct script script = {0};
    uint64_t number = unpack_number(u);
    struct parts_rules rules;
    struct part part = unpack_part(u, &f->s, &rules);
    trace(TRACE_COMPARE, "part %llu: %zu x %zu codes", (unsigned long long)number, part.s.m,
          part.s.n);
    parts_align(&rules, &part, &script);
    pack_number(&answer, number);
    pack_bytes(&answer, script.runs, script.count * sizeof *script.runs);
    pack_send(&answer, 0, ANSWER_PART);
    script_free(&script);
}

static void *work(void *hand)
{
    struct hand *h = hand;
    struct follower *f = h->f;
    bool good = true;
    struct item *item;
    trace_thread("thread", (unsigned)(h - f->hands));
    diag_last_words(last_words, f);
    while (good && (item = next_item(h)) != NULL) {
        if (item->m.kind == ORDER_PART)
            align_part(f, &item->rest);
        else
            good = compute_panel(f, &item->rest);
        free_item(item);
    }
    if (!good)
        fail(f, strerror(ENOMEM));
    return NULL;
}

/* --- a pair ---------------------------------------------------------------------------------- */

static void start_hand(struct follower *f, struct queue *q)
{
    struct hand *h = &f->hands[f->nhands];
    *h = (struct hand){f, q, 0};
    int error = pthread_create(&h->thread, NULL, work, h);
    if (error != 0)
        die("%s", strerror(error));
    f->nhands++;
}

/* Ends all hands; forgets the pair. */
static void halt(struct follower *f)
{
    pthread_mutex_lock(&f->lock);
    atomic_store(&f->halt, true);
    pthread_cond_broadcast(&f->more);
    pthread_mutex_unlock(&f->lock);
    while (f->nhands > 0)
        (void)pthread_join(f->hands[--f->nhands].thread, NULL);
    clear(&f->panels);
    clear(&f->parts);
    free(f->hands);
    free(f->codes);
    order_rules_free(&f->rules);
    f->hands = NULL;
    f->codes = NULL;
    f->rules = (struct order_rules){0};
    atomic_store(&f->halt, false);
}

/* The operands are there, and the same as on rank 0. */
static void check_files(const struct order_rules *rules)
{
    for (size_t i = 0; i < ORDER_FILES; i++) {
        const char *name = rules->files[i].name;
        const char *why = name != NULL ? content_check(name, &rules->files[i].state) : NULL;
        if (why != NULL)
            die("%s: %s", name, why);
    }
}

static const struct strips_kernel *find_kernel(const char *name)
{
    const struct strips_kernel *const *k = strips_kernels();
    if (strcmp(name, "auto") == 0)
        return strips_kernels_fastest();
    while (*k != NULL && strcmp(strips_kernel_name(*k), name) != 0)
        k++;
    const char *why_not = *k == NULL ? "no such engine" : strips_kernel_why_not(*k);
    if (why_not != NULL)
        die("--engine=%s: not usable here: %s", name, why_not);
    return *k;
}

static void get_ready(const struct follower *f)
{
    struct pack answer = {0};
    pack_number(&answer, 1);
    pack_number(&answer, 0);
    pack_number(&answer, 0);
    pack_number(&answer, AHEAD);
    pack_number(&answer, f->threads + 1);
    pack_send(&answer, 0, ANSWER_READY);
}

static void begin_pair(struct follower *f, const struct message *m)
{
    struct unpack u = unpack_open(m);
    orders_pass_on(ORDER_PAIR, m->bytes, m->size);
    halt(f);
    f->rules = unpack_rules(&u);
    f->codes = unpack_sequences(&u, &f->s);
    check_files(&f->rules);
    f->kernel = find_kernel(f->rules.engine);
    f->threads = f->rules.threads > 0 ? f->rules.threads : cmdline_cpus();
    trace(TRACE_COMPARE, "%s: %zu x %zu codes, engine %s, %u threads", ranks_host(), f->s.m, f->s.n,
          strips_kernel_name(f->kernel), f->threads);
    f->hands = xcalloc(1 + f->threads, sizeof *f->hands);
    start_hand(f, &f->panels);
    for (unsigned i = 0; i < f->threads; i++)
        start_hand(f, &f->parts);
    get_ready(f);
}

/* Does what the message says; false: the run is over. */
static bool obey(struct follower *f, struct message *m)
{
    struct unpack u = unpack_open(m);
    switch ((enum order)m->kind) {
    case ORDER_PANEL:
        (void)unpack_number(&u); /* there is one taker */
        put(f, &f->panels, m, u);
        return true;
    case ORDER_PART:
        put(f, &f->parts, m, u);
        return true;
    case ORDER_PAIR:
        begin_pair(f, m);
        break;
    default:
        halt(f);
    }
    free(m->bytes);
    return m->kind != ORDER_OVER;
}

void crew_follow(void)
{
    struct follower f = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};
    struct message m;
    unsigned times = 0;
    f.panels.behind = &f.panels.first;
    f.parts.behind = &f.parts.first;
    for (bool going = true; going;) {
        if (ranks_receive(&m)) {
            going = obey(&f, &m);
            times = 0;
        } else {
            ranks_rest(&times);
        }
        die_with_hands(&f);
    }
    pthread_mutex_destroy(&f.lock);
    pthread_cond_destroy(&f.more);
    ranks_send(0, ANSWER_OVER, NULL, 0);
}
