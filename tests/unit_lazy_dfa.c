/* unit_lazy_dfa.c - cached columns against columns computed without a cache, even when all columns
 * are evicted and when the limit falls. */
#include "query/pattern.h"
#include "ref/random.h"
#include "scan/lazy_dfa.h"
#include "unit.h"

enum { LENGTH = 30000 };

struct fixture {
    const struct query *query;
    struct alphabet *alphabet;
    struct nfa_columns *paths;
    struct lazy_dfa *memo;
    unsigned char text[LENGTH];
    struct chunk chunk;
    struct nfa_place place;
};

static void open_fixture(struct fixture *f, const char *expression, const char *letters,
                         size_t period)
{
    struct pattern_rules rules = {.best = true, .expression = true};
    struct pattern_source source = {.text = (char *)expression, .length = strlen(expression)};
    struct random r = random_open(7, 7);
    f->query = patterns_compile(&source, 1, &rules);
    assert_non_null(f->query);
    f->alphabet = alphabet_open(f->query, -1);
    f->paths = nfa_columns_open(f->query->patterns[0].automaton, f->alphabet);
    f->memo = lazy_dfa_open(f->query->patterns[0].automaton, f->alphabet, false, LAZY_DFA_MEMORY);
    for (size_t i = 0; i < LENGTH; i++)
        f->text[i] = i < period ? (unsigned char)letters[random_below(&r, strlen(letters))]
                                : f->text[i - period];
    f->chunk =
        (struct chunk){.bytes = f->text, .length = LENGTH, .nbytes = LENGTH, .delimiters.byte = -1};
    f->place = (struct nfa_place){&f->chunk, f->alphabet, f->query->classes.word, 0};
}

static void close_fixture(struct fixture *f)
{
    nfa_columns_close(f->paths);
    lazy_dfa_close(f->memo);
    alphabet_close(f->alphabet);
    query_free(f->query);
}

/* Compares the columns of the whole text. With `falls`, the limit falls by one every 5000 symbols.
 */
static void compare(struct fixture *f, uint32_t limit, bool falls)
{
    lazy_dfa_begin(f->memo, limit, alphabet_size(f->alphabet));
    nfa_columns_clear(f->paths, limit);
    nfa_columns_begin(f->paths, 0);
    nfa_columns_settle(f->paths, nfa_place_holding(&f->place, 0));
    uint32_t column = lazy_dfa_first(f->memo, nfa_place_holding(&f->place, 0));
    for (size_t i = 1; i <= LENGTH; i++) {
        uint32_t symbol = chunk_symbol(&f->chunk, alphabet_bytes(f->alphabet), i - 1);
        uint32_t holding = nfa_place_holding(&f->place, i);
        nfa_columns_step(f->paths, symbol);
        nfa_columns_begin(f->paths, 0);
        nfa_columns_settle(f->paths, holding);
        column = lazy_dfa_next(f->memo, column, symbol, holding);
        assert_int_not_equal(column, LAZY_DFA_NONE);
        path_value best = nfa_columns_best(f->paths);
        bool within = path_cost(best) <= limit;
        assert_int_equal(lazy_dfa_columns(f->memo)[column].best,
                         within ? path_cost(best) : UINT32_MAX);
        assert_int_equal(lazy_dfa_columns(f->memo)[column].n == 0, nfa_columns_over(f->paths));
        if (falls && i % 5000 == 0 && limit > 0) {
            nfa_columns_lower(f->paths, --limit);
            column = lazy_dfa_lower(f->memo, column, limit);
        }
    }
}

static struct fixture fixture;

TEST(comes_again)
{
    open_fixture(&fixture, "\\b(ab|c+d)e?\\>", "abcde -", 50);
    compare(&fixture, 2, false);
    compare(&fixture, 3, true);
    assert_false(lazy_dfa_useless(fixture.memo));
    close_fixture(&fixture);
}

/* Columns hardly ever recur, and all are evicted several times. */
TEST(never_again)
{
    open_fixture(&fixture, "((abcd|bdca){30}|x)", "abcd", LENGTH);
    compare(&fixture, 40, false);
    assert_true(lazy_dfa_useless(fixture.memo));
    compare(&fixture, 30, true); /* after the limit falls, caching is tried again */
    close_fixture(&fixture);
}
