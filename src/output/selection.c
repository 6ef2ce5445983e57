#include "output/selection.h"

#include <stdlib.h>

#include "base/xalloc.h"

void collected_clear(struct collected *c)
{
    sheet_clear(&c->sheet);
    c->marks.n = 0;
    spill_clear(&c->edges);
}

void collected_free(struct collected *c)
{
    sheet_free(&c->sheet);
    free(c->marks.v);
    spill_free(&c->edges);
    *c = COLLECTED_INIT;
}

uint64_t collected_size(const struct collected *c)
{
    return sheet_size(&c->sheet) + c->marks.n * sizeof *c->marks.v + c->edges.length;
}

void collected_add_mark(struct collected *c, const struct mark *mark)
{
    struct marks *m = &c->marks;
    xgrow(&m->v, &m->capacity, m->n + 1, sizeof *m->v);
    m->v[m->n++] = *mark;
}

void collected_add_edge(struct collected *c, const struct record *record, struct record_edge *edge)
{
    spill_append(&c->edges, record, sizeof *record); /* its pointers are never read again */
    record_copy(&c->edges, record);
    edge->n++;
}

struct record collected_next_edge(struct collected *c, uint64_t *at, uint64_t records)
{
    struct record record;
    (void)spill_read(&c->edges, *at, &record, sizeof record);
    record_lies(&record, &c->edges, *at + sizeof record);
    record.number += records;
    record.occurrences = NULL;
    record.noccurrences = 0;
    record.best = NULL;
    *at += sizeof record + record.length + record.delimiter_length;
    return record;
}
