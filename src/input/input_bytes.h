/*
 * input_bytes.h - a buffer of an input that is compressed or in another encoding.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct input_bytes {
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
    bool failed;        /* because of an error; */
    int errnum;         /* its errno, which may be 0 */
    const char *reason; /* what an unpacker or a conversion says of an error, or NULL; static */
};

/* Returns false when out of memory. */
bool input_bytes_open(struct input_bytes *p);
void input_bytes_close(struct input_bytes *p);

/* Starts another input. */
void input_bytes_begin(struct input_bytes *p,
                       ssize_t (*read)(void *from, unsigned char *to, size_t size), void *from,
                       bool waits);

/* Reads more bytes behind the buffered ones. Returns false at the end, on an error, and when the
 * buffer is full. After an error EAGAIN it may be called again; all others end the input. */
bool input_bytes_fill(struct input_bytes *p);

/* Enlarges the buffer to `size` bytes. Returns false when out of memory. */
bool input_bytes_reserve(struct input_bytes *p, size_t size);

/* Puts n bytes before the buffered ones. Returns false when out of memory. */
bool input_bytes_put_back(struct input_bytes *p, const unsigned char *bytes, size_t n);

/* Drops the first n buffered bytes. */
static inline void input_bytes_use(struct input_bytes *p, size_t n)
{
    p->at += n;
    p->left -= n;
}

/* Moves up to `size` buffered bytes to `to`. Returns how many. */
size_t input_bytes_take(struct input_bytes *p, unsigned char *to, size_t size);
