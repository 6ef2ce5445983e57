#include "output/merged_spans.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void merged_spans_record(struct merged_spans *c, const struct record *record)
{
    c->record = record;
    occurrence_first(&c->reader, record);
    c->first = c->n = c->settled = 0;
}

void merged_spans_free(struct merged_spans *c)
{
    free(c->parts);
}

/* Replaces the parts that overlap `added` by their union with it. */
static void merge_span(struct merged_spans *c, struct span added)
{
    size_t behind = c->n, from;
    while (behind > c->first && c->parts[behind - 1].start >= added.end)
        behind--;
    for (from = behind; from > c->first && c->parts[from - 1].end > added.start; from--) {
        const struct span *p = &c->parts[from - 1];
        added.start = p->start < added.start ? p->start : added.start;
        added.end = p->end > added.end ? p->end : added.end;
    }
    xgrow(&c->parts, &c->capacity, c->n + 1, sizeof *c->parts);
    memmove(c->parts + from + 1, c->parts + behind, (c->n - behind) * sizeof *c->parts);
    c->parts[from] = added;
    c->n += from + 1 - behind;
}

/* Adds one more occurrence. Returns false if there is none. */
static bool add_next_occurrence(struct merged_spans *c)
{
    if (!occurrence_next(&c->reader))
        return false;
    const struct occurrence *o = &c->reader.o;
    size_t end = (size_t)(o->text_end - c->record->offset);
    merge_span(c, (struct span){(size_t)(o->match_start - c->record->offset),
                                (size_t)(o->match_end - c->record->offset)});
    if (end > c->record->occurrences->longest)
        c->settled = end - (size_t)c->record->occurrences->longest;
    return true;
}

bool merged_spans_next(struct merged_spans *c, struct span *part)
{
    while ((c->first == c->n || c->parts[c->first].end > c->settled) && add_next_occurrence(c))
        ;
    if (c->first == c->n)
        return false;
    *part = c->parts[c->first++];
    if (2 * c->first >= c->n) { /* the remaining parts move to the front */
        c->n -= c->first;
        memmove(c->parts, c->parts + c->first, c->n * sizeof *c->parts);
        c->first = 0;
    }
    return true;
}
