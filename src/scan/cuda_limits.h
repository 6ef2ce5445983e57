/* cuda_limits.h - what the kernels of the engine `cuda` are made for; for both compilers. */
#ifndef CUDA_LIMITS_H
#define CUDA_LIMITS_H

enum {
    BIT_NFA_MOST = 8,    /* the largest distance of an expression that is searched by levels, */
    BIT_NFA_STATES = 64, /* and the most states that it has then, besides the first */
    QGRAM_PATTERN_LONGEST = 512, /* items of a pattern that is searched by its pieces */
};

#endif
