#include "compare/subproblems.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/xalloc.h"
#include "compare/diagonals.h"
#include "compare/hirschberg.h"
#include "plan/costs.h"

enum state { OPEN, TAKEN, ALIGNED };

struct subproblems {
    struct subproblems_rules rules;
    struct script *scripts; /* of each part, in order */
    size_t n;

    pthread_mutex_t lock; /* for the rest */
    pthread_cond_t moved;
    void (*call)(void);       /* called when the queue changes; or NULL */
    struct subproblem *parts; /* large ones first */
    enum state *states;       /* of these */
    size_t *places;           /* where each part is among these */
    size_t next;              /* no part before it is open */
    size_t left;              /* parts that are not aligned */
    bool stopped;
};

static int by_size(const void *a, const void *b)
{
    const struct subproblem *x = a, *y = b;
    double cells = sequences_cells(&y->s) - sequences_cells(&x->s);
    return cells < 0 ? -1 : cells > 0 ? 1 : (x->number > y->number) - (x->number < y->number);
}

struct subproblem *subproblems_sorted(const struct subproblem *list, size_t n)
{
    struct subproblem *sorted = xcalloc(n, sizeof *sorted);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = list[i];
        sorted[i].number = i;
    }
    qsort(sorted, n, sizeof *sorted, by_size);
    return sorted;
}

struct subproblems *subproblems_open(const struct subproblem *list, size_t n,
                                     const struct subproblems_rules *rules)
{
    struct subproblems *p = xmalloc(sizeof *p);
    *p = (struct subproblems){.rules = *rules, .n = n, .left = n};
    p->scripts = xcalloc(n, sizeof *p->scripts);
    p->parts = subproblems_sorted(list, n);
    p->states = xcalloc(n, sizeof *p->states);
    p->places = xcalloc(n, sizeof *p->places);
    for (size_t i = 0; i < n; i++)
        p->places[p->parts[i].number] = i;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->moved, NULL);
    return p;
}

void subproblems_close(struct subproblems *p, struct script *script)
{
    script_append_all(script, p->scripts, p->n, 1);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->moved);
    free(p->scripts);
    free(p->parts);
    free(p->states);
    free(p->places);
    free(p);
}

const struct subproblems_rules *subproblems_rules(const struct subproblems *p)
{
    return &p->rules;
}

/* Wakes waiting threads after a change. Called under the lock. */
static void move(struct subproblems *p)
{
    pthread_cond_broadcast(&p->moved);
    if (p->call != NULL)
        p->call();
}

void subproblems_call(struct subproblems *p, void (*moved)(void))
{
    pthread_mutex_lock(&p->lock);
    p->call = moved;
    pthread_mutex_unlock(&p->lock);
}

static enum subproblems_answer take_smallest(struct subproblems *p, struct subproblem *part)
{
    while (p->next < p->n && p->states[p->next] != OPEN)
        p->next++;
    if (p->stopped)
        return SUBPROBLEMS_OVER;
    if (p->next == p->n)
        return p->left > 0 ? SUBPROBLEMS_LATER : SUBPROBLEMS_OVER;
    p->states[p->next] = TAKEN;
    *part = p->parts[p->next];
    return SUBPROBLEMS_PART;
}

enum subproblems_answer subproblems_take(struct subproblems *p, bool wait, struct subproblem *part)
{
    enum subproblems_answer answer;
    pthread_mutex_lock(&p->lock);
    while ((answer = take_smallest(p, part)) == SUBPROBLEMS_LATER && wait)
        pthread_cond_wait(&p->moved, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return answer;
}

void subproblems_give(struct subproblems *p, const struct subproblem *part, struct script *script)
{
    pthread_mutex_lock(&p->lock);
    p->scripts[part->number] = *script;
    *script = (struct script){0};
    p->states[p->places[part->number]] = ALIGNED;
    if (--p->left == 0)
        move(p);
    if (p->rules.progress != NULL)
        p->rules.progress(p->rules.context, 2 * (uint64_t)part->s.m * part->s.n);
    pthread_mutex_unlock(&p->lock);
}

void subproblems_return(struct subproblems *p, const struct subproblem *part)
{
    size_t place = p->places[part->number];
    pthread_mutex_lock(&p->lock);
    p->states[place] = OPEN;
    p->next = place < p->next ? place : p->next;
    move(p);
    pthread_mutex_unlock(&p->lock);
}

void subproblems_stop(struct subproblems *p)
{
    pthread_mutex_lock(&p->lock);
    p->stopped = true;
    move(p);
    pthread_mutex_unlock(&p->lock);
}

bool subproblems_done(struct subproblems *p)
{
    pthread_mutex_lock(&p->lock);
    bool done = p->left == 0;
    pthread_mutex_unlock(&p->lock);
    return done;
}

bool subproblems_by_diagonals(const struct subproblems_rules *rules, const struct subproblem *part)
{
    double d = (double)part->distance;
    return rules->diagonals && part->distance < UINT64_MAX &&
           d * d * COST_STEP < 2 * COST_CELL * strips_cells_within(&part->s, part->distance);
}

void subproblems_align(const struct subproblems_rules *rules, const struct subproblem *part,
                       struct script *script)
{
    struct hirschberg h = {.metric = rules->metric,
                           .run = {.kernel = rules->kernel, .threads = 1},
                           .leaf = rules->leaf};
    if (subproblems_by_diagonals(rules, part))
        diagonals_align(&part->s, rules->metric, part->distance, NULL, script);
    else
        hirschberg_align(&h, &part->s, part->distance, script);
}

static void *align_all(void *context)
{
    struct subproblems *p = context;
    struct subproblem part;
    while (subproblems_take(p, true, &part) == SUBPROBLEMS_PART) {
        struct script script = {0};
        subproblems_align(&p->rules, &part, &script);
        subproblems_give(p, &part, &script);
    }
    return NULL;
}

void subproblems_work(struct subproblems *p, unsigned threads)
{
    (void)in_parallel(threads, align_all, p);
}
