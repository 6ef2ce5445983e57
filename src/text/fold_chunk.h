/* fold_chunk.h - the plain text of a chunk (folded_text.h), and where a chunk with one may end. */
#ifndef FOLD_CHUNK_H
#define FOLD_CHUNK_H

#include "text/chunk.h"
#include "text/split.h"

/* Sets plain, plain_own and plain_spans of a chunk that has an equality, from its bytes,
 * begin_byte, end_byte and spans. `delimiter`: the byte that separates records, or -1. False:
 * memory is out. */
bool fold_chunk(struct chunk *c, int delimiter);

enum fold_result { FOLD_YES, FOLD_MORE, FOLD_MEMORY };

struct fold_end {
    size_t end;  /* no piece of the normal form goes on here */
    size_t next; /* here ends what is needed to see the symbol behind it */
};

/* Where a chunk can end, at or behind byte `end`, a border of characters. FOLD_MORE: that cannot be
 * told without more text. `scratch` is for this alone. */
enum fold_result fold_end(const struct split *s, const struct chunk *c, size_t end,
                          struct folded_text *scratch, struct fold_end *result);

#endif
