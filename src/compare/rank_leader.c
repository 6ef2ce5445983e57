#include "compare/rank_leader.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "pair/pack_sequences.h"
#include "plan/costs.h"

/* Another rank. */
struct rank_follower {
    bool ready;          /* has replied to the last pair */
    bool over;           /* has replied to the end of the run */
    bool worked;         /* has computed a panel or a part */
    bool assumed;        /* an executor was assumed: it was not ready in time */
    bool devices;        /* its devices compute panels */
    unsigned most_parts; /* most parts that it may hold */
    unsigned parts;      /* parts that it holds */
};

/* An executor of another rank. */
struct rank_executor {
    struct grid_executor is;
    unsigned rank;
    unsigned number; /* its number on its rank */
    unsigned held;   /* panels, or parts to divide, that it holds */
    bool left;       /* it has failed */
};

/* An order that a rank is working on. */
struct held_panel {
    struct held_panel *next;
    uint64_t number; /* number of the order */
    unsigned rank;
    struct rank_executor *executor; /* for a panel or a part to divide; NULL: a part to align */
    struct grid_panel *panel;       /* or NULL: */
    struct subproblem part;
};

struct rank_leader {
    struct rank_message_rules rules;
    const struct sequences *s;
    struct rank_follower *followers; /* [rank]; rank 0's is unused */
    struct rank_executor *executors;
    size_t nexecutors, capacity;
    size_t first;  /* number of their first executor in the scheduler */
    bool begun;    /* a pair has been sent */
    uint64_t last; /* number of the last order */
    struct held_panel *held;
    struct grid *grid;                /* the current grid, or NULL */
    struct split_on_device *dividing; /* the current queue of parts to divide, or NULL */
    struct subproblems *parts;        /* the current queue of parts to align, or NULL */
    const char *failure;              /* reason for which the program is about to exit; or NULL */
};

enum { AHEAD = 2 }; /* panels for a rank that is not ready yet */
/* Seconds to wait for ranks that are not ready: a share of a thread's time for the table. */
static const double PATIENCE_SHARE = 0.05, PATIENCE_LEAST = 0.1, PATIENCE_MOST = 2;

/* --- what is given out ----------------------------------------------------------------------- */

static struct held_panel *hold_panel(struct rank_leader *l, unsigned rank)
{
    struct held_panel *h = xcalloc(1, sizeof *h);
    h->next = l->held;
    h->number = ++l->last;
    h->rank = rank;
    l->held = h;
    return h;
}

/* Removes and returns the order with this number, if the rank has it. */
static struct held_panel *let_go(struct rank_leader *l, uint64_t number, unsigned rank)
{
    for (struct held_panel **at = &l->held; *at != NULL; at = &(*at)->next) {
        struct held_panel *h = *at;
        if (h->number != number || h->rank != rank)
            continue;
        *at = h->next;
        if (h->executor != NULL)
            h->executor->held--;
        else
            l->followers[rank].parts--;
        return h;
    }
    return NULL;
}

/* Takes back all orders. Parts to divide stay undivided. */
static void take_back(struct rank_leader *l)
{
    while (l->held != NULL) {
        struct held_panel *h = let_go(l, l->held->number, l->held->rank);
        if (h->panel != NULL)
            grid_return(l->grid, h->panel);
        else if (h->executor == NULL)
            subproblems_return(l->parts, &h->part);
        free(h);
    }
}

static void send_panel(struct rank_leader *l, struct rank_executor *t, struct grid_panel *panel)
{
    struct held_panel *h = hold_panel(l, t->rank);
    struct pack p = {0};
    h->executor = t;
    h->panel = panel;
    t->held++;
    pack_number(&p, t->number);
    pack_number(&p, h->number);
    pack_problem(&p, l->s, &panel->problem);
    pack_bytes(&p, panel->bits, strips_border_size(&panel->problem) * sizeof *panel->bits);
    trace(TRACE_COMPARE, "panel %llu for rank %u: %zu x %zu codes, %zu bytes",
          (unsigned long long)h->number, t->rank, panel->problem.rows.n, panel->problem.columns.n,
          p.size);
    pack_send(&p, t->rank, RANK_MESSAGE_PANEL);
}

static void send_division(struct rank_leader *l, struct rank_executor *t,
                          const struct subproblem *part)
{
    struct held_panel *h = hold_panel(l, t->rank);
    const struct strips_problem problem =
        strips_problem_of(&part->s, split_on_device_metric(l->dividing));
    struct pack p = {0};
    h->executor = t;
    h->part = *part;
    t->held++;
    pack_number(&p, t->number);
    pack_number(&p, h->number);
    pack_number(&p, (uint64_t)split_on_device_cells(l->dividing));
    pack_number(&p, part->distance);
    pack_problem(&p, l->s, &problem);
    trace(TRACE_COMPARE, "part %llu for rank %u: %zu x %zu codes to be divided",
          (unsigned long long)h->number, t->rank, part->s.m, part->s.n);
    pack_send(&p, t->rank, RANK_MESSAGE_DIVIDE);
}

static void send_part(struct rank_leader *l, unsigned rank, const struct subproblem *part)
{
    struct held_panel *h = hold_panel(l, rank);
    struct pack p = {0};
    h->part = *part;
    l->followers[rank].parts++;
    pack_number(&p, h->number);
    pack_part(&p, l->s, part, subproblems_rules(l->parts));
    trace(TRACE_COMPARE, "part %zu for rank %u: %zu x %zu codes", part->number, rank, part->s.m,
          part->s.n);
    pack_send(&p, rank, RANK_MESSAGE_PART);
}

/* --- what is answered ------------------------------------------------------------------------ */

/* Stops all work, for this reason. */
static void stop_all(struct rank_leader *l, const char *why)
{
    l->failure = why;
    if (l->grid != NULL)
        grid_stop(l->grid);
    if (l->parts != NULL)
        subproblems_stop(l->parts);
}

static void add_executor(struct rank_leader *l, unsigned rank, unsigned number,
                         struct grid_executor is)
{
    xgrow(&l->executors, &l->capacity, l->nexecutors + 1, sizeof *l->executors);
    l->executors[l->nexecutors++] =
        (struct rank_executor){.is = is, .rank = rank, .number = number};
}

/* Assumes an executor for a rank that is not ready. */
static void assume_executor(struct rank_leader *l, unsigned rank)
{
    struct grid_executor is = scheduler_team(NULL, 1);
    is.ahead = AHEAD;
    add_executor(l, rank, 0, is);
    l->followers[rank].assumed = true;
}

/* Reads a rank's reply with its executors. A late rank keeps the assumed one. */
static void get_ready(struct rank_leader *l, unsigned rank, struct unpack *u)
{
    struct rank_follower *f = &l->followers[rank];
    size_t executors = (size_t)unpack_number(u);
    for (unsigned i = 0; i < executors; i++) {
        struct grid_executor is = unpack_executor(u);
        if (!f->assumed)
            add_executor(l, rank, i, is);
    }
    f->most_parts = (unsigned)unpack_number(u);
    f->devices = unpack_number(u) != 0;
    f->ready = true;
}

static void get_panel(struct rank_leader *l, unsigned rank, struct unpack *u)
{
    size_t size;
    struct held_panel *h = let_go(l, unpack_number(u), rank);
    const void *bits = unpack_bytes(u, &size);
    if (h == NULL)
        return; /* the order was taken back */
    if (size == 0) {
        grid_return(l->grid, h->panel);
        grid_leave(l->grid, l->first + (size_t)(h->executor - l->executors));
        h->executor->left = true;
    } else if (size == strips_border_size(&h->panel->problem) * sizeof *h->panel->bits) {
        memcpy(h->panel->bits, bits, size);
        grid_give(l->grid, h->panel);
        l->followers[rank].worked = true;
    } else {
        die("protocol error: unexpected reply from rank %u", rank);
    }
    free(h);
}

static void get_divided(struct rank_leader *l, unsigned rank, struct unpack *u)
{
    struct held_panel *h = let_go(l, unpack_number(u), rank);
    size_t n;
    if (h == NULL)
        return;
    struct strips_device_part *v = unpack_divided(u, &n);
    if (n > 0)
        split_on_device_put(l->dividing, &h->part, v, n);
    l->followers[rank].worked |= n > 0;
    h->executor->left |= n == 0;
    free(v);
    free(h);
}

static void get_part(struct rank_leader *l, unsigned rank, struct unpack *u)
{
    size_t size;
    struct held_panel *h = let_go(l, unpack_number(u), rank);
    const void *runs = unpack_bytes(u, &size);
    if (h == NULL)
        return;
    struct script script = {.count = size / sizeof *script.runs,
                            .capacity = size / sizeof *script.runs,
                            .runs = xmemdup(runs, size)};
    subproblems_give(l->parts, &h->part, &script);
    l->followers[rank].worked = true;
    free(h);
}

/* Handles one message. Returns false if there is none. */
static bool receive_message(struct rank_leader *l)
{
    struct message m;
    if (!ranks_receive(&m))
        return false;
    struct unpack u = unpack_open(&m);
    switch ((enum rank_message)m.kind) {
    case ANSWER_READY:
        get_ready(l, m.rank, &u);
        break;
    case ANSWER_PANEL:
        get_panel(l, m.rank, &u);
        break;
    case ANSWER_DIVIDED:
        get_divided(l, m.rank, &u);
        break;
    case ANSWER_PART:
        get_part(l, m.rank, &u);
        break;
    default:
        l->followers[m.rank].over = true;
    }
    free(m.bytes);
    return true;
}

/* --- the worker --------------------------------------------------------------------------------
 */

/* Gives one more panel to each executor that holds `holding` panels. Sets *over if none are
 * left. */
static bool give_panels(struct rank_leader *l, unsigned holding, bool *over)
{
    bool any = false;
    for (size_t i = 0; i < l->nexecutors && !*over; i++) {
        struct rank_executor *t = &l->executors[i];
        struct grid_panel *panel;
        if (!l->followers[t->rank].ready || t->left || t->held != holding ||
            holding >= t->is.ahead || !grid_wants(l->grid, l->first + i))
            continue;
        enum grid_answer answer = grid_take(l->grid, l->first + i, false, &panel);
        if (answer == GRID_MEMORY)
            stop_all(l, strerror(ENOMEM));
        *over = answer == GRID_OVER || answer == GRID_MEMORY;
        if (answer == GRID_PANEL) {
            send_panel(l, t, panel);
            any = true;
        }
    }
    return any;
}

/* Gives parts in the same way. */
static bool give_parts(struct rank_leader *l, unsigned holding, bool *over)
{
    bool any = false;
    for (unsigned rank = 1; rank < ranks_count() && !*over; rank++) {
        struct rank_follower *f = &l->followers[rank];
        struct subproblem part;
        if (!f->ready || f->parts != holding || holding >= f->most_parts)
            continue;
        enum subproblems_answer answer = subproblems_take(l->parts, false, &part);
        *over = answer == SUBPROBLEMS_OVER;
        if (answer == SUBPROBLEMS_PART) {
            send_part(l, rank, &part);
            any = true;
        }
    }
    return any;
}

static unsigned most_held(const struct rank_leader *l)
{
    unsigned most = 0;
    for (size_t i = 0; i < l->nexecutors; i++)
        most = l->executors[i].is.ahead > most ? l->executors[i].is.ahead : most;
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        most = l->followers[rank].most_parts > most ? l->followers[rank].most_parts : most;
    return most;
}

/* Gives work first to those that hold least. */
static bool give_out(struct rank_leader *l, bool *over)
{
    bool any = false;
    unsigned most = most_held(l);
    for (unsigned holding = 0; holding < most && !*over; holding++)
        any |= l->grid != NULL ? give_panels(l, holding, over) : give_parts(l, holding, over);
    return any;
}

/* Gives idle devices parts to divide. */
static bool give_divisions(struct rank_leader *l)
{
    bool any = false;
    for (size_t i = 0; i < l->nexecutors; i++) {
        struct rank_executor *t = &l->executors[i];
        struct subproblem part;
        if (t->is.kind != GRID_DEVICE || !l->followers[t->rank].ready || t->left || t->held > 0 ||
            !split_on_device_take(l->dividing, &part))
            continue;
        send_division(l, t, &part);
        any = true;
    }
    return any;
}

/* Returns whether the grid has work for some executor that has not failed. */
static bool any_wanted(const struct rank_leader *l)
{
    bool any = false;
    for (size_t i = 0; i < l->nexecutors; i++)
        any |= !l->executors[i].left && grid_wants(l->grid, l->first + i);
    return any;
}

static void lead_workers(struct rank_leader *l)
{
    bool over = false;
    trace_thread("ranks", ranks_count() - 1);
    if (l->failure != NULL)
        stop_all(l, l->failure); /* the failure came while parts were divided */
    while (!over && l->failure == NULL) {
        bool any = receive_message(l);
        any |= give_out(l, &over);
        /* no rank may be ready */
        over = over || (l->grid != NULL && !any_wanted(l));
        if (!any && !over)
            ranks_await();
    }
    take_back(l);
}

/* Called when the worker fails: stops all, and the main thread reports the reason. */
static void last_words(void *lead, const char *message)
{
    struct rank_leader *l = lead;
    char *copy = strdup(message);
    stop_all(l, copy != NULL ? copy : strerror(ENOMEM));
    take_back(l);
    pthread_exit(NULL);
}

static void work_on_panels(void *context, struct grid *g, size_t first)
{
    struct rank_leader *l = context;
    l->first = first;
    for (size_t i = 0; i < l->nexecutors; i++)
        l->executors[i].left = false;
    diag_last_words(last_words, l);
    l->grid = g;
    grid_call(g, ranks_wake);
    lead_workers(l);
    l->grid = NULL;
}

static void work_on_divisions(void *context, struct split_on_device *d)
{
    struct rank_leader *l = context;
    diag_last_words(last_words, l);
    l->dividing = d;
    for (bool any = true; l->failure == NULL && (any || l->held != NULL);) {
        any = receive_message(l);
        any |= give_divisions(l);
        if (!any && l->held != NULL)
            ranks_await();
    }
    take_back(l);
    l->dividing = NULL;
}

static void work_on_parts(void *context, struct subproblems *p)
{
    struct rank_leader *l = context;
    diag_last_words(last_words, l);
    l->parts = p;
    subproblems_call(p, ranks_wake);
    lead_workers(l);
    l->parts = NULL;
}

static const char *why_failed(void *context)
{
    return ((const struct rank_leader *)context)->failure;
}

/* Returns how many devices divide parts. */
static unsigned count_dividers(const struct rank_leader *l)
{
    unsigned dividers = 0, teams = 0;
    for (size_t i = 0; i < l->nexecutors; i++) {
        dividers += l->executors[i].is.kind == GRID_DEVICE;
        teams += l->executors[i].is.kind == GRID_TEAM;
    }
    return teams == 0 ? dividers : 0;
}

/* --------------------------------------------------------------------------------------------- */

struct rank_leader *rank_leader_open(const struct rank_message_rules *rules)
{
    if (ranks_count() < 2)
        return NULL;
    struct rank_leader *l = xcalloc(1, sizeof *l);
    l->rules = *rules;
    l->followers = xcalloc(ranks_count(), sizeof *l->followers);
    return l;
}

static bool all_ready(const struct rank_leader *l)
{
    bool all = true;
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        all &= l->followers[rank].ready;
    return all;
}

static bool all_over(const struct rank_leader *l)
{
    bool all = true;
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        all &= l->followers[rank].over;
    return all;
}

/* Handles messages until all(l) is true, or the time is over. */
static void handle_until(struct rank_leader *l, bool (*all)(const struct rank_leader *l),
                         double patience)
{
    double end = io_seconds() + patience;
    while (!all(l) && io_seconds() < end)
        if (!receive_message(l))
            ranks_await();
}

static double patience_for(const struct sequences *s)
{
    double patience = sequences_cells(s) * COST_RANK_CELL * 1e-9 * PATIENCE_SHARE;
    patience = patience < PATIENCE_MOST ? patience : PATIENCE_MOST;
    return patience > PATIENCE_LEAST ? patience : PATIENCE_LEAST;
}

/* Sends the sequences to all ranks, and waits a little for their executors. */
static void send_pair(struct rank_leader *l, const struct sequences *s, enum metric metric)
{
    struct pack p = {0};
    if (l->begun)
        handle_until(l, all_ready, INFINITY); /* for the previous pair */
    l->s = s;
    l->begun = true;
    l->nexecutors = 0;
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        l->followers[rank] = (struct rank_follower){.worked = l->followers[rank].worked};
    pack_rules(&p, &l->rules);
    pack_number(&p, metric);
    pack_sequences(&p, s);
    rank_messages_pass_on(RANK_MESSAGE_PAIR, p.bytes, p.size);
    free(p.bytes);
    handle_until(l, all_ready, patience_for(s));
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        if (!l->followers[rank].ready)
            assume_executor(l, rank);
}

static unsigned join_scheduler(void *context, struct scheduler *scheduler,
                               const struct sequences *compact, enum metric metric)
{
    struct rank_leader *l = context;
    unsigned devices = 0;
    send_pair(l, compact, metric);
    struct grid_executor *executors = xcalloc(l->nexecutors, sizeof *executors);
    struct scheduler_worker worker = {
        .context = l, .panels = work_on_panels, .parts = work_on_parts, .why = why_failed};
    worker.dividers = count_dividers(l);
    worker.divide = worker.dividers > 0 ? work_on_divisions : NULL;
    for (size_t i = 0; i < l->nexecutors; i++)
        executors[i] = l->executors[i].is;
    for (unsigned rank = 1; rank < ranks_count(); rank++) {
        worker.threads += l->followers[rank].most_parts;
        devices += l->followers[rank].devices;
    }
    scheduler_add(scheduler, &worker, executors, l->nexecutors);
    free(executors);
    return devices;
}

struct compare_others rank_leader_others(struct rank_leader *l)
{
    return (struct compare_others){l, ranks_count() - 1, join_scheduler};
}

unsigned rank_leader_close(struct rank_leader *l)
{
    unsigned worked = 0;
    if (l == NULL)
        return 0;
    if (l->begun)
        handle_until(l, all_ready, INFINITY);
    for (unsigned rank = 1; l->begun && rank < ranks_count(); rank++) {
        ranks_send(rank, RANK_MESSAGE_OVER, NULL, 0);
        worked += l->followers[rank].worked;
    }
    if (l->begun)
        handle_until(l, all_over, INFINITY);
    free(l->followers);
    free(l->executors);
    free(l);
    return worked;
}
