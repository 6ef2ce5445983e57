#include "scan/settled.h"

#include <string.h>

static bool has_errors(const struct query *q)
{
    for (size_t p = 0; p < q->npatterns; p++)
        if (q->patterns[p].k > 0)
            return true;
    return false;
}

/* With -w, the characters of the chunk tell where words end. A search that allows errors may get a
 * copy without them (sliced_scan.h), so it settles nothing. */
bool settled_open(struct settled *x, const struct query *q, const struct alphabet *a)
{
    *x = (struct settled){.words = q->word};
    x->matters = q->report.once || (q->report.nearest && !(q->word && has_errors(q)));
    return !x->matters || !x->words || word_occurrences_open(&x->borders, q, a);
}

void settled_close(struct settled *x)
{
    word_occurrences_close(&x->borders);
}

void settled_chunk(struct settled *x, const struct chunk *c)
{
    x->c = x->borders.c = c;
    x->next = SIZE_MAX;
}

/* Settles the rest of a record, from symbol `from` of it on. */
static void settle(struct settled *x, size_t from)
{
    size_t to = from < x->end ? chunk_record_end(x->c, from, x->end) : x->end;
    if (to == x->end && from < x->next)
        x->next = from;
    if (from < to)
        memset(x->symbols + (from - x->at), true, to - from);
}

void settled_block(struct settled *x, size_t at, size_t end)
{
    size_t from = x->next;
    x->at = at;
    x->end = end;
    x->next = SIZE_MAX;
    memset(x->symbols, false, end - at);
    if (from < SIZE_MAX)
        settle(x, from > at ? from : at);
}

bool settled_add(struct settled *x, size_t start, size_t end)
{
    if (!x->matters)
        return true;
    if (x->words && !word_occurrence_between(&x->borders, start, end))
        return false;
    if (chunk_delimits(x->c))
        settle(x, end);
    return true;
}
