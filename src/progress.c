/* progress.c - one line that is written over, at most five times a second. */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io.h"
#include "xalloc.h"

static const double DELAY = 1, INTERVAL = 0.2; /* seconds */

struct progress {
    double started, shown; /* io_seconds(); shown 0: nothing is */
    double delay;
    uint64_t bytes;
    uint64_t total; /* of all inputs, UINT64_MAX: not known */
    bool terminal;
    bool sized; /* total was known from the operands */
};

/* The bytes of all operands, when they are regular files. */
static uint64_t total_size(const struct options *o)
{
    uint64_t total = 0;
    struct stat status;
    if (o->recursive)
        return UINT64_MAX;
    for (size_t i = 0; i < o->noperands; i++) {
        if (stat(o->operands[i], &status) != 0)
            continue;
        if (!S_ISREG(status.st_mode))
            return UINT64_MAX;
        total += (uint64_t)status.st_size;
    }
    return o->noperands > 0 ? total : UINT64_MAX;
}

struct progress *progress_open(const struct options *o)
{
    bool terminal = isatty(STDERR_FILENO);
    bool wanted = o->progress > 0 || (o->progress == 0 && terminal && !isatty(STDOUT_FILENO));
    if (!wanted)
        return NULL;
    struct progress *p = xcalloc(1, sizeof *p);
    p->started = io_seconds();
    p->delay = o->progress > 0 ? 0 : DELAY;
    p->terminal = terminal;
    p->total = total_size(o);
    p->sized = p->total != UINT64_MAX;
    return p;
}

void progress_input(struct progress *p, uint64_t size)
{
    if (p != NULL && !p->sized)
        p->total = size == UINT64_MAX ? size : p->bytes + size;
}

static void show(struct progress *p, double now)
{
    char line[160];
    double seconds = now - p->started, rate = seconds > 0 ? (double)p->bytes / seconds : 0;
    int length = snprintf(line, sizeof line, "%s%.1f MB, %.1f MB/s", p->terminal ? "\r" : "",
                          (double)p->bytes / 1e6, rate / 1e6);
    if (p->total != UINT64_MAX && p->total > 0 && rate > 0 && p->total >= p->bytes)
        length += snprintf(line + length, sizeof line - (size_t)length, ", %.0f%%, %.0f s left",
                           100.0 * (double)p->bytes / (double)p->total,
                           (double)(p->total - p->bytes) / rate);
    length +=
        snprintf(line + length, sizeof line - (size_t)length, "%s", p->terminal ? "\033[K" : "\n");
    (void)io_write(STDERR_FILENO, line, (size_t)length);
    p->shown = now;
}

void progress_add(struct progress *p, uint64_t bytes)
{
    if (p == NULL)
        return;
    p->bytes += bytes;
    double now = io_seconds();
    if (now - p->started >= p->delay && now - p->shown >= INTERVAL)
        show(p, now);
}

void progress_close(struct progress *p)
{
    if (p == NULL)
        return;
    if (p->delay <= 0) {
        show(p, io_seconds());
        if (p->terminal)
            (void)io_write(STDERR_FILENO, "\n", 1);
    } else if (p->shown > 0) {
        (void)io_write(STDERR_FILENO, "\r\033[K", 4);
    }
    free(p);
}
