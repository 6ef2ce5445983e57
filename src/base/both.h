/* both.h - marks a function that is compiled for the processor and for devices. */
#ifndef BOTH_H
#define BOTH_H

#ifdef __CUDACC__
#define ON_BOTH __host__ __device__
#else
#define ON_BOTH
#endif

#endif
