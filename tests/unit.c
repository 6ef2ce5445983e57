/* unit.c - collects the tests of a program and runs them. `unit_NAME PATTERN` runs the tests that
 * match. */
#include "unit.h"

#include <assert.h>
#include <locale.h>

enum { MOST = 64 };

static struct CMUnitTest tests[MOST];
static int lines[MOST];
static size_t count;

void unit_add(int line, struct CMUnitTest test)
{
    assert(count < MOST);
    size_t at = count++;
    for (; at > 0 && lines[at - 1] > line; at--) {
        tests[at] = tests[at - 1];
        lines[at] = lines[at - 1];
    }
    tests[at] = test;
    lines[at] = line;
}

int unit_run(const char *group, const void *state)
{
    for (size_t i = 0; i < count; i++)
        tests[i].initial_state = (void *)state;
    return _cmocka_run_group_tests(group, tests, count, unit_setup, unit_teardown);
}

__attribute__((weak)) int main(int argc, char **argv)
{
    (void)setlocale(LC_ALL, "C.UTF-8");
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return unit_run("tests", NULL);
}
