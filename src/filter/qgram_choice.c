#include "filter/qgram_choice.h"

#include <stdlib.h>
#include <string.h>

uint64_t qgram_choice_patience = QGRAM_PATIENCE;

/* Symbols after which an uncovered pattern has cost as much as making a choice for it. */
enum { MAKING = 1 << 19 };

enum { FAR_MORE = 4 }; /* times the samples */

struct qgram_choices {
    const struct query *q;
    const struct qgram_costs *costs;
    bool alone; /* used by one thread only */
    pthread_mutex_t lock;
    struct qgram_model model;    /* model of the text of the latest choice */
    struct qgram_choice *latest; /* NULL: none yet */
    unsigned char *costly;       /* [pattern]: it must not be covered */
    uint32_t blamed;             /* number of costly patterns */
    bool refused;                /* the latest choice is refused */
    bool outgrown;               /* there are far more samples than the latest choice has */
    uint64_t searched, patience; /* symbols, since patterns were blamed or all was tried; and how
                                    many there are to be before all is tried again */
};

/* Drops a reference; qgram_choices itself holds one to the latest choice. */
static void drop_choice(struct qgram_choice *choice)
{
    if (choice == NULL || --choice->users > 0)
        return;
    qgram_cover_close(&choice->cover);
    free(choice);
}

void qgram_choices_close(struct qgram_choices *x)
{
    drop_choice(x->latest);
    (void)pthread_mutex_destroy(&x->lock);
    free(x->costly);
    free(x);
}

struct qgram_choices *qgram_choices_open(const struct query *q, const struct qgram_costs *costs)
{
    struct qgram_choices *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    x->q = q;
    x->costs = costs;
    x->alone = q->best;
    x->patience = qgram_choice_patience;
    (void)pthread_mutex_init(&x->lock, NULL);
    x->costly = calloc(q->npatterns + 1, 1);
    if (x->costly != NULL)
        return x;
    qgram_choices_close(x);
    return NULL;
}

/* Returns whether the latest choice is better for a thread than its own, which may be the same. */
static bool fits(const struct qgram_choices *x, const struct qgram_request *w)
{
    const struct qgram_choice *y = x->latest;
    return y != NULL && !x->alone && !x->refused && y->cover.lanes == w->lanes &&
           y->blamed == x->blamed && (!w->codes->sets || y->symbols == w->codes->symbols) &&
           !x->outgrown;
}

/* Extends the thread's codes: the latest choice may have more symbols than the thread. */
static bool extend_codes(const struct qgram_choices *x, const struct qgram_request *w)
{
    bool changed;
    const struct chunk known = {.alphabet_size = x->latest != NULL ? x->latest->symbols : 0};
    return qgram_codes_extend(w->codes, &known, &changed);
}

/* Returns whether the samples are of no use: none yet, of other text, or in other codes. */
static bool is_stale(const struct qgram_choices *x, const struct qgram_request *w)
{
    return x->latest == NULL || x->refused || x->model.bits != w->codes->bits ||
           (w->codes->sets && x->latest->symbols != w->codes->symbols);
}

/* Returns whether the thread's text alone is the best sample. */
static bool is_enough(const struct qgram_choices *x, const struct qgram_request *w)
{
    size_t n = w->own.end - w->own.lead;
    return is_stale(x, w) || n >= QGRAM_MODEL_ENOUGH || n >= (size_t)FAR_MORE * x->model.n;
}

/* Samples the thread's text: in addition to other text, or `alone`. */
static bool take_sample(struct qgram_choices *x, const struct qgram_request *w, bool alone)
{
    const unsigned char *text = qgram_codes_text(w->codes, w->chunk, w->own);
    if (text != NULL && alone)
        qgram_model_take(&x->model, w->codes->bits, text, w->own);
    else if (text != NULL)
        qgram_model_add(&x->model, text, w->own);
    return text != NULL;
}

/* Makes the latest choice. */
static bool make_choice(struct qgram_choices *x, const struct qgram_request *w)
{
    struct qgram_choice *y = calloc(1, sizeof *y);
    if (y == NULL)
        return false;
    y->limits = w->limits;
    y->symbols = w->codes->symbols;
    y->sample = x->model.n;
    y->blamed = x->blamed;
    y->users = 1;
    x->latest = y;
    if (!qgram_cover_open(&y->cover, x->q, w->codes, &x->model, x->costs, w->lanes))
        return false;
    memcpy(y->cover.costly, x->costly, x->q->npatterns);
    return qgram_cover_build(&y->cover, w->bests);
}

/* Makes the latest choice anew, after freeing the old one unless others use it. */
static bool renew(struct qgram_choices *x, const struct qgram_request *w)
{
    bool alone = is_enough(x, w);
    drop_choice(x->latest);
    x->latest = NULL;
    x->refused = x->outgrown = false;
    if ((!alone || take_sample(x, w, true)) && make_choice(x, w))
        return true;
    drop_choice(x->latest);
    x->latest = NULL;
    return false;
}

/* Now and then forgets which patterns are costly, and drops the latest choice. Returns whether it
 * did. */
static bool forgive(struct qgram_choices *x, const struct qgram_request *w)
{
    size_t missed = x->latest != NULL ? x->latest->cover.nmissed : 0;
    x->searched += w->part;
    if (missed == 0 || x->searched < x->patience ||
        (float)x->searched * (float)missed < (float)MAKING * (float)x->q->npatterns)
        return false;
    memset(x->costly, 0, x->q->npatterns);
    x->blamed = 0;
    x->refused = true;
    x->searched = 0;
    x->patience *= 2;
    return true;
}

/* While there are few samples, adds the thread's text. Returns whether the latest choice is
 * outgrown. */
static bool grow_sample(struct qgram_choices *x, const struct qgram_request *w)
{
    if (is_stale(x, w) || x->model.n >= QGRAM_MODEL_ENOUGH)
        return false;
    x->outgrown =
        is_enough(x, w) || (take_sample(x, w, false) && x->model.n >= FAR_MORE * x->latest->sample);
    return x->outgrown;
}

static struct qgram_choice *take_choice(struct qgram_choices *x, struct qgram_request *w)
{
    if (forgive(x, w))
        w->stands = false;
    if (grow_sample(x, w))
        w->stands = false;
    if (w->stands && (w->now == x->latest || !fits(x, w)))
        return w->now;
    drop_choice(w->now);
    if (!extend_codes(x, w) || (!fits(x, w) && !renew(x, w)))
        return NULL;
    x->latest->users++;
    return x->latest;
}

struct qgram_choice *qgram_choices_take(struct qgram_choices *x, struct qgram_request *w)
{
    if (!w->stands)
        (void)pthread_mutex_lock(&x->lock);
    else if (pthread_mutex_trylock(&x->lock) != 0)
        return w->now; /* another thread is making one */
    struct qgram_choice *taken = take_choice(x, w);
    (void)pthread_mutex_unlock(&x->lock);
    return taken;
}

void qgram_choices_leave(struct qgram_choices *x, struct qgram_choice *choice)
{
    (void)pthread_mutex_lock(&x->lock);
    drop_choice(choice);
    (void)pthread_mutex_unlock(&x->lock);
}

void qgram_choices_refuse(struct qgram_choices *x, const struct qgram_choice *choice)
{
    (void)pthread_mutex_lock(&x->lock);
    x->refused = x->refused || x->latest == choice;
    (void)pthread_mutex_unlock(&x->lock);
}

void qgram_choices_blame(struct qgram_choices *x, uint32_t pattern)
{
    (void)pthread_mutex_lock(&x->lock);
    x->blamed += x->costly[pattern] == 0;
    x->costly[pattern] = 1;
    x->searched = 0;
    (void)pthread_mutex_unlock(&x->lock);
}
