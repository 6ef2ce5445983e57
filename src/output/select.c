/*
 * select.c - selection and context, as grep has them.
 *
 * The last records are copied into a ring, to be printed as before-context. Their numbers tell
 * which of them have been printed. After select_forget() none has, so they may be printed again.
 */
#include "output/select.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "output/select_state.h"

struct select *select_open(const struct output_env *env)
{
    struct select *s = xcalloc(1, sizeof *s);
    s->o = env->options;
    s->env = env;
    s->output = env->output;
    s->format = s->output->open != NULL ? s->output->open(env) : NULL;
    s->own = COLLECTED_INIT;
    s->deferred = env->wants.deferred ? deferred_open(env) : NULL;
    return s;
}

void select_close(struct select *s)
{
    output_call(s->output, close, s->format);
    deferred_close(s->deferred);
    for (size_t i = 0; i < s->ring_used; i++) {
        spill_free(&s->ring[i].bytes);
        occurrences_free(&s->ring[i].occurrences);
    }
    free(s->ring);
    collected_free(&s->own);
    free(s);
}

static void clear_input(struct select *s)
{
    s->now = (struct selection){.head = s->now.head, .tail = s->now.tail};
    s->behind = UINT64_MAX;
    s->streaming = false;
    s->state = SELECT_GO_ON;
}

void select_stop_at_complete(struct select *s)
{
    if (deferred_complete(s->deferred))
        s->state = SELECT_INPUT_DONE;
}

struct sheet_place select_place(const struct select *s)
{
    return s->deferred == NULL ? sink_place(s->env->sink)
                               : (struct sheet_place){.byte = s->deferred->length};
}

void select_begin(struct select *s, const char *name, uint64_t size)
{
    s->name = name;
    clear_input(s);
    if (s->deferred != NULL && !s->env->collects) {
        deferred_begin(s->deferred, name, size);
        select_stop_at_complete(s);
    }
    s->ring_next = 0;
    for (size_t i = 0; i < s->ring_used; i++)
        s->ring[i].record.number = 0;
    s->now.begin = select_place(s);
    s->now.first_mark = s->own.marks.n;
    output_call(s->output, begin, s->format, name, size);
}

/* Context. */

/* The ring holds the last `before` records; it grows to that size only as records come. */
void select_remember(struct select *s, const struct record *record)
{
    if (s->o->select.before == 0 || !record_kept(record))
        return;
    if (s->ring_next == s->ring_used && s->ring_used < s->o->select.before) {
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

const struct record *select_remembered(struct select *s, size_t i)
{
    struct kept_record *k = &s->ring[(s->ring_next + i) % s->ring_used];
    record_lies(&k->record, &k->bytes, 0);
    return &k->record;
}

bool select_awaits_context(const struct select *s)
{
    return s->env->wants.prints && (s->now.after > 0 || s->o->select.passthru);
}

void select_put_after(struct select *s, const struct record *record)
{
    output_call(s->output, context, s->format, record);
    s->now.after -= s->now.after > 0;
    s->now.printed = record->number;
}

void select_begin_printing(struct select *s, uint64_t number)
{
    uint64_t first = number > s->o->select.before ? number - s->o->select.before : 1;
    bool adjacent = s->now.printed > 0 && first <= s->now.printed + 1;
    if (s->now.first == 0)
        s->now.first = number;
    if (first <= s->now.printed)
        first = s->now.printed + 1;
    if (s->o->select.context && s->groups && !adjacent)
        output_call(s->output, separator, s->format);
    s->groups = true;
    for (size_t i = 0; i < s->ring_used && !s->o->form.only_matching; i++) {
        const struct record *record = select_remembered(s, i);
        if (record->number >= first && record->number < number)
            s->output->context(s->format, record);
    }
}

static void end_selected(struct select *s, uint64_t number)
{
    s->now.after = s->o->form.only_matching ? 0 : s->o->select.after;
    s->now.printed = number + s->o->select.after - s->now.after;
}

void select_count(struct select *s, uint64_t n)
{
    bool decides = s->o->form.output == OUTPUT_LIST || s->o->form.output == OUTPUT_LIST_WITHOUT;
    s->now.selected += n;
    s->any = true;
    if (s->o->form.output == OUTPUT_QUIET)
        s->state = SELECT_ALL_DONE;
    else if (decides && !s->o->query.rules.best)
        s->state = SELECT_INPUT_DONE;
}

void select_stop_at_most(struct select *s, uint64_t end)
{
    if (s->now.selected < s->o->select.max_count || s->o->query.rules.best ||
        s->state != SELECT_GO_ON)
        return;
    if (s->behind == UINT64_MAX && s->now.selected > 0 && !s->o->select.passthru)
        s->behind = end;
    if (!select_awaits_context(s))
        s->state = SELECT_INPUT_DONE;
}

/* Prints a selected record; returns what it adds to the count. With --span-lines that is its
 * occurrences, and -m may leave out the last of them. */
static uint64_t print_selected(struct select *s, const struct record *record)
{
    struct record shown = *record;
    uint64_t room = s->o->select.max_count - s->now.selected;
    if (s->o->records.span_lines && shown.noccurrences > room)
        shown.noccurrences = room;
    if (s->env->wants.prints) {
        select_begin_printing(s, record->number);
        s->output->match(s->format, &shown);
        for (size_t i = 0; i < record->nalso; i++) { /* once more, for another pattern */
            s->output->match(s->format, &record->also[i]);
            s->now.occurrences += record->also[i].noccurrences;
        }
    }
    s->now.occurrences += shown.noccurrences;
    return s->o->records.span_lines && shown.noccurrences > 0 ? shown.noccurrences : 1;
}

void select_record(struct select *s, const struct record *record, bool searched, bool occurs)
{
    bool full = s->now.selected >= s->o->select.max_count;
    uint64_t before = s->now.selected;
    if (s->deferred != NULL) {
        deferred_record(s->deferred, record, searched && occurs);
        s->now.looked = record->end;
        select_stop_at_complete(s);
        return;
    }
    if (s->streaming) {
        if (!s->o->records.span_lines)
            select_count(s, 1);
        end_selected(s, record->number);
        s->streaming = false;
    } else if (searched && occurs != s->o->select.invert && !full) {
        select_count(s, print_selected(s, record));
        end_selected(s, record->number);
    } else if (select_awaits_context(s)) {
        select_put_after(s, record);
    }
    select_remember(s, record);
    if (s->heads > 0) {
        collected_add_edge(&s->own, record, &s->now.head);
        s->heads--;
    }
    s->now.looked = record->end;
    if (s->env->collects && s->o->select.max_count < UINT64_MAX && s->now.selected > before)
        collected_add_mark(
            &s->own, &(struct mark){sink_place(s->env->sink), s->now.occurrences, record->end});
    select_stop_at_most(s, record->end);
}

void select_records(struct select *s, uint64_t n, uint64_t end)
{
    select_count(s, n);
    s->now.looked = end;
}

void select_occurrence(struct select *s, const struct record *record,
                       const struct occurrence *occurrence)
{
    if (s->deferred != NULL) {
        deferred_occurrence(s->deferred, record, occurrence);
        return;
    }
    if (s->now.selected >= s->o->select.max_count)
        return;
    if (s->env->wants.prints) {
        if (!s->streaming)
            select_begin_printing(s, record->number);
        s->output->occurrence(s->format, record, occurrence);
    }
    s->streaming = true;
    s->now.occurrences++;
    if (s->o->records.span_lines) {
        select_count(s, 1);
        select_stop_at_most(s, UINT64_MAX);
    }
}

bool select_excludes(const struct select *s, uint32_t pattern, uint32_t distance)
{
    return top_n_excludes(&s->deferred->top_n, pattern, distance);
}

bool select_wants_next(const struct select *s)
{
    if (s->deferred != NULL)
        return deferred_shows_context(s->deferred) && s->deferred->after > 0;
    return select_awaits_context(s) || s->heads > 0;
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
    s->own.marks.n = 0;
    s->any = s->groups = false;
    output_call(s->output, forget, s->format);
}

void select_end_input(struct select *s, uint64_t bytes, bool goes_on)
{
    struct output_input input = {s->name, s->now.selected, s->now.occurrences, bytes, goes_on};
    output_call(s->output, end, s->format, &input);
}

void select_end(struct select *s, uint64_t bytes)
{
    uint64_t searched = s->state == SELECT_GO_ON ? bytes : s->now.looked;
    if (s->deferred != NULL)
        s->deferred->inputs[s->deferred->ninputs - 1].bytes = searched;
    else
        select_end_input(s, searched, false);
}

uint64_t select_behind(const struct select *s)
{
    return s->behind;
}

void select_again(struct select *s)
{
    if (s->env->wants.deferred) {
        deferred_close(s->deferred);
        s->deferred = deferred_open(s->env);
    }
    s->any = s->groups = false;
}

bool select_any(const struct select *s)
{
    return s->any;
}
