/*
 * unpacker.h - decompresses: one const struct in a file unpacker_NAME.c for each library; only
 * those whose library is installed are compiled.
 *
 * An unpacker decompresses one member at a time: from a magic number to the end of its data. One
 * thread at a time may use its state.
 */
#pragma once

#include "input/compression_format.h"
#include "input/input_bytes.h"

enum unpacked {
    UNPACKED_MORE,    /* the member goes on */
    UNPACKED_END,     /* it has ended: the bytes behind it are next in `in` */
    UNPACKED_CUT,     /* the input ended within it */
    UNPACKED_DAMAGED, /* in->reason may say more */
    UNPACKED_MEMORY,  /* out of memory */
};

enum whole {
    WHOLE_NO,
    WHOLE_MORE, /* more bytes are needed to decide */
    WHOLE_YES,  /* and it is complete */
};

struct unpacker {
    unsigned packings; /* PACKING_BIT() of its formats */

    /* Returns NULL when out of memory. */
    void *(*open)(void);
    void (*close)(void *state);

    /* Starts a member at in->at. Returns false when out of memory. */
    bool (*begin)(void *state, enum compression_format packing);

    /* Decompresses up to `size` bytes, and at least one if the member goes on; sets *made in every
     * case. */
    enum unpacked (*read)(void *state, struct input_bytes *in, unsigned char *to, size_t size,
                          size_t *made);

    /* Whether these bytes begin with a member whose header states its length: it has *length bytes,
     * and *text bytes of text. NULL: no member of these formats does. */
    enum whole (*whole)(const unsigned char *p, size_t n, size_t *length, size_t *text);
};

#define PACKING_BIT(packing) (1u << (packing))

/* Returns the unpacker for a format, or NULL (decompress.c). */
const struct unpacker *unpacker_find(enum compression_format packing);
