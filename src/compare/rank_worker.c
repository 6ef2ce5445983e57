/*
 * rank_worker.c - see rank_worker.h.
 *
 * The main thread receives messages. Each executor (grid.h), a team of processor threads or a
 * device, has a thread and a queue of panels. Further threads share one queue of parts. All threads
 * send their replies themselves. At the next pair, and at the end, all threads are stopped, and the
 * queues are dropped.
 */
#include "compare/rank_worker.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "compare/device_worker.h"
#include "compare/rank_messages.h"
#include "compare/scheduler.h"
#include "options/cmdline.h"
#include "pair/pack_sequences.h"
#include "plan/costs.h"
#include "plan/offload.h"
#include "ranks/same_file.h"
#include "ranks/share.h"
#include "strips/strips.h"
#include "strips/strips_device.h"

enum { REASON = 1024 };

struct order {
    struct order *next;
    struct message m;
    struct unpack rest; /* unread rest of m */
};

struct queue {
    struct order *first, **behind;
};

struct executor {
    struct grid_executor is;
    const struct strips_device *device; /* NULL: a team of threads */
    unsigned number;                    /* of the device */
};

/* A worker thread. */
struct rank_worker {
    struct follower *f;
    struct executor executor; /* not used for parts */
    struct queue *queue;
    struct queue panels;
    struct strips_solver *solver; /* of its device, once opened */
    pthread_t thread;
};

struct follower {
    struct rank_message_rules rules;
    const struct strips_kernel *kernel;
    const struct strips_device *device; /* NULL: none */
    unsigned threads;
    struct sequences s;
    void *codes; /* memory of s */
    struct queue parts;
    struct rank_worker *workers; /* those with executors first */
    unsigned nexecutors, nworkers;
    pthread_mutex_t lock; /* guards the queues and `death` */
    pthread_cond_t more;  /* a queue has an order, or all workers shall stop */
    atomic_bool halt;     /* all workers shall stop */
    char death[REASON];   /* the error of a failed worker */
};

/* Called when a worker fails: the rank fails. */
static void last_words(void *follower, const char *message)
{
    struct follower *f = follower;
    pthread_mutex_lock(&f->lock);
    if (f->death[0] == '\0')
        (void)snprintf(f->death, sizeof f->death, "%s", message);
    pthread_mutex_unlock(&f->lock);
    ranks_wake();
    pthread_exit(NULL);
}

/* If a worker has failed, the main thread dies with its message, which is sent to rank 0
 * (ranks.h). */
static void fail_with_workers(struct follower *f)
{
    pthread_mutex_lock(&f->lock);
    bool dead = f->death[0] != '\0';
    pthread_mutex_unlock(&f->lock);
    if (dead)
        die("%s", f->death);
}

/* --- queues ---------------------------------------------------------------------------------- */

static void queue_append(struct follower *f, struct queue *q, const struct message *m,
                         struct unpack rest)
{
    struct order *item = xmalloc(sizeof *item);
    *item = (struct order){NULL, *m, rest};
    pthread_mutex_lock(&f->lock);
    *q->behind = item;
    q->behind = &item->next;
    pthread_cond_broadcast(&f->more);
    pthread_mutex_unlock(&f->lock);
}

static struct order *remove_first(struct queue *q)
{
    struct order *item = q->first;
    if (item == NULL)
        return NULL;
    q->first = item->next;
    if (q->first == NULL)
        q->behind = &q->first;
    return item;
}

static void free_item(struct order *item)
{
    free(item->m.bytes);
    free(item);
}

/* Waits for the next order. Returns NULL if the worker shall stop. */
static struct order *next_item(struct rank_worker *w)
{
    struct follower *f = w->f;
    struct order *item = NULL;
    pthread_mutex_lock(&f->lock);
    while (!atomic_load(&f->halt) && (item = remove_first(w->queue)) == NULL)
        pthread_cond_wait(&f->more, &f->lock);
    pthread_mutex_unlock(&f->lock);
    return item;
}

/* --- work ------------------------------------------------------------------------------------ */

/* Returns whether a worker's device succeeded. Exits the program if a device requested by name
 * failed. */
static bool is_good(const struct rank_worker *w, enum strips_device_status status)
{
    const struct strips_device *device = w->executor.device;
    if (status == STRIPS_DEVICE_FAILED && strcmp(w->f->rules.engine, device->name) == 0)
        die("engine %s failed: %s", device->name, device->why_failed(w->solver));
    return status != STRIPS_DEVICE_FAILED;
}

static bool is_open(struct rank_worker *w)
{
    if (w->solver == NULL)
        w->solver = w->executor.device->open(w->executor.number);
    return w->solver != NULL;
}

static void compute_panel(struct rank_worker *w, struct unpack *u)
{
    size_t size;
    bool done = true;
    struct pack answer = {0};
    uint64_t number = unpack_number(u);
    struct strips_problem panel = unpack_problem(u, &w->f->s);
    /* points into the message, which this thread owns */
    uint64_t *bits = (uint64_t *)unpack_bytes(u, &size);
    struct strips_border border = strips_border_at(&panel, bits);
    trace(TRACE_COMPARE, "panel %llu: %zu x %zu codes", (unsigned long long)number, panel.rows.n,
          panel.columns.n);
    const struct strips_device_run on_device = {.cancel = &w->f->halt};
    const struct strips_run run = {
        .kernel = w->f->kernel, .threads = w->f->threads, .cancel = &w->f->halt};
    if (w->executor.device != NULL)
        done = is_good(w, is_open(w)
                              ? w->executor.device->panel(w->solver, &panel, &on_device, &border)
                              : STRIPS_DEVICE_FAILED);
    else if (strips_panel(&panel, &run, &border) == STRIPS_MEMORY)
        die_out_of_memory();
    if (atomic_load(&w->f->halt))
        return; /* the reply is no longer awaited */
    pack_number(&answer, number);
    pack_bytes(&answer, bits, done ? size : 0);
    pack_send(&answer, 0, ANSWER_PANEL);
    trace(TRACE_COMPARE, "panel %llu: %s", (unsigned long long)number, done ? "done" : "failed");
}

static void divide_part(struct rank_worker *w, struct unpack *u)
{
    struct strips_device_part *v = NULL;
    size_t n = 0;
    uint64_t number = unpack_number(u), cells = unpack_number(u), distance = unpack_number(u);
    const struct strips_device_run run = {
        .limited = distance < UINT64_MAX, .limit = distance, .cancel = &w->f->halt};
    struct strips_problem p = unpack_problem(u, &w->f->s);
    if (w->executor.device == NULL)
        die("protocol error: this rank has no device for this request");
    trace(TRACE_COMPARE, "part %llu: %zu x %zu codes to be divided", (unsigned long long)number,
          p.rows.n, p.columns.n);
    bool done = is_good(
        w, is_open(w) ? w->executor.device->divide(w->solver, &p, (double)cells, &run, &v, &n)
                      : STRIPS_DEVICE_FAILED);
    if (!atomic_load(&w->f->halt)) {
        struct pack answer = {0};
        pack_number(&answer, number);
        pack_bytes(&answer, v, done ? n * sizeof *v : 0);
        pack_send(&answer, 0, ANSWER_DIVIDED);
    }
    free(v);
    trace(TRACE_COMPARE, "part %llu: %zu parts", (unsigned long long)number, n);
}

static void align_part(struct follower *f, struct unpack *u)
{
    struct pack answer = {0};
    struct script script = {0};
    uint64_t number = unpack_number(u);
    struct subproblems_rules rules;
    struct subproblem part = unpack_part(u, &f->s, &rules);
    trace(TRACE_COMPARE, "part %llu: %zu x %zu codes", (unsigned long long)number, part.s.m,
          part.s.n);
    rules.kernel = f->kernel;
    subproblems_align(&rules, &part, &script);
    pack_number(&answer, number);
    pack_bytes(&answer, script.runs, script.count * sizeof *script.runs);
    pack_send(&answer, 0, ANSWER_PART);
    script_free(&script);
}

static void *run_worker(void *worker)
{
    struct rank_worker *w = worker;
    struct follower *f = w->f;
    struct order *item;
    trace_thread("thread", (unsigned)(w - f->workers));
    diag_last_words(last_words, f);
    while ((item = next_item(w)) != NULL) {
        if (item->m.kind == RANK_MESSAGE_PART)
            align_part(f, &item->rest);
        else if (item->m.kind == RANK_MESSAGE_DIVIDE)
            divide_part(w, &item->rest);
        else
            compute_panel(w, &item->rest);
        free_item(item);
    }
    if (w->solver != NULL)
        w->executor.device->close(w->solver);
    return NULL;
}

/* --- a pair ---------------------------------------------------------------------------------- */

/* Adds a worker for an executor, or (NULL) one that aligns parts. */
static void add_worker(struct follower *f, const struct executor *executor)
{
    f->workers = xreallocarray(f->workers, f->nworkers + 1, sizeof *f->workers);
    struct rank_worker *w = &f->workers[f->nworkers++];
    *w = (struct rank_worker){.f = f};
    if (executor != NULL) {
        w->executor = *executor;
        f->nexecutors++;
    }
}

/* Starts the threads of all workers, whose array no longer moves. */
static void start_workers(struct follower *f)
{
    for (unsigned i = 0; i < f->nworkers; i++) {
        struct rank_worker *w = &f->workers[i];
        w->panels.behind = &w->panels.first;
        w->queue = i < f->nexecutors ? &w->panels : &f->parts;
        int error = pthread_create(&w->thread, NULL, run_worker, w);
        if (error != 0 && i <= f->nexecutors)
            die("no thread could be started: %s", strerror(error));
        if (error != 0)
            f->nworkers = i; /* the others align all parts */
    }
}

/* Stops all workers, and drops the pair. */
static void halt(struct follower *f)
{
    pthread_mutex_lock(&f->lock);
    atomic_store(&f->halt, true);
    pthread_cond_broadcast(&f->more);
    pthread_mutex_unlock(&f->lock);
    for (unsigned i = 0; i < f->nworkers; i++) {
        (void)pthread_join(f->workers[i].thread, NULL);
        for (struct order *item; (item = remove_first(f->workers[i].queue)) != NULL;)
            free_item(item);
    }
    free(f->workers);
    free(f->codes);
    rank_message_rules_free(&f->rules);
    f->workers = NULL;
    f->nworkers = f->nexecutors = 0;
    f->codes = NULL;
    f->rules = (struct rank_message_rules){0};
    atomic_store(&f->halt, false);
}

/* Checks that the operands exist and are the same as on rank 0. */
static void check_files(const struct rank_message_rules *rules)
{
    for (size_t i = 0; i < RANK_MESSAGE_FILES; i++) {
        const char *name = rules->files[i].name;
        int fd;
        if (name == NULL)
            continue;
        const char *why = same_file_open(name, rules->files[i].version, &fd);
        if (why != NULL)
            die("%s: %s", name, why);
        (void)close(fd);
    }
}

/* Returns whether devices pay beside the processor of this rank. */
static bool devices_pay(const struct follower *f)
{
    double seconds = sequences_cells(&f->s) * COST_RANK_CELL * 1e-9 / f->threads;
    return seconds > 2 * offload_begin();
}

/* Finds the kernel or device that rank 0 names. edcmp_choose() has found the name right and the
 * metric supported there; but a processor or device may be missing here, which must end this rank
 * (die() tells rank 0), and "auto" takes a device only if it pays beside the threads of this rank.
 */
static void find_engine(struct follower *f, enum metric metric)
{
    const char *name = f->rules.engine, *why_not = NULL;
    const struct strips_device *device = strips_device();
    bool automatic = strcmp(name, "auto") == 0;
    f->kernel = strips_kernels_fastest();
    f->device = NULL;
    for (const struct strips_kernel *const *k = strips_kernels(); *k != NULL; k++)
        if (strcmp((*k)->name, name) == 0) {
            f->kernel = *k;
            why_not = cpu_why_not((*k)->needs);
        }
    if (automatic ? (device->metrics & METRIC_BIT(metric)) != 0 && devices_pay(f)
                  : strcmp(device->name, name) == 0)
        f->device = device->load(device, &why_not);
    if (why_not != NULL && !automatic)
        die("--engine=%s: not usable here: %s", name, why_not);
}

/* Adds workers for this rank's share of the host's devices; each computes several panels at a
 * time. */
static void add_devices(struct follower *f)
{
    unsigned all = f->device->count();
    for (unsigned i = 0; i < share_count(all); i++) {
        f->device->prepare(share_item(all, i));
        for (unsigned worker = 0; worker < DEVICE_WORKERS; worker++) {
            struct executor executor = {.device = f->device, .number = share_item(all, i)};
            executor.is = device_worker_executor(f->device, executor.number, worker);
            add_worker(f, &executor);
        }
    }
}

/* Adds all workers: devices, or else threads, compute panels; threads align parts. */
static void add_workers(struct follower *f)
{
    const struct executor team = {.is = scheduler_team(f->kernel, f->threads)};
    if (f->device != NULL)
        add_devices(f);
    if (f->nexecutors == 0)
        add_worker(f, &team);
    for (unsigned i = 0; i < f->threads; i++)
        add_worker(f, NULL);
}

static void get_ready(const struct follower *f)
{
    struct pack answer = {0};
    pack_number(&answer, f->nexecutors);
    for (unsigned i = 0; i < f->nexecutors; i++)
        pack_value(&answer, &f->workers[i].executor.is, sizeof(struct grid_executor));
    pack_number(&answer, f->threads + 1);
    pack_number(&answer, f->workers[0].executor.device != NULL);
    pack_send(&answer, 0, ANSWER_READY);
}

static void begin_pair(struct follower *f, const struct message *m)
{
    struct unpack u = unpack_open(m);
    rank_messages_pass_on(m->bytes, m->size);
    halt(f);
    f->rules = unpack_rules(&u);
    enum metric metric = (enum metric)unpack_number(&u);
    f->codes = unpack_sequences(&u, &f->s);
    f->threads = f->rules.threads > 0 ? f->rules.threads : cmdline_cpus();
    check_files(&f->rules);
    find_engine(f, metric);
    add_workers(f);
    trace(TRACE_COMPARE, "%s: %zu x %zu codes, kernel %s, %u threads, %u executors",
          rank_place.host, f->s.m, f->s.n, f->kernel->name, f->threads, f->nexecutors);
    start_workers(f);
    get_ready(f);
}

/* Executes a message. Returns false at the end of the run. */
static bool obey(struct follower *f, struct message *m)
{
    struct unpack u = unpack_open(m);
    uint64_t executor;
    switch ((enum rank_message)m->kind) {
    case RANK_MESSAGE_PANEL:
    case RANK_MESSAGE_DIVIDE:
        executor = unpack_number(&u);
        if (executor >= f->nexecutors)
            die("protocol error: a request for an unknown executor");
        queue_append(f, f->workers[executor].queue, m, u);
        return true;
    case RANK_MESSAGE_PART:
        queue_append(f, &f->parts, m, u);
        return true;
    case RANK_MESSAGE_PAIR:
        begin_pair(f, m);
        break;
    default:
        halt(f);
    }
    free(m->bytes);
    return m->kind != RANK_MESSAGE_OVER;
}

void rank_worker_run(void)
{
    struct follower f = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};
    struct message m;
    f.parts.behind = &f.parts.first;
    for (bool going = true; going;) {
        if (ranks_receive(&m))
            going = obey(&f, &m);
        else
            ranks_await();
        fail_with_workers(&f);
    }
    pthread_mutex_destroy(&f.lock);
    pthread_cond_destroy(&f.more);
    ranks_send(0, ANSWER_OVER, NULL, 0);
}
