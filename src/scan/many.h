/*
 * many.h - the sliced engines for several patterns: which are looked for by their pieces, all
 * together (many_filter.h), and which plainly (many_plain.h), beside that or in its place.
 *
 * A few patterns are left to the sliced engine as they are.
 */
#ifndef MANY_H
#define MANY_H

#include "scan/many_filter.h"
#include "scan/sliced.h"

struct many;

/* Fewer patterns than this have no filter; tests may change it. */
enum { MANY_LEAST = 12 };
extern size_t many_least;

/* The functions of struct engine. */
struct many *many_open(const struct sliced_kernel *kernel, const struct grams_kernel *grams,
                       const struct query *q, const struct alphabet *a,
                       const struct distance_bounds *bests);
enum engine_status many_submit(struct many *s, const struct chunk *c, struct share own,
                               struct hits *hits);
void many_close(struct many *s);
void many_ways(const struct many *s, struct engine_ways *ways);

#endif
