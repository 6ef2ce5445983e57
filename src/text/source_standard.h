/*
 * source_standard.h - where standard input is left for the program that reads it next.
 *
 * As with grep: behind the record at which -m NUM ended the search, at its end when all of it was
 * read or something else ended the search. So `(edgrep -m1 -k0 x; cat) <file` prints what follows
 * the first line with an x. The reader is ahead of the search; so the offset is set when the
 * search has said where it ended, and before anything else is opened: the same standard input may
 * be named twice. What cannot seek is left alone.
 */
#ifndef SOURCE_STANDARD_H
#define SOURCE_STANDARD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct standard {
    pthread_mutex_t lock; /* guards the others */
    pthread_cond_t known; /* the search of it is done with, or nothing more is wanted */
    off_t start;          /* its offset when it was opened; -1: it is not open, or cannot seek */
    uint64_t input;       /* its number */
    bool ended;           /* all of it was read */
    bool done, stopped;
    uint64_t behind; /* bytes from `start` to where the search ended; UINT64_MAX: to the end */
};

void standard_open(struct standard *s);
void standard_close(struct standard *s);

/* Reader: standard input has been opened as input number `input`; it has been read to its end. */
void standard_begin(struct standard *s, uint64_t input);
void standard_end(struct standard *s);

/* Any thread: the search of input number `input` has ended `behind` bytes from its beginning
   (UINT64_MAX: nobody cares where); nothing at all is wanted any more. */
void standard_done(struct standard *s, uint64_t input, uint64_t behind);
void standard_stop(struct standard *s);

/*
 * Waits until it is known where standard input is to be left, if it is open, and leaves it there.
 * False, with errno, when that fails. After standard_stop() it does not wait: what was read but not
 * searched is given back.
 */
bool standard_leave(struct standard *s);

#endif
