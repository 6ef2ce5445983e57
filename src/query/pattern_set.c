#include "query/pattern_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash_bytes.h"
#include "base/xalloc.h"

/* Returns whether the pattern is a sequence with the limits of all sequences. */
static bool is_sequence(const struct pattern *p)
{
    return p->items != NULL && !p->grouped;
}

/* Equal patterns are sequences of the same items, or the same text where it becomes no sequence. */
static bool equal_patterns(const struct pattern *x, const struct pattern *y)
{
    const uint32_t *items = x->items, *others = y->items;
    if (is_sequence(x) != is_sequence(y) || x->reverse != y->reverse)
        return false;
    if (!is_sequence(x))
        return x->text_length == y->text_length && memcmp(x->text, y->text, x->text_length) == 0;
    return x->m == y->m && memcmp(items, others, x->m * sizeof *items) == 0;
}

static size_t hash_pattern(const struct pattern *p)
{
    if (!is_sequence(p))
        return hash_bytes(p->text, p->text_length);
    return hash_bytes(p->items, p->m * sizeof *p->items);
}

void distinct_keep(struct query *q)
{
    size_t size = 64, kept = 0;
    while (size < 2 * q->npatterns)
        size *= 2;
    uint32_t *table = xcalloc(size, sizeof *table); /* number + 1 of a pattern that is kept */
    for (size_t i = 0; i < q->npatterns; i++) {
        size_t at = hash_pattern(&q->patterns[i]) & (size - 1);
        while (table[at] > 0 && !equal_patterns(&q->patterns[table[at] - 1], &q->patterns[i]))
            at = (at + 1) & (size - 1);
        if (table[at] > 0) {
            pattern_free(&q->patterns[i]);
            continue;
        }
        q->patterns[kept] = q->patterns[i];
        q->patterns[kept].index =
            q->patterns[i].reverse ? q->patterns[kept - 1].index : (uint32_t)kept;
        table[at] = (uint32_t)++kept;
    }
    free(table);
    q->npatterns = kept;
}

/* Adds the alternatives of pattern `index`. */
static void add_alternatives(struct query *to, const struct pattern *p, uint32_t index)
{
    for (size_t i = 0; i < p->nalternatives; i++) {
        struct pattern *alternative = &to->patterns[to->npatterns++];
        *alternative = p->alternatives[i];
        alternative->k = p->k;
        alternative->index = index;
    }
}

const struct query *alternatives_open(const struct query *q)
{
    size_t n = q->npatterns;
    for (size_t p = 0; p < q->npatterns; p++)
        n += q->patterns[p].nalternatives > 0 ? q->patterns[p].nalternatives - 1 : 0;
    if (n == q->npatterns)
        return NULL;
    struct query *to = xmemdup(q, sizeof *q);
    to->patterns = xcalloc(n, sizeof *to->patterns);
    to->npatterns = 0;
    for (uint32_t p = 0; p < q->npatterns; p++) {
        if (q->patterns[p].nalternatives > 0) {
            add_alternatives(to, &q->patterns[p], p);
            continue;
        }
        to->patterns[to->npatterns] = q->patterns[p];
        to->patterns[to->npatterns++].index = p; /* not that of its strand + */
    }
    query_measure(to);
    /* A rising end of one alternative may be the nearest end at its position. */
    to->report.rising = !q->report.once;
    return to;
}

const struct query *cores_open(const struct query *q)
{
    for (size_t p = 0; p < q->npatterns; p++)
        if (q->patterns[p].core == NULL || q->each)
            return NULL;
    struct query *to = xmemdup(q, sizeof *q);
    to->patterns = xcalloc(q->npatterns, sizeof *to->patterns);
    for (size_t p = 0; p < q->npatterns; p++)
        to->patterns[p] = *q->patterns[p].core;
    to->alternatives = NULL;
    to->best = to->each = to->word = to->line = false;
    query_measure(to);
    to->report = (struct report_rule){.once = true};
    return to;
}
