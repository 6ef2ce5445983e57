/* unit_expression.c - the structure of expressions: where items end, how large automata become. */
#include "query/automaton.h"
#include "query/char_class.h"
#include "query/expression.h"
#include "query/glushkov.h"
#include "unit.h"

static struct expression parsed(const char *text)
{
    struct expression x;
    struct expression_error error;
    if (!expression_parse(&x, text, strlen(text), true, &error))
        fail_msg("%.20s...: at %zu: %s", text, error.at, error.reason);
    return x;
}

/* Checks the items of the expression, in order: each is followed by a space, and a quoted item is
 * preceded by !. */
static void assert_items(const char *text, const char *expected)
{
    struct expression x = parsed(text);
    char items[256] = "";
    size_t n = 0;
    for (size_t i = 0; i < x.count; i++) {
        if (x.nodes[i].kind != NODE_ITEM)
            continue;
        const char *quoted = (x.nodes[i].settings & CLASS_LITERAL) != 0 ? "!" : "";
        n += (size_t)snprintf(items + n, sizeof items - n, "%s%.*s ", quoted,
                              (int)x.nodes[i].length, text + x.nodes[i].start);
        assert_true(n < sizeof items);
    }
    assert_string_equal(items, expected);
    expression_free(&x);
}

TEST(items)
{
    assert_items("a.\xc3\xa9", "a . \xc3\xa9 ");
    assert_items("[]a][^]a][a\\]b][[:alpha:]x][\\Q]\\E]",
                 "[]a] [^]a] [a\\]b] [[:alpha:]x] [\\Q]\\E] ");
    assert_items("\\x41\\x{e9}1\\o{101}\\012\\pL\\p{Lu}\\cA",
                 "\\x41 \\x{e9} 1 \\o{101} \\012 \\pL \\p{Lu} \\cA ");
    assert_items("\\N{U+e9}\\N{2}\\N", "\\N{U+e9} \\N \\N ");
    assert_items("\\Qa|(\\E*b", "!a !| !( b ");
    assert_items("a{x}{2", "a { x } { 2 ");
    assert_items("\\.\\(\\\\", "\\. \\( \\\\ ");
    assert_items("a{2x", "a { 2 x ");
    assert_items("(a){+x}", "a { x } ");
    assert_items("\\0129\\018\\0/", "\\012 9 \\01 8 \\0 / ");
    assert_items("\\x414\\xg\\x{41", "\\x41 4 \\x g \\x{41 ");
    assert_items("a\\c", "a \\c ");
    assert_items("a\\p", "a \\p ");
    assert_items("[[a][[:a][[.a.]][[=a=]]", "[[a] [[:a] [[.a.]] [[=a=]] ");
    assert_items("[[:a:b:]][[:a\\]]", "[[:a:b:]] [[:a\\]] ");
}

static void assert_refused(const char *text, size_t at, const char *reason)
{
    struct expression x;
    struct expression_error error;
    assert_false(expression_parse(&x, text, strlen(text), true, &error));
    assert_string_equal(error.reason, reason);
    assert_int_equal(error.at, at);
}

/* Checks the settings of the n items, in order. */
static void assert_settings(const char *text, size_t n, const unsigned *expected)
{
    struct expression x = parsed(text);
    size_t items = 0;
    for (size_t i = 0; i < x.count; i++) {
        if (x.nodes[i].kind != NODE_ITEM)
            continue;
        assert_true(items < n);
        assert_int_equal(x.nodes[i].settings, expected[items++]);
    }
    assert_int_equal(items, n);
    expression_free(&x);
}

/* Settings apply up to the end of their group; then the previous settings return. */
TEST(settings)
{
    enum {
        I = CLASS_CASELESS,
        NO_I = CLASS_CASEFUL,
        S = CLASS_DOTALL,
        NO_S = CLASS_NO_DOTALL,
        L = CLASS_LITERAL,
        B = CLASS_BLANKS
    };
    static const struct {
        const char *text;
        size_t n;
        unsigned settings[5];
    } cases[] = {{"a(?i)b(?-i)c", 3, {0, I, NO_I}},
                 {"(a(?i)b|c)d", 4, {0, I, I, 0}},
                 {"(?i:a(?s:b)c)d", 4, {I, I | S, I, 0}},
                 {"(?is)a(?s-i)b(?^)c", 3, {I | S, NO_I | S, NO_I | NO_S}},
                 {"(?xx)a(?x)b(?xxi)c(?-x)d", 4, {B, 0, B | I, I}},
                 {"(?i)\\Q(?-i)\\E", 5, {I | L, I | L, I | L, I | L, I | L}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_settings(cases[i].text, cases[i].n, cases[i].settings);
    assert_items("(?x) a b # c\n{2} [ ] \\  (?-x: d) e", "a b [ ] \\    d e ");
    assert_items("a(?#b)c(?#\\Q)d#", "a c d # ");
    assert_items("\\0{2}\\012[\\E]a](?xx)[ ]b]", "\\0 \\012 [\\E]a] [ ]b] ");
    assert_items("(?x)\\Q a\\E #", "!  !a ");
}

/* A quantifier of a quantifier repeats its result. The depth of the tree is limited. */
TEST(stacked)
{
    enum { MOST = 1999 };
    char text[3 * MOST + 8] = "a";
    struct expression x = parsed("a{2}{3}b*{0,2}");
    assert_int_equal(expression_measure(&x).shortest, 6);
    expression_free(&x);
    for (size_t i = 0; i < MOST; i++)
        memcpy(text + 1 + 3 * i, "{1}", 4);
    x = parsed(text);
    expression_free(&x);
    memcpy(text + 1 + (size_t)3 * MOST, "{1}", 4);
    assert_refused(text, 0, "its parts are nested too deep");
}

TEST(refused)
{
    static const char nothing[] = "there is nothing to repeat",
                      group[] = "only ( ) and (?: ) are groups here";
    assert_refused("*a", 0, nothing);
    assert_refused("a|{2}", 2, nothing);
    assert_refused("^*", 1, nothing);
    assert_refused("(*a)", 1, nothing);
    assert_refused("(?i)*", 4, nothing);
    assert_refused("(*ACCEPT)a", 0, "verbs such as (*UTF) are not supported");
    assert_refused("a{2}{3}?", 7, "lazy quantifiers are not supported");
    assert_refused("a{3,2}", 1, "the numbers are not in order");
    assert_refused("a{~0}", 1, "limits of edits belong behind the ')' of a group");
    assert_refused("(a){~0}{~0}", 7, "limits of edits belong behind the ')' of a group");
    assert_refused("(a){2}{#1}", 6, "limits of edits belong behind the ')' of a group");
    assert_refused("(a){~17}", 3, "a limit is at most 16");
    assert_refused("(a){~4294967297}", 3, "a limit is at most 16");
    assert_refused("(a){+1 +2}", 3, "each kind of edit has one limit");
    assert_refused("(a){+1 x}", 3, "say a number for each kind of edit, as +1 -0 #2 ~2");
    assert_refused("(a){+1", 3, "its '}' is missing");
    assert_refused("(?|a|b)", 0, group);
    assert_refused("(?<n>a)", 0, "groups have no names here: write ( )");
    assert_refused("(?P>n)", 0, "recursion is not supported");
    assert_refused("a(?im)b", 4, "only i, s and x can be set");
    assert_refused("a(?i--s)b", 5, "only i, s and x can be set");
    assert_refused("a(?i", 1, "its ')' is missing");
    assert_refused("a(?#b", 1, "its ')' is missing");
    assert_refused("(?<=a)b", 0, "look-around is not supported: see --where");
    assert_refused("(?>a)", 0, "possessive groups are not supported");
    assert_refused("a\\", 1, "a backslash at the end");
    assert_refused("a\\z", 1, "use ^ and $ for the beginning and the end of a record");
    assert_refused("\\Aa", 0, "use ^ and $ for the beginning and the end of a record");
    assert_refused("a\\Z", 1, "use ^ and $ for the beginning and the end of a record");
    assert_refused("(a)\\1", 3, "back-references are not supported: see --where");
    assert_refused("(a)\\9", 3, "back-references are not supported: see --where");
    assert_refused("(a)\\g1", 3, "back-references are not supported: see --where");
    assert_refused("(a)\\k<n>", 3, "back-references are not supported: see --where");
    assert_refused("a(?R)", 1, "recursion is not supported");
    assert_refused("a(?1)", 1, "recursion is not supported");
    assert_refused("a(?+1)", 1, "recursion is not supported");
    assert_refused("(?", 0, group);
    assert_refused("(*", 1, nothing);
    assert_refused("(?i^)a", 3, "only i, s and x can be set");
    assert_refused("(?iq:a)", 3, "only i, s and x can be set");
    assert_refused("a[", 1, "its ']' is missing");
    assert_refused("a[^", 1, "its ']' is missing");
    assert_refused("a[[:", 1, "its ']' is missing");
    assert_refused("a[[", 1, "its ']' is missing");
    assert_refused("a[b\\", 1, "its ']' is missing");
    assert_refused("a[\\Qb]", 1, "its ']' is missing");
    assert_refused("a{65537}", 0, "more than 65536 items when its repetitions are written out");
    assert_refused("a{99999999999}", 0,
                   "more than 65536 items when its repetitions are written out");
    assert_refused("((a{65536}){65536}){2}a", 0,
                   "more than 65536 items when its repetitions are written out");
    assert_refused("a?|^", 0, "it matches the empty sequence, so it would match everything");
}

/* A byte 0 is an ordinary character. */
TEST(zero)
{
    static const char text[] = "a\\\0(?x) \0";
    struct expression x;
    struct expression_error error;
    assert_true(expression_parse(&x, text, sizeof text - 1, true, &error));
    assert_int_equal(expression_measure(&x).shortest, 3);
    assert_int_equal(x.nodes[1].length, 2);
    expression_free(&x);
    static const char group[] = "(a){\0001}";
    assert_true(expression_parse(&x, group, sizeof group - 1, true, &error));
    assert_int_equal(expression_measure(&x).shortest, 5);
    expression_free(&x);
}

TEST(deep)
{
    char text[600];
    for (size_t open = 250; open <= 251; open++) {
        memset(text, '(', open);
        text[open] = 'a';
        memset(text + open + 1, ')', open);
        text[2 * open + 1] = '\0';
        if (open == 250) {
            struct expression x = parsed(text);
            expression_free(&x);
        } else {
            assert_refused(text, 250, "more than 250 open parentheses");
        }
    }
}

TEST(measures)
{
    static const struct {
        const char *text;
        uint32_t shortest, deleted, longest;
    } cases[] = {
        {"abc", 3, 3, 3},
        {"a|bcd", 1, 1, 3},
        {"a?b*c+", 1, 1, UINT32_MAX},
        {"a{2,5}b", 3, 3, 6},
        {"(ab){~0}c", 3, UINT32_MAX, 3},
        {"((ab){~0}|c)d", 2, 2, 3},
        {"(a|bc){2}", 2, 2, 4},
        {"((ab){~0})?c", 1, 1, 3},
        {"a{0}b", 1, 1, 1},
    };
    const struct glushkov_rules rules = {.edits = EDITS_LEVENSHTEIN};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct expression x = parsed(cases[i].text);
        struct automaton *m = glushkov_build(&x, &rules, false);
        assert_int_equal(expression_measure(&x).shortest, cases[i].shortest);
        assert_int_equal(m->shortest, cases[i].shortest);
        assert_int_equal(m->vacuous, cases[i].deleted);
        assert_int_equal(m->longest, cases[i].longest);
        automaton_free(m);
        expression_free(&x);
    }
}

/* However an expression of 64 KiB is written, its automaton has only a few edges per byte. */
TEST(large)
{
    static const struct {
        const char *begin, *again, *end;
    } cases[] = {{"", "ab", ""},       {"a", "b?", ""},        {"(", "a|", "b)+"},
                 {"(", "a?|", "b)+c"}, {"(", "a?", "b)+"},     {"(", "b?", "a)*c"},
                 {"", "(a|b)", ""},    {"(", "(ab)*", "c)*c"}, {"", "(a){~0}", ""},
                 {"", "\\b^", "a"},    {"", "(a|b|c)*d", ""}};
    const struct glushkov_rules rules = {.edits = EDITS_LEVENSHTEIN};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = calloc(65536 + 64, 1), *end = stpcpy(text, cases[i].begin);
        while (end - text < 65536)
            end = stpcpy(end, cases[i].again);
        (void)stpcpy(end, cases[i].end);
        struct expression x = parsed(text);
        struct automaton *m = glushkov_build(&x, &rules, false);
        assert_in_range(m->nstates, 10000, 200000);
        assert_in_range(m->nedges, 10000, 10 * 65536);
        automaton_free(m);
        expression_free(&x);
        free(text);
    }
}
