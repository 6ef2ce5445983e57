/* unit_script.c - scripts: adjacent runs of the same kind are merged. */
#include "pair/script.h"
#include "unit.h"

static void assert_runs(const struct script *s, const char *expected)
{
    char runs[100] = "";
    size_t n = 0;
    for (size_t i = 0; i < s->count && n < sizeof runs; i++)
        n += (size_t)snprintf(runs + n, sizeof runs - n, "%d%c", (int)edit_length(s->runs[i]),
                              edit_kind(s->runs[i]));
    assert_string_equal(runs, expected);
}

TEST(parts_are_joined)
{
    struct script all = {0}, parts[5] = {0};
    script_add(&all, '=', 1);
    script_add(&parts[0], '=', 2);
    script_add(&parts[2], '=', 3);
    script_add(&parts[2], 'X', 4);
    script_add(&parts[3], 'X', 5);
    script_append_all(&all, parts, 5, 2);
    assert_runs(&all, "6=9X");
    script_free(&all);
}

TEST(a_reversed_script_is_joined)
{
    struct script all = {0}, backwards = {0};
    script_add(&all, 'D', 1);
    script_add(&backwards, 'I', 2);
    script_add(&backwards, '=', 3);
    script_add(&backwards, 'D', 4);
    script_add_reversed(&all, &backwards);
    assert_runs(&all, "5D3=2I");
    assert_int_equal(backwards.count, 0);
    script_free(&all);
    script_free(&backwards);
}

TEST(runs_are_taken_back)
{
    struct script s = {0};
    script_add(&s, '=', 1);
    struct script_mark mark = script_mark(&s);
    script_add(&s, '=', 2);
    script_add(&s, 'T', 4);
    script_add(&s, 'X', 0);
    assert_int_equal(script_edits(&s), 2);
    assert_int_equal(script_count(&s, '='), 3);
    script_return(&s, mark);
    assert_runs(&s, "1=");
    script_free(&s);
}
