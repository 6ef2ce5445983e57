/*
 * kernels.cu - groups patterns into launches and chooses their algorithms: see kernels.h.
 */
#include "gpu/scan/kernels.h"

#include "gpu/scan/decode.cuh"
#include "gpu/scan/hmm.cuh"
#include "gpu/scan/launch_bitslice.cuh"
#include "gpu/scan/launch_bitvector.cuh"
#include "gpu/scan/launch_counters.cuh"

enum { BATCH_MOST = 32768 /* patterns of a launch */ };

/* Patterns of one size class share a launch, which treats all of them as if they were as long as
 * the longest. The class is m rounded up to a multiple of an eighth of the next power of two, so
 * the overhead is small. */
static uint32_t size_class(uint32_t m)
{
    uint32_t step = power_of_two(m) / 8 < 4 ? 4 : power_of_two(m) / 8;
    return ceil_div(m, step) * step;
}

/* Numbers the slots of each pattern from SLOT_FIRST on. Returns false when out of memory. */
static bool number_slots(const struct device_query *q, struct batch *batch, const uint32_t *list)
{
    const uint32_t n = batch->members.n;
    batch->slot_stride = batch->m < q->nslots ? batch->m : q->nslots;
    batch->row_slots = (uint32_t *)calloc(q->nrows + 1, sizeof *batch->row_slots);
    batch->slots = (uint32_t *)calloc((size_t)n * batch->slot_stride + 1, sizeof *batch->slots);
    struct {
        uint32_t pattern, number;
    } *seen = (decltype(seen))calloc(q->nslots + 1, sizeof *seen);
    if (batch->row_slots == NULL || batch->slots == NULL || seen == NULL) {
        free(seen);
        return false;
    }
    batch->nslots = 0;
    for (uint32_t y = 0; y < n; y++) {
        const struct device_pattern *p = &q->host_patterns[list[y]];
        uint32_t distinct = 0;
        for (uint32_t row = p->first_row; row < p->first_row + p->m; row++) {
            uint32_t slot = q->host_slots[row];
            if (seen[slot].pattern != y + 1) {
                seen[slot].pattern = y + 1;
                seen[slot].number = distinct + SLOT_FIRST;
                batch->slots[(size_t)y * batch->slot_stride + distinct++] = slot;
            }
            batch->row_slots[row] = seen[slot].number;
        }
        if (distinct + SLOT_FIRST > batch->nslots)
            batch->nslots = distinct + SLOT_FIRST;
    }
    free(seen);
    return true;
}

/* Searches with the faster of two algorithms; for metrics whose table is stored as differences. */
static cudaError_t run_deltas(struct launch *launch, struct batch *batch, const uint32_t *list,
                              enum algorithm algorithm, enum algorithm *used)
{
    const struct device_query *q = launch->q;
    if (q->npatterns > 1 && algorithm != ALGORITHM_BITVECTOR && !number_slots(q, batch, list))
        return cudaErrorMemoryAllocation;
    struct launch_plan bitvector = plan_bitvector(launch, batch), bitslice = {};
    if (algorithm != ALGORITHM_BITVECTOR)
        bitslice = plan_bitslice(launch, batch);
    if (algorithm == ALGORITHM_AUTO)
        algorithm = bitslice.time < bitvector.time ? ALGORITHM_BITSLICE : ALGORITHM_BITVECTOR;
    *used = algorithm;
    return algorithm == ALGORITHM_BITSLICE ? run_bitslice(launch, &bitslice, batch)
                                           : run_bitvector(launch, &bitvector, batch);
}

static cudaError_t run_batch(struct launch *launch, struct batch *batch, const uint32_t *list,
                             enum algorithm algorithm, enum algorithm *used)
{
    const struct device_query *q = launch->q;
    cudaError_t error = cudaSuccess;
    batch->members.first = list[0];
    batch->nslots = q->nslots + SLOT_FIRST;
    batch->planes = code_planes(q);
    batch->metric = q->metric;
    for (uint32_t y = 0; y < batch->members.n; y++) {
        const struct device_pattern *p = &q->host_patterns[list[y]];
        batch->m = p->m > batch->m ? p->m : batch->m;
        batch->lead = lead_of(p) > batch->lead ? lead_of(p) : batch->lead;
    }
    if (list[batch->members.n - 1] != list[0] + batch->members.n - 1)
        error = send_table(launch, &batch->members.list, list, batch->members.n);
    if (error != cudaSuccess)
        return error;
    if (q->metric != METRIC_HAMMING)
        return run_deltas(launch, batch, list, algorithm, used);
    *used = ALGORITHM_COUNTERS;
    return run_counters(launch, batch, list);
}

/* Searches for all patterns in the size class of `first`, the first pattern not yet done. */
static cudaError_t run_class(struct launch *launch, uint32_t first, bool *done, uint32_t *list,
                             enum algorithm algorithm, enum algorithm *used)
{
    const struct device_query *q = launch->q;
    const uint32_t size = size_class(q->host_patterns[first].m);
    struct batch batch = {};
    for (uint32_t i = first; i < q->npatterns && batch.members.n < BATCH_MOST; i++)
        if (!done[i] && size_class(q->host_patterns[i].m) == size) {
            done[i] = true;
            list[batch.members.n++] = i;
        }
    cudaError_t error = run_batch(launch, &batch, list, algorithm, used);
    free(batch.row_slots);
    free(batch.slots);
    return launch_free_memory(launch, error);
}

cudaError_t kernels_scan(enum algorithm algorithm, const struct device_query *query,
                         const struct scan *scan, cudaStream_t stream, struct staging *staging,
                         enum algorithm *used)
{
    struct launch launch;
    *used = ALGORITHM_HMM;
    if (algorithm == ALGORITHM_HMM && query->metric != METRIC_LEVENSHTEIN)
        return cudaErrorNotSupported;
    if (algorithm == ALGORITHM_HMM)
        return kernels_scan_hmm(0, query, scan, stream);
    cudaError_t error = launch_begin(&launch, query, scan, stream);
    if (error != cudaSuccess || scan->begin == scan->end)
        return error;
    launch.staging = staging;
    bool *done = (bool *)calloc(query->npatterns + 1, sizeof *done);
    uint32_t *list = (uint32_t *)calloc(query->npatterns + 1, sizeof *list);
    if (done == NULL || list == NULL)
        error = cudaErrorMemoryAllocation;
    for (uint32_t i = 0; i < query->npatterns && error == cudaSuccess; i++)
        if (!done[i] && query->host_patterns[i].m > 0)
            error = run_class(&launch, i, done, list, algorithm, used);
    free(done);
    free(list);
    return error;
}

cudaError_t kernels_scan_hmm(uint32_t substrings, const struct device_query *query,
                             const struct scan *scan, cudaStream_t stream)
{
    struct launch launch;
    cudaError_t error = launch_begin(&launch, query, scan, stream);
    for (uint32_t i = 0; i < query->npatterns && error == cudaSuccess; i++)
        if (scan->begin < scan->end && query->host_patterns[i].m > 0)
            error = run_hmm(&launch, substrings, i);
    return error;
}

template <typename in, typename out>
__global__ void encode(const in *symbols, const uint32_t *table, out *codes, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, step = (size_t)gridDim.x * blockDim.x;
    for (; i < n; i += step)
        codes[i] = (out)table[symbols[i]];
}

/* Encodes bytes, 16 for each thread, with a table in shared memory. */
__global__ void encode_bytes(const uint4 *symbols, const uint32_t *table, uint4 *codes, size_t n)
{
    __shared__ uint8_t code_of[256];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
        code_of[i] = (uint8_t)table[i];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, step = (size_t)gridDim.x * blockDim.x;
    for (; i < n; i += step) {
        uint4 v = symbols[i];
        uint32_t word[4] = {v.x, v.y, v.z, v.w};
        for (int w = 0; w < 4; w++)
            word[w] = code_of[word[w] & 255] | code_of[word[w] >> 8 & 255] << 8 |
                      code_of[word[w] >> 16 & 255] << 16 | (uint32_t)code_of[word[w] >> 24] << 24;
        codes[i] = make_uint4(word[0], word[1], word[2], word[3]);
    }
}

cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream)
{
    const uint32_t threads = 256, most = 4096; /* blocks */
    const unsigned char *in = (const unsigned char *)symbols;
    unsigned char *out = (unsigned char *)codes;
    if (in_width == 1 && out_width == 1 && (size_t)in % 16 == 0 && (size_t)out % 16 == 0) {
        uint32_t blocks = ceil_div(n / 16, threads);
        blocks = blocks < most ? blocks : most;
        if (n / 16 > 0)
            encode_bytes<<<blocks, threads, 0, stream>>>((const uint4 *)in, table, (uint4 *)out,
                                                         n / 16);
        in += n / 16 * 16;
        out += n / 16 * 16;
        n %= 16;
    }
    if (n == 0)
        return cudaGetLastError();
    uint32_t blocks = ceil_div(n, threads) < most ? ceil_div(n, threads) : most;
    if (in_width == 1 && out_width == 1)
        encode<<<blocks, threads, 0, stream>>>(in, table, out, n);
    else if (in_width == 1)
        encode<<<blocks, threads, 0, stream>>>(in, table, (uint32_t *)out, n);
    else if (out_width == 1)
        encode<<<blocks, threads, 0, stream>>>((const uint32_t *)in, table, out, n);
    else
        encode<<<blocks, threads, 0, stream>>>((const uint32_t *)in, table, (uint32_t *)out, n);
    return cudaGetLastError();
}

cudaError_t kernels_decode(const struct device_decoding *d, cudaStream_t stream)
{
    const uint32_t tiles = ceil_div(d->n, DECODE_TILE);
    count_tiles<<<tiles, DECODE_THREADS, 0, stream>>>(*d);
    sum_tiles<<<1, SUM_THREADS, 0, stream>>>(*d, tiles);
    if (d->width == 1)
        decode_tiles<uint8_t><<<tiles, DECODE_THREADS, 0, stream>>>(*d);
    else
        decode_tiles<uint32_t><<<tiles, DECODE_THREADS, 0, stream>>>(*d);
    return cudaGetLastError();
}
