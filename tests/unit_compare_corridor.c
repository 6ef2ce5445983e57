/* unit_compare_corridor.c - long pairs compared in a corridor around a path of anchors, by strips
 * or by diagonals; and the choice between the two. */
#include "capture.h"
#include "compare/compare.h"
#include "compare/corridor_parts.h"
#include "compare/seeds.h"
#include "compare/strips_choice.h"
#include "plain_device.h"
#include "plan/costs.h"
#include "ref/random.h"
#include "unit.h"

enum { LONG = 600000, ROWS = 64, PART = 1 << 16, REST = 1000, SEEDS_OF = 20000 };

/* Draws a long sequence, and a copy with `first` edits per thousand codes in its first half and
 * `second` in its second half. */
static struct sequences draw_long(struct random *r, unsigned first, unsigned second)
{
    unsigned char *x = malloc(LONG), *y = malloc(2 * LONG);
    size_t n = 0;
    assert_true(x != NULL && y != NULL);
    for (size_t i = 0; i < LONG; i++) {
        unsigned rate = i < LONG / 2 ? first : second;
        unsigned kind = random_below(r, 1000) < rate ? 1 + (unsigned)random_below(r, 3) : 0;
        x[i] = (unsigned char)random_below(r, 4);
        if (kind != 1 && kind != 2)
            y[n++] = x[i];
        if (kind > 1)
            y[n++] = (unsigned char)random_below(r, 4);
    }
    return (struct sequences){x, y, LONG, n, 1, 4};
}

/* Checks a pair in a corridor around a path of anchors, by strips or by diagonals. `cell`: assumed
 * ns of a cell by strips; 0: this machine's. */
static void check_corridor(const struct sequences *s, double cell, uint64_t near)
{
    struct compare by_band = {.way = WAY_STRIPS, .threads = 1, .guess = near};
    uint64_t expected = compare_distance(&by_band, s, METRIC_LEVENSHTEIN, UINT64_MAX);
    assert_true(expected <= near);
    for (int turned = 0; turned < 2; turned++) {
        struct sequences t = turned ? (struct sequences){s->y, s->x, s->n, s->m, 1, 4} : *s;
        for (int aligned = 0; aligned < 2; aligned++) {
            struct script script = {0};
            struct compare c = {.threads = 1, .cell_cost = cell};
            assert_int_equal(
                compare_align(&c, &t, METRIC_LEVENSHTEIN, UINT64_MAX, aligned ? &script : NULL),
                expected);
            assert_true(!aligned || script_edits(&script) == expected);
            script_free(&script);
        }
    }
    free((void *)s->x);
    free((void *)s->y);
}

TEST(strips_in_a_corridor)
{
    struct random r = random_open(33, 0);
    struct sequences s = draw_long(&r, 20, 100);
    check_corridor(&s, 0, 40000);
}

/* Strips seem fast, so anchors are tried only after the first bound was too low. */
TEST(diagonals_in_a_corridor)
{
    struct random r = random_open(34, 0);
    struct sequences s = draw_long(&r, 50, 50);
    check_corridor(&s, 1.0 / 10000, 40000);
}

/* A corridor as wide as the band is useless. */
TEST(a_wide_corridor)
{
    struct random r = random_open(36, 0);
    struct sequences s = draw_long(&r, 20, 120);
    check_corridor(&s, 0, 45000);
}

static void compare_long_by_device(void *s)
{
    struct compare c = {
        .threads = 1, .device = &plain_device, .device_only = true, .cell_cost = COST_CELL};
    (void)compare_distance(&c, s, METRIC_LEVENSHTEIN, UINT64_MAX);
}

/* A device requested by name computes the band despite a corridor if strips would be faster there
 * than diagonals. With narrow vectors they are not. */
TEST(a_corridor_and_a_device)
{
    struct random r = random_open(33, 0);
    struct sequences s = draw_long(&r, 20, 100);
    plain_device_reset(1);
    atomic_store(&plain_device_state.good, 0);
    assert_string_equal(capture_death(compare_long_by_device, &s),
                        "edgrep: engine plain failed: cannot be opened\n");
    free((void *)s.x);
    free((void *)s.y);
}

TEST(costs_in_a_corridor)
{
    struct diagonal_span span = {-5, 4};
    struct corridor corridor = {.rows = 1000, .count = 1, .steps = 1, .spans = &span};
    struct sequences s = {.m = 1000, .n = 1000, .width = 1, .alphabet = 4};
    struct compare c = {.threads = 1};
    double diagonals = strips_choice_corridor_cost(&c, &s, &corridor);
    assert_true(strips_choice_diagonals(&c, &s, &corridor));
    corridor.steps = 1e9;
    assert_false(strips_choice_diagonals(&c, &s, &corridor));
    double strips = strips_choice_corridor_cost(&c, &s, &corridor);
    corridor.steps = 1e12;
    assert_true(strips_choice_corridor_cost(&c, &s, &corridor) == strips && strips > diagonals);
}

/* A part does not begin where the path leaves the first column: no code precedes it. */
TEST(a_part_at_the_first_column)
{
    struct random r = random_open(39, 0);
    unsigned char *x = malloc(PART + REST),
                  *y = malloc(REST); /* sanitizers detect reads before y */
    const size_t before = PART / ROWS, count = before + REST / ROWS + 1;
    struct diagonal_span *spans = calloc(count, sizeof *spans);
    struct script script = {0};
    assert_true(x != NULL && y != NULL && spans != NULL);
    memset(x, 4, PART);
    for (size_t i = 0; i < REST; i++)
        x[PART + i] = y[i] = (unsigned char)random_below(&r, 4);
    for (size_t b = 0; b < count; b++)
        spans[b] = b < before
                       ? (struct diagonal_span){-(int64_t)((b + 1) * ROWS), -(int64_t)(b * ROWS)}
                       : (struct diagonal_span){-PART, -PART};
    const struct sequences s = {x, y, PART + REST, REST, 1, 5};
    const struct corridor corridor = {.rows = ROWS, .count = count, .spans = spans};
    assert_int_equal(corridor_parts_align(&s, METRIC_LEVENSHTEIN, PART, &corridor, 2, &script),
                     PART);
    assert_true(script.count == 2 && script_edits(&script) == PART);
    script_free(&script);
    free(spans);
    free(x);
    free(y);
}

/* A part does not begin after codes that differ: here an exchange crosses the row. */
TEST(no_part_within_an_exchange)
{
    struct random r = random_open(40, 0);
    unsigned char *x = malloc(2 * PART), *y = malloc(2 * PART);
    const size_t count = 2 * PART / ROWS;
    struct diagonal_span *spans = calloc(count, sizeof *spans); /* the main diagonal */
    struct script script = {0};
    assert_true(x != NULL && y != NULL && spans != NULL);
    for (size_t i = 0; i < 2 * PART; i++)
        x[i] = y[i] = (unsigned char)random_below(&r, 4);
    x[PART - 1] = y[PART] = 4;
    x[PART] = y[PART - 1] = 5;
    const struct sequences s = {x, y, 2 * PART, 2 * PART, 1, 6};
    const struct corridor corridor = {.rows = ROWS, .count = count, .spans = spans};
    assert_int_equal(corridor_parts_align(&s, METRIC_OSA, 1, &corridor, 2, &script), 1);
    assert_true(script.count == 3 && script_edits(&script) == 1);
    script_free(&script);
    free(spans);
    free(x);
    free(y);
}

/* The seeds that match elsewhere do not depend on how much wider than the table the span is. */
TEST(seeds_of_a_wide_span)
{
    static unsigned char x[SEEDS_OF];
    static const int64_t widths[] = {SEEDS_OF, 100000000};
    struct random r = random_open(40, 0);
    struct seeds seeds[2];
    size_t elsewhere = 0;
    for (size_t i = 0; i < SEEDS_OF; i++)
        x[i] = (unsigned char)random_below(&r, 4);
    const struct sequences s = {x, x, SEEDS_OF, SEEDS_OF, 1, 4};
    for (int i = 0; i < 2; i++) {
        seeds_open(&seeds[i], &s, 8, 1, 16);
        memset(seeds[i].path, 0, seeds[i].count * sizeof *seeds[i].path);
        (void)seeds_find(&seeds[i], &s, (struct diagonal_span){-widths[i], widths[i]}, 0, 2);
    }
    for (size_t i = 0; i < seeds[0].count; i++) {
        assert_true(seeds[0].elsewhere[i] == seeds[1].elsewhere[i]);
        elsewhere += seeds[0].elsewhere[i];
    }
    assert_true(elsewhere > 0 && elsewhere < seeds[0].count);
    seeds_close(&seeds[0]);
    seeds_close(&seeds[1]);
}
