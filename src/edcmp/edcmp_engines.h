/* edcmp_engines.h - the engines of edcmp: the kernels of the processor, then the device. */
#pragma once

#include "compare/compare.h"
#include "options/edcmp_options.h"
#include "options/program.h"

extern const struct program edcmp_program;

/* Returns the metric to compute, which an option other than --metric may change. */
enum metric edcmp_metric(const struct edcmp_options *o);

/* Sets the engine and the algorithm of *c. Returns false if the engine cannot be used (reported).
 * "auto" may choose the device; blocks require it. */
bool edcmp_choose(const struct edcmp_options *o, struct compare *c);
