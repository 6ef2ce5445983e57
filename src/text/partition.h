/*
 * partition.h - the one cut that all scales share (Man, Nakano, Ito 2014, section 4).
 *
 * A text of n symbols is cut into parts that overlap, so that every occurrence lies whole in one of
 * them. A part reads symbols [lead, end), and owns the occurrences that end in [begin, end). The
 * owned ranges partition the text. The lead-in [lead, begin) is as long as the overlap, but does
 * not begin before the text. A chunk of a stream, a lane of a vector or a warp, a GPU, a rank: each
 * is such a part.
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

/* The part that owns [begin, end); its lead-in has `overlap` symbols, or as many as there are. */
static inline struct share share_at(size_t begin, size_t end, size_t overlap)
{
    return (struct share){begin > overlap ? begin - overlap : 0, begin, end};
}

/*
 * Part i of `parts` >= 1 that the owned range of `whole` is cut into, in the papers' way: all parts
 * read the same number of symbols, up to rounding, and the first one owns all that it reads. So
 * part i + 1 begins s = (n - overlap) / parts symbols behind part i. Where there are more parts
 * than symbols, some own nothing.
 */
struct share partition(struct share whole, size_t overlap, size_t parts, size_t i);

#endif
