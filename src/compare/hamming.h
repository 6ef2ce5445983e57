/*
 * hamming.h - METRIC_HAMMING: how many codes of two equally long sequences are different.
 */
#ifndef HAMMING_H
#define HAMMING_H

#include "pair/script.h"
#include "pair/sequences.h"

/* Their number, for s->m = s->n. Adds the alignment to the script, unless that is NULL. */
uint64_t hamming_align(const struct sequences *s, struct script *script);

#endif
