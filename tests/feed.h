/*
 * feed.h - a fake for src/base/io.h: an input that comes in pieces and pauses by plan, and an
 * output that is stored.
 *
 * A program that calls these functions is linked with feed.c instead of io.o: every read returns
 * the feed's text, and nothing is written outside.
 */
#pragma once

#include <stddef.h>

/*
 * From now on, reads return text[0..length). Byte i of plan[0..n) limits the i-th read: to the
 * number in its lower seven bits, plus 1. If the eighth bit is set, the next read is not ready
 * until the reader has waited. n = 0: no limits. The plan repeats. Both arrays must stay valid.
 */
void feed(const unsigned char *text, size_t length, const unsigned char *plan, size_t n);

/* Returns the output since the last feed(), *length bytes. */
const unsigned char *feed_output(size_t *length);

/* Makes standard input a regular file, or another kind of file. Its contents do not matter. */
void feed_standard_input(int regular);
