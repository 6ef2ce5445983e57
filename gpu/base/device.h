/*
 * device.h - the CUDA runtime as we use it: it keeps a failure, looks for devices when they
 * are first asked for, and gives chunks pinned memory.
 *
 * Any thread may call all functions.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

#include "text/chunk.h"

/* Calls the runtime, and tells whether the call succeeded: GOOD(cudaMalloc, &p, size). The first
 * failure since device_begin() is kept for device_why_failed(). */
#define GOOD(CALL, ...) device_good(CALL(__VA_ARGS__), #CALL)
bool device_good(cudaError_t error, const char *call);

/* Where a call has failed in the middle of some work (not `good`), waits for the stream: it may yet
 * read or write host memory that the caller frees next. Returns `good`. */
bool device_settle(cudaStream_t stream, bool good);

/* A scan or a solver begins, and ends. When one begins and there is no other, the next failure
 * takes the place of the one that is kept. */
void device_begin(void);
void device_end(void);

/* "CALL: REASON" of the failure that is kept. */
const char *device_why_failed(void);

/* NULL when there is a device that can be used, else why not. Makes no context on a device. */
const char *device_why_not(void);

/* How many devices there are. The functions below take a number that is less. */
unsigned device_count(void);

/*
 * A thread that is not the only one calls device_enter() before it uses devices, and device_leave()
 * afterwards. For another thread may end the program (die()), and then the runtime goes away while
 * this thread still uses it. The end of the program waits for the threads that are between the two
 * calls; device_enter() does not return once the end has begun. Calls may be nested.
 */
void device_enter(void);
void device_leave(void);

/* From now on, this thread's calls go to this device. The device gets a context if it has none. */
bool device_use(unsigned device);

/* Begins to give the device its context, on a thread of its own. Where that fails, device_use() and
 * what follows will tell. */
void device_prepare(unsigned device);

/* Whether it is not too old. */
bool device_usable(unsigned device);

/* The name of its model, and how many multiprocessors it has. */
const char *device_name(unsigned device);
unsigned device_processors(unsigned device);

/* The two units of a device that work at the same time: one copies, the other computes. */
enum device_unit { DEVICE_COPY, DEVICE_KERNEL, DEVICE_UNITS };

/*
 * Tells that the unit was busy between two events of a stream; the calling thread uses the device.
 * Adds to *seconds the part of that time that no call before has told: two streams that wait for
 * one unit keep it busy once.
 */
bool device_busy(unsigned device, enum device_unit unit, cudaEvent_t from, cudaEvent_t until,
                 double *seconds);

/* Pinned memory: it cannot be paged out, so copies to a device are fast and take no thread's time.
 * Where the system gives no more of it, plain memory. */
extern const struct chunk_memory device_pinned;

#endif
