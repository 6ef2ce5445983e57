#include "pair/read_pair.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/binary_search.h"
#include "base/diag.h"
#include "base/files.h"
#include "base/io.h"
#include "base/xalloc.h"

#define CUT_SHORT "cut short while it was read"

enum { MAPPED_MOST = 2 };

/* The currently mapped contents, for the SIGBUS handler. */
static const struct file_content *mapped[MAPPED_MOST];

/* Signal handler: a page after the end of a mapped file was accessed, because the file was
 * truncated. Writes the message and exits at once. */
static _Noreturn void exit_truncated(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)context;
    const char *line = "edcmp: input: bus error\n";
    for (size_t i = 0; i < MAPPED_MOST; i++)
        if (mapped[i] != NULL &&
            (uintptr_t)info->si_addr - (uintptr_t)mapped[i]->map < mapped[i]->map_size)
            line = mapped[i]->complaint;
    (void)io_write(STDERR_FILENO, line, strlen(line));
    _exit(EXIT_TROUBLE);
}

/* Replaces `old` by `new` in `mapped`; NULL: none. */
static void note_mapping(const struct file_content *old, const struct file_content *new)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = exit_truncated;
    (void)sigaction(SIGBUS, &action, NULL);
    for (size_t i = 0; i < MAPPED_MOST; i++) {
        if (mapped[i] == old) {
            mapped[i] = new;
            return;
        }
    }
}

/* Maps a regular file from its current offset on. Returns false if it cannot be mapped. */
static bool map(struct file_content *c, int fd, const struct stat *status)
{
    off_t offset = lseek(fd, 0, SEEK_CUR);
    if (!S_ISREG(status->st_mode) || offset < 0 || offset >= status->st_size)
        return false;
    size_t size = (size_t)status->st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        return false;
    (void)madvise(bytes, size, MADV_SEQUENTIAL);
    (void)madvise(bytes, size, MADV_WILLNEED);
    c->map = bytes;
    c->map_size = size;
    c->fd = fd;
    c->complaint = diag_line("%s: %s", c->name, CUT_SHORT);
    c->bytes = (const unsigned char *)bytes + offset;
    c->size = size - (size_t)offset;
    note_mapping(NULL, c);
    return true;
}

bool file_content_open(struct file_content *c, const char *operand)
{
    *c = (struct file_content){.name = operand};
    int fd = files_open(&c->name);
    struct stat status;
    bool good = fd >= 0 && fstat(fd, &status) == 0 &&
                (map(c, fd, &status) || (c->bytes = files_read(fd, &c->size)) != NULL);
    if (!good && errno == ENOMEM)
        die_out_of_memory();
    if (!good)
        diag_file(c->name, strerror(errno));
    c->regular = good && S_ISREG(status.st_mode);
    if (c->regular)
        c->version = (struct file_version){(uint64_t)status.st_size, status.st_mtim};
    if (fd > STDIN_FILENO && c->map == NULL)
        (void)close(fd);
    return good;
}

void file_content_of_text(struct file_content *c, const char *text, const char *name)
{
    size_t size = strlen(text);
    *c = (struct file_content){.bytes = xmemdup(text, size), .size = size, .name = name};
}

void file_content_close(struct file_content *c)
{
    struct stat now;
    if (c->map != NULL) {
        if (fstat(c->fd, &now) == 0 && (size_t)now.st_size < c->map_size)
            diag_file(c->name, CUT_SHORT);
        if (c->fd > STDIN_FILENO)
            (void)close(c->fd);
        note_mapping(c, NULL);
        (void)munmap(c->map, c->map_size);
        free(c->complaint);
    } else {
        free((void *)c->bytes);
    }
    *c = (struct file_content){0};
}

size_t file_content_joint(const struct file_content *c, size_t at)
{
    BINARY_SEARCH(count, c->njoints, middle, c->joints[middle] <= at);
    return count < c->njoints ? c->joints[count] : c->size;
}
