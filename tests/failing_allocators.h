/*
 * failing_allocators.h - fault injection for allocators, and a count of live allocations. For
 * programs linked with WRAP_ALLOCATORS (FAILING_ALLOCATORS in tests.mk).
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/* Makes the at-th allocation from now on fail, in any thread; `at` counts from 1. */
void fail_allocation(long at);

/* Stops the fault injection. Returns whether an allocation has failed since fail_allocation(). */
bool stop_failing(void);

extern bool onward;      /* after the first failing call, every second call fails too */
extern atomic_long left; /* live allocations */
