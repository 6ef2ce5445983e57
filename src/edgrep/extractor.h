/*
 * extractor.h - turns a range into an extract, on one worker.
 *
 * The worker reads a chunk (extractor_read), scans it, and passes on its hits (extractor_sift).
 * With an asynchronous engine it may read the next chunk, even of the next range, before it passes
 * on the hits of the previous one. So each chunk has its place in the range.
 *
 * An extractor has its own reader, resolver and sink. It shares only the query, the alphabet, and
 * in best mode the bounds with other threads.
 *
 * In best mode a range after a read error must not count, because a single thread would never reach
 * it. So only occurrences in the first part of an input lower the bounds of all threads at once.
 * Occurrences in later parts lower the worker's own bounds, for later parts of the same input. The
 * main thread lowers the common bounds when it joins the part, because then everything before it
 * has been read.
 */
#pragma once

#include "edgrep/search.h"
#include "edgrep/slot.h"

struct extractor;

/* A chunk's place in its range. */
struct extractor_place {
    struct part *part;
    struct extract_part *to;
    bool first, last; /* of the part */
};

/* A chunk with too many hits is scanned again on `device`, if the engine has devices. Up to
 * `readers` threads may read together. Exits on allocation failure (diag_last_words()). */
struct extractor *extractor_open(const struct search *search, unsigned device, unsigned readers);
void extractor_close(struct extractor *e);

/* Adds its statistics as stats_add() does. */
void extractor_report(const struct extractor *e, struct stats *stats);

/* Begins a range and empties its extract. A full chunk owns `chunk_size` bytes. */
void extractor_begin(struct extractor *e, struct range *range, struct extract *x,
                     size_t chunk_size);

/* Returns whether the next chunk is a part of a regular file, of at most `most` bytes. */
bool extractor_is_small(const struct extractor *e, uint64_t most);

/* Reads the next chunk of the range. Returns false if there is none. */
bool extractor_read(struct extractor *e, struct chunk *c, struct extractor_place *place);

/* Turns the hits of a chunk into results. Pass chunks in the order in which they were read. */
void extractor_sift(struct extractor *e, const struct extractor_place *place, const struct chunk *c,
                    struct hits *hits, enum engine_status status);

/* Moves the output into the extract, after all chunks of the range were passed on, or when the
 * worker fails. */
void extractor_end(struct extractor *e, struct extract *x);
