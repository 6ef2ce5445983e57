/*
 * unpacker.h - what makes text of compressed bytes: one const struct in a file unpacker_NAME.c for
 * each library, of which only those are compiled whose library is there.
 *
 * An unpacker does one member at a time: what lies between a magic number and the end that belongs
 * to it. One thread at a time uses its state.
 */
#ifndef UNPACKER_H
#define UNPACKER_H

#include "text/compressed_bytes.h"
#include "text/compression_format.h"

enum unpacked {
    UNPACKED_MORE,    /* the member goes on */
    UNPACKED_END,     /* it has ended: what lies behind it is next in `in` */
    UNPACKED_CUT,     /* there are no more bytes, and it has not ended */
    UNPACKED_DAMAGED, /* or in->reason says better what is wrong */
    UNPACKED_MEMORY,  /* memory is out */
};

enum whole {
    WHOLE_NO,
    WHOLE_MORE, /* more bytes must be seen to tell */
    WHOLE_YES,  /* and all of it is there */
};

struct unpacker {
    unsigned packings; /* PACKING_BIT() of those that it knows */

    /* NULL: memory is out. */
    void *(*open)(void);
    void (*close)(void *state);

    /* A member begins with in->at; false: memory is out. */
    bool (*begin)(void *state, enum compression_format packing);

    /* Up to `size` bytes, of which there is at least one where the member goes on: *made, whatever
     * is returned. */
    enum unpacked (*read)(void *state, struct compressed_bytes *in, unsigned char *to, size_t size,
                          size_t *made);

    /* Whether a member begins with these bytes that says how long it is: it has *length bytes, and
     * *text of text. NULL: none ever says. */
    enum whole (*whole)(const unsigned char *p, size_t n, size_t *length, size_t *text);
};

#define PACKING_BIT(packing) (1u << (packing))

/* All that are there; NULL is the last. */
extern const struct unpacker *const unpackers[];

/* The one that knows it, or NULL. */
const struct unpacker *unpacker_find(enum compression_format packing);

#endif
