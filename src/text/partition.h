/*
 * partition.h - the one cut that all scales share (Man, Nakano, Ito 2014, section 4).
 *
 * A text of n symbols is cut into parts that overlap, so that every substring that can matter lies
 * whole in one of them: a part reads [lead, end) and owns the ends of occurrences in [begin, end).
 * Owned ranges partition the text; begin - lead, the lead-in, is the overlap (or reaches back to
 * the beginning of the text). A chunk of a stream, a lane of a vector or a warp, a GPU, a rank:
 * each is such a part.
 */
#ifndef PARTITION_H
#define PARTITION_H

#include <stddef.h>

/* A part's share of the text. */
struct share {
    size_t lead;  /* first symbol read */
    size_t begin; /* first symbol owned: an occurrence that ends with it is this part's */
    size_t end;   /* behind the last symbol read and owned */
};

/* The part that owns [begin, end), with a lead-in of `overlap` symbols, but none before symbol 0.
 */
static inline struct share share_at(size_t begin, size_t end, size_t overlap)
{
    return (struct share){begin > overlap ? begin - overlap : 0, begin, end};
}

/*
 * Part i of `parts` (>= 1) of the owned range of `whole`, in the papers' way: every part reads the
 * same number of symbols (up to rounding), stride s = (n - overlap) / parts, the first one owns
 * what it reads. A part may own nothing when there are more parts than symbols.
 */
struct share partition(struct share whole, size_t overlap, size_t parts, size_t i);

#endif
