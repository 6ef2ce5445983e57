/*
 * pattern.c - compiles patterns to sequences of item numbers (pattern_items.c) or to automata.
 */
#include "query/pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/least.h"
#include "base/progress.h"
#include "base/xalloc.h"
#include "query/char_class.h"
#include "query/compile_confusions.h"
#include "query/expression.h"
#include "query/glushkov.h"
#include "query/iupac.h"
#include "query/limited_group.h"
#include "query/matcher.h"
#include "query/pattern_distance.h"
#include "query/pattern_form.h"
#include "query/pattern_items.h"
#include "query/pattern_set.h"
#include "query/regex.h"

enum { LONGEST = UINT32_MAX / 2 };

struct compiler {
    const struct pattern_rules *rules;
    struct query *query;
    struct pattern_items *items;
    struct edit_limits limits; /* of the current pattern as a whole */
    char *what;                /* it, in messages */
    struct folding *source;    /* -P, -E: folding of patterns before parsing; or NULL */
};

static void complain(const struct compiler *c, const struct pattern *p, const char *reason)
{
    regex_complain(c->what, p->text, p->text_length, 0, c->rules->utf8, reason);
}

/* Sets the form of a pattern. Returns false after reporting that the form is empty. */
static bool set_form(const struct compiler *c, struct pattern *p)
{
    bool literal = !c->rules->classes && !c->rules->expression;
    const struct folding *e = literal ? c->query->folding : c->source;
    p->form = p->text;
    p->form_length = p->text_length;
    if (e == NULL)
        return true;
    p->form = pattern_form(e, p->text, p->text_length, &p->form_length);
    if (p->form_length == 0)
        complain(c, p, "all of it is passed over");
    return p->form_length > 0;
}

static bool item_matches(void *context, uint32_t item, uint32_t character)
{
    return matcher_item(context, item, character);
}

/* Returns the confusions for the items so far; the caller closes the matcher in `context`. */
static struct confusion_edges open_confusion_edges(const struct compiler *c)
{
    struct confusion_edges d = {.list = c->query->confusions.edges,
                                .count = c->query->confusions.n};
    if (c->query->confusions.n > 0 && pattern_items_compiled(c->items)) {
        d.matches = item_matches;
        d.context = matcher_open(c->query);
        if (d.context == NULL)
            die_out_of_memory();
    }
    return d;
}

/* Adds an item for word characters, if conditions need it. */
static void add_words(struct compiler *c)
{
    const char *set = matcher_words(c->rules->utf8);
    c->query->classes.word = pattern_items_single(c->items, set, strlen(set), 0);
}

/* Returns the automaton of an expression or, without one, of the pattern's items; NULL if an error
 * was reported. */
static struct automaton *build_automaton(const struct compiler *c, const struct expression *x,
                                         const struct pattern *p, bool marks)
{
    struct glushkov_rules rules = {.edits = pattern_edits(c->rules),
                                   .confusion_edges = open_confusion_edges(c),
                                   .limits = c->limits};
    struct automaton *a =
        x != NULL ? glushkov_build(x, &rules, marks) : glushkov_sequence(p->items, p->m, &rules);
    matcher_close(rules.confusion_edges.context);
    if (a == NULL)
        complain(c, p,
                 c->query->confusions.n > 0 ? "too many items could be exchanged or confused"
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
    if (!c->rules->costs.given && c->rules->metric == METRIC_HAMMING)
        p->automaton->vacuous = p->m;
}

/* If edits have costs or limits, gives a sequence an automaton. Returns false if an error was
 * reported. */
static bool settle_costs(struct compiler *c, struct pattern *p)
{
    if (!c->rules->costs.given && !c->limits.given)
        return true;
    bool good = set_automaton(c, NULL, p);
    if (good)
        settle_hamming(c, p);
    return good;
}

/* Sets the alternatives of an expression, whose items it takes over. Returns false if an error was
 * reported. */
static bool set_alternatives(struct compiler *c, struct item_sequences *s, struct pattern *p)
{
    const uint32_t *items = s->items;
    bool good = true;
    p->alternatives = xcalloc(s->n, sizeof *p->alternatives);
    for (size_t i = 0; i < s->n && good; i++) {
        struct pattern *to = &p->alternatives[p->nalternatives++];
        *to = (struct pattern){
            .m = s->lengths[i], .items = items, .text = p->text, .text_length = p->text_length};
        items += to->m;
        good = settle_costs(c, to);
    }
    s->items = NULL;
    return good;
}

/* Best mode: sets p->core to a group that is not all of the expression, or rejects it if it may be
 * empty. Returns false if an error was reported. */
static bool set_core(struct compiler *c, const struct limited_group *g, struct pattern *p)
{
    struct pattern *core = p->core = xcalloc(1, sizeof *core);
    *core = (struct pattern){.m = g->m,
                             .k = (uint32_t)g->cost,
                             .items = g->items,
                             .text = p->text,
                             .text_length = p->text_length};
    c->limits = g->limits;
    if (!settle_costs(c, core))
        return false;
    c->limits = c->rules->limits;
    if (g->cost >= pattern_vacuous(core))
        pattern_free_core(p);
    return true;
}

/* Looks for a group with limits. An expression that is only this group is a sequence with these
 * limits, *whole: insertions before and behind the group, which they do not count, only add to the
 * distance, unless occurrences may not begin and end anywhere. Returns false if an error was
 * reported. */
static bool settle_group(struct compiler *c, const struct expression *x, struct pattern *p,
                         bool *whole)
{
    struct limited_group g = {0};
    *whole = false;
    if (c->limits.given ||
        !limited_group_find(&g, x, pattern_edits(c->rules), pattern_other_cost(c->rules)))
        return true;
    *whole = g.whole && !c->rules->word && !c->rules->line;
    if (*whole) {
        p->items = g.items;
        p->m = g.m;
        p->grouped = true;
        c->limits = g.limits;
    } else if (c->rules->best) {
        return set_core(c, &g, p);
    } else {
        free(g.items);
    }
    return true;
}

/* Converts an expression to a sequence of items or an automaton. Returns false if an error was
 * reported. */
static bool settle_expression(struct compiler *c, const struct expression *x, struct pattern *p)
{
    struct item_sequences s;
    if (c->rules->groups && (p->marked = build_automaton(c, x, p, true)) == NULL)
        return false;
    if (expression_alternatives(x, &s) && s.n == 1) {
        p->items = s.items;
        p->m = (uint32_t)s.nitems;
        free(s.lengths);
        return settle_costs(c, p);
    }
    bool whole = false;
    if (s.n == 0 && !settle_group(c, x, p, &whole))
        return false;
    if (whole)
        return settle_costs(c, p);
    bool good = set_automaton(c, x, p) && (s.n == 0 || set_alternatives(c, &s, p));
    item_sequences_free(&s);
    if (!good)
        return false;
    p->m = expression_measure(x).shortest;
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
    if (!c->rules->nucleotides.letters || dot)
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

/* Returns false, and reports it, if a pattern cannot have this length. */
static bool check_length(size_t length)
{
    if (length == 0)
        diag_error("empty pattern");
    else if (length > LONGEST)
        diag_error("a pattern is longer than %ju bytes", (uintmax_t)LONGEST);
    return length > 0 && length <= LONGEST;
}

static bool set_distance(const struct compiler *c, const struct pattern_source *source,
                         struct pattern *p)
{
    const struct limit *own = source->limited ? &source->limit : NULL;
    return pattern_set_distance(c->rules, &c->limits, c->what, own, p);
}

/* Compiles into *p, which the query already owns: on failure query_free() frees it. */
static bool compile_source(struct compiler *c, const struct pattern_source *source,
                           struct pattern *p)
{
    if (!check_length(source->length))
        return false;
    set_what(c, source);
    c->limits = c->rules->limits;
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
    p->m = (uint32_t)(c->rules->nucleotides.letters
                          ? pattern_items_letters(c->items, c->what, p->form, length, items)
                      : c->rules->classes
                          ? pattern_items_classes(c->items, c->what, p->form, length, items)
                          : pattern_items_literal(c->items, p->form, length, items));
    p->overhang.inside = c->rules->overhang < p->m ? c->rules->overhang : 0;
    p->overhang.limit = source->limited ? source->limit : c->rules->limit;
    return p->m > 0 && settle_costs(c, p) && set_distance(c, source, p);
}

/* Makes *p the reverse complement of `forward`, the pattern before it. Returns false if an error
 * was reported; the query already owns *p, as in compile_source(). */
static bool compile_reverse(struct compiler *c, const struct pattern *forward, struct pattern *p)
{
    *p = (struct pattern){.m = forward->m,
                          .k = forward->k,
                          .asked = forward->asked,
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
    c->limits = c->rules->limits;
    if (c->rules->expression)
        return compile_expression(c, p);
    uint32_t *items = xreallocarray(NULL, p->m, sizeof *items);
    p->items = items;
    for (uint32_t i = 0; i < p->m; i++) {
        unsigned bases = iupac_bases((unsigned char)p->form[p->m - 1 - i]);
        items[i] = pattern_items_letter(c->items, iupac_complement(bases));
    }
    return settle_costs(c, p);
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
    if (!c->rules->nucleotides.reverse_complement)
        return true;
    q->npatterns++;
    bool good = compile_reverse(c, p, next);
    if (good && p->items != NULL && !p->grouped &&
        memcmp(next->items, p->items, p->m * sizeof *p->items) == 0) {
        pattern_free(next);
        *next = (struct pattern){0};
        q->npatterns--;
    }
    return good;
}

static struct report_rule report_rule_of(const struct pattern_rules *rules)
{
    bool ends = !rules->word && rules->overhang == 0;
    bool records = ends && !rules->needs.filtered;
    bool once = rules->needs.report == REPORT_ANY || rules->needs.report == REPORT_FIRST;
    bool leaves = !rules->line && !rules->best;
    struct report_rule rule = {.admissible = records && !rules->line,
                               .filtered = rules->needs.filtered,
                               .slack = rules->needs.slack,
                               .wanted = rules->needs.wanted};
    if (rules->best && rules->needs.wanted == 0 && rule.admissible)
        rule.lowers = LOWERS_ENDS;
    else if (rules->best && rules->needs.wanted == 0 && records && rules->needs.slack == 0)
        rule.lowers = LOWERS_RECORDS;
    rule.once = once && leaves && !rules->word;
    rule.once_word = once && leaves && rules->word;
    rule.first = rules->needs.report == REPORT_FIRST && leaves && rule.admissible;
    rule.nearest = rules->needs.report == REPORT_NEAREST && leaves && rules->overhang == 0;
    return rule;
}

const struct query *patterns_compile(const struct pattern_source *sources, size_t count,
                                     const struct pattern_rules *rules)
{
    struct query *q = xcalloc(1, sizeof *q);
    struct compiler *c = xcalloc(1, sizeof *c);
    *q = (struct query){.classes.word = ITEM_NONE,
                        .metric = rules->metric,
                        .utf8 = rules->utf8,
                        .best = rules->best,
                        .each = rules->needs.each,
                        .word = rules->word,
                        .line = rules->line,
                        .report = report_rule_of(rules)};
    q->patterns = xcalloc(count * (1 + rules->nucleotides.reverse_complement), sizeof *q->patterns);
    c->rules = rules;
    c->query = q;
    c->items = pattern_items_open(q, rules);
    bool good = folding_of(rules, &q->folding);
    if (rules->classes || rules->expression)
        c->source = source_folding_open(q->folding);
    good = good && compile_confusions(q, rules, c->items);
    for (size_t i = 0; good && i < count; i++) {
        good = add_pattern(c, &sources[i], (uint32_t)i + 1);
        progress_reach(rules->progress, (double)(i + 1), (double)count);
    }
    pattern_items_close(c->items);
    q->report.once_word = q->report.once_word && q->classes.border > 0;
    free(c->what);
    source_folding_close(c->source);
    free(c);
    if (!good) {
        query_free(q);
        return NULL;
    }
    distinct_keep(q);
    query_measure(q);
    q->alternatives = alternatives_open(q);
    q->cores = cores_open(q);
    return q;
}
