/*
 * fake_cuda.c - a CUDA runtime and kernels without a GPU, so that the host side of the engine is
 * tested everywhere: device memory is memory, a stream does at once what it is told, and the
 * kernels are the plain table.
 *
 * FAKE_CUDA="DEVICES DRIVER CAPABILITY MEMORY" says what there is: GPUs, the driver's version
 * (13000: CUDA 13.0; 0: no driver), ten times the compute capability, MiB of each device.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/scan/kernels.h"
#include "query/alphabet.h"

enum {
    HEADER = 64,      /* bytes before each piece of device memory: its size */
    SPOILED = 1 << 20 /* bytes at the beginning of a piece that are not 0: more take long */
};
#define NEVER UINT32_MAX /* no distance */

static struct {
    int devices, driver, capability;
    size_t memory; /* bytes */
} fake = {2, 13000, 90, (size_t)1 << 40};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t used;

__attribute__((constructor)) static void configure(void)
{
    const char *spec = getenv("FAKE_CUDA");
    size_t mebibytes = 1 << 20;
    if (spec != NULL &&
        sscanf(spec, "%d %d %d %zu", &fake.devices, &fake.driver, &fake.capability, &mebibytes) < 1)
        abort();
    fake.memory = mebibytes << 20;
}

/* Devices */

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = fake.driver;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = fake.devices;
    return fake.driver < CUDART_VERSION / 1000 * 1000 ? cudaErrorInsufficientDriver
           : fake.devices == 0                        ? cudaErrorNoDevice
                                                      : cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *to, int device)
{
    memset(to, 0, sizeof *to);
    snprintf(to->name, sizeof to->name, "Fake %d", device);
    to->major = fake.capability / 10;
    to->minor = fake.capability % 10;
    to->multiProcessorCount = 1;
    return cudaSuccess;
}

static __thread int current;

cudaError_t cudaSetDevice(int device)
{
    if (device >= fake.devices)
        return cudaErrorInvalidDevice;
    current = device;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = current;
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    return cudaSuccess;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation ? "out of memory" : "unknown error";
}

/* Memory: each piece is as large as was asked for, so that sanitizers see what is beyond it. */

cudaError_t cudaMalloc(void **to, size_t size)
{
    cudaError_t error = cudaErrorMemoryAllocation;
    pthread_mutex_lock(&lock);
    void *piece;
    if (used + size <= fake.memory && posix_memalign(&piece, HEADER, size + HEADER) == 0) {
        used += size;
        memcpy(piece, &size, sizeof size);
        *to = memset((unsigned char *)piece + HEADER, 0xa5, size < SPOILED ? size : SPOILED);
        error = cudaSuccess;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

cudaError_t cudaFree(void *memory)
{
    size_t size;
    if (memory == NULL)
        return cudaSuccess;
    unsigned char *piece = (unsigned char *)memory - HEADER;
    memcpy(&size, piece, sizeof size);
    pthread_mutex_lock(&lock);
    used -= size;
    pthread_mutex_unlock(&lock);
    free(piece);
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void **to, size_t size)
{
    *to = malloc(size);
    return *to != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFreeHost(void *memory)
{
    free(memory);
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *memory, size_t size, unsigned flags)
{
    (void)memory, (void)size, (void)flags;
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *memory)
{
    (void)memory;
    return cudaSuccess;
}

/* Streams and events: a byte each, so that a leak is seen. */

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *to, unsigned flags)
{
    (void)flags;
    *to = malloc(1);
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *to, unsigned flags)
{
    (void)flags;
    *to = malloc(1);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)event, (void)stream;
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    (void)event;
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *to, cudaEvent_t from, cudaEvent_t until)
{
    (void)from, (void)until;
    *to = 0.001F;
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind way,
                            cudaStream_t stream)
{
    (void)way, (void)stream;
    memcpy(to, from, size);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *at, int value, size_t size, cudaStream_t stream)
{
    (void)stream;
    memset(at, value, size);
    return cudaSuccess;
}

/* Kernels */

static void put_code(void *codes, unsigned width, size_t i, uint32_t code)
{
    if (width == 1)
        ((uint8_t *)codes)[i] = (uint8_t)code;
    else
        ((uint32_t *)codes)[i] = code;
}

cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream)
{
    (void)stream;
    for (size_t i = 0; i < n; i++) {
        uint32_t symbol =
            in_width == 1 ? ((const uint8_t *)symbols)[i] : ((const uint32_t *)symbols)[i];
        put_code(codes, out_width, i, table[symbol]);
    }
    return cudaSuccess;
}

static uint32_t symbol_of(const struct device_decoding *d, uint32_t character)
{
    uint32_t page = character / ALPHABET_PAGE, number = d->pages.numbers[page];
    if (number >= PAGE_FIRST)
        return d->pages.symbols[(number - PAGE_FIRST) * ALPHABET_PAGE + character % ALPHABET_PAGE];
    uint32_t bit = UINT32_C(1) << page % 32;
    if (number == PAGE_UNKNOWN && (d->unknown[page / 32] & bit) == 0) {
        d->unknown[page / 32] |= bit;
        ++*d->nunknown;
    }
    return SYMBOL_OTHER;
}

cudaError_t kernels_decode(const struct device_decoding *d, cudaStream_t stream)
{
    (void)stream;
    uint32_t n = 0, character;
    for (size_t at = 0; at < d->n; n++) {
        if (n % DECODE_MARK == 0)
            d->marks[n / DECODE_MARK] = (uint32_t)at;
        at += utf8_decode(d->bytes + at, d->n - at, &character);
        put_code(d->codes, d->width, n, symbol_of(d, character));
    }
    *d->count = n;
    for (; n < d->room; n++)
        put_code(d->codes, d->width, n, SYMBOL_DELIMITER);
    return cudaSuccess;
}

static void put(const struct device_hits *hits, struct hit hit)
{
    if (*hits->n < hits->most)
        hits->v[*hits->n] = hit;
    ++*hits->n;
}

/* The last three columns of the table, and the last two codes; both the newest first. */
struct columns {
    uint32_t *of[3], codes[2];
};

static bool matches(const struct device_query *q, const struct device_pattern *p, uint32_t row,
                    uint32_t code)
{
    size_t words = (q->ncodes + 31) / 32;
    return q->matches[q->slots[p->first_row + row - 1] * words + code / 32] >> code % 32 & 1;
}

/* Row 0 is 0 everywhere, and nothing is before the text. */
static void restart(struct columns *c, enum metric metric, uint32_t m)
{
    for (uint32_t i = 0; i <= m; i++)
        c->of[0][i] = metric == METRIC_HAMMING && i > 0 ? NEVER : i;
    c->codes[0] = SYMBOL_DELIMITER;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* One column of the table of pattern p, which `code` makes; the metric is a constant. */
__attribute__((always_inline)) static inline void fill(enum metric metric,
                                                       const struct device_query *q,
                                                       const struct device_pattern *p,
                                                       const struct columns *c)
{
    uint32_t *now = c->of[0], *before = c->of[1], above = 0;
    now[0] = 0;
    for (uint32_t i = 1; i <= p->m; i++) {
        bool equal = matches(q, p, i, c->codes[0]);
        uint32_t least = equal ? before[i - 1] : NEVER;
        if (!equal && metric != METRIC_INDEL && before[i - 1] < NEVER)
            least = before[i - 1] + 1;
        if (metric != METRIC_HAMMING)
            least = least_of(least, least_of(before[i], above) + 1);
        if (metric == METRIC_OSA && i > 1 && c->codes[1] != SYMBOL_DELIMITER &&
            matches(q, p, i, c->codes[1]) && matches(q, p, i - 1, c->codes[0]))
            least = least_of(least, c->of[2][i - 2] + 1);
        now[i] = above = least;
    }
}

static void step(const struct device_query *q, const struct device_pattern *p, struct columns *c,
                 uint32_t code)
{
    uint32_t *oldest = c->of[2];
    c->of[2] = c->of[1];
    c->of[1] = c->of[0];
    c->of[0] = oldest;
    c->codes[1] = c->codes[0];
    c->codes[0] = code;
    if (q->metric == METRIC_OSA)
        fill(METRIC_OSA, q, p, c);
    else if (q->metric == METRIC_INDEL)
        fill(METRIC_INDEL, q, p, c);
    else if (q->metric == METRIC_HAMMING)
        fill(METRIC_HAMMING, q, p, c);
    else
        fill(METRIC_LEVENSHTEIN, q, p, c);
}

static void scan_pattern(const struct device_query *q, uint32_t pattern,
                         const struct device_text *text, struct share own, uint32_t *limit,
                         bool best, const struct device_hits *hits, struct columns *c)
{
    const struct device_pattern *p = &q->host_patterns[pattern];
    restart(c, q->metric, p->m);
    for (size_t j = own.lead; j < own.end; j++) {
        uint32_t code = text->width == 1 ? ((const uint8_t *)text->codes)[j]
                                         : ((const uint32_t *)text->codes)[j];
        if (code == SYMBOL_DELIMITER)
            restart(c, q->metric, p->m);
        else
            step(q, p, c, code);
        uint32_t distance = c->of[0][p->m], most = *limit < p->k ? *limit : p->k;
        bool rises = q->metric != METRIC_HAMMING && distance == c->of[1][p->m] + 1;
        if (code == SYMBOL_DELIMITER || distance > most || j < own.begin || (rises && !q->rising))
            continue;
        if (best)
            *limit = distance;
        put(hits, (struct hit){(uint32_t)(j + 1), distance, pattern});
    }
}

/* The last pattern first, so that nobody relies on an order. */
cudaError_t kernels_scan(enum algorithm algorithm, const struct device_query *query,
                         const struct device_text *text, struct share own, uint32_t *limit,
                         bool best, const struct device_hits *hits, cudaStream_t stream,
                         enum algorithm *used)
{
    (void)stream;
    *used = query->metric == METRIC_HAMMING ? ALGORITHM_COUNTERS
            : algorithm == ALGORITHM_AUTO   ? ALGORITHM_BITVECTOR
                                            : algorithm;
    size_t rows = (size_t)query->nrows + 1;
    uint32_t *cells = calloc(3 * rows, sizeof *cells);
    if (cells == NULL)
        return cudaErrorMemoryAllocation;
    struct columns c = {{cells, cells + rows, cells + 2 * rows}, {0}};
    for (uint32_t p = query->npatterns; p-- > 0;)
        if (query->host_patterns[p].m > 0)
            scan_pattern(query, p, text, own, limit, best, hits, &c);
    free(cells);
    return cudaSuccess;
}
