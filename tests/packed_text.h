/*
 * packed_text.h - a text in compressed form, as --decompress reads it: of a kind that is drawn, in
 * members that are drawn. (packers.py has more kinds, and packs better.)
 */
#pragma once

#include "ref/naive.h"
#include "ref/random.h"

/* Owned by the caller. The text as it is, if no library decompresses. */
struct naive_bytes packed_text(struct naive_bytes text, struct random *r);
