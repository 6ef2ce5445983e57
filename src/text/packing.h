/*
 * packing.h - the ways in which an input may be compressed, and how each is known: by the magic
 * number that it begins with.
 */
#ifndef PACKING_H
#define PACKING_H

#include <stdbool.h>
#include <stddef.h>

enum packing {
    PACKING_NONE, /* it begins with no magic number: the bytes are the text */
    PACKING_GZIP,
    PACKING_ZSTD,
    PACKING_XZ,
    PACKING_BZIP2,
    PACKING_LZ4,
    PACKING_COMPRESS,
    PACKINGS,
    PACKING_OPEN = PACKINGS, /* more bytes must be seen to tell */
};

enum { PACKING_LOOK = 18 /* bytes that tell in any case */ };

/* By the first n bytes; `ended`: there are no more, so PACKING_OPEN is not the answer. A magic
 * number that is cut short counts, unless it may be a word of a text. */
enum packing packing_of(const unsigned char *p, size_t n, bool ended);

/* What is said of an input, all static. */
struct packing_words {
    const char *damaged, *cut, *garbage;
    const char *missing;  /* no library was there when edgrep was built */
    const char *unloaded; /* it is not there now, or not as it should be */
};

const struct packing_words *packing_words(enum packing packing);

#endif
