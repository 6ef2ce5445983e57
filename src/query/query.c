/* query.c - frees a query, copies it, and computes the lead-in of chunks. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/query.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

struct query *query_copy(const struct query *q)
{
    struct query *copy = malloc(sizeof *copy);
    struct pattern *patterns = reallocarray(NULL, q->npatterns + 1, sizeof *patterns);
    if (copy == NULL || patterns == NULL) {
        free(copy);
        free(patterns);
        return NULL;
    }
    *copy = *q;
    memcpy(patterns, q->patterns, q->npatterns * sizeof *patterns);
    copy->patterns = patterns;
    copy->alternatives = copy->cores = NULL;
    return copy;
}

void query_copy_free(struct query *copy)
{
    if (copy != NULL)
        free(copy->patterns);
    free(copy);
}

bool query_confuses_freely(const struct query *q)
{
    for (size_t i = 0; i < q->confusions.n; i++)
        if (q->confusions.edges[i].cost == 0)
            return true;
    return false;
}

void query_measure(struct query *q)
{
    q->longest = 0;
    q->overlap = 0;
    q->automata = q->hangs = false;
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct pattern *p = &q->patterns[i];
        if (p->automaton == NULL && p->m > q->longest)
            q->longest = p->m;
        q->automata = q->automata || p->automaton != NULL;
        q->hangs = q->hangs || p->overhang.inside > 0;
        uint64_t reach = pattern_longest(p, q->metric, p->k) + 1;
        if (reach > q->overlap)
            q->overlap = reach < OVERLAP_RECORD ? (uint32_t)reach : OVERLAP_RECORD;
    }
    q->report.rising = q->word || q->line || q->hangs;
}

void item_sequences_free(struct item_sequences *s)
{
    free(s->lengths);
    free(s->items);
    *s = (struct item_sequences){0};
}

void pattern_free_core(struct pattern *p)
{
    if (p->core == NULL)
        return;
    automaton_free(p->core->automaton);
    automaton_free(p->core->marked);
    free((void *)p->core->items);
    free(p->core);
    p->core = NULL;
}

void pattern_free(struct pattern *p)
{
    free((void *)p->items);
    if (p->form != p->text)
        free((void *)p->form);
    free((void *)p->text);
    automaton_free(p->automaton);
    automaton_free(p->marked);
    for (size_t i = 0; i < p->nalternatives; i++) {
        automaton_free(p->alternatives[i].automaton);
        automaton_free(p->alternatives[i].marked);
    }
    if (p->nalternatives > 0)
        free((void *)p->alternatives[0].items);
    free(p->alternatives);
    pattern_free_core(p);
}

/* The texts of items lie within the texts of patterns; numbers and texts belong to the patterns. */
void query_free(const struct query *q)
{
    if (q == NULL)
        return;
    for (size_t i = 0; i < q->npatterns; i++)
        pattern_free(&q->patterns[i]);
    for (size_t i = 0; i < q->nitems; i++)
        pcre2_code_free(q->items[i].regex);
    query_copy_free((struct query *)q->alternatives);
    query_copy_free((struct query *)q->cores);
    free(q->patterns);
    free(q->items);
    for (size_t i = 0; i < q->confusions.nforms; i++)
        free(q->confusions.forms[i]);
    free(q->confusions.forms);
    folding_free(q->folding);
    free(q->confusions.edges);
    free((void *)q);
}
