/* alphabet.c - character -> symbol, filled as characters are met. */
#include "query/alphabet.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "query/matcher.h"

enum {
    PAGE = 256,                              /* characters whose symbols are kept together */
    PAGES = CHAR_LIMIT / PAGE,               /* CHAR_LIMIT is a multiple of PAGE */
    MEMBERS = 1024,                          /* symbols whose items are kept together */
    MEMBER_PAGES = CHAR_LIMIT / MEMBERS + 2, /* there are no more symbols than characters + 2 */
};

struct member {
    uint32_t *items;
    size_t n;
};

struct alphabet {
    struct matcher *matcher;
    int delimiter;
    bool utf8;
    uint32_t size;
    uint32_t bytes[256];
    uint32_t *pages[PAGES];               /* symbol + 1 of each character, 0: not met yet */
    struct member *members[MEMBER_PAGES]; /* never moved: other threads read them */
    uint32_t *scratch;                    /* items of the character asked */
    uint32_t *table;                      /* open addressing: symbol by its items, 0: free */
    size_t table_size;                    /* a power of two, more than twice the symbols */
};

static struct member *member(const struct alphabet *a, uint32_t symbol)
{
    return &a->members[symbol / MEMBERS][symbol % MEMBERS];
}

/* FNV-1a over the item numbers. */
static size_t hash_items(const uint32_t *items, size_t n)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < n; i++)
        h = (h ^ items[i]) * UINT64_C(1099511628211);
    return (size_t)(h ^ h >> 32);
}

/* The place in the table of the symbol that has these items, or of the free slot for it. */
static uint32_t *find(struct alphabet *a, const uint32_t *items, size_t n)
{
    size_t slot = hash_items(items, n);
    for (;; slot++) {
        uint32_t *entry = &a->table[slot & (a->table_size - 1)];
        if (*entry == 0)
            return entry;
        const struct member *other = member(a, *entry);
        if (other->n == n && memcmp(other->items, items, n * sizeof *items) == 0)
            return entry;
    }
}

static bool grow_table(struct alphabet *a)
{
    size_t size = a->table_size ? 2 * a->table_size : 1024;
    uint32_t *table = calloc(size, sizeof *table);
    if (table == NULL)
        return false;
    free(a->table);
    a->table = table;
    a->table_size = size;
    for (uint32_t s = SYMBOL_FIRST; s < a->size; s++)
        *find(a, member(a, s)->items, member(a, s)->n) = s;
    return true;
}

static bool add_symbol(struct alphabet *a, const uint32_t *items, size_t n)
{
    struct member **page = &a->members[a->size / MEMBERS];
    if (*page == NULL && (*page = calloc(MEMBERS, sizeof **page)) == NULL)
        return false;
    struct member *new = member(a, a->size);
    if (n > 0) {
        if ((new->items = reallocarray(NULL, n, sizeof *items)) == NULL)
            return false;
        memcpy(new->items, items, n * sizeof *items);
    }
    new->n = n;
    a->size++;
    return true;
}

/* The symbol for a character that matches these items, made if there is none yet. */
static uint32_t symbol_of(struct alphabet *a, const uint32_t *items, size_t n)
{
    if (n == 0)
        return SYMBOL_OTHER;
    if (2 * (size_t)a->size >= a->table_size && !grow_table(a))
        return SYMBOL_NONE;
    uint32_t *entry = find(a, items, n);
    if (*entry == 0) {
        uint32_t symbol = a->size;
        if (!add_symbol(a, items, n))
            return SYMBOL_NONE;
        *entry = symbol;
    }
    return *entry;
}

uint32_t alphabet_symbol(struct alphabet *a, uint32_t c)
{
    uint32_t **page = &a->pages[c / PAGE];
    if (*page == NULL && (*page = calloc(PAGE, sizeof **page)) == NULL)
        return SYMBOL_NONE;
    uint32_t *known = &(*page)[c % PAGE];
    if (*known == 0) {
        uint32_t symbol = SYMBOL_DELIMITER;
        if (a->delimiter < 0 || c != (uint32_t)a->delimiter)
            symbol = symbol_of(a, a->scratch, matcher_items(a->matcher, c, a->scratch));
        if (symbol == SYMBOL_NONE)
            return SYMBOL_NONE;
        *known = symbol + 1;
    }
    return *known - 1;
}

static bool fill_bytes(struct alphabet *a)
{
    uint32_t limit = a->utf8 ? 128 : 256;
    for (uint32_t c = 0; c < limit; c++)
        if ((a->bytes[c] = alphabet_symbol(a, c)) == SYMBOL_NONE)
            return false;
    return true;
}

struct alphabet *alphabet_open(const struct query *q, int delimiter_byte)
{
    struct alphabet *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->delimiter = delimiter_byte;
    a->utf8 = q->utf8;
    a->matcher = matcher_open(q);
    a->scratch = calloc(q->nitems ? q->nitems : 1, sizeof *a->scratch);
    if (a->matcher == NULL || a->scratch == NULL || !add_symbol(a, NULL, 0) ||
        !add_symbol(a, NULL, 0) || !fill_bytes(a)) {
        alphabet_close(a);
        return NULL;
    }
    return a;
}

void alphabet_close(struct alphabet *a)
{
    if (a == NULL)
        return;
    for (uint32_t s = SYMBOL_FIRST; s < a->size; s++)
        free(member(a, s)->items);
    for (size_t i = 0; i < MEMBER_PAGES; i++)
        free(a->members[i]);
    for (size_t i = 0; i < PAGES; i++)
        free(a->pages[i]);
    if (a->matcher != NULL)
        matcher_close(a->matcher);
    free(a->scratch);
    free(a->table);
    free(a);
}

const uint32_t *alphabet_bytes(const struct alphabet *a)
{
    return a->bytes;
}

int alphabet_delimiter(const struct alphabet *a)
{
    return a->delimiter;
}

uint32_t alphabet_size(const struct alphabet *a)
{
    return a->size;
}

size_t alphabet_items(const struct alphabet *a, uint32_t symbol, const uint32_t **items)
{
    *items = member(a, symbol)->items;
    return member(a, symbol)->n;
}
