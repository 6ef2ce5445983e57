#include "edgrep/stats.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/io.h"

/* A text under construction. */
struct stats_text {
    char bytes[2048];
    size_t length;
};

static void append_format(struct stats_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void append_format(struct stats_text *t, const char *format, ...)
{
    size_t room = sizeof t->bytes - t->length;
    va_list values;
    va_start(values, format);
    int length = vsnprintf(t->bytes + t->length, room, format, values);
    va_end(values);
    if (length > 0)
        t->length += (size_t)length < room ? (size_t)length : room - 1;
}

/* Appends the engines that scanned, or the chosen engine if none did. */
static void add_engines(struct stats_text *t, const struct stats *s)
{
    bool any = false;
    append_format(t, "engine: ");
    for (size_t e = 0; e < sizeof s->engines / sizeof *s->engines; e++)
        if (s->engines[e] != NULL) {
            append_format(t, "%s%s", any ? ", " : "", s->engines[e]);
            any = true;
        }
    append_format(t, "%s\n", any ? "" : s->engine);
}

/* Appends how several patterns were searched together. */
static void add_ways(struct stats_text *t, const struct engine_ways *w)
{
    if (w->by_pieces + w->by_rows <= 1)
        return;
    append_format(t, "patterns: %zu by pieces, %zu by rows\n", w->by_pieces, w->by_rows);
    append_format(t, "candidates: %llu, verified: %llu\n", (unsigned long long)w->candidates,
                  (unsigned long long)w->verified);
}

/* Appends which ways were taken, and for how many bytes. */
static void add_taken(struct stats_text *t, const struct scan_shared *shared)
{
    const char *before = "ways: ";
    for (enum way way = 0; way < WAYS; way++) {
        uint64_t bytes = scan_shared_taken(shared, way);
        if (bytes == 0)
            continue;
        append_format(t, "%s%s %llu", before, way_name(way), (unsigned long long)bytes);
        before = ", ";
    }
    append_format(t, "%s", before[0] == ',' ? "\n" : "");
}

/* Appends what devices did, or why none was used. */
static void add_devices(struct stats_text *t, const struct stats *s, double seconds)
{
    if (s->devices.algorithm != NULL) {
        double whole = seconds * (s->devices.used > 0 ? s->devices.used : 1);
        append_format(t, "algorithm: %s\ndevice: %s\n", s->devices.algorithm, s->devices.device);
        if (s->devices.used > 1)
            append_format(t, "devices: %u\n", s->devices.used);
        append_format(t, "copy: %.6f s\nkernel: %.6f s\n", s->devices.copy, s->devices.kernel);
        append_format(t, "busy: read %.0f%%, copy %.0f%%, kernel %.0f%%, resolve %.0f%%\n",
                      100 * s->read / seconds, 100 * s->devices.copy / whole,
                      100 * s->devices.kernel / whole, 100 * s->resolve / seconds);
    }
    if (s->devices.costs.begin > 0) {
        char line[160];
        offload_explain(line, sizeof line, &s->devices.costs, s->devices.begun);
        append_format(t, "auto: %s\n", line);
    }
    if (s->devices.why_not != NULL)
        append_format(t, "cuda: %s\n", s->devices.why_not);
}

void stats_print(const struct stats *s)
{
    struct stats_text t = {.length = 0};
    double seconds = io_seconds() - s->started;
    double per_second = seconds > 0 ? 1 / seconds : 0, scan = s->scan > 0 ? 1 / s->scan : 0;
    add_engines(&t, s);
    append_format(&t, "threads: %u\n", s->threads);
    if (s->ranks > 1)
        append_format(&t, "ranks: %u\n", s->ranks);
    append_format(&t,
                  "inputs: %llu\n"
                  "bytes: %llu\n"
                  "hits: %llu\n",
                  (unsigned long long)s->inputs, (unsigned long long)s->bytes,
                  (unsigned long long)s->hits);
    if (s->binary > 0)
        append_format(&t, "binary files left out: %llu\n", (unsigned long long)s->binary);
    if (s->packed > 0)
        append_format(&t, "compressed inputs: %llu\ncompressed bytes: %llu\n",
                      (unsigned long long)s->packed, (unsigned long long)s->packed_bytes);
    if (s->records != UINT64_MAX)
        append_format(&t, "records: %llu\n", (unsigned long long)s->records);
    append_format(&t,
                  "time: %.6f s\n"
                  "reading: %.6f s\n"
                  "engine time: %.6f s\n"
                  "resolve: %.6f s\n"
                  "output: %.6f s\n"
                  "rate: %.1f MB/s\n"
                  "engine rate: %.3f GCUPS\n",
                  seconds, s->read, s->scan, s->resolve, s->output,
                  (double)s->bytes * per_second / 1e6, s->cells * scan / 1e9);
    add_taken(&t, s->shared);
    add_ways(&t, &s->ways);
    add_devices(&t, s, seconds);
    (void)io_write(STDERR_FILENO, t.bytes, t.length);
}

void stats_add(struct stats *stats, const struct scanner *s)
{
    for (unsigned e = 0; e < SCANNER_ENGINES; e++) {
        const struct engine *engine = s->loaded[e];
        if (s->scans[e] == NULL)
            continue;
        if (s->worked[e])
            stats->engines[e] = engine->name;
        if (s->worked[e] && engine->ways != NULL) {
            struct engine_ways ways; /* each thread divides the patterns itself; the last counts */
            engine->ways(s->scans[e], &ways);
            ways.candidates += stats->ways.candidates;
            ways.verified += stats->ways.verified;
            stats->ways = ways;
        }
        struct engine_report report = {.algorithm = NULL};
        if (engine->devices != NULL)
            engine->devices->report(s->scans[e], &report);
        if (report.algorithm != NULL) {
            stats->devices.algorithm = report.algorithm;
            stats->devices.device = report.device;
            stats->devices.copy += report.copy;
            stats->devices.kernel += report.kernel;
        }
    }
}
