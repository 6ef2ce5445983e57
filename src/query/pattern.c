/*
 * pattern.c - compiles patterns to sequences of item numbers (pattern_items.c) or to automata.
 */
#include "query/pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/alternatives.h"
#include "query/char_class.h"
#include "query/confusion.h"
#include "query/distinct.h"
#include "query/expression.h"
#include "query/folded_text.h"
#include "query/glushkov.h"
#include "query/iupac.h"
#include "query/limited_automaton.h"
#include "query/matcher.h"
#include "query/pattern_items.h"
#include "query/regex.h"

enum { LONGEST = UINT32_MAX / 2 };

struct compiler {
    const struct pattern_rules *rules;
    struct query *query;
    struct pattern_items *items;
    char *what;             /* the current pattern in messages */
    struct folding *source; /* -P, -E: folding of patterns before parsing; or NULL */
};

/* The form in which texts are compared */

/* Patterns of -P and -E are normalized, but no character is skipped, because it may be syntax. */
static void open_source(struct compiler *c)
{
    const struct folding *e = c->query->equality;
    if (e == NULL || e->normal == NULL || !(c->rules->classes || c->rules->expression))
        return;
    c->source = xmemdup(e, sizeof *e);
    c->source->fold_space = false;
    c->source->nranges = 0;
    c->source->sets = NULL; /* no characters are skipped */
    c->source->kinds = xmemdup(e->kinds, CHAR_LIMIT);
    for (size_t i = 0; i < CHAR_LIMIT; i++)
        c->source->kinds[i] &= CHARACTER_JOINS | CHARACTER_CHANGES;
}

/* Returns the folded text; the caller frees it. */
static char *form_of(const struct folding *e, const char *text, size_t length, size_t *size)
{
    struct folded_text plain = {0};
    plain.part = ENTRY_SEQUENCE;
    if (!folded_text_add(&plain, e, (const unsigned char *)text, 0, length, -1))
        die_out_of_memory();
    char *form = xmemdup(plain.n > 0 ? plain.bytes : (const unsigned char *)"", plain.n);
    *size = plain.n;
    folded_text_free(&plain);
    return form;
}

/* Sets the form of a pattern. Returns false after reporting that the form is empty. */
static bool set_form(const struct compiler *c, struct pattern *p)
{
    bool literal = !c->rules->classes && !c->rules->expression;
    const struct folding *e = literal ? c->query->equality : c->source;
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

/* Finds the item of a character of a confusion. Returns false if it is not a valid item. */
static bool confused_item(struct compiler *c, const char *text, size_t length, uint32_t *item)
{
    if (!c->rules->classes && !c->rules->expression)
        return pattern_items_literal(c->items, text, length, item) > 0;
    return pattern_items_single(c->items, text, length, CLASS_LITERAL, item);
}

/* Parses the characters of a side, and finds their items. Returns an error message, or NULL. */
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
        size_t size = utf8_or_byte(c->rules->utf8, (const unsigned char *)text,
                                   (size_t)(end - text), &character);
        if (*count == CONFUSION_MOST)
            return side == 0 ? "A has more than 3 characters" : "B has more than 3 characters";
        if (character >= CHAR_BYTE)
            return "this is not valid UTF-8";
        if (!confused_item(c, text, size, &items[*count]))
            return "contains a character that PCRE2 rejects";
        characters[(*count)++] = character;
        text += size;
    }
    return *count > 0 ? NULL : side == 0 ? "A is empty" : "B is empty";
}

/* Adds both directions of a confusion. Returns false if an error was reported. */
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
        struct confusion_edge *d = &c->query->confusion_edges[c->query->nconfusion_edges++];
        *d = (struct confusion_edge){
            .cost = from->cost, .length = count[side], .count = count[!side]};
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
        c->query->confusion_edges =
            xcalloc(2 * c->rules->nconfusions, sizeof *c->query->confusion_edges);
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

/* Returns the confusions for the items so far; the caller closes the matcher in `context`. */
static struct confusion_edges open_confusion_edges(const struct compiler *c)
{
    struct confusion_edges d = {.list = c->query->confusion_edges,
                                .count = c->query->nconfusion_edges};
    if (c->query->nconfusion_edges > 0 && pattern_items_compiled(c->items)) {
        d.matches = item_matches;
        d.context = matcher_open(c->query);
        if (d.context == NULL)
            die_out_of_memory();
    }
    return d;
}

/* Returns the costs of edits. */
static struct edits edits_of(const struct pattern_rules *rules)
{
    return rules->costs ? rules->edits : edits_of_metric(rules->metric);
}

/* Adds an item for word characters, if conditions need it. */
static void add_words(struct compiler *c)
{
    const char *set = matcher_words(c->rules->utf8);
    (void)pattern_items_single(c->items, set, strlen(set), 0, &c->query->word_item);
}

static void complain(const struct compiler *c, const struct pattern *p, const char *reason)
{
    regex_complain(c->what, p->text, p->text_length, 0, c->rules->utf8, reason);
}

/* Returns the automaton of an expression or, without one, of the pattern's items; NULL if an error
 * was reported. */
static struct automaton *build_automaton(const struct compiler *c, const struct expression *x,
                                         const struct pattern *p, bool marks)
{
    struct glushkov_rules rules = {.edits = edits_of(c->rules),
                                   .confusion_edges = open_confusion_edges(c),
                                   .limits = c->rules->limits};
    struct automaton *a =
        x != NULL ? glushkov_build(x, &rules, marks) : glushkov_sequence(p->items, p->m, &rules);
    matcher_close(rules.confusion_edges.context);
    if (a == NULL)
        complain(c, p,
                 c->query->nconfusion_edges > 0 ? "too many items could be exchanged or confused"
                                                : "too many pairs of items could be exchanged");
    return a;
}

/* Sets p->automaton and, if edits have limits, p->marked unless it is set. Returns false if an
 * error was reported. */
static bool set_automaton(struct compiler *c, const struct expression *x, struct pattern *p)
{
    struct automaton *a = build_automaton(c, x, p, false);
    if (a == NULL)
        return false;
    p->automaton = a;
    if (a->budget == NULL)
        return true;
    p->automaton = limited_automaton(a, pattern_items_any(c->items));
    if (p->marked == NULL)
        p->marked = a;
    else
        automaton_free(a);
    if (p->automaton == NULL)
        complain(c, p, "more than 65536 states for the limits of its edits");
    return p->automaton != NULL;
}

/* METRIC_HAMMING: a limit of all items is no restriction. */
static void settle_hamming(const struct compiler *c, struct pattern *p)
{
    if (!c->rules->costs && c->rules->metric == METRIC_HAMMING)
        p->automaton->vacuous = p->m;
}

/* If edits have costs or limits, gives a sequence an automaton. Returns false if an error was
 * reported. */
static bool settle_costs(struct compiler *c, struct pattern *p)
{
    if (!c->rules->costs && !c->rules->limits.given)
        return true;
    bool good = set_automaton(c, NULL, p);
    if (good)
        settle_hamming(c, p);
    return good;
}

/* With --overhang, gives a sequence an automaton. Returns false if an error was reported. */
static bool settle_overhang(struct compiler *c, struct pattern *p)
{
    struct glushkov_rules rules = {.edits = edits_of(c->rules)};
    if (p->overhang.inside >= p->m)
        p->overhang.inside = 0;
    if (p->overhang.inside == 0)
        return true;
    p->automaton = glushkov_overhang(p->items, p->m, p->k, &p->overhang, &rules);
    if (p->automaton == NULL) {
        complain(c, p, "too many pairs of items could be exchanged");
        return false;
    }
    p->automaton->vacuous = p->m;
    p->overhang.items = p->items;
    p->items = NULL;
    return true;
}

/* Converts an expression to a sequence of items or an automaton. Returns false if an error was
 * reported. */
static bool settle_expression(struct compiler *c, const struct expression *x, struct pattern *p)
{
    uint32_t *items;
    size_t m;
    if (c->rules->groups && (p->marked = build_automaton(c, x, p, true)) == NULL)
        return false;
    if (expression_sequence(x, &items, &m)) {
        p->items = items;
        p->m = (uint32_t)m;
        return settle_costs(c, p);
    }
    if (!set_automaton(c, x, p))
        return false;
    p->m = expression_shortest(x);
    if (!c->rules->costs && !c->rules->limits.given)
        (void)expression_alternatives(x, &p->alternatives);
    settle_hamming(c, p);
    if (p->automaton->conditions & ~(uint32_t)(CONDITION_BEGIN | CONDITION_END))
        add_words(c);
    return true;
}

/* Sets n->item of an item of the pattern. Returns false if an error was reported. */
static bool set_item(struct compiler *c, const struct pattern *p, struct node *n)
{
    const char *item = p->form + n->start;
    bool dot = n->length == 1 && *item == '.' && (n->settings & CLASS_LITERAL) == 0;
    if (!c->rules->iupac || dot)
        return pattern_items_node(c->items, c->what, p->form, p->form_length, n);
    unsigned bases = iupac_item(item, n->length);
    if (bases == 0) {
        regex_point(c->what, p->form, p->form_length, n->start, c->rules->utf8,
                    "this is neither one of the letters ACGTURYSWKMBDHVN nor a set of some");
        return false;
    }
    n->item = pattern_items_letter(c->items, p->reverse ? iupac_complement(bases) : bases);
    return true;
}

/* Compiles a pattern of -E. Returns false if an error was reported. */
static bool compile_expression(struct compiler *c, struct pattern *p)
{
    struct expression x;
    struct expression_error error;
    if (!expression_parse(&x, p->form, p->form_length, c->rules->utf8, &error)) {
        regex_point(c->what, p->form, p->form_length, error.at, c->rules->utf8, error.reason);
        return false;
    }
    if (p->reverse)
        expression_reverse(&x);
    bool good = true;
    for (size_t i = 0; good && i < x.count; i++) {
        p->ngroups += x.nodes[i].kind == NODE_GROUP;
        good = x.nodes[i].kind != NODE_ITEM || set_item(c, p, &x.nodes[i]);
    }
    good = good && settle_expression(c, &x, p);
    expression_free(&x);
    return good;
}

/* Reports that the user's distance for the pattern is no restriction. */
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

/* Sets p->k. Returns false if the user's distance is no restriction (reported). */
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

/* Describes the pattern for messages: by its line, if it is from a file. */
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

/* Compiles into *p, which the query already owns: on failure query_free() frees it. */
static bool compile_source(struct compiler *c, const struct pattern_source *source,
                           struct pattern *p)
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
    p->m = (uint32_t)(c->rules->iupac
                          ? pattern_items_letters(c->items, c->what, p->form, length, items)
                      : c->rules->classes
                          ? pattern_items_classes(c->items, c->what, p->form, length, items)
                          : pattern_items_literal(c->items, p->form, length, items));
    p->overhang.inside = c->rules->overhang;
    p->overhang.limit = source->limited ? source->limit : c->rules->limit;
    return p->m > 0 && settle_costs(c, p) && set_distance(c, source, p) && settle_overhang(c, p);
}

/* Makes *p the reverse complement of `forward`, the pattern before it. Returns false if an error
 * was reported; the query already owns *p, as in compile_source(). */
static bool compile_reverse(struct compiler *c, const struct pattern *forward, struct pattern *p)
{
    *p = (struct pattern){.m = forward->m,
                          .k = forward->k,
                          .number = forward->number,
                          .reverse = true,
                          .overhang.inside = forward->overhang.inside,
                          .overhang.limit = forward->overhang.limit,
                          .text_length = forward->text_length,
                          .id_length = forward->id_length,
                          .form_length = forward->form_length};
    p->text = xmemdup(forward->text, forward->text_length + forward->id_length);
    p->form =
        forward->form == forward->text ? p->text : xmemdup(forward->form, forward->form_length);
    if (c->rules->expression)
        return compile_expression(c, p);
    uint32_t *items = xreallocarray(NULL, p->m, sizeof *items);
    p->items = items;
    for (uint32_t i = 0; i < p->m; i++) {
        unsigned bases = iupac_bases((unsigned char)p->form[p->m - 1 - i]);
        items[i] = pattern_items_letter(c->items, iupac_complement(bases));
    }
    return settle_costs(c, p) && settle_overhang(c, p);
}

/* Adds the pattern, and, if the options ask for it, its reverse complement, unless they are the
 * same sequence of items. Returns false after reporting an error. */
static bool add_pattern(struct compiler *c, const struct pattern_source *source, uint32_t number)
{
    struct query *q = c->query;
    struct pattern *p = &q->patterns[q->npatterns++], *next = p + 1;
    p->number = number;
    if (!compile_source(c, source, p))
        return false;
    if (!c->rules->reverse_complement)
        return true;
    q->npatterns++;
    bool good = compile_reverse(c, p, next);
    const uint32_t *items = pattern_sequence(p), *others = pattern_sequence(next);
    if (good && items != NULL && memcmp(others, items, p->m * sizeof *items) == 0) {
        pattern_free(next);
        *next = (struct pattern){0};
        q->npatterns--;
    }
    return good;
}

/* Returns whether a pattern has "$". */
static bool any_asks_ends(const struct query *q)
{
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct automaton *a = q->patterns[i].automaton;
        if (a != NULL && (a->conditions & CONDITION_END) != 0)
            return true;
    }
    return false;
}

static struct report_rule report_rule_of(const struct pattern_rules *rules)
{
    bool ends = !rules->word && !rules->crlf && rules->overhang == 0;
    bool records = ends && !rules->filtered, leaves = ends && !rules->line && !rules->best;
    struct report_rule rule = {.admissible = records && !rules->line, .slack = rules->slack};
    if (rules->best && !rules->several && rule.admissible)
        rule.lowers = LOWERS_ENDS;
    else if (rules->best && !rules->several && records && rules->slack == 0)
        rule.lowers = LOWERS_RECORDS;
    rule.once = rules->report == REPORT_ANY && leaves;
    rule.nearest = rules->report == REPORT_NEAREST && leaves;
    return rule;
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
                        .line = rules->line,
                        .report = report_rule_of(rules)};
    q->patterns = xcalloc(count * (1 + rules->reverse_complement), sizeof *q->patterns);
    c->rules = rules;
    c->query = q;
    c->items = pattern_items_open(q, rules);
    bool good = !folding_of(rules, &q->equality) || q->equality != NULL;
    open_source(c);
    good = good && add_confusions(c);
    for (size_t i = 0; good && i < count; i++) {
        good = add_pattern(c, &sources[i], (uint32_t)i + 1);
        progress_reach(rules->progress, (double)(i + 1), (double)count);
    }
    pattern_items_close(c->items);
    free(c->what);
    if (c->source != NULL)
        free(c->source->kinds);
    free(c->source);
    free(c);
    if (!good) {
        query_free(q);
        return NULL;
    }
    distinct_keep(q);
    q->ends = q->line || any_asks_ends(q);
    query_measure(q);
    q->alternatives = alternatives_open(q);
    return q;
}
