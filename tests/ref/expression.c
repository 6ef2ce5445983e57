/*
 * expression.c - random regexes. Groups repeat only a few times, and few quantifiers have no limit,
 * so that matching is fast.
 *
 * Regexes have nothing that delimiters must not have: \K, \G, \X, \C, verbs such as (*COMMIT), and
 * newlines of two characters.
 */
#include "expression.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

#include "naive_text.h"

struct writer {
    FILE *to;
    struct random *random;
    const struct expression_rules *rules;
    unsigned loops;  /* quantifiers without limit still allowed */
    unsigned groups; /* capturing groups so far */
    bool fixed;      /* no quantifiers: in a group with one, or in a lookbehind */
};

static bool percent(struct writer *w, unsigned p)
{
    return random_percent(w->random, p);
}

static void pick(struct writer *w, const char *const *strings, size_t count)
{
    fputs(strings[random_below(w->random, count)], w->to);
}

#define PICK(W, STRINGS) pick(W, STRINGS, sizeof(STRINGS) / sizeof *(STRINGS))

/* Characters */

static bool decodes(const struct writer *w, const struct element *e, uint32_t *c)
{
    return character_decode(e->bytes, e->length, w->rules->utf8, c) == e->length &&
           *c < CODE_POINTS;
}

/* Returns one of the letters, or another character if they are all broken. */
static uint32_t draw_character(struct writer *w)
{
    const struct elements *letters = w->rules->letters;
    uint32_t c;
    for (unsigned tries = 0; tries < 20; tries++)
        if (decodes(w, &letters->list[random_below(w->random, letters->count)], &c))
            return c;
    return 'a';
}

/* Writes a character, also for a set: a special one with a backslash, or by its number. */
static void put_character(struct writer *w, uint32_t c)
{
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    unsigned char bytes[4] = {(unsigned char)c};
    if (c < ' ' || percent(w, 5)) {
        fprintf(w->to, "\\x{%x}", (unsigned)c);
        return;
    }
    if (!plain && c < 0x80 && c != '<' && c != '>') /* -E: \< and \> are word borders */
        putc('\\', w->to);
    fwrite(bytes, 1, w->rules->utf8 ? naive_encode(c, bytes) : 1, w->to);
}

static void put_range(struct writer *w, uint32_t a, uint32_t b)
{
    put_character(w, a < b ? a : b);
    putc('-', w->to);
    put_character(w, a < b ? b : a);
}

static const char *const escapes[] = {"\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\h", "\\N"};
static const char *const properties[] = {"\\p{L}",  "\\p{Lu}", "\\P{L}",  "\\p{N}", "\\p{Greek}",
                                         "\\P{Ll}", "\\p{Zs}", "\\p{So}", "\\P{N}", "\\p{Han}"};

/* Writes a set with the character c; a negated set mostly without it. */
static void put_set(struct writer *w, uint32_t c)
{
    bool negated = percent(w, 40);
    fputs(negated ? "[^" : "[", w->to);
    if (negated && percent(w, 80))
        c = draw_character(w);
    if (!w->rules->no_ranges && percent(w, 20))
        put_range(w, c, draw_character(w));
    else
        put_character(w, c);
    for (uint64_t more = random_below(w->random, 4); more > 0; more--)
        if (percent(w, 15))
            pick(w, escapes, 7); /* \N is not allowed in sets */
        else
            put_character(w, draw_character(w));
    putc(']', w->to);
}

void expression_put_item(FILE *to, struct random *r, const struct expression_rules *rules,
                         uint32_t c)
{
    struct writer w = {.to = to, .random = r, .rules = rules};
    unsigned kind = (unsigned)random_below(r, 100);
    if (c >= CODE_POINTS)
        fputs(kind < 50 ? "." : "[^a]", to); /* these match undecodable bytes */
    else if (kind < 60)
        put_character(&w, c);
    else if (kind < 85)
        put_set(&w, c);
    else if (kind < 90)
        putc('.', to);
    else if (kind < 95 || !rules->utf8)
        PICK(&w, escapes);
    else
        PICK(&w, properties);
}

/* Pieces */

static void put_alternatives(struct writer *w, unsigned depth);

static void put_group(struct writer *w, const char *head, unsigned depth)
{
    fputs(head, w->to);
    put_alternatives(w, depth);
    putc(')', w->to);
}

/* Writes a piece that matches one or two characters. */
static void put_behind(struct writer *w)
{
    fputs(percent(w, 50) ? "(?<=" : "(?<!", w->to);
    if (percent(w, 20))
        putc('^', w->to);
    for (unsigned more = 1 + percent(w, 30); more > 0; more--)
        if (percent(w, 30))
            put_set(w, draw_character(w));
        else
            put_character(w, draw_character(w));
    putc(')', w->to);
}

static void put_assertion(struct writer *w, unsigned depth)
{
    static const char *const simple[] = {"^",   "$",   "\\b", "\\B", "\\A",
                                         "\\Z", "\\z", "\\b", "^",   "$"};
    unsigned kind = (unsigned)random_below(w->random, 100);
    if (kind < 60 || depth == 0)
        PICK(w, simple);
    else if (kind < 80)
        put_behind(w);
    else
        put_group(w, kind < 90 ? "(?=" : "(?!", depth - 1);
}

/* Writes a piece that matches one character, or \R. */
static void put_single(struct writer *w)
{
    unsigned kind = (unsigned)random_below(w->random, 100);
    if (kind < 60)
        put_character(w, draw_character(w));
    else if (kind < 70)
        putc('.', w->to);
    else if (kind < 85)
        put_set(w, draw_character(w));
    else if (kind < 94)
        PICK(w, escapes);
    else if (kind < 97 && w->rules->utf8)
        PICK(w, properties);
    else
        fputs("\\R", w->to);
}

static void put_quantifier(struct writer *w, bool single)
{
    static const char *const few[] = {"?", "{0,2}", "{2}", "{1,3}", "{1,2}"};
    static const char *const many[] = {"*", "+", "{2,}"};
    if (single && w->loops > 0 && percent(w, 60)) {
        PICK(w, many);
        w->loops--;
    } else {
        PICK(w, few);
    }
    unsigned kind = (unsigned)random_below(w->random, 100);
    if (kind < 30)
        putc(kind < 20 ? '?' : '+', w->to); /* lazy, possessive */
}

/* Writes a group; if it has a quantifier, there is none inside. */
static void put_inner(struct writer *w, unsigned depth)
{
    static const char *const heads[] = {"(?:", "(?:", "(", "(?>", "(?i:", "(?|"};
    bool quantified = !w->fixed && percent(w, 40), capture = percent(w, 20);
    bool before = w->fixed;
    w->fixed = before || quantified;
    if (capture)
        put_group(w, "(", depth - 1);
    else
        put_group(w, heads[random_below(w->random, 2 + 4 * percent(w, 40))], depth - 1);
    w->fixed = before;
    if (quantified)
        put_quantifier(w, false);
    if (capture && !quantified && w->groups++ == 0 && percent(w, 30))
        fputs("\\1", w->to);
}

static void put_piece(struct writer *w, unsigned depth)
{
    unsigned kind = (unsigned)random_below(w->random, 100);
    if (kind < 12) {
        put_assertion(w, depth);
    } else if (kind < 30 && depth > 0) {
        put_inner(w, depth);
    } else {
        put_single(w);
        if (!w->fixed && percent(w, 35))
            put_quantifier(w, true);
    }
}

static void put_sequence(struct writer *w, unsigned depth)
{
    for (uint64_t pieces = random_between(w->random, 1, 3); pieces > 0; pieces--)
        put_piece(w, depth);
}

static void put_alternatives(struct writer *w, unsigned depth)
{
    put_sequence(w, depth);
    while (percent(w, 25)) {
        putc('|', w->to);
        put_sequence(w, depth);
    }
}

/* The whole */

/* Writes settings of the whole regex. */
static void put_head(struct writer *w)
{
    static const char *const verbs[] = {"(*NO_JIT)",          "(*NO_START_OPT)",
                                        "(*NO_AUTO_POSSESS)", "(*NO_DOTSTAR_ANCHOR)",
                                        "(*BSR_ANYCRLF)",     "(*CR)"};
    static const char *const newlines[] = {"(*ANYCRLF)", "(*CRLF)", "(*ANY)"};
    static const char *const settings[] = {"(?i)", "(?m)", "(?s)", "(?x)", "(?m-i)", "(?ms)"};
    static const char *const beginnings[] = {".*", ".*?", "\\N*", ".+", ".*+", "(?s).*"};
    if (percent(w, 15))
        PICK(w, verbs);
    else if (w->rules->separator == NULL && percent(w, 5))
        PICK(w, newlines);
    if (percent(w, 25))
        PICK(w, settings);
    if (w->loops > 0 && percent(w, 8)) {
        PICK(w, beginnings);
        w->loops--;
    }
}

static void put_separated(struct writer *w)
{
    uint32_t c;
    if (percent(w, 40))
        put_piece(w, 2);
    if (decodes(w, w->rules->separator, &c))
        put_character(w, c);
    if (percent(w, 25))
        put_quantifier(w, true);
    if (percent(w, 40))
        put_piece(w, 2);
}

static char *write_expression(struct random *r, const struct expression_rules *rules)
{
    char *text;
    size_t length;
    struct writer w = {
        .to = open_memstream(&text, &length), .random = r, .rules = rules, .loops = rules->loops};
    if (w.to == NULL)
        abort();
    put_head(&w);
    if (rules->separator != NULL && percent(&w, 70))
        put_separated(&w);
    else
        put_alternatives(&w, 2);
    if (fclose(w.to) != 0)
        abort();
    return text;
}

static bool is_legal(const char *text, const struct expression_rules *rules)
{
    int error;
    size_t at;
    uint32_t flags = rules->utf8 ? PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF : 0, empty = 1;
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, flags, &error, &at, NULL);
    if (code == NULL)
        return false;
    pcre2_pattern_info(code, PCRE2_INFO_MATCHEMPTY, &empty);
    pcre2_code_free(code);
    return rules->separator == NULL || !empty;
}

char *expression_draw(struct random *r, const struct expression_rules *rules)
{
    for (;;) {
        char *text = write_expression(r, rules);
        if (is_legal(text, rules))
            return text;
        free(text);
    }
}
