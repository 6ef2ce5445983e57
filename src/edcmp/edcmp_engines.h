/* edcmp_engines.h - the engines of edcmp: the kernels of the processor, then the devices. */
#ifndef EDCMP_ENGINES_H
#define EDCMP_ENGINES_H

#include "compare/compare.h"
#include "options/edcmp_options.h"
#include "options/program.h"

extern const struct program edcmp_program;

/* The metric of what is computed: an option other than --metric may need another one. */
enum metric edcmp_metric(const struct edcmp_options *o);

/* Sets how to compare. Returns false when the engine cannot be used (reported). "auto" may take the
 * first device; blocks are asked of it. */
bool edcmp_choose(const struct edcmp_options *o, struct compare *c);

#endif
