/*
 * compressed_bytes.h - the bytes of a compressed input, as they are read.
 */
#ifndef COMPRESSED_BYTES_H
#define COMPRESSED_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct compressed_bytes {
    /* As read(2); -1 with errno. `from` is its own. */
    ssize_t (*read)(void *from, unsigned char *to, size_t size);
    void *from;
    bool waits; /* a read may wait for somebody: what is unpacked is handed on before */

    const unsigned char *at; /* the next byte; `left` bytes are there */
    size_t left;
    unsigned char *buffer;
    size_t room;
    uint64_t length;    /* bytes that were read */
    bool ended;         /* no more can be read */
    int errnum;         /* because of this error, or 0 */
    const char *reason; /* an unpacker says here what is wrong, if it can; static */
};

/* False: memory is out. */
bool compressed_bytes_open(struct compressed_bytes *p);
void compressed_bytes_close(struct compressed_bytes *p);

/* Another input: nothing of it has been read. */
void compressed_bytes_begin(struct compressed_bytes *p,
                            ssize_t (*read)(void *from, unsigned char *to, size_t size), void *from,
                            bool waits);

/* Reads more behind what is left; false: there is no more, or no room. */
bool compressed_bytes_fill(struct compressed_bytes *p);

/* Makes room for `size` bytes. False: memory is out. */
bool compressed_bytes_reserve(struct compressed_bytes *p, size_t size);

/* Puts n bytes before those that are left. False: memory is out. */
bool compressed_bytes_put_back(struct compressed_bytes *p, const unsigned char *bytes, size_t n);

/* So many bytes have been used. */
void compressed_bytes_use(struct compressed_bytes *p, size_t n);

#endif
