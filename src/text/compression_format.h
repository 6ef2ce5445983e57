/*
 * compression_format.h - the ways in which an input may be compressed, and how each is known: by
 * the magic number that it begins with.
 */
#ifndef COMPRESSION_FORMAT_H
#define COMPRESSION_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

enum compression_format {
    COMPRESSION_FORMAT_NONE, /* it begins with no magic number: the bytes are the text */
    COMPRESSION_FORMAT_GZIP,
    COMPRESSION_FORMAT_ZSTD,
    COMPRESSION_FORMAT_XZ,
    COMPRESSION_FORMAT_BZIP2,
    COMPRESSION_FORMAT_LZ4,
    COMPRESSION_FORMAT_COMPRESS,
    COMPRESSION_FORMATS,
    COMPRESSION_FORMAT_OPEN = COMPRESSION_FORMATS, /* more bytes must be seen to tell */
};

enum { COMPRESSION_FORMAT_LOOK = 18 /* bytes that tell in any case */ };

/* By the first n bytes; `ended`: there are no more, so COMPRESSION_FORMAT_OPEN is not the answer. A
 * magic number that is cut short counts, unless it may be a word of a text. */
enum compression_format compression_format_of(const unsigned char *p, size_t n, bool ended);

/* What is said of an input, all static. */
struct compression_format_words {
    const char *damaged, *cut, *garbage;
    const char *missing;  /* no library was there when edgrep was built */
    const char *unloaded; /* it is not there now, or not as it should be */
};

const struct compression_format_words *compression_format_words(enum compression_format packing);

#endif
