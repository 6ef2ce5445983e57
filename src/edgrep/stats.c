#include "edgrep/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"

/* Appends the engines that scanned, or the chosen engine if none did. */
static void add_engines(FILE *to, const struct stats *s)
{
    bool any = false;
    fprintf(to, "engine: ");
    for (size_t e = 0; e < sizeof s->engines / sizeof *s->engines; e++)
        if (s->engines[e] != NULL) {
            fprintf(to, "%s%s", any ? ", " : "", s->engines[e]);
            any = true;
        }
    fprintf(to, "%s\n", any ? "" : s->engine);
}

/* Appends how several patterns were searched together. */
static void add_ways(FILE *to, const struct engine_ways *w)
{
    if (w->by_pieces + w->by_rows <= 1)
        return;
    fprintf(to, "patterns: %zu by pieces, %zu by rows\n", w->by_pieces, w->by_rows);
    fprintf(to, "candidates: %llu, verified: %llu\n", (unsigned long long)w->candidates,
            (unsigned long long)w->verified);
}

/* Appends which ways were taken, and for how many bytes. */
static void add_taken(FILE *to, const struct scan_shared *shared)
{
    const char *before = "ways: ";
    for (enum way way = 0; way < WAYS; way++) {
        uint64_t bytes = scan_shared_taken(shared, way);
        if (bytes == 0)
            continue;
        fprintf(to, "%s%s %llu", before, way_name(way), (unsigned long long)bytes);
        before = ", ";
    }
    fprintf(to, "%s", before[0] == ',' ? "\n" : "");
}

/* Appends what devices did, or why none was used. */
static void add_devices(FILE *to, const struct stats *s, double seconds)
{
    if (s->devices.algorithm != NULL) {
        double whole = seconds * (s->devices.used > 0 ? s->devices.used : 1);
        fprintf(to, "algorithm: %s\ndevice: %s\n", s->devices.algorithm, s->devices.device);
        if (s->devices.used > 1)
            fprintf(to, "devices: %u\n", s->devices.used);
        fprintf(to, "copy: %.6f s\nkernel: %.6f s\n", s->devices.copy, s->devices.kernel);
        fprintf(to, "busy: read %.0f%%, copy %.0f%%, kernel %.0f%%, resolve %.0f%%\n",
                100 * s->read / seconds, 100 * s->devices.copy / whole,
                100 * s->devices.kernel / whole, 100 * s->resolve / seconds);
    }
    if (s->devices.costs.begin > 0) {
        char line[160];
        offload_explain(line, sizeof line, &s->devices.costs, s->devices.begun);
        fprintf(to, "auto: %s\n", line);
    }
    if (s->devices.why_not != NULL)
        fprintf(to, "cuda: %s\n", s->devices.why_not);
}

void stats_print(const struct stats *s)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (to == NULL)
        die_out_of_memory();
    double seconds = io_seconds() - s->started;
    double per_second = seconds > 0 ? 1 / seconds : 0, scan = s->scan > 0 ? 1 / s->scan : 0;
    add_engines(to, s);
    fprintf(to, "threads: %u\n", s->threads);
    if (s->ranks > 1)
        fprintf(to, "ranks: %u\n", s->ranks);
    fprintf(to,
            "inputs: %llu\n"
            "bytes: %llu\n"
            "hits: %llu\n",
            (unsigned long long)s->inputs, (unsigned long long)s->bytes,
            (unsigned long long)s->hits);
    if (s->binary > 0)
        fprintf(to, "binary files left out: %llu\n", (unsigned long long)s->binary);
    if (s->packed > 0)
        fprintf(to, "compressed inputs: %llu\ncompressed bytes: %llu\n",
                (unsigned long long)s->packed, (unsigned long long)s->packed_bytes);
    if (s->records != UINT64_MAX)
        fprintf(to, "records: %llu\n", (unsigned long long)s->records);
    fprintf(to,
            "time: %.6f s\n"
            "reading: %.6f s\n"
            "engine time: %.6f s\n"
            "resolve: %.6f s\n"
            "output: %.6f s\n"
            "rate: %.1f MB/s\n"
            "engine rate: %.3f GCUPS\n",
            seconds, s->read, s->scan, s->resolve, s->output, (double)s->bytes * per_second / 1e6,
            s->cells * scan / 1e9);
    add_taken(to, s->shared);
    add_ways(to, &s->ways);
    add_devices(to, s, seconds);
    if (fclose(to) != 0)
        die_out_of_memory();
    (void)io_write(STDERR_FILENO, text, length);
    free(text);
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
