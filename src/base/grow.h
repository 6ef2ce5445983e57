/*
 * grow.h - arrays that grow, for who hands on that memory ran out. xgrow() of xalloc.h ends the
 * program instead.
 */
#ifndef GROW_H
#define GROW_H

#include <stdbool.h>
#include <stddef.h>

/*
 * `v` points to a pointer to an array of elements of `size` bytes. The array gets room for at least
 * `need` elements; *capacity is how many it has room for. Where it must grow, it doubles at least.
 * Returns false when out of memory, and nothing has changed.
 */
bool grow(void *v, size_t *capacity, size_t need, size_t size);

#endif
