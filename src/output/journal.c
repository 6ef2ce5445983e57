/*
 * journal.c - see journal.h.
 *
 * An entry is a head, occurrences, and bytes: those of the record and its delimiter, or MATCHED of
 * its only occurrence. A journal that has doubled is written anew without what is obsolete.
 */
#include "output/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "output/tops.h"

enum { RENEWED_LEAST = 4 << 20 /* bytes: a smaller journal is left as it is */ };

struct head {
    uint64_t size;  /* of the whole entry */
    uint64_t input; /* its number */
    struct record record;
    uint64_t n;     /* occurrences */
    size_t matched; /* bytes of MATCHED */
    bool streamed;  /* the record is not kept */
};

struct input {
    char *name;
    uint64_t size, bytes;
};

/* What --top keeps of a journal, and where. */
struct result {
    size_t group;
    uint32_t distance;
    uint64_t number;  /* results before it */
    uint64_t at;      /* of the entry */
    uint64_t which;   /* of its occurrences: the first of the result */
    uint32_t pattern; /* of that */
};

struct journal {
    const struct output_env *env;
    struct spill entries;
    uint64_t length; /* of those that are complete */
    uint64_t renewed;
    struct tops tops;
    uint64_t after; /* records that are context of the last one with occurrences */
    struct input *inputs;
    size_t ninputs, capacity;

    /* The record that is told: each pattern's occurrences. */
    struct record *shown;
    struct occurrences *of;
    struct occurrence *best;
    size_t nshown, shown_capacity, of_capacity, best_capacity;
    uint32_t *place; /* of each pattern among these, from 1; 0: none */
};

struct journal *journal_open(const struct output_env *env)
{
    struct journal *j = xcalloc(1, sizeof *j);
    j->env = env;
    j->entries = SPILL_INIT;
    if (env->options->top > 0)
        tops_open(&j->tops, env->query, env->options->top);
    j->place = xcalloc(env->query->npatterns, sizeof *j->place);
    return j;
}

void journal_close(struct journal *j)
{
    if (j == NULL)
        return;
    for (size_t i = 0; i < j->ninputs; i++)
        free(j->inputs[i].name);
    for (size_t i = 0; i < j->of_capacity; i++)
        occurrences_free(&j->of[i]);
    tops_close(&j->tops);
    spill_free(&j->entries);
    free(j->inputs);
    free(j->shown);
    free(j->of);
    free(j->best);
    free(j->place);
    free(j);
}

/* What counts. */

static bool shows_context(const struct journal *j)
{
    const struct options *o = j->env->options;
    return j->env->wants.prints && o->context && !o->only_matching;
}

/* Whether each occurrence is a result of its own. */
static bool by_occurrences(const struct journal *j)
{
    return j->env->options->only_matching;
}

static bool is_near(const struct journal *j, const struct occurrence *o)
{
    return o->distance <= bests_one(j->env->bests, j->env->query->patterns[o->pattern].index);
}

/* A result has come. */
static void add_result(struct journal *j, const struct occurrence *o)
{
    if (j->env->options->top > 0)
        tops_add(&j->tops, o->pattern, o->distance, j->env->bests);
    else
        bests_lower_one(j->env->bests, j->env->query->patterns[o->pattern].index, o->distance);
}

/* Whether this is the first occurrence of its pattern in a record that is gone through; its
 * patterns are forgotten by forget_patterns(). */
static bool is_first(struct journal *j, uint32_t pattern)
{
    bool first = j->place[pattern] == 0;
    j->place[pattern] = 1;
    return first;
}

/* Reading entries. */

static struct head head_at(struct journal *j, uint64_t at)
{
    struct head h;
    (void)spill_read(&j->entries, at, &h, sizeof h);
    return h;
}

/* Occurrence i of an entry. */
static struct occurrence occurrence_at(struct journal *j, uint64_t at, uint64_t i)
{
    struct occurrence o;
    (void)spill_read(&j->entries, at + sizeof(struct head) + i * sizeof o, &o, sizeof o);
    return o;
}

static void forget_patterns(struct journal *j, uint64_t at, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        j->place[occurrence_at(j, at, i).pattern] = 0;
}

/* Writing anew. */

/* How many more results of each group that are as far as its bound may be kept. */
struct quota {
    uint64_t *left;
    bool *known;
};

static struct quota quota_open(const struct journal *j)
{
    struct quota q = {NULL, NULL};
    if (j->env->options->top == 0)
        return q;
    q.left = xcalloc(tops_groups(j->env->query), sizeof *q.left);
    q.known = xcalloc(tops_groups(j->env->query), sizeof *q.known);
    return q;
}

static void quota_close(struct quota *q)
{
    free(q->left);
    free(q->known);
}

/* Whether a result stays, which comes behind those before it. */
static bool stays(const struct journal *j, struct quota *q, const struct occurrence *o)
{
    if (!is_near(j, o))
        return false;
    if (q->left == NULL)
        return true;
    size_t group = tops_group(j->env->query, o->pattern);
    uint64_t room = tops_room(&j->tops, o->pattern, o->distance);
    bool last = room == 0 ||
                o->distance == bests_one(j->env->bests, j->env->query->patterns[o->pattern].index);
    if (!last)
        return true;
    if (!q->known[group])
        q->left[group] = room;
    q->known[group] = true;
    if (q->left[group] == 0)
        return false;
    q->left[group]--;
    return true;
}

/* Marks in keep[] which occurrences of an entry stay; returns how many. */
static uint64_t choose(struct journal *j, struct quota *q, uint64_t at, const struct head *h,
                       unsigned char *keep)
{
    uint64_t kept = 0;
    bool each = by_occurrences(j);
    for (uint64_t i = 0; i < h->n; i++) {
        struct occurrence o = occurrence_at(j, at, i);
        bool first = each || j->place[o.pattern] == 0;
        if (first)
            j->place[o.pattern] = stays(j, q, &o) ? 2 : 1;
        keep[i] = j->place[o.pattern] == 2 && is_near(j, &o);
        kept += keep[i];
    }
    forget_patterns(j, at, h->n);
    return kept;
}

static void copy_bytes(struct spill *to, struct spill *from, uint64_t at, uint64_t size)
{
    unsigned char piece[4096];
    while (size > 0) {
        size_t n = spill_read(from, at, piece, size < sizeof piece ? (size_t)size : sizeof piece);
        spill_append(to, piece, n);
        at += n;
        size -= n;
    }
}

/* Copies an entry with those of its occurrences that stay. */
static void copy_entry(struct journal *j, struct spill *to, uint64_t at, struct head h,
                       const unsigned char *keep, uint64_t kept)
{
    uint64_t had = h.n, bytes = at + sizeof h + had * sizeof(struct occurrence);
    uint64_t rest = h.size - (bytes - at);
    h.n = kept;
    h.size = sizeof h + kept * sizeof(struct occurrence) + rest;
    spill_append(to, &h, sizeof h);
    for (uint64_t i = 0; i < had; i++)
        if (keep[i]) {
            struct occurrence o = occurrence_at(j, at, i);
            spill_append(to, &o, sizeof o);
        }
    copy_bytes(to, &j->entries, bytes, rest);
}

/* Whether an entry without occurrences is still near one that has some. `next`: how the entries
 * behind it begin. Both conditions are more than enough where records lie between. */
static bool is_context(const struct journal *j, const struct head *h, uint64_t last, uint64_t next)
{
    const struct options *o = j->env->options;
    return (last > 0 && h->record.number <= last + o->after) ||
           (next < UINT64_MAX && h->record.number + o->before >= next);
}

/* The number of the next record of the input that has occurrences which stay, from `at` on. */
static uint64_t next_selected(struct journal *j, uint64_t at, uint64_t input, uint64_t most)
{
    for (struct head h; at < j->length; at += h.size) {
        h = head_at(j, at);
        if (h.input != input || h.record.number > most)
            break;
        for (uint64_t i = 0; i < h.n; i++) {
            struct occurrence o = occurrence_at(j, at, i);
            if (is_near(j, &o))
                return h.record.number;
        }
    }
    return UINT64_MAX;
}

static void renew(struct journal *j)
{
    struct spill to = SPILL_INIT;
    struct quota quota = quota_open(j);
    unsigned char *keep = NULL;
    size_t room = 0;
    uint64_t last = 0, input = UINT64_MAX;
    for (uint64_t at = 0; at < j->length;) {
        struct head h = head_at(j, at);
        if (h.input != input)
            last = 0;
        input = h.input;
        xgrow(&keep, &room, (size_t)h.n + 1, 1);
        uint64_t kept = choose(j, &quota, at, &h, keep);
        bool near = kept > 0;
        if (!near && shows_context(j))
            near = is_context(
                j, &h, last,
                next_selected(j, at + h.size, h.input, h.record.number + j->env->options->before));
        if (near)
            copy_entry(j, &to, at, h, keep, kept);
        if (kept > 0)
            last = h.record.number;
        at += h.size;
    }
    free(keep);
    quota_close(&quota);
    spill_free(&j->entries);
    j->entries = to;
    j->length = j->renewed = to.length;
}

/* An entry is complete. */
static void complete(struct journal *j)
{
    j->length = j->entries.length;
    if (!j->env->collects && j->length > 2 * j->renewed + RENEWED_LEAST)
        renew(j);
}

/* Writing. */

static struct head head_of(const struct journal *j, const struct record *record)
{
    struct head h = {.input = j->ninputs > 0 ? j->ninputs - 1 : 0, .record = *record};
    h.record.bytes = h.record.delimiter = NULL;
    h.record.occurrences = NULL;
    h.record.best = NULL;
    h.record.also = NULL;
    h.record.nalso = h.record.noccurrences = 0;
    return h;
}

static void put_occurrence(struct journal *j, const struct occurrence *occurrence)
{
    struct occurrence o = *occurrence;
    o.match = NULL;
    o.owned = false;
    spill_append(&j->entries, &o, sizeof o);
}

static void put_entry(struct journal *j, const struct record *record, uint64_t n)
{
    struct head h = head_of(j, record);
    struct occurrence_reader reader;
    size_t bytes = record->length + record->delimiter_length;
    bool kept = record->bytes != NULL && j->env->wants.prints;
    h.n = n;
    h.size = sizeof h + n * sizeof(struct occurrence) + (kept ? bytes : 0);
    if (!kept)
        h.record.length = h.record.delimiter_length = 0;
    spill_append(&j->entries, &h, sizeof h);
    occurrence_first(&reader, record);
    while (n > 0 && occurrence_next(&reader))
        if (is_near(j, &reader.o)) {
            put_occurrence(j, &reader.o);
            n--;
        }
    if (kept) {
        spill_append(&j->entries, record->bytes, record->length);
        spill_append(&j->entries, record->delimiter, record->delimiter_length);
    }
    complete(j);
}

/* Notes the results of a record; returns how many of its occurrences are near. */
static uint64_t note(struct journal *j, const struct record *record)
{
    struct occurrence_reader reader;
    uint64_t near = 0;
    occurrence_first(&reader, record);
    while (occurrence_next(&reader))
        if (is_near(j, &reader.o) && (by_occurrences(j) || is_first(j, reader.o.pattern)))
            add_result(j, &reader.o);
    occurrence_first(&reader, record);
    while (occurrence_next(&reader)) {
        j->place[reader.o.pattern] = 0;
        near += is_near(j, &reader.o);
    }
    return near;
}

void journal_record(struct journal *j, const struct record *record, bool occurs)
{
    uint64_t n = occurs && record->occurrences != NULL ? note(j, record) : 0;
    if (n > 0)
        j->after = j->env->options->after;
    else if (!shows_context(j))
        return;
    else if (j->after > 0)
        j->after--;
    put_entry(j, record, n);
}

void journal_occurrence(struct journal *j, const struct record *record,
                        const struct occurrence *occurrence)
{
    struct head h = head_of(j, record);
    if (!is_near(j, occurrence))
        return;
    add_result(j, occurrence);
    h.n = 1;
    h.streamed = true;
    h.matched =
        occurrence->match != NULL ? (size_t)(occurrence->match_end - occurrence->match_start) : 0;
    h.size = sizeof h + sizeof *occurrence + h.matched;
    spill_append(&j->entries, &h, sizeof h);
    put_occurrence(j, occurrence);
    spill_append(&j->entries, occurrence->match, h.matched);
    complete(j);
}

bool journal_wants_next(const struct journal *j)
{
    return shows_context(j) && j->after > 0;
}

void journal_begin(struct journal *j, const char *name, uint64_t size)
{
    xgrow(&j->inputs, &j->capacity, j->ninputs + 1, sizeof *j->inputs);
    j->inputs[j->ninputs++] = (struct input){.name = xstrdup(name), .size = size};
    j->after = 0;
}

void journal_end(struct journal *j, uint64_t bytes)
{
    j->inputs[j->ninputs - 1].bytes = bytes;
}

void journal_restart(struct journal *j)
{
    if (j->env->options->top > 0)
        tops_reset(&j->tops);
}

uint64_t journal_length(const struct journal *j)
{
    return j->length;
}

void journal_exchange(struct journal *j, struct spill *entries)
{
    struct spill own = j->entries;
    j->entries = *entries;
    spill_clear(&j->entries);
    *entries = own;
    j->length = 0;
}

/* Taking in. */

/* Entry `h`, whose occurrences and bytes follow, is of a worker. */
static void join_entry(struct journal *j, struct head h, const unsigned char *rest,
                       uint64_t records)
{
    const unsigned char *bytes = rest + h.n * sizeof(struct occurrence);
    struct occurrence o;
    struct occurrences all = OCCURRENCES_INIT;
    h.record.number += records;
    for (uint64_t i = 0; i < h.n; i++) {
        memcpy(&o, rest + i * sizeof o, sizeof o);
        if (!h.streamed)
            occurrences_add(&all, &o);
    }
    if (h.streamed) {
        unsigned char *match = h.matched > 0 ? xmemdup(bytes, h.matched) : NULL;
        o.match = match;
        journal_occurrence(j, &h.record, &o);
        free(match);
    } else {
        h.record.bytes =
            h.record.length + h.record.delimiter_length > 0 || j->env->wants.prints ? bytes : NULL;
        h.record.delimiter = bytes + h.record.length;
        h.record.occurrences = &all;
        h.record.noccurrences = all.n;
        journal_record(j, &h.record, true);
    }
    occurrences_free(&all);
}

void journal_join(struct journal *j, struct spill *entries, uint64_t from, uint64_t to,
                  uint64_t records)
{
    const unsigned char *view = spill_view(entries);
    for (struct head h; from < to; from += h.size) {
        memcpy(&h, view + from, sizeof h);
        join_entry(j, h, view + from + sizeof h, records);
    }
}

/* Telling. */

/* The record's own bytes, which lie in the entry. */
static void find_bytes(struct journal *j, uint64_t at, const struct head *h, struct record *record)
{
    if (h->streamed || !j->env->wants.prints)
        return;
    record->bytes = spill_view(&j->entries) + at + sizeof *h + h->n * sizeof(struct occurrence);
    record->delimiter = record->bytes + record->length;
}

/* Makes room for what is shown of one more pattern. */
static void add_shown(struct journal *j)
{
    size_t had = j->of_capacity;
    xgrow(&j->of, &j->of_capacity, j->nshown + 1, sizeof *j->of);
    for (size_t i = had; i < j->of_capacity; i++)
        j->of[i] = OCCURRENCES_INIT;
    xgrow(&j->best, &j->best_capacity, j->nshown + 1, sizeof *j->best);
    xgrow(&j->shown, &j->shown_capacity, j->nshown + 1, sizeof *j->shown);
    occurrences_clear(&j->of[j->nshown++]);
}

/* Adds an occurrence to what is shown: all together, or each pattern by itself. */
static void show(struct journal *j, const struct occurrence *o, bool together)
{
    uint32_t *place = &j->place[o->pattern];
    if (together && j->nshown > 0) {
        occurrences_add(&j->of[0], o);
        return;
    }
    if (*place == 0 || together) {
        add_shown(j);
        j->best[j->nshown - 1] = *o;
        *place = together ? 0 : (uint32_t)j->nshown;
    }
    occurrences_add(&j->of[together ? 0 : *place - 1], o);
}

/* Tells a record with what is shown of it. */
static void tell_shown(struct journal *j, uint64_t at, const struct head *h,
                       const struct journal_reader *reader)
{
    struct record record = h->record;
    find_bytes(j, at, h, &record);
    for (size_t i = 0; i < j->nshown; i++) {
        j->shown[i] = record;
        j->shown[i].occurrences = &j->of[i];
        j->shown[i].noccurrences = j->of[i].n;
        j->shown[i].best = &j->best[i];
    }
    if (j->nshown > 0)
        record = j->shown[0];
    if (j->nshown > 1) {
        record.also = &j->shown[1];
        record.nalso = j->nshown - 1;
    }
    reader->record(reader->to, &record, j->nshown > 0);
}

static void tell_entry(struct journal *j, uint64_t at, const struct head *h,
                       const struct journal_reader *reader)
{
    bool together = by_occurrences(j) || !j->env->wants.prints;
    j->nshown = 0;
    for (uint64_t i = 0; i < h->n; i++) {
        struct occurrence o = occurrence_at(j, at, i);
        if (is_near(j, &o))
            show(j, &o, together);
    }
    forget_patterns(j, at, h->n);
    if (j->nshown > 0 || shows_context(j))
        tell_shown(j, at, h, reader);
}

/* Tells an occurrence of a record that is not kept. */
static void tell_occurrence(struct journal *j, uint64_t at, const struct head *h,
                            const struct journal_reader *reader)
{
    struct occurrence o = occurrence_at(j, at, 0);
    unsigned char *match = xmalloc(h->matched + 1);
    (void)spill_read(&j->entries, at + sizeof *h + sizeof o, match, h->matched);
    o.match = match;
    reader->occurrence(reader->to, &h->record, &o);
    free(match);
}

/* The record of occurrences that were told ends. */
static void close_streamed(const struct record *record, const struct journal_reader *reader)
{
    if (record->number > 0)
        reader->record(reader->to, record, true);
}

/* Tells the entries of an input, from `at` on; returns where those of the next one begin. */
static uint64_t tell_input(struct journal *j, uint64_t at, uint64_t input,
                           const struct journal_reader *reader)
{
    struct record open = {.number = 0};
    for (struct head h; at < j->length; at += h.size) {
        h = head_at(j, at);
        if (h.input != input)
            break;
        struct occurrence o;
        if (h.streamed && (o = occurrence_at(j, at, 0), !is_near(j, &o)))
            continue;
        if (open.offset != h.record.offset)
            close_streamed(&open, reader);
        if (h.streamed) {
            tell_occurrence(j, at, &h, reader);
            open = h.record;
        } else {
            tell_entry(j, at, &h, reader);
        }
    }
    close_streamed(&open, reader);
    return at;
}

static void tell_inputs(struct journal *j, const struct journal_reader *reader)
{
    uint64_t at = 0;
    for (size_t i = 0; i < j->ninputs; i++) {
        reader->begin(reader->to, j->inputs[i].name, j->inputs[i].size);
        at = tell_input(j, at, i, reader);
        reader->end(reader->to, j->inputs[i].bytes, false);
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

/* All results that stay, in order. */
static struct result *find_results(struct journal *j, size_t *n)
{
    struct result *v = NULL;
    size_t capacity = 0;
    *n = 0;
    renew(j);
    for (uint64_t at = 0; at < j->length;) {
        struct head h = head_at(j, at);
        for (uint64_t i = 0; i < h.n; i++) {
            struct occurrence o = occurrence_at(j, at, i);
            if (!by_occurrences(j) && !is_first(j, o.pattern))
                continue;
            xgrow(&v, &capacity, *n + 1, sizeof *v);
            v[*n] = (struct result){
                tops_group(j->env->query, o.pattern), o.distance, *n, at, i, o.pattern};
            ++*n;
        }
        forget_patterns(j, at, h.n);
        at += h.size;
    }
    if (*n > 0)
        qsort(v, *n, sizeof *v, by_rank);
    return v;
}

static void tell_result(struct journal *j, const struct result *r, const struct head *h,
                        const struct journal_reader *reader)
{
    j->nshown = 0;
    if (h->streamed) {
        tell_occurrence(j, r->at, h, reader);
        reader->record(reader->to, &h->record, true);
        return;
    }
    for (uint64_t i = r->which; i < h->n; i++) {
        struct occurrence o = occurrence_at(j, r->at, i);
        if (o.pattern == r->pattern && (i == r->which || !by_occurrences(j)))
            show(j, &o, true);
    }
    tell_shown(j, r->at, h, reader);
}

/* Which results are the last of their inputs; of inputs without any, SIZE_MAX. */
static size_t *find_last(struct journal *j, const struct result *v, size_t n)
{
    size_t *last = xcalloc(j->ninputs + 1, sizeof *last);
    for (size_t i = 0; i < j->ninputs; i++)
        last[i] = SIZE_MAX;
    for (size_t i = 0; i < n; i++)
        last[head_at(j, v[i].at).input] = i;
    return last;
}

/* Tells the inputs that have no results. */
static void tell_empty(struct journal *j, const size_t *last, const struct journal_reader *reader)
{
    for (size_t i = 0; i < j->ninputs; i++)
        if (last[i] == SIZE_MAX) {
            reader->begin(reader->to, j->inputs[i].name, j->inputs[i].size);
            reader->end(reader->to, j->inputs[i].bytes, false);
        }
}

static void tell_top(struct journal *j, const struct journal_reader *reader)
{
    size_t n;
    struct result *v = find_results(j, &n);
    size_t *last = find_last(j, v, n);
    uint64_t input = UINT64_MAX;
    for (size_t i = 0; i < n; i++) {
        struct head h = head_at(j, v[i].at);
        const struct input *x = &j->inputs[h.input];
        if (h.input != input)
            reader->begin(reader->to, x->name, x->size);
        input = h.input;
        tell_result(j, &v[i], &h, reader);
        if (i + 1 == n || head_at(j, v[i + 1].at).input != input)
            reader->end(reader->to, x->bytes, last[input] > i);
    }
    tell_empty(j, last, reader);
    free(last);
    free(v);
}

void journal_tell(struct journal *j, const struct journal_reader *reader)
{
    if (j->env->options->top > 0)
        tell_top(j, reader);
    else
        tell_inputs(j, reader);
}
