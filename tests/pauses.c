#include "pauses.h"

#include <stdbool.h>
#include <sys/types.h>
#include <unistd.h>

#include "ref/random.h"

ssize_t __real_io_read_now(int fd, void *to, size_t size);
bool __real_io_ready(int fd);
ssize_t __wrap_io_read_now(int fd, void *to, size_t size);
bool __wrap_io_ready(int fd);

static struct {
    bool on, pauses;
    unsigned percent; /* probability of a pause after a read */
    uint64_t most;    /* maximum bytes per read */
    struct random random;
} now;

void pauses_begin(uint64_t seed, size_t length)
{
    now.random = random_open(seed, 1);
    now.on = true;
    now.pauses = false;
    now.most = length / 60 + random_log(&now.random, length / 20 + 10);
    now.percent = (unsigned)random_below(&now.random, 101);
}

void pauses_end(void)
{
    now.on = false;
}

/* Reads all the bytes wanted up to the end of the input: the result must not depend on the speed of
 * the writer. */
ssize_t __wrap_io_read_now(int fd, void *to, size_t size)
{
    if (!now.on || fd != STDIN_FILENO)
        return __real_io_read_now(fd, to, size);
    size_t most = random_log(&now.random, now.most), done = 0;
    most = size < most ? size : most;
    ssize_t n = 1;
    while (done < most && (n = __real_io_read_now(fd, (char *)to + done, most - done)) > 0)
        done += (size_t)n;
    now.pauses = done > 0 && random_percent(&now.random, now.percent);
    return n < 0 ? n : (ssize_t)done;
}

bool __wrap_io_ready(int fd)
{
    if (!now.on || fd != STDIN_FILENO)
        return __real_io_ready(fd);
    bool ready = !now.pauses;
    now.pauses = false; /* the caller waits before the next call */
    return ready;
}
