/*
 * failing_allocators.h - allocators that fail and count, for programs that are linked with
 * WRAP_ALLOCATORS (FAILING_ALLOCATORS in tests.mk).
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

extern _Thread_local long allocations, fails_at; /* from 1; 0: none fails */
extern _Thread_local bool onward;                /* every other one from there on fails, too */
extern atomic_long left;                         /* allocations that were not freed */
