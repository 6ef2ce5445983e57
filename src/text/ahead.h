/*
 * ahead.h - the text of a compressed file, which threads unpack ahead of the one that reads it.
 *
 * Usually only the beginning of a member tells how to go on, so one thread unpacks all of it. Where
 * members say how long they are, as those of bgzip, and frames of zstd do, several threads unpack
 * some each.
 *
 * A small file is not worth a thread: whoever reads unpacks the beginning.
 */
#ifndef AHEAD_H
#define AHEAD_H

#include "text/unpacking.h"

/* Bytes of text that a thread unpacks at a time, and that are worth no thread. Tests make it small.
 */
extern size_t ahead_block;

enum { AHEAD_BLOCK = 1 << 19 };

struct ahead;

/* So many threads at most, besides the one that reads. NULL: memory is out. */
struct ahead *ahead_open(unsigned threads);
void ahead_close(struct ahead *a); /* NULL is nothing */

/* What u, which has just begun, gives. From ahead_begin() to ahead_end() it is not the caller's.
 * `back`: the next read of `from` is to give what lies behind so many bytes of the file. */
void ahead_begin(struct ahead *a, struct unpacking *u, void (*back)(void *from, uint64_t position),
                 void *from);

/* Nothing more is read. */
void ahead_end(struct ahead *a);

/* As unpacking_read(). */
ssize_t ahead_read(struct ahead *a, unsigned char *to, size_t size);

#endif
