/* progress.c - one line, written anew at most five times a second. */
#include "base/progress.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/xalloc.h"

static const double DELAY = 1, INTERVAL = 0.2; /* seconds */

struct progress {
    double started, shown; /* io_seconds() at the beginning, and of the last line; 0: none yet */
    double delay;
    const struct progress_unit *unit;
    double done, total; /* total INFINITY: not known */
    bool terminal;
    bool shares;  /* standard output is a terminal, too */
    bool yielded; /* progress_yield() */
    bool sized;   /* total was known from the beginning */
};

struct progress *progress_open(int wanted, const struct progress_unit *unit, double total)
{
    bool terminal = isatty(STDERR_FILENO);
    if (wanted < 0 || (wanted == 0 && !terminal))
        return NULL;
    struct progress *p = xcalloc(1, sizeof *p);
    p->started = io_seconds();
    p->delay = wanted > 0 ? 0 : DELAY;
    p->terminal = terminal;
    p->shares = wanted == 0 && isatty(STDOUT_FILENO);
    p->unit = unit;
    p->total = total;
    p->sized = isfinite(total);
    return p;
}

void progress_input(struct progress *p, uint64_t size)
{
    if (p != NULL && !p->sized)
        p->total = size == UINT64_MAX ? INFINITY : p->done + (double)size;
}

static void show_progress(struct progress *p, double now)
{
    char line[160];
    double seconds = now - p->started, rate = seconds > 0 ? p->done / seconds : 0;
    const char *unit = p->unit->name;
    int length = snprintf(line, sizeof line, "%s%.1f %s, %.1f %s/s", p->terminal ? "\r" : "",
                          p->done / p->unit->size, unit, rate / p->unit->size, unit);
    if (isfinite(p->total) && p->total > 0 && rate > 0 && p->total >= p->done)
        length += snprintf(line + length, sizeof line - (size_t)length, ", %.0f%%, %.0f s left",
                           100 * p->done / p->total, (p->total - p->done) / rate);
    length +=
        snprintf(line + length, sizeof line - (size_t)length, "%s", p->terminal ? "\033[K" : "\n");
    (void)io_write(STDERR_FILENO, line, (size_t)length);
    p->shown = now;
}

static void show_when_due(struct progress *p)
{
    double now = io_seconds();
    if (!p->yielded && now - p->started >= p->delay && now - p->shown >= INTERVAL)
        show_progress(p, now);
}

void progress_add(struct progress *p, double amount)
{
    if (p == NULL)
        return;
    p->done += amount;
    show_when_due(p);
}

void progress_reach(struct progress *p, double done, double total)
{
    if (p == NULL)
        return;
    p->done = done;
    p->total = total;
    show_when_due(p);
}

static void take_away(struct progress *p)
{
    if (p->shown > 0)
        (void)io_write(STDERR_FILENO, "\r\033[K", 4);
    p->shown = 0;
}

void progress_yield(void *progress)
{
    struct progress *p = progress;
    if (!p->shares || p->yielded)
        return;
    take_away(p);
    p->yielded = true;
}

void progress_close(struct progress *p)
{
    if (p == NULL)
        return;
    if (p->delay <= 0) {
        show_progress(p, io_seconds());
        if (p->terminal)
            (void)io_write(STDERR_FILENO, "\n", 1);
    } else {
        take_away(p);
    }
    free(p);
}
