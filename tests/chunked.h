/*
 * chunked.h - what source.h must make of a text, however it comes: the chunks are held to a plain
 * decoding of all of it.
 *
 * A program that calls this reads from the feed (feed.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chunked {
    const unsigned char *text;
    size_t length;
    const unsigned char *plan; /* how it comes, as feed() takes it */
    size_t planned;
    bool regular; /* as a regular file, which never pauses */
    bool utf8;
    int delimiter_byte;    /* or -1 */
    const char *delimiter; /* --delimiter, or NULL */
    const char *pattern;   /* a literal one, searched with up to k edits */
    uint32_t k;
    uint64_t chunk_size; /* 0: the default */
};

/* NULL when all chunks are as chunk.h says; else what is wrong, as static text. A delimiter that is
 * no good, or whose matching fails, is nothing wrong; then *refused is true. */
const char *chunked_check(const struct chunked *input, bool *refused);
