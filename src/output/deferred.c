/* deferred.c - see deferred.h. The list is rewritten whenever it has doubled. */
#include "output/deferred.h"

#include <stdlib.h>

#include "base/xalloc.h"

enum { RENEWED_LEAST = 4 << 20 /* bytes; a smaller list is never rewritten */ };

struct deferred *deferred_open(const struct output_env *env)
{
    struct deferred *j = xcalloc(1, sizeof *j);
    j->env = env;
    j->entries = SPILL_INIT;
    if (env->options->select.top > 0)
        top_n_open(&j->top_n, env->query, env->options->select.top);
    j->place = xcalloc(env->query->npatterns, sizeof *j->place);
    return j;
}

void deferred_close(struct deferred *j)
{
    if (j == NULL)
        return;
    for (size_t i = 0; i < j->ninputs; i++)
        free(j->inputs[i].name);
    top_n_close(&j->top_n);
    spill_free(&j->entries);
    free(j->inputs);
    free(j->place);
    free(j);
}

/* Rewriting. */

/* How many more results at the bound may be kept, for each group. */
struct quota {
    uint64_t *left;
    bool *known;
};

static struct quota quota_open(const struct deferred *j)
{
    struct quota q = {NULL, NULL};
    if (j->env->options->select.top == 0 || j->env->options->select.second)
        return q;
    q.left = xcalloc(top_n_groups(j->env->query), sizeof *q.left);
    q.known = xcalloc(top_n_groups(j->env->query), sizeof *q.known);
    return q;
}

/* Returns whether a result stays, given the results before it. */
static bool stays(const struct deferred *j, struct quota *q, const struct occurrence *o)
{
    if (!deferred_is_near(j, o))
        return false;
    if (q->left == NULL)
        return true;
    size_t group = top_n_group(j->env->query, o->pattern);
    uint64_t room = top_n_room(&j->top_n, o->pattern, o->distance);
    bool last = room == 0 ||
                o->distance == distance_bounds_one(j->env->bests, deferred_index(j, o->pattern));
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
static uint64_t choose_occurrences(struct deferred *j, struct quota *q, uint64_t at,
                                   const struct entry_head *h, unsigned char *keep)
{
    uint64_t kept = 0;
    bool each = deferred_by_occurrences(j);
    for (uint64_t i = 0; i < h->n; i++) {
        struct occurrence o = deferred_entry_occurrence(j, at, i);
        bool first = each || j->place[deferred_index(j, o.pattern)] == 0;
        if (first)
            j->place[deferred_index(j, o.pattern)] = stays(j, q, &o) ? 2 : 1;
        keep[i] = j->place[deferred_index(j, o.pattern)] == 2 && deferred_is_near(j, &o);
        kept += keep[i];
    }
    deferred_forget_patterns(j, at, h->n);
    return kept;
}

/* Copies an entry with those of its occurrences that stay. */
static void copy_entry(struct deferred *j, struct spill *to, uint64_t at, struct entry_head h,
                       const unsigned char *keep, uint64_t kept)
{
    uint64_t had = h.n, bytes = at + sizeof h + had * sizeof(struct occurrence);
    uint64_t rest = h.size - (bytes - at);
    h.n = kept;
    h.size = sizeof h + kept * sizeof(struct occurrence) + rest;
    spill_append(to, &h, sizeof h);
    for (uint64_t i = 0; i < had; i++)
        if (keep[i]) {
            struct occurrence o = deferred_entry_occurrence(j, at, i);
            spill_append(to, &o, sizeof o);
        }
    spill_copy(to, &j->entries, bytes, rest);
}

/* Returns whether an entry without occurrences is still context of one that has some. `next`: the
 * next selected record. Both conditions are conservative if other records lie between. */
static bool is_context(const struct deferred *j, const struct entry_head *h, uint64_t last,
                       uint64_t next)
{
    const struct options *o = j->env->options;
    return (last > 0 && h->record.number <= last + o->select.after) ||
           (next < UINT64_MAX && h->record.number + o->select.before >= next);
}

/* Returns the number of the input's next record, from `at` on, with occurrences that stay. */
static uint64_t next_selected(struct deferred *j, uint64_t at, uint64_t input, uint64_t most)
{
    for (struct entry_head h; at < j->length; at += h.size) {
        h = deferred_head(j, at);
        if (h.input != input || h.record.number > most)
            break;
        for (uint64_t i = 0; i < h.n; i++) {
            struct occurrence o = deferred_entry_occurrence(j, at, i);
            if (deferred_is_near(j, &o))
                return h.record.number;
        }
    }
    return UINT64_MAX;
}

void deferred_renew(struct deferred *j)
{
    struct spill to = SPILL_INIT;
    struct quota quota = quota_open(j);
    unsigned char *keep = NULL;
    size_t room = 0;
    uint64_t last = 0, input = UINT64_MAX;
    for (uint64_t at = 0; at < j->length;) {
        struct entry_head h = deferred_head(j, at);
        if (h.input != input)
            last = 0;
        input = h.input;
        xgrow(&keep, &room, (size_t)h.n + 1, 1);
        uint64_t kept = choose_occurrences(j, &quota, at, &h, keep);
        bool near = kept > 0;
        if (!near && deferred_shows_context(j))
            near = is_context(j, &h, last,
                              next_selected(j, at + h.size, h.input,
                                            h.record.number + j->env->options->select.before));
        if (near)
            copy_entry(j, &to, at, h, keep, kept);
        if (kept > 0)
            last = h.record.number;
        at += h.size;
    }
    free(keep);
    free(quota.left);
    free(quota.known);
    spill_free(&j->entries);
    j->entries = to;
    j->length = j->renewed = to.length;
}

/* Writing. */

/* Lowers the bounds by a result. */
static void add_result(struct deferred *j, const struct occurrence *o)
{
    const struct options *options = j->env->options;
    if (options->select.top > 0)
        top_n_add(&j->top_n, o->pattern, o->distance, j->env->bests);
    if (options_bounds_margin(options))
        distance_bounds_lower(j->env->bests, o->distance + (uint32_t)options->select.margin - 1);
    if (options->select.top == 0)
        distance_bounds_lower_one(j->env->bests, deferred_index(j, o->pattern), o->distance);
}

/* Ends an entry. */
static void complete_entry(struct deferred *j)
{
    j->length = j->entries.length;
    if (!j->env->collects && j->length > 2 * j->renewed + RENEWED_LEAST)
        deferred_renew(j);
}

static struct entry_head head_of(const struct deferred *j, const struct record *record)
{
    struct entry_head h = {.input = j->ninputs > 0 ? j->ninputs - 1 : 0, .record = *record};
    h.record.bytes = NULL;
    h.record.spill = NULL;
    h.record.occurrences = NULL;
    h.record.best = NULL;
    h.record.also = NULL;
    h.record.nalso = h.record.noccurrences = 0;
    return h;
}

static void put_occurrence(struct deferred *j, const struct occurrence *occurrence)
{
    struct occurrence o = *occurrence;
    o.match = NULL;
    o.owned = 0;
    spill_append(&j->entries, &o, sizeof o);
}

/* Returns whether an occurrence of the current record is kept. Other threads may lower the bounds
 * at any time, so the first answer in a record fixes the bound of its pattern: as many occurrences
 * are written as were counted. */
static bool is_kept(struct deferred *j, const struct occurrence *o)
{
    enum { FIXED = 2 /* and the bound; deferred_is_first() leaves 0 or 1 */ };
    uint32_t *place = &j->place[deferred_index(j, o->pattern)];
    if (*place < FIXED) {
        uint32_t bound = distance_bounds_one(j->env->bests, deferred_index(j, o->pattern));
        *place = FIXED + (bound < UINT32_MAX - FIXED ? bound : UINT32_MAX - FIXED);
    }
    return o->distance <= *place - FIXED;
}

static void put_entry(struct deferred *j, const struct record *record, uint64_t n)
{
    struct entry_head h = head_of(j, record);
    struct occurrence_reader reader;
    size_t bytes = record->length + record->delimiter_length;
    bool kept = record_kept(record) && j->env->wants.prints;
    h.n = n;
    h.size = sizeof h + n * sizeof(struct occurrence) + (kept ? bytes : 0);
    if (!kept)
        h.record.length = h.record.delimiter_length = 0;
    spill_append(&j->entries, &h, sizeof h);
    occurrence_first(&reader, record);
    while (n > 0 && occurrence_next(&reader))
        if (is_kept(j, &reader.o)) {
            put_occurrence(j, &reader.o);
            n--;
        }
    if (kept)
        record_copy(&j->entries, record);
}

/* Adds the results of a record. Returns how many of its occurrences are kept. */
static uint64_t note_record(struct deferred *j, const struct record *record)
{
    struct occurrence_reader reader;
    uint64_t kept = 0;
    occurrence_first(&reader, record);
    while (occurrence_next(&reader))
        if (deferred_is_near(j, &reader.o) &&
            (deferred_by_occurrences(j) || deferred_is_first(j, reader.o.pattern)))
            add_result(j, &reader.o);
    occurrence_first(&reader, record);
    while (occurrence_next(&reader))
        kept += is_kept(j, &reader.o);
    return kept;
}

/* Clears the marks of a record's patterns. */
static void forget_patterns(struct deferred *j, const struct record *record)
{
    struct occurrence_reader reader;
    occurrence_first(&reader, record);
    while (occurrence_next(&reader))
        j->place[deferred_index(j, reader.o.pattern)] = 0;
}

void deferred_record(struct deferred *j, const struct record *record, bool occurs)
{
    uint64_t n = occurs && record->occurrences != NULL ? note_record(j, record) : 0;
    bool context = n == 0 && deferred_shows_context(j);
    if (n > 0)
        j->after = j->env->options->select.after;
    else if (context && j->after > 0)
        j->after--;
    if (n > 0 || context)
        put_entry(j, record, n);
    if (occurs && record->occurrences != NULL)
        forget_patterns(j, record);
    complete_entry(j);
}

void deferred_occurrence(struct deferred *j, const struct record *record,
                         const struct occurrence *occurrence)
{
    struct entry_head h = head_of(j, record);
    if (!deferred_is_near(j, occurrence))
        return;
    add_result(j, occurrence);
    h.n = 1;
    h.streamed = 1;
    h.matched =
        occurrence->match != NULL ? (size_t)(occurrence->match_end - occurrence->match_start) : 0;
    h.size = sizeof h + sizeof *occurrence + h.matched;
    spill_append(&j->entries, &h, sizeof h);
    put_occurrence(j, occurrence);
    spill_append(&j->entries, occurrence->match, h.matched);
    complete_entry(j);
}

/* JSON prints how many bytes were searched, a compressed input may be damaged further on, and the
 * regex of --delimiter or --where may fail there. The second nearest occurrence bounds nothing. */
bool deferred_complete(const struct deferred *j)
{
    const struct options *o = j->env->options;
    bool needs_rest = o->form.output == OUTPUT_JSON || o->inputs.decompress ||
                      o->records.delimiter != NULL || options_filter(o) || o->select.second;
    return o->select.top > 0 && !j->env->collects && !needs_rest && top_n_complete(&j->top_n);
}

void deferred_begin(struct deferred *j, const char *name, uint64_t size)
{
    xgrow(&j->inputs, &j->capacity, j->ninputs + 1, sizeof *j->inputs);
    j->inputs[j->ninputs++] = (struct deferred_input){.name = xstrdup(name), .size = size};
    j->after = 0;
}

void deferred_exchange(struct deferred *j, struct spill *entries)
{
    struct spill own = j->entries;
    j->entries = *entries;
    spill_clear(&j->entries);
    *entries = own;
    j->length = 0;
}

/* Taking in. */

/* Copies the entry at `at` of a worker's list. */
static void join_entry(struct deferred *j, struct spill *entries, uint64_t at, struct entry_head h,
                       uint64_t records)
{
    struct occurrence o = {0};
    struct occurrences all = OCCURRENCES_INIT;
    h.record.number += records;
    at += sizeof h;
    for (uint64_t i = 0; i < h.n; i++, at += sizeof o) {
        (void)spill_read(entries, at, &o, sizeof o);
        if (!h.streamed)
            occurrences_add(&all, &o);
    }
    if (h.streamed) {
        unsigned char *match = h.matched > 0 ? xmalloc(h.matched) : NULL;
        o.match = match;
        (void)spill_read(entries, at, match, h.matched);
        deferred_occurrence(j, &h.record, &o);
        free(match);
    } else {
        if (h.record.length + h.record.delimiter_length > 0 || j->env->wants.prints)
            record_lies(&h.record, entries, at);
        h.record.occurrences = &all;
        h.record.noccurrences = all.n;
        deferred_record(j, &h.record, true);
    }
    occurrences_free(&all);
}

void deferred_join(struct deferred *j, struct spill *entries, uint64_t from, uint64_t to,
                   uint64_t records)
{
    for (struct entry_head h; from < to; from += h.size) {
        (void)spill_read(entries, from, &h, sizeof h);
        join_entry(j, entries, from, h, records);
    }
}
