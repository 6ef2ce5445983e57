/* fold_chunk.h - the folded text of a chunk (folded_text.h), and where such a chunk may end. */
#pragma once

#include "text/chunk.h"
#include "text/split.h"

/* Sets folded.text, folded.own and folded.spans of a chunk with folding, from its bytes,
 * begin_byte, end_byte and delimiters.spans. `delimiter`: the byte that separates records, or -1.
 * Returns false when out of memory. */
bool fold_chunk(struct chunk *c, int delimiter);

/* With entries: returns where in an entry a byte of the chunk is. */
enum entry_part fold_part_at(const struct chunk *c, size_t byte);

enum fold_result { FOLD_YES, FOLD_MORE, FOLD_MEMORY };

struct fold_end {
    size_t end;  /* a border between pieces of the normal form */
    size_t next; /* the text must reach to here, for the symbol behind `end` */
};

/* Finds where a chunk can end, at or behind byte `end`, a character border. FOLD_MORE: more text is
 * needed to decide. `scratch` is a buffer for this function only. */
enum fold_result fold_end(const struct split *s, const struct chunk *c, size_t end,
                          struct folded_text *scratch, struct fold_end *result);
