/*
 * bit_nfa.cuh - kernel of the bit-parallel NFA: an automaton with few states, small distances, and
 * one thread for each lane of the text.
 *
 * The tables lie in shared memory; so do the states that each symbol matches, if a symbol is a
 * byte. The masks are parameters of the kernel, so instructions read them from constant memory.
 */
#pragma once

#include "gpu/scan/device_automaton.h"
#include "gpu/scan/scan.cuh"

#define BIT_NFA_WORD uint32_t
#define BIT_NFA(name) bit_nfa_##name##_32
#include "gpu/scan/bit_nfa_lane.h"
#undef BIT_NFA_WORD
#undef BIT_NFA
#define BIT_NFA_WORD uint64_t
#define BIT_NFA(name) bit_nfa_##name##_64
#include "gpu/scan/bit_nfa_lane.h"
#undef BIT_NFA_WORD
#undef BIT_NFA

/* The types and functions for words of 32 and of 64 bits. */
struct bit_nfa_narrow {
    typedef uint32_t word;
    typedef struct bit_nfa_masks_32 masks;
    typedef struct bit_nfa_lookup_32 lookup;
    __device__ static void run(const struct lanes *s, const masks *m, const lookup *x, uint32_t i,
                               unsigned width, unsigned k, bool plain)
    {
        bit_nfa_run_32(s, m, x, i, width, k, plain);
    }
};

struct bit_nfa_wide {
    typedef uint64_t word;
    typedef struct bit_nfa_masks_64 masks;
    typedef struct bit_nfa_lookup_64 lookup;
    __device__ static void run(const struct lanes *s, const masks *m, const lookup *x, uint32_t i,
                               unsigned width, unsigned k, bool plain)
    {
        bit_nfa_run_64(s, m, x, i, width, k, plain);
    }
};

enum { BIT_NFA_THREADS = 128, BIT_NFA_PAIRS = BIT_NFA_CLASSES * BIT_NFA_CLASSES };

/* The tables in device memory that the kernels read. */
template <typename word> struct bit_nfa_memory {
    const struct bit_nfa_tables *tables;
    word *matched;          /* [ncodes] */
    unsigned char *classes; /* [ncodes] */
    uint32_t ncodes, word_slot;
    bool passes;
};

/* Computes the states and the class of each code, one thread for each code. */
template <typename word>
__global__ void bit_nfa_match(struct device_query q, struct bit_nfa_memory<word> memory)
{
    const uint32_t code = blockIdx.x * blockDim.x + threadIdx.x;
    if (code >= memory.ncodes)
        return;
    word states = 0;
    for (uint32_t b = 0; b < memory.tables->nstates; b++) {
        uint32_t item = memory.tables->items[b];
        if (item != BIT_NFA_PASS && slot_matches(&q, item, code))
            states |= (word)1 << b;
    }
    memory.matched[code] = states;
    memory.classes[code] = class_of(&q, memory.word_slot, code);
}

template <typename kind, unsigned WIDTH, unsigned K, bool PLAIN>
__global__ void __launch_bounds__(BIT_NFA_THREADS)
    bit_nfa_kernel(struct lanes s, const __grid_constant__ typename kind::masks masks,
                   struct bit_nfa_memory<typename kind::word> memory)
{
    typedef typename kind::word word;
    __shared__ word next[sizeof(word) * BIT_NFA_VALUES], matched[BIT_NFA_VALUES];
    __shared__ word hold[BIT_NFA_PAIRS];
    __shared__ unsigned char classes[BIT_NFA_VALUES];
    for (uint32_t i = threadIdx.x; i < sizeof(word) * BIT_NFA_VALUES; i += blockDim.x)
        next[i] = (word)(&memory.tables->next[0][0])[i];
    for (uint32_t i = threadIdx.x; WIDTH == 1 && i < memory.ncodes; i += blockDim.x) {
        matched[i] = memory.matched[i];
        classes[i] = memory.classes[i];
    }
    if (threadIdx.x < BIT_NFA_PAIRS)
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
