/*
 * spread.h - memory that is read all over: in large pages, where the system has them.
 *
 * A processor knows where some hundred pages lie. Tables with more than these are read faster when
 * their pages are large.
 */
#ifndef SPREAD_H
#define SPREAD_H

#include <stddef.h>

/* Zeros, to be freed by free(). NULL: memory is out. */
void *spread_zeros(size_t size);

#endif
