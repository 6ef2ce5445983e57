/*
 * few_threads.h - fault injection for pthread_create(), for programs linked with
 * --wrap=pthread_create (FEW_THREADS in tests.mk).
 */
#pragma once

#include <stdatomic.h>

extern atomic_int threads_left; /* how many more threads can start; INT_MAX at first */
