#include "gpu/base/device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/base/host.h"
#include "gpu/base/limits.h"
#include "gpu/base/pool.h"

#define TIMEOUT 120.0 /* seconds; kernels without a heartbeat take a few seconds for one chunk */
#define SECOND INT64_C(1000000000) /* nanoseconds */

enum {
    CAPABILITY = 80, /* 10 * the least compute capability that the kernels are compiled for */
    PAGE = 4096,
    PINNED = 1 << 20, /* bytes; smaller buffers are not pinned */
    SPINS = 200,      /* polls before the thread sleeps between two: short waits have no latency */
    NAP = 20000,      /* nanoseconds of sleep */
};

static struct {
    pthread_once_t once;
    char why_not[400];
    unsigned count;
    char names[DEVICES_MOST][sizeof((struct cudaDeviceProp *)0)->name];
    bool usable[DEVICES_MOST];
    unsigned processors[DEVICES_MOST];
} devices = {.once = PTHREAD_ONCE_INIT};

static struct {
    pthread_mutex_t lock;
    unsigned users; /* scans and solvers */
    bool old;       /* `text` is from an earlier user */
    char text[200];
} failure = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Records a failure. Returns false. */
static bool fail(const char *call, const char *reason)
{
    (void)pthread_mutex_lock(&failure.lock);
    if (failure.text[0] == '\0' || failure.old)
        (void)snprintf(failure.text, sizeof failure.text, "%s: %s", call, reason);
    failure.old = false;
    (void)pthread_mutex_unlock(&failure.lock);
    return false;
}

void device_begin(void)
{
    (void)pthread_mutex_lock(&failure.lock);
    failure.old = failure.old || failure.users++ == 0;
    (void)pthread_mutex_unlock(&failure.lock);
}

void device_end(void)
{
    (void)pthread_mutex_lock(&failure.lock);
    bool last = --failure.users == 0;
    (void)pthread_mutex_unlock(&failure.lock);
    if (last && !device_hangs())
        pools_trim();
}

bool device_good(cudaError_t error, const char *call)
{
    if (error != cudaSuccess)
        (void)fail(call, cudaGetErrorString(error));
    return error == cudaSuccess;
}

const char *device_why_failed(void)
{
    return failure.text;
}

/* Waiting */

static struct {
    pthread_once_t once;
    double timeout;
    _Atomic int64_t latest; /* when a device has last finished some work */
    atomic_bool hangs;
    _Atomic(uint32_t *) heartbeat; /* NULL: no kernel has one */
    _Atomic uint32_t beat;         /* the last known value of *heartbeat */
} waiting = {.once = PTHREAD_ONCE_INIT};

static void read_timeout(void)
{
    const char *value = getenv("EDGREP_DEVICE_TIMEOUT");
    waiting.timeout = value != NULL ? strtod(value, NULL) : TIMEOUT;
}

int64_t device_clock(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

void device_progress(void)
{
    atomic_store(&waiting.latest, device_clock());
}

uint32_t *device_heartbeat(void)
{
    uint32_t *word = NULL, *none = NULL;
    if (atomic_load(&waiting.heartbeat) != NULL)
        return atomic_load(&waiting.heartbeat);
    if (!GOOD(cudaMallocHost, (void **)&word, sizeof *word))
        return NULL;
    *word = 0;
    if (!atomic_compare_exchange_strong(&waiting.heartbeat, &none, word)) {
        RELEASE(cudaFreeHost, word);
        return none;
    }
    return word;
}

/* Counts a changed heartbeat as progress. */
static void look_at_heartbeat(void)
{
    const uint32_t *heartbeat = atomic_load(&waiting.heartbeat);
    if (heartbeat == NULL)
        return;
    uint32_t beat = __atomic_load_n(heartbeat, __ATOMIC_RELAXED);
    if (atomic_exchange(&waiting.beat, beat) != beat)
        device_progress();
}

bool device_is_late(int64_t begun)
{
    look_at_heartbeat();
    int64_t latest = atomic_load(&waiting.latest);
    (void)pthread_once(&waiting.once, read_timeout);
    return waiting.timeout > 0 && (double)(device_clock() - (begun > latest ? begun : latest)) >
                                      waiting.timeout * (double)SECOND;
}

bool device_hangs(void)
{
    return atomic_load_explicit(&waiting.hangs, memory_order_relaxed);
}

bool device_hang(void)
{
    char reason[80];
    atomic_store(&waiting.hangs, true);
    host->at_exit_hurry();
    (void)snprintf(reason, sizeof reason, "the GPU has finished nothing for %g s", waiting.timeout);
    return fail("EDGREP_DEVICE_TIMEOUT", reason);
}

/* Polls the event, or if it is NULL, the stream. A thread that was stopped itself is not late if
 * the device has finished meanwhile: so the clock is read before the device is asked. */
static bool wait_until_done(cudaStream_t stream, cudaEvent_t event)
{
    const struct timespec nap = {.tv_nsec = NAP};
    const int64_t begun = device_clock();
    for (unsigned polls = 1; !device_hangs(); polls++) {
        bool late = device_is_late(begun);
        if ((event != NULL ? cudaEventQuery(event) : cudaStreamQuery(stream)) !=
            cudaErrorNotReady) {
            (void)cudaGetLastError(); /* clears cudaErrorNotReady */
            return true;
        }
        if (late)
            return device_hang();
        if (polls > SPINS)
            (void)nanosleep(&nap, NULL);
    }
    return false;
}

bool device_wait(cudaStream_t stream)
{
    return wait_until_done(stream, NULL) && GOOD(cudaStreamSynchronize, stream);
}

bool device_wait_event(cudaEvent_t event)
{
    return wait_until_done(NULL, event) && GOOD(cudaEventSynchronize, event);
}

bool device_settle(cudaStream_t stream, bool good)
{
    if (!good)
        (void)device_wait(stream);
    return good;
}

bool device_fetch(void *to, const void *from, size_t size, cudaStream_t stream)
{
    return device_settle(stream,
                         GOOD(cudaMemcpyAsync, to, from, size, cudaMemcpyDeviceToHost, stream) &&
                             device_wait(stream));
}

/* The end of the program */

void device_enter(void)
{
    host->at_exit_hold();
}

void device_leave(void)
{
    host->at_exit_release();
}

/* Looking for devices */

static void look_at(unsigned device)
{
    struct cudaDeviceProp properties;
    char *name = devices.names[device];
    if (cudaGetDeviceProperties(&properties, (int)device) != cudaSuccess) {
        (void)snprintf(devices.why_not, sizeof devices.why_not, "device %u does not answer",
                       device);
        return;
    }
    (void)snprintf(name, sizeof devices.names[device], "%s", properties.name);
    devices.processors[device] = (unsigned)properties.multiProcessorCount;
    devices.usable[device] = 10 * properties.major + properties.minor >= CAPABILITY;
    if (!devices.usable[device])
        (void)snprintf(devices.why_not, sizeof devices.why_not,
                       "%s has compute capability %d.%d, but %d.%d is needed", name,
                       properties.major, properties.minor, CAPABILITY / 10, CAPABILITY % 10);
}

static void say_old_driver(int driver)
{
    (void)snprintf(devices.why_not, sizeof devices.why_not,
                   "the NVIDIA driver is too old: it is for CUDA %d.%d, but %d.%d is needed",
                   driver / 1000, driver % 1000 / 10, CUDART_VERSION / 1000,
                   CUDART_VERSION % 1000 / 10);
}

static void find_devices(void)
{
    int driver = 0, count = 0;
    bool answers = cudaDriverGetVersion(&driver) == cudaSuccess && driver > 0;
    cudaError_t error = answers ? cudaGetDeviceCount(&count) : cudaSuccess;
    if (!answers)
        strcpy(devices.why_not, "no NVIDIA driver");
    else if (error == cudaErrorInsufficientDriver)
        say_old_driver(driver);
    else if (error == cudaErrorNoDevice || (error == cudaSuccess && count == 0))
        strcpy(devices.why_not, "no NVIDIA GPU");
    else if (error != cudaSuccess)
        (void)snprintf(devices.why_not, sizeof devices.why_not, "%s", cudaGetErrorString(error));
    if (devices.why_not[0] != '\0')
        return;
    devices.count = count < DEVICES_MOST ? (unsigned)count : DEVICES_MOST;
    for (unsigned d = 0; d < devices.count; d++)
        look_at(d);
    for (unsigned d = 0; d < devices.count; d++)
        if (devices.usable[d])
            devices.why_not[0] = '\0';
}

static void list_devices(void)
{
    device_enter();
    find_devices();
    device_leave();
}

const char *device_why_not(void)
{
    (void)pthread_once(&devices.once, list_devices);
    return devices.why_not[0] != '\0' ? devices.why_not : NULL;
}

unsigned device_count(void)
{
    (void)device_why_not();
    return devices.count;
}

bool device_usable(unsigned device)
{
    return device < device_count() && devices.usable[device];
}

bool device_use(unsigned device)
{
    if (!device_usable(device))
        return fail("--gpus", "there is no such GPU, or it is too old");
    return GOOD(cudaSetDevice, (int)device);
}

/* `context` is the device's number. */
static void *make_context(void *context)
{
    device_enter();
    if (cudaSetDevice((int)(intptr_t)context) == cudaSuccess)
        (void)cudaFree(NULL);
    (void)cudaGetLastError();
    device_leave();
    return NULL;
}

void device_prepare(unsigned device)
{
    pthread_t thread;
    if (!device_usable(device) ||
        pthread_create(&thread, NULL, make_context, (void *)(intptr_t)device) != 0)
        return;
    (void)pthread_detach(thread);
}

const char *device_name(unsigned device)
{
    return device < device_count() ? devices.names[device] : "";
}

unsigned device_processors(unsigned device)
{
    return device < device_count() ? devices.processors[device] : 0;
}

/* Time */

static struct {
    pthread_mutex_t lock;
    cudaEvent_t epoch[DEVICES_MOST]; /* when the device was first used */
    /* milliseconds since the epoch up to which busy time is counted */
    float known[DEVICES_MOST][DEVICE_UNITS];
} clocks = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool begin_epoch(cudaEvent_t *epoch)
{
    cudaEvent_t event;
    if (!GOOD(cudaEventCreateWithFlags, &event, cudaEventDefault))
        return false;
    if (GOOD(cudaEventRecord, event, NULL) && device_wait_event(event)) {
        *epoch = event;
        return true;
    }
    RELEASE(cudaEventDestroy, event);
    return false;
}

static bool add_busy(unsigned device, enum device_unit unit, cudaEvent_t from, cudaEvent_t until,
                     double *seconds)
{
    cudaEvent_t *epoch = &clocks.epoch[device];
    float begin = 0, end = 0, *known = &clocks.known[device][unit];
    if ((*epoch == NULL && !begin_epoch(epoch)) ||
        !GOOD(cudaEventElapsedTime, &begin, *epoch, from) ||
        !GOOD(cudaEventElapsedTime, &end, *epoch, until))
        return false;
    begin = begin > *known ? begin : *known;
    if (end > begin)
        *seconds += (end - begin) / 1e3;
    *known = end > *known ? end : *known;
    return true;
}

bool device_busy(unsigned device, enum device_unit unit, cudaEvent_t from, cudaEvent_t until,
                 double *seconds)
{
    (void)pthread_mutex_lock(&clocks.lock);
    bool good = add_busy(device, unit, from, until, seconds);
    (void)pthread_mutex_unlock(&clocks.lock);
    return good;
}

/* Memory */

/*
 * Allocates the memory first, then pins it in place; if pinning fails, the memory stays pageable.
 * Only buffers that begin at a page boundary are pinned: the runtime cannot copy from a buffer that
 * shares a pinned page with its neighbour.
 */
static void *pinned_allocate(size_t size)
{
    void *buffer = host->scan->chunk_buffer(size);
    bool whole = (uintptr_t)buffer % PAGE == 0;
    if (buffer != NULL && whole && size >= PINNED && device_why_not() == NULL && !device_hangs()) {
        device_enter();
        (void)cudaHostRegister(buffer, (size + PAGE - 1) / PAGE * PAGE, cudaHostRegisterPortable);
        (void)cudaGetLastError();
        device_leave();
    }
    return buffer;
}

static void pinned_release(void *buffer)
{
    if (buffer != NULL && device_why_not() == NULL && !device_hangs()) {
        device_enter();
        (void)cudaHostUnregister(buffer);
        (void)cudaGetLastError();
        device_leave();
    }
    free(buffer);
}

const struct chunk_memory device_pinned = {pinned_allocate, pinned_release};
