/*
 * call.h - the border of the library: what a public function does is a call, which ends here
 * however it goes.
 *
 * What the rooms below report is the error of the call, and where they would end the program the
 * call ends.
 */
#ifndef CALL_H
#define CALL_H

#include "library/edgrep.h"

#include "library/heap.h"

/*
 * Does work(context), which returns a status, with this heap; returns the status, and fills *error
 * unless it is NULL. A work that reports errors returns EDGREP_BAD. EDGREP_MEMORY and EDGREP_FAILED
 * may come from anywhere: then the owner of the heap should release it.
 */
int call_run(struct heap *heap, struct edgrep_error *error, int (*work)(void *context),
             void *context);

/* Outside of a call: fills *error unless it is NULL, and returns EDGREP_MEMORY. */
int call_no_memory(struct edgrep_error *error);

#endif
