/* pairs.h - edcmp --pairs: what is asked for of the two strings of each line. */
#ifndef PAIRS_H
#define PAIRS_H

#include "lanes/lanes_kernels.h"
#include "options/edcmp_options.h"
#include "print/sink.h"

/*
 * Compares the pairs of all operands, or of standard input where there are none. A line of output
 * comes out for each line of input, as soon as the input pauses; for one that is no pair, which is
 * reported, it is empty. Returns whether all pairs are within the limit, or equal where there is
 * none. diag_failed() tells of errors. Out of memory the program ends.
 */
bool pairs_run(const struct edcmp_options *o, const struct lanes_kernel *kernel, struct sink *out);

#endif
