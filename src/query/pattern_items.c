#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/pattern_items.h"

#include <ctype.h>
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/character_map.h"
#include "base/diag.h"
#include "base/hash_bytes.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "plan/costs.h"
#include "query/case_classes.h"
#include "query/char_class.h"
#include "query/expression_cursor.h"
#include "query/iupac.h"
#include "query/regex.h"

struct pattern_items {
    const struct pattern_rules *rules;
    struct query *query;
    size_t item_capacity;
    struct character_map items; /* item + 1 of a character, 0: none */
    struct case_classes cases;  /* -i */
    struct class_item *classes; /* -P, -E: as many as items; owns their sources */
    size_t class_capacity;
    uint32_t *class_table;        /* open addressing: item + 1 by its source, 0: free */
    size_t table_size;            /* a power of two, more than twice the items */
    uint32_t letters[IUPAC_SETS]; /* --iupac: item + 1 by the set of bases, 0: none so far */
};

static size_t decode_character(const struct pattern_items *s, const char *text, size_t length,
                               uint32_t *character)
{
    return utf8_or_byte(s->rules->utf8, (const unsigned char *)text, length, character);
}

static uint32_t add_item(struct pattern_items *s, struct item item)
{
    struct query *q = s->query;
    xgrow(&q->items, &s->item_capacity, q->nitems + 1, sizeof item);
    q->items[q->nitems] = item;
    return (uint32_t)q->nitems++;
}

/* Returns the item of a new character, written as text[0..length). */
static uint32_t new_character(struct pattern_items *s, uint32_t character, const char *text,
                              size_t length)
{
    struct item item = {
        .character = character, .only = character, .text = text, .text_length = length};
    if (s->rules->ignore_case && character < CHAR_BYTE) {
        void *regex;
        uint32_t first = case_classes_first(&s->cases, text, length, &regex);
        if (first < CHAR_LIMIT)
            return *character_map_slot(&s->items, first) - 1;
        item.regex = regex;
        item.only = CHAR_LIMIT;
    }
    return add_item(s, item);
}

size_t pattern_items_literal(struct pattern_items *s, const char *text, size_t length,
                             uint32_t *items)
{
    size_t m = 0, size;
    for (size_t at = 0; at < length; at += size) {
        uint32_t character;
        size = decode_character(s, text + at, length - at, &character);
        uint32_t *known = character_map_slot(&s->items, character);
        if (*known == 0)
            *known = new_character(s, character, text + at, size) + 1;
        items[m++] = *known - 1;
    }
    return m;
}

/* Returns the slot of the item written like this one, or the free slot for it. */
static uint32_t *class_slot(const struct pattern_items *s, const struct class_item *class)
{
    for (size_t at = hash_bytes(class->source, class->source_length);; at++) {
        uint32_t *slot = &s->class_table[at & (s->table_size - 1)];
        if (*slot == 0)
            return slot;
        const struct class_item *known = &s->classes[*slot - 1];
        if (known->source_length == class->source_length &&
            memcmp(known->source, class->source, class->source_length) == 0)
            return slot;
    }
}

static void grow_class_table(struct pattern_items *s)
{
    if (2 * (s->query->nitems + 1) < s->table_size)
        return;
    free(s->class_table);
    s->table_size = s->table_size > 0 ? 2 * s->table_size : 64;
    s->class_table = xcalloc(s->table_size, sizeof *s->class_table);
    for (size_t i = 0; i < s->query->nitems; i++)
        *class_slot(s, &s->classes[i]) = (uint32_t)i + 1;
}

/* Returns the only character that an item of -P matches if this is obvious: a literal character, or
 * one escaped by a backslash. Else CHAR_LIMIT. */
static uint32_t only_character(const struct pattern_items *s, const struct class_item *class)
{
    static const char special[] = "\\^$.[|()?*+{"; /* and the NUL */
    const char *text = class->source;
    size_t length = class->source_length;
    uint32_t character;
    bool escaped = length == 2 && text[0] == '\\' && (unsigned char)text[1] < 128 &&
                   !isalnum((unsigned char)text[1]);
    if (s->rules->ignore_case || (!escaped && memchr(special, text[0], sizeof special) != NULL))
        return CHAR_LIMIT;
    (void)decode_character(s, text + escaped, length - escaped, &character);
    return character;
}

/* Returns the number of an item of -P: of an equally written one, or a new one. Takes ownership of
 * the item's contents. */
static uint32_t class_number(struct pattern_items *s, struct class_item *class)
{
    grow_class_table(s);
    uint32_t *slot = class_slot(s, class);
    if (*slot > 0) {
        pcre2_code_free(class->regex);
        free(class->source);
        return *slot - 1;
    }
    *slot = (uint32_t)s->query->nitems + 1;
    xgrow(&s->classes, &s->class_capacity, s->query->nitems + 1, sizeof *class);
    s->classes[s->query->nitems] = *class;
    return add_item(s, (struct item){.character = CHAR_LIMIT,
                                     .only = only_character(s, class),
                                     .text = class->text,
                                     .text_length = class->length,
                                     .regex = class->regex,
                                     .undecodable = class->undecodable});
}

/* -i has no effect: the set has both cases. */
uint32_t pattern_items_letter(struct pattern_items *s, unsigned bases)
{
    uint32_t *known = &s->letters[bases];
    if (*known == 0) {
        char set[IUPAC_WRITTEN];
        struct class_item class;
        struct regex_error error;
        iupac_write(bases, s->rules->nucleotides.both, set);
        if (!char_class_single(set, strlen(set), CLASS_CASEFUL, s->rules, &class, &error))
            die("%s: PCRE2 does not know this set", set);
        class.text = iupac_letter(bases);
        class.length = 1;
        *known = class_number(s, &class) + 1;
    }
    return *known - 1;
}

size_t pattern_items_letters(struct pattern_items *s, const char *what, const char *text,
                             size_t length, uint32_t *items)
{
    for (size_t i = 0; i < length; i++) {
        unsigned bases = iupac_bases((unsigned char)text[i]);
        if (bases == 0) {
            regex_complain(what, text, length, i, s->rules->utf8,
                           "this is none of the letters ACGTURYSWKMBDHVN");
            return 0;
        }
        items[i] = pattern_items_letter(s, bases);
    }
    return length;
}

uint32_t pattern_items_single(struct pattern_items *s, const char *text, size_t length,
                              unsigned settings)
{
    struct class_item class;
    struct regex_error error;
    if (!char_class_single(text, length, settings, s->rules, &class, &error))
        die("PCRE2 rejects '%.*s'", (int)length, text);
    return class_number(s, &class);
}

uint32_t pattern_items_any(struct pattern_items *s)
{
    static const struct item any = {
        .character = CHAR_LIMIT, .only = CHAR_LIMIT, .undecodable = true};
    bool compiled = s->rules->classes || s->rules->expression || s->rules->nucleotides.letters;
    if (s->query->classes.any == 0)
        s->query->classes.any =
            1 + (compiled ? pattern_items_single(s, ".", 1, CLASS_DOTALL) : add_item(s, any));
    return s->query->classes.any - 1;
}

/* Reports an invalid item. */
static void refuse_item(const struct pattern_items *s, const char *what, const char *text,
                        size_t length, const struct node *n, const struct regex_error *error)
{
    PCRE2_UCHAR reason[256] = "this is not a single character";
    if (error->number != 0)
        (void)pcre2_get_error_message(error->number, reason, sizeof reason);
    size_t at = n->start + (error->offset < n->length ? error->offset : 0);
    regex_point(what, text, length, at, s->rules->utf8, (const char *)reason);
}

/* Sets n->item. Returns false, with *error set, if the item is no single character. */
static bool find_item(struct pattern_items *s, const char *text, struct node *n,
                      struct regex_error *error)
{
    struct class_item class;
    if (n->settings == 0 && s->table_size > 0) {
        struct class_item same = {.source = (char *)text + n->start, .source_length = n->length};
        n->item = *class_slot(s, &same);
        if (n->item-- > 0)
            return true;
    }
    if (!char_class_single(text + n->start, n->length, n->settings, s->rules, &class, error))
        return false;
    n->item = class_number(s, &class);
    return true;
}

bool pattern_items_node(struct pattern_items *s, const char *what, const char *text, size_t length,
                        struct node *n)
{
    struct regex_error error;
    if (find_item(s, text, n, &error))
        return true;
    refuse_item(s, what, text, length, n, &error);
    return false;
}

/* Returns the end of a quantifier behind an item that ends at the cursor, or 0. */
static size_t quantifier_end(struct cursor behind)
{
    uint32_t least, most;
    cursor_pass_gaps(&behind);
    size_t length = behind.quoted ? 0 : cursor_read_quantifier(&behind, &least, &most);
    behind.at += length;
    behind.at += cursor_follows(&behind, "?") || cursor_follows(&behind, "+");
    return length > 0 ? behind.at : 0;
}

/* Reports that what begins at the cursor is no item of -P, with all that belongs to it. */
static void refuse_class(const char *what, struct cursor here)
{
    char reason[2 * REGEX_EXCERPT + 128];
    size_t first = here.at, end;
    if (cursor_follows(&here, "(?") || cursor_follows(&here, "(*"))
        while (cursor_left(&here) > 1 && strchr(":)=!>|", here.text[here.at]) == NULL)
            here.at++;
    here.at += here.at > first ? 1 : cursor_item(&here).length;
    if ((end = quantifier_end(here)) > 0)
        here.at = end;
    cursor_pass_gaps(&here);
    const char *item = here.text + first;
    (void)snprintf(reason, sizeof reason,
                   "'%.*s' is not a single character"
                   " (quantifiers, groups, alternation ... are not allowed with -P)",
                   regex_excerpt(item, here.at - first), item);
    regex_complain(what, here.text, here.length, first, here.utf8, reason);
}

/* Adds the item at the cursor, and moves the cursor behind it. Returns false if it is none. */
static bool read_class(struct pattern_items *s, struct cursor *here, uint32_t *item)
{
    struct node n = cursor_item(here);
    struct cursor behind = *here;
    struct regex_error error;
    behind.at += n.length;
    bool special = !here->quoted && strchr("()|^$", here->text[here->at]) != NULL &&
                   here->text[here->at] != '\0';
    if (special || n.length == 0 || quantifier_end(behind) > 0 ||
        !find_item(s, here->text, &n, &error))
        return false;
    *item = n.item;
    *here = behind;
    return true;
}

size_t pattern_items_classes(struct pattern_items *s, const char *what, const char *text,
                             size_t length, uint32_t *items)
{
    struct cursor here = {.text = text, .length = length, .utf8 = s->rules->utf8, .classes = true};
    size_t m = 0;
    if (!char_class_check(what, text, length, s->rules))
        return 0;
    for (cursor_pass_gaps(&here); cursor_left(&here) > 0; cursor_pass_gaps(&here)) {
        const char *reason = NULL;
        if (cursor_is_setting(&here) && !cursor_opens_group(&here)) {
            reason = cursor_read_settings(&here);
        } else if (!read_class(s, &here, &items[m++])) {
            refuse_class(what, here);
            return 0;
        }
        if (reason != NULL) {
            regex_complain(what, text, length, here.at, s->rules->utf8, reason);
            return 0;
        }
    }
    if (m == 0)
        regex_complain(what, text, length, 0, s->rules->utf8, "there is no character");
    return m;
}

bool pattern_items_compiled(const struct pattern_items *s)
{
    return s->classes != NULL;
}

struct pattern_items *pattern_items_open(struct query *query, const struct pattern_rules *rules)
{
    struct pattern_items *s = xcalloc(1, sizeof *s);
    s->rules = rules;
    s->query = query;
    case_classes_open(&s->cases, rules->utf8);
    return s;
}

/* -w: returns whether engines should omit ends within words, because they would find many. */
static bool has_many_ends(const struct query *q)
{
    size_t n = q->npatterns;
    bool frequent = false;
    for (size_t p = 0; p < q->npatterns; p++) {
        n += q->patterns[p].nalternatives;
        frequent = frequent || q->patterns[p].m <= BORDER_ITEMS * (uint64_t)q->patterns[p].k;
    }
    return frequent || n >= BORDER_PATTERNS;
}

void pattern_items_close(struct pattern_items *s)
{
    static const struct item border = {.character = CHAR_LIMIT, .only = CHAR_LIMIT};
    character_map_free(&s->items);
    for (size_t i = 0; s->classes != NULL && i < s->query->nitems; i++)
        free(s->classes[i].source);
    free(s->classes);
    free(s->class_table);
    case_classes_close(&s->cases);
    if (s->rules->word && has_many_ends(s->query))
        s->query->classes.border = 1 + add_item(s, border);
    free(s);
}
