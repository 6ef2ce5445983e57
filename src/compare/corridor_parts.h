/*
 * corridor_parts.h - comparing by diagonals in a corridor, which is cut into parts for threads.
 *
 * Where the corridor has a single diagonal, all optimal alignments go through one cell. The tables
 * before and behind it are independent of each other.
 */
#pragma once

#include "pair/corridor.h"
#include "pair/script.h"
#include "pair/sequences.h"

/* Returns the distance, which is at most `limit`. The corridor has all optimal alignments. Adds the
 * lowest one to the script unless that is NULL. Exits the program when out of memory. */
uint64_t corridor_parts_align(const struct sequences *s, enum metric metric, uint64_t limit,
                              const struct corridor *corridor, unsigned threads,
                              struct script *script);
