/*
 * diff_metamorphic.c - metamorphic tests: relations that must hold between the results of two
 * searches. Random cases (agreement.h), each searched twice, by random engines and in random ways.
 *
 * These tests also find errors that the reference implementation shares. A relation need not cover
 * the whole output: if it is about distances only, the searches print the records with an
 * occurrence within a random k.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agreement.h"
#include "ref/naive_text.h"

enum { LENGTHY = 4 /* percent of the cases of literals: texts of up to 4 million characters */ };

/* A text that grows. */
struct growing {
    FILE *to;
    struct naive_bytes bytes;
};

static void growing_open(struct growing *g)
{
    g->to = open_memstream((char **)&g->bytes.bytes, &g->bytes.length);
    if (g->to == NULL)
        abort();
}

static void append_bytes(struct growing *g, struct naive_bytes b)
{
    fwrite(b.bytes, 1, b.length, g->to);
}

static struct naive_bytes growing_close(struct growing *g)
{
    if (fclose(g->to) != 0)
        abort();
    return g->bytes;
}

/* Two searches of one case */

struct pair {
    struct instance one, other; /* they differ only in what the relation changes */
    bool fewer; /* the other search counts at most as many; false: both print the same */
};

static struct naive_bytes copy_of(struct naive_bytes b)
{
    struct growing g;
    growing_open(&g);
    append_bytes(&g, b);
    return growing_close(&g);
}

static struct instance twin_of(const struct instance *i)
{
    struct instance twin = *i;
    for (size_t p = 0; p < i->npatterns; p++)
        twin.patterns[p] = copy_of(i->patterns[p]);
    if (i->options.show_pattern == NAIVE_SHOW_TEXT) /* the texts of the patterns differ */
        twin.options.show_pattern = NAIVE_SHOW_NUMBER;
    return twin;
}

static void free_patterns(struct instance *twin)
{
    for (size_t p = 0; p < twin->npatterns; p++)
        free(twin->patterns[p].bytes);
}

static void set_pattern(struct instance *i, size_t p, struct naive_bytes to)
{
    free(i->patterns[p].bytes);
    i->patterns[p] = to;
}

/* Removes the patterns from p on. */
static void keep_patterns(struct instance *i, size_t p)
{
    while (i->npatterns > p)
        free(i->patterns[--i->npatterns].bytes);
}

static void set_expression(struct instance *i)
{
    i->options.expression = i->options.classes = i->paths = true;
}

/* Prints only what the distances of the records determine. */
static void print_records(struct instance *i)
{
    struct naive_options *o = &i->options;
    if (o->format == NAIVE_JSON)
        o->format = NAIVE_TEXT;
    o->only_matching = o->cigar = o->align = o->count_matches = o->column = false;
    o->show_pattern = NAIVE_SHOW_NONE;
    o->replace = NULL;
    o->show_strand = false;
    o->around = o->margin = 0;
    o->bare = true;
    if (o->span_lines)
        o->format = NAIVE_LIST;
}

/* Prints only how many records have an occurrence within k. */
static void count_records(struct instance *i)
{
    print_records(i);
    i->options.format = i->options.span_lines ? NAIVE_LIST : NAIVE_COUNT;
    i->options.invert = i->options.context = false;
    i->options.max_count = UINT64_MAX;
}

static void no_alignment(struct instance *i)
{
    i->options.cigar = i->options.align = false;
}

static bool are_characters(const struct instance *i)
{
    for (size_t p = 0; p < i->npatterns; p++)
        if (i->options.utf8 && !naive_is_utf8(i->patterns[p]))
            return false;
    return true;
}

static bool has_exchanges(const struct instance *i)
{
    return i->options.costs ? i->options.transpose != NAIVE_NEVER : i->options.metric == NAIVE_OSA;
}

/* Literals as expressions */

/* Writes each character; with a backslash if it could be an operator. */
static void append_literal(struct growing *g, struct naive_bytes literal)
{
    for (size_t n = 0; n < literal.length; n++) {
        unsigned char c = literal.bytes[n];
        bool plain = isalnum(c) || c >= 0x80 || c < ' ' || c == '_' || c == '<' || c == '>';
        if (c == '\0')
            fputs("\\x{0}", g->to);
        else
            fprintf(g->to, plain ? "%c" : "\\%c", c);
    }
}

/* Returns an expression with each pattern of the list as an alternative, once or twice, so that it
 * is no sequence of items. */
static struct naive_bytes choice_of(const struct naive_bytes *list, size_t count, bool twice)
{
    struct growing g;
    growing_open(&g);
    fputs("(", g.to);
    for (size_t n = 0; n < count * (1 + twice); n++) {
        fputs(n > 0 ? "|" : "", g.to);
        append_literal(&g, list[n % count]);
    }
    fputs(")", g.to);
    return growing_close(&g);
}

static void make_expressions(struct instance *i)
{
    for (size_t p = 0; p < i->npatterns; p++)
        set_pattern(i, p, choice_of(&i->patterns[p], 1, true));
    set_expression(i);
}

/* Keeps one pattern with -i, which makes literals equal that differ as expressions: edgrep searches
 * equal patterns as one. */
static void keep_distinct(struct pair *pair)
{
    if (!pair->one.options.ignore_case)
        return;
    keep_patterns(&pair->one, 1);
    keep_patterns(&pair->other, 1);
}

/* A literal has the same occurrences as an expression, even if NFA paths search it. */
static bool literal_is_expression(struct pair *pair, struct random *r)
{
    struct instance *to = &pair->other;
    if (!are_characters(to))
        return false;
    keep_distinct(pair);
    if (random_percent(r, 70)) {
        make_expressions(to);
    } else {
        for (size_t p = 0; p < to->npatterns; p++)
            set_pattern(to, p, choice_of(&to->patterns[p], 1, false));
        set_expression(to);
    }
    if (has_exchanges(to)) {
        no_alignment(&pair->one);
        no_alignment(to);
    }
    pair->one.options.align = to->options.align = false; /* it shows \. as a set */
    return true;
}

/* In each record, the distance of (a|b) is the minimum of the distances of a and b. */
static bool choice_is_minimum(struct pair *pair, struct random *r)
{
    (void)r;
    struct instance *to = &pair->other;
    if (!are_characters(to) || to->npatterns < 2 || to->options.limit != NAIVE_EDITS)
        return false;
    set_pattern(to, 0, choice_of(to->patterns, to->npatterns, false));
    keep_patterns(to, 1);
    set_expression(to);
    print_records(&pair->one);
    print_records(to);
    return true;
}

/* Costs */

static void set_costs(struct instance *i, enum naive_metric metric, size_t moves, size_t substitute)
{
    struct naive_options *o = &i->options;
    o->metric = metric;
    o->insert = o->delete = moves;
    o->substitute = substitute;
    o->transpose = metric == NAIVE_OSA ? 1 : NAIVE_NEVER;
    o->costs = o->nconfusions > 0;
    memset(i->cost_given, 0, sizeof i->cost_given);
    if (o->nconfusions > 0)
        no_alignment(i);
}

/* Sometimes turns the patterns into expressions. Without confusions, the engines of the metric
 * search them. */
static void maybe_expressions(struct pair *pair, struct random *r)
{
    if (!are_characters(&pair->one) || random_percent(r, 40))
        return;
    make_expressions(&pair->one);
    make_expressions(&pair->other);
}

static bool twice_is_indel(struct pair *pair, struct random *r)
{
    /* The metric counts a substitution as two edits, the costs as one: --limit and alignments treat
     * them differently. */
    if (pair->one.options.edits.given || naive_aligns(&pair->one.options) ||
        naive_has_groups(&pair->one.options))
        return false;
    set_costs(&pair->one, NAIVE_INDEL, 1, NAIVE_NEVER);
    set_costs(&pair->other, NAIVE_LEVENSHTEIN, 1, 2);
    pair->other.options.costs = pair->other.cost_given[2] = true;
    maybe_expressions(pair, r);
    return true;
}

static bool never_is_hamming(struct pair *pair, struct random *r)
{
    set_costs(&pair->one, NAIVE_HAMMING, NAIVE_NEVER, 1);
    set_costs(&pair->other, NAIVE_LEVENSHTEIN, NAIVE_NEVER, 1);
    pair->other.options.costs = pair->other.cost_given[0] = pair->other.cost_given[1] = true;
    maybe_expressions(pair, r);
    return true;
}

static size_t dearer(struct random *r, size_t cost)
{
    if (cost == NAIVE_NEVER || random_percent(r, 40))
        return NAIVE_NEVER;
    return cost + random_below(r, 3);
}

/* Raising costs never adds occurrences: osa finds at least what levenshtein finds, and levenshtein
 * what indel and hamming find. */
static bool dearer_finds_less(struct pair *pair, struct random *r)
{
    struct naive_options *o = &pair->other.options;
    size_t *const costs[] = {&o->insert, &o->delete, &o->substitute, &o->transpose};
    if (o->limit != NAIVE_EDITS || o->best || o->overhang > 0)
        return false;
    if (!o->costs) { /* turn the metric into costs */
        enum naive_metric metric = o->metric;
        set_costs(&pair->one, metric, metric == NAIVE_HAMMING ? NAIVE_NEVER : 1,
                  metric == NAIVE_INDEL ? NAIVE_NEVER : 1);
        *o = pair->one.options;
    }
    for (int n = 0; n < 4; n++) {
        if (random_percent(r, 40))
            *costs[n] = dearer(r, *costs[n]);
        pair->other.cost_given[n] = true;
    }
    o->costs = pair->other.paths = true;
    count_records(&pair->one);
    count_records(&pair->other);
    pair->fewer = true;
    return o->insert != NAIVE_NEVER || o->delete != NAIVE_NEVER; /* hamming has another maximum k */
}

/* A substitution and a confusion of two single characters are interchangeable if they cost the
 * same. */
static bool confusion_is_substitution(struct pair *pair, struct random *r)
{
    struct naive_options *o = &pair->other.options;
    bool osa = random_percent(r, 50);
    size_t n = o->nconfusions;
    if (o->edits.given) /* --limit counts confusions only for ~ */
        return false;
    pair->one.options.nconfusions = 0;
    set_costs(&pair->one, osa ? NAIVE_OSA : NAIVE_LEVENSHTEIN, 1, 1);
    set_costs(&pair->other, osa ? NAIVE_OSA : NAIVE_LEVENSHTEIN, 1, 1);
    for (size_t c = 0; c < n; c++) {
        for (int side = 0; side < 2; side++) {
            uint32_t character;
            struct naive_bytes *b = &o->confusions[c].sides[side];
            b->length = character_decode(b->bytes, b->length, o->utf8, &character);
        }
        o->confusions[c].cost = 1 + random_below(r, 3);
    }
    pair->other.paths = n > 0;
    maybe_expressions(pair, r);
    no_alignment(&pair->one);
    no_alignment(&pair->other);
    return n > 0;
}

/* Groups */

/* An exact group around the whole pattern is the same as k = 0. */
static bool exact_has_no_edits(struct pair *pair, struct random *r)
{
    (void)r;
    struct instance *to = &pair->other;
    const struct naive_options *o = &to->options;
    if (!are_characters(to) || o->limit != NAIVE_EDITS || o->word || o->line || o->nconfusions > 0)
        return false;
    keep_distinct(pair);
    for (size_t p = 0; p < to->npatterns; p++) {
        struct growing g;
        growing_open(&g);
        fputs("(", g.to);
        append_literal(&g, to->patterns[p]);
        fputs("){~0}", g.to);
        set_pattern(to, p, growing_close(&g));
    }
    set_expression(to);
    pair->one.options.k = 0;
    no_alignment(&pair->one);
    no_alignment(to);
    return true;
}

/* Returns whether a group of x may have its own limits, as in ( ){~1}. */
static bool may_have_limits(struct naive_bytes x)
{
    static const char *const limits[] = {"){~", "){+", "){-", "){#"};
    for (size_t n = 0; n < sizeof limits / sizeof *limits; n++) {
        if (memmem(x.bytes, x.length, limits[n], strlen(limits[n])) != NULL)
            return true;
    }
    return false;
}

/* x{n} equals x written n times, unless a limit counts the edits of all repetitions together. */
static bool repeated_is_written(struct pair *pair, struct random *r)
{
    const struct naive_options *o = &pair->one.options;
    if (!o->expression)
        return false;
    for (size_t p = 0; p < pair->one.npatterns; p++) {
        struct naive_bytes x = pair->one.patterns[p];
        if (may_have_limits(x))
            return false;
        size_t times = 1 + random_below(r, x.length < 40 ? 3 : 2);
        struct growing repeated, written;
        growing_open(&repeated);
        growing_open(&written);
        fputs("(?:", repeated.to);
        append_bytes(&repeated, x);
        fprintf(repeated.to, "){%zu}", times);
        for (; times > 0; times--) {
            fputs("(?:", written.to);
            append_bytes(&written, x);
            fputs(")", written.to);
        }
        set_pattern(&pair->one, p, growing_close(&repeated));
        set_pattern(&pair->other, p, growing_close(&written));
    }
    pair->one.options.show_pattern = pair->other.options.show_pattern = NAIVE_SHOW_NONE;
    return true;
}

/* Reversal */

static struct naive_bytes reversed(struct naive_bytes b, bool utf8)
{
    struct naive_bytes to = copy_of(b);
    for (size_t at = 0, n; at < b.length; at += n) {
        uint32_t c;
        n = character_decode(b.bytes + at, b.length - at, utf8, &c);
        memcpy(to.bytes + to.length - at - n, b.bytes + at, n);
    }
    return to;
}

/* Returns whether the reversed text decodes to the reversed characters. */
static bool can_reverse(struct naive_bytes b, bool utf8)
{
    return !utf8 || naive_is_utf8(b);
}

static bool can_reverse_all(const struct instance *i)
{
    bool can = are_characters(i);
    for (size_t n = 0; n < i->ninputs; n++)
        can = can && can_reverse(i->inputs[n].text, i->options.utf8);
    return can;
}

/* Reversing patterns and texts changes no distance. */
static bool reversed_is_as_near(struct pair *pair, struct random *r)
{
    struct instance *to = &pair->other;
    struct naive_options *o = &to->options;
    if (!can_reverse_all(to) || o->delimiter != NULL || o->crlf || o->nwheres > 0)
        return false;
    for (size_t p = 0; p < to->npatterns; p++)
        set_pattern(to, p, reversed(to->patterns[p], o->utf8));
    for (size_t c = 0; c < o->nconfusions; c++)
        for (int side = 0; side < 2; side++)
            o->confusions[c].sides[side] = reversed(o->confusions[c].sides[side], o->utf8);
    for (size_t n = 0; n < to->ninputs; n++)
        to->inputs[n].text = reversed(to->inputs[n].text, o->utf8);
    maybe_expressions(pair, r);
    count_records(&pair->one);
    count_records(to);
    return true;
}

/* Returns the reverse complement of a text of nucleotides. */
static struct naive_bytes other_strand(struct naive_bytes b, bool utf8)
{
    static const char letters[] = "ACGTURYSWKMBDHVNacgturyswkmbdhvn",
                      opposite[] = "TGCAAYRSWMKVHDBNtgcaayrswmkvhdbn";
    struct naive_bytes to = reversed(b, utf8);
    for (size_t at = 0; at < to.length; at++) {
        const char *letter = memchr(letters, to.bytes[at], sizeof letters - 1);
        if (letter != NULL)
            to.bytes[at] = (unsigned char)opposite[letter - letters];
    }
    return to;
}

/* On the other strand of the text, both strands of the patterns have the same distances. */
static bool strands_are_alike(struct pair *pair, struct random *r)
{
    (void)r;
    struct instance *to = &pair->other;
    struct naive_options *o = &to->options;
    if (!o->reverse_complement || !can_reverse_all(to) || o->delimiter != NULL || o->crlf ||
        o->nwheres > 0)
        return false;
    for (size_t n = 0; n < to->ninputs; n++)
        to->inputs[n].text = other_strand(to->inputs[n].text, o->utf8);
    count_records(&pair->one);
    count_records(to);
    return true;
}

static void free_reversed(struct instance *i, const struct instance *original)
{
    for (size_t n = 0; n < i->ninputs; n++)
        if (i->inputs[n].text.bytes != original->inputs[n].text.bytes)
            free(i->inputs[n].text.bytes);
    for (size_t c = 0; c < i->options.nconfusions; c++)
        for (int side = 0; side < 2; side++)
            if (i->options.confusions[c].sides[side].bytes !=
                original->options.confusions[c].sides[side].bytes)
                free(i->options.confusions[c].sides[side].bytes);
}

/* All relations */

static struct relation {
    const char *name;
    void (*draw)(struct instance *i, struct random *r);
    /* Returns false if the relation does not apply to the case. */
    bool (*make)(struct pair *pair, struct random *r);
    uint64_t checked, found; /* number of cases; number of cases in which edgrep found something */
} relations[] = {
    {"a literal is an expression", instance_draw_literals, literal_is_expression, 0, 0},
    {"a choice is a minimum", instance_draw_literals, choice_is_minimum, 0, 0},
    {"--substitute-cost=2 is indel", instance_draw_literals, twice_is_indel, 0, 0},
    {"without insertions and deletions is hamming", instance_draw_literals, never_is_hamming, 0, 0},
    {"higher costs find no more", instance_draw_language, dearer_finds_less, 0, 0},
    {"a confusion is a substitution", instance_draw_literals, confusion_is_substitution, 0, 0},
    {"an exact group has no edits", instance_draw_literals, exact_has_no_edits, 0, 0},
    {"x{n} is written n times", instance_draw_language, repeated_is_written, 0, 0},
    {"reversal keeps distances", instance_draw_literals, reversed_is_as_near, 0, 0},
    {"the other strand keeps distances", instance_draw_dna, strands_are_alike, 0, 0},
};
enum { RELATIONS = sizeof relations / sizeof *relations };

static struct relation *relation; /* the relation of the current case */

/* Removes options whose output for a record depends on other records, except through d*. */
static void no_ranking(struct instance *i)
{
    struct naive_options *o = &i->options;
    o->each = false;
    o->top = 0;
    if (o->format == NAIVE_HISTOGRAM || o->format == NAIVE_FORMATTED)
        o->format = NAIVE_TEXT;
}

static bool open_pair(struct pair *pair, const struct instance *i, struct random *r)
{
    *pair = (struct pair){twin_of(i), twin_of(i), false};
    no_ranking(&pair->one);
    no_ranking(&pair->other);
    return relation->make(pair, r);
}

static void close_pair(struct pair *pair, const struct instance *i)
{
    free_reversed(&pair->other, i);
    free_patterns(&pair->one);
    free_patterns(&pair->other);
}

/* Draws cases until the relation applies to one. */
static void draw(struct instance *i, struct random *r)
{
    relation = &relations[random_below(r, RELATIONS)];
    for (unsigned tries = 0; tries < 12; tries++) {
        struct pair pair;
        struct random same = *r;
        bool lengthy = relation->draw == instance_draw_literals && random_percent(r, LENGTHY);
        (lengthy ? instance_draw_long_literals : relation->draw)(i, r);
        instance_drop_others(i);
        if (i->options.show_pattern == NAIVE_SHOW_TEXT)
            i->options.show_pattern = NAIVE_SHOW_NUMBER; /* the texts of the two patterns differ */
        for (size_t p = 0; p < i->npatterns && i->options.limit == NAIVE_EDITS; p++)
            if (i->options.k >= i->lengths[p]) /* only some costs allow such a k */
                i->options.k = i->lengths[p] - 1;
        if (i->options.format == NAIVE_JSON) /* the two have different groups */
            i->options.format = NAIVE_TEXT;
        if (naive_has_groups(&i->options))
            i->options.replace = "[&]"; /* the two number their groups differently */
        bool applies = open_pair(&pair, i, &same);
        close_pair(&pair, i);
        if (applies)
            break;
        if (tries < 11)
            instance_free(i);
    }
}

/* Returns the number at the end of the line at *at; sets *at to the next line. */
static uint64_t next_count(struct naive_bytes b, size_t *at)
{
    uint64_t number = 0;
    for (; *at < b.length && b.bytes[*at] != '\n'; ++*at)
        number = isdigit(b.bytes[*at]) ? number * 10 + b.bytes[*at] - '0' : 0;
    ++*at;
    return number;
}

/* Returns whether no count of the second outcome is greater: lines end with counts, or are names of
 * files. */
static bool counts_fewer(const struct outcome *one, const struct outcome *other, bool names)
{
    struct naive_bytes a = one->output, b = other->output;
    if (one->status > 1 || other->status > 1)
        return false;
    if (names)
        return b.length <= a.length;
    for (size_t i = 0, j = 0; i < a.length || j < b.length;)
        if (next_count(a, &i) < next_count(b, &j))
            return false;
    return true;
}

static bool finds_fewer(struct pair *pair, struct random *r, const struct outcome *one)
{
    struct outcome other;
    agreement_run(&pair->other, r, &other);
    bool good = counts_fewer(one, &other, pair->one.options.format == NAIVE_LIST);
    outcome_free(&other);
    return good || agreement_same(&pair->other, r, one); /* prints the difference */
}

static bool check(struct instance *i, struct random *r)
{
    struct pair pair;
    bool good = true;
    if (open_pair(&pair, i, r)) {
        struct outcome one;
        agreement_run(&pair.one, r, &one);
        instance_redraw_handling(&pair.other, r);
        if (!agreement_too_large(&one)) {
            good = pair.fewer ? finds_fewer(&pair, r, &one) : agreement_same(&pair.other, r, &one);
            good = good && one.status <= 1; /* both may be refused for the same reason */
        }
        if (!good)
            printf("  relation: %s; status %d\n", relation->name, one.status);
        relation->checked++;
        relation->found += one.status == 0;
        outcome_free(&one);
    }
    close_pair(&pair, i);
    return good;
}

static bool all_enough(uint64_t cases)
{
    bool good = true;
    for (size_t n = 0; n < RELATIONS; n++) {
        const struct relation *l = &relations[n];
        printf("%s: %" PRIu64 " cases, %" PRIu64 " with an occurrence\n", l->name, l->checked,
               l->found);
        good = good && (cases < 1000 || (l->checked > cases / 20 && l->found > l->checked / 4));
    }
    return good;
}

int main(int argc, char **argv)
{
    static const struct agreement metamorphic = {.name = "diff_metamorphic",
                                                 .weight = 1,
                                                 .draw = draw,
                                                 .check = check,
                                                 .enough = all_enough};
    return agreement_main(argc, argv, &metamorphic);
}
