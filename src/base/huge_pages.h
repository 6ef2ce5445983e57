/*
 * huge_pages.h - memory for random access, in huge pages, where the system has them.
 *
 * The TLB of a processor holds some hundred pages. Larger tables are read faster in huge pages.
 */
#pragma once

#include <stddef.h>

/* Returns zeroed memory, to be freed by free(), or NULL when out of memory. */
void *huge_pages_zeros(size_t size);
