/*
 * huge_pages.h - memory that is read all over: in large pages, where the system has them.
 *
 * A processor knows where some hundred pages lie. Tables with more than these are read faster when
 * their pages are large.
 */
#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

#include <stddef.h>

/* Zeros, to be freed by free(). Returns NULL when out of memory. */
void *huge_pages_zeros(size_t size);

#endif
