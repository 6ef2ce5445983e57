/*
 * hamming.h - METRIC_HAMMING: counts the different codes of two equally long sequences.
 *
 * Both have s->m codes. Up to `threads` threads share long sequences; *worked is raised to the
 * number that worked at once.
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
