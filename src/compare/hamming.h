/*
 * hamming.h - METRIC_HAMMING: how many codes of two equally long sequences are different.
 *
 * Both have s->m codes. Long sequences are shared out among so many threads; *worked is raised to
 * how many of these worked at once.
 */
#ifndef HAMMING_H
#define HAMMING_H

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"

uint64_t hamming_distance(const struct sequences *s, unsigned threads, unsigned *worked);

/* Of codes of one byte; also tells whether all of these, in both sequences, are ASCII. */
uint64_t hamming_ascii(const struct sequences *s, unsigned threads, unsigned *worked, bool *ascii);

/* Adds the alignment to the script. */
void hamming_align(const struct sequences *s, struct script *script);

#endif
