/*
 * pairs_part.h - edcmp --pairs: some whole lines that one thread compares, and their output.
 */
#pragma once

#include "lanes/lanes_kernels.h"
#include "options/edcmp_options.h"
#include "print/sink.h"

/* A line that is not a pair. */
struct pairs_wrong {
    size_t line; /* of the part, from 0 */
    const char *why;
    struct sheet_place at; /* where the output of the line begins in the sheet */
};

/* The results of the lines. */
struct pairs_answers {
    size_t lines, pairs;
    size_t beyond; /* the first line with a pair beyond the limit; SIZE_MAX: none */
    struct pairs_wrong *wrong;
    size_t nwrong;
    struct sheet sheet;
    struct sheet_place end; /* its end */
    const char *failure;    /* out of memory, or a temporary file failed: the reason; or NULL */
};

struct folding;
struct pairs_part;

/* The options and the folding (NULL: none) must outlive the result. Exits the program when out of
 * memory. */
struct pairs_part *pairs_part_open(const struct edcmp_options *o, const struct folding *folding,
                                   const struct lanes_kernel *kernel);
void pairs_part_close(struct pairs_part *p);

/* Compares the pairs on lines of `size` bytes, which may be modified; the last one may lack a
 * newline. Any thread; never exits the program. */
void pairs_part_take(struct pairs_part *p, unsigned char *bytes, size_t size);

/* Returns the results, valid until the next pairs_part_take(). */
struct pairs_answers *pairs_part_answers(struct pairs_part *p);
