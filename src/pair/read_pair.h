/*
 * read_pair.h - reads a whole file, or standard input.
 *
 * Regular files are mapped, others are read. If another program truncates a mapped file, the
 * program exits with a message and status 2.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/utf8.h"
#include "ranks/same_file.h"

struct file_content {
    const unsigned char *bytes; /* never NULL, even if empty */
    size_t size;
    const size_t *joints; /* ascending byte offsets where decoding restarts (folded_text.h) */
    size_t njoints;
    const char *name; /* as in messages */
    void *map;        /* mapped, or NULL: allocated */
    size_t map_size;
    int fd; /* of a mapped file */
    bool regular;
    struct file_version version; /* if it is regular */
    char *complaint;             /* message for a truncated mapped file; owned */
};

/* Reads `operand` ("-": standard input). Returns false if an error was reported. The caller closes
 * `c`, even after a failure, and must not move it before. */
bool file_content_open(struct file_content *c, const char *operand);
/* Makes a content of a string. `name` is for messages. */
void file_content_of_text(struct file_content *c, const char *text, const char *name);
/* Frees the content. Reports a mapped file that was truncated. */
void file_content_close(struct file_content *c);

/* Returns the first joint after byte `at`, or the end. */
size_t file_content_joint(const struct file_content *c, size_t at);

/* Decodes the character at a byte. Returns its length. */
static inline size_t file_content_decode(const struct file_content *c, bool utf8, size_t at,
                                         uint32_t *character)
{
    size_t end = c->njoints > 0 ? file_content_joint(c, at) : c->size;
    return utf8_or_byte(utf8, c->bytes + at, end - at, character);
}
