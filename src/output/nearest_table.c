#include "output/nearest_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "query/expression_tree.h"

static void hold_item(struct nearest_table *s, uint32_t word_item)
{
    const struct text_around *around = &s->text->around;
    size_t n = s->columns - 1;
    for (size_t j = 0; j <= n; j++) {
        bool before = j == 0 ? around->word_before : nearest_has_item(s, j - 1, word_item);
        bool behind = j == n ? around->word_behind : nearest_has_item(s, j, word_item);
        s->holding[j] = (j == 0 && around->begins ? CONDITION_BEGIN : 0) |
                        (j == n && around->ends ? CONDITION_END : 0) |
                        (before == behind ? CONDITION_NO_BORDER : CONDITION_BORDER) |
                        (behind && !before ? CONDITION_WORD : 0) |
                        (before && !behind ? CONDITION_WORD_ENDS : 0);
    }
}

/* Returns the least cost from a state and a place that is known so far. */
static uint32_t rest_of(const struct nearest_table *s, uint32_t state, size_t j, uint32_t spent)
{
    const struct state *from = &s->m->states[state];
    bool last = j + 1 == s->columns;
    uint32_t least = from->last && last ? 0 : NEAREST_NO_COST;
    least =
        least_u32(least, nearest_rest_after(s, state, j + 1, spent, nearest_insertion(s, from)));
    for (uint32_t e = from->edges_begin; e < from->edges_end; e++) {
        uint32_t number = s->m->edges[e];
        const struct state *to = &s->m->states[number];
        if (to->item == STATE_PASS) {
            if (nearest_passes(s, to, j))
                least = least_u32(least, nearest_rest_after(s, number, j, spent, nearest_pass));
            continue;
        }
        least = least_u32(least, nearest_rest_after(s, number, j, spent, nearest_deletion(s, to)));
        if (!last)
            least = least_u32(
                least, nearest_rest_after(s, number, j + 1, spent, nearest_diagonal(s, to, j)));
    }
    return least;
}

static void fill_rest(struct nearest_table *s)
{
    memset(s->rest, 0xff, s->m->nstates * s->width * sizeof *s->rest);
    for (size_t j = s->columns; j-- > 0;)
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = s->m->nstates; i-- > 0;)
                for (uint32_t spent = 0; spent < s->spents; spent++) {
                    if (!edit_budget_enters(s->m->budget, i, spent))
                        continue;
                    uint32_t rest = rest_of(s, i, j, spent);
                    uint32_t *known = &s->rest[i * s->width + j * s->spents + spent];
                    changed = changed || rest < *known;
                    *known = rest;
                }
        }
}

struct nearest_table nearest_table_open(const struct automaton *m, const struct alphabet *a,
                                        const struct nearest_text *text, uint32_t word_item)
{
    struct nearest_table s = {.m = m, .a = a, .text = text, .columns = text->n + 1};
    s.spents = m->budget != NULL ? m->budget->nspent : 1;
    s.width = s.columns * s.spents;
    if (s.width > NEAREST_CELLS_MOST / m->nstates)
        die("an occurrence is too long to be aligned with its expression");
    s.holding = xcalloc(s.columns, sizeof *s.holding);
    s.rest = xreallocarray(NULL, m->nstates * s.width, sizeof *s.rest);
    hold_item(&s, word_item);
    fill_rest(&s);
    return s;
}

void nearest_table_close(struct nearest_table *s)
{
    free(s->holding);
    free(s->rest);
}
