/*
 * partition.h - the one cut used at every scale (Man, Nakano, Ito 2014, section 4).
 *
 * A text of n symbols is cut into parts that overlap, so that every occurrence lies whole in one of
 * them. A part reads symbols [lead, end), and owns the occurrences that end in [begin, end). The
 * owned ranges partition the text. The lead-in [lead, begin) is as long as the overlap, but does
 * not begin before the text. Chunks of a stream, lanes of a vector or a warp, GPUs and ranks are
 * such parts.
 */
#pragma once

#include <stddef.h>

/* A part's share of the text. */
struct share {
    size_t lead;  /* first symbol read */
    size_t begin; /* first owned symbol: the part reports occurrences that end with it */
    size_t end;   /* behind the last owned symbol, which is the last one read */
};

/* Returns the part that owns [begin, end). Its lead-in has `overlap` symbols, or less at the
 * beginning of the text. */
static inline struct share share_at(size_t begin, size_t end, size_t overlap)
{
    return (struct share){begin > overlap ? begin - overlap : 0, begin, end};
}

/* Returns what is left of a part behind symbol `done`. */
static inline struct share share_rest(struct share own, size_t done, size_t overlap)
{
    struct share rest = share_at(done, own.end, overlap);
    rest.lead = rest.lead < own.lead || done == own.begin ? own.lead : rest.lead;
    return rest;
}

/*
 * Returns part i of `parts` >= 1 of the owned range of `whole`, cut as in the papers: all parts
 * read the same number of symbols, up to rounding, and the first part owns all that it reads. So
 * part i + 1 begins s = (n - overlap) / parts symbols behind part i. With more parts than symbols,
 * some own nothing.
 */
struct share partition(struct share whole, size_t overlap, size_t parts, size_t i);
