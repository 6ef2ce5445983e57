/* cuda_limits.h - limits of the kernels of the engine `cuda`; for both compilers. */
#pragma once

enum {
    BIT_NFA_MOST = 8,            /* largest distance of an expression for the bit-parallel NFA, */
    BIT_NFA_STATES = 64,         /* and its most states, besides the first */
    QGRAM_PATTERN_LONGEST = 512, /* most items of a pattern for the q-gram filter */
};
