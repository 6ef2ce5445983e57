/*
 * unpack_check.h - any bytes, as a compressed input: what comes out must not depend on how they are
 * read and asked for, nor on how many threads there are.
 */
#pragma once

#include <stddef.h>

/* Reads bytes[0..n) in several ways, pieces by `seed`; aborts when two differ. At most `most` bytes
 * of text are looked at. Returns how many there were. */
size_t unpack_check(const unsigned char *bytes, size_t n, size_t most, unsigned seed);
