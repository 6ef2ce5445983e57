/*
 * heap.h - a heap for one object of the library, which can be freed as a whole.
 *
 * A call that runs out of memory is left at once, from wherever it is (call.h). Its partial results
 * are useless, so the object's heap is released, and no function below the call has to clean up.
 *
 * For that the public library is linked so that malloc() and related functions, wherever they are
 * called in it, are the functions of heap.c (Makefile: WRAP_ALLOCATORS). They record the blocks
 * that the thread's current heap owns. A thread without a heap, such as one that computes a part of
 * a table, frees what it allocates itself.
 */
#pragma once

#include <stddef.h>

/* All zero: an empty heap. */
struct heap {
    void **places; /* hash table with open addressing; NULL: free */
    size_t owned, size;
};

/* Sets the calling thread's heap (NULL: none), and returns the previous one. */
struct heap *heap_use(struct heap *h);

/* Frees all blocks of the heap. No thread may be using it. */
void heap_release(struct heap *h);
