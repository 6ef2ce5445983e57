/*
 * strips_kernels.h - what strips_job.c and its callers ask of the device: two algorithms, one
 * border in and out.
 *
 * All pointers are to device memory unless said otherwise; all launches go to the given stream and
 * return at once.
 *
 * Codes are cut into digits of at most 4 bits, so that the rows that match a code are the AND of
 * one mask of each digit, and masks of all digits' values are few whatever the alphabet. A code is
 * in planes: byte `code` of plane b holds digits 2b (low) and 2b + 1 (high).
 *
 * The border of a table is the row above a strip, and below it: for each group of 32 columns a
 * word of deltas (Levenshtein: two), and beside each word its tag, the number of strips that have
 * been there. A strip takes a word when the tag says that it is its turn, and writes its own over
 * it: one array for all strips, and no order of memory but that of 8 bytes.
 */
#ifndef STRIPS_KERNELS_H
#define STRIPS_KERNELS_H

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __CUDACC__
#define STRIPS_ANYWHERE __host__ __device__
#else
#define STRIPS_ANYWHERE
#endif

enum {
    STRIPS_LANES_OF_WARP = 32,
    STRIPS_ROWS_OF_LANE = 32,  /* of each of its words */
    STRIPS_COLUMNS = 32,       /* of a group */
    STRIPS_DIGIT = 4,          /* bits, at most */
    STRIPS_DIGITS = 8,         /* at most */
    STRIPS_PLANES = 4,         /* at most */
    STRIPS_MARGIN = 128,       /* bytes of a plane before the first code, and behind the last */
    STRIPS_BLOCK = 1024,       /* rows and columns of the paper's blocks */
    STRIPS_REPORT_GROUPS = 64, /* that are one unit of `done` */
};

struct strips_coding {
    unsigned digits;     /* 1, 2, 4 or 8 */
    unsigned digit_bits; /* of each */
    unsigned masks;      /* values of all digits together */
};

struct strips_table {
    const uint8_t *rows, *columns;      /* the first code's byte of plane 0; margins of 0 around */
    uint64_t row_stride, column_stride; /* bytes from plane to plane */
    uint64_t m, n;                      /* both at least 1 */
    uint64_t *border;                   /* strips_border_words() of them */
};

/* One strip of one table. */
struct strips_turn {
    uint32_t table, strip;
};

/* Zero before a launch, but for `stop`, which may be set to end it. */
struct strips_control {
    uint32_t next, stop;
    uint64_t done; /* units, see STRIPS_REPORT_GROUPS */
};

struct strips_launch {
    int levenshtein; /* else LCS */
    unsigned words;  /* of a lane: 4, 8 or 16 */
    struct strips_coding coding;
    const struct strips_table *tables;
    const struct strips_turn *turns; /* those of a table in order */
    uint32_t nturns;
    struct strips_control *control;
};

STRIPS_ANYWHERE static inline uint64_t strips_groups_of(uint64_t n)
{
    return (n + STRIPS_COLUMNS - 1) / STRIPS_COLUMNS;
}

STRIPS_ANYWHERE static inline uint64_t strips_border_words(int levenshtein, uint64_t n)
{
    return strips_groups_of(n) * (levenshtein ? 2 : 1);
}

STRIPS_ANYWHERE static inline uint64_t strips_rows(unsigned words)
{
    return (uint64_t)STRIPS_LANES_OF_WARP * STRIPS_ROWS_OF_LANE * words;
}

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

static inline uint64_t strips_blocks_of(uint64_t n)
{
    return (n + STRIPS_BLOCK - 1) / STRIPS_BLOCK;
}

static inline uint64_t strips_blocks_diagonals(uint64_t m, uint64_t n)
{
    return strips_blocks_of(m) + strips_blocks_of(n) - 1;
}

static inline uint64_t strips_blocks_bytes(uint64_t m)
{
    return strips_blocks_of(m) * STRIPS_BLOCK / 8;
}

/*
 * Where an optimal path crosses from the upper half of a table, whose last row is that of `upper`,
 * to the lower half, done backwards: the least sum of distances, in the first such column or in the
 * last. For an LCS, distances are those of insertions and deletions.
 */
struct strips_half {
    uint64_t m;
    const uint64_t *border;
};

struct strips_cross {
    struct strips_half upper, lower;
    uint64_t n; /* columns of both */
    int last;
    uint64_t column, before, after; /* the answer */
};

cudaError_t strips_find_crosses(int levenshtein, struct strips_cross *cuts, uint32_t n,
                                cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
