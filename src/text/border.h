/*
 * border.h - where a chunk may end, and where the next one must begin.
 *
 * A border lies between two characters. With --delimiter it lies inside no delimiter, and it is
 * certain whether one begins there. Positions are bytes of the chunk; `s` knows its delimiters.
 */
#ifndef BORDER_H
#define BORDER_H

#include "text/chunk.h"
#include "text/split.h"

/*
 * Where a chunk that is to own `step` bytes ends: at the first border behind them. With --delimiter
 * it may own less, where that border is not known yet, down to nothing (begin_byte); and it owns
 * more when much more had to be read for one delimiter.
 */
size_t border_full(const struct split *s, const struct chunk *c, size_t step);

/* With --delimiter: the first border at or behind byte `at`; where delimiters are not known so far,
 * the last one that is known, or begin_byte. */
size_t border_certain(const struct split *s, const struct chunk *c, size_t at);

/*
 * Where the text begins that the next chunk needs, once this one is decoded and ends: `overlap`
 * symbols before its end, but behind the last delimiter. With --delimiter it is farther back where
 * the regex may look so far.
 */
size_t border_lead_in(const struct split *s, const struct chunk *c, size_t overlap);

#endif
