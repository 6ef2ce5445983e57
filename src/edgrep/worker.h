/* worker.h - one thread of a search (workers.h): claims slots, reads, scans, and marks them done.
 */
#pragma once

#include <pthread.h>

#include "edgrep/extractor.h"
#include "edgrep/work_ring.h"
#include "scan/scan_together.h"
#include "scan/scanner.h"

enum { WORKERS_A_DEVICE = 2 };

/* What the workers of a search share. */
struct worker_shared {
    const struct search *search;
    struct work_ring *ring;
    pthread_mutex_t lock; /* guards search->stats while workers end, and the members of workers */
    pthread_cond_t over;  /* `running` has fallen */
    unsigned running;     /* workers */
};

/* One scan of a worker. */
struct scan_step {
    struct slot *slot; /* of the chunk */
    struct chunk *chunk;
    struct hits *hits;
    struct extractor_place place; /* if the slot holds a range */
    bool closes;                  /* the chunk is the last of that range */
    unsigned engine;              /* SCANNER_...: the engine that scans the chunk */
    enum engine_status status;
};

struct worker {
    struct worker_shared *all;
    pthread_t thread;
    unsigned number; /* among the workers of its engine, from 0 */
    unsigned engine; /* SCANNER_ENGINE or SCANNER_OFFLOAD */
    struct scanner scanner;
    struct extractor *extractor; /* NULL until the first range */
    struct slot *last;           /* the slot that it claimed last, or NULL */
    struct slot *range;          /* the slot whose range it is reading, or NULL */
    struct slot *ending;         /* the slot that it is marking done, or NULL */
    struct scan_step steps[2];   /* one is read while the other is scanned */
    struct chunk chunks[2];      /* the buffers of the two steps, for ranges */
    struct hits hits[2];
    struct scan_step *under_way; /* the step whose scan has started and not ended, or NULL */
    struct chunk small[TOGETHER_INPUTS]; /* small inputs of a range, scanned together */
    struct hits small_hits[TOGETHER_INPUTS];
    struct scan_together together;
    bool lost;        /* its device failed */
    bool dead;        /* it failed and waits for the program's exit */
    char death[4096]; /* its error message */
};

/* Works until there are no more slots. When the worker fails, it leaves the error in its slots, or
 * in the ring, and never returns. */
void worker_work(struct worker *w);

/* The worker does nothing more; `dead`: it has failed. */
void worker_leave(struct worker *w, bool dead);
