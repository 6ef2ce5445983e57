/* naive_top.c - the nearest results (--top, --margin). */
#include <stdlib.h>
#include <string.h>

#include "naive_search.h"

struct ranks {
    struct naive_ranked *list;
    size_t count;
};

static void add_ranked(struct ranks *to, size_t input, struct naive_record record,
                       const struct naive_occurrence *list, size_t count)
{
    to->list = naive_with_room(to->list, to->count, sizeof *to->list);
    record.occurrences = naive_allocate(count, sizeof *list);
    memcpy(record.occurrences, list, count * sizeof *list);
    record.count = count;
    record.best = record.occurrences;
    to->list[to->count++] = (struct naive_ranked){input, record};
}

/* Adds those of the candidates that threshold mode reports with k = d at distance d. */
static void find_near(const struct search *s, const struct pattern *p, const struct text *r,
                      struct occurrences found, size_t d, struct occurrences *all)
{
    struct occurrences near = {naive_allocate(found.count + 1, sizeof *near.list), 0};
    for (size_t i = 0; i < found.count; i++)
        if (found.list[i].distance <= d)
            near.list[near.count++] = found.list[i];
    naive_find_among(s, p, r, near, d, all);
    free(near.list);
}

/* Returns what threshold mode reports with k = d at distance d, on all strands. */
static struct occurrences at_distance(const struct search *s, const struct naive_place *place,
                                      const struct occurrences *found, size_t d)
{
    struct occurrences all = {NULL, 0};
    for (size_t p = 0; p < s->npatterns; p++)
        find_near(s, &s->patterns[p], &place->text, found[p], d, &all);
    naive_settle(s->options, place, &all);
    return all;
}

/* Returns the least distance >= d of a candidate, or SIZE_MAX. */
static size_t next_distance(const struct search *s, const struct occurrences *found, size_t d)
{
    size_t next = SIZE_MAX;
    for (size_t p = 0; p < s->npatterns; p++)
        for (size_t i = 0; i < found[p].count; i++)
            if (found[p].list[i].distance >= d && found[p].list[i].distance < next)
                next = found[p].list[i].distance;
    return next;
}

/* Adds the results in a record for the one pattern of the search: each occurrence, or those of the
 * least distance together. */
static void rank_record(const struct search *s, size_t input, const struct naive_place *place,
                        struct naive_record record, struct ranks *to)
{
    bool each = s->options->only_matching || s->options->span_lines;
    struct occurrences *found = naive_allocate(s->npatterns, sizeof *found);
    bool any = false;
    for (size_t p = 0; p < s->npatterns; p++)
        found[p] =
            naive_candidates(s->options, &s->patterns[p], &place->text, s->patterns[p].limit);
    for (size_t d = next_distance(s, found, 0); d < SIZE_MAX && (each || !any);
         d = next_distance(s, found, d + 1)) {
        struct occurrences all = at_distance(s, place, found, d);
        for (size_t i = 0; each && i < all.count; i++)
            add_ranked(to, input, record, &all.list[i], 1);
        if (!each && all.count > 0)
            add_ranked(to, input, record, all.list, all.count);
        any = any || all.count > 0;
        free(all.list);
    }
    for (size_t p = 0; p < s->npatterns; p++)
        free(found[p].list);
    free(found);
}

static const struct naive_options *ranking; /* the options for by_rank() */

static int by_rank(const void *first, const void *second)
{
    const struct naive_ranked *a = first, *b = second;
    const struct naive_occurrence *x = a->record.occurrences, *y = b->record.occurrences;
    int order = ranking->each ? naive_compare(x->pattern, y->pattern) : 0;
    order = order ? order : naive_compare(x->distance, y->distance);
    order = order ? order : naive_compare(a->input, b->input);
    order = order ? order : naive_compare(a->record.start, b->record.start);
    return order ? order : naive_by_end(x, y);
}

/* Keeps the first N results, or the first N of each pattern. */
static void keep_top(const struct naive_options *o, struct ranks *all)
{
    size_t kept = 0, of = 0, pattern = 0;
    for (size_t i = 0; i < all->count; i++) {
        size_t own = all->list[i].record.occurrences->pattern;
        if (o->each && own != pattern)
            of = 0;
        pattern = own;
        if (of++ < o->top)
            all->list[kept++] = all->list[i];
        else
            naive_record_free(&all->list[i].record);
    }
    all->count = kept;
}

void naive_rank(const struct search *s, struct naive_result *result)
{
    struct ranks all = {NULL, 0};
    for (size_t p = 0; p < s->npatterns;) {
        struct search one = naive_strands_of(s, p);
        for (size_t n = 0; n < s->ninputs; n++)
            for (size_t i = 0; i < s->inputs[n].count; i++)
                if (s->inputs[n].places[i].searched)
                    rank_record(&one, n, &s->inputs[n].places[i], result->inputs[n].records[i],
                                &all);
        p += one.npatterns;
    }
    ranking = s->options;
    if (all.count > 0)
        qsort(all.list, all.count, sizeof *all.list, by_rank);
    ranking = NULL;
    keep_top(s->options, &all);
    result->top = all.list;
    result->ntop = all.count;
}

bool naive_find_second(const struct search *s, struct naive_result *result)
{
    struct naive_options o = *s->options;
    struct search top = *s;
    struct naive_result both = {.ninputs = s->ninputs};
    o.top = 2;
    o.only_matching = true;
    o.cigar = o.align = false;
    top.options = &o;
    both.inputs = naive_allocate(s->ninputs, sizeof *both.inputs);
    for (size_t i = 0; i < s->ninputs; i++)
        both.inputs[i] = naive_search_input(&top, &s->inputs[i], SIZE_MAX);
    naive_rank(&top, &both);
    result->second = both.ntop > 1 ? both.top[1].record.occurrences->distance : SIZE_MAX;
    bool near = both.ntop > 1 && result->second - result->best < s->options->margin;
    for (size_t i = 0; i < both.ntop; i++)
        naive_record_free(&both.top[i].record);
    for (size_t i = 0; i < s->ninputs; i++)
        free(both.inputs[i].records);
    free(both.top);
    free(both.inputs);
    return !near;
}
