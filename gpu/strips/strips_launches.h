/*
 * strips_launches.h - what strips_job.c and its callers ask of the device: two algorithms, which
 * take the same border (strips_tables.h) and leave the same.
 *
 * All pointers are to device memory unless said otherwise. Every launch goes to the given stream
 * and returns at once.
 */
#ifndef STRIPS_LAUNCHES_H
#define STRIPS_LAUNCHES_H

#include <cuda_runtime.h>

#include "gpu/strips/strips_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/* n codes of `code_bytes` (1 or 4), to the planes at `to`, or, when reversed, from the last on. */
cudaError_t strips_encode(const void *codes, unsigned code_bytes, uint64_t n, int reversed,
                          struct strips_coding coding, uint8_t *to, uint64_t stride,
                          cudaStream_t stream);

/* The row above tables whose borders are these words; and what there is in the end: deltas of n
 * columns, 32 bits a word. */
cudaError_t strips_border_begin(int levenshtein, uint64_t *border, uint64_t words,
                                cudaStream_t stream);
cudaError_t strips_border_end(int levenshtein, const uint64_t *border, uint64_t n, uint32_t *up,
                              uint32_t *down, cudaStream_t stream);

/*
 * How long a launch of so many strips takes, in no unit: `chain` of one table, one behind the
 * other, the longest of `columns`. 0 when its masks do not fit the device.
 */
cudaError_t strips_estimate(const struct strips_launch *launch, uint64_t strips, uint64_t chain,
                            uint64_t columns, double *time);

/* All strips of all tables, each from its border to its border. */
cudaError_t strips_wave(const struct strips_launch *launch, cudaStream_t stream);

/* The paper's blocks: those of one anti-diagonal of an LCS table; v: strips_blocks_bytes(). */
cudaError_t strips_blocks_begin(const struct strips_table *table, uint32_t *v, cudaStream_t stream);
cudaError_t strips_blocks_step(const struct strips_table *table, struct strips_coding coding,
                               uint32_t *v, uint64_t diagonal, cudaStream_t stream);

/*
 * Where an optimal path crosses from the upper half of a table, whose last row is that of `upper`,
 * to the lower half, done backwards: the least sum of distances, in the first such column or in the
 * last. For an LCS, distances are those of insertions and deletions.
 */
cudaError_t strips_find_crosses(int levenshtein, struct strips_cross *crosses, uint32_t n,
                                cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
