/*
 * chunked.h - compares the chunks that source.h makes of a text with a plain decoding of the whole
 * text, for any sizes of reads and any pauses.
 *
 * Programs that call it read from the feed (feed.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chunked {
    const unsigned char *text;
    size_t length;
    const unsigned char *plan; /* how the text is read: see feed() */
    size_t planned;
    bool regular; /* standard input is a regular file, which never pauses */
    bool utf8;
    int delimiter_byte;    /* or -1 */
    const char *delimiter; /* --delimiter, or NULL */
    const char *pattern;   /* a literal, searched with up to k edits */
    uint32_t k;
    uint64_t chunk_size; /* 0: the default */
};

/* Returns NULL if all chunks are as chunk.h says; otherwise a static text that says what is wrong.
 * If the delimiter is invalid or matching it fails, sets *refused and returns NULL. */
const char *chunked_check(const struct chunked *input, bool *refused);
