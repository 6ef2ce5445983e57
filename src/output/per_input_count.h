/*
 * per_input_count.h - what the formats -c, -l and -L share: they print one line for each input, at
 * its end.
 *
 * In best mode a lesser distance withdraws all selections. per_input_count_forget() then prints the
 * lines of all inputs so far again, now with nothing selected: with -c, for example, "a:0".
 */
#pragma once

#include "output/output.h"
#include "print/paint.h"

/* Prints the line, if any, of an input with `selected` selected records. */
typedef void per_input_count_line(const struct output_env *env, const struct paint *paint,
                                  const char *name, uint64_t selected);

/* The members of struct output; their `state` is what per_input_count_open() returns. */
void *per_input_count_open(const struct output_env *env, per_input_count_line *line);
void per_input_count_end(void *state, const struct output_input *input);
void per_input_count_forget(void *state);
void per_input_count_close(void *state);

/* Prints a name as a line of its own. */
void per_input_count_name(const struct output_env *env, const struct paint *paint,
                          const char *name);

/* The other members: nothing is printed before the end of an input. */
#define PER_INPUT_COUNT_IGNORES                                                                    \
    .begin = output_ignore_input, .match = output_ignore_record, .context = output_ignore_record,  \
    .separator = output_ignore, .join = output_ignore, .finish = output_ignore_best
