#include "print/spill.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/xalloc.h"

enum { MEMORY_LIMIT = 64 << 20, FILE_BUFFER = 64 << 10, WINDOW = 64 << 10, PIECE = WINDOW / 4 };

static const char *directory(void)
{
    const char *name = getenv("TMPDIR");
    return name != NULL && *name != '\0' ? name : "/tmp";
}

static _Noreturn void die_of_file(void)
{
    die("%s: %s", directory(), strerror(errno));
}

static void write_file(struct spill *s, const void *bytes, size_t size)
{
    if (!io_write(s->fd, bytes, size))
        die_of_file();
}

/* Writes the bytes in memory to the end of the file. */
static void flush_memory(struct spill *s)
{
    write_file(s, s->memory, s->used);
    s->used = 0;
}

/* Shrinks or enlarges the memory to a buffer for writes to the file, or to a small one. */
static void resize_memory(struct spill *s)
{
    s->memory = xreallocarray(s->memory, FILE_BUFFER, 1);
    s->capacity = FILE_BUFFER;
}

static void unmap(struct spill *s)
{
    if (s->map != NULL)
        (void)munmap(s->map, s->map_length);
    s->map = NULL;
}

void spill_append(struct spill *s, const void *bytes, size_t size)
{
    unmap(s);
    if (s->fd < 0 && s->length + size > MEMORY_LIMIT) {
        s->fd = io_temporary();
        if (s->fd < 0)
            die_of_file();
        flush_memory(s);
        resize_memory(s);
    }
    if (s->fd >= 0 && size > s->capacity - s->used)
        flush_memory(s);
    if (s->fd >= 0 && size > s->capacity) {
        write_file(s, bytes, size);
    } else {
        xgrow(&s->memory, &s->capacity, s->used + size, 1);
        if (size > 0)
            memcpy(s->memory + s->used, bytes, size);
        s->used += size;
    }
    s->length += size; /* last: if a worker exits above, its earlier output is still printed */
}

/* Reads the file from byte `at` on into the window. */
static void read_window(struct spill *s, uint64_t at)
{
    if (s->window == NULL)
        s->window = xmalloc(WINDOW);
    flush_memory(s);
    s->window_at = at;
    s->window_length = s->length - at < WINDOW ? (size_t)(s->length - at) : WINDOW;
    if (io_pread_all(s->fd, s->window, s->window_length, (off_t)at) == s->window_length)
        return;
    errno = errno == 0 ? EIO : errno; /* 0: the file was truncated */
    die_of_file();
}

/* Returns byte `at` of the file in the window, followed by at least size - 1 <= WINDOW bytes. */
static const unsigned char *find_in_window(struct spill *s, uint64_t at, uint64_t size)
{
    if (at < s->window_at || at + size > s->window_at + s->window_length)
        read_window(s, at);
    return s->window + (at - s->window_at);
}

const unsigned char *spill_piece(struct spill *s, uint64_t at, uint64_t size, size_t *n)
{
    if (size > s->length - at)
        size = s->length - at;
    *n = (size_t)size;
    if (s->fd < 0)
        return s->memory + at;
    const unsigned char *piece = find_in_window(s, at, size < PIECE ? size : PIECE);
    size_t left = (size_t)(s->window_at + s->window_length - at);
    *n = size < left ? (size_t)size : left;
    return piece;
}

void spill_copy(struct spill *to, struct spill *from, uint64_t at, uint64_t size)
{
    for (size_t n; size > 0; at += n, size -= n) {
        const unsigned char *piece = spill_piece(from, at, size, &n);
        spill_append(to, piece, n);
    }
}

size_t spill_read(struct spill *s, uint64_t at, void *to, size_t size)
{
    size_t done = 0;
    for (size_t n; done < size && at + done < s->length; done += n) {
        const unsigned char *piece = spill_piece(s, at + done, size - done, &n);
        memcpy((unsigned char *)to + done, piece, n);
    }
    return done;
}

static void map_file(struct spill *s, uint64_t at, uint64_t size, const char *option)
{
    uint64_t begin = at - at % (uint64_t)sysconf(_SC_PAGESIZE);
    unmap(s);
    flush_memory(s);
    void *map = mmap(NULL, at + size - begin, PROT_READ, MAP_PRIVATE, s->fd, (off_t)begin);
    if (map == MAP_FAILED)
        die("%s: %" PRIu64
            " bytes of a temporary file cannot be mapped%s%s: %s; allow more address "
            "space (ulimit -v)",
            directory(), size, option != NULL ? " for " : "", option != NULL ? option : "",
            strerror(errno));
    s->map = map;
    s->map_at = begin;
    s->map_length = (size_t)(at + size - begin);
}

const unsigned char *spill_view(struct spill *s, uint64_t at, uint64_t size, const char *option)
{
    static const unsigned char nothing[1];
    if (size == 0)
        return nothing;
    if (s->fd < 0)
        return s->memory + at;
    if (size <= WINDOW)
        return find_in_window(s, at, size);
    if (s->map == NULL || at < s->map_at || at + size > s->map_at + s->map_length)
        map_file(s, at, size, option);
    return s->map + (at - s->map_at);
}

void spill_clear(struct spill *s)
{
    if (s->length == 0 && s->window == NULL && s->fd < 0) /* the common case */
        return;
    unmap(s);
    if (s->fd >= 0)
        (void)close(s->fd);
    s->fd = -1;
    s->used = 0;
    s->length = 0;
    free(s->window);
    s->window = NULL;
    s->window_length = 0;
    if (s->capacity > FILE_BUFFER)
        resize_memory(s);
}

void spill_free(struct spill *s)
{
    spill_clear(s);
    free(s->memory);
    s->memory = NULL;
    s->capacity = 0;
}
