/*
 * read_ahead.h - the text of a compressed file, which threads unpack ahead of the one that reads
 * it.
 *
 * Usually only the beginning of a member tells how to go on, so one thread unpacks all of it. Where
 * members say how long they are, as those of bgzip, and frames of zstd do, several threads unpack
 * some each.
 *
 * A small file is not worth a thread: whoever reads unpacks the beginning.
 */
#ifndef READ_AHEAD_H
#define READ_AHEAD_H

#include "text/decompress.h"

/* Bytes of text that a thread unpacks at a time, and that are worth no thread. Tests make it small.
 */
extern size_t read_ahead_block;

enum { READ_AHEAD_BLOCK = 1 << 19 };

struct read_ahead;

/* So many threads at most, besides the one that reads. NULL: memory is out. */
struct read_ahead *read_ahead_open(unsigned threads);
void read_ahead_close(struct read_ahead *a); /* NULL is nothing */

/* What u, which has just begun, gives. From read_ahead_begin() to read_ahead_end() it is not the
 * caller's. `back`: the next read of `from` is to give what lies behind so many bytes of the file.
 */
void read_ahead_begin(struct read_ahead *a, struct decompress *u,
                      void (*back)(void *from, uint64_t position), void *from);

/* Nothing more is read. */
void read_ahead_end(struct read_ahead *a);

/* As decompress_read(). */
ssize_t read_ahead_read(struct read_ahead *a, unsigned char *to, size_t size);

#endif
