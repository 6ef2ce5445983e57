/*
 * device.h - the CUDA runtime as the engine uses it: failures are noted, devices are looked for
 * when first asked for, chunks lie in pinned memory.
 *
 * All functions may be called by any thread.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

#include "text/chunk.h"

/* Whether a call of the runtime succeeded: GOOD(cudaMalloc, &p, size). The first failure of all is
 * kept for device_why_failed(). */
#define GOOD(CALL, ...) device_good(CALL(__VA_ARGS__), #CALL)
bool device_good(cudaError_t error, const char *call);

/* "CALL: REASON" of the first failure. */
const char *device_why_failed(void);

/* NULL when there is a device that can be used, else why not. No context is made. */
const char *device_why_not(void);

/* How many devices there are; all that follow take a number below that. */
unsigned device_count(void);

/*
 * Around what a thread does with devices, if it is not the only one: the program may end meanwhile
 * (die()), and takes the runtime down. So threads go no further then; that end waits for those
 * between the two. Not nested.
 */
void device_enter(void);
void device_leave(void);

/* Makes the calling thread's calls go to this device, which gets a context if it has none. */
bool device_use(unsigned device);

/* Its model. */
const char *device_name(unsigned device);

/* What works at its own pace: copies to the device, and its multiprocessors. */
enum device_unit { DEVICE_COPY, DEVICE_KERNEL, DEVICE_UNITS };

/*
 * Adds to *seconds the time between two events of a stream of the device, in use by the caller,
 * that this unit had not been busy anyway with what was told before: several streams may wait for
 * it, but it is busy once.
 */
bool device_busy(unsigned device, enum device_unit unit, cudaEvent_t from, cudaEvent_t until,
                 double *seconds);

/* Memory that cannot be paged out, so that copies to a device are fast and need no thread; plain
 * memory where the system gives no more of it. */
extern const struct chunk_memory device_pinned;

#endif
