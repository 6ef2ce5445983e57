/*
 * feed.h - an input that comes in pieces, and pauses, by plan; an output that is kept.
 *
 * A program that calls these has the feed in the place of src/base/io.h: whatever is read is the
 * feed's text, and nothing is written outside. (The linker takes the functions of feed.c, and has
 * no use for io.o any more.)
 */
#pragma once

#include <stddef.h>

/*
 * From here on, reads return text[0..length). Byte i of plan[0..n) limits the i-th read: to the
 * number in its lower seven bits, plus 1; if the eighth bit is set, the next read comes too early
 * until the reader has waited. n = 0: no limits. The plan repeats. Both arrays must stay valid.
 */
void feed(const unsigned char *text, size_t length, const unsigned char *plan, size_t n);

/* What was written to standard output since the last feed(); *length bytes of it. */
const unsigned char *feed_output(size_t *length);

/* Makes standard input a file whose contents do not matter: a regular one, or one that is not. */
void feed_standard_input(int regular);
