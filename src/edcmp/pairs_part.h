/*
 * pairs_part.h - edcmp --pairs: some whole lines, which one thread compares, and what is printed of
 * them.
 */
#ifndef PAIRS_PART_H
#define PAIRS_PART_H

#include "lanes/lanes_kernels.h"
#include "options/edcmp_options.h"
#include "print/sink.h"

/* A line that is no pair. */
struct pairs_wrong {
    size_t line; /* of the part, from 0 */
    const char *why;
    struct sheet_place at; /* of the sheet: what is printed of the line begins there */
};

/* The results of the lines. */
struct pairs_answers {
    size_t lines, pairs;
    size_t beyond; /* the first line with a pair that is beyond the limit; SIZE_MAX: none is */
    struct pairs_wrong *wrong;
    size_t nwrong;
    struct sheet sheet;
    struct sheet_place end; /* of it */
    const char *failure;    /* memory was out, or a temporary file failed: why; or NULL */
};

struct pairs_part;

/* The options must outlive it. Out of memory the program ends. */
struct pairs_part *pairs_part_open(const struct edcmp_options *o,
                                   const struct lanes_kernel *kernel);
void pairs_part_close(struct pairs_part *p);

/* Compares the pairs on lines of `size` bytes, which may be changed; the last one may have no
 * newline. Any thread; it never ends the program. */
void pairs_part_take(struct pairs_part *p, unsigned char *bytes, size_t size);

/* What came of it, until the next ones are taken. */
struct pairs_answers *pairs_part_answers(struct pairs_part *p);

#endif
