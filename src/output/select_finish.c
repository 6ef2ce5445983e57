/* select_finish.c - ends a selection: selects the results left in the deferred list, as if they
 * came just then, input by input, or with --top result by result. */
#include "output/select.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "output/select_state.h"

/* A result that --top keeps, and its position in the list. */
struct result {
    size_t group;
    uint32_t distance;
    uint64_t number; /* number of results before it */
    uint64_t at;     /* of the entry */
    uint64_t which;  /* index of the result's first occurrence in the entry */
    uint32_t index;  /* of its pattern */
};

struct entry_printer {
    struct deferred *j;
    struct select *to;

    /* The copies of the current record to print: one for each pattern, or one for all. The
     * list's place[] maps a pattern to its copy, from 1; 0: none. */
    struct record *shown;
    struct occurrences *of;
    struct occurrence *best;
    size_t nshown, shown_capacity, of_capacity, best_capacity;
};

/* Makes room for one more copy. */
static void add_shown(struct entry_printer *t)
{
    size_t had = t->of_capacity;
    xgrow(&t->of, &t->of_capacity, t->nshown + 1, sizeof *t->of);
    for (size_t i = had; i < t->of_capacity; i++)
        t->of[i] = OCCURRENCES_INIT;
    xgrow(&t->best, &t->best_capacity, t->nshown + 1, sizeof *t->best);
    xgrow(&t->shown, &t->shown_capacity, t->nshown + 1, sizeof *t->shown);
    occurrences_clear(&t->of[t->nshown++]);
}

/* Adds an occurrence to its copy: one for all patterns (`together`), or one for each. */
static void show_occurrence(struct entry_printer *t, const struct occurrence *o, bool together)
{
    uint32_t *place = &t->j->place[deferred_index(t->j, o->pattern)];
    if (together && t->nshown > 0) {
        occurrences_add(&t->of[0], o);
        return;
    }
    if (*place == 0 || together) {
        add_shown(t);
        t->best[t->nshown - 1] = *o;
        *place = together ? 0 : (uint32_t)t->nshown;
    }
    occurrences_add(&t->of[together ? 0 : *place - 1], o);
}

/* Selects the copies of a record. */
static void replay_shown(struct entry_printer *t, uint64_t at, const struct entry_head *h)
{
    struct record record = h->record;
    if (!h->streamed && t->j->env->wants.prints)
        record_lies(&record, &t->j->entries, at + sizeof *h + h->n * sizeof(struct occurrence));
    for (size_t i = 0; i < t->nshown; i++) {
        t->shown[i] = record;
        t->shown[i].occurrences = &t->of[i];
        t->shown[i].noccurrences = t->of[i].n;
        t->shown[i].best = &t->best[i];
    }
    if (t->nshown > 0)
        record = t->shown[0];
    if (t->nshown > 1) {
        record.also = &t->shown[1];
        record.nalso = (uint32_t)t->nshown - 1;
    }
    select_record(t->to, &record, true, t->nshown > 0);
}

static void replay_entry(struct entry_printer *t, uint64_t at, const struct entry_head *h)
{
    struct deferred *j = t->j;
    bool together = deferred_by_occurrences(j) || !j->env->wants.prints;
    t->nshown = 0;
    for (uint64_t i = 0; i < h->n; i++) {
        struct occurrence o = deferred_entry_occurrence(j, at, i);
        if (deferred_is_near(j, &o))
            show_occurrence(t, &o, together);
    }
    deferred_forget_patterns(j, at, h->n);
    if (t->nshown > 0 || deferred_shows_context(j))
        replay_shown(t, at, h);
}

/* Selects an occurrence of an unkept record. */
static void replay_occurrence(struct entry_printer *t, uint64_t at, const struct entry_head *h)
{
    struct occurrence o = deferred_entry_occurrence(t->j, at, 0);
    unsigned char *match = xmalloc(h->matched + 1);
    (void)spill_read(&t->j->entries, at + sizeof *h + sizeof o, match, h->matched);
    o.match = match;
    select_occurrence(t->to, &h->record, &o);
    free(match);
}

/* Ends the record of the occurrences before. */
static void close_streamed(const struct entry_printer *t, const struct record *record)
{
    if (record->number > 0)
        select_record(t->to, record, true, true);
}

/* Replays the entries of an input, from `at` on. Returns the position of the next input's
 * entries. */
static uint64_t replay_input(struct entry_printer *t, uint64_t at, uint64_t input)
{
    struct deferred *j = t->j;
    struct record open = {.number = 0};
    for (struct entry_head h; at < j->length; at += h.size) {
        h = deferred_head(j, at);
        if (h.input != input)
            break;
        struct occurrence o;
        if (h.streamed && (o = deferred_entry_occurrence(j, at, 0), !deferred_is_near(j, &o)))
            continue;
        if (open.offset != h.record.offset)
            close_streamed(t, &open);
        if (h.streamed) {
            replay_occurrence(t, at, &h);
            open = h.record;
        } else {
            replay_entry(t, at, &h);
        }
    }
    close_streamed(t, &open);
    return at;
}

static void replay_inputs(struct entry_printer *t)
{
    struct deferred *j = t->j;
    uint64_t at = 0;
    for (size_t i = 0; i < j->ninputs; i++) {
        select_begin(t->to, j->inputs[i].name, j->inputs[i].size);
        at = replay_input(t, at, i);
        select_end_input(t->to, j->inputs[i].bytes, false);
    }
}

/* --top. */

static int by_rank(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Returns all results that stay, in order. */
static struct result *find_results(struct deferred *j, size_t *n)
{
    struct result *v = NULL;
    size_t capacity = 0;
    *n = 0;
    deferred_renew(j);
    for (uint64_t at = 0; at < j->length;) {
        struct entry_head h = deferred_head(j, at);
        for (uint64_t i = 0; i < h.n; i++) {
            struct occurrence o = deferred_entry_occurrence(j, at, i);
            if (!deferred_by_occurrences(j) && !deferred_is_first(j, o.pattern))
                continue;
            xgrow(&v, &capacity, *n + 1, sizeof *v);
            v[*n] = (struct result){top_n_group(j->env->query, o.pattern), o.distance, *n, at, i,
                                    deferred_index(j, o.pattern)};
            ++*n;
        }
        deferred_forget_patterns(j, at, h.n);
        at += h.size;
    }
    if (*n > 0)
        qsort(v, *n, sizeof *v, by_rank);
    return v;
}

static void replay_result(struct entry_printer *t, const struct result *r,
                          const struct entry_head *h)
{
    struct deferred *j = t->j;
    t->nshown = 0;
    if (h->streamed) {
        replay_occurrence(t, r->at, h);
        select_record(t->to, &h->record, true, true);
        return;
    }
    for (uint64_t i = r->which; i < h->n; i++) {
        struct occurrence o = deferred_entry_occurrence(j, r->at, i);
        if (deferred_index(j, o.pattern) == r->index &&
            (i == r->which || !deferred_by_occurrences(j)))
            show_occurrence(t, &o, true);
    }
    replay_shown(t, r->at, h);
}

/* Returns the last result of each input; SIZE_MAX for inputs without results. */
static size_t *find_last(struct deferred *j, const struct result *v, size_t n)
{
    size_t *last = xcalloc(j->ninputs + 1, sizeof *last);
    for (size_t i = 0; i < j->ninputs; i++)
        last[i] = SIZE_MAX;
    for (size_t i = 0; i < n; i++)
        last[deferred_head(j, v[i].at).input] = i;
    return last;
}

/* Replays the inputs without results. */
static void replay_empty(const struct entry_printer *t, const size_t *last)
{
    for (size_t i = 0; i < t->j->ninputs; i++)
        if (last[i] == SIZE_MAX) {
            select_begin(t->to, t->j->inputs[i].name, t->j->inputs[i].size);
            select_end_input(t->to, t->j->inputs[i].bytes, false);
        }
}

static void replay_top(struct entry_printer *t)
{
    struct deferred *j = t->j;
    size_t n;
    struct result *v = find_results(j, &n);
    size_t *last = find_last(j, v, n);
    uint64_t input = UINT64_MAX;
    for (size_t i = 0; i < n; i++) {
        struct entry_head h = deferred_head(j, v[i].at);
        const struct deferred_input *x = &j->inputs[h.input];
        if (h.input != input)
            select_begin(t->to, x->name, x->size);
        input = h.input;
        replay_result(t, &v[i], &h);
        if (i + 1 == n || deferred_head(j, v[i + 1].at).input != input)
            select_end_input(t->to, x->bytes, last[input] > i);
    }
    replay_empty(t, last);
    free(last);
    free(v);
}

/* --margin, --block. */

/* Reports the positions of the two nearest occurrences. */
static void report_near(struct deferred *j, const struct result *best, const struct result *second)
{
    struct entry_head h = deferred_head(j, best->at), other = deferred_head(j, second->at);
    struct occurrence o = deferred_entry_occurrence(j, best->at, best->which);
    struct occurrence p = deferred_entry_occurrence(j, second->at, second->which);
    diag_warning("%s: distance %u at byte %ju is not the nearest by %ju: %s has distance %u at "
                 "byte %ju",
                 j->inputs[h.input].name, (unsigned)o.distance, (uintmax_t)o.source,
                 (uintmax_t)j->env->options->select.margin, j->inputs[other.input].name,
                 (unsigned)p.distance, (uintmax_t)p.source);
}

/* Replays the results as near as the best; none if the second best is too near. */
static void replay_nearest(struct entry_printer *t)
{
    struct deferred *j = t->j;
    size_t n;
    struct result *v = find_results(j, &n);
    uint32_t second = n > 1 ? v[1].distance : UINT32_MAX;
    bool near = n > 1 && second - v[0].distance < j->env->options->select.margin;
    if (near) {
        report_near(j, &v[0], &v[1]);
        distance_bounds_reset(j->env->bests);
        j->length = 0;
    } else if (n > 0) {
        distance_bounds_lower(j->env->bests, v[0].distance);
    }
    output_call(t->to->output, second, t->to->format, second);
    replay_inputs(t);
    free(v);
}

static void replay_deferred(struct select *s, struct deferred *j)
{
    struct entry_printer t = {.j = j, .to = s};
    if (j->env->options->select.second)
        replay_nearest(&t);
    else if (j->env->options->select.top > 0)
        replay_top(&t);
    else
        replay_inputs(&t);
    for (size_t i = 0; i < t.of_capacity; i++)
        occurrences_free(&t.of[i]);
    free(t.shown);
    free(t.of);
    free(t.best);
}

void select_finish(struct select *s, uint32_t best)
{
    struct deferred *j = s->deferred;
    s->deferred = NULL;
    if (j != NULL)
        replay_deferred(s, j);
    deferred_close(j);
    if (s->o->select.second)
        best = distance_bounds_all(s->env->bests);
    output_call(s->output, finish, s->format, best);
}
