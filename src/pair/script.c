#include "pair/script.h"

#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/xalloc.h"

enum { KIND_BITS = 8 };

void script_add(struct script *s, char kind, uint64_t length)
{
    if (length == 0)
        return;
    if (s->count > 0 && edit_kind(s->runs[s->count - 1]) == kind) {
        s->runs[s->count - 1] += length << KIND_BITS;
        return;
    }
    xgrow(&s->runs, &s->capacity, s->count + 1, sizeof *s->runs);
    s->runs[s->count++] = length << KIND_BITS | (unsigned char)kind;
}

struct append_job {
    edit_run *to;
    struct script *parts; /* their capacity is now the place of their first run */
};

static void append_part(void *context, size_t i)
{
    struct append_job *job = context;
    struct script *part = &job->parts[i];
    if (part->count > 0)
        memcpy(job->to + part->capacity, part->runs, part->count * sizeof *part->runs);
    script_free(part);
}

void script_append_all(struct script *s, struct script *parts, size_t count, unsigned threads)
{
    struct script *last = s;
    for (struct script *part = parts; part < parts + count; part++) {
        if (part->count == 0)
            continue;
        edit_run before = last->count > 0 ? last->runs[last->count - 1] : 0;
        if (before != 0 && edit_kind(before) == edit_kind(part->runs[0])) {
            part->runs[0] += edit_length(before) << KIND_BITS;
            last->count--;
        }
        last = part;
    }
    size_t end = s->count;
    for (struct script *part = parts; part < parts + count; part++) {
        part->capacity = end;
        end += part->count;
    }
    xgrow(&s->runs, &s->capacity, end, sizeof *s->runs);
    s->count = end;
    in_pieces_or_die(threads, count, append_part, &(struct append_job){s->runs, parts});
}

void script_add_reversed(struct script *s, struct script *backwards)
{
    while (backwards->count > 0) {
        edit_run run = backwards->runs[--backwards->count];
        script_add(s, edit_kind(run), edit_length(run));
    }
}

void script_free(struct script *s)
{
    free(s->runs);
    *s = (struct script){0};
}

struct script_mark script_mark(const struct script *s)
{
    return (struct script_mark){s->count, s->count > 0 ? s->runs[s->count - 1] : 0};
}

void script_return(struct script *s, struct script_mark mark)
{
    s->count = mark.count;
    if (mark.count > 0)
        s->runs[mark.count - 1] = mark.last;
}

uint64_t script_count(const struct script *s, char kind)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < s->count; i++)
        if (edit_kind(s->runs[i]) == kind)
            sum += edit_length(s->runs[i]);
    return sum;
}

uint64_t edit_runs_edits(const edit_run *runs, size_t count)
{
    uint64_t twice = 0;
    for (size_t i = 0; i < count; i++) {
        char kind = edit_kind(runs[i]);
        twice += kind == '=' ? 0 : edit_length(runs[i]) << (kind != 'T');
    }
    return twice / 2;
}

uint64_t script_edits(const struct script *s)
{
    return edit_runs_edits(s->runs, s->count);
}
