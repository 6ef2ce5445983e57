/*
 * ceilings.c - the maximum rates of the parts of a machine, for comparison with edgrep.
 *
 *     ceilings FILE THREADS
 *
 * Prints GB/s of THREADS threads that read the file into pinned memory, each a piece in turn, and
 * of copies from there to the device by two streams.
 */
#include <cuda_runtime_api.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"

enum { PIECE = 1 << 20, BUFFER = 32 << 20, STREAMS = 2, COPIES = 200, MOST_THREADS = 256 };

static struct {
    int fd;
    size_t size;
    atomic_size_t next;
    unsigned char *buffer;
} reading;

static void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "ceilings: %s\n", cudaGetErrorString(error));
    exit(2);
}

static void *read_pieces(void *unused)
{
    size_t at;
    while ((at = atomic_fetch_add(&reading.next, PIECE)) < reading.size)
        if (pread(reading.fd, reading.buffer + at % BUFFER, PIECE, (off_t)at) < 0)
            exit(2);
    return unused;
}

/* Returns bytes per second. */
static double read_file(unsigned threads)
{
    pthread_t ids[MOST_THREADS];
    double start = io_seconds();
    atomic_store(&reading.next, 0);
    for (unsigned t = 0; t < threads; t++)
        if (pthread_create(&ids[t], NULL, read_pieces, NULL) != 0)
            exit(2);
    for (unsigned t = 0; t < threads; t++)
        pthread_join(ids[t], NULL);
    return (double)reading.size / (io_seconds() - start);
}

static double copy(void)
{
    cudaStream_t streams[STREAMS];
    void *device[STREAMS];
    for (int s = 0; s < STREAMS; s++) {
        check(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
        check(cudaMalloc(&device[s], BUFFER));
    }
    check(cudaDeviceSynchronize());
    double start = io_seconds();
    for (int c = 0; c < COPIES; c++)
        check(cudaMemcpyAsync(device[c % STREAMS], reading.buffer, BUFFER, cudaMemcpyHostToDevice,
                              streams[c % STREAMS]));
    check(cudaDeviceSynchronize());
    return (double)COPIES * BUFFER / (io_seconds() - start);
}

int main(int argc, char **argv)
{
    struct stat status;
    unsigned threads = argc == 3 ? (unsigned)atoi(argv[2]) : 0;
    if (threads == 0 || threads > MOST_THREADS || (reading.fd = open(argv[1], O_RDONLY)) < 0 ||
        fstat(reading.fd, &status) != 0)
        return 2;
    reading.size = (size_t)status.st_size;
    check(cudaMallocHost((void **)&reading.buffer, BUFFER));
    (void)read_file(threads); /* into the page cache */
    double read = read_file(threads), again = read_file(threads);
    printf("read %.2f\n", (read > again ? read : again) / 1e9);
    printf("copy %.2f\n", copy() / 1e9);
    return 0;
}
