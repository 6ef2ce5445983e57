/*
 * packed_text.h - compresses a text in a random format and random members, for --decompress.
 * (packers.py knows more formats, and compresses better.)
 */
#pragma once

#include "ref/naive.h"
#include "ref/random.h"

/* Returns the compressed text; the caller frees it. If no library decompresses, returns a plain
 * copy. */
struct naive_bytes packed_text(struct naive_bytes text, struct random *r);
