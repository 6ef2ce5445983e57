/*
 * edit_budget_maker.c - finds what paths of an automaton may spend.
 *
 * In nested scopes, what a path has spent includes its gap: the outermost scope that it has visited
 * since its last item, or 0 if that is not within another scope, and whether there is an insertion
 * in the gap. Insertions are counted in this scope, so after one the path may not leave it before
 * the next item. A condition counts as an item here.
 */
#include "query/edit_budget.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash_bytes.h"
#include "base/xalloc.h"
#include "query/automaton.h"

enum {
    SCOPES_MOST = 1024,
    TABLE_MOST = 1 << 22, /* entries for each kind */
    WORD = 64,
    GAP_WIDTH = 3 /* two bytes of a scope, and one for whether there is an insertion */
};

struct class
{
    uint32_t scope;
    bool ends_gap; /* the state has an item or a condition */
    const uint64_t *alive;
};

struct budget_maker {
    struct edit_budget *b;
    const struct automaton *m;
    const struct edit_scope *scopes;
    size_t nscopes, words;   /* words of a set of scopes */
    uint32_t *counters;      /* [scope][kind]: index of its counter */
    size_t ncounters, width; /* width: of counters and gap */
    bool gaps;               /* these are needed */
    uint64_t *alive;         /* [state]: the scopes in which an edit may still follow */
    struct class *classes;
    size_t classes_capacity;
    uint8_t *counts; /* [spent][width] */
    size_t counts_capacity;
    uint8_t *scratch;
    uint32_t *table; /* of a hash table: spent + 1, 0: free */
    size_t size;     /* a power of two */
    uint64_t *pairs; /* a hash table of spent << 32 | state, plus 1 */
    uint64_t *queue; /* the pairs in the order in which they are found */
    size_t npairs;
};

/* Scopes */

static bool is_counted(const struct edit_limits *l)
{
    return l->given && !edit_limits_exact(l);
}

static bool is_nested(const struct budget_maker *x, uint32_t scope)
{
    return x->scopes[scope].outer > 0;
}

/* Returns whether insertions in the scope may not count in one around it. */
static bool needs_gaps(const struct budget_maker *x, uint32_t scope)
{
    bool stricter = false;
    for (uint32_t i = x->scopes[scope].outer; i > 0; i = x->scopes[i].outer)
        stricter = stricter || edit_limits_insertions(&x->scopes[i].limits);
    return stricter && !edit_limits_exact(&x->scopes[scope].limits);
}

static void number_counters(struct budget_maker *x)
{
    x->counters = xcalloc(x->nscopes * EDIT_KINDS, sizeof *x->counters);
    for (size_t i = 0; i < x->nscopes; i++)
        for (unsigned kind = 0; kind < EDIT_KINDS && is_counted(&x->scopes[i].limits); kind++)
            if (x->scopes[i].limits.limited[kind])
                x->counters[i * EDIT_KINDS + kind] = (uint32_t)x->ncounters++;
    for (size_t i = 0; i < x->nscopes; i++) {
        const struct edit_limits *l = &x->scopes[i].limits;
        x->b->insertions = x->b->insertions || (is_counted(l) && edit_limits_insertions(l));
        x->b->apart = x->b->apart || (is_counted(l) &&
                                      (l->limited[KIND_DELETION] || l->limited[KIND_SUBSTITUTION]));
        x->gaps = x->gaps || needs_gaps(x, (uint32_t)i);
    }
    x->b->insertions = x->b->insertions || x->gaps;
    x->width = x->ncounters + (x->gaps ? GAP_WIDTH : 0);
}

/* Adds the scopes of a state's successors to the state. Returns whether any is new. */
static bool spread_back(struct budget_maker *x, uint32_t state)
{
    const struct state *s = &x->m->states[state];
    uint64_t *alive = x->alive + state * x->words;
    bool more = false;
    for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
        uint32_t to = x->m->edges[e], scope = x->m->states[to].scope;
        const uint64_t *follow = x->alive + to * x->words;
        for (size_t i = 0; i < x->words; i++) {
            uint64_t own = i == scope / WORD ? UINT64_C(1) << scope % WORD : 0;
            more = more || ((follow[i] | own) & ~alive[i]) != 0;
            alive[i] |= follow[i] | own;
        }
    }
    return more;
}

static void find_alive(struct budget_maker *x)
{
    uint32_t n = x->m->nstates;
    x->alive = xcalloc(n * x->words, sizeof *x->alive);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t scope = x->m->states[i].scope;
        x->alive[i * x->words] |= 1; /* scope 0 */
        if (x->m->states[i].insert_behind)
            x->alive[i * x->words + scope / WORD] |= UINT64_C(1) << scope % WORD;
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = n; i-- > 0;)
            again = spread_back(x, i) || again;
    }
}

static uint32_t class_of(struct budget_maker *x, uint32_t state)
{
    const struct state *s = &x->m->states[state];
    bool ends_gap = x->gaps && (s->item != STATE_PASS || s->conditions != 0);
    const struct class own = {s->scope, ends_gap, x->alive + state * x->words};
    struct edit_budget *b = x->b;
    for (uint32_t i = b->nclasses; i-- > 0;) /* usually one of the last */
        if (x->classes[i].scope == own.scope && x->classes[i].ends_gap == own.ends_gap &&
            memcmp(x->classes[i].alive, own.alive, x->words * sizeof *own.alive) == 0)
            return i;
    xgrow(&x->classes, &x->classes_capacity, b->nclasses + 1, sizeof own);
    x->classes[b->nclasses] = own;
    return b->nclasses++;
}

/* Counts */

/* Counts an edit in a scope. Returns false if a limit would be exceeded. */
static bool count_edit(const struct budget_maker *x, uint8_t *counts, uint32_t scope, unsigned kind)
{
    const struct edit_limits *l = &x->scopes[scope].limits;
    if (!is_counted(l))
        return !edit_limits_exact(l);
    const unsigned kinds[] = {kind, KIND_OTHER};
    for (size_t i = 0; i < (kind == KIND_OTHER ? 1 : 2); i++) {
        if (!l->limited[kinds[i]])
            continue;
        uint8_t *count = &counts[x->counters[scope * EDIT_KINDS + kinds[i]]];
        if (++*count > l->most[kinds[i]])
            return false;
    }
    return true;
}

/* Gaps */

static uint32_t gap_scope(const uint8_t *gap)
{
    return gap[0] | (uint32_t)gap[1] << 8;
}

static void set_gap(uint8_t *gap, uint32_t scope, bool inserted)
{
    gap[0] = scope & 0xff;
    gap[1] = (uint8_t)(scope >> 8);
    gap[2] = inserted;
}

/* Returns whether `scope` is around the scope `inner`. */
static bool is_around(const struct budget_maker *x, uint32_t scope, uint32_t inner)
{
    while (inner > 0 && inner != scope)
        inner = x->scopes[inner].outer;
    return inner == scope;
}

/* Enters a state. Returns false if an insertion has been counted in a scope that ends here. */
static bool enter_state(const struct budget_maker *x, uint8_t *gap, const struct class *c)
{
    uint32_t outermost = gap_scope(gap);
    bool leaves = outermost != c->scope && is_around(x, c->scope, outermost);
    bool lost = leaves && !c->ends_gap && gap[2];
    if (leaves || c->ends_gap)
        set_gap(gap, is_nested(x, c->scope) ? c->scope : 0, false);
    return !lost;
}

/* Inserts in a state. Returns the scope in which that counts. */
static uint32_t insert(const struct budget_maker *x, uint8_t *gap, uint32_t scope)
{
    uint32_t outermost = gap_scope(gap);
    if (outermost > 0) {
        set_gap(gap, outermost, true);
        return outermost;
    }
    while (is_nested(x, scope))
        scope = x->scopes[scope].outer;
    return scope;
}

/* Sets x->scratch to the counts after an edit in a class. Returns false if a limit would be
 * exceeded. */
static bool counts_after(const struct budget_maker *x, uint32_t spent, uint32_t class,
                         unsigned kind)
{
    const struct class *c = &x->classes[class];
    uint8_t *counts = x->scratch;
    uint32_t scope = c->scope;
    memcpy(counts, x->counts + spent * x->width, x->width);
    if (x->gaps && kind == KIND_INSERTION)
        scope = insert(x, counts + x->ncounters, scope);
    else if (x->gaps && !enter_state(x, counts + x->ncounters, c))
        return false;
    if (kind != KIND_NONE &&
        !(count_edit(x, counts, scope, kind) && (scope == 0 || count_edit(x, counts, 0, kind))))
        return false;
    for (size_t i = 0; i < x->nscopes; i++)
        for (unsigned k = 0; k < EDIT_KINDS; k++)
            if (is_counted(&x->scopes[i].limits) && x->scopes[i].limits.limited[k] &&
                (c->alive[i / WORD] >> i % WORD & 1) == 0)
                counts[x->counters[i * EDIT_KINDS + k]] = 0;
    return true;
}

/* Returns the hash table slot of the counts in x->scratch. */
static uint32_t *slot_of(const struct budget_maker *x)
{
    size_t at = hash_bytes(x->scratch, x->width) & (x->size - 1);
    while (x->table[at] > 0 &&
           memcmp(x->counts + (x->table[at] - 1) * x->width, x->scratch, x->width) != 0)
        at = (at + 1) & (x->size - 1);
    return &x->table[at];
}

/* Returns the number of the counts in x->scratch, a new one if necessary. */
static uint32_t number_of(struct budget_maker *x)
{
    uint32_t *slot = slot_of(x);
    if (*slot > 0)
        return *slot - 1;
    size_t n = x->b->nspent++;
    xgrow(&x->counts, &x->counts_capacity, (n + 1) * x->width, 1);
    memcpy(x->counts + n * x->width, x->scratch, x->width);
    *slot = (uint32_t)n + 1;
    return (uint32_t)n;
}

/* Paths */

static void reach_state(struct budget_maker *x, uint32_t state, uint32_t spent, unsigned kind)
{
    if (x->b->full || !counts_after(x, spent, x->b->classes[state], kind))
        return;
    uint64_t pair = (uint64_t)number_of(x) << 32 | state;
    size_t at = hash_bytes(&pair, sizeof pair) & (x->size - 1);
    while (x->pairs[at] > 0 && x->pairs[at] != pair + 1)
        at = (at + 1) & (x->size - 1);
    if (x->pairs[at] > 0)
        return;
    x->pairs[at] = pair + 1;
    x->queue[x->npairs++] = pair;
    x->b->full = x->npairs == BUDGET_MOST || (uint64_t)x->b->nspent * x->b->nclasses > TABLE_MOST;
}

static void leave_state(struct budget_maker *x, uint32_t state, uint32_t spent)
{
    const struct state *s = &x->m->states[state];
    const struct edits *edits = &x->m->edits;
    if (s->insert_behind && edits->insert < EDIT_NEVER)
        reach_state(x, state, spent, KIND_INSERTION);
    for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
        uint32_t to = x->m->edges[e];
        const struct state *t = &x->m->states[to];
        reach_state(x, to, spent, t->exchanged ? KIND_OTHER : KIND_NONE);
        if (t->edited && edits->delete < EDIT_NEVER)
            reach_state(x, to, spent, KIND_DELETION);
        if (t->edited && edits->substitute < EDIT_NEVER)
            reach_state(x, to, spent, KIND_SUBSTITUTION);
    }
}

/* Returns an upper bound on the number of pairs of a state with a spent budget. */
static size_t most_pairs(const struct budget_maker *x)
{
    size_t most = x->m->nstates * (x->gaps ? 2 * x->nscopes : 1);
    for (size_t i = 0; i < x->nscopes; i++)
        for (unsigned kind = 0; kind < EDIT_KINDS && most < BUDGET_MOST; kind++)
            if (is_counted(&x->scopes[i].limits) && x->scopes[i].limits.limited[kind])
                most *= (size_t)x->scopes[i].limits.most[kind] + 1;
    return most < BUDGET_MOST ? most : BUDGET_MOST;
}

static void explore(struct budget_maker *x)
{
    size_t most = most_pairs(x);
    for (x->size = 4; x->size < 2 * most + 2;)
        x->size *= 2;
    x->table = xcalloc(x->size, sizeof *x->table);
    x->pairs = xcalloc(x->size, sizeof *x->pairs);
    x->queue = xcalloc(most, sizeof *x->queue);
    memset(x->scratch, 0, x->width);
    (void)number_of(x);
    reach_state(x, 0, 0, KIND_NONE);
    for (size_t i = 0; i < x->npairs && !x->b->full; i++)
        leave_state(x, (uint32_t)x->queue[i], (uint32_t)(x->queue[i] >> 32));
}

static void fill_table(struct budget_maker *x)
{
    struct edit_budget *b = x->b;
    b->after = xcalloc((size_t)b->nspent * b->nclasses * (EDIT_KINDS + 1), sizeof *b->after);
    b->entered = xcalloc((size_t)b->nclasses * b->nspent, sizeof *b->entered);
    uint32_t *to = b->after;
    for (uint32_t spent = 0; spent < b->nspent; spent++)
        for (uint32_t class = 0; class < b->nclasses; class ++)
            for (unsigned kind = 0; kind <= EDIT_KINDS; kind++, to++) {
                /* 0 - 1 is SPENT_NONE: no path reaches this */
                *to = counts_after(x, spent, class, kind) ? *slot_of(x) - 1 : SPENT_NONE;
                if (*to != SPENT_NONE)
                    b->entered[class * b->nspent + *to] = true;
            }
    b->entered[b->classes[0] * b->nspent] = true; /* all paths begin there */
}

struct edit_budget *edit_budget_open(const struct edit_scope *scopes, size_t nscopes,
                                     const struct automaton *m)
{
    bool any = false;
    for (size_t i = 0; i < nscopes; i++)
        any = any || is_counted(&scopes[i].limits);
    if (!any)
        return NULL;
    struct edit_budget *b = xcalloc(1, sizeof *b);
    b->full = nscopes > SCOPES_MOST;
    if (b->full)
        return b;
    struct budget_maker x = {
        .b = b, .m = m, .scopes = scopes, .nscopes = nscopes, .words = (nscopes - 1) / WORD + 1};
    number_counters(&x);
    x.scratch = xcalloc(x.width, 1);
    find_alive(&x);
    b->classes = xcalloc(m->nstates, sizeof *b->classes);
    for (uint32_t i = 0; i < m->nstates; i++)
        b->classes[i] = class_of(&x, i);
    explore(&x);
    b->npairs = (uint32_t)x.npairs;
    if (!b->full)
        fill_table(&x);
    free(x.counters);
    free(x.alive);
    free(x.classes);
    free(x.counts);
    free(x.scratch);
    free(x.table);
    free(x.pairs);
    free(x.queue);
    return b;
}
