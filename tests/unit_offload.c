/* unit_offload.c - when it pays to begin with devices. */
#include "plan/offload.h"
#include "unit.h"

/* Whether it pays when the processor has searched this number of GB after a second. */
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
    assert_false(pays(1, 0.5, 0, 20)); /* half a second is left */
    assert_true(pays(1, 2, 0, 20));
    assert_false(pays(5, 2, 0, 20)); /* the processor is faster */
    assert_true(pays(5, 20, 0, 20));
    assert_false(pays(1, 2, 1.9, 20));    /* nothing is faster than the pipe */
    assert_false(pays(0.1, 100, 0, 2e8)); /* nor than the device can compute */
}

TEST(early)
{
    struct offload_costs costs;
    assert_false(offload_estimate(&costs, &(struct offload_measures){.left = 1, .seconds = 9}));
    assert_false(offload_estimate(
        &costs, &(struct offload_measures){.done = 1, .left = 1, .seconds = 1e-3}));
    /* What devices need to begin is less than what is early otherwise. */
    setenv("EDGREP_BEGIN", "0.0078125", 1);
    assert_false(offload_estimate(
        &costs, &(struct offload_measures){.done = 1, .left = 1, .seconds = 0.0078}));
    assert_true(offload_estimate(
        &costs, &(struct offload_measures){.done = 1, .left = 1, .seconds = 0.0078125}));
    unsetenv("EDGREP_BEGIN");
}

TEST(told)
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
