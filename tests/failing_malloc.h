/*
 * failing_malloc.h - malloc() that fails, for programs that are linked with --wrap=malloc
 * (FAILING_MALLOC in tests.mk).
 */
#pragma once

#include <stdatomic.h>

/* The number of the call that fails, from 1 on, in any thread; 0 or less: none fails. It counts
 * down. */
extern atomic_long failing_malloc;
