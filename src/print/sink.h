/*
 * sink.h - the one way to standard output: a buffer whose every write is checked.
 *
 * A sink can be *held*: what is put is then kept back (spill.h) until sink_release(), and can be
 * dropped. Best mode holds the output for the least distance so far, and drops it when a lesser
 * distance turns up.
 *
 * Main thread only. A failed write ends the program: "edgrep: write error: REASON", status 2.
 */
#ifndef SINK_H
#define SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sink;

struct sink *sink_open(int fd);
void sink_put(struct sink *s, const void *bytes, size_t size);
void sink_puts(struct sink *s, const char *string);
void sink_putc(struct sink *s, char c);
void sink_number(struct sink *s, uint64_t n); /* in decimal */

/* As sink_put(), but the bytes are made safe for a terminal by visible_copy(). */
void sink_put_visible(struct sink *s, const void *bytes, size_t size);

void sink_flush(struct sink *s);   /* writes the buffer; does nothing while the sink is held */
void sink_hold(struct sink *s);    /* what is put from here on is kept back */
void sink_drop(struct sink *s);    /* forgets what is kept back; the sink is still held */
void sink_release(struct sink *s); /* puts what is kept back; the sink is held no longer */

/* Seconds spent in writing. */
double sink_seconds(const struct sink *s);

/* Drops what is kept back, writes the buffer, and frees the sink. */
void sink_close(struct sink *s);

#endif
