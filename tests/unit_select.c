/*
 * unit_select.c - which records are printed: -v, -m, context and the level that falls, against a
 * plain model; also when parts of the inputs are selected elsewhere, and joined.
 *
 * The model looks at all records of an input at once. What is compared is the printed bytes.
 */
#include <unistd.h>

#include "feed.h"
#include "output/select_join.h"
#include "ref/random.h"
#include "unit.h"

enum { MOST_RECORDS = 30, INPUTS = 3, CASES = 3000, LENGTH = 3 /* of a record */ };

/* Record i of an input is "ri" and newline. */
struct input {
    size_t n;
    bool occurs[MOST_RECORDS], searched[MOST_RECORDS];
    size_t fell; /* the limit fell with this record: earlier records no longer count */
};

struct printed {
    char text[10000];
    size_t length;
};

struct instance {
    struct options o;
    struct query query;
    struct input inputs[INPUTS];
    struct printed expected;
    bool groups;               /* the next one needs a separator */
    uint64_t selected[INPUTS]; /* as passed at the end of an input */
    uint64_t behind[INPUTS];   /* as select_behind() */
};

static void draw(struct instance *x, struct random *r)
{
    bool best = random_percent(r, 30);
    *x = (struct instance){.query = {.best = best}};
    x->o =
        (struct options){.form.bare = true,
                         .form.group_separator = "--",
                         .fields.line_number = true,
                         .query.rules = {.best = best},
                         .select.invert = !best && random_percent(r, 30),
                         .select.context = random_percent(r, 60),
                         .select.max_count = random_percent(r, 50) ? random_log(r, 6) : UINT64_MAX};
    x->o.select.before = x->o.select.context && random_percent(r, 70) ? random_below(r, 5) : 0;
    x->o.select.after = x->o.select.context && random_percent(r, 70) ? random_below(r, 5) : 0;
    unsigned often = (unsigned)random_below(r, 100);
    for (size_t i = 0; i < INPUTS; i++) {
        struct input *input = &x->inputs[i];
        input->n = random_below(r, MOST_RECORDS);
        input->fell = best && random_percent(r, 50) ? random_below(r, MOST_RECORDS) : SIZE_MAX;
        for (size_t j = 0; j < input->n; j++) {
            input->occurs[j] = random_percent(r, often) || j == input->fell;
            input->searched[j] = random_percent(r, 90) || j == input->fell;
        }
    }
}

/* The model. */

static bool is_selected(const struct instance *x, const struct input *input, size_t i)
{
    return input->searched[i] && input->occurs[i] != x->o.select.invert;
}

static void put(struct printed *p, size_t number, char separator)
{
    p->length += (size_t)snprintf(p->text + p->length, sizeof p->text - p->length, "%zu%cr%zu\n",
                                  number, separator, number % 10);
}

static void put_separator(struct printed *p)
{
    memcpy(p->text + p->length, "--\n", 3);
    p->length += 3;
}

/* Which records of an input are printed: 'm' as selected ones, 'c' as context; `from` on count. */
static void mark(struct instance *x, size_t number, size_t from, char *marks)
{
    const struct input *input = &x->inputs[number];
    uint64_t left = x->o.select.max_count;
    size_t last = SIZE_MAX;
    memset(marks, ' ', input->n);
    x->selected[number] = 0;
    x->behind[number] = UINT64_MAX;
    for (size_t i = from; i < input->n && left > 0; i++) {
        if (!is_selected(x, input, i))
            continue;
        marks[i] = 'm';
        last = i;
        x->selected[number]++;
        if (--left == 0 && !x->o.query.rules.best) /* which reads on */
            x->behind[number] = LENGTH * (i + 1);
    }
    for (size_t i = 0; i < input->n && last != SIZE_MAX; i++)
        for (size_t j = i > x->o.select.after ? i - x->o.select.after : 0;
             j <= i + x->o.select.before && j <= last; j++)
            if (marks[j] == 'm' && marks[i] == ' ')
                marks[i] = 'c';
}

/* Prints an input. Records before `from` are nothing but context. */
static void expect_input(struct instance *x, size_t number, size_t from)
{
    char marks[MOST_RECORDS];
    mark(x, number, from, marks);
    for (size_t i = 0; i < x->inputs[number].n; i++) {
        bool begins = i == 0 || marks[i - 1] == ' ';
        if (marks[i] == ' ')
            continue;
        if (x->o.select.context && begins && x->groups)
            put_separator(&x->expected);
        x->groups = true;
        put(&x->expected, i + 1, marks[i] == 'm' ? ':' : '-');
    }
}

static void expect_all(struct instance *x)
{
    for (size_t i = 0; i < INPUTS; i++) {
        bool falls = x->inputs[i].fell < x->inputs[i].n;
        if (falls) {
            x->expected.length = 0;
            x->groups = false;
        }
        expect_input(x, i, falls ? x->inputs[i].fell : 0);
    }
}

/* What select.h makes of it. */

/* Gives record i of an input, which counts from record `first` on. */
static void put_record(const struct input *input, struct select *s, size_t i, size_t first)
{
    char text[LENGTH + 1];
    (void)snprintf(text, sizeof text, "r%u\n", (unsigned)(i + 1) % 10);
    struct occurrence o = {
        .match_start = LENGTH * i, .match_end = LENGTH * i + 1, .text_end = LENGTH * i + 1};
    struct record record = {.offset = LENGTH * i,
                            .end = LENGTH * (i + 1),
                            .number = i - first + 1,
                            .bytes = (unsigned char *)text,
                            .length = LENGTH - 1,
                            .delimiter_length = 1,
                            .best = input->occurs[i] ? &o : NULL};
    if (i == input->fell)
        select_forget(s);
    select_record(s, &record, input->searched[i], input->occurs[i]);
}

/* Gives records [from, to) by a worker, and what it makes of them. */
static void put_part(const struct input *input, struct select *s, struct select *worker,
                     size_t from, size_t to)
{
    struct collected collected = COLLECTED_INIT;
    select_begin_part(worker, "input", LENGTH * input->n, from > 0, to < input->n);
    for (size_t i = from; i < to && select_state(worker) == SELECT_GO_ON; i++)
        put_record(input, worker, i, from);
    struct selection selection = select_part(worker, false);
    select_exchange(worker, &collected);
    if (from <= input->fell && input->fell < to)
        select_forget(s);
    select_join(s, &selection, &collected, from);
    collected_free(&collected);
}

/* `worker`: it gets parts of the input; NULL: there is none. Some records come without it. */
static void put_input(struct instance *x, struct select *s, struct select *worker, size_t number,
                      struct random *r)
{
    const struct input *input = &x->inputs[number];
    size_t i = 0;
    select_begin(s, "input", LENGTH * input->n);
    while (i < input->n && select_state(s) == SELECT_GO_ON) {
        size_t to = i + 1;
        if (worker != NULL && random_percent(r, 80)) {
            to += random_log(r, input->n - i) - 1;
            put_part(input, s, worker, i, to);
        } else {
            put_record(input, s, i, 0);
        }
        i = to;
    }
    assert_true(i == input->n || !x->o.query.rules.best); /* all of them decide */
    assert_int_equal(select_behind(s), x->behind[number]);
    select_end(s, LENGTH * input->n);
}

static void check_printed(const struct instance *x)
{
    size_t length;
    const char *text = (const char *)feed_output(&length);
    assert_int_equal(length, x->expected.length);
    assert_memory_equal(text, x->expected.text, length);
}

/* Returns whether parts could be joined, if they are to be. */
static bool check_case(struct instance *x, bool joins, struct random *r)
{
    struct output_env env = {.options = &x->o,
                             .query = &x->query,
                             .output = output_find(x->o.form.output),
                             .wants = requirements_of(&x->o, false)};
    struct output_env elsewhere = env;
    if (joins && !select_joins(&env))
        return false;
    feed((const unsigned char *)"", 0, NULL, 0);
    env.sink = sink_open(STDOUT_FILENO);
    elsewhere.sink = sink_collect();
    elsewhere.collects = true;
    if (x->o.query.rules.best)
        sink_hold(env.sink);
    struct select *s = select_open(&env), *worker = select_open(&elsewhere);
    for (size_t i = 0; i < INPUTS; i++)
        put_input(x, s, joins ? worker : NULL, i, r);
    bool any = false;
    for (size_t i = 0; i < INPUTS; i++)
        any |= x->selected[i] > 0;
    if (!x->o.query.rules.best)
        assert_int_equal(select_any(s), any);
    select_finish(s, UINT32_MAX);
    select_close(s);
    select_close(worker);
    sink_release(env.sink);
    sink_close(env.sink);
    sink_close(elsewhere.sink);
    check_printed(x);
    return true;
}

TEST(drawn)
{
    static struct instance x;
    unsigned joined = 0;
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(4, i);
        draw(&x, &r);
        expect_all(&x);
        (void)check_case(&x, false, &r);
        joined += check_case(&x, true, &r);
    }
    assert_true(joined > CASES / 2);
}

/* Returns whether parts with this context could be joined. */
static bool joins_context(uint64_t before, uint64_t after)
{
    static const struct query query;
    struct options o = {
        .select = {.context = true, .before = before, .after = after, .max_count = UINT64_MAX}};
    const struct output_env env = {.options = &o,
                                   .query = &query,
                                   .output = output_find(o.form.output),
                                   .wants = requirements_of(&o, false)};
    return select_joins(&env);
}

/* Each part would keep a copy of its context. */
TEST(much_context)
{
    assert_true(joins_context(1000, 1000));
    assert_false(joins_context(1001, 0));
    assert_false(joins_context(0, 1001));
}

/* With --bare a line shows only its record, but with --span-lines each line is an occurrence. */
TEST(bare_occurrences)
{
    struct options o = {.form.bare = true, .query.rules.limited = true};
    assert_int_equal(requirements_of(&o, false).resolve.detail, RESOLVE_ANY);
    o.records.span_lines = true;
    assert_true(requirements_of(&o, false).resolve.detail > RESOLVE_ANY);
}

/* Nothing is kept for context that -o does not print. */
TEST(no_context_of_parts)
{
    struct options o = {.form.format_record = true, .select = {.context = true, .before = 3}};
    assert_int_equal(requirements_of(&o, false).before, 3);
    o.form.only_matching = true;
    assert_true(requirements_of(&o, false).keeps);
    assert_int_equal(requirements_of(&o, false).before, 0);
}
