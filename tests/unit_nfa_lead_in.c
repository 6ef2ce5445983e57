/* unit_nfa_lead_in.c - lead-ins that are claimed to suffice, against columns of paths from the
 * beginning of random texts. */
#include "query/pattern.h"
#include "ref/random.h"
#include "scan/nfa_lead_in.h"
#include "unit.h"

enum { LENGTH = 400, CASES = 300, STATES_MOST = 256 };

static const double ENOUGH = 1e9; /* nanoseconds */

struct fixture {
    const struct query *query;
    const struct automaton *m;
    struct alphabet *alphabet;
    struct nfa_columns *paths;
    struct nfa_lead_in lead_in;
    unsigned char text[LENGTH];
    struct chunk chunk;
    struct random r;
};

static void open_fixture(struct fixture *f, const char *expression, uint32_t k)
{
    struct pattern_rules rules = {.expression = true, .limited = true, .limit = {.edits = k}};
    struct pattern_source source = {.text = (char *)expression, .length = strlen(expression)};
    f->r = random_open(5, k);
    f->query = patterns_compile(&source, 1, &rules);
    assert_non_null(f->query);
    f->m = f->query->patterns[0].automaton;
    f->alphabet = alphabet_open(f->query, '\n');
    f->paths = nfa_columns_open(f->m, f->alphabet);
    assert_true(nfa_lead_in_open(&f->lead_in, f->query, f->m, f->alphabet));
    f->chunk = (struct chunk){
        .bytes = f->text, .length = LENGTH, .nbytes = LENGTH, .delimiters.byte = '\n'};
}

static void close_fixture(struct fixture *f)
{
    nfa_lead_in_close(&f->lead_in);
    nfa_columns_close(f->paths);
    alphabet_close(f->alphabet);
    query_free(f->query);
}

static void draw_text(struct fixture *f, const char *letters)
{
    for (size_t i = 0; i < LENGTH; i++)
        f->text[i] = (unsigned char)letters[random_below(&f->r, strlen(letters))];
}

/* Returns the column before symbol `to` of paths that begin at `from` or later. */
static uint32_t column(struct fixture *f, size_t from, size_t to, uint32_t k, uint64_t *values)
{
    const uint32_t *bytes = alphabet_bytes(f->alphabet);
    struct nfa_place place = {&f->chunk, f->alphabet, f->query->classes.word,
                              from == 0 ? 0 : SIZE_MAX};
    nfa_columns_clear(f->paths, k);
    for (size_t i = from; i <= to; i++) {
        if (i > from)
            nfa_columns_step(f->paths, bytes[f->text[i - 1]]);
        nfa_columns_begin(f->paths, 0);
        nfa_columns_settle(f->paths, nfa_place_holding(&place, i));
    }
    return nfa_columns_save(f->paths, values);
}

/* Returns how many of the lead-ins tried suffice. */
static size_t compare(struct fixture *f, const char *letters, uint32_t k)
{
    uint64_t whole[STATES_MOST], part[STATES_MOST];
    size_t suffice = 0;
    assert_true(f->m->nstates <= STATES_MOST);
    for (size_t i = 0; i < CASES; i++) {
        draw_text(f, letters);
        size_t to = random_between(&f->r, 1, LENGTH - 1), from = random_below(&f->r, to);
        double ns = ENOUGH;
        if (!nfa_lead_in_suffices(&f->lead_in, &f->chunk, from, to, k, &ns))
            continue;
        suffice++;
        uint32_t n = column(f, 0, to, k, whole);
        assert_int_equal(column(f, from, to, k, part), n);
        assert_memory_equal(part, whole, n * sizeof *whole);
    }
    return suffice;
}

TEST(test_true_columns)
{
    static const char *const expressions[] = {"[ab]+c$", "a.*b.*c", "(ab|c)*d", "\\b[ab]+ *c\\b",
                                              "a{3,}.?c"};
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
        for (uint32_t k = 0; k < 3; k++) {
            struct fixture f;
            open_fixture(&f, expressions[i], k);
            assert_true(nfa_lead_in_pays(f.query));
            size_t suffice = compare(&f, "aabc ", k);
            assert_true(suffice > CASES / 4);
            close_fixture(&f);
        }
}

/* The beginning of a record matters up to its end. */
TEST(test_never)
{
    struct fixture f;
    open_fixture(&f, "^a.*b", 0);
    assert_int_equal(compare(&f, "abc", 0), 0);
    assert_true(compare(&f, "aaaaaaab\n", 0) > 0); /* but not for another record */
    close_fixture(&f);
}

/* The shortest lead-in that suffices is used, if there is time to find it. */
TEST(test_shorten)
{
    struct fixture f;
    struct share own = {0, LENGTH - 10, LENGTH};
    open_fixture(&f, "[ab]+c", 0);
    draw_text(&f, "abcd");
    struct share shorter = nfa_lead_in_shorten(&f.lead_in, &f.chunk, own, 0, ENOUGH);
    assert_true(shorter.lead > own.lead && shorter.begin == own.begin && shorter.end == own.end);
    assert_int_equal(nfa_lead_in_shorten(&f.lead_in, &f.chunk, own, 0, 0).lead, own.lead);
    close_fixture(&f);
}
