/*
 * strips_cuda.h - scores and last rows of whole tables (strips.h) on an NVIDIA GPU.
 *
 * Problems are in host memory; what is needed on the device is linear in m + n, and kept for the
 * next call. A solver is used by one thread at a time.
 */
#ifndef STRIPS_CUDA_H
#define STRIPS_CUDA_H

#include "strips.h"

enum strips_cuda_algorithm {
    STRIPS_CUDA_STRIPS, /* a wavefront of warps, in one launch */
    STRIPS_CUDA_BLOCKS, /* Kawanami and Fujimoto, as published; only STRIPS_LCS */
};

enum strips_cuda_status { STRIPS_CUDA_OK, STRIPS_CUDA_CANCELLED, STRIPS_CUDA_FAILED };

/* How to work. All zero: strips, in the shape that is estimated to be the fastest. */
struct strips_cuda_run {
    enum strips_cuda_algorithm algorithm;
    unsigned words; /* of a lane: 4, 8, 16, or what fits the device; 0: chosen */
    /* As in struct strips_run; may be NULL. */
    const atomic_bool *cancel;
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

struct strips_cuda;

/* NULL when there is a GPU that can be used, else why not. */
const char *strips_cuda_why_not(void);

/* NULL: failed. What is open is closed by strips_cuda_close(). */
struct strips_cuda *strips_cuda_open(unsigned device);
void strips_cuda_close(struct strips_cuda *c);

/* Why a call failed, the device's memory being out among the reasons. */
const char *strips_cuda_why_failed(const struct strips_cuda *c);

/*
 * The last rows of n problems, of one metric, one width and one alphabet, which share the device;
 * as strips_last_row() without a limit. On STRIPS_CUDA_OK the caller frees each with
 * strips_row_free(); else there is none.
 */
enum strips_cuda_status strips_cuda_last_rows(struct strips_cuda *c,
                                              const struct strips_problem *problems, size_t n,
                                              const struct strips_cuda_run *run,
                                              struct strips_row *rows);

/* The distance or the length. */
enum strips_cuda_status strips_cuda_score(struct strips_cuda *c, const struct strips_problem *p,
                                          const struct strips_cuda_run *run, uint64_t *score);

/*
 * A part of the table that the lowest optimal path (hirschberg.h) goes through from its upper left
 * to its lower right; the path's distance there (for STRIPS_LCS that of insertions and deletions).
 */
struct strips_cuda_part {
    size_t row, column, m, n;
    uint64_t distance; /* UINT64_MAX for the whole table, when it is not cut */
};

/*
 * Hirschberg's recursion, all parts of a depth at once: cuts the table until its parts have at most
 * `cells` cells each. They are told in order, one behind the other; the caller frees *parts.
 */
enum strips_cuda_status strips_cuda_cut(struct strips_cuda *c, const struct strips_problem *p,
                                        double cells, const struct strips_cuda_run *run,
                                        struct strips_cuda_part **parts, size_t *count);

#endif
