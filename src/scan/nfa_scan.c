/*
 * nfa_scan.c - see nfa_scan.h.
 *
 * A chunk that begins inside a record is treated as the begin of a record. This is harmless,
 * because no path that begins there reaches an owned end within the limit: the lead-in is longer
 * than any such occurrence (query->overlap). If occurrences are unbounded, the chunk has the whole
 * record.
 */
#include "scan/nfa_scan.h"

#include <stdlib.h>
#include <string.h>

#include "plan/costs.h"
#include "scan/lazy_dfa.h"

struct nfa_scan {
    const struct query *q;
    const struct alphabet *a;
    struct pattern_paths {
        struct nfa_columns *paths;
        struct lazy_dfa *dfa;
        /* The column before symbol `end` of the chunk that this part was cut from: the next part
         * continues with it, and not at the record's begin. */
        struct {
            uint64_t cut, *values; /* 0: none */
            size_t end;
            uint32_t n, limit;
        } left;
    } * patterns; /* [pattern]; of NULL without an automaton */
    /* Arguments and state of nfa_scan_scan(). */
    const struct chunk *c;
    struct share own;
    uint32_t pattern, limit;
    bool leads; /* the lead-in is sufficient */
    struct hits *hits;
    struct contest_turn *turn; /* or NULL */
    double cost;               /* of a symbol */
    size_t charged;            /* the turn was charged for the symbols before this one, */
    uint64_t misses;           /* and for this number of lazy_dfa_misses() */
    size_t charge_at;          /* inside of a record: the symbol at which it is charged next */
    bool stops;                /* at `charged` */
};

enum { CHARGE_EVERY = 256 /* symbols */ };

void nfa_scan_close(struct nfa_scan *g)
{
    if (g == NULL)
        return;
    for (size_t p = 0; g->patterns != NULL && p < g->q->npatterns; p++) {
        nfa_columns_close(g->patterns[p].paths);
        lazy_dfa_close(g->patterns[p].dfa);
        free(g->patterns[p].left.values);
    }
    free(g->patterns);
    free(g);
}

double nfa_scan_cost(const struct nfa_scan *g, uint32_t pattern)
{
    const struct automaton *m = g->q->patterns[pattern].automaton;
    if (lazy_dfa_useless(g->patterns[pattern].dfa))
        return COST_LAZY_DFA_CONDITIONS + COST_NFA_STATE * m->nstates;
    return m->conditions != 0 ? COST_LAZY_DFA_CONDITIONS : COST_LAZY_DFA;
}

static bool open_pattern(struct nfa_scan *g, size_t pattern)
{
    const struct automaton *m = g->q->patterns[pattern].automaton;
    struct pattern_paths *t = &g->patterns[pattern];
    if (m == NULL)
        return true;
    t->paths = nfa_columns_open(m, g->a);
    t->dfa = lazy_dfa_open(m, g->a, g->q->line, lazy_dfa_memory);
    t->left.values = calloc(m->nstates, sizeof *t->left.values);
    return t->paths != NULL && t->dfa != NULL && t->left.values != NULL;
}

struct nfa_scan *nfa_scan_open(const struct query *q, const struct alphabet *a)
{
    struct nfa_scan *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->q = q;
    g->a = a;
    g->patterns = calloc(q->npatterns + 1, sizeof *g->patterns);
    bool good = g->patterns != NULL;
    for (size_t p = 0; good && p < q->npatterns; p++)
        good = open_pattern(g, p);
    if (good)
        return g;
    nfa_scan_close(g);
    return NULL;
}

/* Adds the end before symbol i, whose cost is within the limit. Returns false if the hits are full,
 * or when out of memory. */
static bool add_end(struct nfa_scan *g, size_t i, uint32_t cost)
{
    g->limit = query_limit(g->q, g->limit, cost);
    return hits_add(g->hits, (uint32_t)i, cost, g->pattern);
}

/* Returns whether an end before symbol i must be reported. */
static bool may_end(const struct nfa_scan *g, size_t i)
{
    return i > g->own.begin && (!g->q->line || chunk_record_ends(g->c, alphabet_bytes(g->a), i));
}

/* Returns the record, or the rest of it, from this symbol on. */
static struct nfa_place place_from(const struct nfa_scan *g, size_t from)
{
    bool begins =
        from == 0 || chunk_symbol(g->c, alphabet_bytes(g->a), from - 1) == SYMBOL_DELIMITER;
    return (struct nfa_place){g->c, g->a, g->q->classes.word, begins ? from : SIZE_MAX};
}

/* Returns whether the record needs no more hits: there are more hits than `before`. */
static bool suffices(const struct nfa_scan *g, size_t before)
{
    return g->q->report.once && g->hits->n > before;
}

bool nfa_scan_goes_on(const struct nfa_scan *g, const struct chunk *c, struct share own,
                      uint32_t pattern, uint32_t limit)
{
    const struct pattern_paths *t = &g->patterns[pattern];
    return c->section.number != 0 && t->left.cut == c->section.number && t->left.end == own.begin &&
           t->left.limit >= limit;
}

/* Returns whether the part continues an earlier part at `from`. */
static bool goes_on(const struct nfa_scan *g, size_t from)
{
    return from == g->own.begin && nfa_scan_goes_on(g, g->c, g->own, g->pattern, g->limit);
}

/* Returns whether the column before symbol `to` must be saved in left.values: it has all paths
 * since the record's begin, and the next part may need it. The search began at `from`. */
static bool leaves(struct nfa_scan *g, size_t from, size_t to)
{
    struct pattern_paths *t = &g->patterns[g->pattern];
    bool whole =
        goes_on(g, from) || place_from(g, from).begin == from || (g->leads && from == g->own.lead);
    if (g->c->section.number == 0 || to < g->own.end || !whole)
        return false;
    t->left.cut = g->c->section.number;
    t->left.end = to;
    t->left.limit = g->limit;
    return true;
}

/* Charges the turn for the symbols up to i. */
static void charge_turn(struct nfa_scan *g, size_t i)
{
    if (g->turn == NULL)
        return;
    uint64_t computed = lazy_dfa_misses(g->patterns[g->pattern].dfa);
    double column = COST_NFA_STATE * g->q->patterns[g->pattern].automaton->nstates;
    double ns = g->cost * (double)(i - g->charged) + column * (double)(computed - g->misses);
    g->stops = !contest_spend(g->turn, ns, i - g->own.lead);
    g->charged = i;
    g->misses = computed;
    g->charge_at = g->charge_at < SIZE_MAX ? i + CHARGE_EVERY : SIZE_MAX;
}

/* Returns whether the scan stops at symbol i, inside of a record. */
static bool stops_at(struct nfa_scan *g, size_t i)
{
    if (i >= g->charge_at)
        charge_turn(g, i);
    return g->stops;
}

/* Scans a record's symbols [from, to). Returns false as add_end(). */
static bool scan_paths(struct nfa_scan *g, size_t from, size_t to)
{
    size_t had = g->hits->n, i = goes_on(g, from) ? from + 1 : from;
    struct pattern_paths *t = &g->patterns[g->pattern];
    struct nfa_columns *w = t->paths;
    const uint32_t *bytes = alphabet_bytes(g->a);
    struct nfa_place place = place_from(g, from);
    nfa_columns_clear(w, g->limit);
    if (i > from)
        nfa_columns_load(w, t->left.values, t->left.n, g->limit);
    for (; i <= to && !suffices(g, had); i++) {
        if (i > from)
            nfa_columns_step(w, chunk_symbol(g->c, bytes, i - 1));
        if (i == from || !g->q->line)
            nfa_columns_begin(w, (uint32_t)i);
        else if (nfa_columns_over(w))
            return true;
        nfa_columns_settle(w, nfa_place_holding(&place, i));
        path_value best = nfa_columns_best(w);
        if (path_cost(best) <= g->limit && may_end(g, i) && !add_end(g, i, path_cost(best)))
            return false;
        nfa_columns_lower(w, g->limit);
        if (stops_at(g, i))
            return true;
    }
    if (i > to && leaves(g, from, to))
        t->left.n = nfa_columns_save(w, t->left.values);
    return true;
}

/* A scan of a record with cached columns. */
struct cached_scan {
    struct lazy_dfa *dfa;
    uint32_t column;
    size_t i; /* position */
};

/* Follows cached transitions, up to the next column in which paths end, or to symbol `to`. With
 * conditions, no transition depends on the symbol alone. */
static void follow_cached(const struct nfa_scan *g, struct cached_scan *c, size_t to)
{
    const struct lazy_dfa_column *columns = lazy_dfa_columns(c->dfa);
    const unsigned char *text = chunk_narrow(g->c);
    const uint32_t *bytes = alphabet_bytes(g->a), *wide = g->c->symbols;
    unsigned width = g->c->width;
    uint32_t column = c->column, limit = g->limit;
    size_t i = c->i;
    while (i < to) {
        uint32_t symbol = width == 0 ? bytes[text[i]] : width == 1 ? text[i] : wide[i];
        uint32_t next = columns[column].next[symbol];
        if (next == LAZY_DFA_NONE)
            break;
        column = next;
        i++;
        if (columns[column].best <= limit)
            break;
    }
    lazy_dfa_count(c->dfa, i - c->i);
    c->column = column;
    c->i = i;
}

/* Reports the end at c->i, if paths end there. Returns false as add_end(). */
static bool report_end(struct nfa_scan *g, struct cached_scan *c)
{
    uint32_t limit = g->limit, best = lazy_dfa_columns(c->dfa)[c->column].best;
    if (best <= limit && may_end(g, c->i) && !add_end(g, c->i, best))
        return false;
    if (g->limit < limit)
        c->column = lazy_dfa_lower(c->dfa, c->column, g->limit);
    return c->column != LAZY_DFA_NONE;
}

/* As scan_paths(), with cached columns. */
static bool scan_cached(struct nfa_scan *g, size_t from, size_t to)
{
    const uint32_t *bytes = alphabet_bytes(g->a);
    struct nfa_place place = place_from(g, from);
    size_t had = g->hits->n;
    bool asks = g->q->patterns[g->pattern].automaton->conditions != 0;
    struct pattern_paths *t = &g->patterns[g->pattern];
    struct cached_scan c = {t->dfa, LAZY_DFA_NONE, from};
    if (goes_on(g, from))
        c.column = lazy_dfa_load(c.dfa, t->left.values, t->left.n);
    else
        c.column = lazy_dfa_first(c.dfa, asks ? nfa_place_holding(&place, from) : 0);
    while (c.column != LAZY_DFA_NONE && c.i < to && !suffices(g, had)) {
        size_t before = c.i;
        if (stops_at(g, c.i))
            return true;
        if (!asks)
            follow_cached(g, &c, to < g->charge_at ? to : g->charge_at);
        if (c.i == before) {
            uint32_t symbol = chunk_symbol(g->c, bytes, c.i++);
            c.column =
                lazy_dfa_next(c.dfa, c.column, symbol, asks ? nfa_place_holding(&place, c.i) : 0);
            if (g->charge_at < SIZE_MAX && c.i > g->own.begin && lazy_dfa_misses(c.dfa) > g->misses)
                g->charge_at = c.i; /* a column may take as long as many symbols */
        }
        if (c.column == LAZY_DFA_NONE || !report_end(g, &c))
            return false;
        if (g->q->line && lazy_dfa_columns(c.dfa)[c.column].n == 0)
            return true;
    }
    if (c.i == to && c.column != LAZY_DFA_NONE && leaves(g, from, to)) {
        const struct lazy_dfa_column *k = &lazy_dfa_columns(c.dfa)[c.column];
        t->left.n = k->n;
        memcpy(t->left.values, k->values, k->n * sizeof *k->values);
    }
    return c.column != LAZY_DFA_NONE;
}

enum engine_status nfa_scan_turn(struct nfa_scan *g, const struct chunk *c, struct share own,
                                 uint32_t pattern, uint32_t *limit, struct hits *hits,
                                 struct contest_turn *turn, size_t *done)
{
    g->c = c;
    g->own = own;
    g->pattern = pattern;
    g->limit = *limit;
    g->leads = turn != NULL;
    g->hits = hits;
    g->turn = turn;
    g->cost = nfa_scan_cost(g, pattern);
    g->charged = own.lead;
    const struct automaton *m = g->q->patterns[pattern].automaton;
    bool bounded = automaton_longest(m, *limit) < OVERLAP_RECORD;
    bool inside = turn != NULL && bounded && !g->q->line, good = true;
    g->charge_at = inside ? own.begin + CHARGE_EVERY : SIZE_MAX;
    g->stops = false;
    struct lazy_dfa *dfa = g->patterns[pattern].dfa;
    lazy_dfa_begin(dfa, *limit, c->alphabet_size);
    g->misses = lazy_dfa_misses(dfa);
    for (size_t from = goes_on(g, own.begin) ? own.begin : own.lead, to;
         good && !g->stops && from < own.end; from = to + 1) {
        to = chunk_record_end(c, from, own.end);
        good = lazy_dfa_useless(dfa) ? scan_paths(g, from, to) : scan_cached(g, from, to);
        if (!g->stops && to < own.end && to >= own.begin)
            charge_turn(g, to + 1);
    }
    *done = g->stops ? g->charged : own.end;
    *limit = g->limit;
    return good ? ENGINE_OK : engine_lacks_room(hits);
}

enum engine_status nfa_scan_scan(struct nfa_scan *g, const struct chunk *c, struct share own,
                                 uint32_t pattern, uint32_t *limit, struct hits *hits)
{
    size_t done;
    return nfa_scan_turn(g, c, own, pattern, limit, hits, NULL, &done);
}
