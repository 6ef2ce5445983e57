/* memo.c - see memo.h. */
#include "scan/memo.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEMORY_MOST = 16 << 20, /* bytes of all columns */
    WAYS = 6,               /* how conditions may hold behind the first column */
    WORTH = 16              /* so often a column should be looked up */
};

struct memo {
    const struct automaton *m;
    struct paths *paths;
    bool first_only, useless;
    unsigned forgotten; /* so often all were forgotten */
    uint64_t lookups;   /* since then */
    uint32_t limit, symbols, ways;
    struct memo_column *known; /* from 1 on */
    uint32_t nknown, capacity;
    uint32_t *table; /* open addressing: columns by their values; 0: free */
    size_t table_size, bytes;
    uint64_t *scratch; /* values of a column */
    uint32_t starts[MEMO_STARTS];
};

void memo_forget(struct memo *t)
{
    for (uint32_t i = 1; i <= t->nknown; i++) {
        free(t->known[i].next);
        free(t->known[i].values);
    }
    memset(t->starts, 0, sizeof t->starts);
    t->nknown = 0;
    t->bytes = t->lookups = 0;
    t->forgotten++;
    if (t->table_size > 0)
        memset(t->table, 0, t->table_size * sizeof *t->table);
}

void memo_close(struct memo *t)
{
    if (t == NULL)
        return;
    memo_forget(t);
    paths_close(t->paths);
    free(t->known);
    free(t->table);
    free(t->scratch);
    free(t);
}

struct memo *memo_open(const struct automaton *m, const struct alphabet *a, bool first_only)
{
    struct memo *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->m = m;
    t->first_only = first_only;
    t->ways = m->conditions != 0 ? WAYS : 1;
    t->paths = paths_open(m, a);
    t->scratch = calloc(m->nstates, sizeof *t->scratch);
    if (t->paths != NULL && t->scratch != NULL)
        return t;
    memo_close(t);
    return NULL;
}

void memo_begin(struct memo *t, uint32_t limit, uint32_t symbols)
{
    if (limit != t->limit || symbols != t->symbols)
        memo_forget(t);
    if (limit < t->limit)
        t->useless = false;
    t->limit = limit;
    t->symbols = symbols;
}

bool memo_useless(const struct memo *t)
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

/* The place in the table of the column with the n values in t->scratch, or the free one for it. */
static uint32_t *find(const struct memo *t, uint32_t n, size_t hash)
{
    for (size_t at = hash;; at++) {
        uint32_t *slot = &t->table[at & (t->table_size - 1)];
        const struct memo_column *k = &t->known[*slot];
        if (*slot == 0 || (k->hash == hash && k->n == n &&
                           memcmp(k->values, t->scratch, n * sizeof *k->values) == 0))
            return slot;
    }
}

/* Makes room for one column more. */
static bool grow(struct memo *t)
{
    if (t->nknown + 1 < t->capacity)
        return true;
    uint32_t capacity = t->capacity > 0 ? 2 * t->capacity : 64;
    struct memo_column *known = reallocarray(t->known, capacity, sizeof *known);
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

/* Adds the column of t->paths, whose n values are in t->scratch. */
static uint32_t add(struct memo *t, uint32_t n, size_t hash)
{
    size_t row = (size_t)t->symbols * t->ways;
    size_t bytes = row * sizeof(uint32_t) + n * sizeof(uint64_t) + sizeof(struct memo_column);
    if (t->bytes + bytes > MEMORY_MOST) {
        t->useless = t->useless || t->lookups / WORTH < t->nknown;
        memo_forget(t);
    }
    if (!grow(t))
        return MEMO_NONE;
    path_value best = paths_best(t->paths);
    struct memo_column k = {.best = path_cost(best), .n = n, .hash = hash};
    k.next = calloc(row + 1, sizeof *k.next);
    k.values = malloc((n + 1) * sizeof *k.values);
    if (k.next == NULL || k.values == NULL) {
        free(k.next);
        free(k.values);
        return MEMO_NONE;
    }
    memcpy(k.values, t->scratch, n * sizeof *k.values);
    t->bytes += bytes;
    t->known[++t->nknown] = k;
    *find(t, n, hash) = t->nknown;
    return t->nknown;
}

/* The column that t->paths is in. */
static uint32_t number(struct memo *t)
{
    uint32_t n = paths_save(t->paths, t->scratch);
    size_t hash = hash_values(t->scratch, n);
    uint32_t *slot = t->nknown > 0 ? find(t, n, hash) : NULL;
    return slot != NULL && *slot != 0 ? *slot : add(t, n, hash);
}

uint32_t memo_first(struct memo *t, uint32_t holding)
{
    paths_clear(t->paths, t->limit);
    paths_begin(t->paths, 0);
    paths_settle(t->paths, holding);
    return number(t);
}

uint32_t memo_start(struct memo *t, uint32_t start, const uint64_t *values, uint32_t n)
{
    if (t->starts[start] == MEMO_NONE) {
        paths_load(t->paths, values, n, t->limit);
        paths_settle(t->paths, MEMO_HOLDING);
        uint32_t column = number(t);
        t->starts[start] = column;
    }
    return t->starts[start];
}

/* Which of the ways is meant. Behind the first column no record begins. */
static uint32_t way_of(const struct memo *t, uint32_t holding)
{
    if (t->ways == 1)
        return 0;
    uint32_t word = holding & CONDITION_WORD ? 2 : holding & CONDITION_WORD_ENDS ? 4 : 0;
    return word + (holding & CONDITION_END ? 1 : 0);
}

uint32_t memo_next(struct memo *t, uint32_t column, uint32_t symbol, uint32_t holding)
{
    size_t at = (size_t)symbol * t->ways + way_of(t, holding);
    const struct memo_column *k = &t->known[column];
    uint32_t next = k->next[at];
    t->lookups++;
    if (next != MEMO_NONE)
        return next;
    paths_load(t->paths, k->values, k->n, t->limit);
    paths_step(t->paths, symbol);
    if (!t->first_only)
        paths_begin(t->paths, 0);
    paths_settle(t->paths, holding);
    unsigned forgotten = t->forgotten;
    next = number(t);
    if (next != MEMO_NONE && t->forgotten == forgotten)
        t->known[column].next[at] = next;
    return next;
}

uint32_t memo_lower(struct memo *t, uint32_t column, uint32_t limit)
{
    paths_load(t->paths, t->known[column].values, t->known[column].n, limit);
    memo_forget(t);
    t->limit = limit;
    return number(t);
}

const struct memo_column *memo_columns(const struct memo *t)
{
    return t->known;
}

void memo_count(struct memo *t, size_t lookups)
{
    t->lookups += lookups;
}
