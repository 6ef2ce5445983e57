/*
 * levels.cuh - an automaton of few states, for small distances: a thread is a lane.
 *
 * The tables lie in shared memory, and what symbols match too, where a symbol is a byte. The masks
 * are parameters of the kernel: operations take them from constant memory.
 */
#ifndef LEVELS_CUH
#define LEVELS_CUH

#include "gpu/scan/scan.cuh"

#include "gpu/scan/device_automaton.h"

/* A thread reports an end. */
__device__ inline void lane_report(const struct lanes *s, uint32_t end, uint32_t distance)
{
    const uint32_t limit = min(s->k, *(volatile uint32_t *)s->limit);
    if (distance > limit)
        return;
    if (s->best && distance < limit)
        atomicMin(s->limit, distance);
    uint32_t at = *(volatile uint32_t *)s->nhits > s->most ? s->most : atomicAdd(s->nhits, 1);
    if (at < s->most)
        s->hits[at] = (struct hit){end, distance, s->pattern};
}

#define LEVELS_WORD uint32_t
#define LEVELS(name) levels_##name##_32
#include "gpu/scan/levels_lane.h"
#undef LEVELS_WORD
#undef LEVELS
#define LEVELS_WORD uint64_t
#define LEVELS(name) levels_##name##_64
#include "gpu/scan/levels_lane.h"
#undef LEVELS_WORD
#undef LEVELS

/* What goes with words of 32 and of 64 bits. */
struct levels_narrow {
    typedef uint32_t word;
    typedef struct levels_masks_32 masks;
    typedef struct levels_lookup_32 lookup;
    __device__ static void run(const struct lanes *s, const masks *m, const lookup *x, uint32_t i,
                               unsigned width, unsigned k, bool plain)
    {
        levels_run_32(s, m, x, i, width, k, plain);
    }
};

struct levels_wide {
    typedef uint64_t word;
    typedef struct levels_masks_64 masks;
    typedef struct levels_lookup_64 lookup;
    __device__ static void run(const struct lanes *s, const masks *m, const lookup *x, uint32_t i,
                               unsigned width, unsigned k, bool plain)
    {
        levels_run_64(s, m, x, i, width, k, plain);
    }
};

enum { LEVELS_THREADS = 128, LEVELS_PAIRS = LEVELS_CLASSES * LEVELS_CLASSES };

/* What the kernels read in device memory. */
template <typename word> struct levels_memory {
    const struct levels_tables *tables;
    word *matched;          /* [ncodes] */
    unsigned char *classes; /* [ncodes] */
    uint32_t ncodes, word_slot;
    bool passes;
};

/* Makes what each code matches: a thread for a code. */
template <typename word>
__global__ void levels_match(struct device_query q, struct levels_memory<word> memory)
{
    const uint32_t code = blockIdx.x * blockDim.x + threadIdx.x;
    if (code >= memory.ncodes)
        return;
    word states = 0;
    for (uint32_t b = 0; b < memory.tables->nstates; b++) {
        uint32_t item = memory.tables->items[b];
        if (item != LEVELS_PASS && slot_matches(q, item, code))
            states |= (word)1 << b;
    }
    memory.matched[code] = states;
    bool is_word = memory.word_slot != NO_SLOT && slot_matches(q, memory.word_slot, code);
    memory.classes[code] = code == SYMBOL_DELIMITER ? CLASS_DELIMITER
                           : is_word                ? CLASS_WORD
                                                    : CLASS_OTHER;
}

template <typename kind, unsigned WIDTH, unsigned K, bool PLAIN>
__global__ void __launch_bounds__(LEVELS_THREADS)
    levels_kernel(struct lanes s, const __grid_constant__ typename kind::masks masks,
                  struct levels_memory<typename kind::word> memory)
{
    typedef typename kind::word word;
    __shared__ word next[sizeof(word) * LEVELS_VALUES], matched[LEVELS_VALUES];
    __shared__ word hold[LEVELS_PAIRS];
    __shared__ unsigned char classes[LEVELS_VALUES];
    for (uint32_t i = threadIdx.x; i < sizeof(word) * LEVELS_VALUES; i += blockDim.x)
        next[i] = (word)(&memory.tables->next[0][0])[i];
    for (uint32_t i = threadIdx.x; WIDTH == 1 && i < memory.ncodes; i += blockDim.x) {
        matched[i] = memory.matched[i];
        classes[i] = memory.classes[i];
    }
    if (threadIdx.x < LEVELS_PAIRS)
        hold[threadIdx.x] = (word)(&memory.tables->hold[0][0])[threadIdx.x];
    __syncthreads();
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned char *of = WIDTH == 1 ? classes : memory.classes;
    const typename kind::lookup lookup = {next, WIDTH == 1 ? matched : memory.matched,
                                          memory.passes ? of : NULL, hold};
    lanes_shorten(&s);
    if (i < s.lanes)
        kind::run(&s, &masks, &lookup, i, WIDTH, K, PLAIN);
}

#endif
