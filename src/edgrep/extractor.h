/*
 * extractor.h - a worker's own way from a range to its extract.
 *
 * The worker reads a chunk (extractor_read), scans it, and hands its hits on (extractor_sift). With
 * an asynchronous engine it may have read the next chunk, even of the next range, before it hands
 * on the hits of the one before. So a chunk carries its place along.
 *
 * The extractor reads by itself, resolves by itself and prints to a sink of its own. What it shares
 * with other threads is the query, the alphabet, and in best mode the level.
 *
 * In best mode a range behind a read error must not count: one thread would never see it. So only
 * what is found in the first part of an input lowers the level of all threads at once. What is
 * found behind it stays the worker's own, for later parts of the same input, until the main thread
 * joins it: then all before it has been read.
 */
#ifndef EXTRACTOR_H
#define EXTRACTOR_H

#include "edgrep/extract.h"
#include "edgrep/search.h"
#include "text/range.h"

struct extractor;

/* A chunk's place in its range. */
struct extractor_place {
    struct part *part;
    struct extract_part *to;
    bool first, last; /* of the part */
};

/* A chunk with too many hits is scanned again on `device`, if the engine has devices. So many
 * threads may read together. Ends the program when memory is out (diag_last_words()). */
struct extractor *extractor_open(const struct search *search, unsigned device, unsigned readers);
void extractor_close(struct extractor *e);

/* As stats_add(). */
void extractor_report(const struct extractor *e, struct stats *stats);

/* The next range to read. Its extract is emptied. A full chunk owns `chunk_size` bytes. */
void extractor_begin(struct extractor *e, struct range *range, struct extract *x,
                     size_t chunk_size);

/* Reads the next chunk of the range; false: there is none. */
bool extractor_read(struct extractor *e, struct chunk *c, struct extractor_place *place);

/* Hands on the hits of a chunk. Chunks come in the order in which they were read. */
void extractor_sift(struct extractor *e, const struct extractor_place *place, const struct chunk *c,
                    struct hits *hits, enum engine_status status);

/* All chunks of a range have been handed on, or the worker dies: gives the extract what was
 * printed. */
void extractor_end(struct extractor *e, struct extract *x);

#endif
