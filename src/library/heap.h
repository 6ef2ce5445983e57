/*
 * heap.h - all memory that the calls on one object of the library have taken and not given back, so
 * that it can be given back as a whole.
 *
 * A call that runs out of memory leaves at once, from wherever it is (call.h). Then nothing that it
 * was at work on is of use any more, and nobody needs to know what there is: the object's heap is
 * released. So no function below has to clean up in such a case.
 *
 * For that the public library is linked so that malloc() and its kin, wherever they are called in
 * it, are the functions of heap.c (Makefile: WRAP_ALLOCATORS). They note what the heap in use by
 * the thread owns. A thread without one, such as one that computes a part of a table, frees what it
 * allocates itself.
 */
#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>

/* All zero: it owns nothing. */
struct heap {
    void **places; /* open addressing, NULL: free */
    size_t owned, size;
};

/* From now on the calling thread allocates by this heap, or by none (NULL). Returns that before. */
struct heap *heap_use(struct heap *h);

/* Frees all that it owns. It must be in use by no thread. */
void heap_release(struct heap *h);

#endif
