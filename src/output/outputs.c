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

void output_ignore(void *state)
{
    (void)state;
}

void output_ignore_input(void *state, const char *name, uint64_t size)
{
    (void)state, (void)name, (void)size;
}

void output_ignore_record(void *state, const struct record *record)
{
    (void)state, (void)record;
}

void output_ignore_occurrence(void *state, const struct record *record,
                              const struct occurrence *occurrence)
{
    (void)state, (void)record, (void)occurrence;
}

void output_ignore_end(void *state, const struct output_input *input)
{
    (void)state, (void)input;
}

void output_ignore_best(void *state, uint32_t best)
{
    (void)state, (void)best;
}
