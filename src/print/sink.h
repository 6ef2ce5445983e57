/*
 * sink.h - the one way to standard output: a buffer whose every write is checked.
 *
 * A sink can be *held*: what is put is then kept back (see spill.h) and may be dropped again, until
 * sink_release(). Best mode holds its output for the least distance so far and drops it when a
 * lesser one turns up. Main thread only. A failed write ends the program: "edgrep: write error:
 * REASON", status 2.
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

/* The same bytes, but for a terminal: control and undecodable bytes through vis(3) (VIS_CSTYLE |
   VIS_NOSLASH), see visible.h; newline, tab and printable UTF-8 stay. */
void sink_put_visible(struct sink *s, const void *bytes, size_t size);

void sink_flush(struct sink *s);   /* nothing happens while held */
void sink_hold(struct sink *s);    /* from here on, keep back */
void sink_drop(struct sink *s);    /* forget all that is kept back; still held */
void sink_release(struct sink *s); /* let go: what is kept back goes out */

/* Seconds spent in writing. */
double sink_seconds(const struct sink *s);

/* Flushes (drops what is held) and frees. */
void sink_close(struct sink *s);

#endif
