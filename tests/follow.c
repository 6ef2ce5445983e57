#include "follow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Kinds of messages that neither program uses. */
enum { PRINTED = RANKS_KINDS - 2, DIRECTORY = RANKS_KINDS - 1 };

atomic_ulong follow_received[RANKS_KINDS];
static int printed = -1; /* on rank 0: the file in memory */

static _Noreturn void fail(const char *what)
{
    (void)fprintf(stderr, "rank %u: %s: %s\n", rank_place.own, what, strerror(errno));
    exit(2);
}

/* Sends a name to all followers. */
static void send_name(unsigned kind, const char *name)
{
    for (unsigned to = 1; to < rank_place.count; to++) {
        char *copy = strdup(name);
        if (copy == NULL)
            fail("strdup");
        ranks_send(to, kind, copy, strlen(name) + 1);
    }
}

/* Returns the next message, a name of this kind; the caller frees it. Exits this process if rank 0
 * ends. */
static char *receive_name(unsigned kind)
{
    struct message m;
    while (!ranks_receive(&m))
        ranks_await();
    if (m.kind != kind)
        abort();
    return m.bytes;
}

static _Noreturn void follow(int (*run)(int argc, char **argv), const char *name)
{
    char *file = receive_name(PRINTED);
    int fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0)
        fail(file);
    char *directory = receive_name(DIRECTORY);
    if (chdir(directory) != 0)
        fail(directory);
    (void)dup2(fd, STDERR_FILENO);
    free(directory);
    ranks_send(0, PRINTED, file, strlen(file) + 1); /* ready */
    for (;;) {
        char copy[64];
        (void)snprintf(copy, sizeof copy, "%s", name);
        (void)run(1, (char *[]){copy, NULL});
    }
}

void follow_begin(int (*run)(int argc, char **argv), const char *name)
{
    char path[64];
    if (rank_place.own > 0)
        follow(run, name);
    printed = memfd_create("printed", MFD_CLOEXEC);
    if (printed < 0)
        fail("memfd_create");
    (void)snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), printed);
    send_name(PRINTED, path);
}

/* Waits until all followers are ready: from then on followers may send messages to each other. */
void follow_directory(const char *directory)
{
    send_name(DIRECTORY, directory);
    for (unsigned from = 1; from < rank_place.count; from++)
        free(receive_name(PRINTED));
}

size_t follow_printed(char *text, size_t size)
{
    struct stat status;
    if (fstat(printed, &status) != 0)
        fail("fstat");
    ssize_t got = pread(printed, text, size - 1, 0);
    text[got > 0 ? got : 0] = '\0';
    if (ftruncate(printed, 0) != 0)
        fail("ftruncate");
    return (size_t)status.st_size;
}

static unsigned long replies(unsigned kind, unsigned other)
{
    unsigned long count = atomic_load(&follow_received[kind]);
    if (other != kind)
        count += atomic_load(&follow_received[other]);
    return count;
}

bool follow_worked(unsigned long cases, unsigned kind, unsigned other)
{
    return rank_place.count == 1 || replies(kind, other) >= cases / 20;
}

void follow_print_replies(unsigned kind, unsigned other)
{
    if (rank_place.count > 1)
        printf("other ranks have sent %lu replies\n", replies(kind, other));
}
