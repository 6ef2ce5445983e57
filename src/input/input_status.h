/*
 * input_status.h - what comes with a chunk besides its text: whether its input begins or ends
 * there, and errors of the input.
 *
 * The owner of a chunk (chunk.h) owns its status too. The status owns `name`; code that takes the
 * name over sets it to NULL.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct input_status {
    bool first, last; /* the input begins, or ends, with this chunk */
    bool paused;      /* the input paused, so the chunk was cut short; the next may take long to
                         come */

    /* Only with the first chunk. */
    char *name;    /* of the input, as printed; NULL with later chunks, unless the input is split
                      into ranges */
    uint64_t size; /* of the input in bytes; UINT64_MAX: unknown */

    /* Only with the last chunk. */
    int errnum;         /* the error that ended the input, INPUT_STATUS_SHORTER, or 0 */
    const char *reason; /* an error without errno, or a warning; static, or NULL */
    bool harmless;      /* `reason` is a warning */
    bool unopened;      /* the input could not be opened: it has no text */
    uint64_t packed;    /* bytes read of a compressed input; 0: it is not compressed */
};

/* A value of errnum: the file became shorter after it was opened. */
enum { INPUT_STATUS_SHORTER = 1 << 16 };

/* Returns the message for errnum, as strerror(3). */
static inline const char *input_status_error(int errnum)
{
    return errnum == INPUT_STATUS_SHORTER ? "cut short while it was read" : strerror(errnum);
}

/* Frees the name and zeroes the struct. */
static inline void input_status_clear(struct input_status *n)
{
    free(n->name);
    *n = (struct input_status){0};
}
