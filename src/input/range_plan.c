#include "input/range_plan.h"

#include <assert.h>
#include <string.h>
#include <sys/resource.h>

#include "base/io.h"
#include "base/least.h"

enum {
    RANGE_MOST = 4 << 20,  /* bytes, before rounding up to whole chunks of the engine */
    RANGE_FIRST = 1 << 19, /* as long as no output of a range is known */
    RANGE_LEAST = 1 << 17, /* smallest range worth sending, at the end */
    SHARES = 4, /* ranges per thread of the last file, so that all threads end together */
    PRINTED_MOST = 2 << 20,
    DENSE_LEAST = 1 << 16,
    PROBE = 1 << 14, /* bytes read at once to find a delimiter, */
    PROBES = 64,     /* at most this many times in small ranges, */
    FAR = 1 << 20,   /* or this many bytes */
    PROBE_FIRST = 1 << 12,
    FILES_MOST = 128, /* small files in one range, */
    FILES_FEW = 16,   /* or fewer, down to this */
    FILES_LEFT = 64,  /* descriptors kept free for the rest of the program */
};

/* Returns how much the next consumer does while the fastest does `bytes`. */
static uint64_t slowed(const struct range_plan *p, uint64_t bytes)
{
    return p->slow > 1 ? (uint64_t)((double)bytes / p->slow) : bytes;
}

/* Rounds to whole chunks. At the end a slow consumer gets less than one, so that no thread waits
 * for it. */
static uint64_t in_chunks(const struct range_plan *p, uint64_t size)
{
    assert(p->least > 0);
    uint64_t least = slowed(p, p->least), tiny = least_u64(p->least, RANGE_LEAST);
    if (size >= p->least)
        return size - size % p->least;
    if (least < tiny)
        least = tiny;
    return size > least ? size : least;
}

/* Returns the largest size of a range that keeps its output small enough. */
static uint64_t most_printed(const struct range_plan *p)
{
    uint64_t dense = atomic_load_explicit(&p->dense, memory_order_relaxed);
    if (dense != RANGE_PLAN_UNKNOWN)
        return dense;
    return p->least > RANGE_FIRST ? p->least : RANGE_FIRST;
}

uint64_t range_plan_size(const struct range_plan *p, uint64_t left)
{
    if (p->fixed > 0)
        return p->fixed;
    uint64_t most = p->least > RANGE_MOST ? p->least : RANGE_MOST + p->least - 1;
    uint64_t consumers = atomic_load_explicit(&p->consumers, memory_order_relaxed);
    uint64_t shares = (p->several ? 1 : SHARES) * consumers;
    uint64_t size = in_chunks(p, least_u64(slowed(p, left) / shares, most));
    return least_u64(size, most_printed(p));
}

/* Returns the byte behind the first delimiter in [from, to), or 0. */
static uint64_t find_record(const struct range_plan *p, const struct input_file *file,
                            uint64_t from, uint64_t to)
{
    unsigned char bytes[PROBE];
    size_t most = PROBE_FIRST;
    while (from < to) {
        size_t want = (size_t)least_u64(most, to - from);
        ssize_t n = io_pread(file->fd, bytes, want, file->start + (off_t)from);
        if (n <= 0)
            return 0;
        const unsigned char *found = memchr(bytes, p->delimiter, (size_t)n);
        if (found != NULL)
            return from + (uint64_t)(found - bytes) + 1;
        from += (uint64_t)n;
        most = PROBE;
    }
    return 0;
}

uint64_t range_plan_end(const struct range_plan *p, const struct input_file *file, uint64_t begin)
{
    uint64_t left = file->size > begin ? file->size - begin : 0, size = range_plan_size(p, left);
    if (size >= left)
        return UINT64_MAX;
    uint64_t from = begin + size - 1;
    uint64_t far = size < FAR / PROBES ? size * PROBES : FAR;
    return find_record(p, file, from, from + far);
}

void range_plan_learn(struct range_plan *p, uint64_t bytes, uint64_t printed)
{
    size_t now = atomic_load_explicit(&p->dense, memory_order_relaxed);
    if (printed <= PRINTED_MOST && now == SIZE_MAX)
        return;
    double size = (double)bytes * PRINTED_MOST / (double)(printed + 1);
    size_t dense = size < DENSE_LEAST ? DENSE_LEAST : size < RANGE_MOST ? (size_t)size : SIZE_MAX;
    atomic_store_explicit(&p->dense, dense, memory_order_relaxed);
}

/* Returns how many files ranges may hold open. */
static unsigned files_allowed(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < FILES_LEFT)
        return 0;
    return limit.rlim_cur > UINT32_MAX ? UINT32_MAX : (unsigned)limit.rlim_cur - FILES_LEFT;
}

void range_plan_divide(struct range_plan *p, unsigned consumers)
{
    p->divides = p->delimiter >= 0;
    atomic_store(&p->consumers, consumers);
    p->most_open = files_allowed();
}

/* All threads together may open as many files; a range for another rank has few, because that rank
 * opens all files of all ranges that it is sent. */
unsigned range_plan_files(const struct range_plan *p, bool away)
{
    unsigned most = p->most_open / (2 * atomic_load(&p->consumers));
    if (away || most < FILES_FEW)
        return FILES_FEW;
    return most < FILES_MOST ? most : FILES_MOST;
}
