/*
 * border.h - where a chunk may end, and where the next one must begin.
 *
 * A border lies between two characters. With --delimiter, a border never lies inside a delimiter,
 * and the search has already decided whether a delimiter begins at it. Positions are bytes of the
 * chunk; `s` holds its delimiters.
 */
#pragma once

#include "text/chunk.h"
#include "text/split.h"

/*
 * Returns the end of a chunk that shall own `step` bytes: the first border behind them. With
 * --delimiter the chunk may own less (down to nothing: begin_byte) if that border is not certain
 * yet, and more if the search for one delimiter had to read much more.
 */
size_t border_full(const struct split *s, const struct chunk *c, size_t step);

/* With --delimiter: returns the first border at or behind byte `at`, or, beyond the searched text,
 * the last certain border (begin_byte if there is none). */
size_t border_certain(const struct split *s, const struct chunk *c, size_t at);

/*
 * Returns the first byte that the next chunk needs once this chunk is decoded and cut: `overlap`
 * symbols before this chunk's end, but not before its last delimiter. With --delimiter the byte
 * lies farther back if the regex may look back farther.
 */
size_t border_lead_in(const struct split *s, const struct chunk *c, size_t overlap);
