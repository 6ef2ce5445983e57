/*
 * compressed_bytes.h - a buffer of compressed input.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct compressed_bytes {
    /* As read(2); -1 with errno. `from` is its context. */
    ssize_t (*read)(void *from, unsigned char *to, size_t size);
    void *from;
    bool waits; /* a read may block: text that is already decompressed is returned first */

    const unsigned char *at; /* the next of `left` buffered bytes */
    size_t left;
    unsigned char *buffer;
    size_t room;
    uint64_t length;    /* bytes read so far */
    bool ended;         /* no more can be read */
    int errnum;         /* because of this error, or 0 */
    const char *reason; /* an unpacker describes an error here, if it can; static */
};

/* Returns false when out of memory. */
bool compressed_bytes_open(struct compressed_bytes *p);
void compressed_bytes_close(struct compressed_bytes *p);

/* Starts another input. */
void compressed_bytes_begin(struct compressed_bytes *p,
                            ssize_t (*read)(void *from, unsigned char *to, size_t size), void *from,
                            bool waits);

/* Reads more bytes behind the buffered ones. Returns false at the end, on an error, and when the
 * buffer is full. */
bool compressed_bytes_fill(struct compressed_bytes *p);

/* Enlarges the buffer to `size` bytes. Returns false when out of memory. */
bool compressed_bytes_reserve(struct compressed_bytes *p, size_t size);

/* Puts n bytes before the buffered ones. Returns false when out of memory. */
bool compressed_bytes_put_back(struct compressed_bytes *p, const unsigned char *bytes, size_t n);

/* Drops the first n buffered bytes. */
void compressed_bytes_use(struct compressed_bytes *p, size_t n);
