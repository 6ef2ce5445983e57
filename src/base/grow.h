/*
 * grow.h - growing arrays, for callers that handle a lack of memory. xgrow() of xalloc.h exits the
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

/* Makes room for `need` bytes at the pointer that lies at v, whose memory has *size. A larger one
 * comes from allocate(), and the contents are lost. When out of memory, returns false, and *size is
 * 0. */
bool grow_anew(void *v, size_t *size, size_t need, void *(*allocate)(size_t size));
