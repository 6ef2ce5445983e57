/*
 * fake_cuda.c - a CUDA runtime without a GPU, so that the host side of the engines can be tested
 * everywhere: device memory is host memory, and kernels are functions (fake_kernels.c and others).
 *
 * Work in a stream is done as late as possible: when the program waits for the stream or for an
 * event after the work, or frees device memory. So tests detect host memory that is changed or
 * freed too early, and wrong assumptions about the order of two streams.
 *
 * FAKE_CUDA="DEVICES DRIVER CAPABILITY MEMORY SECONDS" describes the machine: number of GPUs, the
 * driver's version (13000: CUDA 13.0; 0: no driver), ten times the compute capability, MiB of each
 * device, and how long a kernel with a heartbeat takes.
 */
#include "gpu/fake_cuda.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_DEVICES = 64,
    HEADER = 64,       /* bytes before each piece of device memory, for its size */
    SPOILED = 1 << 20, /* bytes at the beginning of a piece that are made nonzero */
    /* number of calls of cudaStreamQuery() for each piece of work that it does */
    QUERIES_OF_WORK = 10
};

static struct {
    int devices, driver, capability;
    size_t memory; /* bytes */
    int seconds;
} fake = {2, 13000, 90, (size_t)1 << 40, 0};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t used;

__attribute__((constructor)) static void configure(void)
{
    const char *spec = getenv("FAKE_CUDA");
    size_t mebibytes = 1 << 20;
    if (spec != NULL && sscanf(spec, "%d %d %d %zu %d", &fake.devices, &fake.driver,
                               &fake.capability, &mebibytes, &fake.seconds) < 1)
        abort();
    fake.memory = mebibytes << 20;
}

/* --- devices -------------------------------------------------------------------------------- */

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = fake.driver;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = fake.devices;
    return fake.driver < CUDART_VERSION / 1000 * 1000 ? cudaErrorInsufficientDriver
           : fake.devices == 0                        ? cudaErrorNoDevice
                                                      : cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *to, int device)
{
    memset(to, 0, sizeof *to);
    snprintf(to->name, sizeof to->name, "Fake %d", device);
    to->major = fake.capability / 10;
    to->minor = fake.capability % 10;
    to->multiProcessorCount = 1;
    return cudaSuccess;
}

static __thread int current;

cudaError_t cudaSetDevice(int device)
{
    if (device >= fake.devices)
        return cudaErrorInvalidDevice;
    current = device;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = current;
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    return cudaSuccess;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation ? "out of memory" : "unknown error";
}

/* --- streams -------------------------------------------------------------------------------- */

struct work {
    struct work *next;
    void (*run)(const void *arguments);
    _Alignas(16) unsigned char arguments[];
};

struct CUstream_st {
    pthread_mutex_t lock;
    int device;
    struct work *first, **last;
    uint64_t put, done; /* pieces of work */
    unsigned queries;
    uint32_t *heartbeat;      /* NULL: no long kernel */
    time_t until;             /* when that kernel ends */
    struct CUstream_st *next; /* of all streams */
};

struct CUevent_st {
    struct CUstream_st *stream; /* NULL: not recorded */
    uint64_t put;               /* work of the stream before the event */
};

static struct CUstream_st default_stream = {.lock = PTHREAD_MUTEX_INITIALIZER,
                                            .last = &default_stream.first};
static struct CUstream_st *streams;
static atomic_bool lost[MOST_DEVICES], hung[MOST_DEVICES];

static struct CUstream_st *stream_of(cudaStream_t stream)
{
    return stream != NULL ? stream : &default_stream;
}

/* Does the next piece of work; drops it if the device is lost. The caller holds the stream's lock.
 */
static void do_next(struct CUstream_st *s)
{
    while (atomic_load(&hung[s->device]))
        (void)pause();
    struct work *w = s->first;
    s->first = w->next;
    if (s->first == NULL)
        s->last = &s->first;
    if (!atomic_load(&lost[s->device]))
        w->run(w->arguments);
    s->done++;
    free(w);
}

/* Does all work up to piece number `until`. */
static void finish(struct CUstream_st *s, uint64_t until)
{
    pthread_mutex_lock(&s->lock);
    while (s->done < until && s->first != NULL)
        do_next(s);
    pthread_mutex_unlock(&s->lock);
}

/* For cudaFree(). It does not wait for a hung device, since it would never return, and its locks
 * would block the thread whose timeout must detect the hang. */
static void finish_device(void)
{
    pthread_mutex_lock(&lock);
    for (struct CUstream_st *s = streams; s != NULL; s = s->next)
        if (s->device == current && !atomic_load(&hung[current]))
            finish(s, UINT64_MAX);
    pthread_mutex_unlock(&lock);
}

void fake_launch(cudaStream_t stream, void (*run)(const void *arguments), const void *arguments,
                 size_t size)
{
    struct CUstream_st *s = stream_of(stream);
    struct work *w = malloc(sizeof *w + size);
    if (w == NULL)
        abort();
    w->next = NULL;
    w->run = run;
    memcpy(w->arguments, arguments, size);
    pthread_mutex_lock(&s->lock);
    *s->last = w;
    s->last = &w->next;
    s->put++;
    pthread_mutex_unlock(&s->lock);
}

void fake_take_long(cudaStream_t stream, uint32_t *heartbeat)
{
    struct CUstream_st *s = stream_of(stream);
    pthread_mutex_lock(&s->lock);
    s->heartbeat = fake.seconds > 0 ? heartbeat : NULL;
    s->until = time(NULL) + fake.seconds;
    pthread_mutex_unlock(&s->lock);
}

/* Returns whether a long kernel is still running. */
static bool takes_long(struct CUstream_st *s)
{
    pthread_mutex_lock(&s->lock);
    bool running = s->heartbeat != NULL && time(NULL) < s->until;
    if (running)
        __atomic_fetch_add(s->heartbeat, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&s->lock);
    return running;
}

void fake_lose_device(void)
{
    atomic_store(&lost[current], true);
}

/* The only launched function never returns (inject_cuda.c): the device hangs. */
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t run, void *data)
{
    (void)run, (void)data;
    atomic_store(&hung[stream_of(stream)->device], true);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *to, unsigned flags)
{
    struct CUstream_st *s = calloc(1, sizeof *s);
    (void)flags;
    if (s == NULL)
        return cudaErrorMemoryAllocation;
    pthread_mutex_init(&s->lock, NULL);
    s->device = current;
    s->last = &s->first;
    pthread_mutex_lock(&lock);
    s->next = streams;
    streams = s;
    pthread_mutex_unlock(&lock);
    *to = s;
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    finish(stream, UINT64_MAX);
    pthread_mutex_lock(&lock);
    struct CUstream_st **at = &streams;
    while (*at != stream)
        at = &(*at)->next;
    *at = stream->next;
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    finish(stream_of(stream), UINT64_MAX);
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    struct CUstream_st *s = stream_of(stream);
    if (takes_long(s))
        return cudaErrorNotReady;
    pthread_mutex_lock(&s->lock);
    bool ready = s->first == NULL;
    if (!ready && !atomic_load(&hung[s->device]) && ++s->queries % QUERIES_OF_WORK == 0)
        do_next(s);
    pthread_mutex_unlock(&s->lock);
    return ready ? cudaSuccess : cudaErrorNotReady;
}

/* --- events --------------------------------------------------------------------------------- */

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *to, unsigned flags)
{
    (void)flags;
    *to = calloc(1, sizeof **to);
    return *to != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    event->stream = stream_of(stream);
    pthread_mutex_lock(&event->stream->lock);
    event->put = event->stream->put;
    pthread_mutex_unlock(&event->stream->lock);
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    if (event->stream != NULL)
        finish(event->stream, event->put);
    return cudaSuccess;
}

static bool has_come(cudaEvent_t event)
{
    pthread_mutex_lock(&event->stream->lock);
    bool done = event->stream->done >= event->put;
    pthread_mutex_unlock(&event->stream->lock);
    return done;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    if (event->stream == NULL || has_come(event))
        return cudaSuccess;
    if (takes_long(event->stream))
        return cudaErrorNotReady;
    return atomic_load(&hung[event->stream->device]) ? cudaErrorNotReady
                                                     : cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float *to, cudaEvent_t from, cudaEvent_t until)
{
    *to = 0.001F;
    return from->stream == NULL || until->stream == NULL ? cudaErrorInvalidResourceHandle
           : has_come(from) && has_come(until)           ? cudaSuccess
                                                         : cudaErrorNotReady;
}

/* --- copies --------------------------------------------------------------------------------- */

struct copy {
    void *to;
    const void *from;
    size_t size;
    bool from_host;
    uint64_t sum; /* of the bytes when the program requested the copy from the host */
};

static uint64_t sum_of(const unsigned char *from, size_t size)
{
    uint64_t sum = size, word;
    for (; size >= sizeof word; from += sizeof word, size -= sizeof word) {
        memcpy(&word, from, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    }
    for (; size > 0; size--)
        sum = (sum ^ *from++) * UINT64_C(0x9e3779b97f4a7c15);
    return sum;
}

static void run_copy(const void *arguments)
{
    const struct copy *c = arguments;
    if (c->from_host && sum_of(c->from, c->size) != c->sum) {
        fprintf(stderr, "fake_cuda: %zu bytes were changed or freed before they were copied\n",
                c->size);
        abort();
    }
    memcpy(c->to, c->from, c->size);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind way,
                            cudaStream_t stream)
{
    struct copy c = {to, from, size, way == cudaMemcpyHostToDevice, 0};
    if (c.from_host)
        c.sum = sum_of(from, size);
    fake_launch(stream, run_copy, &c, sizeof c);
    return cudaSuccess;
}

struct set {
    void *at;
    int value;
    size_t size;
};

static void run_set(const void *arguments)
{
    const struct set *s = arguments;
    memset(s->at, s->value, s->size);
}

cudaError_t cudaMemsetAsync(void *at, int value, size_t size, cudaStream_t stream)
{
    const struct set s = {at, value, size};
    fake_launch(stream, run_set, &s, sizeof s);
    return cudaSuccess;
}

/* Memory: each piece has exactly the requested size, so that sanitizers detect accesses beyond it.
 */

cudaError_t cudaMalloc(void **to, size_t size)
{
    cudaError_t error = cudaErrorMemoryAllocation;
    pthread_mutex_lock(&lock);
    void *piece;
    if (used + size <= fake.memory && posix_memalign(&piece, HEADER, size + HEADER) == 0) {
        used += size;
        memcpy(piece, &size, sizeof size);
        *to = memset((unsigned char *)piece + HEADER, 0xa5, size < SPOILED ? size : SPOILED);
        error = cudaSuccess;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

/* Waits for the device, like the real function. */
cudaError_t cudaFree(void *memory)
{
    size_t size;
    if (memory == NULL)
        return cudaSuccess;
    finish_device();
    unsigned char *piece = (unsigned char *)memory - HEADER;
    memcpy(&size, piece, sizeof size);
    pthread_mutex_lock(&lock);
    used -= size;
    pthread_mutex_unlock(&lock);
    free(piece);
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void **to, size_t size)
{
    *to = malloc(size);
    return *to != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFreeHost(void *memory)
{
    free(memory);
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *memory, size_t size, unsigned flags)
{
    (void)memory, (void)size, (void)flags;
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *memory)
{
    (void)memory;
    return cudaSuccess;
}
