/* warp.h - what the device runs in step; for both compilers. */
#ifndef WARP_H
#define WARP_H

enum { WARP = 32 /* lanes */ };

/* The mask of all lanes of a warp. */
#define ALL_LANES 0xffffffffU

/* Marks a function that the host and the device both call. */
#ifdef __CUDACC__
#define ON_BOTH __host__ __device__
#else
#define ON_BOTH
#endif

#endif
