/* unit_rank_messages.c - messages between the ranks of a comparison arrive as they were sent. */
#include "compare/compare.h"
#include "compare/rank_messages.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 10000, MOST = 1000 };

/* Returns the bytes of a pack as a message. */
static struct message message_of(const struct pack *p)
{
    return (struct message){.bytes = p->bytes, .size = p->size};
}

TEST(rules)
{
    struct rank_message_rules r = {
        .engine = "avx2",
        .threads = 3,
        .files = {{NULL, {0, {0, 0}}}, {"a b", {1ull << 40, {-5, 999999999}}}}};
    struct pack p = {0};
    pack_rules(&p, &r);
    struct message m = message_of(&p);
    struct unpack u = unpack_open(&m);
    struct rank_message_rules received = unpack_rules(&u);
    assert_ptr_equal(u.at, u.end);
    assert_string_equal(received.engine, "avx2");
    assert_int_equal(received.threads, 3);
    assert_null(received.files[0].name);
    assert_string_equal(received.files[1].name, "a b");
    assert_memory_equal(&received.files[1].version, &r.files[1].version, sizeof r.files[1].version);
    rank_message_rules_free(&received);
    free(p.bytes);
}

/* Returns some codes of one of the sequences. */
static const unsigned char *draw_codes(const struct sequences *s, struct random *r, size_t *n)
{
    bool first = random_percent(r, 50);
    size_t all = first ? s->m : s->n, from = random_below(r, all + 1);
    *n = random_below(r, all - from + 1);
    return (first ? s->x : s->y) + from * s->width;
}

static void assert_side(const struct sequences *here, const struct strips_sequence *sent,
                        const struct sequences *there, const struct strips_sequence *received)
{
    assert_int_equal((const unsigned char *)sent->codes - here->x,
                     (const unsigned char *)received->codes - there->x);
    assert_int_equal(sent->n, received->n);
    assert_int_equal(sent->reversed, received->reversed);
}

static void check_problem(const struct sequences *here, const struct sequences *there,
                          struct random *r)
{
    struct strips_problem sent =
        strips_problem_of(here, (enum metric)random_below(r, METRIC_OSA + 1));
    sent.rows.codes = draw_codes(here, r, &sent.rows.n);
    sent.columns.codes = draw_codes(here, r, &sent.columns.n);
    sent.rows.reversed = random_percent(r, 50);
    sent.columns.reversed = random_percent(r, 50);
    struct pack p = {0};
    pack_problem(&p, here, &sent);
    struct message m = message_of(&p);
    struct unpack u = unpack_open(&m);
    struct strips_problem received = unpack_problem(&u, there);
    assert_ptr_equal(u.at, u.end);
    assert_side(here, &sent.rows, there, &received.rows);
    assert_side(here, &sent.columns, there, &received.columns);
    assert_int_equal(received.metric, sent.metric);
    assert_int_equal(received.code_bytes, sent.code_bytes);
    assert_int_equal(received.ncodes, sent.ncodes);
    free(p.bytes);
}

static void check_part(const struct sequences *here, const struct sequences *there,
                       struct random *r)
{
    struct subproblem sent = {.s = *here, .distance = random_below(r, UINT64_MAX)};
    size_t row = random_below(r, here->m + 1), column = random_below(r, here->n + 1);
    sent.s = sequences_part(here, row, here->m - row, column, here->n - column);
    struct subproblems_rules rules = {.metric = METRIC_INDEL,
                                      .leaf = random_below(r, 1 << 20),
                                      .diagonals = random_percent(r, 50)};
    struct subproblems_rules same;
    struct pack p = {0};
    pack_part(&p, here, &sent, &rules);
    struct message m = message_of(&p);
    struct unpack u = unpack_open(&m);
    struct subproblem received = unpack_part(&u, there, &same);
    assert_ptr_equal(u.at, u.end);
    assert_int_equal(received.s.x - there->x, sent.s.x - here->x);
    assert_int_equal(received.s.y - there->x, sent.s.y - here->x);
    assert_true(received.s.m == sent.s.m && received.s.n == sent.s.n &&
                received.distance == sent.distance);
    assert_int_equal(received.s.width, here->width);
    assert_int_equal(same.metric, rules.metric);
    assert_int_equal(same.leaf, rules.leaf);
    assert_true(same.diagonals == rules.diagonals);
    free(p.bytes);
}

TEST(places)
{
    static unsigned char one[2 * MOST * 4], other[2 * MOST * 4];
    for (size_t i = 0; i < CASES; i++) {
        struct random r = random_open(1, i);
        struct sequences here = {.m = random_below(&r, MOST), .n = random_below(&r, MOST)};
        here.width = random_percent(&r, 50) ? 4 : 1;
        here.alphabet = 1 + (uint32_t)random_below(&r, 256);
        struct sequences there = here;
        here.x = one;
        here.y = one + here.m * here.width;
        there.x = other;
        there.y = other + here.m * here.width;
        check_problem(&here, &there, &r);
        check_part(&here, &there, &r);
    }
}
