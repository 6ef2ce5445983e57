/*
 * input_status.h - what comes with a chunk besides its text: whether its input begins or ends
 * there, and what went wrong with the input.
 *
 * The owner of a chunk (chunk.h) owns its news too. The news own the name; who takes the name sets
 * it to NULL.
 */
#ifndef INPUT_STATUS_H
#define INPUT_STATUS_H

#include <stdbool.h>
#include <stdint.h>

struct input_status {
    bool first, last; /* the input begins, or ends, with this chunk */
    bool paused;      /* the input paused, so the chunk was cut: the next may be long in coming */

    /* With the first chunk. */
    char *name;    /* of the input, as printed; with the others NULL, but where there are ranges */
    uint64_t size; /* of the input in bytes; UINT64_MAX: not known */

    /* With the last chunk. */
    int errnum;         /* the error that ended the input, INPUT_STATUS_SHORTER, or 0 */
    const char *reason; /* static: an error that has no errno, or a warning; else NULL */
    bool harmless;      /* `reason` is a warning */
    bool unopened;      /* the input could not even be opened: there is no text of it */
    uint64_t packed;    /* bytes of a compressed input that were read; 0: it is none */
};

/* An errnum: the file has become shorter since it was opened. */
enum { INPUT_STATUS_SHORTER = 1 << 16 };

/* What the errnum means, as strerror(3). */
const char *input_status_error(int errnum);

/* Frees the name; all is zero then. */
void input_status_clear(struct input_status *n);

#endif
