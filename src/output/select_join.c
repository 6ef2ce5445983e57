/*
 * select_join.c - selects the parts of a range in a worker, and joins them in the main thread.
 *
 * Only the main thread knows how many records were selected before a part, and so how many more -m
 * admits.
 *
 * Context may cross the borders of a part. So the worker also copies the edges of the part: the
 * records at its beginning that may be context behind a record selected before the part, and those
 * at its end that may be context before a record behind it. The main thread decides which of them
 * are printed.
 */
#include "output/select.h"
#include "output/select_state.h"

enum { JOINED_MOST = 1000 /* context records whose copies are worth less than a range */ };

bool select_joins(const struct output_env *env)
{
    const struct options *o = env->options;
    if (o->select.max_per_pattern > 0)
        return false; /* a pattern's results in a part depend on earlier parts */
    if (o->select.passthru && o->select.max_count < UINT64_MAX)
        return false; /* after -m, records are printed but not selected */
    if (!o->select.context || !env->wants.prints || o->form.only_matching)
        return true;
    if (env->wants.deferred)
        return false;
    /* A worker does not know the position where -m ends. */
    bool cut = o->select.max_count < UINT64_MAX && o->select.after > 0;
    bool occur = o->select.invert && env->color; /* occurrences are shown in context */
    return o->select.before <= JOINED_MOST && o->select.after <= JOINED_MOST && !cut && !occur;
}

void select_begin_part(struct select *s, const char *name, uint64_t size, bool before, bool behind)
{
    bool shows = s->env->wants.prints && !s->o->form.only_matching;
    select_begin(s, name, size);
    s->groups = false;
    s->heads = before && shows ? s->o->select.after : 0;
    s->now.head = s->now.tail = (struct record_edge){.at = s->own.edges.length};
    s->goes_on = behind && shows;
}

/* The ring is the tail. */
static void add_tail(struct select *s)
{
    s->now.tail.at = s->own.edges.length;
    for (size_t i = 0; i < s->ring_used; i++) {
        const struct record *record = select_remembered(s, i);
        if (record->number > 0)
            collected_add_edge(&s->own, record, &s->now.tail);
    }
}

struct selection select_part(struct select *s, bool cut)
{
    if (s->goes_on && !cut)
        add_tail(s);
    s->now.end = select_place(s);
    return s->now;
}

/* Emptying the sink's buffer can fail, and a worker that fails here calls this function again
 * (worker.c). So that comes first, while nothing has been exchanged. */
void select_exchange(struct select *s, struct collected *c)
{
    if (s->deferred != NULL)
        deferred_exchange(s->deferred, &c->sheet.bytes);
    else
        sink_exchange(s->env->sink, &c->sheet);
    struct collected own = s->own;
    s->own.marks = c->marks;
    s->own.edges = c->edges;
    c->marks = own.marks;
    c->edges = own.edges;
    s->own.marks.n = 0;
    spill_clear(&s->own.edges);
}

/* Prints the records of the part's head that are context behind earlier records, up to what the
 * part prints itself. `any`: the part prints something. */
static void join_head(struct select *s, const struct selection *x, struct collected *c,
                      uint64_t records, bool any)
{
    uint64_t own =
        any ? (x->first > s->o->select.before ? x->first - s->o->select.before : 1) : UINT64_MAX;
    uint64_t at = x->head.at;
    for (uint64_t i = 1; i <= x->head.n && i < own && select_awaits_context(s); i++) {
        struct record record = collected_next_edge(c, &at, records);
        select_put_after(s, &record);
    }
}

/* Keeps the part's tail as if its records had come. */
static void join_tail(struct select *s, const struct selection *x, struct collected *c,
                      uint64_t records)
{
    uint64_t at = x->tail.at;
    for (uint64_t i = 0; i < x->tail.n; i++) {
        struct record record = collected_next_edge(c, &at, records);
        select_remember(s, &record);
    }
}

/* A worker that died may have lost the end of what it printed. */
static void take_printed(const struct select *s, struct sheet *sheet, uint64_t from, uint64_t to)
{
    to = to < sheet->bytes.length ? to : sheet->bytes.length;
    if (from < to)
        s->output->take(s->format, spill_view(&sheet->bytes, from, to - from, NULL),
                        (size_t)(to - from));
}

/* Prints what the part prints, up to a place. */
static void join_printed(struct select *s, const struct selection *x, struct sheet *sheet,
                         const struct mark *end, uint64_t records)
{
    if (x->selected > 0)
        select_begin_printing(s, records + x->first);
    output_call(s->output, join, s->format);
    if (s->output->take != NULL)
        take_printed(s, sheet, x->begin.byte, end->place.byte);
    else
        sink_put_sheet(s->env->sink, sheet, x->begin, end->place, records);
    s->now.after = x->after;
    s->now.printed = records + x->printed;
}

static void join_deferred(struct select *s, const struct selection *x, struct spill *entries,
                          uint64_t records)
{
    if (s->state != SELECT_GO_ON)
        return;
    deferred_join(s->deferred, entries, x->begin.byte, x->end.byte, records);
    select_stop_at_complete(s);
}

void select_join(struct select *s, const struct selection *x, struct collected *c, uint64_t records)
{
    if (s->deferred != NULL) {
        join_deferred(s, x, &c->sheet.bytes, records);
        return;
    }
    struct mark end = {x->end, x->occurrences, x->looked};
    uint64_t room = s->o->select.max_count - s->now.selected,
             n = x->selected < room ? x->selected : room;
    if (n > 0 && n == room)
        end = c->marks.v[x->first_mark + (size_t)n - 1];
    join_head(s, x, c, records, n > 0);
    if (s->env->wants.prints && (n > 0 || s->o->select.passthru))
        join_printed(s, x, &c->sheet, &end, records);
    if (n > 0) {
        s->now.occurrences += end.occurrences;
        select_count(s, n);
    }
    join_tail(s, x, c, records);
    s->now.looked = end.end;
    select_stop_at_most(s, end.end);
}

void select_restart(struct select *s)
{
    if (s->deferred != NULL && s->o->select.top > 0)
        top_n_reset(&s->deferred->top_n);
}
