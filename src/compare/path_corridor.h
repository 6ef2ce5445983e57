/*
 * path_corridor.h - a corridor around a given alignment that has all optimal alignments.
 *
 * The given alignment is a path through the table, which costs as many edits as it has. An optimal
 * alignment leaves it in some row a and meets it again in some row b. In between it costs at most
 * as many edits as the path there, or it would not be optimal; and at least one for each seed
 * between these rows that has no match beside the path (seeds.h). So it leaves the path only for
 * rows that have as many edits of the path as seeds of that kind, and goes aside only as far as
 * these edits pay for.
 *
 * Seeds as bounds: R. Groot Koerkamp and P. Ivanov, "Exact global alignment using A* with chaining
 * seed heuristic and match pruning", Bioinformatics 40(3), 2024.
 */
#pragma once

#include <stdbool.h>

#include "pair/corridor.h"
#include "pair/script.h"
#include "pair/sequences.h"

extern size_t path_corridor_piece; /* blocks that a thread takes at a time; tests change it */

/*
 * Makes a corridor that has all optimal alignments; `path` is any alignment, the metric any but
 * METRIC_HAMMING. Takes about COST_ANCHORS nanoseconds of a thread for each code. Returns false
 * if seeds do not help, as in texts that repeat themselves: they are soon given up, and c->spans is
 * NULL. The caller frees c->spans. Exits the program when out of memory.
 */
bool path_corridor(struct corridor *c, const struct sequences *s, enum metric metric,
                   unsigned threads, const struct script *path);
