/*
 * naive.c - the reference: the search of all inputs.
 *
 * naive_occurrences.c has the rules for the occurrences of a pattern in a record, naive_patterns.c
 * the patterns, naive_top.c the nearest results, naive_text.c the characters and which of them are
 * equal, naive_regex.c the delimiters and --where, naive_align.c the alignments, naive_print.c the
 * output.
 */
#include "naive.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "naive_align.h"
#include "naive_dna.h"
#include "naive_entries.h"
#include "naive_regex.h"
#include "naive_search.h"

/* Sets the groups of an occurrence, in characters. */
static void find_groups(const struct search *s, const struct pattern *p, const struct text *r,
                        struct naive_occurrence *x)
{
    struct naive_bytes form = folding_form(s->folding, p->given, !s->options->classes);
    size_t written[DNA_GROUPS]; /* [group of the form] its number in the pattern as given */
    for (size_t g = 0; g < DNA_GROUPS; g++)
        written[g] = g + 1;
    if (s->options->iupac) {
        struct naive_bytes given = form;
        form = dna_expression(given, p->reverse, written);
        free(given.bytes);
    }
    struct language *l = language_open(form, s->options->utf8);
    struct naive_bytes own = language_items(l);
    struct text items = folding_pattern(s->folding, own);
    struct path path = naive_path_open(s->options, p, l, &items, r, x);
    x->ngroups = language_groups(l);
    for (size_t g = 0; g < LANGUAGE_GROUPS; g++)
        x->groups[written[g] - 1] =
            naive_group_part(path.groups[g], path.edits, path.nedits, x->trimmed_start);
    free(form.bytes);
    naive_path_close(&path);
    text_free(&items);
    language_close(l);
}

void naive_find_among(const struct search *s, const struct pattern *p, const struct text *r,
                      struct occurrences found, size_t least, struct occurrences *all)
{
    const struct naive_options *o = s->options;
    struct occurrences reported = {NULL, 0};
    size_t before = all->count;
    naive_sweep(found, &reported);
    for (size_t i = 0; i < reported.count; i++)
        if (reported.list[i].distance >= least)
            naive_occurrences_add(all, reported.list[i]);
    free(reported.list);
    for (size_t i = before; i < all->count; i++) {
        struct naive_occurrence *occurrence = &all->list[i];
        occurrence->trimmed_start = occurrence->start;
        occurrence->trimmed_end = occurrence->end;
        if (o->overhang > 0 || (!o->line && !naive_is_hamming(o)))
            naive_trim(o, p, r, occurrence);
        bool before;
        if (o->overhang > 0)
            (void)naive_hanging_distance(o, p, r, occurrence->trimmed_start,
                                         occurrence->trimmed_end, &occurrence->outside, &before);
        if (naive_has_groups(o))
            find_groups(s, p, r, occurrence);
        if (naive_aligns(o))
            occurrence->alignment = naive_align_occurrence(o, p, r, occurrence);
    }
}

/* Returns the number of the character that begins at `byte` of the text as read. */
static size_t character_of(const struct text *t, size_t byte)
{
    size_t low = 0, high = t->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->offset[middle] < byte)
            low = middle + 1;
        else
            high = middle;
    }
    assert(t->offset[low] == byte);
    return low;
}

/* Sets the column of an occurrence, and the part around it, in the record as read. */
static void locate(const struct naive_options *o, const struct text *r, struct naive_occurrence *x)
{
    size_t start = character_of(r, x->trimmed_start), end = character_of(r, x->trimmed_end);
    size_t line = start;
    while ((o->column || o->format == NAIVE_JSON) && line > 0 &&
           !(o->span_lines && r->chars[line - 1] == '\n'))
        line--;
    x->column = start - line + 1;
    x->around_start = r->offset[start > o->around ? start - o->around : 0];
    x->around_end = r->offset[r->n - end > o->around ? end + o->around : r->n];
}

static bool is_blank(struct naive_bytes b, size_t from, size_t to)
{
    while (from < to && strchr(" \t\n\v\f\r", b.bytes[from]) != NULL && b.bytes[from] != '\0')
        from++;
    return from >= to;
}

/* --block: extends an occurrence to whole lines. A line at its end is left out if the occurrence
 * has only blanks of it, but not the whole line. */
static void widen(const struct naive_place *place, struct naive_occurrence *x)
{
    struct naive_bytes b = place->bytes;
    size_t start = x->trimmed_start - place->start, end = x->trimmed_end - place->start;
    size_t first = start, newline = start, last = end, after = end;
    while (first > 0 && b.bytes[first - 1] != '\n')
        first--;
    while (newline < b.length && b.bytes[newline] != '\n')
        newline++;
    if (newline < end && newline + 1 < b.length && is_blank(b, start, newline) &&
        !is_blank(b, first, start))
        first = newline + 1;
    while (last > 0 && b.bytes[last - 1] != '\n')
        last--;
    while (after < b.length && b.bytes[after] != '\n')
        after++;
    bool partly = is_blank(b, last, end) && !is_blank(b, end, after);
    if (last > first && (partly || last == b.length)) /* no line begins after the last newline */
        after = last - 1;
    x->trimmed_start = x->around_start = place->start + first;
    x->trimmed_end = x->around_end = place->start + after;
    x->column = 1;
}

/* Adds the occurrences of pattern p in the record, in characters. */
static void find(const struct search *s, const struct pattern *p, const struct text *r,
                 size_t limit, struct occurrences *all)
{
    struct occurrences found = naive_candidates(s->options, p, r, limit);
    naive_find_among(s, p, r, found, 0, all);
    free(found.list);
}

void naive_settle(const struct naive_options *o, const struct naive_place *place,
                  struct occurrences *all)
{
    const struct text *r = &place->text;
    for (size_t i = 0; i < all->count; i++) {
        all->list[i].first = all->list[i].start;
        all->list[i].behind = all->list[i].end;
        all->list[i].start = r->offset[all->list[i].start];
        all->list[i].end = r->end[all->list[i].end - 1];
        all->list[i].residue = all->list[i].trimmed_start;
        all->list[i].residues = all->list[i].trimmed_end - all->list[i].trimmed_start;
        all->list[i].trimmed_start = r->offset[all->list[i].trimmed_start];
        all->list[i].trimmed_end = r->end[all->list[i].trimmed_end - 1];
        for (size_t g = 0; g < 9 && naive_has_groups(o); g++) {
            struct naive_part *group = &all->list[i].groups[g];
            bool any = group->end > group->start;
            *group = any ? (struct naive_part){r->offset[group->start], r->end[group->end - 1]}
                         : (struct naive_part){0, 0};
        }
        locate(o, &place->read, &all->list[i]);
        if (o->entries != NAIVE_NO_ENTRIES)
            all->list[i].column = all->list[i].residue + 1;
        if (o->block)
            widen(place, &all->list[i]);
    }
    if (all->count > 0)
        qsort(all->list, all->count, sizeof *all->list, naive_by_end);
}

/* Sets the occurrences of *record. */
static void report(const struct search *s, const struct naive_place *place, size_t best,
                   struct naive_record *record)
{
    struct occurrences all = {NULL, 0};
    for (size_t p = 0; p < s->npatterns; p++) {
        size_t limit = s->patterns[p].limit;
        size_t least = s->options->each ? s->patterns[p].least : best;
        if (!s->options->each || least < SIZE_MAX)
            find(s, &s->patterns[p], &place->text, limit < least ? limit : least, &all);
    }
    naive_settle(s->options, place, &all);
    record->occurrences = all.list;
    record->count = all.count;
    record->best = naive_best(all);
}

/* Returns whether --where and --where-not admit a record. */
static bool is_searched(const struct search *s, struct naive_bytes record)
{
    for (size_t i = 0; i < s->options->nwheres; i++)
        if (regex_matches(s->wheres[i], record) == s->options->wheres[i].negated)
            return false;
    return true;
}

/* Returns whether --and and --not admit a record. */
static bool has_others(const struct search *s, const struct text *r)
{
    for (size_t i = 0; i < s->options->nothers; i++) {
        const struct other *other = &s->others[i];
        size_t found = 0;
        for (size_t p = 0; p < other->nstrands; p++) {
            struct occurrences all =
                naive_candidates(s->options, &other->strands[p], r, other->strands[p].limit);
            found += all.count;
            free(all.list);
        }
        if ((found > 0) == s->options->others[i].negated)
            return false;
    }
    return true;
}

/* Cuts an input into records, at delimiters. No record is empty after the last delimiter. */
static void cut(const struct search *s, struct naive_bytes bytes, struct input *input)
{
    bool entries = s->options->entries != NAIVE_NO_ENTRIES;
    struct delimiters d =
        entries ? entries_cut(s->options, bytes) : delimiters_find(s->options, bytes);
    size_t first = 0, from = 0;
    input->places = naive_allocate(d.count + 1, sizeof *input->places);
    for (size_t i = 0; i < d.count || from < bytes.length; i++) {
        struct delimiter none = {bytes.length, bytes.length};
        struct delimiter delimiter = i < d.count ? d.list[i] : none;
        size_t end = character_of(&input->text, delimiter.start);
        struct naive_bytes record = {bytes.bytes + from, delimiter.start - from};
        struct text read = text_part(&input->text, first, end), text = read;
        if (entries)
            text = entry_residues(s->folding, s->options, record, from);
        else if (naive_folds(s->options))
            text = folding_record(s->folding, record, from);
        input->places[input->count++] = (struct naive_place){
            text,   read,          from,
            record, delimiter.end, is_searched(s, record) && has_others(s, &text)};
        first = character_of(&input->text, delimiter.end);
        from = delimiter.end;
    }
    free(d.list);
}

/* Returns the least distance of a candidate in the record, or `least` if that is less. */
static size_t lower(const struct search *s, const struct text *r, size_t least)
{
    for (size_t p = 0; p < s->npatterns; p++) {
        struct occurrences found =
            naive_candidates(s->options, &s->patterns[p], r, s->patterns[p].limit);
        for (size_t i = 0; i < found.count; i++)
            if (found.list[i].distance < least)
                least = found.list[i].distance;
        free(found.list);
    }
    return least;
}

/* Returns d*, the least distance of all candidates, or SIZE_MAX. */
static size_t least_distance(const struct search *s)
{
    size_t least = SIZE_MAX;
    for (size_t n = 0; n < s->ninputs; n++)
        for (size_t i = 0; i < s->inputs[n].count; i++)
            if (s->inputs[n].places[i].searched)
                least = lower(s, &s->inputs[n].places[i].text, least);
    return least;
}

struct search naive_strands_of(const struct search *s, size_t p)
{
    struct search one = *s;
    one.patterns = &s->patterns[p];
    one.npatterns = 1;
    while (p + one.npatterns < s->npatterns &&
           s->patterns[p + one.npatterns].number == s->patterns[p].number)
        one.npatterns++;
    return one;
}

/* --best=each: sets the least distance of each pattern, on both strands. */
static void find_least(struct search *s)
{
    for (size_t p = 0; p < s->npatterns;) {
        struct search one = naive_strands_of(s, p);
        size_t least = least_distance(&one);
        for (size_t i = 0; i < one.npatterns; i++)
            s->patterns[p++].least = least;
    }
}

void naive_record_free(struct naive_record *record)
{
    for (size_t i = 0; i < record->count; i++)
        naive_alignment_free(record->occurrences[i].alignment);
    free(record->occurrences);
}

struct naive_records naive_search_input(const struct search *s, const struct input *input,
                                        size_t best)
{
    struct naive_records to = {naive_allocate(input->count, sizeof *to.records), input->count};
    for (size_t i = 0; i < input->count; i++) {
        const struct naive_place *place = &input->places[i];
        to.records[i] = (struct naive_record){.start = place->start,
                                              .end = place->start + place->bytes.length,
                                              .next = place->next,
                                              .number = i + 1,
                                              .searched = place->searched};
        if (place->searched && s->options->top == 0)
            report(s, place, best, &to.records[i]);
    }
    return to;
}

static void search_open(struct search *s, const struct naive_bytes *patterns, size_t npatterns,
                        const struct naive_input *inputs, size_t ninputs)
{
    s->folding = folding_open(s->options);
    s->patterns = naive_allocate(2 * npatterns, sizeof *s->patterns);
    for (size_t i = 0; i < npatterns; i++) {
        naive_add_pattern(s, patterns[i], i + 1, false);
        if (s->options->reverse_complement && !naive_is_own_reverse(s, patterns[i]))
            naive_add_pattern(s, patterns[i], i + 1, true);
    }
    naive_add_confusions(s);
    for (size_t i = 0; i < s->options->nothers; i++)
        naive_add_other(s, &s->others[i], s->options->others[i].pattern);
    for (size_t i = 0; i < s->options->nwheres; i++)
        s->wheres[i] = regex_open(s->options->wheres[i].regex, s->options->utf8);
    s->inputs = naive_allocate(ninputs, sizeof *s->inputs);
    for (s->ninputs = 0; s->ninputs < ninputs; s->ninputs++) {
        struct input *input = &s->inputs[s->ninputs];
        input->text = folding_text(s->folding, inputs[s->ninputs].text);
        cut(s, inputs[s->ninputs].text, input);
    }
}

static void search_close(struct search *s)
{
    for (size_t i = 0; i < s->npatterns; i++)
        naive_pattern_free(&s->patterns[i]);
    for (size_t i = 0; i < s->ninputs; i++) {
        text_free(&s->inputs[i].text);
        for (size_t p = 0; naive_folds(s->options) && p < s->inputs[i].count; p++)
            text_free(&s->inputs[i].places[p].text);
        free(s->inputs[i].places);
    }
    for (size_t i = 0; i < s->options->nwheres; i++)
        regex_close(s->wheres[i]);
    for (size_t i = 0; i < s->options->nothers; i++)
        for (size_t p = 0; p < s->others[i].nstrands; p++)
            naive_pattern_free(&s->others[i].strands[p]);
    for (size_t i = 0; i < 2 * s->options->nconfusions; i++) {
        text_free(&s->confusions[i].items);
        text_free(&s->confusions[i].characters);
        free(s->sides[i].bytes);
    }
    free(s->patterns);
    free(s->inputs);
    folding_close(s->folding);
}

/* --max-per-pattern: keeps the first N occurrences, or records, of each pattern. */
static void keep_most(const struct naive_options *o, struct naive_result *result, size_t npatterns)
{
    bool of_records = !o->only_matching && !o->span_lines && !o->count_matches;
    size_t *counts = naive_allocate(npatterns + 1, sizeof *counts);
    for (size_t n = 0; n < result->ninputs; n++)
        for (size_t i = 0; i < result->inputs[n].count; i++) {
            struct naive_record *record = &result->inputs[n].records[i];
            struct occurrences kept = {record->occurrences, 0};
            for (size_t x = 0; x < record->count; x++) {
                size_t *count = &counts[record->occurrences[x].pattern];
                bool first = true;
                for (size_t y = 0; y < kept.count; y++)
                    first = first && kept.list[y].pattern != record->occurrences[x].pattern;
                if (*count >= o->max_per_pattern && (!of_records || first)) {
                    naive_alignment_free(record->occurrences[x].alignment);
                    continue;
                }
                *count += !of_records || first;
                kept.list[kept.count++] = record->occurrences[x];
            }
            record->count = kept.count;
            record->best = naive_best(kept);
        }
    free(counts);
}

struct naive_result *naive_search(const struct naive_options *options,
                                  const struct naive_bytes *patterns, size_t npatterns,
                                  const struct naive_input *inputs, size_t ninputs)
{
    struct naive_options o = *options;
    naive_use_metric(&o);
    struct search s = {.options = &o};
    naive_source_forget();
    search_open(&s, patterns, npatterns, inputs, ninputs);
    struct naive_result *result = naive_allocate(1, sizeof *result);
    bool best_mode = naive_best_mode(&o);
    bool ranked = o.each || o.top > 0;
    if (o.each)
        find_least(&s);
    result->best = best_mode && !ranked ? least_distance(&s) : SIZE_MAX;
    result->top = NULL;
    result->ntop = result->most = 0;
    for (size_t p = 0; p < s.npatterns; p++)
        if (s.patterns[p].limit > result->most)
            result->most = s.patterns[p].limit;
    result->ninputs = ninputs;
    result->inputs = naive_allocate(ninputs, sizeof *result->inputs);
    result->seconds = o.margin > 0 || (o.block && o.format == NAIVE_JSON && best_mode && !ranked &&
                                       npatterns == 1 && !o.reverse_complement);
    bool shows = !result->seconds || naive_find_second(&s, result);
    for (size_t i = 0; i < s.npatterns && !shows; i++)
        naive_pattern_free(&s.patterns[i]);
    s.npatterns = shows ? s.npatterns : 0;
    result->best = shows ? result->best : SIZE_MAX;
    for (size_t i = 0; i < ninputs; i++)
        result->inputs[i] = naive_search_input(&s, &s.inputs[i], result->best);
    if (o.top > 0)
        naive_rank(&s, result);
    if (o.max_per_pattern > 0)
        keep_most(&o, result, npatterns);
    search_close(&s);
    return result;
}

void naive_free(struct naive_result *result)
{
    for (size_t i = 0; i < result->ninputs; i++) {
        for (size_t r = 0; r < result->inputs[i].count; r++)
            naive_record_free(&result->inputs[i].records[r]);
        free(result->inputs[i].records);
    }
    for (size_t i = 0; i < result->ntop; i++)
        naive_record_free(&result->top[i].record);
    free(result->top);
    free(result->inputs);
    free(result);
}
