/*
 * inject_cuda.c - linked with --wrap for each of cuda_calls.h, makes calls of the CUDA runtime
 * fail.
 *
 * INJECT_CUDA="N" lets the N-th call (from 1) fail, "N+" all from there on, as when the device is
 * lost: then the fake runtime does no more of what is in the device's streams either. "N~" lets no
 * call fail, but the N-th that puts work into a stream makes this stream hang, and with the fake
 * runtime the device. Polls do not count.
 * INJECT_DEVICE=D: only calls of threads that use device D count, and fail. INJECT_FD=FD: a byte is
 * written to FD for each fault, so that the test knows that there was one.
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

static bool strikes(void)
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
    return !inject.hang && strikes();
}

/* Called before work is put into the stream. */
static bool fails_in(cudaStream_t stream)
{
    if (inject.hang && strikes())
        (void)cudaLaunchHostFunc(stream, never_return, NULL);
    return fails();
}

/* Weak: the fake runtime lacks what the kernels alone call. */
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
