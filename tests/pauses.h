/*
 * pauses.h - standard input that is read little by little, and pauses, without any waiting.
 *
 * A program that is linked with -Wl,--wrap=io_read_now -Wl,--wrap=io_ready (PAUSED in the Makefile)
 * reads its standard input through pauses.c: a read gives a few bytes only, and now and then
 * io_ready() returns that nothing is there yet. The same seed gives the same reads.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* From here on reads of standard input, which has `length` bytes, are cut short. */
void pauses_begin(uint64_t seed, size_t length);

/* From here on they are as they were. */
void pauses_end(void);
