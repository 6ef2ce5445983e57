/*
 * xalloc.h - memory that is there, or the program ends: "edgrep: out of memory", status 2.
 * Main thread only; threads use malloc() and hand the failure on.
 */
#ifndef XALLOC_H
#define XALLOC_H

#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xreallocarray(void *old, size_t count, size_t size);
char *xstrdup(const char *s);
void *xmemdup(const void *p, size_t size); /* size 0 gives a valid pointer too */

/* Grows the array *v of elements of `size` bytes so that *capacity >= need (at least doubling). */
void xgrow(void *v, size_t *capacity, size_t need, size_t size);

#endif
