/*
 * bench_kernels.cu - reproduces Table 1 of the papers on this device.
 *
 *     bench_kernels METRIC|table|short|long|huge|letters|patterns|shapes|
 *                   shape LOG2_N M ROWS RESIDENT ...
 *
 * Random patterns of m symbols and texts of n symbols, of two letters (letters: of 20 to 200); best
 * mode, so that the overlap is 2m. Kernel times are measured with events, with the text on the
 * device: the median of 20 runs (huge: of 3). METRIC (levenshtein, the default, osa, indel,
 * hamming) applies to the arguments after it. TCUPS counts the cells of the table without the
 * overlap, n * m.
 */
#include "gpu/scan/kernels.cu"

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

enum { RUNS = 20 };

static enum metric metric = METRIC_LEVENSHTEIN;

static void must(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "bench_kernels: %s\n", cudaGetErrorString(error));
    exit(1);
}

template <typename T> static T *send(const std::vector<T> &v)
{
    T *p;
    must(cudaMalloc(&p, v.size() * sizeof(T)));
    must(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

/* Draws random symbols of `letters` letters. */
__global__ void draw_text(uint8_t *text, size_t n, uint32_t letters)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint64_t x = i * 0x9e3779b97f4a7c15 + 0x1234567;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        text[i] = (uint8_t)(2 + (x >> 33) % letters);
    }
}

/* Keeps the stream busy while the host plans and launches, so that host time is not measured. */
__global__ void wait_for_host(long long cycles)
{
    long long begin = clock64();
    while (clock64() - begin < cycles)
        ;
}

struct setting {
    struct device_query query;
    struct scan scan; /* the number of hits is stored after the limit */
    size_t cells;
};

static struct setting prepare(size_t n, uint32_t letters, uint32_t npatterns, uint32_t least,
                              uint32_t most, bool best, uint32_t k)
{
    struct setting s = {};
    std::mt19937 random(42);
    static std::vector<struct device_pattern> patterns;
    static std::vector<uint32_t> slots;
    std::vector<uint32_t> matches((size_t)letters * ((letters + 33) / 32));
    patterns.clear(), slots.clear();
    for (uint32_t p = 0; p < npatterns; p++) {
        uint32_t m = least + random() % (most - least + 1);
        patterns.push_back({m, best ? m - 1 : k, (uint32_t)slots.size()});
        for (uint32_t i = 0; i < m; i++)
            slots.push_back(random() % letters);
        s.cells += n * m;
    }
    for (uint32_t slot = 0; slot < letters; slot++)
        matches[slot * ((letters + 33) / 32) + (slot + 2) / 32] |= 1U << (slot + 2) % 32;
    uint8_t *text;
    must(cudaMalloc(&text, n));
    draw_text<<<1024, 256>>>(text, n, letters);
    s.query = {npatterns,   (uint32_t)slots.size(), letters,
               letters + 2, send(patterns),         patterns.data(),
               send(slots), slots.data(),           send(matches),
               metric};
    s.scan = {{text, 1, n}, 0, 0, (uint32_t)n, NULL, {NULL, 1 << 20, NULL}, best, false};
    must(cudaMalloc(&s.scan.limit, 8));
    s.scan.hits.n = s.scan.limit + 1;
    must(cudaMalloc(&s.scan.hits.v, s.scan.hits.most * sizeof *s.scan.hits.v));
    must(cudaDeviceSynchronize());
    return s;
}

static struct staging staging; /* of the scan that is measured */

static void release(struct setting *s)
{
    cudaFree((void *)s->query.patterns), cudaFree((void *)s->query.slots);
    cudaFree((void *)s->query.matches), cudaFree((void *)s->scan.text.codes);
    cudaFree(s->scan.limit), cudaFree(s->scan.hits.v);
}

/* Returns the median time of scan() in milliseconds. */
template <typename F> static double measure(const struct setting &s, unsigned runs, F scan)
{
    cudaEvent_t begin, end;
    std::vector<float> times(runs);
    must(cudaEventCreate(&begin)), must(cudaEventCreate(&end));
    for (unsigned i = 0; i < runs + 1; i++) {
        uint32_t words[2] = {UINT32_MAX, 0};
        must(cudaMemcpy(s.scan.limit, words, sizeof words, cudaMemcpyHostToDevice));
        staging_reuse(&staging);
        wait_for_host<<<1, 1>>>(400000);
        must(cudaEventRecord(begin));
        must(scan());
        must(cudaEventRecord(end));
        must(cudaDeviceSynchronize());
        if (i > 0)
            must(cudaEventElapsedTime(&times[i - 1], begin, end));
    }
    std::sort(times.begin(), times.end());
    cudaEventDestroy(begin), cudaEventDestroy(end);
    return times[runs / 2];
}

static double time_algorithm(const struct setting &s, enum algorithm algorithm,
                             enum algorithm *used, unsigned runs)
{
    return measure(s, runs,
                   [&] { return kernels_scan(algorithm, &s.query, &s.scan, 0, &staging, used); });
}

static double tcups(const struct setting &s, double ms)
{
    return (double)s.cells / ms * 1e-9;
}

static void hits_of(const struct setting &s, uint32_t words[2])
{
    must(cudaMemcpy(words, s.scan.limit, 8, cudaMemcpyDeviceToHost));
}

/* Prints one row of the table: both fast algorithms, and the choice. */
static void row(const struct setting &s, uint32_t m, unsigned runs)
{
    enum algorithm used;
    uint32_t a[2], b[2];
    double vector = time_algorithm(s, ALGORITHM_BITVECTOR, &used, runs);
    hits_of(s, a);
    double slice = time_algorithm(s, ALGORITHM_BITSLICE, &used, runs);
    hits_of(s, b);
    double chosen = time_algorithm(s, ALGORITHM_AUTO, &used, runs);
    printf("%6u %10.4f %7.2f %10.4f %7.2f %10.4f %7.2f  %-9s  d* %u %u hits %u %u\n", m, vector,
           tcups(s, vector), slice, tcups(s, slice), chosen, tcups(s, chosen),
           used == ALGORITHM_COUNTERS   ? "counters"
           : used == ALGORITHM_BITSLICE ? "bitslice"
                                        : "bitvector",
           a[0], b[0], a[1], b[1]);
    fflush(stdout);
}

static void rows(size_t n, uint32_t letters, std::vector<uint32_t> lengths, unsigned runs)
{
    printf("n = 2^%d, %u letters\n%6s %10s %7s %10s %7s %10s %7s\n", (int)__builtin_ctzll(n),
           letters, "m", "bitvector", "TCUPS", "bitslice", "TCUPS", "auto", "TCUPS");
    for (uint32_t m : lengths) {
        struct setting s = prepare(n, letters, 1, m, m, true, 0);
        row(s, m, runs);
        release(&s);
    }
}

/* Prints the papers' table: hmm by the number of substrings. */
static void table(void)
{
    static const double published[] = {23.46, 29.13, 48.40, 91.83, 181.3, 419.6};
    const size_t n = 1 << 22;
    printf("hmm, n = 2^22, ms by D; published: GTX 580, best D\n%6s", "m");
    for (uint32_t d = 16; d <= 2048; d *= 2)
        printf(" %8u", d);
    printf(" %8s %9s\n", "GCUPS", "published");
    for (unsigned i = 0; i < 6; i++) {
        uint32_t m = 32U << i;
        struct setting s = prepare(n, 2, 1, m, m, true, 0);
        double least = 0;
        printf("%6u", m);
        for (uint32_t d = 16; d <= 2048; d *= 2) {
            double ms = measure(s, 3, [&] { return kernels_scan_hmm(d, &s.query, &s.scan, 0); });
            least = least == 0 || ms < least ? ms : least;
            printf(" %8.2f", ms);
        }
        printf(" %8.1f %9.2f\n", 1000 * tcups(s, least), published[i]);
        fflush(stdout);
        release(&s);
    }
}

/* Measures many short patterns on one text. */
static void patterns(void)
{
    for (uint32_t letters : {4U, 20U, 60U})
        for (size_t n : {(size_t)1 << 22, (size_t)1 << 24}) {
            struct setting s = prepare(n, letters, 1000, 20, 32, false, 2);
            for (int a = ALGORITHM_AUTO; a <= ALGORITHM_BITSLICE; a++) {
                enum algorithm used = ALGORITHM_AUTO;
                if (a == ALGORITHM_HMM)
                    continue;
                double ms = time_algorithm(s, (enum algorithm)a, &used, 5);
                printf(
                    "1000 patterns of 20-32, %2u letters, k 2, n %zu, %s: %9.3f ms %6.2f TCUPS\n",
                    letters, n,
                    a == ALGORITHM_AUTO          ? "auto"
                    : used == ALGORITHM_COUNTERS ? "counters"
                    : used == ALGORITHM_BITSLICE ? "bitslice"
                                                 : "bitvector",
                    ms, tcups(s, ms));
                fflush(stdout);
            }
            release(&s);
        }
}

/* Measures one shape of the bit-sliced table, with this number of blocks on each multiprocessor.
 * Returns false if they do not fit. */
static bool shape(const struct setting &s, uint32_t m, uint32_t rows, uint32_t resident)
{
    struct batch batch = {{1, 0, NULL}, m, 2 * m, 2 + SLOT_FIRST, 2};
    batch.metric = metric;
    struct launch launch;
    struct launch_plan plan = bitslice_plan(&batch, rows, true);
    bitslice_function *kernel = metric_kernels[metric]->bitslice(&plan);
    size_t shared = bitslice_shared(&plan, &batch);
    int fit = 0;
    must(cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              (int)shared));
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, (const void *)kernel,
                                                       (int)plan.warps_of_block * WARP, shared));
    if ((int)resident > fit)
        return false;
    double ms = measure(s, 5, [&] {
        cudaError_t error = launch_begin(&launch, &s.query, &s.scan, 0);
        plan.resident = resident;
        plan.blocks = (uint32_t)launch.limits.processors * resident;
        return error == cudaSuccess
                   ? launch_free_memory(&launch, run_bitslice(&launch, &plan, &batch))
                   : error;
    });
    struct cutting cut = cut_text(&launch, plan.blocks * plan.substrings, batch.lead);
    double steps = (double)(cut.lead + cut.stride) / COLUMNS + plan.delay;
    double cycles = ms * 1.98e6 / steps;
    printf("shape n %zu m %u rows %u lanes %u warps %u resident %u: %8.4f ms %6.2f TCUPS, gross "
           "%6.2f, %7.1f cycles a step, %5.1f a warp\n",
           s.scan.text.n, m, rows, plan.lanes, plan.warps, resident, ms, tcups(s, ms),
           tcups(s, ms) * (cut.lead + cut.stride) / cut.stride, cycles,
           cycles / (resident * plan.warps_of_block));
    fflush(stdout);
    return true;
}

/* Measures every shape, for tuning the plans. */
static void shapes(size_t n, std::vector<uint32_t> lengths)
{
    for (uint32_t m : lengths) {
        struct setting s = prepare(n, 2, 1, m, m, true, 0);
        for (uint32_t rows : slice_rows)
            for (uint32_t resident = 1; shape(s, m, rows, resident); resident++)
                ;
        release(&s);
    }
}

/* Sets the metric if the name is one. Returns whether it is. */
static bool take_metric(const char *name)
{
    for (int i = 0; i < METRICS; i++)
        if (strcmp(metric_name((enum metric)i), name) == 0) {
            metric = (enum metric)i;
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (take_metric(argv[i]))
            printf("%s\n", argv[i]);
        else if (strcmp(argv[i], "table") == 0)
            table();
        else if (strcmp(argv[i], "short") == 0)
            rows((size_t)1 << 22, 2, {32, 64, 128, 256, 512, 1024}, RUNS);
        else if (strcmp(argv[i], "long") == 0)
            rows((size_t)1 << 28, 2, {32, 64, 128, 256, 512, 1024, 2048, 4096}, RUNS);
        else if (strcmp(argv[i], "huge") == 0)
            rows((size_t)1 << 26, 2, {8192, 10000, 30000, 100000}, 3);
        else if (strcmp(argv[i], "letters") == 0)
            for (uint32_t letters : {20U, 60U, 100U, 200U})
                rows((size_t)1 << 25, letters, {32, 64, 256, 1024, 4096}, 3);
        else if (strcmp(argv[i], "patterns") == 0)
            patterns();
        else if (strcmp(argv[i], "shapes") == 0) {
            shapes((size_t)1 << 22, {32, 64, 128, 256, 512, 1024});
            shapes((size_t)1 << 28, {32, 64, 128, 256, 512, 1024, 4096});
        } else if (strcmp(argv[i], "shape") == 0 && i + 4 < argc) {
            uint32_t m = (uint32_t)atoi(argv[i + 2]);
            struct setting s = prepare((size_t)1 << atoi(argv[i + 1]), 2, 1, m, m, true, 0);
            shape(s, m, (uint32_t)atoi(argv[i + 3]), (uint32_t)atoi(argv[i + 4]));
            release(&s);
            i += 4;
        } else {
            fprintf(
                stderr,
                "usage: bench_kernels METRIC|table|short|long|huge|letters|patterns|shapes|shape "
                "LOG2_N M ROWS RESIDENT ...\n");
            return 2;
        }
    }
    return 0;
}
