/* unit_offload.c - when starting devices pays. */
#include "plan/offload.h"
#include "unit.h"

/* Returns whether devices pay if the processor has searched `done` GB in the first second. */
static bool pays(double done, double left, double reading, double rows)
{
    struct offload_costs costs;
    struct offload_measures m = {.done = (uint64_t)(done * 1e9),
                                 .left = (uint64_t)(left * 1e9),
                                 .seconds = 1,
                                 .reading = reading,
                                 .rows = rows};
    assert_true(offload_estimate(&costs, &m));
    assert_true(costs.alone > 0.99 * left / done && costs.alone < 1.01 * left / done);
    return offload_pays(&costs);
}

TEST(costs)
{
    assert_false(pays(1, 0.5, 0, 20)); /* the processor needs only half a second more */
    assert_true(pays(1, 2, 0, 20));
    assert_false(pays(5, 2, 0, 20)); /* the processor is faster */
    assert_true(pays(5, 20, 0, 20));
    assert_false(pays(1, 2, 1.9, 20));    /* the pipe is slower than the device */
    assert_false(pays(0.1, 100, 0, 2e8)); /* the device computes more slowly */
}

TEST(early)
{
    struct offload_costs costs;
    assert_false(offload_estimate(&costs, &(struct offload_measures){.left = 1, .seconds = 9}));
    assert_false(offload_estimate(
        &costs, &(struct offload_measures){.done = 1, .left = 1, .seconds = 1e-3}));
    /* The shortest measured time is less if devices start faster. */
    setenv("EDGREP_BEGIN", "0.0078125", 1);
    assert_false(offload_estimate(
        &costs, &(struct offload_measures){.done = 1, .left = 1, .seconds = 0.0078}));
    assert_true(offload_estimate(
        &costs, &(struct offload_measures){.done = 1, .left = 1, .seconds = 0.0078125}));
    unsetenv("EDGREP_BEGIN");
}

TEST(explained)
{
    char line[160];
    struct offload_costs costs = {.alone = 2, .devices = 0.25, .begin = 0.5};
    offload_explain(line, sizeof line, &costs, true);
    assert_string_equal(line, "devices, when the processor needed 2.000 s more: "
                              "0.500 s to begin and 0.250 s for the rest");
    offload_explain(line, sizeof line, &costs, false);
    assert_memory_equal(line, "no device, when", 15);
}

int unit_setup(void **state)
{
    (void)state;
    return unsetenv("EDGREP_BEGIN");
}
