/* stats.c - see stats.h. */
#include "stats.h"

#include <stdio.h>
#include <unistd.h>

#include "io.h"

void stats_print(const struct stats *s)
{
    char text[1024];
    double seconds = io_seconds() - s->started;
    double per_second = seconds > 0 ? 1 / seconds : 0, scan = s->scan > 0 ? 1 / s->scan : 0;
    bool small = s->worked[1] && s->engines[1] != s->engines[0], big = s->worked[0] || !small;
    int length = snprintf(text, sizeof text,
                          "engine: %s%s%s\n"
                          "threads: %u\n"
                          "inputs: %llu\n"
                          "bytes: %llu\n"
                          "records: %llu\n"
                          "hits: %llu\n"
                          "time: %.6f s\n"
                          "reading: %.6f s\n"
                          "engine time: %.6f s\n"
                          "resolve: %.6f s\n"
                          "output: %.6f s\n"
                          "rate: %.1f MB/s\n"
                          "engine rate: %.3f GCUPS\n",
                          big ? s->engines[0] : "", big && small ? ", " : "",
                          small ? s->engines[1] : "", s->threads, (unsigned long long)s->inputs,
                          (unsigned long long)s->bytes, (unsigned long long)s->records,
                          (unsigned long long)s->hits, seconds, s->read, s->scan, s->resolve,
                          s->output, (double)s->bytes * per_second / 1e6, s->cells * scan / 1e9);
    if (length > 0 && (size_t)length < sizeof text)
        (void)io_write(STDERR_FILENO, text, (size_t)length);
}
