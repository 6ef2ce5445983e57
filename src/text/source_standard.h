/*
 * source_standard.h - where standard input is left for the program that reads it next.
 *
 * As grep leaves it: behind the record at which -m NUM ended the search, and at its end in all
 * other cases. So `(edgrep -m1 -k0 x; cat) <file` prints what follows the first line with an x.
 *
 * Reading is ahead of the search. So the offset is set once the search has said where it ended.
 * That is before the next input is opened, for standard input may be named twice. A standard input
 * that cannot seek is left alone.
 */
#ifndef SOURCE_STANDARD_H
#define SOURCE_STANDARD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct standard {
    pthread_mutex_t lock; /* guards the others */
    pthread_cond_t known; /* its search has ended, or nothing more is wanted */
    bool packed;          /* it is compressed: it has no place that belongs to the text */
    off_t start;          /* its offset when reading began; -1: it is not read, or cannot seek */
    uint64_t input;       /* its number */
    uint64_t read;        /* bytes from `start` to where reading met the end; UINT64_MAX: unknown */
    bool done, stopped;
    uint64_t behind; /* bytes from `start` to where the search ended; UINT64_MAX: to the end */
};

void standard_open(struct standard *s);
void standard_close(struct standard *s);

/* The thread that reads: standard input is read as input number `input`; it has ended after so many
 * bytes. `packed`: it is compressed, and is left at its end. */
void standard_begin(struct standard *s, uint64_t input, bool packed);
void standard_end(struct standard *s, uint64_t read);

/* Any thread: the search of input number `input` ended `behind` bytes from its beginning
 * (UINT64_MAX: not by -m); nothing more is wanted of any input. */
void standard_done(struct standard *s, uint64_t input, uint64_t behind);
void standard_stop(struct standard *s);

/*
 * Where standard input was read: waits until it is known where to leave it, and leaves it there.
 * False, with errno, when that fails. After standard_stop() it does not wait: bytes that were read
 * but not searched are left for the next program.
 */
bool standard_leave(struct standard *s);

#endif
