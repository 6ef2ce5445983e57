#include "print/sink.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/escape_controls.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/xalloc.h"

enum { BUFFER_SIZE = 64 * 1024, VISIBLE_PIECE = 4096, GAPS_KEPT = 4096, DIGITS_MOST = 20 };

static struct sink *unflushed; /* the open sink: its buffer is written when the program exits */

static size_t used(const struct sink *s)
{
    return (size_t)(s->at - s->buffer);
}

void sink_tell(struct sink *s, void (*tell)(void *context), void *context)
{
    s->tell = tell;
    s->context = context;
}

static bool write_out(const struct sink *s, const void *bytes, size_t size)
{
    if (s->tell != NULL && size > 0)
        s->tell(s->context);
    return io_write(s->fd, bytes, size);
}

/*
 * Exit handler: die() may exit from anywhere, and output put earlier must still be written. An exit
 * handler must not call exit(), hence _exit().
 */
static void flush_at_exit(void)
{
    struct sink *s = unflushed;
    unflushed = NULL;
    if (s != NULL && !s->held && !write_out(s, s->buffer, used(s))) {
        diag_error("write error: %s", strerror(errno));
        _exit(EXIT_TROUBLE);
    }
}

static struct sink *make_sink(int fd, bool held)
{
    struct sink *s = xmalloc(sizeof *s);
    unsigned char *buffer = xmalloc(BUFFER_SIZE);
    *s = (struct sink){.at = buffer,
                       .end = buffer + BUFFER_SIZE,
                       .buffer = buffer,
                       .fd = fd,
                       .held = held,
                       .kept = SHEET_INIT};
    return s;
}

struct sink *sink_open(int fd)
{
    static bool registered;
    if (!registered && atexit(flush_at_exit) != 0)
        die_out_of_memory();
    registered = true;
    return unflushed = make_sink(fd, false);
}

struct sink *sink_collect(void)
{
    return make_sink(-1, true);
}

/* Writes the bytes, or appends them to the held output. The buffer must be empty, because after a
 * failure flush_at_exit() would write it again. */
static void pass_on(struct sink *s, const void *bytes, size_t size)
{
    if (s->held) {
        spill_append(&s->kept.bytes, bytes, size);
        return;
    }
    if (size > 0)
        trace(TRACE_OUTPUT, "%zu bytes are written", size);
    double start = io_seconds();
    if (!write_out(s, bytes, size))
        die("write error: %s", strerror(errno));
    s->seconds += io_seconds() - start;
}

static void empty_buffer(struct sink *s)
{
    size_t size = used(s);
    s->at = s->buffer;
    pass_on(s, s->buffer, size);
}

void sink_put_large(struct sink *s, const void *bytes, size_t size)
{
    empty_buffer(s);
    if (size >= BUFFER_SIZE)
        pass_on(s, bytes, size);
    else
        sink_put(s, bytes, size);
}

void sink_number(struct sink *s, uint64_t n)
{
    sink_wide_number(s, n, 0);
}

/* Writes the digits of n so that the last one is before `behind`. Returns the first. */
static unsigned char *write_digits(unsigned char *behind, uint64_t n)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    for (; n >= 100; n /= 100)
        memcpy(behind -= 2, pairs + n % 100 * 2, 2);
    if (n >= 10)
        return memcpy(behind - 2, pairs + n * 2, 2);
    *--behind = (unsigned char)('0' + n);
    return behind;
}

void sink_wide_number(struct sink *s, uint64_t n, unsigned width)
{
    unsigned char digits[2 * DIGITS_MOST] = {0}, *end = digits + DIGITS_MOST;
    unsigned char *first = write_digits(end, n);
    for (size_t wide = (size_t)(end - first); wide < width; wide++)
        sink_putc(s, ' ');
    if (s->end - s->at < DIGITS_MOST)
        empty_buffer(s);
    memcpy(s->at, first, DIGITS_MOST); /* a fixed size is fastest; the next output overwrites the
                                          rest */
    s->at += end - first;
}

/* Returns the position of the next byte in the held output. */
static uint64_t kept_length(const struct sink *s)
{
    return s->kept.bytes.length + used(s);
}

void sink_record_number(struct sink *s, uint64_t n, unsigned width)
{
    struct sheet *sheet = &s->kept;
    if (s->fd >= 0) {
        sink_wide_number(s, n, width);
        return;
    }
    if (sheet->ngaps == sheet->capacity)
        xgrow(&sheet->gaps, &sheet->capacity, sheet->ngaps + 1, sizeof *sheet->gaps);
    sheet->gaps[sheet->ngaps++] = (struct gap){kept_length(s), n, width};
}

void sink_put_visible(struct sink *s, const void *bytes, size_t size)
{
    char visible[ESCAPE_CONTROLS_EXPANSION * VISIBLE_PIECE + 1];
    const unsigned char *p = bytes;
    while (size > 0) {
        size_t piece = size <= VISIBLE_PIECE ? size : escape_controls_cut(p, VISIBLE_PIECE + 1);
        sink_put(s, visible, escape_controls_copy(visible, p, piece));
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
    sink_flush(s);
    s->held = true;
}

void sink_drop(struct sink *s)
{
    s->at = s->buffer;
    sheet_clear(&s->kept);
}

static void put_kept(struct sink *s, struct spill *bytes, uint64_t from, uint64_t to)
{
    for (size_t n; from < to; from += n) {
        const unsigned char *piece = spill_piece(bytes, from, to - from, &n);
        sink_put(s, piece, n);
    }
}

void sink_release(struct sink *s)
{
    empty_buffer(s);
    s->held = false;
    put_kept(s, &s->kept.bytes, 0, s->kept.bytes.length);
    sheet_free(&s->kept);
}

void sink_close(struct sink *s)
{
    if (s->held)
        sink_drop(s);
    else
        empty_buffer(s);
    if (unflushed == s)
        unflushed = NULL;
    sheet_free(&s->kept);
    free(s->buffer);
    free(s);
}

struct sheet_place sink_place(const struct sink *s)
{
    return (struct sheet_place){kept_length(s), s->kept.ngaps};
}

void sink_exchange(struct sink *s, struct sheet *sheet)
{
    empty_buffer(s);
    struct sheet collected = s->kept;
    s->kept = *sheet;
    *sheet = collected;
}

/* Returns the place, limited to the end of the sheet: a worker that ran out of memory has lost its
 * buffer. */
static struct sheet_place limited_place(const struct sheet *sheet, struct sheet_place place)
{
    if (place.byte > sheet->bytes.length)
        place.byte = sheet->bytes.length;
    while (place.gap > 0 && sheet->gaps[place.gap - 1].at > place.byte)
        place.gap--;
    return place;
}

void sink_put_sheet(struct sink *s, struct sheet *sheet, struct sheet_place from,
                    struct sheet_place to, uint64_t base)
{
    from = limited_place(sheet, from);
    to = limited_place(sheet, to);
    for (; from.gap < to.gap; from.gap++) {
        const struct gap *g = &sheet->gaps[from.gap];
        put_kept(s, &sheet->bytes, from.byte, g->at);
        sink_wide_number(s, base + g->number, g->width);
        from.byte = g->at;
    }
    put_kept(s, &sheet->bytes, from.byte, to.byte);
}

void sheet_clear(struct sheet *s)
{
    spill_clear(&s->bytes);
    s->ngaps = 0;
    if (s->capacity <= GAPS_KEPT)
        return;
    free(s->gaps);
    s->gaps = NULL;
    s->capacity = 0;
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
