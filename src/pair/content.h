/*
 * content.h - all bytes of a file, or of standard input.
 *
 * Regular files are mapped, others are read. When another program truncates a mapped file while we
 * look at it, that is an error: the program ends with one line and status 2.
 */
#ifndef CONTENT_H
#define CONTENT_H

#include <stdbool.h>
#include <stddef.h>

struct content {
    const unsigned char *bytes; /* not NULL even when there are none */
    size_t size;
    const char *name; /* as in messages */
    void *map;        /* mapped, or NULL: allocated */
    size_t map_size;
    char *complaint; /* what is said when a mapped file has become shorter; owned */
};

/* Reads `operand` ("-": standard input); false when an error was reported. The caller closes `c`,
 * also after a failure, and does not move it before that. */
bool content_open(struct content *c, const char *operand);
void content_close(struct content *c);

#endif
