/*
 * sink.h - buffered, checked writes to standard output: the only way to it.
 *
 * A sink can be *held*: output is then kept back (spill.h) until sink_release(), and can be
 * dropped. Best mode holds the output for the least distance so far, and drops it when a lesser
 * distance turns up.
 *
 * A *sheet* is output collected for another sink: a worker prints to a sink of its own, and the
 * main thread puts the sheet on standard output when everything before it is there. Record numbers
 * are left blank in a sheet (gaps) and filled in later: the worker counts from where it began, and
 * only the main thread knows how many records came before.
 *
 * A sink belongs to one thread. A failed write ends the program: "edgrep: write error: REASON",
 * status 2.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "print/spill.h"

/* A number to be inserted before byte `at` of a sheet. */
struct gap {
    uint64_t at, number;
    unsigned width;
};

struct sheet {
    struct spill bytes;
    struct gap *gaps;
    size_t ngaps, capacity;
};

#define SHEET_INIT ((struct sheet){.bytes = SPILL_INIT})

/* A place in a sheet. */
struct sheet_place {
    uint64_t byte;
    size_t gap;
};

/* Output goes to the buffer. A full buffer is written, or kept back while the sink is held. Only
 * the functions of this module may use the members, but for `seconds`. */
struct sink {
    unsigned char *at, *end; /* the free part of the buffer */
    unsigned char *buffer;
    int fd; /* -1: it collects a sheet */
    bool held;
    double seconds;              /* spent in writing */
    void (*tell)(void *context); /* sink_tell() */
    void *context;
    struct sheet kept; /* output kept back; the buffer follows it */
};

struct sink *sink_open(int fd);
struct sink *sink_collect(void); /* opens a sink for sheets: it is always held */
void sink_put_large(struct sink *s, const void *bytes, size_t size); /* for more bytes than the
                                                                        buffer has room for */

static inline void sink_put(struct sink *s, const void *bytes, size_t size)
{
    if (size > (size_t)(s->end - s->at)) {
        sink_put_large(s, bytes, size);
    } else if (size > 0) {
        memcpy(s->at, bytes, size);
        s->at += size;
    }
}

static inline void sink_putc(struct sink *s, char c)
{
    if (s->at < s->end)
        *s->at++ = (unsigned char)c;
    else
        sink_put_large(s, &c, 1);
}

static inline void sink_puts(struct sink *s, const char *string)
{
    sink_put(s, string, strlen(string));
}

void sink_number(struct sink *s, uint64_t n);                      /* in decimal */
void sink_wide_number(struct sink *s, uint64_t n, unsigned width); /* with blanks before it */

/* Puts the number of a record, padded with blanks to `width` columns; in a sheet, a gap. */
void sink_record_number(struct sink *s, uint64_t n, unsigned width);

/* As sink_put(), but escapes the bytes for a terminal by escape_controls_copy(). */
void sink_put_visible(struct sink *s, const void *bytes, size_t size);

void sink_flush(struct sink *s);   /* writes the buffer; does nothing while the sink is held */
void sink_hold(struct sink *s);    /* writes the buffer; later output is kept back */
void sink_drop(struct sink *s);    /* drops the output kept back; the sink is still held */
void sink_release(struct sink *s); /* puts the output kept back; the sink is no longer held */

/* Sets a function that is called before each write, or NULL. */
void sink_tell(struct sink *s, void (*tell)(void *context), void *context);

/* Returns the current end of a collecting sink's sheet. */
struct sheet_place sink_place(const struct sink *s);

/* Swaps the collected sheet with *sheet. */
void sink_exchange(struct sink *s, struct sheet *sheet);

/* Puts the part of a sheet between two places; adds `base` to the numbers in it. */
void sink_put_sheet(struct sink *s, struct sheet *sheet, struct sheet_place from,
                    struct sheet_place to, uint64_t base);
void sheet_clear(struct sheet *s); /* keeps small buffers; sheet_free() frees everything */
void sheet_free(struct sheet *s);
uint64_t sheet_size(const struct sheet *s); /* bytes that it takes */

/* Drops the output kept back, writes the buffer, and frees the sink. */
void sink_close(struct sink *s);
