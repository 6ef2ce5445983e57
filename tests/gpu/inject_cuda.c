/*
 * inject_cuda.c - makes calls of the CUDA runtime fail; linked with --wrap for each call of
 * cuda_calls.h.
 *
 * INJECT_CUDA="N" makes the N-th call (from 1) fail. "N+" makes all calls from there on fail, as
 * when the device is lost; the fake runtime then stops the device's streams too. "N~" makes no call
 * fail, but the N-th call that puts work into a stream makes this stream hang, and with the fake
 * runtime the device. Polls do not count.
 *
 * INJECT_DEVICE=D: only calls of threads that use device D count and fail. INJECT_FD=FD: each fault
 * writes a byte to FD, so that the test notices it.
 */
#include <cuda_runtime_api.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/fake_cuda.h"

static struct {
    long at; /* 0: none */
    bool onward, hang;
    int device; /* -1: all */
    int mark_fd;
    atomic_long calls;
} inject = {.device = -1, .mark_fd = -1};

__attribute__((constructor)) static void configure(void)
{
    const char *spec = getenv("INJECT_CUDA"), *fd = getenv("INJECT_FD");
    const char *device = getenv("INJECT_DEVICE");
    if (spec == NULL)
        return;
    inject.at = atol(spec);
    inject.onward = strchr(spec, '+') != NULL;
    inject.hang = strchr(spec, '~') != NULL;
    inject.device = device != NULL ? atoi(device) : -1;
    inject.mark_fd = fd != NULL ? atoi(fd) : -1;
}

#pragma weak fake_lose_device
cudaError_t __real_cudaGetDevice(int *device);

static bool counts(void)
{
    int current;
    return inject.device < 0 ||
           (__real_cudaGetDevice(&current) == cudaSuccess && current == inject.device);
}

static bool injects(void)
{
    if (inject.at == 0 || !counts())
        return false;
    long n = atomic_fetch_add(&inject.calls, 1) + 1;
    bool now = n == inject.at || (inject.onward && n > inject.at);
    if (now && inject.mark_fd >= 0 && write(inject.mark_fd, "x", 1) < 0)
        abort();
    if (now && inject.onward && fake_lose_device != NULL)
        fake_lose_device();
    return now;
}

static void never_return(void *unused)
{
    (void)unused;
    for (;;)
        (void)pause();
}

static bool fails(void)
{
    return !inject.hang && injects();
}

/* Called before work is put into the stream. */
static bool fails_in(cudaStream_t stream)
{
    if (inject.hang && injects())
        (void)cudaLaunchHostFunc(stream, never_return, NULL);
    return fails();
}

/* Weak: the fake runtime lacks the functions that only the kernels call. */
#define CALL_IF(FAILS, NAME, PARAMETERS, ARGUMENTS)                                                \
    cudaError_t __real_cuda##NAME PARAMETERS __attribute__((weak));                                \
    cudaError_t __wrap_cuda##NAME PARAMETERS;                                                      \
    cudaError_t __wrap_cuda##NAME PARAMETERS                                                       \
    {                                                                                              \
        return (FAILS) ? cudaErrorUnknown : __real_cuda##NAME ARGUMENTS;                           \
    }
#define CALL(NAME, PARAMETERS, ARGUMENTS) CALL_IF(fails(), NAME, PARAMETERS, ARGUMENTS)
#define CALL_IN_STREAM(NAME, PARAMETERS, ARGUMENTS)                                                \
    CALL_IF(fails_in(stream), NAME, PARAMETERS, ARGUMENTS)
#include "cuda_calls.h"
