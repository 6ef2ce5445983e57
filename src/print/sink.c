/* sink.c - see sink.h. */
#include "print/sink.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/visible.h"
#include "base/xalloc.h"
#include "print/spill.h"

enum { BUFFER_SIZE = 64 * 1024, VISIBLE_PIECE = 4096 };

/* The buffer has what will be written in any case; `kept` has what follows it and may be dropped.
 */
struct sink {
    int fd; /* -1: it collects */
    bool held;
    double seconds; /* spent in writing */
    struct sheet kept;
    size_t used;
    unsigned char buffer[BUFFER_SIZE];
};

static struct sink *unflushed; /* the open sink: its buffer must go out when the program ends */

/*
 * An exit handler: die() ends the program from anywhere, and what was put before must still come
 * out. An exit handler must not call exit() again, hence _exit().
 */
static void flush_at_exit(void)
{
    struct sink *s = unflushed;
    unflushed = NULL;
    if (s != NULL && !io_write(s->fd, s->buffer, s->used)) {
        diag_error("write error: %s", strerror(errno));
        _exit(EXIT_TROUBLE);
    }
}

static struct sink *new (int fd, bool held)
{
    struct sink *s = xmalloc(sizeof *s);
    s->fd = fd;
    s->held = held;
    s->seconds = 0;
    s->kept = SHEET_INIT;
    s->used = 0;
    return s;
}

struct sink *sink_open(int fd)
{
    static bool registered;
    if (!registered && atexit(flush_at_exit) != 0)
        die("%s", strerror(ENOMEM));
    registered = true;
    return unflushed = new (fd, false);
}

struct sink *sink_collect(void)
{
    return new (-1, true);
}

/* The buffer must be empty: after a failure, flush_at_exit() would try to write it again. */
static void write_out(struct sink *s, const void *bytes, size_t size)
{
    if (size > 0)
        trace(TRACE_OUTPUT, "%zu bytes are written", size);
    double start = io_seconds();
    if (!io_write(s->fd, bytes, size))
        die("write error: %s", strerror(errno));
    s->seconds += io_seconds() - start;
}

static void empty_buffer(struct sink *s)
{
    size_t size = s->used;
    s->used = 0;
    write_out(s, s->buffer, size);
}

/* Puts bytes that will not be taken back. */
static void buffer_put(struct sink *s, const void *bytes, size_t size)
{
    if (size > BUFFER_SIZE - s->used)
        empty_buffer(s);
    if (size >= BUFFER_SIZE) {
        write_out(s, bytes, size);
    } else {
        memcpy(s->buffer + s->used, bytes, size);
        s->used += size;
    }
}

void sink_put(struct sink *s, const void *bytes, size_t size)
{
    if (size == 0)
        return;
    if (s->held)
        spill_append(&s->kept.bytes, bytes, size);
    else
        buffer_put(s, bytes, size);
}

void sink_puts(struct sink *s, const char *string)
{
    sink_put(s, string, strlen(string));
}

void sink_putc(struct sink *s, char c)
{
    sink_put(s, &c, 1);
}

void sink_number(struct sink *s, uint64_t n)
{
    sink_wide_number(s, n, 0);
}

void sink_wide_number(struct sink *s, uint64_t n, unsigned width)
{
    char digits[20]; /* 2^64 has as many */
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    for (size_t wide = sizeof digits - first; wide < width; wide++)
        sink_putc(s, ' ');
    sink_put(s, digits + first, sizeof digits - first);
}

void sink_record_number(struct sink *s, uint64_t n, unsigned width)
{
    struct sheet *sheet = &s->kept;
    if (s->fd >= 0) {
        sink_wide_number(s, n, width);
        return;
    }
    xgrow(&sheet->gaps, &sheet->capacity, sheet->ngaps + 1, sizeof *sheet->gaps);
    sheet->gaps[sheet->ngaps++] = (struct gap){sheet->bytes.length, n, width};
}

void sink_put_visible(struct sink *s, const void *bytes, size_t size)
{
    char visible[VISIBLE_EXPANSION * VISIBLE_PIECE + 1];
    const unsigned char *p = bytes;
    while (size > 0) {
        size_t piece = size <= VISIBLE_PIECE ? size : visible_part(p, VISIBLE_PIECE + 1);
        sink_put(s, visible, visible_copy(visible, p, piece));
        p += piece;
        size -= piece;
    }
}

void sink_flush(struct sink *s)
{
    if (!s->held)
        empty_buffer(s);
}

void sink_hold(struct sink *s)
{
    s->held = true;
}

void sink_drop(struct sink *s)
{
    sheet_clear(&s->kept);
}

void sink_release(struct sink *s)
{
    s->held = false;
    for (uint64_t at = 0; at < s->kept.bytes.length; at += s->used) {
        empty_buffer(s);
        s->used = spill_read(&s->kept.bytes, at, s->buffer, BUFFER_SIZE);
    }
    sheet_free(&s->kept);
}

void sink_close(struct sink *s)
{
    sheet_free(&s->kept);
    empty_buffer(s);
    if (unflushed == s)
        unflushed = NULL;
    free(s);
}

struct place sink_place(const struct sink *s)
{
    return (struct place){s->kept.bytes.length, s->kept.ngaps};
}

void sink_exchange(struct sink *s, struct sheet *sheet)
{
    struct sheet collected = s->kept;
    s->kept = *sheet;
    *sheet = collected;
}

void sink_put_sheet(struct sink *s, struct sheet *sheet, struct place from, struct place to,
                    uint64_t base)
{
    const unsigned char *bytes = spill_view(&sheet->bytes);
    for (const struct gap *g = sheet->gaps + from.gap; from.gap < to.gap; g++, from.gap++) {
        sink_put(s, bytes + from.byte, (size_t)(g->at - from.byte));
        sink_wide_number(s, base + g->number, g->width);
        from.byte = g->at;
    }
    sink_put(s, bytes + from.byte, (size_t)(to.byte - from.byte));
}

void sheet_clear(struct sheet *s)
{
    spill_clear(&s->bytes);
    s->ngaps = 0;
}

void sheet_free(struct sheet *s)
{
    spill_free(&s->bytes);
    free(s->gaps);
    *s = SHEET_INIT;
}

uint64_t sheet_size(const struct sheet *s)
{
    return s->bytes.length + s->ngaps * sizeof *s->gaps;
}

double sink_seconds(const struct sink *s)
{
    return s->seconds;
}
