/*
 * compression_format.h - compression formats, and how an input's magic number identifies them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum compression_format {
    COMPRESSION_FORMAT_NONE, /* no magic number: the bytes are the text */
    COMPRESSION_FORMAT_GZIP,
    COMPRESSION_FORMAT_ZSTD,
    COMPRESSION_FORMAT_XZ,
    COMPRESSION_FORMAT_BZIP2,
    COMPRESSION_FORMAT_LZ4,
    COMPRESSION_FORMAT_COMPRESS,
    COMPRESSION_FORMATS,
    COMPRESSION_FORMAT_OPEN = COMPRESSION_FORMATS, /* more bytes are needed to decide */
};

enum { COMPRESSION_FORMAT_LOOK = 18 /* bytes that always suffice to decide */ };

/* Returns the format of an input that begins with these n bytes. `ended`: the input has no more
 * bytes; then the answer is never COMPRESSION_FORMAT_OPEN. A truncated magic number counts, unless
 * it could be a word of a text. */
enum compression_format compression_format_of(const unsigned char *p, size_t n, bool ended);

/* Messages about a format, all static. */
struct compression_format_words {
    const char *damaged, *cut, *garbage;
    const char *missing;  /* edgrep was built without the library */
    const char *unloaded; /* the library cannot be loaded, or is not the expected one */
};

const struct compression_format_words *compression_format_words(enum compression_format packing);
