/* deferred.c - see deferred.h. The list is rewritten whenever it has doubled. */
#include "output/deferred.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "output/deferred_entries.h"

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

/* Writing. */

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

bool deferred_excludes(const struct deferred *j, uint32_t pattern, uint32_t distance)
{
    return top_n_excludes(&j->top_n, pattern, distance);
}

bool deferred_wants_next(const struct deferred *j)
{
    return deferred_shows_context(j) && j->after > 0;
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

void deferred_end(struct deferred *j, uint64_t bytes)
{
    j->inputs[j->ninputs - 1].bytes = bytes;
}

void deferred_restart(struct deferred *j)
{
    if (j->env->options->select.top > 0)
        top_n_reset(&j->top_n);
}

uint64_t deferred_length(const struct deferred *j)
{
    return j->length;
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
