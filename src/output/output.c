/* output.c - see output.h. */
#include "output/output.h"

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
