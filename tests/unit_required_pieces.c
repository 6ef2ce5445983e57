/*
 * unit_required_pieces.c - the filters for automata (scan/path_pieces.h, filter/sieve.h) against a
 * search of the whole text along all paths, which unit_nfa_columns.c compares with the reference.
 *
 * EDGREP_CASES random expressions with random costs, exchanges, confusions, conditions, exact
 * groups and loops; the texts contain random paths with random edits. The filters are tested alone
 * first, even where they would not pay; then every engine, with its own choice of filters.
 */
#include "filter/sieve.h"
#include "query/confusion.h"
#include "query/pattern.h"
#include "query_changed.h"
#include "ref/language.h"
#include "same_hits.h"
#include "scan/nfa_scan.h"
#include "scan/path_pieces.h"

enum {
    CASES = 6000,
    MOST_ITEMS = 24,
    MOST_CONFUSIONS = 3,
    SMALL = 300,
    LARGE = 20000, /* characters of a text */
    CHUNKS = 4,
    MOST_LIMIT = 4,
    WALK_STEPS = 80,
    PLENTY = 1 << 20
};

static const char letters[] = "abcdefghijklmnopqrst -";

struct trial {
    char *expression;
    size_t length, kinds; /* kinds: number of letters used */
    struct pattern_rules rules;
    struct confusion confusions[MOST_CONFUSIONS];
    char sides[MOST_CONFUSIONS][2][CONFUSION_MOST];
    struct query *query; /* modified here before an engine uses it */
    struct alphabet *alphabet;
    unsigned char *text;
    size_t n;
};

static uint32_t draw_cost(struct random *r)
{
    return random_percent(r, 12)   ? EDIT_NEVER
           : random_percent(r, 60) ? 1
                                   : (uint32_t)random_between(r, 1, 4);
}

static void draw_costs(struct trial *t, struct random *r)
{
    struct pattern_rules *u = &t->rules;
    u->metric = random_percent(r, 70)   ? METRIC_LEVENSHTEIN
                : random_percent(r, 70) ? METRIC_OSA
                                        : METRIC_INDEL;
    u->costs.given = random_percent(r, 50);
    if (!u->costs.given)
        return;
    u->costs.edits = (struct edits){draw_cost(r), draw_cost(r), draw_cost(r), EDIT_NEVER};
    if (random_percent(r, 50))
        u->costs.edits.transpose = draw_cost(r);
    u->costs.nconfusions = random_percent(r, 50) ? 0 : random_between(r, 1, MOST_CONFUSIONS);
    u->costs.confusions = t->confusions;
    for (size_t i = 0; i < u->costs.nconfusions; i++) {
        struct confusion *c = &t->confusions[i];
        *c = (struct confusion){.cost = (uint32_t)random_below(r, 4)};
        for (size_t side = 0; side < 2; side++) {
            c->sides[side] = t->sides[i][side];
            c->lengths[side] = random_between(r, 1, CONFUSION_MOST);
            for (size_t j = 0; j < c->lengths[side]; j++)
                c->sides[side][j] = letters[random_below(r, t->kinds)];
        }
    }
}

static void draw_expression(struct trial *t, struct random *r)
{
    size_t count = random_between(r, 6, MOST_ITEMS);
    t->kinds = random_between(r, 2, sizeof letters - 1);
    language_draw(&t->expression, &t->length, r, letters, t->kinds, count, 85);
}

static void put_letter(struct trial *t, struct random *r)
{
    t->text[t->n++] = (unsigned char)letters[random_below(r, t->kinds)];
}

/* Appends a letter that the item matches, if one is found soon. */
static void put_match(struct trial *t, struct random *r, uint32_t item)
{
    for (int tries = 0; tries < 200; tries++) {
        unsigned char letter = (unsigned char)letters[random_below(r, t->kinds)];
        if (alphabet_matches(t->alphabet, alphabet_bytes(t->alphabet)[letter], item)) {
            t->text[t->n++] = letter;
            return;
        }
    }
    put_letter(t, r);
}

/* Appends a random path. Each item that admits edits is edited with a probability of `noise`
 * percent. The path ends at a random final state. */
static void plant(struct trial *t, struct random *r, unsigned noise)
{
    const struct automaton *m = t->query->patterns[0].automaton;
    uint32_t state = 0;
    for (int step = 0; step < WALK_STEPS; step++) {
        const struct state *s = &m->states[state];
        uint32_t n = s->edges_end - s->edges_begin;
        if (n == 0 || (s->last && random_percent(r, 20)))
            return;
        state = m->edges[s->edges_begin + random_below(r, n)];
        s = &m->states[state];
        if (s->item == STATE_PASS)
            continue;
        if (!s->edited || !random_percent(r, noise))
            put_match(t, r, s->item);
        else if (random_percent(r, 50))
            put_letter(t, r);
        if (s->insert_behind && random_percent(r, noise / 2))
            put_letter(t, r);
    }
}

static void draw_text(struct trial *t, struct random *r, size_t n, unsigned often)
{
    unsigned noise = (unsigned)random_below(r, 25);
    t->text = malloc(n + 4 * WALK_STEPS);
    assert_non_null(t->text);
    while (t->n < n)
        if (random_below(r, 1000) < often)
            plant(t, r, noise);
        else if (random_percent(r, 2))
            t->text[t->n++] = '\n';
        else
            put_letter(t, r);
}

/* Returns false if there is no automaton, or no limit for it. */
static bool compile(struct trial *t, struct random *r, bool best)
{
    struct pattern_source source = {.text = t->expression, .length = t->length};
    struct naive_bytes expression = {(unsigned char *)t->expression, t->length};
    struct language *language = language_open(expression, false);
    bool legal = language_shortest(language) > 0;
    language_close(language);
    t->rules.best = best;
    t->rules.expression = true;
    t->query = legal ? (struct query *)patterns_compile(&source, 1, &t->rules) : NULL;
    if (t->query == NULL || t->query->patterns[0].automaton == NULL)
        return false;
    struct pattern *p = &t->query->patterns[0];
    uint32_t k = (uint32_t)random_below(r, 1 + random_below(r, MOST_LIMIT + 1));
    p->k = k < p->automaton->vacuous ? k : p->automaton->vacuous - 1;
    query_changed(t->query);
    t->query->line = random_percent(r, 10);
    if (best)
        t->query->report.lowers = t->query->line ? LOWERS_NONE : LOWERS_ENDS;
    t->alphabet = alphabet_open(t->query, random_percent(r, 80) ? '\n' : -1);
    assert_non_null(t->alphabet);
    return true;
}

static bool trial_draw(struct trial *t, struct random *r, size_t n, unsigned often, bool best)
{
    *t = (struct trial){.n = 0};
    draw_expression(t, r);
    draw_costs(t, r);
    if (!compile(t, r, best))
        return false;
    draw_text(t, r, n, often);
    return true;
}

static void trial_free(struct trial *t)
{
    alphabet_close(t->alphabet);
    query_free(t->query);
    free(t->expression);
    free(t->text);
}

/* Returns the part of the text that owns [begin, end), with its lead-in. */
static struct chunk make_chunk(const struct trial *t, size_t begin, size_t end)
{
    size_t overlap = t->query->overlap;
    size_t lead = overlap == OVERLAP_RECORD || begin < overlap ? 0 : begin - overlap;
    return (struct chunk){.bytes = t->text + lead,
                          .nbytes = t->n - lead < end + 1 - lead ? t->n - lead : end + 1 - lead,
                          .length = t->n - lead < end + 1 - lead ? t->n - lead : end + 1 - lead,
                          .own = {0, begin - lead, end - lead},
                          .begin_byte = begin - lead,
                          .end_byte = end - lead,
                          .alphabet_size = alphabet_size(t->alphabet),
                          .delimiters.byte = alphabet_delimiter(t->alphabet)};
}

static void check_same(const struct trial *t, const struct hits *expected,
                       const struct hits *actual)
{
    size_t i = 0;
    while (i < expected->n && i < actual->n && expected->v[i].end == actual->v[i].end &&
           expected->v[i].distance == actual->v[i].distance)
        i++;
    if (i == expected->n && i == actual->n)
        return;
    struct hit none = {0, 0, 0}, e = i < expected->n ? expected->v[i] : none,
               a = i < actual->n ? actual->v[i] : none;
    const struct edits *edits = &t->query->patterns[0].automaton->edits;
    print_message("'%s' in '%.*s', k %u, costs I%d D%d X%d T%d, %zu confusions: hit %zu is (%u, "
                  "%u), not (%u, %u)\n",
                  t->expression, (int)(t->n < 1000 ? t->n : 1000), t->text, t->query->patterns[0].k,
                  (int)edits->insert, (int)edits->delete, (int)edits->substitute,
                  (int)edits->transpose, t->rules.costs.nconfusions, i, a.end, a.distance, e.end,
                  e.distance);
    fail();
}

/* Scans the spans that the filter leaves, even if they are large. Returns false if there are no
 * pieces. */
static bool filter(const struct trial *t, struct nfa_scan *g, const struct chunk *c,
                   struct hits *hits)
{
    struct sample sample = {.a = t->alphabet, .symbols = PLENTY};
    struct path_pieces x;
    const struct pattern *p = &t->query->patterns[0];
    sample.seen = calloc(t->query->nitems + 1, sizeof *sample.seen); /* all items are rare */
    assert_non_null(sample.seen);
    assert_true(path_pieces_open(&x, t->query, p, t->alphabet, &sample));
    bool chosen = path_pieces_choose(&x, c, c->own, p->k, 1);
    if (chosen) {
        struct contest_turn turn = {.rival = WAY_NONE};
        pieces_run(&x.pieces, &turn, 64, pieces_find);
        assert_false(x.pieces.stopped);
    }
    for (size_t i = 0; i < x.pieces.found.n; i++) {
        struct share span = spans_within(&x.pieces.found, i, c->own);
        uint32_t limit = p->k;
        if (span.begin < span.end)
            assert_int_equal(nfa_scan_scan(g, c, span, 0, &limit, hits), ENGINE_OK);
    }
    path_pieces_close(&x);
    free(sample.seen);
    return chosen;
}

/* Totals over all trials. */
struct filter_counts {
    size_t filtered, found, excluded;
};

static void check_filters(const struct trial *t, const struct chunk *c, struct filter_counts *n)
{
    struct hits all = {.most = SIZE_MAX}, some = {.most = SIZE_MAX};
    struct nfa_scan *g = nfa_scan_open(t->query, t->alphabet);
    struct sieve sieve;
    uint32_t limit = t->query->patterns[0].k;
    assert_non_null(g);
    assert_int_equal(nfa_scan_scan(g, c, c->own, 0, &limit, &all), ENGINE_OK);
    if (filter(t, g, c, &some)) {
        check_same(t, &all, &some);
        n->filtered++;
        n->found += all.n > 0;
    }
    sieve_open(&sieve, t->query);
    struct sieve_plan plan = {0};
    struct chunk text = {
        .bytes = c->bytes, .nbytes = c->nbytes, .end_byte = c->nbytes, .rules.utf8 = c->rules.utf8};
    assert_null(ways_force("sieve"));
    assert_true(sieve_decode(&sieve, &plan, &text, t->alphabet, NULL));
    assert_null(ways_force(NULL));
    if (text.decoding.barren) {
        check_same(t, &all, &(struct hits){.n = 0});
        n->excluded++;
    }
    chunk_free(&text);
    nfa_scan_close(g);
    hits_free(&all);
    hits_free(&some);
}

static double rare(const void *context, uint32_t item)
{
    (void)context;
    (void)item;
    return 0.01;
}

/* Checks that the expression's first piece, for paths of cost 1 at most, has the items of `word`,
 * and the maximum number of items before and after it. Wider bounds would let filters leave more
 * text. */
static void check_sides(char *expression, const char *word, uint32_t before, uint32_t behind)
{
    struct required_pieces x;
    struct path_shares shares = {.share = rare};
    struct pattern_source source = {.text = expression, .length = strlen(expression)};
    struct pattern_rules rules = {.expression = true};
    struct query *q = (struct query *)patterns_compile(&source, 1, &rules);
    assert_non_null(q);
    assert_true(required_pieces_find(&x, q->patterns[0].automaton, 1, &shares));
    assert_int_equal(x.pieces[0].n, strlen(word));
    assert_int_equal(x.before[0], before);
    assert_int_equal(x.behind[0], behind);
    query_free(q);
}

TEST(sides)
{
    check_sides("conn(ect|u)ion( lost){~0}", " lost", 10, 0);
    check_sides("(a|)( lost){~0}conn(ect|u)ion", " lost", 1, 10);
    check_sides("a+( lost){~0}bcd?", " lost", PATH_PIECE_ANY, 3);
    check_sides("ab?( lost){~0}(cd)*", " lost", 2, PATH_PIECE_ANY);
}

TEST(filters_alone)
{
    const char *cases = getenv("EDGREP_CASES");
    size_t n = cases != NULL ? strtoul(cases, NULL, 10) : CASES;
    struct filter_counts counts = {0, 0, 0};
    for (size_t i = 0; i < n; i++) {
        struct random r = random_open(1, i);
        struct trial t;
        if (trial_draw(&t, &r, random_below(&r, SMALL), 100, false)) {
            struct chunk c = make_chunk(&t, random_below(&r, t.n / 2 + 1), t.n);
            check_filters(&t, &c, &counts);
        }
        trial_free(&t);
    }
    /* or the cases are too easy */
    assert_true(counts.filtered > n / 5 && counts.found > n / 20 && counts.excluded > n / 20);
}

/* Spans that touch are merged, including spans that were separate before. */
TEST(joined)
{
    struct spans x = {.v = NULL};
    spans_begin(&x);
    assert_false(spans_have(&x, (struct share){10, 12, 20}));
    static const struct share added[] = {{10, 12, 20}, {30, 38, 40}, {50, 59, 60},
                                         {35, 42, 55}, {15, 17, 52}, {70, 72, 80}};
    static const size_t count[] = {1, 2, 3, 2, 1, 2};
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
        assert_true(spans_add(&x, added[i]));
        assert_int_equal(x.n, count[i]);
    }
    assert_true(spans_have(&x, (struct share){70, 72, 80}));
    assert_false(spans_have(&x, (struct share){69, 72, 80}));
    assert_false(spans_have(&x, (struct share){70, 71, 80}));
    assert_false(spans_have(&x, (struct share){70, 72, 81}));
    assert_int_equal(x.symbols, 60);
    static const struct share within[] = {{10, 12, 60}, {16, 18, 60}, {10, 20, 30}, {10, 61, 61}};
    static const struct share own[] = {{0, 0, 99}, {16, 18, 99}, {5, 20, 30}, {0, 61, 99}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct share span = spans_within(&x, 0, own[i]);
        assert_memory_equal(&span, &within[i], sizeof span);
    }
    spans_free(&x);
}

/* Keeps only the nearest hits. */
static void keep_best(struct hits *hits)
{
    size_t n = 0;
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < hits->n; i++)
        least = hits->v[i].distance < least ? hits->v[i].distance : least;
    for (size_t i = 0; i < hits->n; i++)
        if (hits->v[i].distance == least)
            hits->v[n++] = hits->v[i];
    hits->n = n;
}

static void check_engine(const struct engine *e, struct trial *t, bool best)
{
    struct distance_bounds bests;
    bests = DISTANCE_BOUNDS_TOGETHER;
    const struct engine *engines[] = {engines_find("scalar"), e};
    struct scan_shared *shared = scan_shared_open(t->query);
    struct engine_scan *scans[2];
    struct hits hits[2] = {{0}};
    for (size_t n = 0; n < 2; n++)
        scans[n] = engines[n]->open(t->query, t->alphabet, &bests, shared);
    for (size_t i = 0; i < CHUNKS; i++) {
        struct chunk c = make_chunk(t, t->n * i / CHUNKS, t->n * (i + 1) / CHUNKS);
        for (size_t n = 0; n < 2; n++) {
            scan_checked(engines[n], scans[n], t->query, &c, SIZE_MAX, &hits[n]);
            if (best)
                keep_best(&hits[n]);
        }
        check_same(t, &hits[0], &hits[1]);
    }
    for (size_t n = 0; n < 2; n++) {
        engines[n]->close(scans[n]);
        hits_free(&hits[n]);
    }
    scan_shared_close(shared);
}

static void check_engine_as_scalar(const struct engine *e)
{
    const char *cases = getenv("EDGREP_CASES");
    size_t n = (cases != NULL ? strtoul(cases, NULL, 10) : CASES) / 40;
    for (size_t i = 0; i < n; i++) {
        struct random r = random_open(2, i);
        struct trial t;
        bool best = random_percent(&r, 30);
        if (trial_draw(&t, &r, random_below(&r, LARGE), (unsigned)random_below(&r, 5), best))
            check_engine(e, &t, best);
        trial_free(&t);
    }
}

TEST(same_as_scalar)
{
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        if (engine_why_not(*e) == NULL && strcmp((*e)->name, "scalar") != 0 &&
            engine_knows(*e, METRIC_PATHS)) {
            print_message("engine %s\n", (*e)->name);
            check_engine_as_scalar(engine_loaded(*e));
        }
}
