/*
 * pauses.h - simulates standard input that comes in small pieces with pauses. Nothing waits in real
 * time.
 *
 * A program linked with -Wl,--wrap=io_read_now -Wl,--wrap=io_ready (PAUSED in the Makefile) reads
 * its standard input through pauses.c: a read returns a few bytes only, and sometimes io_ready()
 * returns that no input is ready. The same seed gives the same reads.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* From now on, reads of standard input, which has `length` bytes, are short. */
void pauses_begin(uint64_t seed, size_t length);

/* Restores the normal reads. */
void pauses_end(void);
