/* pairs.h - edcmp --pairs: compares the two strings of each line. */
#pragma once

#include "lanes/lanes_kernels.h"
#include "options/edcmp_options.h"
#include "print/sink.h"

struct folding;

/*
 * Compares the pairs of all operands, or of standard input if there are none, folded by `folding`
 * (NULL: unchanged). Prints a line for each line of input, as soon as the input pauses; the line is
 * empty for an invalid pair, which is reported. Returns whether all pairs are within the limit, or
 * equal if there is no limit. diag_failed() shows errors. Exits the program when out of memory.
 */
bool pairs_run(const struct edcmp_options *o, const struct folding *folding,
               const struct lanes_kernel *kernel, struct sink *out);
