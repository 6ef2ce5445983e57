/*
 * spill.h - a growing sequence of bytes: up to 64 MiB in memory, beyond that in an unlinked file in
 * TMPDIR.
 *
 * One thread at a time may use a spill. If the file cannot be created or written, the thread dies
 * (diag.h), and the program exits with status 2.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct spill {
    unsigned char *memory;
    size_t used, capacity; /* of memory */
    uint64_t length;       /* of the sequence */
    int fd;                /* the file, whose bytes come before those in memory; -1: none */
    unsigned char *map;    /* the mapping of a part of the file by spill_view(), or NULL */
    uint64_t map_at;
    size_t map_length;
    unsigned char *window; /* a buffer: the part of the file read last, and some bytes behind it; or
                              NULL */
    uint64_t window_at;
    size_t window_length;
};

#define SPILL_INIT ((struct spill){.fd = -1})

void spill_append(struct spill *s, const void *bytes, size_t size);

/* Copies up to `size` bytes from byte `at` on; returns how many. Fast for small pieces in order. */
size_t spill_read(struct spill *s, uint64_t at, void *to, size_t size);

/* Returns up to `size` contiguous bytes from byte `at` on, *n of them: at least 16 KiB, or all that
 * `size` or the end admits. Valid until the next call with s. */
const unsigned char *spill_piece(struct spill *s, uint64_t at, uint64_t size, size_t *n);

/* Appends `size` bytes of another sequence, from byte `at` on. */
void spill_copy(struct spill *to, struct spill *from, uint64_t at, uint64_t size);

/* Returns `size` contiguous bytes from byte `at` on; more than 64 KiB of a file need as much
 * address space. Never NULL. Valid until the next call that does not read a part of them. Where
 * there is no address space, the message names `option` as what needs it, unless it is NULL. */
const unsigned char *spill_view(struct spill *s, uint64_t at, uint64_t size, const char *option);

/* Both remove all bytes. spill_clear() keeps a small buffer; spill_free() frees everything. */
void spill_clear(struct spill *s);
void spill_free(struct spill *s);
