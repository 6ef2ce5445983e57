/*
 * hamming.h - METRIC_HAMMING: counts the different codes of two equally long sequences.
 *
 * Both have s->m codes. Up to `threads` threads share long sequences; raises *worked to the number
 * of threads that worked.
 */
#pragma once

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"

/* Sets *ascii, unless it is NULL, to whether all codes are ASCII; only for one-byte codes. */
uint64_t hamming_distance(const struct sequences *s, unsigned threads, unsigned *worked,
                          bool *ascii);

/* Appends the alignment to the script. */
void hamming_align(const struct sequences *s, struct script *script);
