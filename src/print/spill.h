/*
 * spill.h - a growing sequence of bytes: up to 64 MiB in memory, beyond that in an unlinked file in
 * TMPDIR.
 *
 * One thread at a time may use a spill. If the file cannot be created or written, the thread dies
 * (diag.h), and the program exits with status 2.
 */
#ifndef SPILL_H
#define SPILL_H

#include <stddef.h>
#include <stdint.h>

struct spill {
    unsigned char *memory;
    size_t used, capacity; /* of memory */
    uint64_t length;       /* of the sequence */
    int fd;                /* the file, which bytes in memory then follow; -1: all is in memory */
    void *map;             /* what spill_view() gave of the file, or NULL */
    size_t map_length;
    unsigned char *window; /* of the file: what was read last, and some behind it; or NULL */
    uint64_t window_at;
    size_t window_length;
};

#define SPILL_INIT ((struct spill){.fd = -1})

void spill_append(struct spill *s, const void *bytes, size_t size);

/* Copies `size` bytes, from byte `at` on, or as many as there are; returns how many. Fast for small
 * pieces that follow each other. */
size_t spill_read(struct spill *s, uint64_t at, void *to, size_t size);

/* Returns up to `size` contiguous bytes from byte `at` on, *n of them: at least 16 KiB, or all that
 * `size` or the end admits. Valid until the next call with s. */
const unsigned char *spill_piece(struct spill *s, uint64_t at, uint64_t size, size_t *n);

/* Appends `size` bytes of another sequence, from byte `at` on. */
void spill_copy(struct spill *to, struct spill *from, uint64_t at, uint64_t size);

/* All bytes in one piece, which takes as much address space: valid until the next call with s.
 * Never NULL. */
const unsigned char *spill_view(struct spill *s);

/* Both forget the bytes. spill_clear() keeps a small buffer; spill_free() keeps nothing. */
void spill_clear(struct spill *s);
void spill_free(struct spill *s);

#endif
