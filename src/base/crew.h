/*
 * crew.h - threads that do one job after the other, piece by piece: a thread that is free takes the
 * next piece.
 *
 * The calling thread works too. One thread at a time uses a crew.
 */
#ifndef CREW_H
#define CREW_H

#include <stddef.h>

struct crew;

/* A crew of `threads`, the caller's included; the others start with the first job, as many as the
 * system gives. NULL: memory is out. */
struct crew *crew_open(unsigned threads);
void crew_close(struct crew *w); /* NULL is nothing */

/* Calls piece(job, i) once for each i below n, and returns when all have returned. */
void crew_do(struct crew *w, size_t n, void (*piece)(void *job, size_t i), void *job);

#endif
