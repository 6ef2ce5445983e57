/*
 * pairs.c - reads whole lines, at most about BLOCK bytes for each thread. Each thread compares the
 * pairs of one part; the main thread prints the results, part by part.
 */
#include "edcmp/pairs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/files.h"
#include "base/helpers.h"
#include "base/io.h"
#include "base/xalloc.h"
#include "edcmp/pairs_part.h"

enum {
    BLOCK = 1 << 19,
    LEAST = 1 << 14, /* least bytes for a thread */
};

/* One input. */
struct pairs_input {
    const char *name;
    int fd;
    unsigned char *bytes;
    size_t used, capacity;
    size_t line; /* lines before the buffered bytes */
    bool ended;
};

struct pairs_run {
    const struct edcmp_options *o;
    const struct folding *folding;
    const struct lanes_kernel *kernel;
    struct sink *out;
    struct helpers *helpers; /* NULL until there is work for several threads */
    unsigned most;           /* threads */
    struct pairs_part **parts;
    size_t nparts; /* created parts */
    bool beyond;   /* some pair was beyond the limit */
    uint64_t pairs, bytes;
};

/* Returns whether the run needs no more results. */
static bool is_over(const struct pairs_run *r)
{
    return r->o->output == EDCMP_QUIET && r->beyond;
}

/* --- printing ------------------------------------------------------------------------------ */

/* Prints the results of a part. With -q, ignores everything after the first pair beyond the
 * limit. */
static void put_part(struct pairs_run *r, const struct pairs_input *in, struct pairs_answers *a)
{
    struct sheet_place at = {0, 0};
    if (a->failure != NULL)
        die("%s", a->failure);
    bool ends = r->o->output == EDCMP_QUIET && a->beyond < SIZE_MAX;
    for (size_t i = 0; i < a->nwrong && !(ends && a->wrong[i].line > a->beyond); i++) {
        const struct pairs_wrong *wrong = &a->wrong[i];
        sink_put_sheet(r->out, &a->sheet, at, wrong->at, 0);
        sink_flush(r->out);
        diag_error("%s: line %zu: %s", in->name, in->line + wrong->line + 1, wrong->why);
        at = wrong->at;
    }
    sink_put_sheet(r->out, &a->sheet, at, a->end, 0);
    r->beyond |= a->beyond < SIZE_MAX;
    r->pairs += a->pairs;
}

/* --- comparing ----------------------------------------------------------------------------- */

/* The first `size` bytes of an input, whole lines, divided among threads. */
struct pairs_job {
    struct pairs_run *run;
    unsigned char *bytes;
    size_t size, parts;
};

/* Returns the begin of part i, which is the begin of a line. */
static size_t part_begin(const struct pairs_job *j, size_t i)
{
    size_t at = j->size / j->parts * i;
    if (i == 0 || i == j->parts)
        return i == 0 ? 0 : j->size;
    const unsigned char *newline = memchr(j->bytes + at, '\n', j->size - at);
    return newline != NULL ? (size_t)(newline - j->bytes) + 1 : j->size;
}

static void take_part(void *job, size_t i)
{
    const struct pairs_job *j = job;
    size_t begin = part_begin(j, i);
    pairs_part_take(j->run->parts[i], j->bytes + begin, part_begin(j, i + 1) - begin);
}

/* Compares and prints the first `size` bytes of the input, whole lines. */
static void print_lines(struct pairs_run *r, struct pairs_input *in, size_t size)
{
    size_t parts = size / LEAST < r->most ? size / LEAST : r->most;
    struct pairs_job job = {r, in->bytes, size, parts > 0 ? parts : 1};
    if (parts > 1 && r->helpers == NULL)
        r->helpers = helpers_open(r->most);
    while (r->nparts < job.parts)
        r->parts[r->nparts++] = pairs_part_open(r->o, r->folding, r->kernel);
    if (job.parts > 1)
        helpers_do(r->helpers, job.parts, take_part, &job);
    else
        take_part(&job, 0);
    for (size_t i = 0; i < job.parts && !is_over(r); i++) {
        struct pairs_answers *a = pairs_part_answers(r->parts[i]);
        put_part(r, in, a);
        in->line += a->lines;
    }
    in->used -= size;
    memmove(in->bytes, in->bytes + size, in->used);
    r->bytes += size;
}

/* --- reading ------------------------------------------------------------------------------- */

/* Reads until there is enough, or the input pauses or ends. Returns false on failure. */
static bool read_more(struct pairs_input *in, size_t room)
{
    do {
        xgrow(&in->bytes, &in->capacity, in->used + room, 1);
        ssize_t n = io_read(in->fd, in->bytes + in->used, room);
        if (n < 0)
            return false;
        in->ended = n == 0;
        in->used += (size_t)n;
        room -= (size_t)n;
    } while (!in->ended && room > 0 && io_ready(in->fd));
    return true;
}

/* Returns the number of bytes in whole lines. */
static size_t whole_lines(const struct pairs_input *in)
{
    const unsigned char *newline = in->used > 0 ? memrchr(in->bytes, '\n', in->used) : NULL;
    if (in->ended)
        return in->used;
    return newline != NULL ? (size_t)(newline - in->bytes) + 1 : 0;
}

static void take_all(struct pairs_run *r, struct pairs_input *in)
{
    while (!in->ended && !is_over(r)) {
        if (!read_more(in, (size_t)BLOCK * r->most)) {
            diag_file(in->name, strerror(errno));
            return;
        }
        print_lines(r, in, whole_lines(in));
        if (!in->ended && !io_ready(in->fd))
            sink_flush(r->out);
    }
}

static void take_operand(struct pairs_run *r, const char *operand)
{
    struct pairs_input in = {.name = operand};
    in.fd = files_open(&in.name);
    if (in.fd < 0) {
        diag_file(in.name, strerror(errno));
        return;
    }
    take_all(r, &in);
    free(in.bytes);
    if (in.fd != STDIN_FILENO)
        (void)close(in.fd);
}

static void print_stats(const struct pairs_run *r, double seconds)
{
    char text[256];
    int length = snprintf(text, sizeof text,
                          "algorithm: lanes\n"
                          "engine: %s\n"
                          "threads: %u\n"
                          "bytes: %llu\n"
                          "pairs: %llu\n"
                          "time: %.6f s\n",
                          r->kernel->name, r->helpers != NULL ? helpers_threads(r->helpers) : 1,
                          (unsigned long long)r->bytes, (unsigned long long)r->pairs, seconds);
    if (length > 0 && (size_t)length < sizeof text)
        (void)io_write(STDERR_FILENO, text, (size_t)length);
}

bool pairs_run(const struct edcmp_options *o, const struct folding *folding,
               const struct lanes_kernel *kernel, struct sink *out)
{
    double started = io_seconds();
    struct pairs_run r = {
        .o = o, .folding = folding, .kernel = kernel, .out = out, .most = o->threads};
    r.parts = xcalloc(r.most, sizeof *r.parts);
    if (o->nnames == 0)
        take_operand(&r, "-");
    for (size_t i = 0; i < o->nnames && !is_over(&r); i++)
        take_operand(&r, o->names[i]);
    sink_flush(out);
    if (o->stats)
        print_stats(&r, io_seconds() - started);
    helpers_close(r.helpers);
    while (r.nparts > 0)
        pairs_part_close(r.parts[--r.nparts]);
    free(r.parts);
    return !r.beyond;
}
