/* host_device.h - marks a function that is compiled for the processor and for devices. */
#pragma once

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif
