/* unit_nfa_starts.c - where occurrences begin, reading the text in either direction, against
 * columns of all paths of the record. */
#include "match/nfa_starts.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "unit.h"

enum { LENGTH = 120000, RECORDS = 8, MOST = 6, ONWARD = 40 };

static bool may_begin(void *context, size_t i)
{
    (void)context;
    (void)i;
    return true;
}

/* Checks the costs of the texts that begin at symbol `at`. */
static void check_onward(struct nfa_starts *t, struct nfa_columns *paths,
                         const struct nfa_place *place, const struct nfa_record *r, size_t at)
{
    const uint32_t *costs = nfa_starts_costs(t, r, 0, at, FORWARD, ONWARD, MOST);
    nfa_columns_clear(paths, MOST);
    nfa_columns_begin(paths, 0);
    for (size_t l = 0; l <= ONWARD; l++) {
        if (l > 0)
            nfa_columns_step(paths, chunk_symbol(r->c, alphabet_bytes(place->a), at + l - 1));
        nfa_columns_settle(paths, nfa_place_holding(place, at + l));
        uint32_t cost = path_cost(nfa_columns_best(paths));
        assert_int_equal(costs[l], cost <= MOST ? cost : MOST + 1);
    }
}

/* Requests most ends of the record, for costs up to d, which is at most `most`: at first for cost 0
 * only, so that the record must be read again, and later for few ends, so that the limit falls. */
static void check_record(struct nfa_starts *t, const struct query *q, const struct alphabet *a,
                         const struct nfa_record *r, struct random *random)
{
    struct nfa_columns *paths = nfa_columns_open(q->patterns[0].automaton, a);
    struct nfa_place place = {r->c, a, q->classes.word, r->begin};
    size_t n = LENGTH / RECORDS;
    nfa_columns_clear(paths, MOST);
    for (size_t i = 0; i <= n; i++) {
        uint32_t most = i < n / 2 ? MOST : 1;
        uint32_t d = i < 4 ? 0 : (uint32_t)random_below(random, most + 1);
        if (i > 0)
            nfa_columns_step(paths, chunk_symbol(r->c, alphabet_bytes(a), r->begin + i - 1));
        nfa_columns_begin(paths, (uint32_t)(r->begin + i));
        nfa_columns_settle(paths, nfa_place_holding(&place, r->begin + i));
        if (i % 1024 > 896)
            continue;
        path_value expected = nfa_columns_best(paths);
        expected = path_cost(expected) <= d ? expected : PATH_NONE;
        assert_true(nfa_starts_best(t, r, 0, r->begin + i, d, most) == expected);
    }
    for (size_t at = 0; at + ONWARD <= n; at += 1021)
        check_onward(t, paths, &place, r, r->begin + at);
    nfa_columns_close(paths);
}

static void check_expression(const char *expression, const char *letters)
{
    static unsigned char text[LENGTH];
    struct pattern_rules rules = {.expression = true, .limited = true, .limit = {.edits = MOST}};
    struct pattern_source source = {.text = (char *)expression, .length = strlen(expression)};
    const struct query *q = patterns_compile(&source, 1, &rules);
    struct random random = random_open(7, 0);
    assert_non_null(q);
    struct alphabet *a = alphabet_open(q, '\n');
    struct nfa_starts *t = nfa_starts_open(q, a);
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = (unsigned char)letters[random_below(&random, strlen(letters))];
    struct chunk c = {.bytes = text,
                      .length = LENGTH,
                      .nbytes = LENGTH,
                      .alphabet_size = alphabet_size(a),
                      .delimiters.byte = '\n'};
    for (size_t i = 0; i < RECORDS; i++) {
        struct nfa_record r = {&c, i * (LENGTH / RECORDS), i + 1, may_begin, NULL};
        check_record(t, q, a, &r, &random);
    }
    nfa_starts_close(t);
    alphabet_close(a);
    query_free(q);
}

/* Columns are read backward if they recur. They are read forward if an occurrence may begin
 * thousands of symbols before its end, or, in longer and longer intervals, if they do not recur. */
TEST(either_way)
{
    check_expression("ab(ab|ba){5,8}b", "ab");
    check_expression("ab*cdab.*dcab", "abcd");
    check_expression("ab(ab|ba)*ab(ab|ba){3}b", "ab");
    check_expression("(abcd|badc){6}", "abcd");
    check_expression("\\b(ab|b\\b c){4,6}\\b", "abbc ");
}
