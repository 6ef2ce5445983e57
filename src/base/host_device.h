/* host_device.h - marks a function that is compiled for the processor and for devices. */
#ifndef HOST_DEVICE_H
#define HOST_DEVICE_H

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

#endif
