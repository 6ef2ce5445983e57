/*
 * pack_sequences.h - both sequences of a pair in a message: a code takes as many bits as the
 * alphabet needs, two for DNA.
 */
#ifndef PACK_SEQUENCES_H
#define PACK_SEQUENCES_H

#include "pair/sequences.h"
#include "ranks/pack.h"

/* Out of memory the program ends, here and below. */
void pack_sequences(struct pack *p, const struct sequences *s);

/* Takes them out of the message. Returns their memory, which the caller frees: x, and right behind
 * it y. */
void *unpack_sequences(struct unpack *u, struct sequences *s);

#endif
