/*
 * call.h - the border of the library: every public function runs its work as a call.
 *
 * Messages that the rooms below report become the error of the call, and where they would exit the
 * program, the call returns.
 */
#ifndef CALL_H
#define CALL_H

#include "library/edgrep.h"

#include "library/heap.h"

/*
 * Runs work(context), which returns a status, with this heap; returns the status, and fills *error
 * unless it is NULL. Work that reports errors returns EDGREP_BAD. EDGREP_MEMORY and EDGREP_FAILED
 * may come from anywhere within it; the owner of the heap should then release it.
 */
int call_run(struct heap *heap, struct edgrep_error *error, int (*work)(void *context),
             void *context);

/* Outside of a call: fills *error unless it is NULL, and returns EDGREP_MEMORY. */
int call_no_memory(struct edgrep_error *error);

#endif
