/*
 * unit.h - included by all unit tests: cmocka, the headers it needs, and TEST().
 *
 * TEST(NAME) { ... } defines a test. The main() of unit.c runs the tests of a program without its
 * own main().
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef __clang_analyzer__ /* it does not see that a failed assertion never returns */
#undef assert_true
#define assert_true(c) ((c) ? (void)0 : abort())
#undef assert_non_null
#define assert_non_null(p) assert_true((p) != NULL)
#endif

/* A test without and with functions that run before and after it (NULL: none). It may use
 * `state`. */
#define TEST(name) TEST_WITH(name, NULL, NULL)
#define TEST_WITH(name, setup, teardown)                                                           \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        unit_add(__LINE__, (struct CMUnitTest){#name, name, setup, teardown, NULL});               \
    }                                                                                              \
    static void name(__attribute__((unused)) void **state)

/* Adds the test defined at the line. Tests run in the order of their lines. */
void unit_add(int line, struct CMUnitTest test);

/* Runs all tests with *state = `state`. Returns how many failed. */
int unit_run(const char *group, const void *state);

/* A program may define these: main() calls them before the first and after the last test. */
int unit_setup(void **state) __attribute__((weak));
int unit_teardown(void **state) __attribute__((weak));
