/*
 * call.h - the border of the library: every public function runs its work as a call.
 *
 * Messages that the rooms below report become the error of the call, and where they would exit the
 * program, the call returns.
 */
#pragma once

#include "library/edgrep.h"

#include <stdatomic.h>

#include "library/heap.h"

/*
 * Runs work(context), which returns a status, with this heap; returns the status, and fills *error
 * unless it is NULL. Work that reports errors returns EDGREP_BAD. Other failures may come from
 * anywhere within it; the owner of the heap should then release it.
 */
int call_run(struct heap *heap, struct edgrep_error *error, int (*work)(void *context),
             void *context);

/* What may end the calls of an object early. */
struct call_limit {
    atomic_bool cancelled; /* the call, or the next one; any thread sets it */
    double seconds;        /* that a call may take; 0: no limit */
    double end;            /* of the current call, as io_seconds() */
};

/* Begins the time of a call. */
void call_limit_begin(struct call_limit *limit);

/* Within a call, leaves it as EDGREP_CANCELLED if it is cancelled or its time is over. */
void call_limit_check(struct call_limit *limit);

/* Outside of a call: fills *error unless it is NULL, and returns EDGREP_MEMORY. */
int call_no_memory(struct edgrep_error *error);

/* Defines the former name of a public function, which edgrep.h declares. */
/* NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define FORMER_NAME(former, name) __typeof__(name) former __attribute__((alias(#name)))
