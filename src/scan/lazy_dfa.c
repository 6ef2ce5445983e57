#include "scan/lazy_dfa.h"

#include <stdlib.h>
#include <string.h>

enum {
    WAYS = 6,  /* combinations of conditions after the first column */
    WORTH = 16 /* least lookups per column for the cache to pay */
};

size_t lazy_dfa_memory = LAZY_DFA_MEMORY;

struct lazy_dfa {
    const struct automaton *m;
    struct nfa_columns *paths;
    bool first_only, useless;
    unsigned forgotten; /* how often all columns were dropped */
    uint64_t lookups;   /* since then */
    uint64_t misses;    /* transitions that were not cached */
    uint32_t limit, symbols, ways;
    struct lazy_dfa_column *known; /* from 1 on */
    uint32_t nknown, capacity;
    uint32_t *table; /* open addressing: columns by their values; 0: free */
    size_t table_size, bytes, memory;
    uint64_t *scratch; /* values of the current column */
    uint32_t first;    /* lazy_dfa_first(), without conditions */
    uint32_t starts[LAZY_DFA_STARTS];
};

void lazy_dfa_forget(struct lazy_dfa *t)
{
    for (uint32_t i = 1; i <= t->nknown; i++) {
        free(t->known[i].next);
        free(t->known[i].values);
    }
    memset(t->starts, 0, sizeof t->starts);
    t->first = LAZY_DFA_NONE;
    t->nknown = 0;
    t->bytes = t->lookups = 0;
    t->forgotten++;
    if (t->table_size > 0)
        memset(t->table, 0, t->table_size * sizeof *t->table);
}

void lazy_dfa_close(struct lazy_dfa *t)
{
    if (t == NULL)
        return;
    lazy_dfa_forget(t);
    nfa_columns_close(t->paths);
    free(t->known);
    free(t->table);
    free(t->scratch);
    free(t);
}

struct lazy_dfa *lazy_dfa_open(const struct automaton *m, const struct alphabet *a, bool first_only,
                               size_t memory)
{
    struct lazy_dfa *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->m = m;
    t->first_only = first_only;
    t->memory = memory;
    t->ways = m->conditions != 0 ? WAYS : 1;
    t->paths = nfa_columns_open(m, a);
    t->scratch = calloc(m->nstates, sizeof *t->scratch);
    if (t->paths != NULL && t->scratch != NULL)
        return t;
    lazy_dfa_close(t);
    return NULL;
}

void lazy_dfa_begin(struct lazy_dfa *t, uint32_t limit, uint32_t symbols)
{
    if (limit != t->limit || symbols != t->symbols)
        lazy_dfa_forget(t);
    if (limit < t->limit)
        t->useless = false;
    t->limit = limit;
    t->symbols = symbols;
}

bool lazy_dfa_useless(const struct lazy_dfa *t)
{
    return t->useless;
}

static size_t hash_values(const uint64_t *values, uint32_t n)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (uint32_t i = 0; i < n; i++) {
        h = (h ^ values[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return (size_t)h;
}

/* Returns the slot of the column with the n values in t->scratch, or the free slot for it. */
static uint32_t *find_column(const struct lazy_dfa *t, uint32_t n, size_t hash)
{
    for (size_t at = hash;; at++) {
        uint32_t *slot = &t->table[at & (t->table_size - 1)];
        const struct lazy_dfa_column *k = &t->known[*slot];
        if (*slot == 0 || (k->hash == hash && k->n == n &&
                           memcmp(k->values, t->scratch, n * sizeof *k->values) == 0))
            return slot;
    }
}

/* Allocates room for one more column. */
static bool grow_columns(struct lazy_dfa *t)
{
    if (t->nknown + 1 < t->capacity)
        return true;
    uint32_t capacity = t->capacity > 0 ? 2 * t->capacity : 64;
    struct lazy_dfa_column *known = reallocarray(t->known, capacity, sizeof *known);
    if (known == NULL)
        return false;
    t->known = known;
    uint32_t *table = calloc((size_t)4 * capacity, sizeof *table);
    if (table == NULL)
        return false;
    free(t->table);
    t->capacity = capacity;
    t->table = table;
    t->table_size = (size_t)4 * capacity;
    for (uint32_t i = 1; i <= t->nknown; i++) {
        size_t at = known[i].hash;
        while (table[at & (t->table_size - 1)] != 0)
            at++;
        table[at & (t->table_size - 1)] = i;
    }
    return true;
}

/* Adds t->paths as a column; its n values are in t->scratch. */
static uint32_t add_column(struct lazy_dfa *t, uint32_t n, size_t hash)
{
    size_t row = (size_t)t->symbols * t->ways;
    size_t bytes = row * sizeof(uint32_t) + n * sizeof(uint64_t) + sizeof(struct lazy_dfa_column);
    if (t->bytes + bytes > t->memory) {
        t->useless = t->useless || t->lookups / WORTH < t->nknown;
        lazy_dfa_forget(t);
    }
    if (!grow_columns(t))
        return LAZY_DFA_NONE;
    path_value best = nfa_columns_best(t->paths);
    struct lazy_dfa_column k = {.best = path_cost(best), .n = n, .hash = hash};
    k.next = calloc(row + 1, sizeof *k.next);
    k.values = malloc((n + 1) * sizeof *k.values);
    if (k.next == NULL || k.values == NULL) {
        free(k.next);
        free(k.values);
        return LAZY_DFA_NONE;
    }
    memcpy(k.values, t->scratch, n * sizeof *k.values);
    t->bytes += bytes;
    t->known[++t->nknown] = k;
    *find_column(t, n, hash) = t->nknown;
    return t->nknown;
}

/* Returns the number of the column equal to t->paths. */
static uint32_t column_number(struct lazy_dfa *t)
{
    uint32_t n = nfa_columns_save(t->paths, t->scratch);
    size_t hash = hash_values(t->scratch, n);
    uint32_t *slot = t->nknown > 0 ? find_column(t, n, hash) : NULL;
    return slot != NULL && *slot != 0 ? *slot : add_column(t, n, hash);
}

uint32_t lazy_dfa_first(struct lazy_dfa *t, uint32_t holding)
{
    if (t->ways == 1 && t->first != LAZY_DFA_NONE)
        return t->first;
    nfa_columns_clear(t->paths, t->limit);
    nfa_columns_begin(t->paths, 0);
    nfa_columns_settle(t->paths, holding);
    t->first = column_number(t);
    return t->first;
}

uint32_t lazy_dfa_load(struct lazy_dfa *t, const uint64_t *values, uint32_t n)
{
    nfa_columns_load(t->paths, values, n, t->limit);
    return column_number(t);
}

uint32_t lazy_dfa_start(struct lazy_dfa *t, uint32_t start, const uint64_t *values, uint32_t n)
{
    if (t->starts[start] == LAZY_DFA_NONE) {
        nfa_columns_load(t->paths, values, n, t->limit);
        nfa_columns_settle(t->paths, LAZY_DFA_HOLDING);
        uint32_t column = column_number(t);
        t->starts[start] = column;
    }
    return t->starts[start];
}

/* Returns the index of a combination of conditions. In the direction of reading, no record begins
 * after the first column. */
static uint32_t way_of(const struct lazy_dfa *t, uint32_t holding)
{
    if (t->ways == 1)
        return 0;
    uint32_t word = holding & CONDITION_WORD ? 2 : holding & CONDITION_WORD_ENDS ? 4 : 0;
    return word + (holding & (CONDITION_BEGIN | CONDITION_END) ? 1 : 0);
}

uint32_t lazy_dfa_next(struct lazy_dfa *t, uint32_t column, uint32_t symbol, uint32_t holding)
{
    size_t at = (size_t)symbol * t->ways + way_of(t, holding);
    const struct lazy_dfa_column *k = &t->known[column];
    uint32_t next = k->next[at];
    t->lookups++;
    if (next != LAZY_DFA_NONE)
        return next;
    t->misses++;
    nfa_columns_load(t->paths, k->values, k->n, t->limit);
    nfa_columns_step(t->paths, symbol);
    if (!t->first_only)
        nfa_columns_begin(t->paths, 0);
    nfa_columns_settle(t->paths, holding);
    unsigned forgotten = t->forgotten;
    next = column_number(t);
    if (next != LAZY_DFA_NONE && t->forgotten == forgotten)
        t->known[column].next[at] = next;
    return next;
}

uint32_t lazy_dfa_lower(struct lazy_dfa *t, uint32_t column, uint32_t limit)
{
    nfa_columns_load(t->paths, t->known[column].values, t->known[column].n, limit);
    lazy_dfa_forget(t);
    t->limit = limit;
    return column_number(t);
}

const struct lazy_dfa_column *lazy_dfa_columns(const struct lazy_dfa *t)
{
    return t->known;
}

void lazy_dfa_count(struct lazy_dfa *t, size_t lookups)
{
    t->lookups += lookups;
}

uint64_t lazy_dfa_misses(const struct lazy_dfa *t)
{
    return t->misses;
}
