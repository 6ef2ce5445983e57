#include "compare/rank_leader.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "compare/rank_orders.h"
#include "pair/pack_sequences.h"
#include "plan/costs.h"

enum {
    AHEAD = 2, /* panels that an executor holds, so that it need not wait for the next */
    REASON = 1024
};

/* Another rank. */
struct rank_follower {
    bool ready;          /* has replied to the last pair */
    bool worked;         /* has computed a panel or a part */
    bool assumed;        /* an executor was assumed: it was not ready in time */
    bool devices;        /* its devices compute panels */
    unsigned most_parts; /* most parts that it may hold */
    unsigned parts;      /* parts that it holds */
};

struct rank_leader {
    struct rank_message_rules rules;
    struct rank_follower *followers; /* [rank]; rank 0's is unused */
    unsigned awaited; /* ranks without a reply to the last pair, or to the end of the run */
    struct rank_executor *executors;
    size_t nexecutors, capacity;
    struct rank_orders orders;
    const char *failure; /* reason for which the program is about to exit; or NULL */
    char words[REASON];  /* the last words of the worker's thread */
};

/* Seconds to wait for ranks that are not ready: a share of a thread's time for the table. */
static const double PATIENCE_SHARE = 0.05, PATIENCE_LEAST = 0.1, PATIENCE_MOST = 2;

/* Stops all work, for this reason. */
static void stop_all(struct rank_leader *l, const char *why)
{
    l->failure = why;
    if (l->orders.grid != NULL)
        grid_stop(l->orders.grid);
    if (l->orders.parts != NULL)
        subproblems_stop(l->orders.parts);
}

static void add_executor(struct rank_leader *l, unsigned rank, unsigned number,
                         struct grid_executor is)
{
    is.ahead = AHEAD;
    xgrow(&l->executors, &l->capacity, l->nexecutors + 1, sizeof *l->executors);
    l->executors[l->nexecutors++] =
        (struct rank_executor){.is = is, .rank = rank, .number = number};
}

/* Reads a rank's reply with its executors. A late rank keeps the assumed one. */
static void get_ready(struct rank_leader *l, const struct message *m)
{
    struct rank_follower *f = &l->followers[m->rank];
    struct unpack u = unpack_open(m);
    size_t executors = (size_t)unpack_number(&u);
    for (unsigned i = 0; i < executors; i++) {
        struct grid_executor is;
        unpack_value(&u, &is, sizeof is);
        if (!f->assumed)
            add_executor(l, m->rank, i, is);
    }
    f->most_parts = (unsigned)unpack_number(&u);
    f->devices = unpack_number(&u) != 0;
    f->ready = true;
    l->awaited--;
}

/* Handles one message. Returns false if there is none. */
static bool receive_message(struct rank_leader *l)
{
    struct message m;
    if (!ranks_receive(&m))
        return false;
    if (m.kind == ANSWER_READY)
        get_ready(l, &m);
    else if (m.kind == ANSWER_OVER)
        l->awaited--;
    else
        l->followers[m.rank].worked |= rank_orders_reply(&l->orders, &m);
    free(m.bytes);
    return true;
}

/* --- the worker ------------------------------------------------------------------------------ */

/* Gives one more panel to each executor that holds `holding` panels. Sets *over if none are
 * left. */
static bool give_panels(struct rank_leader *l, unsigned holding, bool *over)
{
    bool any = false;
    for (size_t i = 0; i < l->nexecutors && !*over; i++) {
        struct rank_executor *e = &l->executors[i];
        struct grid_panel *panel;
        if (!l->followers[e->rank].ready || e->failed || e->held != holding ||
            holding >= e->is.ahead || !grid_wants(l->orders.grid, e->place))
            continue;
        enum grid_answer answer = grid_take(l->orders.grid, e->place, false, &panel);
        if (answer == GRID_MEMORY)
            stop_all(l, strerror(ENOMEM));
        *over = answer == GRID_OVER || answer == GRID_MEMORY;
        if (answer == GRID_PANEL) {
            rank_orders_panel(&l->orders, e, panel);
            any = true;
        }
    }
    return any;
}

/* Gives parts in the same way. */
static bool give_parts(struct rank_leader *l, unsigned holding, bool *over)
{
    bool any = false;
    for (unsigned rank = 1; rank < rank_place.count && !*over; rank++) {
        struct rank_follower *f = &l->followers[rank];
        struct subproblem part;
        if (!f->ready || f->parts != holding || holding >= f->most_parts)
            continue;
        enum subproblems_answer answer = subproblems_take(l->orders.parts, false, &part);
        *over = answer == SUBPROBLEMS_OVER;
        if (answer == SUBPROBLEMS_PART) {
            rank_orders_part(&l->orders, rank, &f->parts, &part);
            any = true;
        }
    }
    return any;
}

/* Gives work first to those that hold least. */
static bool give_out(struct rank_leader *l, bool *over)
{
    bool any = false;
    unsigned most = 0; /* that one holds */
    for (size_t i = 0; i < l->nexecutors; i++)
        most = l->executors[i].is.ahead > most ? l->executors[i].is.ahead : most;
    for (unsigned rank = 1; rank < rank_place.count; rank++)
        most = l->followers[rank].most_parts > most ? l->followers[rank].most_parts : most;
    for (unsigned holding = 0; holding < most && !*over; holding++)
        any |=
            l->orders.grid != NULL ? give_panels(l, holding, over) : give_parts(l, holding, over);
    return any;
}

/* Gives idle devices parts to divide. */
static bool give_divisions(struct rank_leader *l)
{
    bool any = false;
    for (size_t i = 0; i < l->nexecutors; i++) {
        struct rank_executor *e = &l->executors[i];
        struct subproblem part;
        /* a rank that is not ready has none: its assumed executor is a team */
        if (e->is.kind != GRID_DEVICE || e->failed || e->held > 0 ||
            !split_on_device_take(l->orders.dividing, &part))
            continue;
        rank_orders_divide(&l->orders, e, &part);
        any = true;
    }
    return any;
}

/* Returns whether the grid has work for some executor that has not failed. */
static bool any_wanted(const struct rank_leader *l)
{
    bool any = false;
    for (size_t i = 0; i < l->nexecutors; i++)
        any |= !l->executors[i].failed && grid_wants(l->orders.grid, l->executors[i].place);
    return any;
}

static void lead_workers(struct rank_leader *l)
{
    bool over = false;
    trace_thread("ranks", rank_place.count - 1);
    if (l->failure != NULL)
        stop_all(l, l->failure); /* the failure came while parts were divided */
    while (!over && l->failure == NULL) {
        bool any = receive_message(l);
        any |= give_out(l, &over);
        /* no rank may be ready */
        over = over || (l->orders.grid != NULL && !any_wanted(l));
        if (!any && !over)
            ranks_await();
    }
    rank_orders_take_back(&l->orders);
}

/* Called when the worker fails: stops all, and the main thread reports the reason. */
static void last_words(void *lead, const char *message)
{
    struct rank_leader *l = lead;
    (void)snprintf(l->words, sizeof l->words, "%s", message);
    stop_all(l, l->words);
    rank_orders_take_back(&l->orders);
    pthread_exit(NULL);
}

static void work_on_panels(void *context, struct grid *g, size_t first)
{
    struct rank_leader *l = context;
    for (size_t i = 0; i < l->nexecutors; i++) {
        l->executors[i].place = first + i;
        l->executors[i].failed = false;
    }
    diag_last_words(last_words, l);
    l->orders.grid = g;
    grid_call(g, ranks_wake);
    lead_workers(l);
    l->orders.grid = NULL;
}

static void work_on_divisions(void *context, struct split_on_device *d)
{
    struct rank_leader *l = context;
    diag_last_words(last_words, l);
    l->orders.dividing = d;
    for (bool any = true; any || l->orders.held != NULL;) {
        any = receive_message(l);
        any |= give_divisions(l);
        if (!any && l->orders.held != NULL)
            ranks_await();
    }
    rank_orders_take_back(&l->orders);
    l->orders.dividing = NULL;
}

static void work_on_parts(void *context, struct subproblems *p)
{
    struct rank_leader *l = context;
    diag_last_words(last_words, l);
    l->orders.parts = p;
    subproblems_call(p, ranks_wake);
    lead_workers(l);
    l->orders.parts = NULL;
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
    if (rank_place.count < 2)
        return NULL;
    struct rank_leader *l = xcalloc(1, sizeof *l);
    l->rules = *rules;
    l->followers = xcalloc(rank_place.count, sizeof *l->followers);
    return l;
}

/* Handles messages until all ranks have replied, or the time is over. */
static void await_replies(struct rank_leader *l, double patience)
{
    double end = io_seconds() + patience;
    while (l->awaited > 0 && io_seconds() < end)
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
    await_replies(l, INFINITY); /* for the previous pair */
    l->orders.s = s;
    l->awaited = rank_place.count - 1;
    l->nexecutors = 0;
    for (unsigned rank = 1; rank < rank_place.count; rank++)
        l->followers[rank] = (struct rank_follower){.worked = l->followers[rank].worked};
    pack_rules(&p, &l->rules);
    pack_number(&p, metric);
    pack_sequences(&p, s);
    rank_messages_pass_on(p.bytes, p.size);
    free(p.bytes);
    await_replies(l, patience_for(s));
    for (unsigned rank = 1; rank < rank_place.count; rank++)
        if (!l->followers[rank].ready) {
            add_executor(l, rank, 0, scheduler_team(NULL, 1));
            l->followers[rank].assumed = true;
        }
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
    for (unsigned rank = 1; rank < rank_place.count; rank++) {
        worker.threads += l->followers[rank].most_parts;
        devices += l->followers[rank].devices;
    }
    scheduler_add(scheduler, &worker, executors, l->nexecutors);
    free(executors);
    return devices;
}

struct compare_others rank_leader_others(struct rank_leader *l)
{
    return (struct compare_others){l, rank_place.count - 1, join_scheduler};
}

unsigned rank_leader_close(struct rank_leader *l)
{
    unsigned worked = 0;
    if (l == NULL)
        return 0;
    await_replies(l, INFINITY);
    for (unsigned rank = 1; l->orders.s != NULL && rank < rank_place.count; rank++) {
        ranks_send(rank, RANK_MESSAGE_OVER, NULL, 0);
        l->awaited++;
        worked += l->followers[rank].worked;
    }
    await_replies(l, INFINITY);
    free(l->followers);
    free(l->executors);
    free(l);
    return worked;
}
