/*
 * few_threads.h - threads that cannot be started, for programs that are linked with
 * --wrap=pthread_create (FEW_THREADS in tests.mk).
 */
#pragma once

#include <stdatomic.h>

extern atomic_int threads_left; /* how many can be started; INT_MAX at first */
