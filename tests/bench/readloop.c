/*
 * readloop.c - reads a file as fast as pread(2) can and ignores the bytes: an upper bound on the
 * rate of every program that reads each byte once.
 *
 *     readloop FILE [THREADS]
 *
 * Threads read parts of the file in turn, each into its own buffer. Buffers begin at a page: an AMD
 * EPYC copies at a quarter of the rate to 1 to 31 bytes after one.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PAGE = 4096, PIECE = 1 << 20, MOST_THREADS = 1024 };

static int fd;
static atomic_llong next;

_Noreturn static void fail(void)
{
    perror("readloop");
    exit(2);
}

static void *read_pieces(void *unused)
{
    void *buffer = aligned_alloc(PAGE, PIECE);
    ssize_t n = buffer != NULL ? 1 : -1;
    while (n > 0)
        n = pread(fd, buffer, PIECE, (off_t)atomic_fetch_add(&next, PIECE));
    if (n < 0)
        fail();
    free(buffer);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST_THREADS];
    int n = argc == 3 ? atoi(argv[2]) : 1;
    if (argc < 2 || argc > 3 || n < 1 || n > MOST_THREADS || (fd = open(argv[1], O_RDONLY)) < 0)
        fail();
    for (int t = 1; t < n; t++)
        if (pthread_create(&threads[t], NULL, read_pieces, NULL) != 0)
            fail();
    (void)read_pieces(NULL);
    for (int t = 1; t < n; t++)
        (void)pthread_join(threads[t], NULL);
    return 0;
}
