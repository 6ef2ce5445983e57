/*
 * unpack_check.h - checks that the decompressed text depends neither on the sizes of reads nor on
 * the number of threads.
 */
#pragma once

#include <stddef.h>

/* Decompresses bytes[0..n) in several ways, with sizes of reads from `seed`. Aborts when two
 * results differ. Compares at most `most` bytes of text; returns how many there were. */
size_t unpack_check(const unsigned char *bytes, size_t n, size_t most, unsigned seed);
