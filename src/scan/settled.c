#include "scan/settled.h"

#include <string.h>

void settled_open(struct settled *x, const struct query *q, const struct alphabet *a)
{
    *x = (struct settled){
        .matters = (q->report.once || q->report.once_word || q->report.nearest) &&
                   (!q->word || q->classes.border > 0),
        .words = q->word,
        .a = a,
    };
}

void settled_chunk(struct settled *x, const struct chunk *c)
{
    x->c = c;
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
    if (x->words && !(word_ends(x->c, x->a, end) && word_begins(x->c, x->a, start)))
        return false;
    if (chunk_delimits(x->c))
        settle(x, end);
    return true;
}
