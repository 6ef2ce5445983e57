/*
 * grow.h - growing arrays for callers that handle a lack of memory. xgrow() of xalloc.h exits the
 * program instead.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * `v` points to a pointer to an array of elements of `size` bytes. Makes room for at least `need`
 * elements; *capacity is the number that fit. A growing array at least doubles. When out of memory,
 * returns false and changes nothing.
 */
bool grow(void *v, size_t *capacity, size_t need, size_t size);
