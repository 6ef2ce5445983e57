/*
 * strips_launches.h - the launches of strips_job.c and its callers: two algorithms with the same
 * border on input and output (strips_tables.h).
 *
 * All pointers are to device memory unless said otherwise. Every launch goes to the given stream
 * and returns at once.
 */
#pragma once

#include <cuda_runtime.h>

#include "gpu/strips/strips_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Encodes n codes of `code_bytes` bytes (1 or 4) into the planes at `to`; if `reversed`, the last
 * code first. */
cudaError_t strips_encode(const void *codes, unsigned code_bytes, uint64_t n, int reversed,
                          struct strips_coding coding, uint8_t *to, uint64_t stride,
                          cudaStream_t stream);

/* Initialize borders: of all tables, with the row above a whole table; or of one table, with given
 * deltas. And extract the deltas of n columns from a finished border, 32 bits a word. */
cudaError_t strips_border_begin(int levenshtein, uint64_t *border, uint64_t words,
                                cudaStream_t stream);
cudaError_t strips_border_load(int levenshtein, uint64_t *border, uint64_t n, const uint32_t *up,
                               const uint32_t *down, cudaStream_t stream);
cudaError_t strips_border_end(int levenshtein, const uint64_t *border, uint64_t n, uint32_t *up,
                              uint32_t *down, cudaStream_t stream);

/* The strips of a launch. */
struct strips_extent {
    uint64_t abreast; /* that can run at the same time: all of whole tables */
    uint64_t chain;   /* most strips of one table, which wait for each other */
    uint64_t columns; /* most of a strip */
    uint64_t shift;   /* of a band: columns by which a strip begins further right; else 0 */
};

/* Estimates how long a launch takes, in about cycles. *time is 0 when the masks do not fit the
 * device. */
cudaError_t strips_estimate(const struct strips_launch *launch, const struct strips_extent *extent,
                            double *time);

/* Sets the rows and columns with which a table with sides is computed nearly as fast as a larger
 * one, by a device with `processors` multiprocessors that computes two tables at a time. */
void strips_preferred_size(unsigned processors, uint64_t *rows, uint64_t *columns);

/* Computes all strips of all tables. Afterwards each border is the table's last row (shifted if
 * there is padding below it: strips_tables.h). */
cudaError_t strips_wave(const struct strips_launch *launch, cudaStream_t stream);

/* The paper's blocks: computes those of one anti-diagonal of an LCS table. v has
 * strips_blocks_bytes() bytes, all 0xff before the first anti-diagonal. */
cudaError_t strips_blocks_step(const struct strips_table *table, struct strips_coding coding,
                               uint32_t *v, uint64_t diagonal, cudaStream_t stream);

/*
 * Finds for each of n tables where an optimal path crosses from the upper half to the lower half,
 * which was computed backwards: the column where the two last rows have the least sum of distances.
 * Of several such columns, returns the first, or the last if cross->last. For an LCS, distances
 * count insertions and deletions.
 */
cudaError_t strips_find_crosses(int levenshtein, struct strips_cross *crosses, uint32_t n,
                                cudaStream_t stream);

#ifdef __cplusplus
}
#endif
