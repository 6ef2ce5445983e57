/*
 * packed.h - the bytes of a compressed input, as they are read.
 */
#ifndef PACKED_H
#define PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct packed {
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
bool packed_open(struct packed *p);
void packed_close(struct packed *p);

/* Another input: nothing of it has been read. */
void packed_begin(struct packed *p, ssize_t (*read)(void *from, unsigned char *to, size_t size),
                  void *from, bool waits);

/* Reads more behind what is left; false: there is no more, or no room. */
bool packed_fill(struct packed *p);

/* Makes room for `size` bytes. False: memory is out. */
bool packed_reserve(struct packed *p, size_t size);

/* Puts n bytes before those that are left. False: memory is out. */
bool packed_put_back(struct packed *p, const unsigned char *bytes, size_t n);

/* So many bytes have been used. */
void packed_use(struct packed *p, size_t n);

#endif
