/*
 * xalloc.h - allocations that succeed or end the program.
 *
 * The program then says "edgrep: Cannot allocate memory" (strerror(3) of ENOMEM) and exits with
 * status 2. Only the main thread and those that have last words (diag.h) call these; others use
 * malloc() and hand the failure on as a status.
 */
#ifndef XALLOC_H
#define XALLOC_H

#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xreallocarray(void *old, size_t count, size_t size);
char *xstrdup(const char *s);
void *xmemdup(const void *p, size_t size); /* of size 0: a valid pointer too */

/* grow() of grow.h. */
void xgrow(void *v, size_t *capacity, size_t need, size_t size);

#endif
