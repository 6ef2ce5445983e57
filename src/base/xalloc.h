/*
 * xalloc.h - allocations that succeed or exit the program.
 *
 * On failure the program prints "edgrep: Cannot allocate memory" (strerror(3) of ENOMEM) and exits
 * with status 2. Only the main thread and threads with last words (diag.h) may call these; others
 * use malloc() and return the failure as a status.
 */
#pragma once

#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xreallocarray(void *old, size_t count, size_t size);
char *xstrdup(const char *s);
void *xmemdup(const void *p, size_t size); /* for size 0 returns a valid pointer too */

/* grow() of grow.h. */
void xgrow(void *v, size_t *capacity, size_t need, size_t size);
