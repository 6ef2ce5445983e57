/*
 * device.h - wrapper of the CUDA runtime: records the first failure, enumerates devices on first
 * use, and allocates pinned memory for chunks.
 *
 * All functions are thread-safe.
 */
#pragma once

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/chunk.h"

/* Calls the runtime and returns whether the call succeeded: GOOD(cudaMalloc, &p, size). The first
 * failure since device_begin() is recorded for device_why_failed(). After a device has hung, the
 * call is not made, and fails: it might never return. */
#define GOOD(CALL, ...) (!device_hangs() && device_good(CALL(__VA_ARGS__), #CALL))
bool device_good(cudaError_t error, const char *call);

/* Calls the runtime to free something, and ignores failure. After a device has hung, the call is
 * not made. */
#define RELEASE(CALL, ...) (device_hangs() ? (void)0 : (void)CALL(__VA_ARGS__))

/*
 * Waiting. The host waits for a device only by these functions: a device that hangs must not hang
 * the program.
 *
 * A device hangs when no device has finished any work for EDGREP_DEVICE_TIMEOUT seconds (default
 * 120; 0: never). The clock starts when a wait begins, and again whenever device_progress() is
 * called by any thread, because jobs of several threads wait in line for one device,
 * and whenever a kernel has changed *device_heartbeat(). After a device has hung, no function of
 * the runtime is called any more (GOOD, RELEASE), because it might never return. Memory that a
 * device may still write to is leaked, and a program does not wait for the runtime's exit handlers
 * (at_exit_hurry()). A call of the runtime itself that never returns is not noticed.
 */

/* Wait for the work of a stream, or for the work before an event. Return false on failure. */
bool device_wait(cudaStream_t stream);
bool device_wait_event(cudaEvent_t event);

/* Records that a device has finished some work. */
void device_progress(void);

/* Returns a word of host memory that all devices can write to. A kernel that may take longer than
 * the timeout changes it now and then, which counts as progress. Lasts as long as the process.
 * Returns NULL on failure. */
uint32_t *device_heartbeat(void);

/* For a loop that polls a device itself: the time now, in nanoseconds; whether a wait that began at
 * that time has been too long; and what to call then, which returns false. */
int64_t device_clock(void);
bool device_is_late(int64_t begun);
bool device_hang(void);

/* Returns whether a device has hung. */
bool device_hangs(void);

/* If `good` is false, synchronizes the stream: queued work may still access host memory that the
 * caller is about to free. Returns `good`. */
bool device_settle(cudaStream_t stream, bool good);

/* Copies from the device, and synchronizes the stream, even on failure. */
bool device_fetch(void *to, const void *from, size_t size, cudaStream_t stream);

/* Every scan and every solver calls device_begin() first and device_end() last. When no other is
 * active, device_begin() lets the next failure replace the recorded one. */
void device_begin(void);
void device_end(void);

/* Returns the recorded failure as "CALL: REASON". */
const char *device_why_failed(void);

/* Returns NULL when a usable device exists, else the reason. Creates no context on a device. */
const char *device_why_not(void);

/* Returns the number of devices. The functions below take a device number below it. */
unsigned device_count(void);

/*
 * In a process with several threads, each thread brackets its use of devices with device_enter()
 * and device_leave(). Another thread may exit the process (die()), which unloads the runtime while
 * this thread still uses it. Exiting waits for the threads that are between the two calls; once
 * exiting has begun, device_enter() never returns. Calls may be nested.
 */
void device_enter(void);
void device_leave(void);

/* Makes this device current for the calling thread. Creates the device's context if it has none. */
bool device_use(unsigned device);

/* Starts creating the device's context on a background thread. If that fails, device_use() or a
 * later call reports the failure. */
void device_prepare(unsigned device);

/* Returns whether the device's compute capability is high enough. */
bool device_usable(unsigned device);

/* Return the name of the device's model and its number of multiprocessors. */
const char *device_name(unsigned device);
unsigned device_processors(unsigned device);

/* The two units of a device that work concurrently: the copy engine and the compute engine. */
enum device_unit { DEVICE_COPY, DEVICE_KERNEL, DEVICE_UNITS };

/*
 * Records that the unit was busy between two events of a stream; the device is current for the
 * calling thread. Adds to *seconds only time that no earlier call has counted: two streams that
 * wait for one unit keep it busy once.
 */
bool device_busy(unsigned device, enum device_unit unit, cudaEvent_t from, cudaEvent_t until,
                 double *seconds);

/* Pinned memory cannot be paged out, so copies to a device are fast and asynchronous. Falls back to
 * pageable memory when the system has no more pinned memory. */
extern const struct chunk_memory device_pinned;
