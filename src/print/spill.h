/*
 * spill.h - bytes that must be held: in memory up to 64 MiB, beyond that in an unlinked file in
 * TMPDIR.
 *
 * Main thread only. When the file cannot be made or written the program ends (status 2).
 */
#ifndef SPILL_H
#define SPILL_H

#include <stddef.h>
#include <stdint.h>

struct spill {
    unsigned char *memory;
    size_t used, capacity; /* of memory */
    uint64_t length;       /* all bytes held */
    int fd;                /* -1 while all is in memory; then all is in the file */
    void *map;             /* the last spill_view() of a file */
    size_t map_length;
};

#define SPILL_INIT ((struct spill){.fd = -1})

void spill_append(struct spill *s, const void *bytes, size_t size);

/* Copies up to `size` bytes from number `at` on; returns how many: less only where they end. */
size_t spill_read(struct spill *s, uint64_t at, void *to, size_t size);

/* All bytes in one piece (the file is mapped), valid until the next call on s. Never NULL. */
const unsigned char *spill_view(struct spill *s);

/* Forgets the bytes (keeps a small buffer); spill_free() also gives the memory back. */
void spill_clear(struct spill *s);
void spill_free(struct spill *s);

#endif
