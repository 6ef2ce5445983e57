/* alphabet.c - maps characters to symbols, lazily as characters occur. */
#include "query/alphabet.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/binary_search.h"
#include "base/hash_bytes.h"
#include "query/matcher.h"

enum {
    MEMBERS = 1024,                          /* symbols whose items are stored together */
    MEMBER_PAGES = CHAR_LIMIT / MEMBERS + 2, /* there are no more symbols than characters + 2 */
    OTHERS = sizeof(struct alphabet_others) / sizeof(uint64_t),
};

struct class_member {
    uint32_t *items;
    size_t n;
};

struct alphabet {
    int delimiter;
    bool utf8;
    uint32_t border; /* query->classes.border */
    uint32_t bytes[256];
    struct alphabet_slot slots[ALPHABET_PAGES];
    struct alphabet_page no_items;   /* all SYMBOL_OTHER; shared by many slots */
    _Atomic uint64_t others[OTHERS]; /* a struct alphabet_others */
    _Atomic uint32_t size;
    struct class_member *members[MEMBER_PAGES]; /* never moved, and never changed below size */

    /* guards all writes, and the following scratch data for making a page */
    pthread_mutex_t making;
    size_t slots_end; /* no slot from here on has a page */
    struct matcher *matcher;
    uint32_t *scratch; /* items of the current character */
    uint32_t *table;   /* open addressing: symbol by its items, 0: free */
    size_t table_size; /* a power of two, more than twice the symbols */
};

static struct class_member *member_of(const struct alphabet *a, uint32_t symbol)
{
    return &a->members[symbol / MEMBERS][symbol % MEMBERS];
}

/* Returns the slot of the symbol with these items, or the free slot for it. */
static uint32_t *find_symbol_slot(struct alphabet *a, const uint32_t *items, size_t n)
{
    size_t slot = hash_bytes(items, n * sizeof *items);
    for (;; slot++) {
        uint32_t *entry = &a->table[slot & (a->table_size - 1)];
        if (*entry == 0)
            return entry;
        const struct class_member *other = member_of(a, *entry);
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
    for (uint32_t s = SYMBOL_FIRST; s < alphabet_size(a); s++)
        *find_symbol_slot(a, member_of(a, s)->items, member_of(a, s)->n) = s;
    return true;
}

static bool add_symbol(struct alphabet *a, const uint32_t *items, size_t n)
{
    uint32_t symbol = alphabet_size(a);
    struct class_member **page = &a->members[symbol / MEMBERS];
    if (*page == NULL && (*page = calloc(MEMBERS, sizeof **page)) == NULL)
        return false;
    struct class_member *new = member_of(a, symbol);
    if (n > 0) {
        if ((new->items = reallocarray(NULL, n, sizeof *items)) == NULL)
            return false;
        memcpy(new->items, items, n * sizeof *items);
    }
    new->n = n;
    atomic_store_explicit(&a->size, symbol + 1, memory_order_release);
    return true;
}

/* Returns the symbol of characters that match these items; creates it if necessary. */
static uint32_t symbol_of(struct alphabet *a, const uint32_t *items, size_t n)
{
    if (n == 0)
        return SYMBOL_OTHER;
    uint32_t symbol = alphabet_size(a);
    if (2 * (size_t)symbol >= a->table_size && !grow_table(a))
        return SYMBOL_NONE;
    uint32_t *entry = find_symbol_slot(a, items, n);
    if (*entry == 0) {
        if (!add_symbol(a, items, n))
            return SYMBOL_NONE;
        *entry = symbol;
    }
    return *entry;
}

static uint32_t ask_symbol(struct alphabet *a, uint32_t c)
{
    if (a->delimiter >= 0 && c == (uint32_t)a->delimiter)
        return SYMBOL_DELIMITER;
    return symbol_of(a, a->scratch, matcher_items(a->matcher, c, a->scratch));
}

static bool fill_page(struct alphabet *a, struct alphabet_page *page, uint32_t first)
{
    page->other = true;
    for (uint32_t i = 0; i < ALPHABET_PAGE; i++) {
        if ((page->symbols[i] = ask_symbol(a, first + i)) == SYMBOL_NONE)
            return false;
        page->narrow[i] = (uint8_t)page->symbols[i];
        page->other = page->other && page->symbols[i] == SYMBOL_OTHER;
    }
    return true;
}

/* Makes a new page. Returns NULL when out of memory. */
static struct alphabet_page *filled_page(struct alphabet *a, uint32_t first)
{
    struct alphabet_page *page = malloc(sizeof *page);
    if (page != NULL && fill_page(a, page, first))
        return page;
    free(page);
    return NULL;
}

/* Returns whether no item matches a character of the page. The delimiter is a byte, whose page is
 * never shared. */
static bool has_no_items(struct alphabet *a, uint32_t first)
{
    return first >= 256 && matcher_none(a->matcher, first, ALPHABET_PAGE);
}

struct alphabet_others alphabet_others(const struct alphabet *a)
{
    uint64_t words[OTHERS] = {0};
    struct alphabet_others others;
    for (size_t i = 0; i < OTHERS; i++)
        words[i] = atomic_load_explicit(&a->others[i], memory_order_relaxed);
    memcpy(&others, words, sizeof others);
    return others;
}

/* Records that all characters of page `number` are SYMBOL_OTHER. */
static void note_others(struct alphabet *a, uint32_t number)
{
    enum { TWO = 0x800 / 64, THREE = 0x10000 / 64, EMOJI = 0x1f000 / 64 };
    struct alphabet_others others = alphabet_others(a);
    uint64_t words[OTHERS];
    if (number < TWO)
        others.two |= UINT64_C(1) << number;
    else if (number < THREE)
        others.three[number / 512][number % 64] |= (uint8_t)(1 << number / 64 % 8);
    else if (number / 64 == EMOJI / 64)
        others.four[number % 64] |= 1;
    memcpy(words, &others, sizeof others);
    for (size_t i = 0; i < OTHERS; i++)
        atomic_store_explicit(&a->others[i], words[i], memory_order_relaxed);
}

static const struct alphabet_page *make_page(struct alphabet *a, uint32_t number)
{
    struct alphabet_page *page = &a->no_items;
    if (!has_no_items(a, number * ALPHABET_PAGE))
        page = filled_page(a, number * ALPHABET_PAGE);
    if (page == NULL)
        return NULL;
    if (page->other)
        note_others(a, number);
    if (number >= a->slots_end)
        a->slots_end = number + 1;
    atomic_store_explicit(&a->slots[number].page, page, memory_order_release);
    return page;
}

const struct alphabet_page *alphabet_page(struct alphabet *a, uint32_t number)
{
    const struct alphabet_page *page = alphabet_known(&a->slots[number]);
    if (page == NULL) {
        (void)pthread_mutex_lock(&a->making);
        page = alphabet_known(&a->slots[number]);
        if (page == NULL)
            page = make_page(a, number);
        (void)pthread_mutex_unlock(&a->making);
    }
    return page;
}

const struct alphabet_slot *alphabet_slots(const struct alphabet *a)
{
    return a->slots;
}

uint32_t alphabet_symbol(struct alphabet *a, uint32_t c)
{
    const struct alphabet_page *page = alphabet_page(a, c / ALPHABET_PAGE);
    return page != NULL ? page->symbols[c % ALPHABET_PAGE] : SYMBOL_NONE;
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
    (void)pthread_mutex_init(&a->making, NULL);
    a->delimiter = delimiter_byte;
    a->no_items.other = true;
    memset(a->no_items.narrow, SYMBOL_OTHER, sizeof a->no_items.narrow);
    for (uint32_t i = 0; i < ALPHABET_PAGE; i++)
        a->no_items.symbols[i] = SYMBOL_OTHER;
    a->utf8 = q->utf8;
    a->border = q->classes.border;
    a->matcher = matcher_open(q);
    a->scratch = calloc(q->nitems ? q->nitems : 1, sizeof *a->scratch);
    bool good = a->matcher != NULL && a->scratch != NULL;
    for (uint32_t symbol = 0; good && symbol < SYMBOL_FIRST; symbol++)
        good = add_symbol(a, NULL, 0);
    if (!good || !fill_bytes(a)) {
        alphabet_close(a);
        return NULL;
    }
    return a;
}

void alphabet_close(struct alphabet *a)
{
    if (a == NULL)
        return;
    for (uint32_t s = SYMBOL_FIRST; s < alphabet_size(a); s++)
        free(member_of(a, s)->items);
    for (size_t i = 0; i <= alphabet_size(a) / MEMBERS; i++)
        free(a->members[i]);
    for (size_t i = 0; i < a->slots_end; i++)
        if (alphabet_known(&a->slots[i]) != &a->no_items)
            free((void *)alphabet_known(&a->slots[i]));
    matcher_close(a->matcher);
    free(a->scratch);
    free(a->table);
    (void)pthread_mutex_destroy(&a->making);
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
    return atomic_load_explicit(&a->size, memory_order_acquire);
}

size_t alphabet_items(const struct alphabet *a, uint32_t symbol, const uint32_t **items)
{
    *items = member_of(a, symbol)->items;
    return member_of(a, symbol)->n;
}

bool items_have(const uint32_t *items, size_t n, uint32_t item)
{
    BINARY_SEARCH(count, n, middle, items[middle] < item);
    return count < n && items[count] == item;
}

bool alphabet_matches(const struct alphabet *a, uint32_t symbol, uint32_t item)
{
    const uint32_t *items;
    size_t n = alphabet_items(a, symbol, &items);
    return items_have(items, n, item);
}

bool alphabet_is_border(const struct alphabet *a, uint32_t symbol)
{
    const struct class_member *m = member_of(a, symbol);
    return symbol == SYMBOL_DELIMITER || (m->n > 0 && m->items[m->n - 1] + 1 == a->border);
}
