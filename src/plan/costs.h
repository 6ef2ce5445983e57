/*
 * costs.h - what each way of searching and of comparing costs, before this run has measured it.
 *
 * Nanoseconds of one thread of an EPYC with AVX-512, unless another processor is named, each with
 * the command and the day of its measurement. A wrong value costs time, but never changes an
 * answer. No other file has a constant of cost.
 */
#ifndef COSTS_H
#define COSTS_H

/* Comparing: DNA letters, `edcmp -j1 --algorithm=strips -k N` and `--algorithm=diagonals` on pairs
 * of 1e6 and 1e7 letters, 2026-11-23. */

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
