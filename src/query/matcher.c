/*
 * matcher.c - matches single characters with PCRE2.
 *
 * Each character is matched only once, because the alphabet caches the results. So the regexes are
 * interpreted: JIT compilation would take longer than hundreds of matches.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/matcher.h"

#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/binary_search.h"
#include "base/utf8.h"
#include "query/regex.h"

enum { WORD_CACHE = 1024, MOST_ASKED = 64 };

struct known_item { /* an item and its character as written */
    uint32_t character, item;
};

struct matcher {
    const struct query *query;
    pcre2_match_data *match;
    pcre2_code *word;         /* a word character; NULL in byte mode */
    pcre2_code *border;       /* with query->classes.border: no word character; NULL in byte mode */
    pcre2_code *cases;        /* -i: a character that equals any item; NULL: not known */
    struct known_item *known; /* items that are not of -P, by character */
    size_t nknown;
    size_t nregexes;                /* items that PCRE2 decides */
    uint32_t word_seen[WORD_CACHE]; /* 2c + answer for the last c of its slot */
};

/* Returns PCRE2's result (negative: no match or an error) of matching `regex` against the n <=
 * MOST_ASKED characters from `first` on. */
static int ask_any(struct matcher *t, const pcre2_code *regex, uint32_t first, uint32_t n)
{
    unsigned char text[4 * MOST_ASKED];
    size_t length = 0;
    for (uint32_t c = first; c < first + n; c++)
        if (t->query->utf8)
            length += utf8_encode(c, text + length);
        else
            text[length++] = (unsigned char)c;
    return pcre2_match(regex, text, length, 0, PCRE2_NO_UTF_CHECK, t->match, NULL);
}

static int ask(struct matcher *t, const pcre2_code *regex, uint32_t c)
{
    return ask_any(t, regex, c, 1);
}

static int by_character(const void *a, const void *b)
{
    const struct known_item *x = a, *y = b;
    return (x->character > y->character) - (x->character < y->character);
}

/*
 * Compiles one caseless class of all characters that have a regex. Most characters of a text are
 * not in it, so one match is enough for them. Returns NULL if there is no such character, or the
 * class is too large for PCRE2; then every item is tried.
 */
static pcre2_code *compile_cases(const struct query *q)
{
    enum { ESCAPE = sizeof "\\x{10ffff}" - 1 };
    char *text = malloc(q->nitems * ESCAPE + sizeof "[]"), *end = text;
    if (text == NULL)
        return NULL;
    *end++ = '[';
    for (size_t i = 0; i < q->nitems; i++)
        if (q->items[i].regex != NULL)
            end += sprintf(end, "\\x{%x}", (unsigned)q->items[i].character);
    *end++ = ']';
    struct regex_error error;
    uint32_t flags = PCRE2_CASELESS | (q->utf8 ? PCRE2_UTF : 0);
    pcre2_code *regex = regex_try(text, (size_t)(end - text), flags, &error);
    free(text);
    return regex;
}

/* Sorts the items that have a character, and counts those that have a regex. */
static bool know_items(struct matcher *t)
{
    const struct query *q = t->query;
    t->known = malloc((q->nitems ? q->nitems : 1) * sizeof *t->known);
    if (t->known == NULL)
        return false;
    for (size_t i = 0; i < q->nitems; i++) {
        if (q->items[i].character < CHAR_LIMIT)
            t->known[t->nknown++] = (struct known_item){q->items[i].character, (uint32_t)i};
        if (q->items[i].regex != NULL)
            t->nregexes++;
    }
    qsort(t->known, t->nknown, sizeof *t->known, by_character);
    if (t->nknown > 0 && t->nregexes > 0)
        t->cases = compile_cases(q);
    return true;
}

static bool know_words(struct matcher *t)
{
    const char *word = matcher_words(true);
    char border[64];
    struct regex_error error;
    memset(t->word_seen, 0xff, sizeof t->word_seen);
    if (!t->query->utf8)
        return true;
    t->word = regex_try(word, strlen(word), PCRE2_UTF, &error);
    if (t->query->classes.border == 0)
        return t->word != NULL;
    int n = snprintf(border, sizeof border, "[^%s", word + 1);
    t->border = regex_try(border, (size_t)n, PCRE2_UTF, &error);
    return t->word != NULL && t->border != NULL;
}

/* PCRE2 allocates its working memory on the first match: do one here, where failure is easy to
 * handle. */
static bool warm_up(struct matcher *t)
{
    const pcre2_code *regex = t->word;
    for (size_t i = 0; regex == NULL && i < t->query->nitems; i++)
        regex = t->query->items[i].regex;
    return regex == NULL || ask(t, regex, 'a') >= PCRE2_ERROR_NOMATCH;
}

struct matcher *matcher_open(const struct query *q)
{
    struct matcher *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->query = q;
    t->match = regex_match_data();
    if (t->match == NULL || !know_items(t) || !know_words(t) || !warm_up(t)) {
        matcher_close(t);
        return NULL;
    }
    return t;
}

void matcher_close(struct matcher *t)
{
    if (t == NULL)
        return;
    pcre2_match_data_free(t->match);
    pcre2_code_free(t->word);
    pcre2_code_free(t->border);
    pcre2_code_free(t->cases);
    free(t->known);
    free(t);
}

bool matcher_item(struct matcher *t, uint32_t item, uint32_t c)
{
    const struct item *i = &t->query->items[item];
    if (i->character == c)
        return true;
    if (item + 1 == t->query->classes.border)
        return !matcher_word(t, c);
    if (c >= CHAR_BYTE)
        return i->undecodable;
    return i->regex != NULL && ask(t, i->regex, c) >= 0;
}

/* Inserts the item that matches every character, if there is one, among the n others. */
static size_t add_any(const struct matcher *t, uint32_t *items, size_t n)
{
    if (t->query->classes.any == 0)
        return n;
    uint32_t any = t->query->classes.any - 1;
    size_t at = n;
    for (; at > 0 && items[at - 1] > any; at--)
        items[at] = items[at - 1];
    items[at] = any;
    return n + 1;
}

/* As matcher_items(), without query->classes.border. A character as written is in one item only,
 * besides the one that matches every character: characters that equal each other are one item. */
static size_t items_of_patterns(struct matcher *t, uint32_t c, uint32_t *items)
{
    struct known_item key = {.character = c};
    const struct known_item *known = bsearch(&key, t->known, t->nknown, sizeof key, by_character);
    if (known != NULL) {
        items[0] = known->item;
        return add_any(t, items, 1);
    }
    if (t->nregexes == 0 || (t->cases != NULL && (c >= CHAR_BYTE || ask(t, t->cases, c) < 0)))
        return add_any(t, items, 0);
    size_t found = 0;
    for (size_t i = 0; i < t->query->nitems; i++)
        if (i + 1 != t->query->classes.any && i + 1 != t->query->classes.border &&
            matcher_item(t, (uint32_t)i, c))
            items[found++] = (uint32_t)i;
    return add_any(t, items, found);
}

size_t matcher_items(struct matcher *t, uint32_t c, uint32_t *items)
{
    size_t n = items_of_patterns(t, c, items);
    if (t->query->classes.border > 0 && !matcher_word(t, c))
        items[n++] = t->query->classes.border - 1;
    return n;
}

bool matcher_none(struct matcher *t, uint32_t first, uint32_t n)
{
    BINARY_SEARCH(count, t->nknown, middle, t->known[middle].character < first);
    if (t->query->classes.any != 0 || first + n > CHAR_BYTE ||
        (count < t->nknown && t->known[count].character < first + n) ||
        (t->border != NULL && ask_any(t, t->border, first, n) != PCRE2_ERROR_NOMATCH))
        return false;
    return t->nregexes == 0 ||
           (t->cases != NULL && ask_any(t, t->cases, first, n) == PCRE2_ERROR_NOMATCH);
}

static bool ascii_word(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool matcher_word(struct matcher *t, uint32_t c)
{
    if (c < 0x80 || c >= CHAR_BYTE || t->word == NULL)
        return ascii_word(c);
    uint32_t *seen = &t->word_seen[c % WORD_CACHE];
    if (*seen >> 1 != c)
        *seen = c << 1 | (ask(t, t->word, c) >= 0);
    return *seen & 1;
}
