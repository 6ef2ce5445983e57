/*
 * required_pieces.c - see required_pieces.h.
 *
 * cheapest_without.c alone decides whether a set of pieces is sound. This file guesses pieces: from
 * the cheapest path without any of the pieces so far, it takes the rarest pieces, one more than the
 * edits within the limit can break. It repeats this until each path has a piece, then extends
 * pieces as long as this remains true.
 */
#include "query/required_pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/least.h"

enum {
    WALK_MOST = 1 << 13,      /* items of a path that is cut into pieces */
    STRETCHED_STATES = 1 << 8 /* of an automaton whose pieces are made longer */
};

/* Rules for cutting a path. */
struct cut {
    uint32_t cheapest; /* an edit costs at least so much, */
    uint32_t gap;      /* items between pieces, so that an edit breaks only one of them */
};

/* A path, without the states that match nothing. */
struct piece_walk {
    uint32_t *items;
    bool *edited, *loose; /* the item can be edited; characters inserted behind it */
    double *weights;      /* of the piece that begins here */
    double *sums;         /* [pieces][items + 1]: the least of pieces among the first items */
    uint32_t n, spent;    /* spent: what the path costs besides edits of items */
};

struct piece_search {
    struct required_pieces *x;
    const struct automaton *m;
    const struct path_shares *shares;
    uint32_t limit;
    struct cheapest_without avoiding;
    struct piece_walk walk;
    /* The items around each piece, on the path that it was cut from. */
    struct item_run before[PATH_PIECES], behind[PATH_PIECES];
};

/* Paths */

static bool walk_open(struct piece_walk *w)
{
    w->items = calloc(WALK_MOST, sizeof *w->items);
    w->edited = calloc(WALK_MOST, sizeof *w->edited);
    w->loose = calloc(WALK_MOST, sizeof *w->loose);
    w->weights = calloc(WALK_MOST, sizeof *w->weights);
    w->sums = calloc((size_t)(PATH_PIECES + 1) * (WALK_MOST + 1), sizeof *w->sums);
    return w->items != NULL && w->edited != NULL && w->loose != NULL && w->weights != NULL &&
           w->sums != NULL;
}

static void walk_close(struct piece_walk *w)
{
    free(w->items);
    free(w->edited);
    free(w->loose);
    free(w->weights);
    free(w->sums);
}

/* Returns the number of the piece with these items; x->n if there is none. */
static uint32_t known_piece(const struct required_pieces *x, const uint32_t *items)
{
    uint32_t i = 0;
    while (i < x->n && memcmp(x->pieces[i].items, items, PATH_PIECE * sizeof *items) != 0)
        i++;
    return i;
}

/* Returns the cost of a piece at item `first`; 0 if it is a piece already. */
static double weight(const struct piece_search *s, uint32_t first)
{
    const uint32_t *items = s->walk.items + first;
    double share = 1;
    if (known_piece(s->x, items) < s->x->n)
        return 0;
    for (uint32_t i = 0; i < PATH_PIECE; i++)
        share *= s->shares->share(s->shares->context, items[i]);
    return share;
}

/* Takes the path that s->avoiding has found. Returns false if it is too long, or too short for a
 * piece. */
static bool take_walk(struct piece_search *s)
{
    struct piece_walk *w = &s->walk;
    const struct cheapest_without *v = &s->avoiding;
    w->n = w->spent = 0;
    for (size_t i = 0; i < v->length; i++) {
        const struct state *t = &s->m->states[v->walk[i]];
        w->spent += t->cost;
        if (t->item != STATE_PASS) {
            if (w->n == WALK_MOST)
                return false;
            w->items[w->n] = t->item;
            w->edited[w->n] = t->edited;
            w->loose[w->n++] = false;
        }
        if (w->n > 0)
            w->loose[w->n - 1] = w->loose[w->n - 1] || t->insert_behind;
    }
    for (uint32_t i = 0; i + PATH_PIECE <= w->n; i++)
        w->weights[i] = weight(s, i);
    return w->n >= PATH_PIECE;
}

/* Choosing */

/* Returns whether no edit can break the piece at item `first`. */
static bool is_firm(const struct piece_walk *w, uint32_t first)
{
    bool edited = false;
    for (uint32_t i = first; i < first + PATH_PIECE; i++)
        edited = edited || w->edited[i] || (i + 1 < first + PATH_PIECE && w->loose[i]);
    return !edited;
}

/* Returns the rarest piece that cannot be broken; w->n: there is none. */
static uint32_t firm_piece(const struct piece_walk *w)
{
    uint32_t best = w->n;
    for (uint32_t i = 0; i + PATH_PIECE <= w->n; i++)
        if (is_firm(w, i) && (best == w->n || w->weights[i] < w->weights[best]))
            best = i;
    return best;
}

/* Fills w->sums up to `count` pieces; returns the least sum for `count` pieces. */
static double sum_pieces(struct piece_walk *w, uint32_t count, uint32_t gap)
{
    size_t row = (size_t)w->n + 1;
    for (size_t i = 0; i < row; i++)
        w->sums[i] = 0;
    for (uint32_t j = 1; j <= count; j++)
        for (uint32_t i = 0; i <= w->n; i++) {
            double *sum = &w->sums[j * row + i];
            *sum = i > 0 ? sum[-1] : INFINITY;
            if (i < PATH_PIECE)
                continue;
            uint32_t rest = i > PATH_PIECE + gap ? i - PATH_PIECE - gap : 0;
            double with = w->sums[(j - 1) * row + rest] + w->weights[i - PATH_PIECE];
            *sum = with < *sum ? with : *sum;
        }
    return w->sums[count * row + w->n];
}

/* Returns the items [first, end). */
static struct item_run run_of(const struct piece_walk *w, uint32_t first, uint32_t end)
{
    struct item_run r = {.n = end - first};
    memcpy(r.items, w->items + first, r.n * sizeof *r.items);
    return r;
}

/* Adds the piece at item `first`. False: there are too many. */
static bool add_piece(struct piece_search *s, uint32_t first)
{
    const struct piece_walk *w = &s->walk;
    struct required_pieces *x = s->x;
    uint32_t i = known_piece(x, w->items + first), more = CHEAPEST_WITHOUT_LONGEST - PATH_PIECE;
    uint32_t end = first + PATH_PIECE;
    if (i < x->n || i == PATH_PIECES)
        return i < x->n;
    x->pieces[x->n] = run_of(w, first, end);
    s->before[x->n] = run_of(w, first > more ? first - more : 0, first);
    s->behind[x->n++] = run_of(w, end, w->n - end > more ? end + more : w->n);
    x->share += w->weights[first];
    return true;
}

/* Adds the pieces that w->sums was filled for. */
static bool add_pieces(struct piece_search *s, uint32_t count, uint32_t gap)
{
    const struct piece_walk *w = &s->walk;
    size_t row = (size_t)w->n + 1;
    for (uint32_t i = w->n; count > 0;) {
        const double *sum = &w->sums[count * row + i];
        if (i > PATH_PIECE && sum[-1] == *sum) {
            i--;
            continue;
        }
        if (!add_piece(s, i - PATH_PIECE))
            return false;
        i = i > PATH_PIECE + gap ? i - PATH_PIECE - gap : 0;
        count--;
    }
    return true;
}

/* Adds pieces of a path that has none: enough that what is left of the limit cannot break all of
 * them. Returns false if that is impossible. */
static bool cut_walk(struct piece_search *s, const struct cut *cut)
{
    struct piece_walk *w = &s->walk;
    uint32_t firm, before = s->x->n;
    uint64_t count = UINT64_MAX;
    if (!take_walk(s) || w->spent > s->limit)
        return false;
    if (cut->cheapest > 0)
        count = (uint64_t)(s->limit - w->spent) / cut->cheapest + 1;
    firm = firm_piece(w);
    double sum = count <= PATH_PIECES ? sum_pieces(w, (uint32_t)count, cut->gap) : INFINITY;
    bool good = firm < w->n && w->weights[firm] <= sum ? add_piece(s, firm)
                : sum < INFINITY                       ? add_pieces(s, (uint32_t)count, cut->gap)
                                                       : false;
    return good && s->x->n > before;
}

/* Finds pieces that all paths have, with this way to cut. */
static bool find_pieces_by(struct piece_search *s, const struct cut *cut)
{
    s->x->n = 0;
    s->x->share = 0;
    while (cheapest_without_find(&s->avoiding, s->limit, s->x->pieces, s->x->n))
        if (!cut_walk(s, cut))
            return false;
    return true;
}

/* Tries ways to cut: extra paths (exchanges, confusions) may cost less than edits, and break two
 * pieces. What a way overlooks costs pieces more, for paths on which the others are broken. */
static bool find_pieces(struct piece_search *s)
{
    const struct edits *e = &s->m->edits;
    uint32_t edit = least_u32(least_u32(e->insert, e->delete), e->substitute), extra = EDIT_NEVER;
    for (uint32_t i = 0; i < s->m->nstates; i++)
        if (s->m->states[i].cost > 0)
            extra = least_u32(extra, s->m->states[i].cost);
    uint32_t any = least_u32(edit, extra), gap = extra <= s->limit;
    const struct cut cuts[] = {{edit, 0}, {any, gap}, {any, 0}, {any, 2 * gap}};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++)
        if (find_pieces_by(s, &cuts[i]))
            return true;
    return false;
}

/* Adds an item to the piece, at its end or its beginning, unless every character matches the item,
 * or a path would have no piece any more. */
static bool lengthen(struct piece_search *s, uint32_t i, uint32_t item, bool end)
{
    struct item_run *p = &s->x->pieces[i], before = *p;
    if (s->shares->share(s->shares->context, item) >= 1)
        return false;
    if (!end)
        memmove(p->items + 1, p->items, p->n * sizeof *p->items);
    p->items[end ? p->n : 0] = item;
    p->n++;
    if (!cheapest_without_find(&s->avoiding, s->limit, s->x->pieces, s->x->n))
        return true;
    *p = before;
    return false;
}

static void lengthen_all(struct piece_search *s)
{
    for (uint32_t i = 0; i < s->x->n; i++) {
        const struct item_run *p = &s->x->pieces[i], *after = &s->behind[i], *ahead = &s->before[i];
        for (uint32_t j = 0; j < after->n && p->n < CHEAPEST_WITHOUT_LONGEST; j++)
            if (!lengthen(s, i, after->items[j], true))
                break;
        for (uint32_t j = ahead->n; j > 0 && p->n < CHEAPEST_WITHOUT_LONGEST; j--)
            if (!lengthen(s, i, ahead->items[j - 1], false))
                break;
    }
}

/* Where pieces lie */

static uint32_t one_more(uint32_t n, bool more)
{
    return n == PATH_PIECE_ANY ? n : n + more;
}

/* before[i], behind[i]: the items that a path has at most before and behind state i. An edge back
 * makes a loop: then there are any number. */
static void measure_states(const struct automaton *m, uint32_t *before, uint32_t *behind)
{
    for (uint32_t i = 0; i < m->nstates; i++)
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++)
            if (m->edges[e] <= i)
                before[m->edges[e]] = behind[i] = PATH_PIECE_ANY;
    for (uint32_t i = 0; i < m->nstates; i++) {
        uint32_t n = one_more(before[i], m->states[i].item != STATE_PASS);
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++)
            if (m->edges[e] > i)
                before[m->edges[e]] = most_u32(before[m->edges[e]], n);
    }
    for (uint32_t i = m->nstates; i-- > 0;)
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++) {
            uint32_t to = m->edges[e];
            if (to > i)
                behind[i] =
                    most_u32(behind[i], one_more(behind[to], m->states[to].item != STATE_PASS));
        }
}

/* A search for a piece in the automaton. */
struct tracing {
    const struct automaton *m;
    const uint32_t *behind;
    bool *reached;   /* [items of it][state] */
    uint32_t *stack; /* items * m->nstates + state, to go on from */
    size_t depth;
};

static void list_state(struct some_states *s, uint32_t state)
{
    for (uint32_t i = 0; i < s->n && i < PATH_STATES; i++)
        if (s->list[i] == state)
            return;
    if (s->n < PATH_STATES)
        s->list[s->n] = state;
    s->n += s->n <= PATH_STATES;
}

static void trace_to(struct tracing *t, uint32_t items, uint32_t state)
{
    uint32_t at = items * t->m->nstates + state;
    if (!t->reached[at])
        t->stack[t->depth++] = at;
    t->reached[at] = true;
}

/* Finds the states in which piece i ends if `state` has its first item. Returns false if there are
 * none. */
static bool trace_piece(struct tracing *t, struct required_pieces *x, uint32_t i, uint32_t state)
{
    const struct item_run *p = &x->pieces[i];
    uint32_t n = t->m->nstates;
    bool whole = false;
    memset(t->reached, 0, (size_t)(CHEAPEST_WITHOUT_LONGEST + 1) * n * sizeof *t->reached);
    for (trace_to(t, 1, state); t->depth > 0;) {
        uint32_t at = t->stack[--t->depth], items = at / n;
        const struct state *s = &t->m->states[at % n];
        if (items == p->n) {
            x->behind[i] = most_u32(x->behind[i], t->behind[at % n]);
            list_state(&x->lasts[i], at % n);
            whole = true;
            continue;
        }
        for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
            uint32_t to = t->m->edges[e], item = t->m->states[to].item;
            if (item == STATE_PASS || item == p->items[items])
                trace_to(t, items + (item != STATE_PASS), to);
        }
    }
    return whole;
}

/* Searches for piece i anywhere in the automaton. */
static void measure_piece(struct required_pieces *x, uint32_t i, struct tracing *t,
                          const uint32_t *before)
{
    x->before[i] = x->behind[i] = x->firsts[i].n = x->lasts[i].n = 0;
    for (uint32_t state = 0; state < t->m->nstates; state++)
        if (t->m->states[state].item == x->pieces[i].items[0] && trace_piece(t, x, i, state)) {
            x->before[i] = most_u32(x->before[i], before[state]);
            list_state(&x->firsts[i], state);
        }
}

/* Measures what lies before and behind the pieces. Returns false when out of memory. */
static bool measure_sides(struct required_pieces *x, const struct automaton *m)
{
    uint32_t *before = calloc(m->nstates, sizeof *before);
    uint32_t *behind = calloc(m->nstates, sizeof *behind);
    size_t size = (size_t)m->nstates * (CHEAPEST_WITHOUT_LONGEST + 1);
    struct tracing t = {.m = m, .behind = behind, .reached = calloc(size, sizeof *t.reached)};
    t.stack = calloc(size, sizeof *t.stack);
    bool good = before != NULL && behind != NULL && t.reached != NULL && t.stack != NULL;
    if (good)
        measure_states(m, before, behind);
    for (uint32_t i = 0; i < x->n && good; i++)
        measure_piece(x, i, &t, before);
    free(before);
    free(behind);
    free(t.reached);
    free(t.stack);
    return good;
}

bool required_pieces_find(struct required_pieces *x, const struct automaton *m, uint32_t limit,
                          const struct path_shares *shares)
{
    struct piece_search s = {.x = x, .m = m, .shares = shares, .limit = limit};
    memset(x, 0, sizeof *x);
    bool good = cheapest_without_open(&s.avoiding, m) && walk_open(&s.walk) && find_pieces(&s);
    if (good && m->nstates <= STRETCHED_STATES)
        lengthen_all(&s);
    good = good && measure_sides(x, m);
    cheapest_without_close(&s.avoiding);
    walk_close(&s.walk);
    return good;
}
