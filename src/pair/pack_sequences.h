/*
 * pack_sequences.h - serializes both sequences of a pair, with as many bits for each code as the
 * alphabet needs: two for DNA.
 */
#pragma once

#include "pair/sequences.h"
#include "ranks/pack.h"

/* Both functions exit the program when out of memory. */
void pack_sequences(struct pack *p, const struct sequences *s);

/* Deserializes the sequences. Returns their memory, which the caller frees: x, directly followed by
 * y. */
void *unpack_sequences(struct unpack *u, struct sequences *s);
