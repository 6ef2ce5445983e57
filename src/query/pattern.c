/*
 * pattern.c - patterns become sequences of item numbers.
 *
 * Every distinct character is one item; a table of pages finds it again. With -i a new character is
 * first compared with all items so far: PCRE2 searches a string of their characters for it.
 * With -P the items come cut and compiled (classes.c), and what is written alike is one item.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/pattern.h"

#include <ctype.h>
#include <errno.h>
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/classes.h"
#include "query/confusion.h"
#include "query/expression.h"
#include "query/glushkov.h"
#include "query/iupac.h"
#include "query/matcher.h"
#include "query/plain.h"
#include "query/regex.h"

enum { PAGE = 256, LONGEST = UINT32_MAX / 2 };

struct compiler {
    const struct pattern_rules *rules;
    struct query *query;
    size_t item_capacity;
    uint32_t *pages[CHAR_LIMIT / PAGE]; /* item + 1 of a character, 0: none */
    struct {
        char *bytes;
        size_t length, capacity;
    } characters;               /* -i: of all items, for PCRE2 to search */
    struct class_item *classes; /* -P, -E: as many as items; owns their sources */
    size_t class_capacity;
    uint32_t *class_table; /* open addressing: item + 1 by its source, 0: free */
    size_t table_size;     /* a power of two, more than twice the items */
    pcre2_match_data *match;
    uint32_t letters[IUPAC_SETS]; /* --iupac: item + 1 by the set of bases, 0: none so far */
    char *what;                   /* the pattern that is compiled is, in messages */
    struct equality *source; /* -P, -E: what is done with patterns before they are read; or NULL */
};

static uint32_t *slot(struct compiler *c, uint32_t character)
{
    uint32_t **page = &c->pages[character / PAGE];
    if (*page == NULL)
        *page = xcalloc(PAGE, sizeof **page);
    return &(*page)[character % PAGE];
}

static size_t decode(const struct compiler *c, const char *text, size_t length, uint32_t *character)
{
    return utf8_or_byte(c->rules->utf8, (const unsigned char *)text, length, character);
}

static uint32_t add_item(struct compiler *c, struct item item)
{
    struct query *q = c->query;
    xgrow(&q->items, &c->item_capacity, q->nitems + 1, sizeof item);
    q->items[q->nitems] = item;
    return (uint32_t)q->nitems++;
}

/* The item that `regex` (a character, caselessly) matches, plus 1; 0 when it is none. */
static uint32_t find_other_case(struct compiler *c, const pcre2_code *regex)
{
    int result = pcre2_match(regex, (PCRE2_SPTR)c->characters.bytes, c->characters.length, 0,
                             PCRE2_NO_UTF_CHECK, c->match, NULL);
    if (result == PCRE2_ERROR_NOMEMORY)
        die("%s", strerror(ENOMEM));
    if (result < 0)
        return 0;
    size_t at = pcre2_get_ovector_pointer(c->match)[0];
    uint32_t character;
    (void)decode(c, c->characters.bytes + at, c->characters.length - at, &character);
    return *slot(c, character);
}

/* The item of a character not met before, written text[0..length). */
static uint32_t new_character(struct compiler *c, uint32_t character, const char *text,
                              size_t length)
{
    struct item item = {
        .character = character, .only = character, .text = text, .text_length = length};
    if (c->rules->ignore_case && character < CHAR_BYTE) {
        struct regex_error error;
        uint32_t flags = PCRE2_LITERAL | PCRE2_CASELESS | (c->rules->utf8 ? PCRE2_UTF : 0);
        pcre2_code *regex = regex_compile(text, length, flags, &error);
        uint32_t other = find_other_case(c, regex);
        if (other > 0) {
            pcre2_code_free(regex);
            return other - 1;
        }
        item.regex = regex;
        item.only = CHAR_LIMIT;
        xgrow(&c->characters.bytes, &c->characters.capacity, c->characters.length + length, 1);
        memcpy(c->characters.bytes + c->characters.length, text, length);
        c->characters.length += length;
    }
    return add_item(c, item);
}

/* Fills items[] (as many as bytes at most) with the characters of a literal pattern; returns m. */
static size_t literal_items(struct compiler *c, const char *text, size_t length, uint32_t *items)
{
    size_t m = 0, size;
    for (size_t at = 0; at < length; at += size) {
        uint32_t character;
        size = decode(c, text + at, length - at, &character);
        uint32_t *known = slot(c, character);
        if (*known == 0)
            *known = new_character(c, character, text + at, size) + 1;
        items[m++] = *known - 1;
    }
    return m;
}

/* FNV-1a */
static size_t hash_bytes(const void *bytes, size_t length)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        h = (h ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    return (size_t)(h ^ h >> 32);
}

/* The place in the table of the item that is written as this one, or the free one for it. */
static uint32_t *class_slot(const struct compiler *c, const struct class_item *class)
{
    for (size_t at = hash_bytes(class->source, class->source_length);; at++) {
        uint32_t *slot = &c->class_table[at & (c->table_size - 1)];
        if (*slot == 0)
            return slot;
        const struct class_item *known = &c->classes[*slot - 1];
        if (known->source_length == class->source_length &&
            memcmp(known->source, class->source, class->source_length) == 0)
            return slot;
    }
}

static void grow_class_table(struct compiler *c)
{
    if (2 * (c->query->nitems + 1) < c->table_size)
        return;
    free(c->class_table);
    c->table_size = c->table_size > 0 ? 2 * c->table_size : 64;
    c->class_table = xcalloc(c->table_size, sizeof *c->class_table);
    for (size_t i = 0; i < c->query->nitems; i++)
        *class_slot(c, &c->classes[i]) = (uint32_t)i + 1;
}

/* The one character that an item of -P matches, if that is seen at once: it is written as it is, or
 * behind a backslash that takes its meaning from it. Else CHAR_LIMIT. */
static uint32_t only_character(const struct compiler *c, const struct class_item *class)
{
    static const char special[] = "\\^$.[|()?*+{"; /* and the NUL */
    const char *text = class->source;
    size_t length = class->source_length;
    uint32_t character;
    bool escaped = length == 2 && text[0] == '\\' && (unsigned char)text[1] < 128 &&
                   !isalnum((unsigned char)text[1]);
    if (c->rules->ignore_case || length == 0 ||
        (!escaped && memchr(special, text[0], sizeof special) != NULL))
        return CHAR_LIMIT;
    size_t size = decode(c, text + escaped, length - escaped, &character);
    return size == length - escaped ? character : CHAR_LIMIT;
}

/* The number of an item of -P: that of one written alike, or a new one. Takes what it owns. */
static uint32_t class_number(struct compiler *c, struct class_item *class)
{
    grow_class_table(c);
    uint32_t *slot = class_slot(c, class);
    if (*slot > 0) {
        pcre2_code_free(class->regex);
        free(class->source);
        return *slot - 1;
    }
    *slot = (uint32_t)c->query->nitems + 1;
    xgrow(&c->classes, &c->class_capacity, c->query->nitems + 1, sizeof *class);
    c->classes[c->query->nitems] = *class;
    return add_item(c, (struct item){.character = CHAR_LIMIT,
                                     .only = only_character(c, class),
                                     .text = class->text,
                                     .text_length = class->length,
                                     .regex = class->regex,
                                     .undecodable = class->undecodable});
}

/* As literal_items(), for -P; 0 when an error was reported. */
static size_t class_items(struct compiler *c, const char *text, size_t length, uint32_t *items)
{
    size_t m;
    struct class_item *classes = classes_cut(c->what, text, length, c->rules, &m);
    if (classes == NULL)
        return 0;
    if (m == 0)
        regex_complain(c->what, text, length, 0, c->rules->utf8, "there is no character");
    for (size_t i = 0; i < m; i++)
        items[i] = class_number(c, &classes[i]);
    free(classes);
    return m;
}

/* The item of a set of bases. -i changes nothing: it has both cases anyhow. */
static uint32_t letter_item(struct compiler *c, unsigned bases)
{
    uint32_t *known = &c->letters[bases];
    if (*known == 0) {
        char set[IUPAC_WRITTEN];
        struct class_item class;
        struct regex_error error;
        iupac_write(bases, c->rules->iupac_both, set);
        if (!classes_single(set, strlen(set), CLASS_CASEFUL, c->rules, &class, &error))
            die("%s: PCRE2 does not know this set", set);
        class.text = iupac_letter(bases);
        class.length = 1;
        *known = class_number(c, &class) + 1;
    }
    return *known - 1;
}

/* As literal_items(), for --iupac; 0 when an error was reported. */
static size_t letter_items(struct compiler *c, const char *text, size_t length, uint32_t *items)
{
    for (size_t i = 0; i < length; i++) {
        unsigned bases = iupac_bases((unsigned char)text[i]);
        if (bases == 0) {
            regex_complain(c->what, text, length, i, c->rules->utf8,
                           "this is none of the letters ACGTURYSWKMBDHVN");
            return 0;
        }
        items[i] = letter_item(c, bases);
    }
    return length;
}

/* What PCRE2, or nobody, accepts as an item. */
static void refuse_item(const struct compiler *c, const char *text, size_t length,
                        const struct node *n, const struct regex_error *error)
{
    PCRE2_UCHAR reason[256] = "this is not a single character";
    if (error->number != 0)
        (void)pcre2_get_error_message(error->number, reason, sizeof reason);
    size_t at = n->start + (error->offset < n->length ? error->offset : 0);
    regex_point(c->what, text, length, at, c->rules->utf8, (const char *)reason);
}

/* Sets n->item; false when an error was reported. */
static bool number_item(struct compiler *c, const char *text, size_t length, struct node *n)
{
    struct class_item class;
    struct regex_error error;
    if (n->settings == 0 && c->table_size > 0) {
        struct class_item same = {.source = (char *)text + n->start, .source_length = n->length};
        n->item = *class_slot(c, &same);
        if (n->item-- > 0)
            return true;
    }
    if (!classes_single(text + n->start, n->length, n->settings, c->rules, &class, &error)) {
        refuse_item(c, text, length, n, &error);
        return false;
    }
    n->item = class_number(c, &class);
    return true;
}

/* The form in which texts are compared */

/* What is written with -P and -E is brought into normal form, but no character of it is left out,
 * since that may be syntax. */
static void open_source(struct compiler *c)
{
    const struct equality *e = c->query->equality;
    if (e == NULL || e->normal == NULL || !(c->rules->classes || c->rules->expression))
        return;
    c->source = xmemdup(e, sizeof *e);
    c->source->fold_space = false;
    c->source->nranges = 0;
    c->source->kinds = xmemdup(e->kinds, CHAR_LIMIT);
    for (size_t i = 0; i < CHAR_LIMIT; i++)
        c->source->kinds[i] &= CHARACTER_JOINS | CHARACTER_CHANGES;
}

static void close_source(struct compiler *c)
{
    if (c->source != NULL)
        free(c->source->kinds);
    free(c->source);
}

/* The text in that form; the caller frees it. */
static char *form_of(const struct equality *e, const char *text, size_t length, size_t *size)
{
    struct plain plain = {0};
    if (!plain_add(&plain, e, (const unsigned char *)text, 0, length, -1))
        die("%s", strerror(ENOMEM));
    char *form = xmemdup(plain.n > 0 ? plain.bytes : (const unsigned char *)"", plain.n);
    *size = plain.n;
    plain_free(&plain);
    return form;
}

/* Sets the form of a pattern; false: nothing is left of it, which is reported. */
static bool set_form(const struct compiler *c, struct pattern *p)
{
    bool literal = !c->rules->classes && !c->rules->expression;
    const struct equality *e = literal ? c->query->equality : c->source;
    p->form = p->text;
    p->form_length = p->text_length;
    if (e == NULL)
        return true;
    p->form = form_of(e, p->text, p->text_length, &p->form_length);
    if (p->form_length == 0)
        regex_complain(c->what, p->text, p->text_length, 0, c->rules->utf8,
                       "all of it is passed over");
    return p->form_length > 0;
}

/* Confusions */

/* The item of a character of a confusion; false: it can be none. */
static bool confused_item(struct compiler *c, const char *text, size_t length, uint32_t *item)
{
    struct class_item class;
    struct regex_error error;
    if (!c->rules->classes && !c->rules->expression)
        return literal_items(c, text, length, item) > 0;
    if (!classes_single(text, length, CLASS_LITERAL, c->rules, &class, &error))
        return false;
    *item = class_number(c, &class);
    return true;
}

/* The characters of a side, and their items; returns what is wrong, or NULL. */
static const char *confused_side(struct compiler *c, const struct confusion *from, int side,
                                 uint32_t *characters, uint32_t *items, uint32_t *count)
{
    struct query *q = c->query;
    size_t length = from->lengths[side];
    const char *text = from->sides[side];
    if (q->equality != NULL)
        text = q->forms[q->nforms++] = form_of(q->equality, text, length, &length);
    const char *end = text + length;
    for (*count = 0; text < end;) {
        uint32_t character;
        size_t size = decode(c, text, (size_t)(end - text), &character);
        if (*count == CONFUSION_MOST)
            return side == 0 ? "A has more than 3 characters" : "B has more than 3 characters";
        if (character >= CHAR_BYTE)
            return "this is not valid UTF-8";
        if (!confused_item(c, text, size, &items[*count]))
            return "there is a character that PCRE2 refuses";
        characters[(*count)++] = character;
        text += size;
    }
    return *count > 0 ? NULL : side == 0 ? "A is empty" : "B is empty";
}

/* The two detours of a confusion, one each way; false when an error was reported. */
static bool add_confusion(struct compiler *c, const struct confusion *from)
{
    uint32_t characters[2][CONFUSION_MOST], items[2][CONFUSION_MOST], count[2];
    for (int side = 0; side < 2; side++) {
        const char *reason =
            confused_side(c, from, side, characters[side], items[side], &count[side]);
        if (reason != NULL) {
            diag_error("%s:%lu: %s", from->file, from->line, reason);
            return false;
        }
    }
    for (int side = 0; side < 2; side++) {
        struct detour *d = &c->query->detours[c->query->ndetours++];
        *d = (struct detour){.cost = from->cost, .length = count[side], .count = count[!side]};
        memcpy(d->characters, characters[side], count[side] * sizeof *d->characters);
        memcpy(d->same, items[side], count[side] * sizeof *d->same);
        memcpy(d->items, items[!side], count[!side] * sizeof *d->items);
    }
    return true;
}

static bool add_confusions(struct compiler *c)
{
    bool good = true;
    if (c->rules->nconfusions > 0)
        c->query->detours = xcalloc(2 * c->rules->nconfusions, sizeof *c->query->detours);
    if (c->query->equality != NULL)
        c->query->forms = xcalloc(2 * c->rules->nconfusions, sizeof *c->query->forms);
    for (size_t i = 0; good && i < c->rules->nconfusions; i++)
        good = add_confusion(c, &c->rules->confusions[i]);
    return good;
}

static bool item_matches(void *context, uint32_t item, uint32_t character)
{
    return matcher_item(context, item, character);
}

/* For the items so far; the caller closes the matcher, their context. */
static struct detours detours_open(const struct compiler *c)
{
    struct detours d = {.list = c->query->detours, .count = c->query->ndetours};
    if (c->query->ndetours > 0 && c->classes != NULL) {
        d.matches = item_matches;
        d.context = matcher_open(c->query);
        if (d.context == NULL)
            die("%s", strerror(ENOMEM));
    }
    return d;
}

/* What edits cost by the rules. */
static struct edits edits_of(const struct pattern_rules *rules)
{
    return rules->costs ? rules->edits : edits_of_metric(rules->metric);
}

/* Where conditions ask for word characters, there is an item that matches them. */
static void add_words(struct compiler *c)
{
    const char *set = matcher_words(c->rules->utf8);
    struct class_item class;
    struct regex_error error;
    if (classes_single(set, strlen(set), 0, c->rules, &class, &error))
        c->query->word_item = class_number(c, &class);
}

static bool too_many_exchanges(const struct compiler *c, const struct pattern *p)
{
    regex_complain(c->what, p->text, p->text_length, 0, c->rules->utf8,
                   c->query->ndetours > 0 ? "too many items could be exchanged or confused"
                                          : "too many pairs of items could be exchanged");
    return false;
}

/* Where edits have costs of their own, a sequence is searched along its automaton. False when an
 * error was reported. */
static bool settle_costs(const struct compiler *c, struct pattern *p)
{
    if (!c->rules->costs)
        return true;
    struct detours detours = detours_open(c);
    p->automaton = glushkov_sequence(p->items, p->m, c->rules->edits, &detours);
    matcher_close(detours.context);
    return p->automaton != NULL || too_many_exchanges(c, p);
}

/* Makes of an expression a sequence of items or an automaton; false when an error was reported. */
static bool settle_expression(struct compiler *c, const struct expression *x, struct pattern *p)
{
    uint32_t *items;
    size_t m;
    if (expression_sequence(x, &items, &m)) {
        p->items = items;
        p->m = (uint32_t)m;
        return settle_costs(c, p);
    }
    struct detours detours = detours_open(c);
    p->automaton = glushkov_build(x, edits_of(c->rules), &detours);
    matcher_close(detours.context);
    if (p->automaton == NULL)
        return too_many_exchanges(c, p);
    p->m = expression_shortest(x);
    if (!c->rules->costs && c->rules->metric == METRIC_HAMMING)
        p->automaton->vacuous = p->m;
    if (p->automaton->conditions & ~(uint32_t)(CONDITION_BEGIN | CONDITION_END))
        add_words(c);
    return true;
}

/* As literal_items(), for -E; false when an error was reported. */
static bool compile_expression(struct compiler *c, struct pattern *p)
{
    struct expression x;
    struct expression_error error;
    const char *text = p->form;
    size_t length = p->form_length;
    if (!expression_parse(&x, text, length, c->rules->utf8, &error)) {
        regex_point(c->what, text, length, error.at, c->rules->utf8, error.reason);
        return false;
    }
    bool good = true;
    for (size_t i = 0; good && i < x.count; i++)
        good = x.nodes[i].kind != NODE_ITEM || number_item(c, text, length, &x.nodes[i]);
    good = good && settle_expression(c, &x, p);
    expression_free(&x);
    return good;
}

/* Says that the distance that the user gave for the pattern is no restriction. */
static void refuse_distance(const char *what, const struct pattern *p, struct limit limit,
                            const char *option)
{
    int shown = regex_excerpt(p->text, p->text_length);
    bool percent = limit.edits > limit_edits(limit, p->m);
    uintmax_t given = percent ? limit.percent : limit.edits;
    char hint[64] = "";
    if (!percent)
        snprintf(hint, sizeof hint, "; try %s%ju,25%%", option, given);
    diag_error("%s '%.*s%s': distance %ju%s would match everything (%s %u%s)%s", what, shown,
               p->text, (size_t)shown < p->text_length ? "..." : "", given, percent ? "%" : "",
               p->automaton != NULL ? "to delete all of it costs" : "it has",
               (unsigned)pattern_vacuous(p),
               p->automaton != NULL ? ""
               : p->m == 1          ? " character"
                                    : " characters",
               hint);
}

/* Sets p->k; false when a distance that the user gave is no restriction. */
static bool set_distance(const struct compiler *c, const struct pattern_source *source,
                         struct pattern *p)
{
    p->k = pattern_vacuous(p) - 1;
    if (!c->rules->limited && !source->limited)
        return true;
    struct limit limit = source->limited ? source->limit : c->rules->limit;
    uint64_t k = limit_edits(limit, p->m);
    if (k > p->k) {
        refuse_distance(c->what, p, limit, source->limited ? "" : "-k ");
        return false;
    }
    p->k = (uint32_t)k;
    return true;
}

/* A pattern of a file is told by its line. */
static void set_what(struct compiler *c, const struct pattern_source *source)
{
    static const char format[] = "%s:%lu: pattern";
    free(c->what);
    if (source->file == NULL) {
        c->what = xmemdup("pattern", sizeof "pattern");
        return;
    }
    int length = snprintf(NULL, 0, format, source->file, source->line);
    c->what = xcalloc((size_t)length + 1, 1);
    (void)snprintf(c->what, (size_t)length + 1, format, source->file, source->line);
}

/* Fills *p, which is owned by the query already: on failure query_free() frees it. */
static bool compile(struct compiler *c, const struct pattern_source *source, struct pattern *p)
{
    if (source->length == 0) {
        diag_error("empty pattern");
        return false;
    }
    if (source->length > LONGEST) {
        diag_error("a pattern is longer than %ju bytes", (uintmax_t)LONGEST);
        return false;
    }
    set_what(c, source);
    char *text = xmemdup(source->text, source->length + source->id_length);
    p->text = text;
    p->text_length = source->length;
    p->id_length = source->id_length;
    if (!set_form(c, p))
        return false;
    size_t length = p->form_length;
    if (c->rules->expression)
        return compile_expression(c, p) && set_distance(c, source, p);
    uint32_t *items = xreallocarray(NULL, length, sizeof *items);
    p->items = items;
    p->m = (uint32_t)(c->rules->iupac     ? letter_items(c, p->form, length, items)
                      : c->rules->classes ? class_items(c, p->form, length, items)
                                          : literal_items(c, p->form, length, items));
    return p->m > 0 && settle_costs(c, p) && set_distance(c, source, p);
}

/* Makes *p the reverse complement of `forward`, which comes before it. False when an error was
 * reported; the query owns *p already, as in compile(). */
static bool compile_reverse(struct compiler *c, const struct pattern *forward, struct pattern *p)
{
    uint32_t m = forward->m, *items = xreallocarray(NULL, m, sizeof *items);
    for (uint32_t i = 0; i < m; i++) {
        unsigned bases = iupac_bases((unsigned char)forward->form[m - 1 - i]);
        items[i] = letter_item(c, iupac_complement(bases));
    }
    *p = *forward;
    p->reverse = true;
    p->items = items;
    p->automaton = NULL;
    p->text = xmemdup(forward->text, forward->text_length + forward->id_length);
    p->form =
        forward->form == forward->text ? p->text : xmemdup(forward->form, forward->form_length);
    return settle_costs(c, p);
}

/* Adds the pattern, and its reverse complement where that is wanted and another one. False when an
 * error was reported. */
static bool add_pattern(struct compiler *c, const struct pattern_source *source, uint32_t number)
{
    struct query *q = c->query;
    struct pattern *p = &q->patterns[q->npatterns++], *next = p + 1;
    p->number = number;
    if (!compile(c, source, p))
        return false;
    if (!c->rules->reverse_complement)
        return true;
    q->npatterns++;
    bool good = compile_reverse(c, p, next);
    if (good && memcmp(next->items, p->items, p->m * sizeof *p->items) == 0) {
        pattern_free(next);
        *next = (struct pattern){0};
        q->npatterns--;
    }
    return good;
}

/* Equal patterns are sequences of the same items, or the same text where it becomes no sequence. */
static bool equal(const struct pattern *x, const struct pattern *y)
{
    if ((x->items == NULL) != (y->items == NULL) || x->reverse != y->reverse)
        return false;
    if (x->items == NULL)
        return x->text_length == y->text_length && memcmp(x->text, y->text, x->text_length) == 0;
    return x->m == y->m && memcmp(x->items, y->items, x->m * sizeof *x->items) == 0;
}

static size_t hash_pattern(const struct pattern *p)
{
    if (p->items == NULL)
        return hash_bytes(p->text, p->text_length);
    return hash_bytes(p->items, p->m * sizeof *p->items);
}

/* Drops the patterns that equal an earlier one. The text of an item lies in the first pattern that
 * has it, so no text is lost. */
static void drop_equal(struct query *q)
{
    size_t size = 64, kept = 0;
    while (size < 2 * q->npatterns)
        size *= 2;
    uint32_t *table = xcalloc(size, sizeof *table); /* number + 1 of a pattern that is kept */
    for (size_t i = 0; i < q->npatterns; i++) {
        size_t at = hash_pattern(&q->patterns[i]) & (size - 1);
        while (table[at] > 0 && !equal(&q->patterns[table[at] - 1], &q->patterns[i]))
            at = (at + 1) & (size - 1);
        if (table[at] > 0) {
            pattern_free(&q->patterns[i]);
            continue;
        }
        q->patterns[kept] = q->patterns[i];
        q->patterns[kept].index =
            q->patterns[i].reverse ? q->patterns[kept - 1].index : (uint32_t)kept;
        table[at] = (uint32_t)++kept;
    }
    free(table);
    q->npatterns = kept;
}

static void release(struct compiler *c)
{
    for (size_t i = 0; i < CHAR_LIMIT / PAGE; i++)
        free(c->pages[i]);
    for (size_t i = 0; c->classes != NULL && i < c->query->nitems; i++)
        free(c->classes[i].source);
    free(c->classes);
    free(c->class_table);
    free(c->characters.bytes);
    free(c->what);
    close_source(c);
    pcre2_match_data_free(c->match);
    free(c);
}

/* Whether a pattern has "$". */
static bool any_asks_ends(const struct query *q)
{
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct automaton *a = q->patterns[i].automaton;
        if (a != NULL && (a->conditions & CONDITION_END) != 0)
            return true;
    }
    return false;
}

const struct query *patterns_compile(const struct pattern_source *sources, size_t count,
                                     const struct pattern_rules *rules)
{
    struct query *q = xcalloc(1, sizeof *q);
    struct compiler *c = xcalloc(1, sizeof *c);
    *q = (struct query){.word_item = ITEM_NONE,
                        .metric = rules->metric,
                        .utf8 = rules->utf8,
                        .best = rules->best,
                        .each = rules->each,
                        .word = rules->word,
                        .line = rules->line};
    q->certain = !q->word && !q->line && !rules->filtered && !rules->several && !rules->crlf;
    q->once = rules->any && q->certain && !q->best;
    q->patterns = xcalloc(count * (1 + rules->reverse_complement), sizeof *q->patterns);
    c->rules = rules;
    c->query = q;
    c->match = regex_match_data();
    if (c->match == NULL)
        die("%s", strerror(ENOMEM));
    xgrow(&c->characters.bytes, &c->characters.capacity, 1, 1);
    bool good = !equality_of(rules, &q->equality) || q->equality != NULL;
    open_source(c);
    good = good && add_confusions(c);
    for (size_t i = 0; good && i < count; i++) {
        good = add_pattern(c, &sources[i], (uint32_t)i + 1);
        progress_reach(rules->progress, (double)(i + 1), (double)count);
    }
    release(c);
    if (!good) {
        query_free(q);
        return NULL;
    }
    drop_equal(q);
    q->ends = q->line || any_asks_ends(q);
    query_measure(q);
    return q;
}
