/*
 * read_pair.h - all bytes of a file, or of standard input.
 *
 * Regular files are mapped, others are read. When another program truncates a mapped file while we
 * look at it, that is an error: the program ends with one line and status 2.
 */
#ifndef READ_PAIR_H
#define READ_PAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/utf8.h"

/* Of a regular file: how long it is, and when it was changed last. */
struct file_content_state {
    uint64_t size;
    int64_t seconds, nanoseconds;
};

struct file_content {
    const unsigned char *bytes; /* not NULL even when there are none */
    size_t size;
    const size_t *joints; /* bytes, ascending, at which decoding begins anew (folded_text.h) */
    size_t njoints;
    const char *name; /* as in messages */
    void *map;        /* mapped, or NULL: allocated */
    size_t map_size;
    int fd;       /* of a mapped file */
    bool regular; /* it has a state */
    struct file_content_state state;
    char *complaint; /* what is said when a mapped file has become shorter; owned */
};

/* Reads `operand` ("-": standard input); false when an error was reported. The caller closes `c`,
 * also after a failure, and does not move it before that. */
bool file_content_open(struct file_content *c, const char *operand);
/* The bytes of a string as a content. `name` is for messages. */
void file_content_of_text(struct file_content *c, const char *text, const char *name);
/* Reports a mapped file that has become shorter, and was not touched behind its end. */
void file_content_close(struct file_content *c);

/* The first joint behind byte `at`, or the end. */
size_t file_content_joint(const struct file_content *c, size_t at);

/* Decodes the character at a byte; returns its length. */
static inline size_t file_content_decode(const struct file_content *c, bool utf8, size_t at,
                                         uint32_t *character)
{
    size_t end = c->njoints > 0 ? file_content_joint(c, at) : c->size;
    return utf8_or_byte(utf8, c->bytes + at, end - at, character);
}

/* NULL when the regular file `name` can be opened, and has this state; else why not. */
const char *file_content_check(const char *name, const struct file_content_state *state);

#endif
