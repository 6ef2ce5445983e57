/* along.h - one pattern with an automaton on a part of a chunk, with restart: what the scalar
 * engine does with such patterns. */
#ifndef ALONG_H
#define ALONG_H

#include "scan/engine.h"

struct along;

/* NULL when memory is out. The arguments must outlive it. */
struct along *along_open(const struct query *q, const struct alphabet *a);
void along_close(struct along *g);

/* About how many cycles a symbol takes. EDGREP_ALONG sets that. */
uint32_t along_cycles(const struct along *g, uint32_t pattern);

/*
 * Adds to `hits`, in order, the ends of `pattern`, which has an automaton, in [own.begin, own.end)
 * of the chunk whose distance is at most *limit, as struct engine asks. In best mode, where the
 * query is certain, *limit falls to the least distance found. `own` may be any part of the chunk:
 * then only occurrences that begin in it are found. With -x it begins with a record, or with the
 * chunk.
 */
enum engine_status along_scan(struct along *g, const struct chunk *c, struct share own,
                              uint32_t pattern, uint32_t *limit, struct hits *hits);

#endif
