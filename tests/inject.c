/*
 * inject.c - a library for LD_PRELOAD that injects faults into system calls and allocations.
 *
 * INJECT="CALL:FAULT[@N[+]]" selects the fault.
 *
 * - CALL is one of: read; pread; write (to standard output); spill (write to any file that is
 *   opened); poll; seek; alloc (malloc and its family, from main() on); worker (alloc in all
 *   threads but the first, whose calls are not counted); thread (pthread_create); open, fstat, mmap
 *   (from main() on).
 * - FAULT is one of: short (transfers only a few bytes), EINTR, EIO, ENOSPC, ENOMEM, EAGAIN.
 * - @N: only the N-th call fails (from 1); with +, that call and all later ones. Without @N, every
 *   call is short, or every second call fails.
 *
 * INJECT_FD=FD: each fault writes one byte to FD, so that the test can count them.
 */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum call {
    NO_CALL,
    READ,
    PREAD,
    WRITE,
    SPILL,
    POLL,
    SEEK,
    ALLOC,
    WORKER,
    THREAD,
    OPEN,
    FSTAT,
    MMAP
};

static struct {
    enum call call;
    int errnum; /* 0: short */
    long at;    /* 0: not a single call */
    bool onward;
    int mark_fd;
    bool begun; /* main() has begun */
    atomic_long calls;
} inject = {.mark_fd = -1};

/* Whether this is the main thread. This TLS model needs no allocation. */
static _Thread_local bool is_first __attribute__((tls_model("initial-exec")));
/* Whether this thread runs is_excused(). */
static _Thread_local bool is_looking __attribute__((tls_model("initial-exec")));

/* glibc's own allocator, under the names that this file does not define. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static enum call call_of(const char *spec)
{
    static const char *const names[] = {
        [READ] = "read:",     [PREAD] = "pread:", [WRITE] = "write:", [SPILL] = "spill:",
        [POLL] = "poll:",     [SEEK] = "seek:",   [ALLOC] = "alloc:", [WORKER] = "worker:",
        [THREAD] = "thread:", [OPEN] = "open:",   [FSTAT] = "fstat:", [MMAP] = "mmap:"};
    for (enum call c = READ; c <= MMAP; c++)
        if (strncmp(spec, names[c], strlen(names[c])) == 0)
            return c;
    return NO_CALL;
}

static int errnum_of(const char *fault)
{
    static const struct {
        const char *name;
        int errnum;
    } faults[] = {{"EINTR", EINTR},   {"EIO", EIO},       {"ENOSPC", ENOSPC},
                  {"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN}, {"EMFILE", EMFILE}};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if (strncmp(fault, faults[i].name, strlen(faults[i].name)) == 0)
            return faults[i].errnum;
    return 0;
}

__attribute__((constructor)) static void configure(void)
{
    const char *spec = getenv("INJECT"), *fd = getenv("INJECT_FD");
    if (spec == NULL)
        return;
    const char *at = strchr(spec, '@');
    inject.mark_fd = fd != NULL ? atoi(fd) : -1;
    inject.at = at != NULL ? atol(at + 1) : 0;
    inject.onward = spec[strlen(spec) - 1] == '+';
    inject.errnum = errnum_of(strchr(spec, ':') + 1);
    inject.call = call_of(spec);
}

/* Returns whether this call fails. */
static bool strikes(enum call call)
{
    if (call != inject.call)
        return false;
    long n = atomic_fetch_add(&inject.calls, 1) + 1;
    bool now = inject.at == 0 ? inject.errnum == 0 || n % 2 == 1
                              : n == inject.at || (inject.onward && n > inject.at);
    if (now && inject.mark_fd >= 0)
        (void)syscall(SYS_write, inject.mark_fd, "x", 1);
    return now;
}

/* Reads or writes up to `size` bytes; `number` is the system call. */
static ssize_t transfer(enum call call, long number, int fd, void *bytes, size_t size)
{
    if (strikes(call)) {
        if (inject.errnum != 0) {
            errno = inject.errnum;
            return -1;
        }
        size_t few = 1 + (size_t)atomic_load(&inject.calls) * 5 % 7;
        size = size < few ? size : few;
    }
    return syscall(number, fd, bytes, size);
}

ssize_t read(int fd, void *to, size_t size)
{
    return transfer(READ, SYS_read, fd, to, size);
}

ssize_t pread(int fd, void *to, size_t size, off_t position)
{
    if (strikes(PREAD)) {
        if (inject.errnum != 0) {
            errno = inject.errnum;
            return -1;
        }
        size = size < 5 ? size : 5;
    }
    return syscall(SYS_pread64, fd, to, size, position);
}

ssize_t write(int fd, const void *from, size_t size)
{
    enum call call = fd == STDOUT_FILENO ? WRITE : fd > STDERR_FILENO ? SPILL : NO_CALL;
    return transfer(call, SYS_write, fd, (void *)(uintptr_t)from, size);
}

int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    if (strikes(POLL)) {
        errno = inject.errnum;
        return -1;
    }
    /* arm64 has no system call poll */
    struct timespec limit = {timeout / 1000, timeout % 1000 * 1000000L};
    return (int)syscall(SYS_ppoll, fds, count, timeout < 0 ? NULL : &limit, NULL, 0);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument)
{
    int (*glibc)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    void *symbol = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&glibc, &symbol, sizeof glibc);
    return strikes(THREAD) ? inject.errnum : glibc(thread, attributes, body, argument);
}

/* Of the C library's variants, the ones that the programs call. */
static int open_at(int directory, const char *path, int flags, mode_t mode)
{
    if (inject.begun && strikes(OPEN)) {
        errno = inject.errnum;
        return -1;
    }
    return (int)syscall(SYS_openat, directory, path, flags, mode);
}

int __open_2(const char *path, int flags);
int __openat_2(int directory, const char *path, int flags);

int __open_2(const char *path, int flags)
{
    return open_at(AT_FDCWD, path, flags, 0);
}

int __openat_2(int directory, const char *path, int flags)
{
    return open_at(directory, path, flags, 0);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open_at(directory, path, flags, mode);
}

int fstat(int fd, struct stat *status)
{
    if (inject.begun && strikes(FSTAT)) {
        errno = inject.errnum;
        return -1;
    }
    return (int)syscall(SYS_newfstatat, fd, "", status, AT_EMPTY_PATH);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    if (inject.begun && strikes(MMAP)) {
        errno = inject.errnum;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

off_t lseek(int fd, off_t offset, int whence)
{
    if (strikes(SEEK)) {
        errno = inject.errnum;
        return -1;
    }
    return syscall(SYS_lseek, fd, offset, whence);
}

/* Returns whether libarchive, the dynamic linker for libarchive, or setlocale() allocates. The
 * first two crash or exit when out of memory (libarchive 3.6, glibc 2.36); setlocale() then acts as
 * if the locale did not exist, now and later. */
static bool is_excused(void)
{
    void *callers[32];
    Dl_info info;
    bool found = false;
    is_looking = true;
    int n = backtrace(callers, sizeof callers / sizeof *callers);
    for (int i = 0; i < n && !found; i++)
        if (dladdr(callers[i], &info) != 0)
            found = strstr(info.dli_fname, "libarchive") != NULL ||
                    strstr(info.dli_fname, "/ld-linux") != NULL ||
                    (info.dli_sname != NULL && strcmp(info.dli_sname, "setlocale") == 0);
    is_looking = false;
    return found;
}

static bool no_memory(void)
{
    bool now = inject.begun && !is_looking && (strikes(ALLOC) || (!is_first && strikes(WORKER))) &&
               !is_excused();
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t size)
{
    return no_memory() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return no_memory() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return no_memory() ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, count * size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return no_memory() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **p, size_t alignment, size_t size)
{
    if (no_memory())
        return ENOMEM;
    *p = __libc_memalign(alignment, size);
    return *p == NULL ? ENOMEM : 0;
}

/* Before main(), libraries allocate and cannot report a failure. */
typedef int main_function(int argc, char **argv, char **environment);
static main_function *begin;

static int begin_main(int argc, char **argv, char **environment)
{
    void *caller;
    (void)backtrace(&caller, 1); /* loads a library, which must not happen in is_excused(), within
                                    the dynamic linker */
    inject.begun = true;
    is_first = true;
    return begin(argc, argv, environment);
}

int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*last)(void), void *stack);
int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*last)(void), void *stack)
{
    int (*glibc)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                 void *);
    void *symbol = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&glibc, &symbol, sizeof glibc);
    begin = main;
    return glibc(begin_main, argc, argv, init, fini, last, stack);
}
