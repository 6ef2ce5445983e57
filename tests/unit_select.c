/*
 * unit_select.c - decisions that change no output: which parts of an input other ranks or threads
 * can select and the main thread can join, and what is stored of records.
 */
#include "output/select.h"
#include "unit.h"

static bool joins(struct options o)
{
    static const struct query query;
    const struct output_env env = {.options = &o,
                                   .query = &query,
                                   .output = output_find(o.form.output),
                                   .wants = requirements_of(&o, false)};
    return select_joins(&env);
}

/* With -A and -B. */
static bool joins_context(uint64_t before, uint64_t after, uint64_t max_count)
{
    return joins((struct options){.select = {
                                      .context = true,
                                      .before = before,
                                      .after = after,
                                      .max_count = max_count,
                                  }});
}

TEST(context)
{
    assert_true(joins_context(1000, 1000, UINT64_MAX));
    assert_false(joins_context(1001, 0, UINT64_MAX)); /* each part would store a copy of it */
    assert_false(joins_context(0, 1001, UINT64_MAX));
    assert_true(joins_context(1, 0, 5));
    assert_false(joins_context(0, 1, 5)); /* a part does not know where -m ends */
    assert_true(joins((struct options){.select.max_count = 5}));
}

/* With --bare a line shows only its record; with --span-lines each line is an occurrence. */
TEST(bare_occurrences)
{
    struct options o = {.form.bare = true, .query.rules.limited = true};
    assert_int_equal(requirements_of(&o, false).resolve.detail, RESOLVE_ANY);
    o.records.span_lines = true;
    assert_true(requirements_of(&o, false).resolve.detail > RESOLVE_ANY);
}

/* With -o, which prints no context, no context is stored. */
TEST(no_context_of_parts)
{
    struct options o = {.form.format_record = true, .select = {.context = true, .before = 3}};
    assert_int_equal(requirements_of(&o, false).before, 3);
    o.form.only_matching = true;
    assert_true(requirements_of(&o, false).keeps);
    assert_int_equal(requirements_of(&o, false).before, 0);
}
