/*
 * failing_allocators.h - allocators that fail and count, for programs that are linked with
 * WRAP_ALLOCATORS (FAILING_ALLOCATORS in tests.mk).
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/* Lets the at-th call of an allocator from here on fail, in whichever thread; at counts from 1. */
void fail_allocation(long at);

/* Lets no more calls fail. Returns whether one has failed since fail_allocation(). */
bool stop_failing(void);

extern bool onward;      /* with the call that fails, every other one after it fails, too */
extern atomic_long left; /* allocations that were not freed */
