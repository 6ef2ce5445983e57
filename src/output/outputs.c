/* outputs.c - all formats: the Makefile makes their list from the names of the files out_*.c. */
#include <stdlib.h>

#include "output/output.h"

#define OUTPUT(name) extern const struct output output_##name;
#include "outputs.inc"
#undef OUTPUT

static const struct output *const outputs[] = {
#define OUTPUT(name) &output_##name,
#include "outputs.inc"
#undef OUTPUT
    NULL};

const struct output *output_find(enum output_kind kind)
{
    for (const struct output *const *output = outputs; *output != NULL; output++)
        if ((*output)->kind == kind)
            return *output;
    abort(); /* a kind without a file */
}
