/*
 * source_standard.h - sets the offset of standard input for the program that reads it next.
 *
 * Like grep: behind the record at which -m NUM ended the search, and at the end in all other cases.
 * So `(edgrep -m1 -k0 x; cat) <file` prints what follows the first line with an x.
 *
 * Reading is ahead of the search, so the offset is set only when the search has ended, and before
 * the next input is opened, because standard input may be named twice. A standard input that cannot
 * seek is left alone.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "input/inputs.h"

struct standard {
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t known; /* signals that its search has ended, or all searches stop */
    bool packed;          /* it is compressed, so positions in the text are no offsets, and its
                             offset stays at the end */
    off_t start;          /* its offset when reading began; -1: it is not read, or cannot seek */
    uint64_t input;       /* its number */
    uint64_t read;        /* bytes from `start` to the end of input; UINT64_MAX: the end was not
                             reached */
    bool done, stopped;
    uint64_t behind; /* bytes from `start` to where the search ended; UINT64_MAX: to the end */
};

void standard_open(struct standard *s);
void standard_close(struct standard *s);

/* For the reading thread: begins reading standard input as input number `input`; ends it after
 * `read` bytes. If it was searched before, waits until its offset has been set. */
void standard_begin(struct standard *s, uint64_t input, struct input_file *file);
void standard_end(struct standard *s, uint64_t read);

/* Any thread: the search of input number `input` ended `behind` bytes from its beginning
 * (UINT64_MAX: not by -m); all searches stop. */
void standard_done(struct standard *s, uint64_t input, uint64_t behind);
void standard_stop(struct standard *s);

/*
 * If standard input was read: waits until the search has ended, and sets the offset. Returns false
 * with errno on failure. After standard_stop() it does not wait: the next program gets bytes that
 * were read but not searched.
 */
bool standard_leave(struct standard *s);
