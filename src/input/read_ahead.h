/*
 * read_ahead.h - the text of a compressed file, which threads decompress ahead of the reading
 * thread.
 *
 * Usually only decompressing a member shows where it ends, so one thread decompresses all of it. If
 * members state their length, as those of bgzip and frames of zstd do, several threads decompress
 * members in parallel.
 *
 * The reading thread decompresses the beginning itself: small files are not worth a thread.
 */
#pragma once

#include "input/decompress.h"

/* Bytes of text in a block. Files with less text are not worth a thread. Tests make it small. */
extern size_t read_ahead_block;

enum { READ_AHEAD_BLOCK = 1 << 19 };

struct read_ahead;

/* `threads`: at most, besides the reading thread. Exits the program when out of memory. */
struct read_ahead *read_ahead_open(unsigned threads);
void read_ahead_close(struct read_ahead *a); /* NULL is ignored */

/* Reads the text of u, at its beginning. Until read_ahead_end() the caller must not use u. `back`
 * moves `from` to a byte of the file, from which the next read continues. */
void read_ahead_begin(struct read_ahead *a, struct decompress *u,
                      void (*back)(void *from, uint64_t position), void *from);

/* Ends reading, and the threads. */
void read_ahead_end(struct read_ahead *a);

/* As decompress_read(). */
ssize_t read_ahead_read(struct read_ahead *a, unsigned char *to, size_t size);
