/*
 * unit_nfa_columns.c - expressions as automata, and the least costs of paths through them, against
 * the network of the reference implementation (ref/language.h), on EDGREP_CASES random expressions
 * with random costs. The steps of the level engines (bit_nfa.h), computed state by state, must give
 * the same costs.
 */
#include <unistd.h>

#include "base/utf8.h"
#include "capture.h"
#include "query/confusion.h"
#include "query/pattern.h"
#include "ref/language.h"
#include "scan/bit_nfa.h"
#include "scan/nfa_columns.h"
#include "unit.h"

enum { CASES = 12000, LONGEST = 24, MOST_ITEMS = 8, MOST_CONFUSIONS = 3 };

/* A case: an expression, its costs, and a text of bytes. */
struct sample {
    char *expression;
    size_t length;
    struct pattern_rules rules;
    struct language_costs costs;
    struct confusion confusions[MOST_CONFUSIONS];
    char sides[MOST_CONFUSIONS][2][CONFUSION_MOST];
    unsigned char text[LONGEST];
    size_t n;
};

static size_t draw_cost(struct random *r, uint32_t *to)
{
    *to = random_percent(r, 12)   ? EDIT_NEVER
          : random_percent(r, 50) ? 1
                                  : (uint32_t)random_between(r, 1, 4);
    return *to == EDIT_NEVER ? LANGUAGE_NEVER : *to;
}

static void draw_costs(struct sample *s, struct random *r)
{
    struct edits *e = &s->rules.costs.edits;
    s->rules.costs.given = true;
    s->costs.insert = draw_cost(r, &e->insert);
    s->costs.delete = draw_cost(r, &e->delete);
    s->costs.substitute = draw_cost(r, &e->substitute);
    s->costs.transpose = LANGUAGE_NEVER;
    e->transpose = EDIT_NEVER;
    if (random_percent(r, 50))
        s->costs.transpose = draw_cost(r, &e->transpose);
}

static void draw_confusions(struct sample *s, struct random *r, const char *letters, size_t kinds)
{
    size_t n = random_percent(r, 50) ? 0 : random_between(r, 1, MOST_CONFUSIONS);
    for (size_t i = 0; i < n; i++) {
        struct confusion *c = &s->confusions[i];
        *c = (struct confusion){.cost = (uint32_t)random_below(r, 4)};
        for (size_t side = 0; side < 2; side++) {
            c->sides[side] = s->sides[i][side];
            c->lengths[side] = random_between(r, 1, CONFUSION_MOST);
            for (size_t j = 0; j < c->lengths[side]; j++)
                c->sides[side][j] = letters[random_below(r, kinds)];
        }
    }
    s->rules.costs.confusions = s->confusions;
    s->rules.costs.nconfusions = n;
}

static void draw(struct sample *s, struct random *r)
{
    static const char letters[] = "ab -c";
    size_t kinds = random_between(r, 1, 5), count = random_between(r, 1, MOST_ITEMS);
    language_draw(&s->expression, &s->length, r, letters, kinds, count, 0);
    s->n = random_below(r, LONGEST + 1);
    for (size_t i = 0; i < s->n; i++)
        s->text[i] = (unsigned char)letters[random_below(r, kinds)];
    s->rules = (struct pattern_rules){.best = true, .expression = true};
    draw_costs(s, r);
    draw_confusions(s, r, letters, kinds);
}

/* The text as src/ represents it, and as the reference does. */
struct sides {
    const struct query *query;
    struct alphabet *alphabet;
    struct chunk chunk;
    struct nfa_place place;
    struct language *language;
    struct naive_options options;
    struct folding *folding;
    struct text x, record;
    struct language_confusion confusions[2 * MOST_CONFUSIONS]; /* two ways each */
    bool word[LONGEST], may_start[LONGEST + 1];
};

static void open_confusions(struct sides *t, struct sample *s)
{
    for (size_t i = 0; i < 2 * s->rules.costs.nconfusions; i++) {
        const struct confusion *c = &s->confusions[i / 2];
        struct naive_bytes sides[2];
        for (size_t side = 0; side < 2; side++)
            sides[side] = (struct naive_bytes){(unsigned char *)c->sides[side], c->lengths[side]};
        t->confusions[i].cost = c->cost;
        t->confusions[i].items = folding_pattern(t->folding, sides[i % 2]);
        t->confusions[i].characters = folding_text(t->folding, sides[1 - i % 2]);
    }
    s->costs.confusions = t->confusions;
    s->costs.nconfusions = 2 * s->rules.costs.nconfusions;
}

/* Returns false if the expression admits the empty sequence; src/ must refuse it. */
static bool open_sides(struct sides *t, struct sample *s)
{
    struct naive_bytes expression = {(unsigned char *)s->expression, s->length};
    struct naive_bytes text = {s->text, s->n};
    struct pattern_source source = {.text = s->expression, .length = s->length};
    *t = (struct sides){.options = {.classes = true}};
    t->language = language_open(expression, false);
    bool legal = language_shortest(t->language) > 0;
    capture_begin(STDERR_FILENO);
    t->query = patterns_compile(&source, 1, &s->rules);
    const char *message = capture_end();
    if (legal && t->query == NULL)
        print_message("%s: %s", s->expression, message);
    assert_int_equal(t->query != NULL, legal);
    if (t->query == NULL)
        return false;
    t->alphabet = alphabet_open(t->query, -1);
    t->chunk = (struct chunk){.bytes = s->text,
                              .nbytes = s->n,
                              .length = s->n,
                              .alphabet_size = alphabet_size(t->alphabet),
                              .delimiters.byte = -1};
    t->place = (struct nfa_place){&t->chunk, t->alphabet, t->query->classes.word, 0};
    t->folding = folding_open(&t->options);
    t->x = folding_pattern(t->folding, language_items(t->language));
    open_confusions(t, s);
    t->record = folding_text(t->folding, text);
    for (size_t i = 0; i < s->n; i++)
        t->word[i] = character_is_word(&t->options, s->text[i]);
    return true;
}

static void close_sides(struct sides *t, const struct sample *s)
{
    query_free(t->query);
    alphabet_close(t->alphabet);
    language_close(t->language);
    if (t->folding == NULL)
        return;
    text_free(&t->x);
    text_free(&t->record);
    for (size_t i = 0; i < s->costs.nconfusions; i++) {
        text_free(&t->confusions[i].items);
        text_free(&t->confusions[i].characters);
    }
    folding_close(t->folding);
}

static void assert_value(const struct sample *s, uint64_t expected, path_value actual, size_t from,
                         size_t to)
{
    if (expected != actual)
        print_message("'%s' in '%.*s' [%zu..%zu), costs I%zu D%zu X%zu T%zu: %zu from %zu, not "
                      "%zu from %zu\n",
                      s->expression, (int)s->n, s->text, from, to, s->costs.insert, s->costs.delete,
                      s->costs.substitute, s->costs.transpose, (size_t)path_cost(actual),
                      (size_t)path_start(actual), (size_t)(expected >> 32),
                      (size_t)(uint32_t)expected);
    assert_true(expected == actual);
}

/* Checks D and S of the paths that begin at `from`, or anywhere (SIZE_MAX). */
static void check_forward(const struct sample *s, struct sides *t, struct nfa_columns *w,
                          size_t from)
{
    bool anywhere = from == SIZE_MAX;
    size_t begin = anywhere ? 0 : from;
    for (size_t i = 0; i <= s->n; i++)
        t->may_start[i] = anywhere || i == from;
    uint64_t *row =
        language_row(t->language, &t->x, &t->record, t->word, begin, s->n, t->may_start, &s->costs);
    nfa_columns_clear(w, UINT32_MAX - 1);
    for (size_t i = begin; i <= s->n; i++) {
        if (i > begin)
            nfa_columns_step(w, chunk_symbol(&t->chunk, alphabet_bytes(t->alphabet), i - 1));
        if (t->may_start[i])
            nfa_columns_begin(w, (uint32_t)i);
        nfa_columns_settle(w, nfa_place_holding(&t->place, i));
        path_value best = nfa_columns_best(w);
        assert_value(s, row[i - begin], best, begin, i);
        if (best != PATH_NONE)
            assert_true(i - path_start(best) >=
                        automaton_shortest(t->query->patterns[0].automaton, path_cost(best)));
    }
    free(row);
}

/* Checks all parts that end at `end`, read backwards. */
static void check_backward(const struct sample *s, struct sides *t, struct nfa_columns *w,
                           size_t end)
{
    nfa_columns_clear(w, UINT32_MAX - 1);
    for (size_t i = end + 1; i-- > 0;) {
        if (i < end)
            nfa_columns_step(w, chunk_symbol(&t->chunk, alphabet_bytes(t->alphabet), i));
        else
            nfa_columns_begin(w, 0);
        nfa_columns_settle(w, nfa_place_holding(&t->place, i));
        memset(t->may_start, 0, sizeof t->may_start);
        t->may_start[i] = true;
        uint64_t *row =
            language_row(t->language, &t->x, &t->record, t->word, i, end, t->may_start, &s->costs);
        uint64_t expected = row[end - i] == UINT64_MAX ? UINT64_MAX : row[end - i] - i;
        assert_value(s, expected, nfa_columns_best(w), i, end);
        free(row);
    }
}

/* The levels of bit_nfa.h: a bit for each state and each cost below LEVELS. */
enum { LEVELS = 14 };
struct level_columns {
    const struct bit_nfa *l;
    uint32_t (*before)[LEVELS], (*now)[LEVELS]; /* R, N */
    bool match, begins;
    uint32_t holding;
    const struct sides *t;
    size_t symbol; /* before the place; SIZE_MAX: none */
};

static bool level(uint32_t (*of)[LEVELS], uint32_t state, uint32_t d, uint32_t cost)
{
    return cost <= d && of[state][d - cost];
}

static bool any_source(const struct level_columns *x, const struct bit_nfa_step *s, uint32_t d)
{
    uint32_t end = s->kind == STEP_JOIN ? s->sources_known : s->sources_end;
    bool any = false;
    for (uint32_t i = s->sources_begin; i < end; i++)
        any = any || level(x->now, x->l->sources[i], d, s->cost);
    return any && (s->conditions & ~x->holding) == 0;
}

static bool symbol_matches(const struct sides *t, size_t i, uint32_t item)
{
    uint32_t symbol = chunk_symbol(&t->chunk, alphabet_bytes(t->alphabet), i);
    return alphabet_matches(t->alphabet, symbol, item);
}

static bool enters(const struct level_columns *x, const struct bit_nfa_step *s, uint32_t d)
{
    bool any = false;
    for (uint32_t i = s->entries_begin; i < s->entries_end; i++) {
        const struct bit_nfa_entry *e = &x->l->entries[i];
        any = any || (x->symbol != SIZE_MAX && symbol_matches(x->t, x->symbol, e->item) &&
                      level(x->before, e->before, d, e->cost));
    }
    return any;
}

static bool do_step(const struct level_columns *x, const struct bit_nfa_step *s, uint32_t d)
{
    const struct edits *e = &x->l->edits;
    bool inserted = !x->begins && level(x->before, s->state, d, e->insert), n = false;
    switch (s->kind) {
    case STEP_ITEM:
        return (x->match && x->before[s->before][d]) || level(x->now, s->before, d, e->delete) ||
               (!x->begins && level(x->before, s->before, d, e->substitute)) || inserted ||
               enters(x, s, d);
    case STEP_ENTER:
        return (x->match && level(x->before, s->before, d, s->cost)) || (s->insert && inserted) ||
               enters(x, s, d);
    case STEP_JOIN:
        return any_source(x, s, d) || (s->insert && inserted);
    case STEP_ITEM_AGAIN:
        n = level(x->now, s->before, d, e->delete);
        break;
    case STEP_JOIN_AGAIN:
        n = any_source(x, s, d);
        break;
    }
    return n || x->now[s->state][d];
}

/* Computes the place before symbol i. `whole`: paths begin only where a record begins. */
static void do_steps(struct level_columns *x, const struct sides *t, size_t i, bool whole)
{
    const struct bit_nfa *l = x->l;
    void *swap = x->before;
    x->before = x->now;
    x->now = swap;
    x->begins = i == 0;
    x->t = t;
    x->symbol = i - 1;
    x->holding = nfa_place_holding(&t->place, i);
    for (uint32_t d = 0; d < LEVELS; d++)
        x->now[0][d] = !whole || x->begins || (i > 0 && level(x->before, 0, d, l->edits.insert));
    for (const struct bit_nfa_step *s = l->steps; s < l->steps + l->nsteps; s++) {
        bool item = s->kind == STEP_ITEM || s->kind == STEP_ENTER;
        x->match = item && i > 0 && symbol_matches(t, i - 1, s->item);
        for (uint32_t d = 0; d < LEVELS; d++)
            x->now[s->state][d] = do_step(x, s, d);
    }
}

static void check_levels(const struct sample *s, const struct sides *t, struct nfa_columns *w,
                         bool whole)
{
    struct bit_nfa *l;
    assert_true(bit_nfa_compile(t->query->patterns[0].automaton, &l));
    assert_non_null(l);
    struct level_columns x = {.l = l};
    x.before = calloc(l->nstates, sizeof *x.before);
    x.now = calloc(l->nstates, sizeof *x.now);
    nfa_columns_clear(w, UINT32_MAX - 1);
    for (size_t i = 0; i <= s->n; i++) {
        do_steps(&x, t, i, whole);
        if (i > 0)
            nfa_columns_step(w, chunk_symbol(&t->chunk, alphabet_bytes(t->alphabet), i - 1));
        if (!whole || i == 0)
            nfa_columns_begin(w, 0);
        nfa_columns_settle(w, nfa_place_holding(&t->place, i));
        uint32_t best = path_cost(nfa_columns_best(w)), d = 0;
        while (d < LEVELS && !x.now[l->final][d])
            d++;
        path_value actual = (path_value)(d * l->unit) << 32;
        if (d < LEVELS || best < LEVELS * l->unit)
            assert_value(s, (path_value)best << 32, actual, 0, i);
    }
    free(x.before);
    free(x.now);
    bit_nfa_free(l);
}

static void check(const struct sample *s, struct sides *t, struct random *r)
{
    const struct pattern *p = &t->query->patterns[0];
    /* a group with limits can be a sequence with these limits, too */
    assert_true(p->items != NULL || !language_is_sequence(t->language));
    assert_int_equal(p->m, language_shortest(t->language));
    size_t vacuous = language_vacuous(t->language, &s->costs);
    assert_int_equal(p->automaton->vacuous, vacuous < EDIT_NEVER ? vacuous : EDIT_NEVER);
    struct automaton *reversed = automaton_reverse(p->automaton, NULL);
    struct nfa_columns *forward = nfa_columns_open(p->automaton, t->alphabet);
    struct nfa_columns *backward = nfa_columns_open(reversed, t->alphabet);
    check_forward(s, t, forward, SIZE_MAX);
    check_forward(s, t, forward, random_below(r, s->n + 1));
    check_backward(s, t, backward, random_below(r, s->n + 1));
    check_levels(s, t, forward, random_percent(r, 30));
    nfa_columns_close(forward);
    nfa_columns_close(backward);
    automaton_free(reversed);
}

TEST(random_expressions)
{
    const char *cases = getenv("EDGREP_CASES");
    size_t n = cases != NULL ? strtoul(cases, NULL, 10) : CASES, automata = 0, sequences = 0;
    for (size_t i = 0; i < n; i++) {
        struct random r = random_open(1, i);
        struct sample s = {.n = 0};
        struct sides t;
        draw(&s, &r);
        if (open_sides(&t, &s)) {
            check(&s, &t, &r);
            automata += t.query->patterns[0].items == NULL;
            sequences += t.query->patterns[0].items != NULL;
        }
        close_sides(&t, &s);
        free(s.expression);
    }
    assert_true(automata > n / 3 && sequences > n / 50);
}
