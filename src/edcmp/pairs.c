/* pairs.c - whole lines are taken as they come, at most about BLOCK bytes at a time. */
#include "edcmp/pairs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/xalloc.h"
#include "compare/distances.h"
#include "edcmp/edcmp_output.h"
#include "pair/pair_lines.h"

enum { BLOCK = 1 << 19, WIDTHS = 2 };

/* One input. */
struct input {
    const char *name;
    int fd;
    unsigned char *bytes;
    size_t used, capacity;
    size_t line; /* lines before these bytes */
    bool ended;
};

/* What is asked of a metric. */
struct question {
    enum metric metric;
    struct distances *by_width[WIDTHS]; /* of codes of 1 and of 4 bytes; NULL until it is used */
    uint32_t *answers;                  /* of the lines of a block */
    size_t capacity;
};

struct run {
    const struct edcmp_options *o;
    const struct lanes_kernel *kernel;
    struct sink *out;
    struct pair_lines lines;
    struct question distance, indel; /* indel: for --json */
    uint32_t *limits, *answers;      /* of the pairs of a list */
    size_t limits_capacity, answers_capacity;
    uint32_t (*lengths)[2]; /* of the pair on each line */
    size_t lengths_capacity;
    bool beyond; /* a pair was */
    uint64_t pairs, bytes;
};

static _Noreturn void die_of_memory(void)
{
    die("%s", strerror(ENOMEM));
}

/* --- computing ----------------------------------------------------------------------------- */

static uint32_t limit_of(const struct run *r, uint32_t m, uint32_t n)
{
    if (!r->o->limited)
        return r->o->output == EDCMP_QUIET ? 0 : DISTANCES_UNLIKE - 1;
    uint64_t limit = limit_edits(r->o->limit, m > n ? m : n);
    return limit < DISTANCES_UNLIKE - 1 ? (uint32_t)limit : DISTANCES_UNLIKE - 1;
}

static void make_limits(struct run *r, const struct pair_list *list)
{
    xgrow(&r->limits, &r->limits_capacity, list->count, sizeof *r->limits);
    for (size_t i = 0; i < list->count; i++)
        r->limits[i] = limit_of(r, list->pairs[i].x.length, list->pairs[i].y.length);
}

/* Answers the question for a list of pairs. */
static void ask_list(struct run *r, struct question *q, const struct pair_list *list, bool limited)
{
    struct distances **d = &q->by_width[list->width > 1];
    if (list->count == 0)
        return;
    if (*d == NULL && (*d = distances_open(r->kernel, q->metric, list->width)) == NULL)
        die_of_memory();
    xgrow(&r->answers, &r->answers_capacity, list->count, sizeof *r->answers);
    if (!distances_pairs(*d, list->pairs, list->count, limited ? r->limits : NULL, r->answers))
        die_of_memory();
    for (size_t i = 0; i < list->count; i++)
        q->answers[list->lines[i]] = r->answers[i];
}

static void compute(struct run *r)
{
    const struct pair_lines *lines = &r->lines;
    bool json = r->o->output == EDCMP_JSON;
    xgrow(&r->lengths, &r->lengths_capacity, lines->count, sizeof *r->lengths);
    xgrow(&r->distance.answers, &r->distance.capacity, lines->count, sizeof *r->answers);
    xgrow(&r->indel.answers, &r->indel.capacity, lines->count, sizeof *r->answers);
    for (unsigned k = 0; k < PAIR_LINES_KINDS; k++) {
        const struct pair_list *list = &lines->lists[k];
        for (size_t i = 0; i < list->count; i++) {
            r->lengths[list->lines[i]][0] = list->pairs[i].x.length;
            r->lengths[list->lines[i]][1] = list->pairs[i].y.length;
        }
        make_limits(r, list);
        ask_list(r, &r->distance, list, true);
        if (json)
            ask_list(r, &r->indel, list, false);
        r->pairs += list->count;
    }
}

/* --- printing ------------------------------------------------------------------------------ */

static void put_answer(const struct run *r, size_t line)
{
    uint32_t distance = r->distance.answers[line], m = r->lengths[line][0], n = r->lengths[line][1];
    uint64_t limit = limit_of(r, m, n);
    bool more = distance == DISTANCES_MORE;
    if (r->o->output == EDCMP_JSON) {
        edcmp_put_json(r->out, &(struct edcmp_figures){
                                   m, n, r->distance.metric, r->o->limited ? &limit : NULL, more,
                                   distance, (m + (uint64_t)n - r->indel.answers[line]) / 2});
        return;
    }
    if (r->o->output == EDCMP_LCS_LENGTH) {
        sink_number(r->out, (m + (uint64_t)n - distance) / 2);
    } else {
        if (more)
            sink_putc(r->out, '>');
        sink_number(r->out, more ? limit : distance);
    }
    sink_putc(r->out, '\n');
}

static void put_wrong(const struct run *r, const struct input *in, size_t line, const char *why)
{
    sink_flush(r->out);
    diag_error("%s: line %zu: %s", in->name, in->line + line + 1, why);
    if (r->o->output != EDCMP_QUIET)
        sink_puts(r->out, r->o->output == EDCMP_JSON ? "null\n" : "\n");
}

static void put_line(struct run *r, const struct input *in, size_t line)
{
    const char *why = r->lines.wrong[line];
    if (why == NULL && r->distance.answers[line] == DISTANCES_UNLIKE)
        why = "--metric=hamming needs as many characters in both";
    if (why != NULL) {
        put_wrong(r, in, line, why);
        return;
    }
    uint32_t distance = r->distance.answers[line];
    r->beyond |= distance == DISTANCES_MORE || (!r->o->limited && distance > 0);
    if (r->o->output != EDCMP_QUIET)
        put_answer(r, line);
}

/* Whether nothing more is to be found out. */
static bool is_over(const struct run *r)
{
    return r->o->output == EDCMP_QUIET && r->beyond;
}

/* --- reading ------------------------------------------------------------------------------- */

/* Takes the first `size` bytes of the input, whole lines. */
static void take(struct run *r, struct input *in, size_t size)
{
    pair_lines_take(&r->lines, in->bytes, size);
    compute(r);
    for (size_t line = 0; line < r->lines.count && !is_over(r); line++)
        put_line(r, in, line);
    in->line += r->lines.count;
    in->used -= size;
    memmove(in->bytes, in->bytes + size, in->used);
    r->bytes += size;
}

/* Reads until there is enough, or the input pauses or ends; false: it failed. */
static bool read_more(struct input *in)
{
    size_t room = BLOCK;
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

/* How many bytes are whole lines. */
static size_t whole_lines(const struct input *in)
{
    const unsigned char *newline = in->used > 0 ? memrchr(in->bytes, '\n', in->used) : NULL;
    if (in->ended)
        return in->used;
    return newline != NULL ? (size_t)(newline - in->bytes) + 1 : 0;
}

static void take_all(struct run *r, struct input *in)
{
    while (!in->ended && !is_over(r)) {
        if (!read_more(in)) {
            diag_file(in->name, strerror(errno));
            return;
        }
        take(r, in, whole_lines(in));
        if (!in->ended && !io_ready(in->fd))
            sink_flush(r->out);
    }
}

static void take_operand(struct run *r, const char *operand)
{
    bool standard = strcmp(operand, "-") == 0;
    struct input in = {.name = standard ? "(standard input)" : operand};
    in.fd = standard ? STDIN_FILENO : open(operand, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (in.fd < 0) {
        diag_file(in.name, strerror(errno));
        return;
    }
    take_all(r, &in);
    free(in.bytes);
    if (!standard)
        (void)close(in.fd);
}

static void question_close(struct question *q)
{
    for (unsigned w = 0; w < WIDTHS; w++)
        distances_close(q->by_width[w]);
    free(q->answers);
}

static void print_stats(const struct run *r, double seconds)
{
    char text[256];
    int length = snprintf(text, sizeof text,
                          "algorithm: lanes\n"
                          "engine: %s\n"
                          "bytes: %llu\n"
                          "pairs: %llu\n"
                          "time: %.6f s\n",
                          r->kernel->name, (unsigned long long)r->bytes,
                          (unsigned long long)r->pairs, seconds);
    if (length > 0 && (size_t)length < sizeof text)
        (void)io_write(STDERR_FILENO, text, (size_t)length);
}

bool pairs_run(const struct edcmp_options *o, const struct lanes_kernel *kernel, struct sink *out)
{
    double started = io_seconds();
    enum metric metric = o->output == EDCMP_LCS_LENGTH ? METRIC_INDEL : o->metric;
    struct run r = {.o = o,
                    .kernel = kernel,
                    .out = out,
                    .lines = {.utf8 = o->utf8, .ignore_case = o->ignore_case},
                    .distance = {.metric = metric},
                    .indel = {.metric = METRIC_INDEL}};
    if (o->nnames == 0)
        take_operand(&r, "-");
    for (size_t i = 0; i < o->nnames && !is_over(&r); i++)
        take_operand(&r, o->names[i]);
    sink_flush(out);
    if (o->stats)
        print_stats(&r, io_seconds() - started);
    question_close(&r.distance);
    question_close(&r.indel);
    pair_lines_free(&r.lines);
    free(r.limits);
    free(r.answers);
    free(r.lengths);
    return !r.beyond;
}
