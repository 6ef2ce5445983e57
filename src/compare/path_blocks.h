/* path_blocks.h - a path, and the seeds beside it, by blocks of rows. */
#pragma once

#include "compare/seeds.h"
#include "pair/corridor.h"
#include "pair/script.h"
#include "pair/sequences.h"

/* Runs of the path that a thread takes at a time; tests change it. */
extern size_t path_blocks_part;

struct path_blocks {
    size_t rows, count;          /* of a block; how many blocks */
    uint64_t *edits;             /* [b]: of the path before it enters block b; [count]: all */
    uint64_t *alone;             /* [b]: seeds before block b that match nowhere else */
    struct diagonal_span *spans; /* [b]: diagonals of the path in block b */
};

/* Walks along the path, and sets seeds->path. Exits the program when out of memory. */
void path_blocks_open(struct path_blocks *p, const struct sequences *s, struct seeds *seeds,
                      const struct script *path, unsigned threads);
void path_blocks_close(struct path_blocks *p);

/* Counts the seeds that match nowhere else (seeds_find()). */
void path_blocks_count(struct path_blocks *p, const struct seeds *seeds);
