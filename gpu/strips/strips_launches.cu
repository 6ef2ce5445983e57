/* strips_launches.cu - the launches: see strips_launches.h. */
#include "gpu/strips/strips_launches.h"

#include "gpu/base/limits.h"
#include "gpu/strips/strips_blocks.cuh"
#include "gpu/strips/strips_cross.cuh"
#include "gpu/strips/strips_wave.cuh"

enum {
    THREADS = 256,
    MOST_BLOCKS = 1 << 16,
};

static unsigned blocks_for(uint64_t items)
{
    uint64_t blocks = (items + THREADS - 1) / THREADS;
    return blocks < MOST_BLOCKS ? (unsigned)blocks : (unsigned)MOST_BLOCKS;
}

/* Codes */

template <class CODE>
__global__ void encode_kernel(const CODE *codes, uint64_t n, bool reversed, strips_coding coding,
                              uint8_t *to, uint64_t stride)
{
    const unsigned most = (1U << coding.digit_bits) - 1;
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += (uint64_t)gridDim.x * blockDim.x) {
        uint32_t code = codes[reversed ? n - 1 - i : i];
        for (unsigned d = 0; d < coding.digits; d += 2, code >>= 2 * coding.digit_bits) {
            unsigned low = code & most;
            unsigned high = coding.digits == 1 ? 0 : code >> coding.digit_bits & most;
            to[d / 2 * stride + i] = (uint8_t)(low | high << STRIPS_DIGIT);
        }
    }
}

cudaError_t strips_encode(const void *codes, unsigned code_bytes, uint64_t n, int reversed,
                          struct strips_coding coding, uint8_t *to, uint64_t stride,
                          cudaStream_t stream)
{
    if (code_bytes == 1)
        encode_kernel<<<blocks_for(n), THREADS, 0, stream>>>((const uint8_t *)codes, n,
                                                             reversed != 0, coding, to, stride);
    else
        encode_kernel<<<blocks_for(n), THREADS, 0, stream>>>((const uint32_t *)codes, n,
                                                             reversed != 0, coding, to, stride);
    return cudaGetLastError();
}

/* Borders */

__global__ void border_begin_kernel(bool levenshtein, uint64_t *border, uint64_t words)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < words; i += (uint64_t)gridDim.x * blockDim.x)
        border[i] = levenshtein && i % 2 == 0 ? 0xffffffff : 0;
}

cudaError_t strips_border_begin(int levenshtein, uint64_t *border, uint64_t words,
                                cudaStream_t stream)
{
    if (words == 0)
        return cudaSuccess;
    border_begin_kernel<<<blocks_for(words), THREADS, 0, stream>>>(levenshtein != 0, border, words);
    return cudaGetLastError();
}

__global__ void border_load_kernel(bool levenshtein, uint64_t *border, uint64_t groups,
                                   const uint32_t *up, const uint32_t *down)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < groups; i += (uint64_t)gridDim.x * blockDim.x) {
        border[levenshtein ? 2 * i : i] = up[i];
        if (levenshtein)
            border[2 * i + 1] = down[i];
    }
}

cudaError_t strips_border_load(int levenshtein, uint64_t *border, uint64_t n, const uint32_t *up,
                               const uint32_t *down, cudaStream_t stream)
{
    uint64_t groups = strips_groups_of(n);
    border_load_kernel<<<blocks_for(groups), THREADS, 0, stream>>>(levenshtein != 0, border, groups,
                                                                   up, down);
    return cudaGetLastError();
}

__global__ void border_end_kernel(bool levenshtein, const uint64_t *border, uint64_t groups,
                                  uint32_t *up, uint32_t *down)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < groups; i += (uint64_t)gridDim.x * blockDim.x) {
        up[i] = (uint32_t)border[levenshtein ? 2 * i : i];
        if (levenshtein)
            down[i] = (uint32_t)border[2 * i + 1];
    }
}

cudaError_t strips_border_end(int levenshtein, const uint64_t *border, uint64_t n, uint32_t *up,
                              uint32_t *down, cudaStream_t stream)
{
    uint64_t groups = strips_groups_of(n);
    border_end_kernel<<<blocks_for(groups), THREADS, 0, stream>>>(levenshtein != 0, border, groups,
                                                                  up, down);
    return cudaGetLastError();
}

/* Strips */

typedef void (*wave)(strips_launch);

template <template <int> class ROWS, int WORDS, int DIGITS>
static wave wave_of_sides(const struct strips_launch *launch)
{
    return launch->sides ? wave_kernel<ROWS<WORDS>, WORDS, DIGITS, true>
                         : wave_kernel<ROWS<WORDS>, WORDS, DIGITS, false>;
}

template <template <int> class ROWS, int WORDS>
static wave wave_of_digits(const struct strips_launch *launch)
{
    const unsigned digits = launch->coding.digits;
    return digits == 1   ? wave_of_sides<ROWS, WORDS, 1>(launch)
           : digits == 2 ? wave_of_sides<ROWS, WORDS, 2>(launch)
           : digits == 4 ? wave_of_sides<ROWS, WORDS, 4>(launch)
                         : wave_of_sides<ROWS, WORDS, 8>(launch);
}

template <template <int> class ROWS> static wave wave_of_words(const struct strips_launch *launch)
{
    return launch->words == 4   ? wave_of_digits<ROWS, 4>(launch)
           : launch->words == 8 ? wave_of_digits<ROWS, 8>(launch)
                                : wave_of_digits<ROWS, 16>(launch);
}

static wave wave_for(const struct strips_launch *launch)
{
    return launch->levenshtein ? wave_of_words<levenshtein>(launch) : wave_of_words<lcs>(launch);
}

/* Bytes of shared memory for the masks of a warp. */
static size_t shared_bytes(const struct strips_launch *launch)
{
    return (size_t)launch->coding.masks * launch->words * WARP * sizeof(uint32_t);
}

/* The blocks and warps of a launch. */
struct wave_shape {
    unsigned processors, blocks;
    unsigned warps; /* of a block; 0 when the masks of one do not fit */
};

static cudaError_t shape_for(const struct strips_launch *launch, uint64_t strips,
                             struct device_limits *limits, struct wave_shape *shape)
{
    struct cudaFuncAttributes kernel;
    cudaError_t error = device_limits(limits);
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&kernel, (const void *)wave_for(launch));
    if (error != cudaSuccess)
        return error;
    uint64_t warps = MOST_WARPS, fit = (size_t)limits->shared_of_block / shared_bytes(launch);
    uint64_t processors = (unsigned)limits->processors;
    uint64_t of_each = (strips + processors - 1) / processors;
    warps = warps < (unsigned)kernel.maxThreadsPerBlock / WARP ? warps
                                                               : kernel.maxThreadsPerBlock / WARP;
    warps = warps < fit ? warps : fit;
    warps = warps < of_each ? warps : of_each;
    uint64_t blocks = warps == 0 ? 0 : (strips + warps - 1) / warps;
    blocks = blocks < processors ? blocks : processors;
    *shape = {(unsigned)processors, (unsigned)blocks, (unsigned)warps};
    return cudaSuccess;
}

/*
 * In cycles, from the instructions of the kernels and from measurements. A column takes at least as
 * long as the carries need to go through a lane's words and to the next lane. It also takes as long
 * as the warps of a quarter of a multiprocessor need at its logic unit, which is 16 lanes wide; or
 * as all warps of a multiprocessor need at its shared memory.
 *
 * Strips of a whole table run in rounds, of as many as there are warps. In a band a strip ends
 * while others of its table have not begun: the way along the band counts, longer by as much as
 * there are too few warps.
 */
cudaError_t strips_estimate(const struct strips_launch *launch, const struct strips_extent *extent,
                            double *time)
{
    struct wave_shape shape = {};
    struct device_limits limits;
    *time = 0;
    cudaError_t error = shape_for(launch, extent->abreast, &limits, &shape);
    if (error != cudaSuccess || shape.warps == 0)
        return error;
    const double words = launch->words, digits = launch->coding.digits;
    const double logic =
        2 * ((launch->levenshtein ? 8 : 3) * words + 6 + (digits - 1) * (words / 2 + 2));
    const double way = launch->levenshtein ? 16.5 * words + 44 : 5 * words + 70;
    const uint64_t at_once = (uint64_t)shape.blocks * shape.warps;
    const uint64_t rounds = (extent->abreast + at_once - 1) / at_once;
    const double crowd = (double)extent->abreast / (double)at_once;
    const double units[] = {way, logic * ((shape.warps + 3) / 4), shape.warps * words * digits};
    double column = 0;
    for (double unit : units)
        column = column < unit ? unit : column;
    const double way_of_band = (double)extent->chain * (double)(extent->shift + STRIPS_LAG);
    *time = column * (extent->shift > 0
                          ? (double)extent->columns + way_of_band * (crowd > 1 ? crowd : 1)
                          : (double)rounds * (double)extent->columns + way_of_band);
    return cudaSuccess;
}

/*
 * 4 warps of 8 words nearly saturate the logic unit of a multiprocessor; the warps of a second
 * table saturate it while one table begins or ends. The lag of all strips should be a small part of
 * the columns.
 */
void strips_preferred_size(unsigned processors, uint64_t *rows, uint64_t *columns)
{
    enum { WARPS = 4, WORDS = 8, LAGS = 16 };
    const uint64_t strips = (uint64_t)processors * WARPS;
    *rows = strips * strips_rows(WORDS);
    *columns = strips * STRIPS_LAG * LAGS;
}

cudaError_t strips_wave(const struct strips_launch *launch, cudaStream_t stream)
{
    struct wave_shape shape = {};
    struct device_limits limits;
    cudaError_t error = shape_for(launch, launch->abreast, &limits, &shape);
    if (error == cudaSuccess && shape.warps == 0)
        error = cudaErrorInvalidConfiguration;
    const size_t shared = shape.warps * shared_bytes(launch);
    wave kernel = wave_for(launch);
    if (error == cudaSuccess)
        error = device_allow_shared(&limits, (const void *)kernel, shared);
    if (error != cudaSuccess)
        return error;
    kernel<<<shape.blocks, shape.warps * WARP, shared, stream>>>(*launch);
    return cudaGetLastError();
}

/* Blocks */

cudaError_t strips_blocks_step(const struct strips_table *table, struct strips_coding coding,
                               uint32_t *v, uint64_t diagonal, cudaStream_t stream)
{
    uint64_t columns = strips_blocks_of(table->n), rows = strips_blocks_of(table->m);
    uint64_t first = diagonal < columns ? 0 : diagonal - columns + 1;
    uint64_t end = diagonal < rows ? diagonal + 1 : rows;
    size_t shared = coding.masks * WARP * sizeof(uint32_t);
    unsigned blocks = (unsigned)(end - first);
    auto *kernel = coding.digits == 1   ? blocks_kernel<1>
                   : coding.digits == 2 ? blocks_kernel<2>
                   : coding.digits == 4 ? blocks_kernel<4>
                                        : blocks_kernel<8>;
    kernel<<<blocks, WARP, shared, stream>>>(*table, coding, v, diagonal, first);
    return cudaGetLastError();
}

/* Halves */

cudaError_t strips_find_crosses(int levenshtein, struct strips_cross *crosses, uint32_t n,
                                cudaStream_t stream)
{
    if (levenshtein)
        cross_kernel<true><<<n, CROSS_THREADS, 0, stream>>>(crosses);
    else
        cross_kernel<false><<<n, CROSS_THREADS, 0, stream>>>(crosses);
    return cudaGetLastError();
}
