/* naive_patterns.c - the patterns of a search: their form, strands, and limits. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "naive_dna.h"
#include "naive_search.h"

/* Returns the limit of a pattern of m items, which costs `vacuous` to delete. */
static size_t limit_of(const struct naive_options *o, size_t number, size_t m, size_t vacuous)
{
    size_t limit = naive_limited(o) ? naive_limit(o, number, m) : vacuous - 1;
    assert(m > 0 && limit < vacuous);
    return limit;
}

size_t naive_vacuous(const struct naive_options *o, const struct language *l)
{
    struct language_costs costs = naive_costs(o);
    size_t vacuous = language_vacuous(l, &costs);
    return naive_is_hamming(o)         ? language_shortest(l)
           : vacuous == LANGUAGE_NEVER ? UINT32_MAX
                                       : vacuous;
}

static bool same_text(const struct text *a, const struct text *b)
{
    if (a->n != b->n)
        return false;
    if (a->sets != NULL)
        return memcmp(a->sets, b->sets, a->n * sizeof *a->sets) == 0;
    return memcmp(a->folded, b->folded, a->n * sizeof *a->folded) == 0;
}

static bool same_pattern(const struct pattern *a, const struct pattern *b)
{
    bool written = a->written || b->written;
    if (a->reverse != b->reverse)
        return false;
    if (!written)
        return same_text(&a->text, &b->text);
    struct naive_bytes one = a->strand ? a->given : a->bytes, two = b->strand ? b->given : b->bytes;
    return one.length == two.length && memcmp(one.bytes, two.bytes, one.length) == 0;
}

/* Parses an expression. If it is only a sequence of items, it becomes that sequence. */
static void parse_expression(const struct search *s, struct pattern *p)
{
    p->language = language_open(p->bytes, s->options->utf8);
    if (language_is_sequence(p->language)) {
        p->bytes = p->sequence = language_sequence(p->language);
        language_close(p->language);
        p->language = NULL;
    }
    p->written = p->language != NULL;
}

void naive_pattern_free(struct pattern *p)
{
    text_free(&p->text);
    language_close(p->language);
    free(p->sequence.bytes);
    free(p->form.bytes);
}

void naive_add_pattern(struct search *s, struct naive_bytes bytes, size_t number, bool reverse)
{
    struct pattern p = {.bytes = bytes, .given = bytes, .number = number, .reverse = reverse};
    if (naive_folds(s->options))
        p.bytes = p.form = folding_form(s->folding, bytes, !s->options->classes);
    p.strand = s->options->iupac && s->options->expression;
    if (p.strand) {
        struct naive_bytes form = p.form;
        p.bytes = p.form = dna_expression(p.bytes, reverse, (size_t[DNA_GROUPS]){0});
        free(form.bytes);
    }
    if (s->options->expression)
        parse_expression(s, &p);
    else if (s->options->iupac)
        p.bytes = p.sequence = dna_strand(p.bytes, reverse);
    p.text = folding_pattern(s->folding, p.language != NULL ? language_items(p.language) : p.bytes);
    if ((s->options->costs || s->options->edits.given) && p.language == NULL)
        p.language = language_line(p.text.n);
    for (size_t i = 0; i < s->npatterns; i++)
        if (same_pattern(&s->patterns[i], &p)) {
            naive_pattern_free(&p);
            return;
        }
    p.limit = p.language != NULL ? limit_of(s->options, number, language_shortest(p.language),
                                            naive_vacuous(s->options, p.language))
                                 : limit_of(s->options, number, p.text.n, p.text.n);
    s->patterns[s->npatterns++] = p;
}

void naive_add_confusions(struct search *s)
{
    size_t n = 2 * s->options->nconfusions;
    const struct naive_confusion *given = s->options->confusions;
    for (size_t i = 0; i < n; i++)
        s->sides[i] = folding_form(s->folding, given[i / 2].sides[i % 2], true);
    for (size_t i = 0; i < n; i++)
        s->confusions[i].items = folding_pattern(s->folding, s->sides[i ^ 1]);
    for (size_t i = 0; i < n; i++) {
        s->confusions[i].cost = given[i / 2].cost;
        s->confusions[i].characters = folding_text(s->folding, s->sides[i]);
    }
    for (size_t i = 0; i < s->npatterns; i++) {
        s->patterns[i].confusions = s->confusions;
        s->patterns[i].nconfusions = n;
    }
}

static bool is_own_reverse_expression(const struct search *s, struct naive_bytes form)
{
    struct text strands[2];
    bool sequence = true;
    for (int reverse = 0; reverse < 2; reverse++) {
        struct naive_bytes strand = dna_expression(form, reverse != 0, (size_t[DNA_GROUPS]){0});
        struct language *l = language_open(strand, s->options->utf8);
        sequence = language_is_sequence(l);
        struct naive_bytes own = sequence ? language_sequence(l) : (struct naive_bytes){0};
        strands[reverse] = folding_pattern(s->folding, own);
        language_close(l);
        free(strand.bytes);
        free(own.bytes);
    }
    bool same = sequence && same_text(&strands[0], &strands[1]);
    text_free(&strands[0]);
    text_free(&strands[1]);
    return same;
}

bool naive_is_own_reverse(const struct search *s, struct naive_bytes pattern)
{
    struct naive_bytes form = folding_form(s->folding, pattern, !s->options->classes);
    if (s->options->expression) {
        bool own = is_own_reverse_expression(s, form);
        free(form.bytes);
        return own;
    }
    struct naive_bytes one = dna_strand(form, false), other = dna_strand(form, true);
    bool same = memcmp(one.bytes, other.bytes, form.length) == 0;
    free(form.bytes);
    free(one.bytes);
    free(other.bytes);
    return same;
}

void naive_add_other(struct search *s, struct other *to, struct naive_bytes pattern)
{
    struct search own = *s;
    own.patterns = to->strands;
    own.npatterns = 0;
    naive_add_pattern(&own, pattern, SIZE_MAX, false);
    if (s->options->reverse_complement && !naive_is_own_reverse(s, pattern))
        naive_add_pattern(&own, pattern, SIZE_MAX, true);
    to->nstrands = own.npatterns;
    for (size_t i = 0; i < to->nstrands; i++) {
        to->strands[i].confusions = s->confusions;
        to->strands[i].nconfusions = 2 * s->options->nconfusions;
    }
}
