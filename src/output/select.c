/*
 * select.c - selection and context, as grep has them.
 *
 * The last records are copied into a ring, to be printed as before-context. Their numbers tell
 * which of them have been printed. After select_forget() none has, so they may be printed again.
 */
#include "output/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "output/deferred_print.h"

enum { JOINED_MOST = 1000 /* context records whose copies are worth less than a range */ };

struct kept_record {
    struct record record;
    struct spill bytes; /* record, then delimiter */
    struct occurrences occurrences;
};

struct select {
    const struct options *o;
    const struct output_env *env;
    const struct output *output;
    void *format;             /* the output's state */
    struct deferred *journal; /* that gets all there is, or NULL */
    uint64_t from;            /* a worker's: where the current part begins in it */

    const char *name;
    uint64_t selected, occurrences; /* of this input */
    uint64_t after;                 /* context records still to come */
    uint64_t first;                 /* number of the first record selected, 0: none */
    uint64_t printed;               /* number of the last record printed, 0: none of this input */
    uint64_t looked;                /* offset of the end of the last record that came */
    uint64_t behind;                /* see select_behind() */
    bool streaming;                 /* occurrences of the current record have been printed */
    enum select_state state;

    bool any;
    bool groups; /* something was printed: the next group needs a separator */

    struct kept_record *ring;
    size_t ring_size, ring_used, ring_next;

    /* A worker's: */
    struct sheet_place begin; /* where what is printed of the current part begins */
    struct marks marks;       /* with -m */
    size_t first_mark;        /* of the current part */
    struct spill edges;
    struct record_edge head, tail; /* of the current part */
    bool goes_on;                  /* some of the input lies behind the current part */
    uint64_t heads;                /* records that still belong to the head */
};

struct select *select_open(const struct output_env *env)
{
    struct select *s = xcalloc(1, sizeof *s);
    s->o = env->options;
    s->env = env;
    s->output = env->output;
    s->format = s->output->open(env);
    s->edges = SPILL_INIT;
    s->journal = env->wants.journal ? deferred_open(env) : NULL;
    return s;
}

static void free_kept(struct kept_record *k)
{
    spill_free(&k->bytes);
    occurrences_free(&k->occurrences);
}

void select_close(struct select *s)
{
    s->output->close(s->format);
    deferred_close(s->journal);
    for (size_t i = 0; i < s->ring_used; i++)
        free_kept(&s->ring[i]);
    free(s->ring);
    free(s->marks.v);
    spill_free(&s->edges);
    free(s);
}

static void clear_input(struct select *s)
{
    s->selected = s->occurrences = s->after = s->first = s->printed = s->looked = 0;
    s->behind = UINT64_MAX;
    s->streaming = false;
    s->state = SELECT_GO_ON;
}

/* Ends the input if the journal needs nothing more. */
static void stop_at_complete(struct select *s)
{
    if (deferred_complete(s->journal))
        s->state = SELECT_INPUT_DONE;
}

void select_begin(struct select *s, const char *name, uint64_t size)
{
    s->name = name;
    clear_input(s);
    if (s->journal != NULL && s->env->collects)
        s->from = deferred_length(s->journal);
    else if (s->journal != NULL) {
        deferred_begin(s->journal, name, size);
        stop_at_complete(s);
    }
    s->ring_next = 0;
    for (size_t i = 0; i < s->ring_used; i++)
        s->ring[i].record.number = 0;
    s->begin = sink_place(s->env->sink);
    s->first_mark = s->marks.n;
    s->output->begin(s->format, name, size);
}

bool select_joins(const struct output_env *env)
{
    const struct options *o = env->options;
    if (o->max_per_pattern > 0)
        return false; /* what a pattern has in a part depends on those before */
    if (o->passthru && o->max_count < UINT64_MAX)
        return false; /* behind -m nothing is selected any more, but printed */
    if (!o->context || !env->wants.prints || o->only_matching)
        return true;
    if (env->wants.journal)
        return false;
    bool cut = o->max_count < UINT64_MAX && o->after > 0; /* where -m ends, is not known before */
    bool occur = o->invert && env->color;                 /* occurrences are shown in context */
    return o->before <= JOINED_MOST && o->after <= JOINED_MOST && !cut && !occur;
}

void select_begin_part(struct select *s, const char *name, uint64_t size, bool before, bool behind)
{
    bool shows = s->env->wants.prints && !s->o->only_matching;
    select_begin(s, name, size);
    s->groups = false;
    s->heads = before && shows ? s->o->after : 0;
    s->head = s->tail = (struct record_edge){.at = s->edges.length};
    s->goes_on = behind && shows;
}

/* Edges of parts: each record as it is here, but for what it points to, then its bytes. */

static void add_edge(struct select *s, const struct record *record, struct record_edge *edge)
{
    spill_append(&s->edges, record, sizeof *record);
    record_copy(&s->edges, record);
    edge->n++;
}

/* Returns the record at byte *at of the edges, and advances *at; `records`: records before the
 * part. */
static struct record next_edge(struct spill *edges, uint64_t *at, uint64_t records)
{
    struct record record;
    (void)spill_read(edges, *at, &record, sizeof record);
    record_lies(&record, edges, *at + sizeof record);
    record.number += records;
    record.occurrences = NULL;
    record.noccurrences = 0;
    record.best = NULL;
    *at += sizeof record + record.length + record.delimiter_length;
    return record;
}

/* Context. */

/* The ring holds the last `before` records; it grows to that size only as records come. */
static void remember(struct select *s, const struct record *record)
{
    if (s->o->before == 0 || !record_kept(record))
        return;
    if (s->ring_next == s->ring_used && s->ring_used < s->o->before) {
        xgrow(&s->ring, &s->ring_size, s->ring_used + 1, sizeof *s->ring);
        s->ring[s->ring_used++] =
            (struct kept_record){.bytes = SPILL_INIT, .occurrences = OCCURRENCES_INIT};
    }
    if (s->ring_next == s->ring_used)
        s->ring_next = 0;
    struct kept_record *k = &s->ring[s->ring_next++];
    spill_clear(&k->bytes);
    record_copy(&k->bytes, record);
    occurrences_copy(&k->occurrences, record->occurrences);
    k->record = *record;
    k->record.occurrences = &k->occurrences;
    k->record.best = NULL;
}

/* The i-th of the kept records, from the first on. Its number is 0 when it is none of this input.
 */
static struct kept_record *kept(struct select *s, size_t i)
{
    return &s->ring[(s->ring_next + i) % s->ring_used];
}

static const struct record *view(struct kept_record *k)
{
    record_lies(&k->record, &k->bytes, 0);
    return &k->record;
}

/* Whether the next record is printed as context if it is not selected. */
static bool awaits_context(const struct select *s)
{
    return s->env->wants.prints && (s->after > 0 || s->o->passthru);
}

static void put_after(struct select *s, const struct record *record)
{
    s->output->context(s->format, record);
    s->after -= s->after > 0;
    s->printed = record->number;
}

/*
 * Begins to print record `number`, which is selected: separator and before-context. With -o context
 * is not shown, but still decides where the groups end.
 */
static void begin_selected(struct select *s, uint64_t number)
{
    uint64_t first = number > s->o->before ? number - s->o->before : 1;
    bool adjacent = s->printed > 0 && first <= s->printed + 1;
    if (s->first == 0)
        s->first = number;
    if (first <= s->printed)
        first = s->printed + 1;
    if (s->o->context && s->groups && !adjacent && s->output->separator != NULL)
        s->output->separator(s->format);
    s->groups = true;
    for (size_t i = 0; i < s->ring_used && !s->o->only_matching; i++) {
        struct kept_record *k = kept(s, i);
        if (k->record.number >= first && k->record.number < number)
            s->output->context(s->format, view(k));
    }
}

static void end_selected(struct select *s, uint64_t number)
{
    s->after = s->o->only_matching ? 0 : s->o->after;
    s->printed = number + s->o->after - s->after;
}

static void count_selected(struct select *s, uint64_t n)
{
    bool decides = s->o->output == OUTPUT_LIST || s->o->output == OUTPUT_LIST_WITHOUT;
    s->selected += n;
    s->any = true;
    if (s->o->output == OUTPUT_QUIET)
        s->state = SELECT_ALL_DONE;
    else if (decides && !s->o->rules.best)
        s->state = SELECT_INPUT_DONE;
}

/*
 * Ends the input when -m is reached and no context is to follow. In best mode nothing ends: all
 * that follows still decides. `end` is the offset of the end of the record that has come;
 * UINT64_MAX when the record goes on.
 */
static void stop_at_most(struct select *s, uint64_t end)
{
    if (s->selected < s->o->max_count || s->o->rules.best || s->state != SELECT_GO_ON)
        return;
    if (s->behind == UINT64_MAX && s->selected > 0 && !s->o->passthru)
        s->behind = end;
    if (!awaits_context(s))
        s->state = SELECT_INPUT_DONE;
}

/* Prints the record once more, for another pattern. */
static void print_also(struct select *s, const struct record *record)
{
    s->output->match(s->format, record);
    s->occurrences += record->noccurrences;
}

/* Prints a selected record; returns what it adds to the count. With --span-lines that is its
 * occurrences, and -m may leave out the last of them. */
static uint64_t print_selected(struct select *s, const struct record *record)
{
    struct record shown = *record;
    uint64_t room = s->o->max_count - s->selected;
    if (s->o->span_lines && shown.noccurrences > room)
        shown.noccurrences = room;
    if (s->env->wants.prints) {
        begin_selected(s, record->number);
        s->output->match(s->format, &shown);
        for (size_t i = 0; i < record->nalso; i++)
            print_also(s, &record->also[i]);
    }
    s->occurrences += shown.noccurrences;
    return s->o->span_lines && shown.noccurrences > 0 ? shown.noccurrences : 1;
}

/* Notes where the search may end, behind a selected record. */
static void add_mark(struct select *s, uint64_t end)
{
    struct marks *m = &s->marks;
    xgrow(&m->v, &m->capacity, m->n + 1, sizeof *m->v);
    m->v[m->n++] = (struct mark){sink_place(s->env->sink), s->occurrences, end};
}

void select_record(struct select *s, const struct record *record, bool searched, bool occurs)
{
    bool full = s->selected >= s->o->max_count;
    uint64_t before = s->selected;
    if (s->journal != NULL) {
        deferred_record(s->journal, record, searched && occurs);
        s->looked = record->end;
        stop_at_complete(s);
        return;
    }
    if (s->streaming) {
        if (!s->o->span_lines)
            count_selected(s, 1);
        end_selected(s, record->number);
        s->streaming = false;
    } else if (searched && occurs != s->o->invert && !full) {
        count_selected(s, print_selected(s, record));
        end_selected(s, record->number);
    } else if (awaits_context(s)) {
        put_after(s, record);
    }
    remember(s, record);
    if (s->heads > 0) {
        add_edge(s, record, &s->head);
        s->heads--;
    }
    s->looked = record->end;
    if (s->env->collects && s->o->max_count < UINT64_MAX && s->selected > before)
        add_mark(s, record->end);
    stop_at_most(s, record->end);
}

void select_occurrence(struct select *s, const struct record *record,
                       const struct occurrence *occurrence)
{
    if (s->journal != NULL) {
        deferred_occurrence(s->journal, record, occurrence);
        return;
    }
    if (s->selected >= s->o->max_count)
        return;
    if (s->env->wants.prints) {
        if (!s->streaming)
            begin_selected(s, record->number);
        s->output->occurrence(s->format, record, occurrence);
    }
    s->streaming = true;
    s->occurrences++;
    if (s->o->span_lines) {
        count_selected(s, 1);
        stop_at_most(s, UINT64_MAX);
    }
}

bool select_wants_next(const struct select *s)
{
    if (s->journal != NULL)
        return deferred_wants_next(s->journal);
    return awaits_context(s) || s->heads > 0;
}

enum select_state select_state(const struct select *s)
{
    return s->state;
}

void select_stop(struct select *s)
{
    s->state = SELECT_ALL_DONE;
}

void select_forget(struct select *s)
{
    sink_drop(s->env->sink);
    clear_input(s);
    s->begin = (struct sheet_place){0, 0};
    s->marks.n = s->first_mark = 0;
    s->any = s->groups = false;
    s->output->forget(s->format);
}

static void end_input(struct select *s, uint64_t bytes, bool goes_on)
{
    struct output_input input = {s->name, s->selected, s->occurrences, bytes, goes_on};
    s->output->end(s->format, &input);
}

void select_end(struct select *s, uint64_t bytes)
{
    uint64_t searched = s->state == SELECT_GO_ON ? bytes : s->looked;
    if (s->journal != NULL)
        deferred_end(s->journal, searched);
    else
        end_input(s, searched, false);
}

uint64_t select_behind(const struct select *s)
{
    return s->behind;
}

/* Parts. */

void collected_clear(struct collected *c)
{
    sheet_clear(&c->sheet);
    c->marks.n = 0;
    spill_clear(&c->edges);
    spill_clear(&c->entries);
}

void collected_free(struct collected *c)
{
    sheet_free(&c->sheet);
    free(c->marks.v);
    spill_free(&c->edges);
    spill_free(&c->entries);
    *c = COLLECTED_INIT;
}

uint64_t collected_size(const struct collected *c)
{
    return sheet_size(&c->sheet) + c->marks.n * sizeof *c->marks.v + c->edges.length +
           c->entries.length;
}

/* The ring is the tail. */
static void add_tail(struct select *s)
{
    s->tail.at = s->edges.length;
    for (size_t i = 0; i < s->ring_used; i++) {
        struct kept_record *k = kept(s, i);
        if (k->record.number > 0)
            add_edge(s, view(k), &s->tail);
    }
}

struct selection select_part(struct select *s, bool cut)
{
    if (s->goes_on && !cut)
        add_tail(s);
    return (struct selection){.begin = s->begin,
                              .end = sink_place(s->env->sink),
                              .selected = s->selected,
                              .occurrences = s->occurrences,
                              .looked = s->looked,
                              .first_mark = s->first_mark,
                              .first = s->first,
                              .printed = s->printed,
                              .after = s->after,
                              .head = s->head,
                              .tail = s->tail,
                              .from = s->from,
                              .to = s->journal != NULL ? deferred_length(s->journal) : 0};
}

void select_exchange(struct select *s, struct collected *c)
{
    struct collected own = {.marks = s->marks, .edges = s->edges};
    sink_exchange(s->env->sink, &c->sheet);
    s->marks = c->marks;
    s->marks.n = 0;
    s->edges = c->edges;
    spill_clear(&s->edges);
    c->marks = own.marks;
    c->edges = own.edges;
    if (s->journal != NULL)
        deferred_exchange(s->journal, &c->entries);
}

/* Prints what of the part's head is context behind what was printed before. What the part prints by
 * itself comes later; `any`: it does. */
static void join_head(struct select *s, const struct selection *x, struct spill *edges,
                      uint64_t records, bool any)
{
    uint64_t own = any ? (x->first > s->o->before ? x->first - s->o->before : 1) : UINT64_MAX;
    uint64_t at = x->head.at;
    for (uint64_t i = 1; i <= x->head.n && i < own && awaits_context(s); i++) {
        struct record record = next_edge(edges, &at, records);
        put_after(s, &record);
    }
}

/* Keeps the part's tail as if its records had come. */
static void join_tail(struct select *s, const struct selection *x, struct spill *edges,
                      uint64_t records)
{
    uint64_t at = x->tail.at;
    for (uint64_t i = 0; i < x->tail.n; i++) {
        struct record record = next_edge(edges, &at, records);
        remember(s, &record);
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
        begin_selected(s, records + x->first);
    s->output->join(s->format);
    if (s->output->take != NULL)
        take_printed(s, sheet, x->begin.byte, end->place.byte);
    else
        sink_put_sheet(s->env->sink, sheet, x->begin, end->place, records);
    s->after = x->after;
    s->printed = records + x->printed;
}

static void join_deferred(struct select *s, const struct selection *x, struct spill *entries,
                          uint64_t records)
{
    if (s->state != SELECT_GO_ON)
        return;
    deferred_join(s->journal, entries, x->from, x->to, records);
    stop_at_complete(s);
}

void select_join(struct select *s, const struct selection *x, struct collected *c, uint64_t records)
{
    if (s->journal != NULL) {
        join_deferred(s, x, &c->entries, records);
        return;
    }
    struct mark end = {x->end, x->occurrences, x->looked};
    uint64_t room = s->o->max_count - s->selected, n = x->selected < room ? x->selected : room;
    if (n > 0 && n == room)
        end = c->marks.v[x->first_mark + (size_t)n - 1];
    join_head(s, x, &c->edges, records, n > 0);
    if (s->env->wants.prints && (n > 0 || s->o->passthru))
        join_printed(s, x, &c->sheet, &end, records);
    if (n > 0) {
        s->occurrences += end.occurrences;
        count_selected(s, n);
    }
    join_tail(s, x, &c->edges, records);
    s->looked = end.end;
    stop_at_most(s, end.end);
}

void select_restart(struct select *s)
{
    if (s->journal != NULL)
        deferred_restart(s->journal);
}

/* What the journal tells. */

static void told_second(void *to, uint32_t distance)
{
    const struct select *s = to;
    if (s->output->second != NULL)
        s->output->second(s->format, distance);
}

static void told_begin(void *to, const char *name, uint64_t size)
{
    select_begin(to, name, size);
}

static void told_occurrence(void *to, const struct record *record,
                            const struct occurrence *occurrence)
{
    select_occurrence(to, record, occurrence);
}

static void told_record(void *to, const struct record *record, bool occurs)
{
    select_record(to, record, true, occurs);
}

static void told_end(void *to, uint64_t bytes, bool goes_on)
{
    end_input(to, bytes, goes_on);
}

static void print_journal(struct select *s)
{
    const struct journal_reader reader = {s,           told_second, told_begin, told_occurrence,
                                          told_record, told_end};
    struct deferred *j = s->journal;
    s->journal = NULL;
    journal_tell(j, &reader);
    deferred_close(j);
}

void select_finish(struct select *s, uint32_t best)
{
    if (s->journal != NULL)
        print_journal(s);
    if (s->o->second)
        best = distance_bounds_all(s->env->bests);
    s->output->finish(s->format, best);
}

void select_again(struct select *s)
{
    if (s->env->wants.journal) {
        deferred_close(s->journal);
        s->journal = deferred_open(s->env);
    }
    s->any = s->groups = false;
}

bool select_any(const struct select *s)
{
    return s->any;
}
