/*
 * cheapest_without.c - see cheapest_without.h.
 *
 * Costs are relaxed over places: a state, and the longest prefix of a piece that the path has just
 * matched (as in Aho and Corasick, "Efficient string matching", CACM 18(6), 1975). There is no
 * place for a complete piece.
 */
#include "query/cheapest_without.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* piece * CHEAPEST_WITHOUT_LONGEST + matched items; 0: none */
    TAGS = CHEAPEST_WITHOUT_PIECES * CHEAPEST_WITHOUT_LONGEST,
    WHOLE = TAGS,        /* a complete piece */
    STEPS_MOST = 1 << 18 /* edges after which the search gives up */
};

struct place_of {
    uint32_t cost, from;   /* from: the previous place on the path */
    bool queued, inserted; /* inserted: the path stays in the state */
};

bool cheapest_without_open(struct cheapest_without *v, const struct automaton *m)
{
    *v = (struct cheapest_without){.m = m, .nplaces = (size_t)m->nstates * TAGS};
    if (m->nstates > CHEAPEST_WITHOUT_STATES)
        return false;
    v->places = calloc(v->nplaces, sizeof *v->places);
    v->queue = calloc(v->nplaces, sizeof *v->queue);
    v->walk = calloc(v->nplaces, sizeof *v->walk);
    return v->places != NULL && v->queue != NULL && v->walk != NULL;
}

void cheapest_without_close(struct cheapest_without *v)
{
    free(v->places);
    free(v->queue);
    free(v->walk);
}

/* Returns whether some piece begins with these n items; then sets *tag, to WHOLE for a complete
 * piece. */
static bool begins_piece(const struct cheapest_without *v, const uint32_t *items, uint32_t n,
                         uint32_t *tag)
{
    bool found = false;
    for (uint32_t i = 0; i < v->npieces; i++) {
        const struct item_run *p = &v->pieces[i];
        if (p->n < n || memcmp(p->items, items, n * sizeof *items) != 0)
            continue;
        if (p->n == n) {
            *tag = WHOLE;
            return true;
        }
        if (!found)
            *tag = i * CHEAPEST_WITHOUT_LONGEST + n;
        found = true;
    }
    return found;
}

/* Returns the tag after one more item. */
static uint32_t tag_behind(const struct cheapest_without *v, uint32_t tag, uint32_t item)
{
    uint32_t items[CHEAPEST_WITHOUT_LONGEST], n = tag % CHEAPEST_WITHOUT_LONGEST, longest = 0,
                                              other = 0;
    memcpy(items, v->pieces[tag / CHEAPEST_WITHOUT_LONGEST].items, sizeof items);
    items[n++] = item;
    for (uint32_t first = 0; first < n; first++) {
        if (!begins_piece(v, items + first, n - first, &other))
            continue;
        if (other == WHOLE)
            return WHOLE;
        if (longest == 0)
            longest = other;
    }
    return longest;
}

/* Returns the index of slot i < 2 * nplaces of the queue, a ring buffer. */
static size_t in_ring(const struct cheapest_without *v, size_t i)
{
    return i < v->nplaces ? i : i - v->nplaces;
}

/* Relaxes a place, reached from another one at `more` cost, or by staying in the state. */
static void relax_place(struct cheapest_without *v, uint32_t state, uint32_t tag, uint32_t from,
                        uint32_t more, bool inserted)
{
    uint64_t cost = (uint64_t)v->places[from].cost + more;
    size_t at = (size_t)state * TAGS + tag;
    struct place_of *p = &v->places[at];
    if (cost > v->limit || cost >= p->cost)
        return;
    p->cost = (uint32_t)cost;
    p->from = from;
    p->inserted = inserted;
    if (p->queued)
        return;
    p->queued = true;
    v->queue[in_ring(v, v->first + v->waiting++)] = (uint32_t)at;
}

static void relax_successors(struct cheapest_without *v, uint32_t from)
{
    const struct edits *edits = &v->m->edits;
    const struct state *s = &v->m->states[from / TAGS];
    uint32_t other = edits->delete < edits->substitute ? edits->delete : edits->substitute;
    if (s->insert_behind)
        relax_place(v, from / TAGS, 0, from, edits->insert, true);
    for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
        uint32_t to = v->m->edges[e], tag = from % TAGS;
        const struct state *t = &v->m->states[to];
        if (t->item != STATE_PASS)
            tag = tag_behind(v, tag, t->item);
        if (tag != WHOLE)
            relax_place(v, to, tag, from, t->cost, false);
        if (t->edited)
            relax_place(v, to, 0, from, other, false);
    }
}

/* Stores the path that ends at this place. */
static void note_end(struct cheapest_without *v, uint32_t end)
{
    for (uint32_t at = end; at > 0; at = v->places[at].from)
        if (!v->places[at].inserted)
            v->walk[v->length++] = at / TAGS;
    for (size_t i = 0; i < v->length / 2; i++) {
        uint32_t swap = v->walk[i];
        v->walk[i] = v->walk[v->length - 1 - i];
        v->walk[v->length - 1 - i] = swap;
    }
}

bool cheapest_without_find(struct cheapest_without *v, uint32_t limit,
                           const struct item_run *pieces, uint32_t n)
{
    size_t steps = 0, best = SIZE_MAX;
    v->pieces = pieces;
    v->npieces = n;
    v->limit = limit;
    v->first = v->length = v->waiting = 0;
    for (size_t i = 0; i < v->nplaces; i++)
        v->places[i] = (struct place_of){.cost = UINT32_MAX};
    v->places[0].cost = 0;
    v->queue[v->waiting++] = 0;
    for (; v->waiting > 0; v->waiting--, v->first = in_ring(v, v->first + 1)) {
        uint32_t at = v->queue[v->first];
        v->places[at].queued = false;
        steps += 1 + v->m->states[at / TAGS].edges_end - v->m->states[at / TAGS].edges_begin;
        if (steps > STEPS_MOST)
            return true;
        relax_successors(v, at);
    }
    for (size_t i = 0; i < v->nplaces; i++)
        if (v->places[i].cost <= limit && v->m->states[i / TAGS].last &&
            (best == SIZE_MAX || v->places[i].cost < v->places[best].cost))
            best = i;
    if (best != SIZE_MAX)
        note_end(v, (uint32_t)best);
    return best != SIZE_MAX;
}
