/*
 * costs.h - what the ways of comparing a pair cost, before this run has measured them.
 *
 * Nanoseconds on one thread of an EPYC with AVX-512, DNA letters, 2026-11-23; found with
 * `edcmp -j1 --algorithm=strips -k N` and `--algorithm=diagonals` on pairs of 1e6 and 1e7 letters.
 * A wrong value costs time, but never changes an answer.
 */
#ifndef COMPARE_COSTS_H
#define COMPARE_COSTS_H

/* A cell by strips with vectors of COST_LANES bits; fewer bits take proportionally longer. */
#define COST_CELL (1.0 / 750)
#define COST_LANES 512.0
/* columns by which a band costs more than its width, since each strip begins and ends */
#define COST_BAND 11000.0
/* One diagonal of one level extended. */
#define COST_STEP 4.0
/* A cell by strips on a device; a row or column there, because strips wait for each other. */
#define COST_DEVICE_CELL (1.0 / 5e4)
#define COST_DEVICE_CODE 20.0
/* To begin with a crew. */
#define COST_CREW 2e7

#endif
